"""Find declarations that may be true, and declarations to suggest.

All players know the open cards and the number of cards in the hand. A declaration may be true if the hand is
large enough to hold the cards that the open cards lack for it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from typing import TypeAlias

from games.core.cards import Card
from games.core.poker import RANKS, SUITS
from games.netsuzo.hands import Tally, best, is_true, makes, tally
from games.netsuzo.moves import BY_NOTATION, FREE, KINDS, LADDER, RUNS, SIZES, Declare, ranks_named
from games.netsuzo.state import NetsuzoView

Open: TypeAlias = tuple[Card, ...]

_ALIKE = {kind: (*sizes, *(1,) * FREE.get(kind, 0)) for kind, sizes in SIZES.items()}
"""For each kind, the number of cards of each rank in a hand, including kickers that the declaration does not
name.
"""

_ENDS = {bid.kind: at + 1 for at, bid in enumerate(LADDER.bids)}
_STARTS = {bid.kind: at for at, bid in reversed([*enumerate(LADDER.bids)])}
"""Index of each kind's first declaration in ``LADDER.bids``; ``_ENDS`` has the index after its last."""


def is_exact(view: NetsuzoView) -> bool:
    """True if five cards must make exactly the declared hand (option ``honesty``)."""
    return view.options["honesty"] == "exact"


def matching(claim: Declare, have: Tally) -> int:
    """Return how many of the available cards (``have``) belong to a declared hand, at most 5."""
    needs, free, below, ranks = _shape(claim)
    # Flushes count the named ranks in one suit; other hands count cards of each named rank.
    if claim.suit:
        number = (have.suits[SUITS.index(claim.suit)] & ranks).bit_count()
    else:
        counts = have.counts
        number = 0
        for at, count in needs:
            number += count if counts[at] > count else counts[at]
        # Unnamed kickers may have any other rank below the named kicker.
        if free:
            under = have.ranks & below
            spare = under.bit_count()
            # Four under a high card that make five in a row with it are no high card together.
            is_run = free == spare == 4 and (under | ranks) in _RUN_BITS
            number += min(spare, free) - is_run
    number += have.wild
    return number if number < 5 else 5


def is_possible(claim: Declare, open_cards: Open, count: int) -> bool:
    """True if the open cards and a hand of ``count`` cards can together make a declaration exactly."""
    return matching(claim, tally(open_cards)) >= 5 - count


def possible_above(open_cards: Open, count: int, last: Declare | None, *, exact: bool) -> Iterator[Declare]:
    """Yield the declarations above ``last`` that may be true, from low to high.

    If declarations differ only in the suit, only one of them is yielded.

    Args:
        open_cards: the open cards.
        count: number of cards in the declaring seat's hand.
        last: the declaration to beat.
        exact: whether five cards must make exactly the declared hand (option ``honesty``).
    """
    have = tally(open_cards)
    seen = ""
    for bid in LADDER.bids[LADDER.start_above(last) : _highest(open_cards, count)]:
        if bid.kind + bid.ranks != seen and (not exact or matching(bid, have) >= 5 - count):
            seen = bid.kind + bid.ranks
            yield bid


@lru_cache(maxsize=256)
def typical(open_cards: Open, count: int, kind: str, last: Declare | None) -> Declare | None:
    """Return the most believable declaration of a kind above ``last``; ``None`` if none can be exactly true.

    It is the declaration that needs the fewest cards besides the open cards; if there are several, the
    highest.

    Args:
        open_cards: the open cards.
        count: number of cards in the declaring seat's hand.
        kind: the kind of hand.
        last: the declaration to beat.
    """
    have, start = tally(open_cards), LADDER.start_above(last)
    # A hand of ``count`` cards needs at least 5 - count open cards; nothing can use more than ``top``.
    believable, most, top = None, 4 - count, _most(kind, have)
    if start >= _ENDS[kind] or top <= most:
        return None
    bids = _of_kind(kind, have, 5 - count)
    if kind == "flush":  # in one suit; there are thousands
        bids = bids[max(range(len(SUITS)), key=lambda suit: have.suits[suit].bit_count()) :: len(SUITS)]
    for bid in reversed(bids if last is None or kind != last.kind else _after(start, bids)):
        rests_on = matching(bid, have)
        if rests_on > most:
            believable, most = bid, rests_on
            if most == top:
                break
    return believable


def _most(kind: str, have: Tally) -> int:
    """Return at most how many of the available cards (``have``) can belong to a hand of the kind ``kind``."""
    if kind == "flush":
        number = max(map(int.bit_count, have.suits))
    elif kind in _ALIKE:
        number = sum(map(min, sorted(have.counts, reverse=True), _ALIKE[kind]))
    else:
        return 5
    return min(5, have.wild + number)


