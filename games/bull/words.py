"""Texts of Porker Bull about calls, and facts of a view that several modules need."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.bull.hands import matching_cards, ranks_needed, size_of
from games.bull.moves import COUNTS, Call, parse_words
from games.bull.state import BullView
from games.core.cards import STANDARD, Card
from games.core.poker import bid_args
from games.core.words import Arg, Cards, Rank, Suit, Text, text


@cache
def call_of(call: str) -> Call:
    """Return the call with this notation."""
    move = parse_words(call.lower().split())
    assert isinstance(move, Call)
    return move


@cache
def call_text(call: str) -> Text:
    """Return the call with this notation in words."""
    move = call_of(call)
    return Text(f"bull-call-{move.kind}", _rank_args(move))


@cache
def tap_text(call: Call) -> Text:
    """Return a call in words short enough for a button."""
    return Text(f"bull-tap-{call.kind}", _rank_args(call))


def _rank_args(call: Call) -> dict[str, Arg]:
    return {"top": Cards((call.ranks + call.suit,), STANDARD.name)} if call.suit else bid_args(call)


def impossible_text(call: Call, dealt_count: int) -> Text | None:
    """Return a warning if a call needs more than ``dealt_count`` cards; otherwise ``None``."""
    needed = size_of(call)
    if needed <= dealt_count:
        return None
    return text("bull-impossible", call=call_text(str(call)), needed=needed, count=dealt_count)


def beyond_text(call: Call, dealt_count: int) -> Text | None:
    """Return a short remark if a call needs more than ``dealt_count`` cards; otherwise ``None``."""
    needed = size_of(call)
    return text("bull-beyond", needed=needed, count=dealt_count) if needed > dealt_count else None


def missing_texts(call: Call, hand: Sequence[Card], *, wild: bool) -> tuple[Text, ...]:
    """Return texts about the cards that a hand lacks for a call, by rank if possible."""
    if wild or not (call.kind in COUNTS or call.kind in ("twopair", "full")):
        return (text("bull-missing-cards", count=size_of(call) - len(matching_cards(call, hand, wild=wild))),)
    missing = []
    for rank, needed in ranks_needed(call):
        held = sum(card[0] == rank for card in hand)
        if held < needed:
            missing.append(text("bull-missing", rank=rank_of(rank), count=needed - held, held=held))
    return tuple(missing)


@cache
def rank_of(rank: str) -> Rank:
    """Return a rank of the standard deck, to print in a ``Text``."""
    return Rank(rank, STANDARD.name)


@cache
def suit_of(suit: str) -> Suit:
    """Return a suit of the standard deck, to print in a ``Text``."""
    return Suit(suit, STANDARD.name)


def is_wild(view: BullView) -> bool:
    """True if twos are wild."""
    return view.options["wild"] == "twos"


def cards_in_play(view: BullView) -> int:
    """Return the number of dealt cards in the current round, or in the last round of a finished game."""
    if view.is_over and view.shown:
        return sum(map(len, view.shown.hands))
    return sum(view.sizes)
