"""Porker Bull in words: calls, and what a view says of its table."""

from __future__ import annotations

from functools import cache

from games.bull.hands import size_of
from games.bull.moves import Call, parse_words
from games.bull.state import BullView
from games.core.cards import STANDARD
from games.core.poker import named
from games.core.words import Arg, Cards, Rank, Suit, Text, text


@cache
def call_of(call: str) -> Call:
    """Read a call as a view has it, in notation."""
    move = parse_words(call.lower().split())
    assert isinstance(move, Call)
    return move


@cache
def call_text(call: str) -> Text:
    """Put a call, given in notation, into words."""
    move = call_of(call)
    return Text(f"bull-call-{move.kind}", _named(move))


@cache
def tap_text(call: Call) -> Text:
    """Put a call into words as they stand on a button."""
    return Text(f"bull-tap-{call.kind}", _named(call))


def _named(call: Call) -> dict[str, Arg]:
    """Give what a call names: its ranks, or its top card where it has a suit."""
    return {"top": Cards((call.ranks + call.suit,), STANDARD.name)} if call.suit else named(call)


def impossible_text(call: Call, count: int) -> Text | None:
    """Say that a call takes more than ``count`` cards; ``None`` if it does not."""
    needed = size_of(call)
    if needed <= count:
        return None
    return text("bull-impossible", call=call_text(str(call)), needed=needed, count=count)


def beyond_text(call: Call, count: int) -> Text | None:
    """Say the same where it is clear of which call, or that it is true of several."""
    needed = size_of(call)
    return text("bull-beyond", needed=needed, count=count) if needed > count else None


@cache
def rank_of(rank: str) -> Rank:
    """Name a rank of the deck."""
    return Rank(rank, STANDARD.name)


@cache
def suit_of(suit: str) -> Suit:
    """Name a suit of the deck."""
    return Suit(suit, STANDARD.name)


def is_wild(view: BullView) -> bool:
    """Tell whether twos are wild."""
    return view.options["wild"] == "twos"


def cards_in_play(view: BullView) -> int:
    """Count the cards of the running round, or of the last one of a game."""
    if view.is_over and view.shown:
        return sum(map(len, view.shown.hands))
    return sum(view.sizes)
