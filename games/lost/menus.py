"""The questions by which a player chooses a move, and warnings before moves that could eliminate the player.

A play takes three answers: the target, the card, the claim. A lie takes as many taps as the truth.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Literal, TypeAlias, get_args

from games.core.cards import Card
from games.core.moves import Move
from games.core.poker import SUITS
from games.core.questions import AT_A_GLANCE, Choice, Question
from games.core.words import Seat, Text, text
from games.lost import moves
from games.lost.hands import BIT, JOKER, JOKER_BIT, RANKS, completes_hand, is_made, is_one_away, mask_of
from games.lost.moves import CLAIMS, DOUBT, JUDGEMENTS, LOST, PASS, PLACES, TRUST, is_true
from games.lost.possible import (
    may_be_joker,
    open_cards,
    public_part,
    safer_moves,
    sorted_by_danger,
    suggested_first_cards,
    unseen_cards,
)
from games.lost.state import LostView, Played
from games.lost.words import cards_of, cards_text, claim_text, move_text, short_claim_text

LIKELY_CARDS = 8
"""Number of cards to mark as likely when a hand is long."""

MOST_CHOICES = 25
"""The most choices that a menu can hold."""


def ask(view: LostView, chosen: Sequence[str]) -> Question | Move | None:
    """Return the next question, or the chosen move; ``None`` for impossible answers.

    Args:
        chosen: the answers so far.
    """
    if view.seat is None:
        return _public_question(view, chosen)
    if not view.is_my_turn:
        return None
    # Replay the answers one by one, and check each against the question it answers.
    answers: tuple[str, ...] = ()
    reply = _next_question(view, view.seat, answers)
    for answer in chosen:
        if not isinstance(reply, Question):
            return None
        if not reply.cards_of(answer) and answer not in [choice.value for choice in reply.choices]:
            return None
        answers = (*answers, answer)
        reply = _next_question(view, view.seat, answers)
    return reply


def _public_question(view: LostView, chosen: Sequence[str]) -> Question | Move | None:
    if view.play is None or view.is_placing or view.is_over:
        return None
    return ANSWERS.get(chosen[0]) if chosen else _answer_question(view, view.play)


def _next_question(view: LostView, seat: int, answers: tuple[str, ...]) -> Question | Move | None:
    face_up = view.fields[seat]
    if not face_up:
        return moves.LayFirstCards(tuple(answers[0].split())) if answers else _first_cards_question(view.hand)
    if view.is_placing:
        return (
            PLACES[answers[0]] if answers else _card_question("place", sorted_by_danger(view.hand, face_up))
        )
    # A card waits for this seat's answer.
    if view.play is not None:
        return ANSWERS[answers[0]] if answers else _answer_question(view, view.play)
    return _next_turn_question(view, seat, answers)


ANSWERS: dict[str, Move] = {str(move): move for move in moves.ANSWERS}
"""The answers to a claim, by their notation."""


def _next_turn_question(view: LostView, seat: int, answers: tuple[str, ...]) -> Question | Move | None:
    match answers:
        case ():
            return _turn_question(view, seat)
        case (str(word),) if word == str(PASS):
            return PASS
        case ("lose hand" | "lose field" | "joker back" as what, *rest):
            return _next_own_cards_question(view, seat, what, rest)
        case (str(target),) if target in _SEATS:
            return _card_to_play_question(view, seat, int(target))
        # A likely play: card and target in one answer, as in "2s 1".
        case (str(both),) if both[-1:] in _SEATS and both[:-2] in view.hand:
            return _claim_question(view, both[:-2], int(both[-1]))
        case (str(word),):
            return next((move for move in safer_moves(view) if str(move) == word), None)
        case (str(target), str(card)) if target in _SEATS:
            return _claim_question(view, card, int(target))
        case (str(target), str(card), str(claim)):
            return moves.Play(card, int(target), claim)
        case (str(both), str(claim)):
            card, target = both.split()
            return moves.Play(card, int(target), claim)
    return None


_SEATS = ("0", "1", "2", "3")


def _next_own_cards_question(
    view: LostView, seat: int, kind: str, answers: list[str]
) -> Question | Move | None:
    match (kind, *answers):
        case ("lose hand",):
            return _card_question("lost", _without_joker(view.hand))
        case ("lose hand", card):
            return moves.DiscardFromHand(card)
        case ("lose field",):
            return _card_question("lost", _without_joker(view.fields[seat]))
        case ("lose field", _):
            return _card_question("place", view.hand)
        case ("lose field", card, placed):
            return moves.ReplaceFaceUpCard(card, placed)
        case ("joker back",):
            return _joker_back_question(view.hand)
        case ("joker back", cards):
            return moves.TakeJokerBack(tuple(cards.split()))
    return None


def _without_joker(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card != JOKER]


# --- questions --------------------------------------------------------------------------------------


def _answer_question(view: LostView, play: Played) -> Question:
    choices = [
        Choice(str(TRUST), text("lost-trust"), style="success"),
        Choice(str(DOUBT), text("lost-doubt"), style="danger"),
    ]
    if losts := view.losts_left(play.target):
        choices.append(Choice(str(LOST), text("lost-lost", left=losts)))
    about = text("lost-caption-claim", claim=claim_text(play.claim))
    return Question(text("lost-choose-answer", seat=Seat(play.seat)), tuple(choices), about=about)


def _first_cards_question(hand: tuple[Card, ...]) -> Question:
    choices = [
        Choice(" ".join(three), cards_text(*three), group=_OPENINGS, is_shortcut=True)
        for three in suggested_first_cards(hand)
    ]
    return Question(text("lost-choose-lay"), tuple(choices), len(choices), cards=hand, sizes=(3, 3))


_OPENINGS = text("lost-group-openings")


def _turn_question(view: LostView, seat: int) -> Question:
    others = [other for other in range(view.seats) if other != seat]
    brings = {(card, other): how for other in others for card, how in play_effects(view, seat, other).items()}
    own = _own_choices(view, seat)
    # Nothing else is legal, so a pass is the only answer.
    if not brings and not own:
        return Question(text("lost-choose-kind"), (Choice(str(PASS), text("lost-pass")),))
    targets = [_target_choice(other) for other in dict.fromkeys([other for _, other in brings])]
    # Plays with a strong effect come first, in the order of ``_EFFECTS``.
    likely = sorted(brings, key=lambda play: _EFFECTS.index(brings[play]))
    # Likely plays fill the places that targets and own moves leave free.
    plays = [_play_choice(*play) for play in likely[: AT_A_GLANCE - len(targets) - len(own)]]
    return Question(text("lost-choose-kind"), (*plays, *targets, *own))


@cache
def _play_choice(card: Card, target: int) -> Choice:
    label = text("lost-play-to", card=cards_of(card), target=Seat(target))
    return Choice(f"{card} {target}", label, style="primary", is_shortcut=True)


@cache
def _target_choice(target: int) -> Choice:
    return Choice(str(target), text("lost-kind-play", target=Seat(target)))


@cache
def _own_kind_choice(kind: str) -> Choice:
    return Choice(kind, text(f"lost-kind-{kind.replace(' ', '-')}"), group=_OWN)


_OWN = text("lost-group-own")


def _own_choices(view: LostView, seat: int) -> tuple[Choice, ...]:
    choices = [Choice(str(move), move_text(move), group=_OWN) for move in safer_moves(view)]
    may_lose = view.losts_left(seat) > 0
    if may_lose and _without_joker(view.hand):
        choices.append(_own_kind_choice("lose hand"))
    if may_lose and view.hand and _without_joker(view.fields[seat]):
        choices.append(_own_kind_choice("lose field"))
    if JOKER in view.fields[seat] and len(view.hand) > 1:
        choices.append(_own_kind_choice("joker back"))
    return tuple(choices)


def _card_question(purpose: str, cards: Sequence[Card]) -> Question:
    choices = [Choice(card, cards_text(card)) for card in cards]
    return Question(text(f"lost-choose-{purpose}"), tuple(choices), min(len(choices), LIKELY_CARDS))


def _card_to_play_question(view: LostView, seat: int, target: int) -> Question:
    what = play_effects(view, seat, target)
    groups = [key for key in _EFFECTS if key in what.values()]
    heads = {key: text(f"lost-brings-{key}") if len(groups) > 1 else None for key in groups}
    order = sorted(what, key=lambda card: groups.index(what[card]))
    choices = [Choice(card, cards_text(card), group=heads[what[card]]) for card in order]
    return Question(
        text("lost-choose-card", target=Seat(target)), tuple(choices), min(len(choices), LIKELY_CARDS)
    )


PlayEffect: TypeAlias = Literal["hit", "near", "duel", "nothing", "joker", "risk"]
"""The effect that a played card may have, in the order of the menu.

