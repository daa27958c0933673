"""The features of a choice in Porker Bull, for lookup in learnt tables.

A table has one learnt number for each combination of values of a few features, such as the probability and
the kind of a call, the calls before it, and the sizes of hands.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial

from games.bull.moves import CALL_ORDERS
from games.bull.possible import FLUSH, OF_A_RANK, PLANS, STRAIGHT, TWO_RANKS, CardSet, Plan, chance
from games.bull.strategy.choices import DOUBT, CallEstimator, Candidate, Round, ranks_of
from games.core.learner import table_starts

STEPS = (0.001, 0.04, 0.1, 0.17, 0.25, 0.33, 0.42, 0.51, 0.6, 0.7, 0.8, 0.9, 0.97)
"""Limits between the classes into which probabilities are divided."""
CHANCE = len(STEPS) + 1
"""Number of classes of probabilities."""
TOTALS = (3, 4, 5, 6, 8, 10, 13, 17, 22)
"""Limits between classes of the number of cards in play."""
TOTAL = len(TOTALS) + 1
"""Number of classes of the number of cards in play."""
RAISES = (1, 2, 4, 8, 14, 30, 80)
"""Limits between the classes of a raise: the number of steps from the previous call up to a call."""
RAISE = len(RAISES) + 1
"""Number of classes of a raise (the number of steps from the previous call up to a call)."""
KIND, NUMBER, PLAYERS, JUMP, GAP, BACKERS, SIZE, RANK = 9, 5, 4, 6, 5, 3, 5, 13
NAMED, SPARE, PAIRS = 3, 4, 3
"""Number of values of several features; the last value also stands for all larger ones.

``NAMED`` is for how often a player has called some ranks. ``SPARE`` and ``PAIRS`` are for the other ranks in
hand.
"""
PAST = CHANCE + 1
"""Number of classes of the probability of an earlier call; the last class is for no such call."""

SHAPES = (
    (CHANCE, KIND, NUMBER, PLAYERS),
    (CHANCE, KIND, NUMBER, BACKERS),
    (GAP, KIND, TOTAL, NUMBER),
    (CHANCE, JUMP, BACKERS, 2, 3),
    (SIZE, SIZE, CHANCE, NUMBER),
    (TOTAL, PLAYERS, KIND, NUMBER),
    (RANK, KIND, GAP, 2),
    (CHANCE, CHANCE, NUMBER),
)
"""For each basic table: the number of values of each of its features.

The second and the last use the spectator's chance.
"""
FINER = (
    (KIND, KIND + 1, GAP, 3),
    (KIND, GAP, BACKERS, BACKERS, NUMBER),
    (RANK, KIND, 3, 5),
    (CHANCE, CHANCE, PLAYERS),
    (SIZE, SIZE, KIND, GAP),
    (CHANCE, KIND, TOTAL),
    (3, KIND, GAP, NUMBER, 2),
    (3, 3, KIND, GAP, 2),
    (CHANCE, PAST, KIND),
    (PAST, CHANCE, KIND),
    (KIND, KIND + 1, KIND + 1, GAP),
    (RAISE, CHANCE, KIND),
    (NAMED, NAMED, NAMED, GAP, KIND),
    (SPARE, PAIRS, KIND, CHANCE),
    (PAST, PAST, CHANCE),
    (PAST, CHANCE, RAISE),
)
"""For each further table, which only stronger players use: the number of values of each of its features.

The features that these tables add are, in this order: the kind of the previous call; the seats that have
called these ranks; ranks by number of cards in play; the chance with others' calls; sizes of two hands; the
chance by number of cards; the best other rank in hand; the numbers of earlier calls. The other tables add
what calls reveal together: the chance of the previous call; that of the opponent's last call; the kinds of
three calls; the size of the raise; how often each side has called these ranks; the other ranks in hand; both
earlier chances; the size of the raise by the chance of the previous call.
"""
STARTS = table_starts(SHAPES + FINER)
"""The index of each table's first entry, basic tables first."""
FEW = STARTS[len(SHAPES)]
"""Number of entries in the basic tables."""

_FEW = {"single": 0, "pair": 1, "twopair": 2, "trips": 3, "full": 4, "quads": 5, "sflush": 6}
_RARE = {"straight": 7, "flush": 7}
_KINDS = {
    wild: tuple([(_FEW | _RARE).get(bid.kind, 8) for bid in order.bids])
    for wild, order in CALL_ORDERS.items()
}
"""The class of each call's kind by the number of the call, without and with wild twos."""


