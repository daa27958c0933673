"""Calls by one tap: the lowest, and of two kinds some that the hand speaks for and some that it does not.

A panel is private, but the time that somebody takes is not. So a lie is as near as the truth: how many calls
are offered, under which titles and in which order, follows from what everybody sees.
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
from games.bull.words import call_of, cards_in_play, is_wild, tap_text
from games.core.presentation import Offer, Shortcut
from games.core.words import text

_Calls: TypeAlias = tuple[tuple[Call, ...], tuple[tuple[Call, ...], ...]]
"""The lowest calls, and the other ones by kind."""

LOWEST = 2
"""How many of the next higher calls are offered, whatever they are."""

OF_KINDS = (4, 3)
"""How many calls are offered of the lowest two kinds that have more."""


def call_offers(view: BullView) -> tuple[Offer, ...]:
    """Offer calls of two kinds to the seat to act, beside the lowest; none that cannot be there."""
    _, kinds = _open_calls(view)
    called = Counter(rank for _, call in view.calls for rank in call_of(call).ranks)
    return tuple(_offer(view, calls, count, called) for calls, count in zip(kinds, OF_KINDS, strict=False))


def lowest_calls(view: BullView) -> tuple[Shortcut, ...]:
    """Offer the lowest calls to the seat to act; none that cannot be there."""
    lowest, _ = _open_calls(view)
    return tuple(_shortcut(view, call) for call in lowest)


def _open_calls(view: BullView) -> _Calls:
    last = call_of(view.calls[-1][1]) if view.calls else None
    return _calls_above(is_wild(view), last, cards_in_play(view))


@lru_cache(maxsize=1024)
def _calls_above(wild: bool, last: Call | None, count: int) -> _Calls:
    """List the lowest calls that ``count`` cards can hold, and the other ones by kind."""
    ladder = LADDERS[wild]
    above = [call for call in ladder.bids[ladder.start_above(last) :] if size_of(call) <= count]
    by_kind = groupby(above[LOWEST:], key=lambda call: call.kind)
    return tuple(above[:LOWEST]), tuple(tuple(calls) for _, calls in by_kind)


def _offer(view: BullView, calls: Sequence[Call], count: int, called: Counter[str]) -> Offer:
    held = {call: _held(view, call) for call in calls}
    picked = _picked(calls, count, held, called)
    return Offer(text(f"bull-kind-{calls[0].kind}"), tuple(_shortcut(view, call) for call in picked))


def _picked(
    calls: Sequence[Call], count: int, held: dict[Call, int], called: Counter[str]
) -> tuple[Call, ...]:
    """Pick calls that the hand speaks for most, and one that it speaks for least; low to high.

    What others have called is believed sooner, so it goes first among equals.
    """
    heard = {call: sum(called[rank] for rank in {*call.ranks}) for call in calls}
    best = sorted(calls, key=lambda call: (-held[call], -heard[call]))[: count - 1]
    left = [call for call in calls if call not in best]
    lie = sorted(left, key=lambda call: (held[call], -heard[call]))[:1]
    picked = {*best, *lie}
    return tuple(call for call in calls if call in picked)


def _shortcut(view: BullView, call: Call) -> Shortcut:
    return Shortcut(text("bull-tap", call=tap_text(call), held=_held(view, call)), str(call))


def _held(view: BullView, call: Call) -> int:
    """Count the cards of one's own hand that speak for a call."""
    return len(evidence(call, view.hand, wild=is_wild(view)))
