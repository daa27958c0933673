"""The features by which a learner describes a decision of Netsuzo Poker."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from games.core.moves import Move
from games.core.rules import State
from games.core.strategy import TableLayout
from games.netsuzo.hands import (
    BY_NOTATION,
    DECLARATION_ORDER,
    KINDS,
    Declare,
    best,
    count_cards,
    is_true,
    makes,
)
from games.netsuzo.rules import ACCEPT, REJECT, NetsuzoState, NetsuzoView
from lab.responders.study import Habit, KeyedMove, habits_of

STEPS = (2, 5, 15, 40, 120, 400)
"""Smallest rise over the last declaration in each class after the first."""
WHAT = 4
KIND = len(KINDS)
STEP = len(STEPS) + 1
SIZE = 6
NUMBER = 6
OPEN = 5
REDS = 4
"""Numbers of possible values of features.

``WHAT``: accept, reject, true or false declaration. ``KIND``: kinds of declarations. ``STEP``: rises over the
declaration before. ``SIZE``: cards in a hand. ``NUMBER``: earlier declarations. ``OPEN``: cards that fit the
declaration, among the open ones or in the seat's own hand. ``REDS``: red chips of a seat.
"""
NEUTRAL = 0.6
"""Value of a hand in which a seat neither gains nor loses a chip."""


class NetsuzoStudy:
    """Describes decisions in Netsuzo Poker for a learner.

    A hand has value 1 if the seat gains a blue chip, 0 if it loses a red chip, otherwise ``NEUTRAL``.
    """

    layout = TableLayout(
        {
            "what": WHAT,
            "kind": KIND,
            "step": STEP,
            "number": NUMBER,
            "open_cards": OPEN,
            "own_cards": OPEN,
            "is_my_kind": 2,
            "size": SIZE,
            "other_size": SIZE,
            "last_kind": KIND + 1,
            "is_below_mine": 2,
            "reds": REDS,
            "other_reds": REDS,
        },
        (
            "what kind step number",
            "what kind open_cards own_cards is_my_kind",
            "what kind size other_size number",
            "what kind last_kind is_below_mine",
            "what reds other_reds number is_below_mine",
        ),
    )
    habits: Mapping[str, Habit] = habits_of(REJECT, Declare, "declared")

    def options(self, view: NetsuzoView, legal: Sequence[Move], plan: Move) -> list[KeyedMove]:
        if plan in (ACCEPT, REJECT):
            return self._with_keys(view, (ACCEPT, REJECT))
        if not isinstance(plan, Declare):
            return []
        have = count_cards(view.hand + view.open)
        top = best(have)
        # A few low declarations, and the lowest, the middle and the highest true one.
        thought: list[Move] = [plan]
        thought += legal[:12:4]
        if top in legal:
            up_to_top = legal[: legal.index(top) + 1]
            truths = [bid for bid in up_to_top if isinstance(bid, Declare) and makes(bid, have)]
            if truths:
                thought += [truths[0], truths[len(truths) // 2], top]
        return self._with_keys(view, dict.fromkeys(thought))

    def _with_keys(self, view: NetsuzoView, moves: Iterable[Move]) -> list[KeyedMove]:
        return [(move, self._keys(view, move)) for move in moves]

    def certain_value(self, state: NetsuzoState, move: Move) -> float | None:
        if move != REJECT or state.last is None:
            return None
        have = count_cards(state.hands[state.turn] + state.open)
        return float(not is_true(state.last, have, exact=state.variant.exact))

    def decided_values(self, before: NetsuzoState, after: State) -> Mapping[int, float]:
        assert isinstance(after, NetsuzoState)
        showdown = after.shown
        if showdown is None or showdown is before.shown:
            return {}
        values = dict.fromkeys(range(len(after.reds)), NEUTRAL)
        if not showdown.is_true:
            values[showdown.rejecter] = 1.0
        return values | {showdown.loser: 0.0}

    def _keys(self, view: NetsuzoView, move: Move) -> tuple[int, ...]:
        assert view.seat is not None
        bids = [BY_NOTATION[notation] for _, notation in view.declared]
        before = bids
        have = count_cards(view.hand + view.open)
        able = best(have)
        # An answer is described by the declaration that it answers, a declaration by itself.
        if isinstance(move, Declare):
            bid = move
            other = (view.turn + 1) % view.seats
            what = 2 + (not makes(bid, have))
        else:
            bid = bids[-1]
            before = bids[:-1]
            other = view.turn
            what = int(move == REJECT)
        last = before[-1] if before else None
        step = DECLARATION_ORDER.index_above(bid) - DECLARATION_ORDER.index_above(last)
        return self.layout.keys(
            {
                "what": what,
                "kind": KINDS.index(bid.kind),
                "step": bisect_right(STEPS, step),
                "number": min(len(before), NUMBER - 1),
                "open_cards": _of(bid, view.open),
                "own_cards": _of(bid, view.hand),
                "is_my_kind": able.kind == bid.kind,
                "size": min(SIZE, len(view.hand)) - 1,
                "other_size": min(SIZE, max(1, view.sizes[other])) - 1,
                "last_kind": KIND if last is None else KINDS.index(last.kind),
                "is_below_mine": _is_above(able, bid),
                "reds": min(REDS, view.reds[view.seat]) - 1,
                "other_reds": min(REDS - 1, view.reds[other]),
            }
        )


def _of(bid: Declare, cards: Sequence[str]) -> int:
    # Ranks and suits are different letters, so both can be counted in the joined cards.
    named = bid.suit if bid.kind in ("flush", "sflush") else bid.ranks[:2]
    return min(OPEN - 1, sum(map("".join(cards).count, named)))


def _is_above(high: Declare, low: Declare) -> bool:
    return DECLARATION_ORDER.index_above(high) > DECLARATION_ORDER.index_above(low)
