"""What is noticed of a choice: some places in tables, each of a few features that a person could name.

How good a call is by one's own cards, how it looks to all, what kind it is, how many cards of it one holds,
the number of the call, who has spoken for its ranks, how far it jumps, and how many cards who has.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from games.bull.moves import KINDS as NAMES
from games.bull.moves import LADDERS
from games.bull.possible import FLUSH, OF_A_RANK, PLANS, STRAIGHT, TWO_RANKS, Cards, Plan
from games.bull.strategy.choices import DOUBT, Choice, Round
from games.core.learner import starts_of

STEPS = (0.001, 0.04, 0.1, 0.17, 0.25, 0.33, 0.42, 0.51, 0.6, 0.7, 0.8, 0.9, 0.97)
"""Where chances are told apart."""
CHANCE = len(STEPS) + 1
TOTALS = (3, 4, 5, 6, 8, 10, 13, 17, 22)
"""Where numbers of cards on the table are told apart."""
TOTAL = len(TOTALS) + 1
KIND, NUMBER, PLAYERS, JUMP, GAP, BACKERS, SIZE, RANK = 9, 5, 4, 6, 5, 3, 5, 13
"""Numbers of values that each feature tells apart; the last value of each stands for *that or more*."""

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
"""The tables, the first one by chance from one's own cards, kind, number of the call and players; the second
one and the last by how it looks to all."""
FINER = (
    (KIND, KIND + 1, GAP, 3),
    (KIND, GAP, BACKERS, BACKERS, NUMBER),
    (RANK, KIND, 3, 5),
    (CHANCE, CHANCE, PLAYERS),
    (SIZE, SIZE, KIND, GAP),
    (CHANCE, KIND, TOTAL),
    (3, KIND, GAP, NUMBER, 2),
    (3, 3, KIND, GAP, 2),
)
"""More tables, for who is to see more: the kind of the call before; who has named these ranks; ranks by cards
on the table; sizes of two hands; what one has besides; how often both have called."""
STARTS = starts_of(SHAPES + FINER)
FEW = STARTS[len(SHAPES)]
"""Number of entries of the tables without the finer ones."""

_FEW = {"single": 0, "pair": 1, "twopair": 2, "trips": 3, "full": 4, "quads": 5, "sflush": 6}
_KINDS = {
    wild: tuple(_FEW.get(bid.kind, 7 if bid.kind in ("straight", "flush") else 8) for bid in ladder.bids)
    for wild, ladder in LADDERS.items()
}
assert set(_FEW) <= set(NAMES)


def bucket(steps: Sequence[float], value: float) -> int:
    """Say between which of the steps a value lies."""
    return bisect_right(steps, value)


def held(plan: Plan, hand: Cards, wild: bool) -> tuple[int, int]:
    """Count the cards of a call that are held, and those that are lacking."""
    twos = hand.counts[0] if wild else 0
    code = plan[0]
    if code == OF_A_RANK:
        have, need = hand.counts[plan[1]] + (twos if plan[1] else 0), plan[2]
    elif code == TWO_RANKS:
        have = min(plan[2], hand.counts[plan[1]]) + min(plan[4], hand.counts[plan[3]]) + twos
        need = plan[2] + plan[4]
    else:
        need = 5
        bits = hand.bits
        if code == STRAIGHT:
            bits = (bits | bits >> 13 | bits >> 26 | bits >> 39) & 8191
        wanted = plan[1] | plan[2] if code == FLUSH else plan[1]
        have = (bits & wanted).bit_count() + twos
    have = min(have, need)
    return have, need - have


def ranks_of(plan: Plan) -> tuple[int, ...]:
    """List the ranks that a call names."""
    if plan[0] == OF_A_RANK:
        return (plan[1],)
    return (plan[1], plan[3]) if plan[0] == TWO_RANKS else ()


class Sight:
    """What one seat notices of its choices.

    Args:
        table: the round so far.
        seat: who is to act.
        hand: its cards.
        fine: whether it goes by the finer tables, too.
    """

    def __init__(self, table: Round, seat: int, hand: Cards, fine: bool = False) -> None:
        self._table, self._seat, self._hand, self._fine = table, seat, hand, fine
        sizes = table.sizes
        self._players = min(len(sizes) - list(sizes).count(0), 5) - 2
        self._total = bucket(TOTALS, table.total)
        count = len(sizes)
        self._after = next(at % count for at in range(seat + 1, seat + count) if sizes[at % count])
        self._next = sizes[self._after] - 1
        self._calls = len(table.calls)
        by: dict[int, int] = {}
        mine = 0
        for who, ranks in table.named:
            for rank in ranks:
                if who == seat:
                    mine |= 1 << rank
                else:
                    by[rank] = by.get(rank, 0) | 1 << who
        self._mine, self._by = mine, by
        if fine:
            self._spoken = min(2, sum(who == seat for who, _ in table.calls))
            counts = hand.counts
            self._pride = max(range(13), key=lambda rank: (counts[rank], rank))
            self._most = min(2, max(0, counts[self._pride] - 1))
            rest = max(count for rank, count in enumerate(counts) if rank != self._pride)
            self._second = min(2, max(0, rest - 1))

    def keys(self, choice: Choice) -> tuple[int, ...]:
        """Give the places that speak of a choice; of the doubt those of the call that is doubted."""
        table, hand = self._table, self._hand
        is_doubt = choice.call == DOUBT
        call = table.last if is_doubt else choice.call
        plan = PLANS[table.wild][call]
        kind = _KINDS[table.wild][call]
        have, lack = held(plan, hand, table.wild)
        number = min(self._calls - is_doubt, NUMBER - 1)
        who = table.calls[-1][0] if is_doubt else -1
        backers, mine, again = 0, 0, 0
        for rank in ranks_of(plan):
            others = self._by.get(rank, 0)
            if is_doubt:
                others &= ~(1 << who)
            backers = max(backers, others.bit_count())
            if self._mine >> rank & 1:
                mine = 2 if hand.counts[rank] else 1
        backers = min(backers, BACKERS - 1)
        if is_doubt:
            again = any(
                seat == who and any(rank in named for rank in ranks_of(plan))
                for seat, named in table.named[:-1]
            )
        before = table.calls[-2][1] if is_doubt and len(table.calls) > 1 else -1 if is_doubt else table.last
        jump = self._jump(before, call)
        chance = bucket(STEPS, choice.own)
        heard = bucket(STEPS, choice.chance)
        look = bucket(STEPS, choice.look)
        other = table.sizes[who] - 1 if is_doubt else self._next
        gap = min(lack, GAP - 1)
        top = plan[1] if plan[0] in (OF_A_RANK, TWO_RANKS) else 12
        s = STARTS
        keys = (
            s[0] + ((chance * KIND + kind) * NUMBER + number) * PLAYERS + self._players,
            s[1] + ((look * KIND + kind) * NUMBER + number) * BACKERS + backers,
            s[2] + ((gap * KIND + kind) * TOTAL + self._total) * NUMBER + number,
            s[3] + (((chance * JUMP + jump) * BACKERS + backers) * 2 + again) * 3 + mine,
            s[4] + (((hand.size - 1) * SIZE + other) * CHANCE + chance) * NUMBER + number,
            s[5] + ((self._total * PLAYERS + self._players) * KIND + kind) * NUMBER + number,
            s[6] + ((top * KIND + kind) * GAP + gap) * 2 + (have > 0),
            s[7] + (heard * CHANCE + look) * NUMBER + number,
        )
        if not self._fine:
            return keys
        near = jump and 1 + (jump > 1)
        last = KIND if before < 0 else _KINDS[table.wild][before]
        opponent = who if is_doubt else self._after
        theirs = spoke = others = 0
        for seat, named in table.named[: self._calls - is_doubt]:
            spoke += seat == opponent
            if seat != self._seat and top in named:
                theirs += seat == opponent
                others += seat != opponent
        alone = self._players == 0
        best = self._most if top != self._pride else self._second
        return (
            *keys,
            s[8] + ((kind * (KIND + 1) + last) * GAP + gap) * 3 + near,
            s[9] + (((kind * GAP + gap) * 3 + min(theirs, 2)) * 3 + min(others, 2)) * NUMBER + number,
            s[10] + ((top * KIND + kind) * 3 + min(gap, 2)) * 5 + self._total // 2,
            s[11] + (chance * CHANCE + heard) * PLAYERS + self._players,
            s[12] + (((hand.size - 1) * SIZE + other) * KIND + kind) * GAP + gap,
            s[13] + (chance * KIND + kind) * TOTAL + self._total,
            s[14] + (((best * KIND + kind) * GAP + gap) * NUMBER + number) * 2 + alone,
            s[15] + (((self._spoken * 3 + min(spoke, 2)) * KIND + kind) * GAP + gap) * 2 + alone,
        )

    def _jump(self, before: int, call: int) -> int:
        """Tell how far a call goes above the one before: from an opening to three kinds more."""
        if before < 0:
            return 0
        kinds = _KINDS[self._table.wild]
        if call - before <= 2:
            return 1
        if kinds[before] == kinds[call]:
            return 2
        lead = kinds[call] - kinds[before]
        return 3 if lead == 1 else 4 if lead == 2 else 5