- ``hit``: the card completes a hand among the target's face-up cards.
- ``near``: with the card, the target lacks only one card for a hand.
- ``duel``: the card completes a hand for the target, and one for the player.
- ``nothing``: none of these effects.
- ``joker``: the card is the joker.
- ``risk``: the card completes a hand among the player's own face-up cards.
"""

_EFFECTS: tuple[PlayEffect, ...] = get_args(PlayEffect)


def play_effects(view: LostView, seat: int, target: int) -> Mapping[Card, PlayEffect]:
    """Return the effect that each card may have if ``seat`` plays it to ``target``. Cards that may not be
    played are missing.
    """
    return _effects_by_card(view.hand, mask_of(view.fields[seat]), mask_of(view.fields[target]))


@lru_cache(maxsize=256)
def _effects_by_card(hand: tuple[Card, ...], own_mask: int, target_mask: int) -> Mapping[Card, PlayEffect]:
    is_near, effect = is_one_away(target_mask), dict[Card, PlayEffect]()
    for card in hand:
        if card == JOKER:
            if not is_near:
                effect[card] = "joker"
            continue
        hits, risks = is_near and is_made(target_mask | BIT[card]), is_made(own_mask | BIT[card])
        if hits or risks:
            effect[card] = "duel" if hits and risks else "hit" if hits else "risk"
        else:
            effect[card] = "near" if not is_near and is_one_away(target_mask | BIT[card]) else "nothing"
    return effect


def _joker_back_question(hand: tuple[Card, ...]) -> Question:
    pairs = combinations(hand, 2)
    return Question(
        text("lost-choose-back"), tuple([Choice(" ".join(pair), cards_text(*pair)) for pair in pairs])
    )


def _claim_question(view: LostView, card: Card, target: int) -> Question:
    assert view.seat is not None
    # A claim is hopeless if the visible cards alone disprove it.
    signs = "".join([other for other in open_cards(view) if other != JOKER])
    # All four cards of a rank are open: no other card can have it.
    disproved = {claim for claim in RANKS if signs.count(claim) == len(SUITS)}
    if not may_be_joker(public_part(view), view.seat, target):
        disproved.add("joker")
    claims = CLAIMS if card != JOKER else ("joker",)
    order = sorted(claims, key=RANKS.__contains__)  # the joker stands beside the suits
    choices = [_claim_choice(claim, _truth_label(card, claim, disproved)) for claim in order]
    signs_first = sum(claim not in RANKS for claim in order)
    prompt = text("lost-choose-claim", card=cards_of(card), target=Seat(target))
    return Question(prompt, tuple(choices), signs_first)


def _truth_label(
    card: Card, claim: str, disproved_claims: Container[str]
) -> Literal["true", "hopeless", "false"]:
    if is_true(card, claim):
        return "true"
    return "hopeless" if claim in disproved_claims else "false"


@cache
def _claim_choice(claim: str, truth: str) -> Choice:
    label = text("lost-key-claim", claim=short_claim_text(claim), how=truth)
    return Choice(claim, label, group=text("lost-group-rank" if claim in RANKS else "lost-group-sign"))


# --- warnings (lost.md, section "End") ----------------------------------------------------------------------

_LAST = text("lost-warn-last")
_WRONG = text("lost-warn-wrong")


def warning(move: Move, view: LostView) -> Text | None:
    """Return a warning if a legal move would or could eliminate the viewing seat; otherwise ``None``."""
    if view.seat is None or not view.fields[view.seat]:
        return None
    face_up = view.fields[view.seat]
    if view.play is not None and not view.is_placing:
        return _warning_of_answer(move, view, face_up)
    return _warning_without_claim(move, face_up, is_last_card=len(view.hand) == 1)


def _warning_without_claim(move: Move, face_up: Sequence[Card], *, is_last_card: bool) -> Text | None:
    # A complete hand is certain elimination; a play is only a risk, since the answer decides.
    mask = mask_of(face_up)
    match move:
        case moves.ReplaceFaceUpCard() if is_made(mask & ~BIT[move.card] | BIT[move.placed]):
            return _completed_hand_warning(move.placed)
        case moves.PlaceCard() if is_made(mask | BIT[move.card]):
            return _completed_hand_warning(move.card)
        case moves.TakeJokerBack() if is_made(mask & ~JOKER_BIT | mask_of(move.cards)):
            return _completed_hand_warning(*move.cards)
        case moves.Play() | moves.PlaceCard() | moves.DiscardFromHand() | moves.ReplaceFaceUpCard() if (
            is_last_card
        ):
            return _LAST
        case moves.Play() if move.card != JOKER and is_made(mask | BIT[move.card]):
            return _risk_warning(move.card)
    return None


@cache
def _completed_hand_warning(*cards: Card) -> Text:
    return text("lost-warn-made", cards=cards_of(*cards), count=1)


def _warning_of_answer(move: Move, view: LostView, face_up: Sequence[Card]) -> Text | None:
    assert view.play is not None
    assert view.seat is not None
    # A discard is dangerous if the card to place afterwards is the last one, or completes a hand.
    if move == LOST:
        if len(view.hand) == 1:
            return _LAST
        return text("lost-warn-place") if all(completes_hand(card, face_up) for card in view.hand) else None
    if move not in JUDGEMENTS:
        return None
    possible = _without_joker(unseen_cards(view))
    if may_be_joker(view, view.play.seat, view.seat):
        possible.append(JOKER)
    # Warn only if every card that proves the answer wrong would complete a hand. The joker is always claimed
    # as joker.
    claim = view.play.claim
    honest = possible if claim == "joker" else _without_joker(possible)
    brings = [card for card in honest if is_true(card, claim) != (move == TRUST)]
    return _WRONG if brings and all(completes_hand(card, face_up) for card in brings) else None


@cache
def _risk_warning(card: Card) -> Text:
    return text("lost-warn-risk", card=cards_of(card))
