"""The moves of Porker Bull: all calls by strength, and the challenge.

Source: bull.md, section "Calls, low to high".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from games.core.errors import NotationError
from games.core.moves import BidOrder, Move, Word
from games.core.poker import RANKS, SUITS, TOPS, Bid

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


class Challenge(Word, frozen=True):
    """Challenge the last call, which leads to a showdown."""

    notation: ClassVar[str] = "challenge"


CHALLENGE = Challenge()


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

_BY_TEXT: dict[str, Move] = {str(call).lower(): call for call, _ in _ALL} | {"challenge": CHALLENGE}


def parse_words(words: list[str]) -> Move:
    """Return the call or challenge that lower-case words describe.

    Raises:
        NotationError: the words describe no move.
    """
    move = _BY_TEXT.get(" ".join(words))
    if move is None:
        raise NotationError("a move is 'challenge' or 'call', a kind, and its ranks, as in 'call pair K'")
    return move
