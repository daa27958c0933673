"""The menus that lead to moves, and warnings of those by which a seat would eliminate itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.core.cards import Card
from games.core.moves import Move
from games.core.presentation import Step
from games.core.words import Seat, Text, text
from games.lost import moves
from games.lost.hands import BIT, JOKER, JOKER_BIT, is_fatal, is_made, mask_of
from games.lost.moves import JUDGEMENTS, LOST, TRUST, is_true
from games.lost.state import LostView
from games.lost.strategy.belief import may_be_joker, unseen_cards
from games.lost.words import cards_text, claim_text, named, outs_text


def steps_of(move: Move, view: LostView) -> tuple[Step, ...]:
    """Break a move into choices: what to do, then cards, a seat, a claim."""
    assert view.seat is not None
    field = view.fields[view.seat]
    match move:
        case moves.LayField():
            return (_pick("lay", move.cards),)
        case moves.Play():
            card = _card("play", move.card, "risk" if is_fatal(move.card, field) else "")
            is_so = is_true(move.card, move.claim)
            return (_kind("play"), card, _target(move, view), _claim(move.claim, is_so))
        case moves.Place():
            return (_placed(move.card, field),)
        case moves.LoseFromHand():
            return (_kind("lost-hand"), _card("lost", move.card))
        case moves.LoseFromField():
            left = tuple(card for card in field if card != move.card)
            return (_kind("lost-field"), _card("lost", move.card), _placed(move.placed, left))
        case moves.Back():
            return (_kind("back"), _pick("back", move.cards))
    return ()


@cache
def _kind(kind: str) -> Step:
    return Step(text("lost-choose-kind"), kind, text(f"lost-kind-{kind}"), text(f"lost-kind-{kind}-detail"))


@cache
def _card(purpose: str, card: Card, detail: str = "") -> Step:
    more = text(f"lost-detail-{detail}") if detail else None
    return Step(text(f"lost-choose-{purpose}"), card, cards_text(card), more)


def _placed(card: Card, field: tuple[Card, ...]) -> Step:
    return _card("place", card, "fatal" if is_fatal(card, field) else "")


def _pick(purpose: str, cards: tuple[Card, ...]) -> Step:
    return Step(text(f"lost-choose-{purpose}"), " ".join(cards), cards_text(*cards), picks=cards)


@cache
def _claim(claim: str, is_so: bool) -> Step:
    detail = text("lost-detail-true") if is_so else text("lost-detail-false")
    return Step(text("lost-choose-claim"), claim, claim_text(claim), detail)


def _target(move: moves.Play, view: LostView) -> Step:
    near = outs_text(view.fields[move.target])
    if near is not None and move.card != JOKER and is_fatal(move.card, view.fields[move.target]):
        detail = text("lost-detail-hit")
    elif near is not None:
        detail = text("lost-detail-near", outs=near)
    else:
        detail = text("lost-detail-cards", cards=view.sizes[move.target])
    return Step(
        text("lost-choose-target"), str(move.target), text("lost-seat-name", seat=Seat(move.target)), detail
    )


# --- warnings (lost.md, End) ------------------------------------------------------------------------

_LAST = text("lost-warn-last")
_WRONG = text("lost-warn-wrong")


def warnings(view: LostView, legal: Sequence[Move]) -> dict[str, Text]:
    """Say, by the notation of each move, what it would bring upon oneself."""
    if view.seat is None or not legal or not view.fields[view.seat]:
        return {}
    field = view.fields[view.seat]
    if view.play is not None and not view.is_placing:
        return _answer_warnings(view, legal)
    found = ((move, _warning(move, field, is_last=len(view.hand) == 1)) for move in legal)
    return {str(move): warning for move, warning in found if warning is not None}


def _warning(move: Move, field: Sequence[Card], *, is_last: bool) -> Text | None:
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


def _answer_warnings(view: LostView, legal: Sequence[Move]) -> dict[str, Text]:
    """Warn of an answer after which one is out in any case, or surely out if it is wrong."""
    assert view.play is not None
    assert view.seat is not None
    field = view.fields[view.seat]
    found: dict[str, Text] = {}
    if LOST in legal:
        if len(view.hand) == 1:
            found[str(LOST)] = _LAST
        elif all(is_fatal(card, field) for card in view.hand):
            found[str(LOST)] = text("lost-warn-place")
    possible = [card for card in unseen_cards(view) if card != JOKER]
    if may_be_joker(view, view.play.seat, view.seat):
        possible.append(JOKER)
    for answer in JUDGEMENTS:
        brings = [card for card in possible if _is_wrong(answer, card, view.play.claim)]
        if brings and all(is_fatal(card, field) for card in brings):
            found[str(answer)] = _WRONG
    return found


def _is_wrong(answer: Move, card: Card, claim: str) -> bool:
    """Tell whether an answer would be wrong of a card; the joker may only have been claimed as joker."""
    if card == JOKER and claim != "joker":
        return False
    return is_true(card, claim) != (answer == TRUST)


@cache
def _risk(card: Card) -> Text:
    return text("lost-warn-risk", card=named(card))
