"""The features by which a learner describes a decision of Porker Bull."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from games.bull.hands import CALL_ORDERS, COUNTS, KINDS, Call, is_good
from games.bull.pictures import call_of
from games.bull.possible import CardSet, chance, plan_of
from games.bull.rules import CHALLENGE, BullState, BullView
from games.core.moves import Move
from games.core.poker import RANKS, run_ranks
from games.core.rules import State, next_active_seat
from games.core.strategy import TableLayout
from lab.responders.study import Habit, KeyedMove, habits_of, without_doubt

UNSEEN = (2, 3, 4, 5, 6, 8, 10, 12, 15, 19, 25)
"""Smallest number of unseen cards in each class after the first."""
KIND = len(KINDS)
HELD = 3
GAP = 6
NUMBER = 6
NAMED = 3
"""Number of values of some features; the last value also stands for all larger ones."""

REACH = 12
"""Number of next higher calls considered, besides the best-supported call of each kind."""


class BullStudy:
    """Describes decisions in Porker Bull for a learner.

    A choice has value 1 if the seat does not lose the round, otherwise 0.
    """

    layout = TableLayout(
        {
            "is_doubt": 2,
            "kind": KIND,
            "rank": 13,
            "missing": GAP,
            "held": HELD,
            "unseen": len(UNSEEN) + 1,
            "number": NUMBER,
            "named_by_other": NAMED,
            "named_by_rest": NAMED,
            "size": 5,
            "other_size": 5,
            "last_kind": KIND + 1,
            "near": 3,  # 0: an opening; 1: the smallest possible raise; 2: a larger one
            "players": 4,
        },
        (
            "is_doubt kind missing unseen number",
            "is_doubt kind missing named_by_other named_by_rest number",
            "is_doubt kind rank missing",
            "is_doubt size other_size missing held number",
            "is_doubt kind last_kind missing near",
            "is_doubt missing unseen kind players",
        ),
    )
    habits: Mapping[str, Habit] = {
        **habits_of(CHALLENGE, Call, "calls"),
        "doubts by a threshold": lambda view, legal, plan: _by_threshold(view, legal, plan),
    }

    def options(self, view: BullView, legal: Sequence[Move], plan: Move) -> list[KeyedMove]:
        # Compare the best supported call of each kind, a few low calls, and the call that the level would
        # make.
        calls = [move for move in legal[:REACH] if isinstance(move, Call)]
        best: dict[str, tuple[int, Call]] = {}
        for move in legal:
            if isinstance(move, Call):
                lack = _held_and_missing(move, view)[1]
                if move.kind not in best or lack < best[move.kind][0]:
                    best[move.kind] = (lack, move)
        likely = [call for lack, call in best.values() if lack <= 3]
        thought = dict.fromkeys(likely + calls[:: max(1, len(calls) // 4)])
        if isinstance(plan, Call):
            thought[plan] = None
        options: list[KeyedMove] = [(move, self._keys(view, move)) for move in thought]
        if CHALLENGE in legal:
            options.append((CHALLENGE, self._keys(view, CHALLENGE)))
        return options

    def certain_value(self, state: BullState, move: Move) -> float | None:
        if isinstance(move, Call) or state.last is None:
            return None
        dealt = list(chain.from_iterable(state.hands))
        return float(not is_good(state.last, dealt, wild=state.variant.wild))

    def decided_values(self, before: BullState, after: State) -> Mapping[int, float]:
        assert isinstance(after, BullState)
        if after.shown is None or after.shown is before.shown:
            return {}
        return {seat: float(seat != after.shown.loser) for seat in range(len(after.sizes))}

    def _keys(self, view: BullView, move: Move) -> tuple[int, ...]:
        assert view.seat is not None
        calls = [(seat, call_of(call)) for seat, call in view.calls]
        # A challenge is described by the call that it doubts, a raise by the new call.
        is_doubt = not isinstance(move, Call)
        if isinstance(move, Call):
            other = next_active_seat(view.sizes, view.seat)
            called = move
            before = calls
        else:
            other, called = calls[-1]
            before = calls[:-1]
        held, lack = _held_and_missing(called, view)
        # How often the called ranks were named before: by the other player, and by third players.
        by_other = 0
        by_third = 0
        for seat, call in before:
            if set(call.ranks) & set(called.ranks):
                by_other += seat == other
                by_third += seat not in (other, view.seat)
        near = 0
        if before:
            index = CALL_ORDERS[view.options["wild"] == "twos"].index
            step = index[called] - index[before[-1][1]]
            near = 1 if step <= 1 else 2
        return self.layout.keys(
            {
                "is_doubt": is_doubt,
                "kind": KINDS.index(called.kind),
                "rank": RANKS.index(called.ranks[0]),
                "missing": min(lack, GAP - 1),
                "held": min(held, HELD - 1),
                "unseen": bisect_right(UNSEEN, sum(view.sizes) - len(view.hand)),
                "number": min(len(before), NUMBER - 1),
                "named_by_other": min(by_other, NAMED - 1),
                "named_by_rest": min(by_third, NAMED - 1),
                "size": view.sizes[view.seat] - 1,
                "other_size": view.sizes[other] - 1,
                "last_kind": KINDS.index(before[-1][1].kind) if before else KIND,
                "near": near,
                "players": min(sum(size > 0 for size in view.sizes), 5) - 2,
            }
        )


def _by_threshold(view: Any, legal: Sequence[Move], plan: Move) -> Move:
    # Doubt if the last call is probably false, judged by the seat's own cards alone.
    if not view.calls:
        return plan
    wild = view.options["wild"] == "twos"
    need = plan_of(call_of(view.calls[-1][1]))
    likely = chance(need, CardSet(view.hand), sum(view.sizes) - len(view.hand), wild, ())
    if likely < 0.5:
        return CHALLENGE
    return without_doubt(CHALLENGE, legal, plan)


def _held_and_missing(call: Call, view: BullView) -> tuple[int, int]:
    hand = view.hand
    if call.kind in COUNTS:
        wanted = {call.ranks: COUNTS[call.kind]}
    elif call.kind in ("twopair", "full"):
        wanted = {call.ranks[0]: 3 if call.kind == "full" else 2, call.ranks[1]: 2}
    elif call.kind == "flush":
        held = min(5, sum(card[1] == call.suit for card in hand))
        return held, 5 - held
    else:
        run = run_ranks(call.ranks)
        fits = {card[0] for card in hand if card[0] in run and card[1] in (call.suit or card[1])}
        return len(fits), 5 - len(fits)
    ranks = "".join([card[0] for card in hand])
    held = sum([min(needed, ranks.count(rank)) for rank, needed in wanted.items()])
    return held, sum(wanted.values()) - held