def held_and_missing(plan: Plan, hand: CardSet, wild: bool) -> tuple[int, int]:
    """Return how many of a call's cards a hand has, and how many are missing."""
    counts, bits, code, need = hand.counts, hand.bits, plan[0], 5
    # Wild twos help every call, but not twice the one that names twos.
    twos = counts[0] if wild else 0
    if code == OF_A_RANK:
        have, need = counts[plan[1]] + (twos if plan[1] else 0), plan[2]
    elif code == TWO_RANKS:
        have = min(plan[2], counts[plan[1]]) + min(plan[4], counts[plan[3]]) + twos
        need = plan[2] + plan[4]
    else:
        if code == STRAIGHT:
            bits = (bits | bits >> 13 | bits >> 26 | bits >> 39) & 8191
        wanted = plan[1] | plan[2] if code == FLUSH else plan[1]
        have = (bits & wanted).bit_count() + twos
    have = min(have, need)
    return have, need - have


class ChoiceFeatures(CallEstimator):
    """Finds the learnt numbers that apply to the choices of one seat.

    Args:
        has_finer_tables: whether to use the tables for stronger players, too.
    """

    def __init__(self, table: Round, seat: int, hand: CardSet, has_finer_tables: bool = False) -> None:
        super().__init__(table, seat, hand)
        self._has_finer_tables, sizes, count = has_finer_tables, table.sizes, len(table.sizes)
        self._players = min(count - list(sizes).count(0), 5) - 2
        self._total = bisect_right(TOTALS, table.total)
        self._after = next(at % count for at in range(seat + 1, seat + count) if sizes[at % count])
        # For each rank the seats that have called it, as bits.
        self._by = [0] * RANK
        for caller, ranks in table.named:
            for rank in ranks:
                self._by[rank] |= 1 << caller
        self._past = {-1: CHANCE}
        # The rank that one has most of, how many more than one of it, and of any other.
        *_, second, self._pride = sorted(range(RANK), key=lambda rank: (hand.counts[rank], rank))
        self._most, self._second = (min(2, max(0, hand.counts[at] - 1)) for at in (self._pride, second))

    def keys(self, choice: Candidate) -> tuple[int, ...]:
        """Return the index of a choice's entry in each learnt table."""
        table, hand, seat = self.table, self.hand, self.seat
        kinds, is_doubt = _KINDS[table.wild], choice.call == DOUBT
        # A challenge has the features of the challenged call.
        call = table.last if is_doubt else choice.call
        made = table.calls[:-1] if is_doubt else table.calls
        caller, before = (table.calls[-1][0] if is_doubt else seat), (made[-1][1] if made else -1)
        plan, kind = PLANS[table.wild][call], kinds[call]
        ranks = ranks_of(plan)
        have, lack = held_and_missing(plan, hand, table.wild)
        # From here on, each feature is limited to the number of its values.
        number, gap = min(len(made), NUMBER - 1), min(lack, GAP - 1)
        backers = mine = again = jump = 0
        # Who has called these ranks before: other opponents, the seat itself, the caller earlier in the
        # round.
        for rank in ranks:
            others = self._by[rank] & ~(1 << seat) & ~(1 << caller)
            backers = max(backers, min(others.bit_count(), BACKERS - 1))
            if self._by[rank] >> seat & 1:
                mine = 2 if hand.counts[rank] else 1
        if is_doubt:
            again = any(
                other == caller and not set(ranks).isdisjoint(named) for other, named in table.named[:-1]
            )
        # How large the raise was: one or two steps, or else the number of kinds between the calls.
        if made:
            lead = kinds[call] - kinds[before]
            jump = 1 if call - before <= 2 else 2 + lead if 0 <= lead <= 2 else 5
        chance, heard, look = map(
            partial(bisect_right, STEPS), (choice.hand_chance, choice.chance, choice.public_chance)
        )
        # The opponent that matters: the seat that was challenged, or the seat that acts next.
        opponent = caller if is_doubt else self._after
        size, other = hand.size - 1, table.sizes[opponent] - 1
        top = plan[1] if ranks else 12
        total, players, s = self._total, self._players, STARTS
        # Each index is the table's start plus its features as digits of a number in mixed radix.
        keys = (
            s[0] + ((chance * KIND + kind) * NUMBER + number) * PLAYERS + players,
            s[1] + ((look * KIND + kind) * NUMBER + number) * BACKERS + backers,
            s[2] + ((gap * KIND + kind) * TOTAL + total) * NUMBER + number,
            s[3] + (((chance * JUMP + jump) * BACKERS + backers) * 2 + again) * 3 + mine,
            s[4] + ((size * SIZE + other) * CHANCE + chance) * NUMBER + number,
            s[5] + ((total * PLAYERS + players) * KIND + kind) * NUMBER + number,
            s[6] + ((top * KIND + kind) * GAP + gap) * 2 + (have > 0),
            s[7] + (heard * CHANCE + look) * NUMBER + number,
        )
        if not self._has_finer_tables:
            return keys
        # Features of the finer tables only.
        last, near, alone = kinds[before] if made else KIND, min(2, jump), players == 0
        callers = [caller for caller, _ in made]
        own, spoke = min(2, callers.count(seat)), min(2, callers.count(opponent))
        said_by = [other for other, named in table.named[: len(made)] if other != seat and top in named]
        theirs, others = min(2, said_by.count(opponent)), min(2, len(said_by) - said_by.count(opponent))
        # If the call names the rank of which the seat has most, its next best rank matters.
        best = self._most if top != self._pride else self._second
        return (
            *keys,
            s[8] + ((kind * (KIND + 1) + last) * GAP + gap) * 3 + near,
            s[9] + (((kind * GAP + gap) * 3 + theirs) * 3 + others) * NUMBER + number,
            s[10] + ((top * KIND + kind) * 3 + min(gap, 2)) * 5 + total // 2,
            s[11] + (chance * CHANCE + heard) * PLAYERS + players,
            s[12] + ((size * SIZE + other) * KIND + kind) * GAP + gap,
            s[13] + (chance * KIND + kind) * TOTAL + total,
            s[14] + (((best * KIND + kind) * GAP + gap) * NUMBER + number) * 2 + alone,
            s[15] + (((own * 3 + spoke) * KIND + kind) * GAP + gap) * 2 + alone,
            *self._history(call, ranks, opponent, made, chance, gap),
        )

    def _history(
        self,
        call: int,
        ranks: tuple[int, ...],
        opponent: int,
        made: Sequence[tuple[int, int]],
        chance_class: int,
        missing_cards: int,
    ) -> tuple[int, ...]:
        # The tables that depend on earlier calls. ``opponent`` is the seat that was challenged or, for a new
        # call, the seat that acts next.
        table, counts, s = self.table, self.hand.counts, STARTS
        kinds = _KINDS[table.wild]
        before, earlier = (made[-1][1] if made else -1), (made[-2][1] if len(made) > 1 else -1)
        theirs = next((number for caller, number in reversed(made) if caller == opponent), -1)
        # How often the seat, its opponent and all others have called one of these ranks.
        named = [0, 0, 0]
        for (caller, _), (_, call_ranks) in zip(made, table.named, strict=False):
            if not set(ranks).isdisjoint(call_ranks):
                named[0 if caller == self.seat else 1 if caller == opponent else 2] += 1
        mine, other, rest = (min(many, NAMED - 1) for many in named)
        # What the seat could call next: its other ranks.
        spare = [count for rank, count in enumerate(counts) if rank not in ranks]
        most, pairs = min(max(spare), SPARE - 1), min(sum(count > 1 for count in spare), PAIRS - 1)
        kind, last = kinds[call], kinds[before] if made else KIND
        first = kinds[earlier] if earlier >= 0 else KIND
        past, their_past = self._chance_class(before), self._chance_class(theirs)
        step = bisect_left(RAISES, call - before)
        return (
            s[16] + (chance_class * PAST + past) * KIND + kind,
            s[17] + (their_past * CHANCE + chance_class) * KIND + kind,
            s[18] + ((kind * (KIND + 1) + last) * (KIND + 1) + first) * GAP + missing_cards,
            s[19] + (step * CHANCE + chance_class) * KIND + kind,
            s[20] + (((mine * NAMED + other) * NAMED + rest) * GAP + missing_cards) * KIND + kind,
            s[21] + ((most * PAIRS + pairs) * KIND + kind) * CHANCE + chance_class,
            s[22] + (past * PAST + their_past) * CHANCE + chance_class,
            s[23] + (past * CHANCE + chance_class) * RAISE + step,
        )

    def _chance_class(self, call: int) -> int:
        if call not in self._past:
            table, hand = self.table, self.hand
            own = chance(PLANS[table.wild][call], hand, table.total - hand.size, table.wild, ())
            self._past[call] = bisect_right(STEPS, own)
        return self._past[call]
