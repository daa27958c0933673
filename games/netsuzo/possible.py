"""Which declarations may be true for all that everybody sees: the open cards and the number of cards in hand.

How close some cards come to a declaration is asked twice: of the open cards alone, what no hand could make
true is told from what one might; of a hand with them, how much of a lie a declaration is. The lowest true
declaration above another is found without trying the thousands that lie between.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from games.core.cards import Card
from games.core.poker import RANKS, SUITS
from games.netsuzo.hands import Tally, is_true, makes, tally
from games.netsuzo.moves import BY_NOTATION, FREE, KINDS, LADDER, RUNS, SIZES, Declare, ranks_named
from games.netsuzo.state import NetsuzoView

Open: TypeAlias = tuple[Card, ...]

_ALIKE = {kind: (*sizes, *(1,) * FREE.get(kind, 0)) for kind, sizes in SIZES.items()}
"""Numbers of cards of each rank that a kind has."""

_ENDS = {bid.kind: at + 1 for at, bid in enumerate(LADDER.bids)}
_STARTS = {bid.kind: at for at, bid in reversed([*enumerate(LADDER.bids)])}
"""Where each kind ends and begins on the ladder."""


def is_exact(view: NetsuzoView) -> bool:
    """Tell whether a declaration has to be makeable as it is."""
    return view.options["honesty"] == "exact"


def matching(claim: Declare, have: Tally) -> int:
    """Count how many cards, 5 at most, have a place in a declared hand."""
    needs, free, below, ranks = _shape(claim)
    if claim.suit:
        found = (have.suits[SUITS.index(claim.suit)] & ranks).bit_count()
    else:
        counts = have.counts
        found = 0
        for at, count in needs:
            found += count if counts[at] > count else counts[at]
        if free:
            under = have.ranks & below
            spare = under.bit_count()
            # Four under a high card that make five in a row with it are no high card together.
            is_run = free == spare == 4 and (under | ranks) in _RUN_BITS
            found += min(spare, free) - is_run
    found += have.wild
    return found if found < 5 else 5


def is_possible(claim: Declare, open_cards: Open, count: int) -> bool:
    """Tell whether some hand of so many cards makes a declaration exactly."""
    return matching(claim, tally(open_cards)) >= 5 - count


def possible_above(open_cards: Open, count: int, last: Declare | None, *, exact: bool) -> Iterator[Declare]:
    """Yield, from low to high, what may be true of somebody who holds so many cards.

    Of declarations that differ in the suit only, one is yielded.

    Args:
        open_cards: the open cards.
        count: how many cards are in hand.
        last: the declaration that has to be beaten.
        exact: the option ``honesty``.
    """
    have = tally(open_cards)
    seen = ""
    for bid in LADDER.bids[LADDER.start_above(last) : _highest(open_cards, count)]:
        if bid.kind + bid.ranks != seen and (not exact or matching(bid, have) >= 5 - count):
            seen = bid.kind + bid.ranks
            yield bid


@lru_cache(maxsize=256)
def typical(open_cards: Open, count: int, kind: str, last: Declare | None) -> Declare | None:
    """Find what would be believed most of a kind: what rests on open cards most, and of that the highest.

    Returns:
        A declaration above ``last`` that some hand of so many cards makes exactly; ``None`` if there is none.
    """
    have, start = tally(open_cards), LADDER.start_above(last)
    found, most, top = None, 4 - count, _most(kind, have)
    if start >= _ENDS[kind] or top <= most:
        return None
    bids = _of_kind(kind, have, 5 - count)
    if kind == "flush":  # in one suit; there are thousands
        bids = bids[max(range(len(SUITS)), key=lambda suit: have.suits[suit].bit_count()) :: len(SUITS)]
    for bid in reversed(bids if last is None or kind != last.kind else _after(start, bids)):
        rests_on = matching(bid, have)
        if rests_on > most:
            found, most = bid, rests_on
            if most == top:
                break
    return found


def _most(kind: str, have: Tally) -> int:
    """Bound from above how many cards can have a place in a declaration of a kind; see ``matching``."""
    if kind == "flush":
        found = max(map(int.bit_count, have.suits))
    elif kind in _ALIKE:
        found = sum(map(min, sorted(have.counts, reverse=True), _ALIKE[kind]))
    else:
        return 5
    return min(5, have.wild + found)


def possible_kinds(open_cards: Open, count: int, last: Declare | None, *, exact: bool) -> frozenset[str]:
    """Name the kinds of which something above ``last`` may be true; arguments as for ``possible_above``."""
    found = {kind for kind in KINDS if typical(open_cards, count, kind, last)}
    if exact or not found:
        return frozenset(found)
    highest = max(map(KINDS.index, found))
    return frozenset(KINDS[: highest + 1])


def _after(start: int, bids: Sequence[Declare]) -> Sequence[Declare]:
    return bids[bisect_left(bids, start, key=LADDER.index.__getitem__) :]


@lru_cache(maxsize=256)
def _highest(open_cards: Open, count: int) -> int:
    """Find where the declarations begin that are too high for any hand of so many cards."""
    have, least = tally(open_cards), 5 - count
    falling = (bid for kind in reversed(KINDS) for bid in reversed(_of_kind(kind, have, least)))
    return LADDER.start_above(next(bid for bid in falling if matching(bid, have) >= least))


def _of_kind(kind: str, have: Tally, least: int) -> tuple[Declare, ...]:
    """List a kind; nothing of thousands of flushes where no suit has as many cards as are needed."""
    if kind == "flush" and _most(kind, have) < least:
        return ()
    return LADDER.bids[_STARTS[kind] : _ENDS[kind]]


_RUN = (0,)
"""No card of a run's top is needed by itself: a run is tried whole."""

_RUN_BITS = {sum(1 << RANKS.index(rank) for rank in run) for run in RUNS}


@cache
def _shape(claim: Declare) -> tuple[tuple[tuple[int, int], ...], int, int, int]:
    """Take a declaration apart.

    Returns:
        Places of the ranks it names with how many cards of each; how many cards are free; the ranks these
        may have, as bits; the ranks named, as bits.
    """
    named = ranks_named(claim)
    needs = tuple([(RANKS.index(rank), named.count(rank)) for rank in dict.fromkeys(named)])
    ranks = sum(1 << at for at, _ in needs)
    below = ((1 << RANKS.index(claim.ranks[-1])) - 1) & ~ranks
    return needs, FREE.get(claim.kind, 0), below, ranks


# --- the lowest true one ----------------------------------------------------------------------------


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
    for ranks in _affordable(SIZES.get(kind, _RUN), counts, have.wild, least, len(RANKS)):
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
