"""The lowest true declaration above another, found without trying the thousands that lie between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.poker import RANKS, SUITS
from games.netsuzo.hands import Tally, is_true, makes
from games.netsuzo.moves import BY_NOTATION, KINDS, LADDER, Declare

_SIZES = {
    "high": (1,),
    "pair": (2, 1),
    "twopair": (2, 2, 1),
    "trips": (3, 1),
    "straight": (0,),
    "flush": (1, 1, 1, 1, 1),
    "full": (3, 2),
    "quads": (4, 1),
    "sflush": (0,),
    "five": (5,),
}
"""How many cards a declaration needs of each rank that it names; of a run's top none: it is tried whole."""


def lowest_true(have: Tally, last: Declare | None, *, exact: bool) -> Declare | None:
    """Find the lowest true declaration above another; arguments as in ``games.netsuzo.hands.is_true``."""
    start = LADDER.start_above(last)
    if start == len(LADDER.bids):
        return None
    lowest = LADDER.bids[start]
    if not exact:
        return lowest if is_true(lowest, have, exact=False) else None
    for kind in KINDS[KINDS.index(lowest.kind) :]:
        least = tuple(map(RANKS.index, lowest.ranks)) if kind == lowest.kind else ()
        suits = SUITS if kind in ("flush", "sflush") else ("",)
        found = [bid for suit in suits if (bid := _lowest(kind, suit, have, least))]
        if found:
            return min(found, key=LADDER.index.__getitem__)
    return None


def _lowest(kind: str, suit: str, have: Tally, least: Sequence[int]) -> Declare | None:
    """Find the lowest of a kind and suit that the cards make, from some ranks on."""
    counts = have.counts
    if suit:
        held = have.suits[SUITS.index(suit)]
        if held.bit_count() + have.wild < 5:
            return None
        counts = [held >> at & 1 for at in range(len(RANKS))]
    for ranks in _affordable(_SIZES[kind], counts, have.wild, least, len(RANKS)):
        words = ["declare", kind, suit, *[RANKS[at] for at in ranks]]
        bid = BY_NOTATION.get(" ".join(filter(None, words)))
        if bid is not None and makes(bid, have):
            return bid
    return None


def _affordable(
    sizes: Sequence[int], counts: Sequence[int], lent: int, least: Sequence[int], end: int
) -> Iterator[tuple[int, ...]]:
    """Yield in the ladder's order the ranks of which there are enough cards; those of equal size fall.

    Args:
        sizes: how many cards of each rank are needed.
        counts: how many there are of each rank.
        lent: how many may be lacking.
        least: the ranks to begin with; empty for all.
        end: the rank before which the first one lies.
    """
    if not sizes:
        yield ()
        return
    first = least[0] if least else 0
    for at in range(first, end):
        left = lent - max(0, sizes[0] - counts[at])
        if left >= 0:
            below = at if sizes[1:2] == sizes[:1] else len(counts)
            for ranks in _affordable(sizes[1:], counts, left, least[1:] if at == first else (), below):
                yield (at, *ranks)
