"""The menus that lead to moves, and warnings of those by which a seat would eliminate itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from games.core.cards import Card
from games.core.moves import Move
from games.core.presentation import Choice, Question
from games.core.words import Seat, Text, text
from games.lost import moves
from games.lost.hands import BIT, JOKER, JOKER_BIT, is_fatal, is_made, is_one_away, mask_of
from games.lost.moves import CLAIMS, JUDGEMENTS, LOST, PLACES, TRUST, is_true
from games.lost.state import LostView
from games.lost.strategy.belief import may_be_joker, unseen_cards
from games.lost.words import cards_text, claim_text, named, outs_text


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
    match answers:
        case ():
            return _kinds(view, field)
        case ("play",):
            return _cards("play", [card for card in view.hand if _targets(view, card)], field)
        case ("play", card):
            return _seats(view, card)
        case ("play", card, _):
            return _claims(card)
        case ("play", card, target, claim):
            return moves.Play(card, int(target), claim)
        case ("lost-hand",):
            return _cards("lost", _plain(view.hand))
        case ("lost-hand", card):
            return moves.LoseFromHand(card)
        case ("lost-field",):
            return _cards("lost", _plain(field))
        case ("lost-field", card):
            return _placed(view.hand, tuple([other for other in field if other != card]))
        case ("lost-field", card, placed):
            return moves.LoseFromField(card, placed)
        case ("back",):
            return _pick("back", view.hand, 2)
        case ("back", cards):
            return moves.Back(tuple(cards.split()))
    return None


def _plain(cards: Iterable[Card]) -> list[Card]:
    """List cards without the joker, which is never lost."""
    return [card for card in cards if card != JOKER]


def _targets(view: LostView, card: Card) -> list[int]:
    """List the seats that a card may be played to: the joker to none that is one away."""
    others = [seat for seat in range(view.seats) if seat != view.seat]
    if card != JOKER:
        return others
    return [seat for seat in others if not is_one_away(mask_of(view.fields[seat]))]


# --- questions --------------------------------------------------------------------------------------


def _kinds(view: LostView, field: tuple[Card, ...]) -> Question | None:
    """Ask what to do; nothing where only a pass is left, which is a button."""
    assert view.seat is not None
    plain = _plain(view.hand)
    may_lose = view.losts_left(view.seat) > 0
    possible = {
        "play": plain or _targets(view, JOKER),
        "lost-hand": may_lose and plain,
        "lost-field": may_lose and _plain(field),
        "back": JOKER in field and len(view.hand) > 1,
    }
    kinds = tuple([_kind(kind) for kind, is_possible in possible.items() if is_possible])
    return Question(text("lost-choose-kind"), kinds) if kinds else None


@cache
def _kind(kind: str) -> Choice:
    return Choice(kind, text(f"lost-kind-{kind}"), text(f"lost-kind-{kind}-detail"))


def _cards(purpose: str, cards: Sequence[Card], field: Sequence[Card] = (), fatal: str = "risk") -> Question:
    """Ask for a card; those that would make a hand in a field are told from the others."""
    choices = [_card(card, fatal if field and is_fatal(card, field) else "") for card in cards]
    return Question(text(f"lost-choose-{purpose}"), tuple(choices))


def _placed(cards: Sequence[Card], field: Sequence[Card]) -> Question:
    return _cards("place", cards, field, "fatal")


@cache
def _card(card: Card, detail: str) -> Choice:
    return Choice(card, cards_text(card), text(f"lost-detail-{detail}") if detail else None)


def _pick(purpose: str, cards: tuple[Card, ...], count: int) -> Question:
    return Question(text(f"lost-choose-{purpose}"), cards=cards, sizes=(count, count))


def _seats(view: LostView, card: Card) -> Question:
    seats = tuple([_seat(view, card, seat) for seat in _targets(view, card)])
    return Question(text("lost-choose-target"), seats)


def _seat(view: LostView, card: Card, seat: int) -> Choice:
    field = view.fields[seat]
    near = outs_text(field)
    if near is not None and card != JOKER and is_fatal(card, field):
        detail = text("lost-detail-hit")
    elif near is not None:
        detail = text("lost-detail-near", outs=near)
    else:
        detail = text("lost-detail-cards", cards=view.sizes[seat])
    return Choice(str(seat), text("lost-seat-name", seat=Seat(seat)), detail)


@cache
def _claims(card: Card) -> Question:
    claims = ("joker",) if card == JOKER else CLAIMS
    choices = tuple([_claim(claim, is_true(card, claim)) for claim in claims])
    return Question(text("lost-choose-claim"), choices)


@cache
def _claim(claim: str, is_so: bool) -> Choice:
    return Choice(claim, claim_text(claim), text("lost-detail-true" if is_so else "lost-detail-false"))


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
