"""The hands that can be called, from low to high, and the cards that make them.

Source: bull.md, sections "Calls, low to high", "Calls" and "With wild=twos".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from games.core.cards import STANDARD, Card
from games.core.moves import BidOrder
from games.core.poker import RANKS, SUITS, TOPS, Bid, run_ranks

# --- calls --------------------------------------------------------------------------------------------------

KINDS = (
    "single",
    "pair",
    "twopair",
    "trips",
    "straight",
    "flush",
    "full",
    "quads",
    "sflush",
    "five",
    "six",
    "seven",
    "eight",
)
"""Kinds of calls from low to high, including those that need wild twos."""

WILD_KINDS = frozenset({"straight", "flush", "five", "six", "seven", "eight"})
"""Kinds of calls that exist only if twos are wild."""

COUNTS = {"single": 1, "pair": 2, "trips": 3, "quads": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
"""Number of cards for each kind of call that names a single rank."""


class Call(Bid, frozen=True):
    """Claim that all dealt cards together contain a poker hand.

    Args:
        kind: one of ``KINDS``.
        ranks: the named ranks. Two pairs: the higher pair first; full house: the three cards first.
        suit: the suit of a flush or straight flush; otherwise empty.
    """

    verb: ClassVar[str] = "call"


def _calls_with_strength() -> Iterator[tuple[Call, tuple[int, ...]]]:
    for kind, count in COUNTS.items():
        # Five or more of a kind need wild twos, so twos have no such call.
        for rank in RANKS if count < 5 else RANKS[1:]:
            yield Call(kind, rank), (KINDS.index(kind), RANKS.index(rank))
    for high in range(13):
        for low in range(13):
            # Two pairs name the higher rank first; the ranks of a full house come in any order.
            if low < high:
                yield Call("twopair", RANKS[high] + RANKS[low]), (KINDS.index("twopair"), high, low)
            if low != high:
                yield Call("full", RANKS[high] + RANKS[low]), (KINDS.index("full"), high, low)
    for top in TOPS:
        at = RANKS.index(top)
        yield Call("straight", top), (KINDS.index("straight"), at)
        for suit in SUITS:
            yield Call("sflush", top, suit), (KINDS.index("sflush"), at)
            # A flush needs four lower cards of its suit, so its top card is at least a six.
            if top != "5":
                yield Call("flush", top, suit), (KINDS.index("flush"), at)


_ALL = tuple(_calls_with_strength())

CALL_ORDERS: dict[bool, BidOrder[Call]] = {
    False: BidOrder([bid for bid in _ALL if bid[0].kind not in WILD_KINDS]),
    True: BidOrder(_ALL),
}
"""All calls in order of strength, without (``False``) and with (``True``) wild twos."""

# --- cards of a call ----------------------------------------------------------------------------------------

DECK: tuple[Card, ...] = tuple([card for card in STANDARD.cards if card != "Jk"])


def is_good(call: Call, cards: Sequence[Card], *, wild: bool) -> bool:
    """True if the dealt cards of all seats make the called hand."""
    size = size_of(call)
    return size <= len(cards) and len(matching_cards(call, cards, wild=wild)) == size


def _lower_flush_cards(call: Call, cards: Sequence[Card]) -> list[Card]:
    # Twos are left out: flushes exist only with wild twos, which are counted apart.
    lower = RANKS[1 : RANKS.index(call.ranks)]
    return [card for card in cards if card[1] == call.suit and card[0] in lower]


def matching_cards(call: Call, cards: Sequence[Card], *, wild: bool) -> tuple[Card, ...]:
    """Return the cards that belong to a called hand, wild twos last. The hand may be incomplete."""
    natural = cards
    twos: list[Card] = []
    if wild:
        natural = [card for card in cards if card[0] != "2"]
        twos = [card for card in cards if card[0] == "2"]
    matching: list[Card] = []
    for rank, suit, needed in _named_cards(call):
        matching += [card for card in natural if card[0] == rank and suit in card][:needed]
    if call.kind == "flush":
        matching += sorted(_lower_flush_cards(call, cards), key=lambda card: -RANKS.index(card[0]))[:4]
    missing = max(0, size_of(call) - len(matching))
    matching += twos[:missing]
    return tuple(matching)


class _NamedCards(NamedTuple):
    """Cards of one rank that a call names. The suit is empty if any suit counts."""

    rank: str
    suit: str
    needed: int


@cache
def _named_cards(call: Call) -> Sequence[_NamedCards]:
    if call.kind in COUNTS or call.kind in ("twopair", "full"):
        return [_NamedCards(rank, "", needed) for rank, needed in ranks_needed(call)]
    # Of a flush only the top card is named.
    if call.kind == "flush":
        return [_NamedCards(call.ranks, call.suit, 1)]
    return [_NamedCards(rank, call.suit, 1) for rank in run_ranks(call.ranks)]


def ranks_needed(call: Call) -> list[tuple[str, int]]:
    """Return the ranks that a call names, each with the number of cards needed.

    The call must not be a straight, a flush or a straight flush.
    """
    if call.kind in COUNTS:
        return [(call.ranks, COUNTS[call.kind])]
    first = 3 if call.kind == "full" else 2
    return [(call.ranks[0], first), (call.ranks[1], 2)]


SIZES = COUNTS | {"twopair": 4, "straight": 5, "flush": 5, "full": 5, "sflush": 5}
"""Number of cards of a called hand, by its kind."""


def size_of(call: Call) -> int:
    """Return the number of cards of a called hand."""
    return SIZES[call.kind]