def possible_kinds(open_cards: Open, count: int, last: Declare | None, *, exact: bool) -> frozenset[str]:
    """Return the kinds of hands for which some declaration above ``last`` may be true.

    Args:
        open_cards: the open cards.
        count: number of cards in the declaring seat's hand.
        last: the declaration to beat.
        exact: whether five cards must make exactly the declared hand (option ``honesty``).
    """
    kinds = {kind for kind in KINDS if typical(open_cards, count, kind, last)}
    if exact or not kinds:
        return frozenset(kinds)
    # A better hand makes a lower declaration true, too.
    highest = max(map(KINDS.index, kinds))
    return frozenset(KINDS[: highest + 1])


def _after(start: int, bids: Sequence[Declare]) -> Sequence[Declare]:
    return bids[bisect_left(bids, start, key=LADDER.index.__getitem__) :]


@lru_cache(maxsize=256)
def _highest(open_cards: Open, count: int) -> int:
    """Return how many declarations in ``LADDER.bids`` are no higher than the highest one that may be true.

    ``count`` is the number of cards in the declaring seat's hand.
    """
    have, least = tally(open_cards), 5 - count
    falling = (bid for kind in reversed(KINDS) for bid in reversed(_of_kind(kind, have, least)))
    return LADDER.start_above(next(bid for bid in falling if matching(bid, have) >= least))


def _of_kind(kind: str, have: Tally, least: int) -> tuple[Declare, ...]:
    """Return all declarations of a kind.

    Flushes are left out if fewer than ``least`` of the available cards (``have``) can belong to a flush.
    """
    # There are thousands of flushes, so leaving them out saves time.
    if kind == "flush" and _most(kind, have) < least:
        return ()
    return LADDER.bids[_STARTS[kind] : _ENDS[kind]]


_RUN = (0,)
"""What straights have in place of the numbers in ``SIZES``: no cards of the named rank, since all five ranks
are tested at once.
"""

_RUN_BITS = {sum(1 << RANKS.index(rank) for rank in run) for run in RUNS}


@cache
def _shape(claim: Declare) -> tuple[tuple[tuple[int, int], ...], int, int, int]:
    """Return the cards that a declaration needs.

    Returns:
        Four parts: each named rank with the number of cards needed; the number of unnamed cards; a bit mask
        of the ranks that unnamed cards may have; and a bit mask of the named ranks.
    """
    # A rank that is named twice needs two cards.
    named = ranks_named(claim)
    needs = tuple([(RANKS.index(rank), named.count(rank)) for rank in dict.fromkeys(named)])
    ranks = sum(1 << at for at, _ in needs)
    below = ((1 << RANKS.index(claim.ranks[-1])) - 1) & ~ranks
    return needs, FREE.get(claim.kind, 0), below, ranks


# --- the lowest true one ----------------------------------------------------------------------------


def lowest_true(have: Tally, last: Declare | None, *, exact: bool) -> Declare | None:
    """Return the lowest true declaration above ``last``; ``None`` if there is none.

    Args:
        have: the available cards.
        last: the declaration to beat.
        exact: whether five cards must make exactly the declared hand (option ``honesty``).
    """
    start = LADDER.start_above(last)
    if start == len(LADDER.bids):
        return None
    lowest = LADDER.bids[start]
    if not exact:
        # If any higher declaration is true with this option, the very next one is.
        return lowest if is_true(lowest, have, exact=False) else None
    for kind in KINDS[KINDS.index(lowest.kind) :]:
        # Only in the kind of ``last`` do the ranks have a lower bound.
        least = tuple(map(RANKS.index, lowest.ranks)) if kind == lowest.kind else ()
        suits = SUITS if kind in ("flush", "sflush") else ("",)
        bids = [bid for suit in suits if (bid := _lowest(kind, suit, have, least))]
        if bids:
            return min(bids, key=LADDER.index.__getitem__)
    return None


def _lowest(kind: str, suit: str, have: Tally, least: Sequence[int]) -> Declare | None:
    """Return the lowest declaration that five of the available cards make exactly, or ``None``.

    Args:
        kind: the kind of hand.
        suit: the suit of a flush, otherwise empty.
        have: the available cards.
        least: the lowest ranks (as numbers) to consider; empty to consider all ranks.
    """
    counts = have.counts
    if suit:
        # A flush uses the cards of one suit alone.
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
    """Yield the ranks for which enough cards are available, such as the two ranks of a full house.

    The tuples are in ascending order. In a tuple for two pairs, the higher rank comes first.

    Args:
        sizes: number of cards needed of each rank, such as 3 and 2 for a full house.
        counts: number of cards available of each rank.
        lent: number of missing cards that jokers can replace.
        least: the first tuple to yield; empty to yield all tuples.
        end: upper limit of the first rank, exclusive.
    """
    if not sizes:
        yield ()
        return
    first = least[0] if least else 0
    for at in range(first, end):
        spare = lent - max(0, sizes[0] - counts[at])
        if spare >= 0:
            below = at if sizes[1:2] == sizes[:1] else len(counts)
            for ranks in _affordable(sizes[1:], counts, spare, least[1:] if at == first else (), below):
                yield (at, *ranks)


