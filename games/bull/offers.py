"""Calls by one tap: the lowest, and of two kinds some that the hand speaks for and some that it does not.

A panel is private, but the time that somebody takes is not. So a lie is as near as the truth: how many calls
are offered, under which titles and in which order, follows from what everybody sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from games.bull.hands import evidence, size_of
from games.bull.moves import LADDERS, Call
from games.bull.state import BullView
from games.bull.words import call_of, cards_in_play, is_wild, tap_text
from games.core.cards import Card
from games.core.presentation import Offer, Shortcut
from games.core.words import text

LOWEST = 2
"""How many of the next higher calls are offered, whatever they are."""

OF_KINDS = (4, 3)
"""How many calls are offered of the lowest two kinds that have more."""


def call_offers(view: BullView) -> tuple[Offer, ...]:
    """Offer calls to the seat to act: no kind that takes more cards than are in play."""
    last = call_of(view.calls[-1][1]) if view.calls else None
    wild = is_wild(view)
    lowest, kinds = _open_calls(wild, last, cards_in_play(view))
    called = Counter(rank for _, call in view.calls for rank in call_of(call).ranks)
    title = "bull-offer-lowest" if last is None else "bull-offer-next"
    offers = [_offer(title, lowest, view.hand, wild)] if lowest else []
    for calls, count in zip(kinds, OF_KINDS, strict=False):
        held = {call: len(evidence(call, view.hand, wild=wild)) for call in calls}
        picked = _picked(calls, count, held, called)
        offers.append(_offer(f"bull-kind-{picked[0].kind}", picked, view.hand, wild))
    return tuple(offers)


@lru_cache(maxsize=1024)
def _open_calls(
    wild: bool, last: Call | None, count: int
) -> tuple[tuple[Call, ...], tuple[tuple[Call, ...], ...]]:
    """List the lowest calls that ``count`` cards can hold, and the other ones by kind."""
    ladder = LADDERS[wild]
    above = [call for call in ladder.bids[ladder.start_above(last) :] if size_of(call) <= count]
    by_kind = groupby(above[LOWEST:], key=lambda call: call.kind)
    return tuple(above[:LOWEST]), tuple(tuple(calls) for _, calls in by_kind)


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


def _offer(title: str, calls: Sequence[Call], hand: Sequence[Card], wild: bool) -> Offer:
    return Offer(text(title), tuple(_shortcut(call, hand, wild) for call in calls))


def _shortcut(call: Call, hand: Sequence[Card], wild: bool) -> Shortcut:
    held = len(evidence(call, hand, wild=wild))
    return Shortcut(text("bull-tap", call=tap_text(call), held=held), str(call))
