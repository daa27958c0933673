"""The moves of Porker Bull: every call in its order, and the challenge (bull.md, Calls, low to high)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from games.core.errors import NotationError
from games.core.moves import Ladder, Move, Word
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
"""Kinds from low to high, those of the wild variant included."""

WILD_KINDS = frozenset({"straight", "flush", "five", "six", "seven", "eight"})
"""Kinds that exist only when twos are wild."""

COUNTS = {"single": 1, "pair": 2, "trips": 3, "quads": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
"""Number of cards that each kind of one rank needs."""


class Call(Bid, frozen=True):
    """Claim that a combination lies among all cards dealt.

    Its kind is one of ``KINDS``. It names one rank; of ``twopair`` the higher then the lower, of ``full`` the
    three then the pair. A suit only ``flush`` and ``sflush`` have.
    """

    verb: ClassVar[str] = "call"


class Challenge(Word, frozen=True):
    """Doubt the last call."""

    notation: ClassVar[str] = "challenge"


CHALLENGE = Challenge()


def _calls() -> Iterator[tuple[Call, tuple[int, ...]]]:
    """Yield every call with its strength: the kind, then the ranks that count."""
    for kind, count in COUNTS.items():
        for rank in RANKS if count < 5 else RANKS[1:]:
            yield Call(kind, rank), (KINDS.index(kind), RANKS.index(rank))
    for high in range(13):
        for low in range(13):
            if low < high:
                yield Call("twopair", RANKS[high] + RANKS[low]), (KINDS.index("twopair"), high, low)
            if low != high:
                yield Call("full", RANKS[high] + RANKS[low]), (KINDS.index("full"), high, low)
    for top in TOPS:
        at = RANKS.index(top)
        yield Call("straight", top), (KINDS.index("straight"), at)
        for suit in SUITS:
            yield Call("sflush", top, suit), (KINDS.index("sflush"), at)
            if top != "5":
                yield Call("flush", top, suit), (KINDS.index("flush"), at)


_ALL = tuple(_calls())

LADDERS: dict[bool, Ladder[Call]] = {
    False: Ladder([bid for bid in _ALL if bid[0].kind not in WILD_KINDS]),
    True: Ladder(_ALL),
}
"""The calls in order, by whether twos are wild."""

_BY_TEXT: dict[str, Move] = {str(call).lower(): call for call, _ in _ALL} | {"challenge": CHALLENGE}


def parse_words(words: list[str]) -> Move:
    """Read a call or a challenge from lower-case words.

    Raises:
        NotationError: the words are no move of this game.
    """
    move = _BY_TEXT.get(" ".join(words))
    if move is None:
        raise NotationError("a move is 'challenge' or 'call', a kind, and its ranks, as in 'call pair K'")
    return move
