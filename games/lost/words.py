"""Texts for the cards, claims, moves and events of Lost Poker."""

from __future__ import annotations

from functools import cache, lru_cache, reduce

from games.core.cards import NUMBERS, Card
from games.core.events import Event
from games.core.moves import Move
from games.core.poker import SUITS
from games.core.words import Arg, Cards, Rank, Seat, Suit, Text, text
from games.lost import moves
from games.lost.hands import JOKER, CompleteHand, find_hand, outs
from games.lost.state import (
    CardJudged,
    CardPlaced,
    CardPlayed,
    CardTaken,
    Eliminated,
    FieldCardLost,
    FieldsShown,
    HandCardLost,
    HandsDealt,
    JokerTakenBack,
    LostView,
    LostVoided,
    Passed,
)

FAMILY = NUMBERS.name
"""The card family that front ends use for printing: ranks read 1 to 10."""


def cards_of(*cards: Card) -> Cards:
    """Return cards as an argument for translated texts."""
    return Cards(cards, FAMILY)


@cache
def cards_text(*cards: Card) -> Text:
    """Return a text that consists of cards alone."""
    return text("lost-cards", cards=cards_of(*cards))


# --- claims -----------------------------------------------------------------------------------------


@cache
def claim_text(claim: str) -> Text:
    """Return the text of a claim."""
    if claim in SUITS:
        return text("lost-claim-suit", suit=Suit(claim, FAMILY))
    return short_claim_text(claim)


@cache
def short_claim_text(claim: str) -> Text:
    """Return the shortest text of a claim: the symbol of a suit, the name of a rank, or the joker."""
    if claim == "joker":
        return text("lost-claim-joker")
    if claim in SUITS:
        return text("lost-sign-suit", suit=claim)
    return text("lost-sign-rank", rank=Rank(claim, FAMILY))


@lru_cache(maxsize=256)
def outs_texts(face_up: tuple[Card, ...]) -> tuple[Text, ...]:
    """Return a short text for each suit and rank that would complete a hand."""
    if not face_up:
        return ()
    suits, ranks = outs(face_up)
    return tuple([short_claim_text(sign) for sign in (*suits, *ranks)])


def claim_args(play: object) -> dict[str, Arg]:
    """Return the arguments ``seat``, ``target`` and ``claim`` of a text about a play.

    Args:
        play: the play, or an event that ended it.
    """
    seat, target, claim = (getattr(play, name) for name in ("seat", "target", "claim"))
    return {"seat": Seat(seat), "target": Seat(target), "claim": claim_text(claim)}


# --- moves ------------------------------------------------------------------------------------------


def move_text(move: Move) -> Text:
    """Return the text of a move, as on a button."""
    match move:
        case moves.LayFirstCards():
            return text("lost-name-field", cards=cards_of(*move.cards))
        case moves.Play():
            claim = claim_text(move.claim)
            return text("lost-name-play", card=cards_of(move.card), target=Seat(move.target), claim=claim)
        case moves.PlaceCard():
            return text("lost-name-place", card=cards_of(move.card))
        case moves.DiscardFromHand():
            return text("lost-name-lost-hand", card=cards_of(move.card))
        case moves.ReplaceFaceUpCard():
            return text("lost-name-lost-field", card=cards_of(move.card), placed=cards_of(move.placed))
        case moves.TakeJokerBack():
            return text("lost-name-back", cards=cards_of(*move.cards))
        case moves.Trust():
            return text("lost-trust")
        case moves.Doubt():
            return text("lost-doubt")
        case moves.DeclareLost():
            return text("lost-name-lost")
    return text("lost-pass")


# --- what happened ----------------------------------------------------------------------------------


def event_text(event: Event) -> Text | None:
    """Return the text of an event; ``None`` for an event without a text."""
    match event:
        case HandsDealt():
            return text("lost-event-dealt", count=event.size)
        case FieldsShown():
            return text("lost-event-fields")
        case CardPlayed():
            return text("lost-event-played", **claim_args(event))
        case CardJudged():
            what = "joker" if event.card == JOKER else event.answer
            key = f"lost-event-{what}-{'right' if event.is_right else 'wrong'}"
            return text(key, **claim_args(event), card=cards_of(event.card))
        case CardTaken():
            return text("lost-event-taken", **claim_args(event))
        case LostVoided():
            return text("lost-event-voided", **claim_args(event))
        case Eliminated():
            hand = None if event.reason == "hand" else CompleteHand(event.reason, event.cards)
            return elimination_text(event.seat, hand)
        case CardPlaced():
            return text("lost-event-placed", seat=Seat(event.seat), card=cards_of(event.card))
        case HandCardLost():
            return text("lost-event-lost-hand", seat=Seat(event.seat))
        case FieldCardLost():
            card, placed = cards_of(event.card), cards_of(event.placed)
            return text("lost-event-lost-field", seat=Seat(event.seat), card=card, placed=placed)
        case JokerTakenBack():
            return text("lost-event-back", seat=Seat(event.seat), cards=cards_of(*event.cards))
        case Passed():
            return text("lost-event-passed", seat=Seat(event.seat))
    return None


# --- eliminations -----------------------------------------------------------------------------------


def elimination_text(seat: int, hand: CompleteHand | None) -> Text:
    """Return a sentence that a seat is eliminated, with the reason.

    Args:
        hand: the hand that eliminates the seat; ``None`` if the seat has no cards left.
    """
    if hand is None:
        return text("lost-end-hand", seat=Seat(seat))
    return text("lost-end", seat=Seat(seat), hand=hand_text(hand), cards=cards_of(*hand.cards))


def hand_text(hand: CompleteHand | None) -> Text:
    """Return the name of a hand that eliminates a seat, or of an empty hand (``None``)."""
    if hand is None:
        return text("lost-hand-empty")
    # The first card is never the joker, which is the last one of a hand.
    first = hand.cards[0]
    if hand.kind == "flush":
        return text("lost-hand-flush", suit=first[1])
    if hand.kind == "quads":
        return text("lost-hand-quads", rank=Rank(first[0], FAMILY))
    return text("lost-hand-straight")


def elimination_hand(view: LostView, seat: int) -> CompleteHand | None:
    """Return the hand that eliminated a seat; ``None`` if the seat had no cards left."""
    return find_hand(view.fields[seat])


def eliminations_text(view: LostView) -> Text:
    """Return one text that lists all eliminated seats with the reasons."""
    return reduce(
        lambda first, second: text("lost-ends", first=first, second=second),
        [elimination_text(seat, elimination_hand(view, seat)) for seat in view.out],
    )
