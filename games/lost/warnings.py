"""Warnings before moves by which a seat would eliminate itself (lost.md, End)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.core.cards import Card
from games.core.moves import Move
from games.core.words import Cards, Text, text
from games.lost import moves
from games.lost.belief import may_be_joker, unseen_cards
from games.lost.hands import BIT, JOKER, JOKER_BIT, is_made, mask_of
from games.lost.layout import FAMILY, is_fatal
from games.lost.moves import DOUBT, LOST, TRUST, is_true
from games.lost.position import LostView

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
    return text("lost-warn-made", cards=Cards(cards, FAMILY))


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
    for answer in (TRUST, DOUBT):
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
    return text("lost-warn-risk", card=Cards((card,), FAMILY))
