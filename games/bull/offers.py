"""The calls that a player is offered first: the lowest ones, and some of the next two kinds.

A panel is private, but everybody sees how long a player takes. So a lie must be as quick to choose as the
truth: the number of offered calls, their titles and their order depend only on public facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from games.bull.hands import evidence, size_of
from games.bull.moves import LADDERS, Call
from games.bull.state import BullView
from games.bull.words import call_of, cards_in_play, is_wild
from games.core.cards import Card

_Calls: TypeAlias = tuple[tuple[Call, ...], tuple[tuple[Call, ...], ...]]
"""The lowest calls, and further calls grouped by kind."""

NEXT_CALLS_OFFERED = 2
"""Number of next higher calls that are always offered."""

CALLS_OF_KINDS = (3, 3)
"""Numbers of calls offered of the lowest two kinds above those."""


def likely_calls(view: BullView) -> _Calls:
    """Return the lowest calls, and likely calls of two kinds, from low to high.

    Calls that need more cards than are in play are left out.
    """
    last = call_of(view.calls[-1][1]) if view.calls else None
    heard = Counter(rank for _, call in view.calls for rank in call_of(call).ranks)
    return _likely(is_wild(view), last, cards_in_play(view), view.hand, tuple(sorted(heard.items())))


@lru_cache(maxsize=1024)
def _likely(
    wild: bool, last: Call | None, count: int, hand: tuple[Card, ...], heard: tuple[tuple[str, int], ...]
) -> _Calls:
    """Return the offered calls for the facts that they depend on.

    Args:
        wild: whether twos are wild.
        last: the last call, if any.
        count: number of cards in play.
        hand: the player's hand.
        heard: ranks that were called in this round, each with the number of times.
    """
    lowest, kinds = _calls_above(wild, last, count)
    spoken = Counter(dict(heard))
    picked = [
        _picked(wild, calls, size, hand, spoken) for calls, size in zip(kinds, CALLS_OF_KINDS, strict=False)
    ]
    return lowest, tuple(picked)


@lru_cache(maxsize=1024)
def _calls_above(wild: bool, last: Call | None, count: int) -> _Calls:
    """Return the lowest calls that ``count`` cards can make, and all higher ones grouped by kind."""
    ladder = LADDERS[wild]
    above = [call for call in ladder.bids[ladder.start_above(last) :] if size_of(call) <= count]
    by_kind = groupby(above[NEXT_CALLS_OFFERED:], key=lambda call: call.kind)
    return tuple(above[:NEXT_CALLS_OFFERED]), tuple(tuple(calls) for _, calls in by_kind)


def _picked(
    wild: bool, calls: Sequence[Call], count: int, hand: Sequence[Card], spoken: Counter[str]
) -> tuple[Call, ...]:
    """Return ``count`` of some calls: the ones that the hand supports best, and the one it supports least.

    Of equally supported calls, those with ranks that were called before come first, because they are believed
    more easily.
    """
    held = {call: len(evidence(call, hand, wild=wild)) for call in calls}
    heard = {call: sum([spoken[rank] for rank in {*call.ranks}]) for call in calls}
    best = sorted(calls, key=lambda call: (-held[call], -heard[call]))[: count - 1]
    left = [call for call in calls if call not in best]
    lie = sorted(left, key=lambda call: (held[call], -heard[call]))[:1]
    picked = {*best, *lie}
    return tuple(call for call in calls if call in picked)
