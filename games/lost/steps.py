"""The moves of Lost Poker in words, and the menus that lead to them."""

from __future__ import annotations

from functools import cache

from games.core.cards import Card
from games.core.moves import Move
from games.core.presentation import Step
from games.core.words import Cards, Rank, Seat, Suit, Text, text
from games.lost import moves
from games.lost.hands import JOKER, SUITS
from games.lost.layout import FAMILY, is_fatal, outs_text
from games.lost.moves import is_true
from games.lost.position import LostView


@cache
def claim_text(claim: str) -> Text:
    """Put a claim into words."""
    if claim == "joker":
        return text("lost-claim-joker")
    if claim in SUITS:
        return text("lost-claim-suit", suit=Suit(claim, FAMILY))
    return text("lost-claim-rank", rank=Rank(claim, FAMILY))


@cache
def _cards(*cards: Card) -> Text:
    return text("lost-cards", cards=Cards(cards, FAMILY))


def name_of(move: Move) -> Text:
    """Put a move into words."""
    match move:
        case moves.LayField():
            return text("lost-name-field", cards=Cards(move.cards, FAMILY))
        case moves.Play():
            card, target = Cards((move.card,), FAMILY), Seat(move.target)
            return text("lost-name-play", card=card, target=target, claim=claim_text(move.claim))
        case moves.Place():
            return text("lost-name-place", card=Cards((move.card,), FAMILY))
        case moves.LoseFromHand():
            return text("lost-name-lost-hand", card=Cards((move.card,), FAMILY))
        case moves.LoseFromField():
            card, placed = Cards((move.card,), FAMILY), Cards((move.placed,), FAMILY)
            return text("lost-name-lost-field", card=card, placed=placed)
        case moves.Back():
            return text("lost-name-back", cards=Cards(move.cards, FAMILY))
        case moves.Trust():
            return text("lost-trust")
        case moves.Doubt():
            return text("lost-doubt")
        case moves.DeclareLost():
            return text("lost-name-lost")
    return text("lost-pass")


def steps_of(move: Move, view: LostView) -> tuple[Step, ...]:
    """Break a move into choices: what to do, then cards, a seat, a claim."""
    assert view.seat is not None
    field = view.fields[view.seat]
    match move:
        case moves.LayField():
            return (_pick("lay", move.cards),)
        case moves.Play():
            card = _card("play", move.card, "risk" if is_fatal(move.card, field) else "")
            return (
                _kind("play"),
                card,
                _target(move, view),
                _claim(move.claim, is_true(move.card, move.claim)),
            )
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
    return Step(text(f"lost-choose-{purpose}"), card, _cards(card), more)


def _placed(card: Card, field: tuple[Card, ...]) -> Step:
    return _card("place", card, "fatal" if is_fatal(card, field) else "")


def _pick(purpose: str, cards: tuple[Card, ...]) -> Step:
    return Step(text(f"lost-choose-{purpose}"), " ".join(cards), _cards(*cards), picks=cards)


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
