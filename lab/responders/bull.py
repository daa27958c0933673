"""The features by which a learner describes a decision of Porker Bull."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from games.bull.hands import CALL_ORDERS, KINDS, Call, is_good, ranks_needed
from games.bull.pictures import call_of
from games.bull.possible import CardSet, chance, plan_of
from games.bull.rules import CHALLENGE, BullState, BullView
from games.core.cards import Card
from games.core.moves import Move
from games.core.poker import RANKS, run_ranks
from games.core.rules import State, active_seats, next_active_seat
from games.core.strategy import TableLayout
from lab.responders.study import Habit, KeyedMove, habits_of, without_doubt

# Every feature has few values, so that each combination occurs often enough to be learnt.

UNSEEN = (2, 3, 4, 5, 6, 8, 10, 12, 15, 19, 25)
"""Smallest number of unseen cards in each class after the first."""
NO_KIND = len(KINDS)
"""The value of the feature ``last_kind`` without an earlier call."""
HELD_VALUES = 3
MISSING_VALUES = 6
CALLS_VALUES = 6
NAMED_VALUES = 3
"""Number of values of features that count something. The last value also stands for all larger numbers."""

REACH = 12
"""Number of next higher calls considered, besides the best-supported call of each kind."""
LOW_CALLS = 4
"""About how many of these next higher calls are compared with the others."""
MOST_MISSING = 3
"""A call of which more cards are missing in the hand is considered only if it is a low one."""


class BullStudy:
    """Describes decisions in Porker Bull for a learner.

    A choice has value 1 if the seat does not lose the round, otherwise 0.
    """

    layout = TableLayout(
        {
            "is_doubt": 2,
            "kind": len(KINDS),
            "rank": 13,
            "missing": MISSING_VALUES,
            "held": HELD_VALUES,
            "unseen": len(UNSEEN) + 1,
            "number": CALLS_VALUES,
            "named_by_other": NAMED_VALUES,
            "named_by_rest": NAMED_VALUES,
            "size": 5,
            "other_size": 5,
            "last_kind": NO_KIND + 1,
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
    habits: Mapping[str, Habit] = dict(habits_of(CHALLENGE, Call, "calls")) | {
        "doubts by a threshold": lambda view, legal, plan: _by_threshold(view, legal, plan),
    }

    def options(self, view: BullView, legal: Sequence[Move], plan: Move) -> list[KeyedMove]:
        # The best supported call of each kind, a few low calls, and the call that the level would make.
        calls = _calls_among(legal)
        low_calls = _calls_among(legal[:REACH])
        thought = dict.fromkeys(_best_supported(calls, view))
        thought.update(dict.fromkeys(low_calls[:: max(1, len(low_calls) // LOW_CALLS)]))
        if isinstance(plan, Call):
            thought[plan] = None
        moves: list[Move] = list(thought)
        if CHALLENGE in legal:
            moves.append(CHALLENGE)
        return [(move, self._keys(view, move)) for move in moves]

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
        # A challenge is described by the call that it doubts, a raise by the new call.
        assert view.seat is not None
        before = calls_of(view)
        if isinstance(move, Call):
            other = next_active_seat(view.sizes, view.seat)
            called = move
        else:
            other, called = before.pop()
        held, missing = _held_and_missing(called, view.hand)
        naming = [seat for seat, call in before if set(call.ranks) & set(called.ranks)]
        by_other = naming.count(other)
        by_rest = len(naming) - by_other - naming.count(view.seat)
        last_kind = NO_KIND
        if before:
            last_kind = KINDS.index(before[-1][1].kind)
        return self.layout.keys(
            {
                "is_doubt": not isinstance(move, Call),
                "kind": KINDS.index(called.kind),
                "rank": RANKS.index(called.ranks[0]),
                "missing": min(missing, MISSING_VALUES - 1),
                "held": min(held, HELD_VALUES - 1),
                "unseen": bisect_right(UNSEEN, sum(view.sizes) - len(view.hand)),
                "number": min(len(before), CALLS_VALUES - 1),
                "named_by_other": min(by_other, NAMED_VALUES - 1),
                "named_by_rest": min(by_rest, NAMED_VALUES - 1),
                "size": view.sizes[view.seat] - 1,
                "other_size": view.sizes[other] - 1,
                "last_kind": last_kind,
                "near": _nearness(view, before, called),
                "players": min(len(active_seats(view.sizes)), 5) - 2,
            }
        )


def calls_of(view: BullView) -> list[tuple[int, Call]]:
    """Return the calls of the round in order, each with its seat."""
    return [(seat, call_of(call)) for seat, call in view.calls]


def _calls_among(moves: Sequence[Move]) -> list[Call]:
    return [move for move in moves if isinstance(move, Call)]


def _best_supported(calls: Sequence[Call], view: BullView) -> list[Call]:
    # For each kind the lowest of the calls of which the fewest cards are missing in the hand.
    best: dict[str, Call] = {}
    fewest: dict[str, int] = {}
    for call in calls:
        _, missing = _held_and_missing(call, view.hand)
        if missing < fewest.get(call.kind, MOST_MISSING + 1):
            best[call.kind] = call
            fewest[call.kind] = missing
    return list(best.values())


def _nearness(view: BullView, before: Sequence[tuple[int, Call]], called: Call) -> int:
    # The value of the feature ``near``.
    if not before:
        return 0
    index = CALL_ORDERS[view.options["wild"] == "twos"].index
    step = index[called] - index[before[-1][1]]
    return 1 if step <= 1 else 2


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


def _held_and_missing(call: Call, hand: tuple[Card, ...]) -> tuple[int, int]:
    # How many cards of a call a hand has, and how many it lacks. Wild twos are not counted.
    if call.kind in ("straight", "sflush"):
        fitting = [card[0] for card in hand if call.suit in ("", card[1])]
        held = len(set(fitting).intersection(run_ranks(call.ranks)))
        return held, 5 - held
    # Ranks and suits are different letters, so both can be counted in the joined cards.
    letters = "".join(hand)
    if call.kind == "flush":
        held = min(5, letters.count(call.suit))
        return held, 5 - held
    held = 0
    missing = 0
    for rank, needed in ranks_needed(call):
        having = min(needed, letters.count(rank))
        held += having
        missing += needed - having
    return held, missing
