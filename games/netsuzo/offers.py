"""Likely declarations and discards (netsuzo.md, A hand).

How many declarations are offered, and in which order, follows from what everybody knows: the last
declaration, the open cards, the number of cards in hand. So a lie takes as many taps as the truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice

from games.core.cards import Card
from games.core.poker import SUITS
from games.netsuzo.hands import Tally, best, tally
from games.netsuzo.moves import KINDS, LADDER, Declare
from games.netsuzo.possible import Open, is_exact, is_possible, lowest_true, possible_above, typical
from games.netsuzo.state import NetsuzoView
from games.netsuzo.words import last_claim

SIZES = {"own": 2, "near": 2, "far": 2}
"""Numbers of declarations offered: from one's own cards, the next ones, higher ones."""

ALL = sum(SIZES.values())


def likely_claims(view: NetsuzoView) -> dict[str, list[Declare]]:
    """List what the own cards make, then what others may believe: a little higher, and higher.

    Always as many as ``SIZES`` says, unless so many higher ones do not exist.
    """
    have, last, exact = tally((*view.hand, *view.open)), last_claim(view), is_exact(view)
    near, far = (find(view.open, len(view.hand), last, exact) for find in (_nearest, _typical))
    taken: list[Declare] = []
    claims = {"own": chain(_own(view, have, last), far), "near": near, "far": far}
    return {
        name: _sorted(name, _take(SIZES[name], taken, chain(found, _next(last))))
        for name, found in claims.items()
    }


def _sorted(name: str, claims: list[Declare]) -> list[Declare]:
    """Sort what others may believe from low to high; of one's own the best comes first."""
    return claims if name == "own" else sorted(claims, key=LADDER.index.__getitem__)


def discards(view: NetsuzoView) -> list[tuple[Card, Declare]]:
    """List the cards of the hand with what is left without each, best first."""
    left = {
        card: best(tally([*[held for held in view.hand if held != card], *view.open])) for card in view.hand
    }
    return sorted(left.items(), key=lambda one: LADDER.index[one[1]], reverse=True)


def _own(view: NetsuzoView, have: Tally, last: Declare | None) -> Iterator[Declare]:
    """Yield the best that is true, the lowest, and what one card more would make, if it may be believed."""
    truth, exact = best(have), is_exact(view)
    is_enough = LADDER.start_above(truth) > LADDER.start_above(last)
    if is_enough:
        yield truth
    lowest = lowest_true(have, last, exact=exact)
    if lowest:
        yield lowest
    lucky = Tally(have.counts, have.suits, have.ranks, 1)
    above = None if have.wild else lowest_true(lucky, truth if is_enough else last, exact=exact)
    if above and is_possible(above, view.open, len(view.hand)):
        yield above


@lru_cache(maxsize=256)
def _nearest(open_cards: Open, count: int, last: Declare | None, exact: bool) -> tuple[Declare, ...]:
    """List the next declarations that may be true, more than are offered: some may be taken."""
    return tuple(islice(possible_above(open_cards, count, last, exact=exact), ALL))


@lru_cache(maxsize=256)
def _typical(open_cards: Open, count: int, last: Declare | None, exact: bool) -> tuple[Declare, ...]:
    """List what would be believed most of the same kind and of each higher one, then the highest possible."""
    first = KINDS.index(last.kind) if last else 0
    found = [typical(open_cards, count, kind, last) for kind in KINDS[first:]]
    rest = tuple(islice(possible_above(open_cards, count, last, exact=exact), 3 * ALL))
    return (*(claim for claim in found if claim), *reversed(rest))


def _next(last: Declare | None) -> tuple[Declare, ...]:
    """List enough of the next declarations, whether anybody could believe them or not."""
    start = LADDER.start_above(last)
    return LADDER.bids[start : start + len(SUITS) * ALL]


def _take(size: int, taken: list[Declare], claims: Iterable[Declare]) -> list[Declare]:
    """Take the first few that are not offered yet, those of equal strength only once."""
    found: list[Declare] = []
    for claim in claims:
        if len(found) == size:
            break
        if LADDER.start_above(claim) not in map(LADDER.start_above, taken):
            found.append(claim)
            taken.append(claim)
    return found
