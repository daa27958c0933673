"""Cards, claims, moves and what happened in Lost Poker, in words."""

from __future__ import annotations

from functools import cache, lru_cache, reduce

from games.core.cards import NUMBERS, Card
from games.core.events import Event
from games.core.moves import Move
from games.core.poker import SUITS
from games.core.words import Arg, Cards, Rank, Seat, Suit, Text, text
from games.lost import events, moves
from games.lost.hands import JOKER, made, outs
from games.lost.state import LostView

FAMILY = NUMBERS.name
"""The family by which front ends print these cards: ranks read 1 to 10."""


def named(*cards: Card) -> Cards:
    """Print cards."""
    return Cards(cards, FAMILY)


@cache
def cards_text(*cards: Card) -> Text:
    """Print cards, and nothing else."""
    return text("lost-cards", cards=named(*cards))


# --- claims -----------------------------------------------------------------------------------------


@cache
def claim_text(claim: str) -> Text:
    """Put a claim into words."""
    if claim in SUITS:
        return text("lost-claim-suit", suit=Suit(claim, FAMILY))
    return sign_text(claim)


@cache
def sign_text(claim: str) -> Text:
    """Print a claim as shortly as can be: a suit by its symbol alone."""
    if claim == "joker":
        return text("lost-claim-joker")
    if claim in SUITS:
        return text("lost-sign-suit", suit=claim)
    return text("lost-sign-rank", rank=Rank(claim, FAMILY))


@lru_cache(maxsize=256)
def outs_signs(field: tuple[Card, ...]) -> tuple[Text, ...]:
    """List the suits and ranks that would make a hand of a field; none when it is not one away."""
    if not field:
        return ()
    suits, ranks = outs(field)
    return tuple([sign_text(sign) for sign in (*suits, *ranks)])


def claim_args(play: object) -> dict[str, Arg]:
    """Give who, to whom and what was claimed, of a play or of what came of it."""
    seat, target, claim = (getattr(play, name) for name in ("seat", "target", "claim"))
    return {"seat": Seat(seat), "target": Seat(target), "claim": claim_text(claim)}


# --- moves ------------------------------------------------------------------------------------------


def name_of(move: Move) -> Text:
    """Put a move into words."""
    match move:
        case moves.LayField():
            return text("lost-name-field", cards=named(*move.cards))
        case moves.Play():
            claim = claim_text(move.claim)
            return text("lost-name-play", card=named(move.card), target=Seat(move.target), claim=claim)
        case moves.Place():
            return text("lost-name-place", card=named(move.card))
        case moves.LoseFromHand():
            return text("lost-name-lost-hand", card=named(move.card))
        case moves.LoseFromField():
            return text("lost-name-lost-field", card=named(move.card), placed=named(move.placed))
        case moves.Back():
            return text("lost-name-back", cards=named(*move.cards))
        case moves.Trust():
            return text("lost-trust")
        case moves.Doubt():
            return text("lost-doubt")
        case moves.DeclareLost():
            return text("lost-name-lost")
    return text("lost-pass")


# --- what happened ----------------------------------------------------------------------------------


def said(event: Event) -> Text | None:
    """Tell what happened; ``None`` for what needs no words."""
    match event:
        case events.HandsDealt():
            return text("lost-event-dealt", count=event.size)
        case events.FieldsShown():
            return text("lost-event-fields")
        case events.CardPlayed():
            return text("lost-event-played", **claim_args(event))
        case events.CardJudged():
            return _judged(event)
        case events.CardTaken():
            return text("lost-event-taken", **claim_args(event))
        case events.LostVoided():
            return text("lost-event-voided", **claim_args(event))
        case events.Eliminated():
            return ended(event.seat, event.reason, event.cards)
        case events.CardPlaced():
            return text("lost-event-placed", seat=Seat(event.seat), card=named(event.card))
        case events.HandCardLost():
            return text("lost-event-lost-hand", seat=Seat(event.seat))
        case events.FieldCardLost():
            card, placed = named(event.card), named(event.placed)
            return text("lost-event-lost-field", seat=Seat(event.seat), card=card, placed=placed)
        case events.JokerTakenBack():
            return text("lost-event-back", seat=Seat(event.seat), cards=named(*event.cards))
        case events.Passed():
            return text("lost-event-passed", seat=Seat(event.seat))
    return None


def _judged(event: events.CardJudged) -> Text:
    what = "joker" if event.card == JOKER else event.answer
    key = f"lost-event-{what}-{'right' if event.is_right else 'wrong'}"
    return text(key, **claim_args(event), card=named(event.card))


# --- how somebody went out --------------------------------------------------------------------------


def ended(seat: int, reason: str, cards: tuple[Card, ...]) -> Text:
    """Say that a seat is out, and by what."""
    if reason == "hand":
        return text("lost-end-hand", seat=Seat(seat))
    return text("lost-end", seat=Seat(seat), hand=hand_text(reason, cards), cards=named(*cards))


def hand_text(kind: str, cards: tuple[Card, ...]) -> Text:
    """Name a hand that eliminates; ``hand`` is none at all, since no card is left.

    Args:
        kind: ``flush``, ``straight``, ``quads`` or ``hand``.
        cards: those of the hand, the first of them not the joker.
    """
    match kind:
        case "flush":
            return text("lost-hand-flush", suit=cards[0][1])
        case "quads":
            return text("lost-hand-quads", rank=Rank(cards[0][0], FAMILY))
        case "straight":
            return text("lost-hand-straight")
    return text("lost-hand-empty")


def end_of(view: LostView, seat: int) -> tuple[str, tuple[Card, ...]]:
    """Say by what a seat is out: the kind of hand that its field makes and its cards, or ``hand``."""
    return made(view.fields[seat]) or ("hand", ())


def ends_text(view: LostView) -> Text:
    """Say who is out, and by what, in as many sentences."""
    return reduce(lambda told, end: text("lost-ends", first=told, second=end), ends(view))


def ends(view: LostView) -> tuple[Text, ...]:
    """Say who is out, and by what."""
    return tuple([ended(seat, *end_of(view, seat)) for seat in view.out])
