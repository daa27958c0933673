"""Suggested declarations and discards (netsuzo.md, A hand).

The number and order of suggested declarations depend only on public facts: the last declaration, the open
cards, and the number of cards in hand. A lie therefore takes as many taps as the truth.
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
"""Number of suggested declarations: from the seat's own cards, slightly higher, and much higher."""

ALL = sum(SIZES.values())


def likely_claims(view: NetsuzoView) -> dict[str, list[Declare]]:
    """Return suggested declarations in the groups ``own``, ``near`` and ``far``.

    ``own`` is based on the seat's own cards; ``near`` and ``far`` are believable ones, slightly and much
    higher. Each group has the size in ``SIZES``, unless there are fewer higher declarations.
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
    """Return declarations sorted from low to high; the group ``own`` keeps its order."""
    return claims if name == "own" else sorted(claims, key=LADDER.index.__getitem__)


def discards(view: NetsuzoView) -> list[tuple[Card, Declare]]:
    """Return the cards of the hand, each with the best hand that remains without it, best first."""
    left = {
        card: best(tally([*[held for held in view.hand if held != card], *view.open])) for card in view.hand
    }
    return sorted(left.items(), key=lambda one: LADDER.index[one[1]], reverse=True)


def _own(view: NetsuzoView, have: Tally, last: Declare | None) -> Iterator[Declare]:
    """Yield declarations from the seat's own cards.

    These are the best true one, the lowest true one, and the lowest that one more card would make, if it is
    believable.
    """
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
    """Return the next declarations that may be true, with spares in case some are suggested already."""
    return tuple(islice(possible_above(open_cards, count, last, exact=exact), ALL))


@lru_cache(maxsize=256)
def _typical(open_cards: Open, count: int, last: Declare | None, exact: bool) -> tuple[Declare, ...]:
    """Return the most believable declaration of the kind of ``last``, and of each higher kind.

    They are followed by other declarations that may be true, from high to low.
    """
    first = KINDS.index(last.kind) if last else 0
    found = [typical(open_cards, count, kind, last) for kind in KINDS[first:]]
    rest = tuple(islice(possible_above(open_cards, count, last, exact=exact), 3 * ALL))
    return (*(claim for claim in found if claim), *reversed(rest))


def _next(last: Declare | None) -> tuple[Declare, ...]:
    """Return the next declarations in order, believable or not."""
    start = LADDER.start_above(last)
    return LADDER.bids[start : start + len(SUITS) * ALL]


def _take(size: int, taken: list[Declare], claims: Iterable[Declare]) -> list[Declare]:
    """Return the first ``size`` claims whose strength is not in ``taken``, and add them to it."""
    found: list[Declare] = []
    for claim in claims:
        if len(found) == size:
            break
        if LADDER.start_above(claim) not in map(LADDER.start_above, taken):
            found.append(claim)
            taken.append(claim)
    return found