# --- suggested declarations and discards ----------------------------------------------------------------
#
# The number and order of suggested declarations depend only on public facts: the last declaration, the open
# cards, and the number of cards in hand. A lie therefore takes as many taps as the truth.

OFFERED = {"own": 2, "near": 2, "far": 2}
"""Number of suggested declarations: from the seat's own cards, slightly higher, and much higher."""

ALL = sum(OFFERED.values())


def likely_claims(view: NetsuzoView) -> dict[str, list[Declare]]:
    """Return the declarations to offer as buttons, by group.

    - ``own``: declarations that fit the seat's own cards.
    - ``near``: declarations slightly above the last one that may be true.
    - ``far``: believable declarations that may be much higher than the last one.

    ``OFFERED`` has the size of each group.
    """
    have, last, exact = tally((*view.hand, *view.open)), view.last, is_exact(view)
    near, far = (find(view.open, len(view.hand), last, exact) for find in (_nearest, _typical))
    taken: list[Declare] = []
    claims = {"own": chain(_own(view, have, last), far), "near": near, "far": far}
    return {
        name: _sorted(name, _take(OFFERED[name], taken, chain(bids, _next(last))))
        for name, bids in claims.items()
    }


def _sorted(name: str, claims: list[Declare]) -> list[Declare]:
    """Return the declarations of the group ``name`` from low to high. The group ``own`` keeps its order."""
    return claims if name == "own" else sorted(claims, key=LADDER.index.__getitem__)


def discards(view: NetsuzoView) -> list[tuple[Card, Declare]]:
    """Return each card that the seat may discard, with the best declaration that the other cards make.

    The cards whose discard leaves the best declaration come first.
    """
    remaining = {
        card: best(tally([*[held for held in view.hand if held != card], *view.open])) for card in view.hand
    }
    return sorted(remaining.items(), key=lambda entry: LADDER.index[entry[1]], reverse=True)


def _own(view: NetsuzoView, have: Tally, last: Declare | None) -> Iterator[Declare]:
    """Yield up to three declarations above ``last`` that fit a seat's cards.

    They are the best true declaration, the lowest true declaration, and a higher declaration that would be
    true with one more card.
    """
    # The best hand is suggested only if it is higher than the last declaration.
    truth, exact = best(have), is_exact(view)
    is_enough = LADDER.start_above(truth) > LADDER.start_above(last)
    if is_enough:
        yield truth
    lowest = lowest_true(have, last, exact=exact)
    if lowest:
        yield lowest
    # One more card can be any card, so it is counted as a joker.
    lucky = Tally(have.counts, have.suits, have.ranks, 1)
    above = None if have.wild else lowest_true(lucky, truth if is_enough else last, exact=exact)
    if above and is_possible(above, view.open, len(view.hand)):
        yield above


@lru_cache(maxsize=256)
def _nearest(open_cards: Open, count: int, last: Declare | None, exact: bool) -> tuple[Declare, ...]:
    """Return the lowest declarations above ``last`` that may be true.

    Args:
        open_cards: the open cards.
        count: number of cards in the declaring seat's hand.
        last: the declaration to beat.
        exact: whether five cards must make exactly the declared hand (option ``honesty``).
    """
    return tuple(islice(possible_above(open_cards, count, last, exact=exact), ALL))


@lru_cache(maxsize=256)
def _typical(open_cards: Open, count: int, last: Declare | None, exact: bool) -> tuple[Declare, ...]:
    """Return the most believable declaration of each kind above ``last``, then others from high to low.

    Args:
        open_cards: the open cards.
        count: number of cards in the declaring seat's hand.
        last: the declaration to beat.
        exact: whether five cards must make exactly the declared hand (option ``honesty``).
    """
    first = KINDS.index(last.kind) if last else 0
    best_of_kinds = [typical(open_cards, count, kind, last) for kind in KINDS[first:]]
    rest = tuple(islice(possible_above(open_cards, count, last, exact=exact), 3 * ALL))
    return (*(claim for claim in best_of_kinds if claim), *reversed(rest))


def _next(last: Declare | None) -> tuple[Declare, ...]:
    """Return the lowest declarations above ``last``, true or not."""
    start = LADDER.start_above(last)
    return LADDER.bids[start : start + len(SUITS) * ALL]


def _take(size: int, taken: list[Declare], claims: Iterable[Declare]) -> list[Declare]:
    """Return the first ``size`` declarations in ``claims``, and add them to ``taken``.

    A declaration is skipped if ``taken`` already has an equally strong declaration.
    """
    chosen: list[Declare] = []
    for claim in claims:
        if len(chosen) == size:
            break
        if LADDER.start_above(claim) not in map(LADDER.start_above, taken):
            chosen.append(claim)
            taken.append(claim)
    return chosen
