"""The questions that lead to moves, and warnings of those by which a seat would eliminate itself.

On a turn all that one mostly does takes two taps: a card under the name of who gets it, then the claim; a
card of one's field that is lost, then the one that takes its place. So a lie takes as long as the truth.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache

from games.core.cards import Card
from games.core.moves import Move
from games.core.poker import SUITS
from games.core.questions import Choice, Part, Question
from games.core.words import Seat, Text, text
from games.lost import moves
from games.lost.hands import BIT, JOKER, JOKER_BIT, RANKS, is_fatal, is_made, is_one_away, mask_of
from games.lost.moves import CLAIMS, JUDGEMENTS, LOST, PLACES, TRUST, is_true
from games.lost.state import LostView
from games.lost.strategy.belief import may_be_joker, open_cards, public_part, unseen_cards
from games.lost.words import cards_text, named, sign_text

MOST_CHOICES = 25
"""A menu has no room for more."""

CARDS, SIGNS = 4, 5
"""So many keys of cards, and of suits and ranks, fit beside each other on a phone."""


def ask(view: LostView, chosen: Sequence[str]) -> Question | Move | None:
    """Say what comes next on the way to a move: what to do, then cards, a seat, a claim."""
    if not view.is_my_turn:
        return None
    answers: tuple[str, ...] = ()
    asked = _after(view, answers)
    for answer in chosen:
        if not isinstance(asked, Question) or not _takes(asked, answer):
            return None
        answers = (*answers, answer)
        asked = _after(view, answers)
    return asked


def _takes(question: Question, answer: str) -> bool:
    if not question.is_pick:
        return any(choice.value == answer for choice in question.choices)
    cards = answer.split()
    least, most = question.sizes
    return least <= len(cards) <= most and answer == question.value_of(cards)


def _after(view: LostView, answers: tuple[str, ...]) -> Question | Move | None:
    """Go on after answers that were all possible."""
    assert view.seat is not None
    field = view.fields[view.seat]
    if not field:
        return moves.LayField(tuple(answers[0].split())) if answers else _pick("lay", view.hand, 3)
    if view.is_placing:
        return PLACES[answers[0]] if answers else _placed(view.hand, field)
    return _on_turn(view, field, answers) if view.play is None else None


def _on_turn(view: LostView, field: tuple[Card, ...], answers: tuple[str, ...]) -> Question | Move | None:
    if not answers:
        return _kinds(view, field)
    match (answers[0].split(), *answers[1:]):
        case (["lost-hand"],):
            return _keys("lost", _plain(view.hand))
        case (["lost-hand"], str(card)):
            return moves.LoseFromHand(card)
        case (["lost-field", _],):
            return _keys("place", view.hand)
        case (["lost-field", card], str(placed)):
            return moves.LoseFromField(card, placed)
        case (["back"],):
            return _back(view.hand)
        case (["back"], str(cards)):
            return moves.Back(tuple(cards.split()))
        case ([card, target],):
            return _claims(view, card, int(target))
        case ([card, target], str(claim)):
            return moves.Play(card, int(target), claim)
    return None


def _plain(cards: Iterable[Card]) -> list[Card]:
    """List cards without the joker, which is never lost."""
    return [card for card in cards if card != JOKER]


# --- questions --------------------------------------------------------------------------------------


def _kinds(view: LostView, field: tuple[Card, ...]) -> Question | None:
    """Ask what to do, at once with which card; nothing where only a pass is left, which is a button."""
    assert view.seat is not None
    kinds, may_lose = _plays(view, view.seat), view.losts_left(view.seat) > 0
    if may_lose and _plain(view.hand):
        kinds.append(_kind("lost-hand"))
    if JOKER in field and len(view.hand) > 1:
        kinds.append(_kind("back"))
    if may_lose:
        kinds += [_swap(card) for card in _plain(field)]
    return Question(text("lost-choose-kind"), tuple(kinds)) if kinds else None


_MORE = Part(text("lost-part-more"), row=2)
_FIELD = Part(text("lost-part-field"), CARDS)


@cache
def _kind(kind: str) -> Choice:
    return Choice(kind, text(f"lost-kind-{kind}"), text(f"lost-kind-{kind}-detail"), _MORE)


@cache
def _swap(card: Card) -> Choice:
    return Choice(f"lost-field {card}", cards_text(card), None, _FIELD)


def _plays(view: LostView, own: int) -> list[Choice]:
    """List every card with everybody it may be played to: the joker to none that is one away."""
    masks = [mask_of(field) for field in view.fields]
    near = {seat: is_one_away(mask) for seat, mask in enumerate(masks) if seat != own}
    found = []
    for seat, is_near in near.items():
        for card in view.hand:
            if card == JOKER:
                if not is_near:
                    found.append(_play(card, seat, "lost-detail-joker"))
                continue
            theirs = masks[seat] | BIT[card]
            hits = is_near and is_made(theirs)
            detail = _PLAYED[hits, is_made(masks[own] | BIT[card])]
            nears = not (detail or is_near) and is_one_away(theirs)
            found.append(_play(card, seat, "lost-detail-near" if nears else detail))
    return found


_PLAYED = {
    (False, False): "",
    (False, True): "lost-detail-risk",
    (True, False): "lost-detail-hit",
    (True, True): "lost-detail-duel",
}
"""What may come of a play, by whether it would be the target's end and the player's own."""


@cache
def _play(card: Card, seat: int, detail: str) -> Choice:
    detailed = text(detail) if detail else None
    return Choice(f"{card} {seat}", cards_text(card), detailed, _part_to(seat))


@cache
def _part_to(seat: int) -> Part:
    return Part(text("lost-part-play", target=Seat(seat)), CARDS)


def _keys(purpose: str, cards: Sequence[Card]) -> Question:
    """Ask for a card by keys, the last question."""
    prompt = text(f"lost-choose-{purpose}")
    part = Part(prompt, CARDS)
    return Question(prompt, tuple([Choice(card, cards_text(card), None, part) for card in cards]), plays=True)


def _placed(cards: Sequence[Card], field: Sequence[Card]) -> Question:
    """Ask for a card to be laid; those that would make a hand in the field come last, and are told."""
    mask = mask_of(field)
    fatal = [card for card in cards if is_made(mask | BIT[card])]
    safe = [card for card in cards if card not in fatal]
    choices = [_card(card, "") for card in safe] + [_card(card, "fatal") for card in fatal]
    return Question(text("lost-choose-place"), tuple(choices))


@cache
def _card(card: Card, detail: str) -> Choice:
    return Choice(card, cards_text(card), text(f"lost-detail-{detail}") if detail else None)


def _pick(purpose: str, cards: tuple[Card, ...], count: int) -> Question:
    return Question(text(f"lost-choose-{purpose}"), cards=cards, sizes=(count, count), plays=True)


def _back(hand: tuple[Card, ...]) -> Question:
    """Ask for two cards: each two are a choice, in as many menus as it takes, by the first of them."""
    menus: list[list[tuple[Card, Card]]] = [[]]
    for place, one in enumerate(hand[:-1]):
        pairs = [(one, other) for other in hand[place + 1 :]]
        if len(menus[-1]) + len(pairs) > MOST_CHOICES:
            menus.append([])
        menus[-1] += pairs
    choices: list[Choice] = []
    for pairs in menus:
        firsts = dict.fromkeys(one for one, _ in pairs)
        part = Part(text("lost-part-back", cards=named(*firsts))) if len(menus) > 1 else None
        choices += [Choice(" ".join(pair), cards_text(*pair), None, part) for pair in pairs]
    return Question(text("lost-choose-back"), tuple(choices))


def _claims(view: LostView, card: Card, target: int) -> Question:
    """Ask for a claim by keys that always stand in the same places; some say how they are."""
    assert view.seat is not None
    signs = "".join([other for other in open_cards(view) if other != JOKER])
    hopeless = {claim for claim in RANKS if signs.count(claim) == len(SUITS)}
    if not may_be_joker(public_part(view), view.seat, target):
        hopeless.add("joker")
    claims = CLAIMS if card != JOKER else ("joker",)
    order = sorted(claims, key=RANKS.__contains__)  # the joker stands beside the suits
    choices = [
        _claim(claim, _how(card, claim, hopeless), _RANKS if claim in RANKS else _SUITS) for claim in order
    ]
    return Question(text("lost-choose-claim"), tuple(choices), plays=True)


_SUITS = Part(text("lost-part-claim"), SIGNS)
_RANKS = Part(text("lost-part-ranks"), SIGNS)


def _how(card: Card, claim: str, hopeless: Container[str]) -> str:
    """Say of a claim whether it is true, or a lie that nobody can believe, or any other."""
    if is_true(card, claim):
        return "true"
    return "hopeless" if claim in hopeless else "false"


def _claim(claim: str, how: str, part: Part) -> Choice:
    return Choice(claim, text("lost-key-claim", claim=sign_text(claim), how=how), None, part)


# --- warnings (lost.md, End) ------------------------------------------------------------------------

_LAST = text("lost-warn-last")
_WRONG = text("lost-warn-wrong")


def warning(move: Move, view: LostView) -> Text | None:
    """Say what a legal move of the viewing seat would bring upon it."""
    if view.seat is None or not view.fields[view.seat]:
        return None
    field = view.fields[view.seat]
    if view.play is not None and not view.is_placing:
        return _answer_warning(move, view, field)
    return _own_warning(move, field, is_last=len(view.hand) == 1)


def _own_warning(move: Move, field: Sequence[Card], *, is_last: bool) -> Text | None:
    """Warn of a move of one's own turn, or of a card to be placed for a lost."""
    mask = mask_of(field)
    match move:
        case moves.LoseFromField() if is_made(mask & ~BIT[move.card] | BIT[move.placed]):
            return _made(move.placed)
        case moves.Place() if is_made(mask | BIT[move.card]):
            return _made(move.card)
        case moves.Back() if is_made(mask & ~JOKER_BIT | mask_of(move.cards)):
            return _made(*move.cards)
        case moves.Play() | moves.Place() | moves.LoseFromHand() | moves.LoseFromField() if is_last:
            return _LAST
        case moves.Play() if move.card != JOKER and is_made(mask | BIT[move.card]):
            return _risk(move.card)
    return None


@cache
def _made(*cards: Card) -> Text:
    return text("lost-warn-made", cards=named(*cards))


def _answer_warning(move: Move, view: LostView, field: Sequence[Card]) -> Text | None:
    """Warn of an answer after which one is out in any case, or surely out if it is wrong."""
    assert view.play is not None
    assert view.seat is not None
    if move == LOST:
        if len(view.hand) == 1:
            return _LAST
        return text("lost-warn-place") if all(is_fatal(card, field) for card in view.hand) else None
    if move not in JUDGEMENTS:
        return None
    possible = _plain(unseen_cards(view))
    if may_be_joker(view, view.play.seat, view.seat):
        possible.append(JOKER)
    brings = [card for card in possible if _is_wrong(move, card, view.play.claim)]
    return _WRONG if brings and all(is_fatal(card, field) for card in brings) else None


def _is_wrong(answer: Move, card: Card, claim: str) -> bool:
    """Tell whether an answer would be wrong of a card; the joker may only have been claimed as joker."""
    if card == JOKER and claim != "joker":
        return False
    return is_true(card, claim) != (answer == TRUST)


@cache
def _risk(card: Card) -> Text:
    return text("lost-warn-risk", card=named(card))
