"""What a field is waiting for: the cards that finish it, and the pairs of cards that would.

Fields are masks (``games.lost.hands``). What was worked out of a field is remembered: the fields of one
table, and of what might become of it, come again and again.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from games.lost.hands import is_made

SUITS = tuple(0b1111111111 << 10 * i for i in range(4))
"""The cards of each suit, as a mask."""
COLUMNS = tuple(sum(1 << 10 * suit + rank for suit in range(4)) for rank in range(10))
"""The cards of each rank, as a mask."""
_RUNS = tuple(tuple(COLUMNS[low : low + 4]) for low in range(7))
PLAIN = (1 << 40) - 1
"""All cards but the joker."""


class Outlook(msgspec.Struct, frozen=True):
    """What may become of a field.

    Args:
        is_made: whether it makes a hand already.
        fatal: the plain cards of which any one more makes a hand.
        alike: sets of plain cards of which any two more make a hand.
        ranks: pairs of sets: a card of each makes a hand.
        near: all plain cards that would leave a hand one away.
    """

    is_made: bool
    fatal: int
    alike: tuple[int, ...]
    ranks: tuple[tuple[int, int], ...]
    near: int


@lru_cache(maxsize=1 << 16)
def outlook(mask: int) -> Outlook:
    """Look at a field."""
    jokers = mask >> 40
    plain = mask & PLAIN
    fatal = near = 0
    alike: list[int] = []
    ranks: list[tuple[int, int]] = []
    for group in (*SUITS, *COLUMNS):
        lack = 4 - jokers - (plain & group).bit_count()
        if lack == 1:
            fatal |= group
        elif lack == 2:
            alike.append(group & ~plain)
            near |= group
    for run in _RUNS:
        lacking = [column for column in run if not plain & column]
        lack = len(lacking) - jokers
        if lack == 1:
            for column in lacking:
                fatal |= column
        elif lack == 2:
            for i, one in enumerate(lacking):
                near |= one
                ranks += [(one, other) for other in lacking[i + 1 :]]
    fatal &= ~plain
    return Outlook(is_made(mask), fatal, tuple(alike), tuple(ranks), near & ~plain & ~fatal)


def pair_danger(seen: Outlook, live: int) -> float:
    """Say how likely two cards of ``live``, drawn at random, make a hand together, roughly.

    What one card alone makes does not count.
    """
    live &= ~seen.fatal
    count = live.bit_count()
    if count < 2:
        return 0.0
    pairs = 0
    for cards in seen.alike:
        k = (cards & live).bit_count()
        pairs += k * (k - 1)
    for one, other in seen.ranks:
        pairs += 2 * (one & live).bit_count() * (other & live).bit_count()
    return pairs / (count * (count - 1))
