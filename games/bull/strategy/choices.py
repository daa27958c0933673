"""How computer players choose calls and challenges."""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, permutations
from typing import NamedTuple, TypeAlias

import msgspec

from games.bull.hands import CALL_ORDERS, Call
from games.bull.possible import (
    FLUSH,
    OF_A_RANK,
    PLANS,
    STRAIGHT,
    TWO_RANKS,
    TWOS,
    CallerSizes,
    CardSet,
    Plan,
    chance,
    merge_suits,
)
from games.bull.rules import MAX_CARDS, BullView
from games.core.strategy import TableLayout, load_models

# --- choices ------------------------------------------------------------------------------------------------
# The choices of a computer player in Porker Bull, with the chance that each call is true.
#
# Calls are numbered by strength, from 0. The number -1 stands for a challenge, or for no call.

DOUBT = -1
"""The number that stands for a challenge."""

NEAR = 3
FAR = 14
"""Sizes of two ranges of next higher calls.

From each range one random call is drawn as a bluff.
"""
FLOOR = 0.08
"""The search through kinds of calls, from low to high, stops once the best calls of two successive kinds are
less likely than this.
"""
BACKING = 0.6
"""Number of cards in hand that another seat's call of a rank is worth when ranks are compared."""
SWAY = 0.4
"""Largest random change of a rank's value, in cards, so that equal ranks alternate."""
RIVALS = sorted(permutations(range(4), 2), key=sum)
"""Pairs of positions among the best four ranks, the best pairs first, for calls that name two ranks."""

_NO_CARDS = CardSet(())


def ranks_of(plan: Plan) -> tuple[int, ...]:
    """Return the ranks that a call names, as numbers; empty for straights and flushes."""
    if plan[0] == OF_A_RANK:
        return (plan[1],)
    if plan[0] == TWO_RANKS:
        return (plan[1], plan[3])
    return ()


def _main_ranks(plan: Plan) -> tuple[int, ...]:
    if plan[0] not in (OF_A_RANK, TWO_RANKS):
        return ()
    needed = plan[2]  # number of cards of the first rank
    if needed == 1:
        return ()
    if needed == 3:
        return (plan[1],)
    return ranks_of(plan)


MAIN_RANKS = {wild: tuple(map(_main_ranks, plans)) for wild, plans in PLANS.items()}
"""For each call the ranks of which a bluffer holds at least one card, if any; without and with wild twos.

They are the ranks of a pair, of two pairs, of trips and so on, and the rank of a full house's three cards.
"""


class CallKind(NamedTuple):
    """All calls of one kind, such as pairs. A call's number is its index in the list of all calls."""

    plan_type: int  # which cards these calls need, such as ``OF_A_RANK``
    first: int  # the number of the lowest call of the kind
    end: int  # the number after that of the highest call
    numbers: dict[tuple[int, ...], int]  # the calls' numbers, by the ranks that a call names


def _kinds(wild: bool) -> tuple[CallKind, ...]:
    numbers_by_kind: dict[str, list[int]] = {}
    for number, call in enumerate(CALL_ORDERS[wild].bids):
        numbers_by_kind.setdefault(call.kind, []).append(number)
    plans = PLANS[wild]
    kinds = []
    for numbers in numbers_by_kind.values():
        first = numbers[0]
        by_ranks = {ranks_of(plans[number]): number for number in numbers}
        kinds.append(CallKind(plans[first][0], first, numbers[-1] + 1, by_ranks))
    return tuple(kinds)


KINDS = {wild: _kinds(wild) for wild in CALL_ORDERS}
NEXT = {wild: tuple(map(order.index_above, order.bids)) + (0,) for wild, order in CALL_ORDERS.items()}
"""For each call the number of the lowest higher call; the last entry, for no call yet, is 0."""


class Candidate(msgspec.Struct, frozen=True):
    """A call, or a challenge of the last call, with probabilities that the call is true."""

    call: int  # the number of the call; ``DOUBT`` for a challenge
    hand_chance: float  # probability from the seat's own cards alone
    chance: float  # probability from the seat's own cards and the calls of other seats
    public_chance: float  # probability for a spectator, who knows all calls but no cards


class Round:
    """The public facts of a round: hand sizes, whether twos are wild, and the calls with their callers."""

    __slots__ = ("calls", "named", "sizes", "total", "wild")

    def __init__(self, sizes: Sequence[int], wild: bool, calls: Sequence[tuple[int, int]] = ()) -> None:
        self.sizes = sizes
        self.wild = wild
        self.total = sum(sizes)
        self.calls: list[tuple[int, int]] = []
        self.named: list[tuple[int, tuple[int, ...]]] = []
        for seat, call in calls:
            self.add(seat, call)

    @property
    def last(self) -> int:
        """The number of the last call; -1 if no call has been made."""
        return self.calls[-1][1] if self.calls else -1

    def add(self, seat: int, call: int) -> None:
        """Add a seat's call, given by its number."""
        self.calls.append((seat, call))
        self.named.append((seat, ranks_of(PLANS[self.wild][call])))


class CallEstimator:
    """Estimates how likely each call is to be true, from the view of one seat.

    Args:
        listens: whether the calls of other seats are considered.
    """

    def __init__(self, table: Round, seat: int, hand: CardSet, listens: bool = True) -> None:
        self.table = table
        self.seat = seat
        self.hand = hand
        sizes = table.sizes
        # Each seat with each rank that it has called, once.
        self._said: set[tuple[int, int]] = set()
        # The hand sizes of each rank's callers: for spectators of all callers, for this seat of the others.
        self._spoken: list[tuple[int, ...]] = [()] * 13
        heard = self._spoken.copy()
        for caller, ranks in table.named:
            for rank in ranks:
                if (caller, rank) in self._said:
                    continue
                self._said.add((caller, rank))
                self._spoken[rank] += (sizes[caller],)
                if listens and caller != seat:
                    heard[rank] += (sizes[caller],)
        self.heard: CallerSizes = tuple(heard)
        self._hears = any(heard)

    def candidate(self, call: int) -> Candidate:
        """Return a call, given by its number, with the probabilities that it is true.

        Args:
            call: ``DOUBT`` for a challenge, which gets the probabilities of the last call.
        """
        table = self.table
        hand = self.hand
        wild = table.wild
        unseen = table.total - hand.size
        caller, called = table.calls[-1] if call == DOUBT else (self.seat, call)
        plan = PLANS[wild][called]
        own = chance(plan, hand, unseen, wild, ())
        if self._hears:
            likely = chance(plan, hand, unseen, wild, self.heard)
        else:
            likely = own
        # Once it is made its caller speaks for its ranks, too.
        backing = {rank: self._spoken[rank] for rank in ranks_of(plan)}
        for rank in backing:
            if (caller, rank) not in self._said:
                backing[rank] += (table.sizes[caller],)
        return Candidate(call, own, likely, chance(plan, _NO_CARDS, table.total, wild, backing))

    def candidates(self, random: Callable[[], float]) -> list[Candidate]:
        """Return the calls worth considering: those that the hand supports, and up to two random bluffs.

        Args:
            random: a function like ``random.random``.
        """
        wild = self.table.wild
        options = {choice.call: choice for choice in self.supported_calls(random)}
        for reach in (NEAR, FAR):
            call = NEXT[wild][self.table.last] + int(random() * reach)
            if call < len(PLANS[wild]) and call not in options and not self._is_far_fetched(call):
                options[call] = self.candidate(call)
        return list(options.values())

    def _is_far_fetched(self, call: int) -> bool:
        # The hand has no card of the call's main ranks, but another legal call of the same kind has main
        # ranks of which the hand has a card.
        wild = self.table.wild
        counts = self.hand.counts
        main_ranks = MAIN_RANKS[wild]
        if not main_ranks[call] or any(map(counts.__getitem__, main_ranks[call])):
            return False
        kind = next(kind for kind in KINDS[wild] if call < kind.end)
        lowest = max(kind.first, NEXT[wild][self.table.last])
        ranks = chain.from_iterable(main_ranks[lowest : kind.end])
        return any(map(counts.__getitem__, ranks))

    def supported_calls(self, random: Callable[[], float]) -> list[Candidate]:
        """Return the best supported legal call of each kind, from low to high. Unlikely kinds are left out.

        Args:
            random: a function like ``random.random``, which decides between ranks with similar support.
        """
        low = NEXT[self.table.wild][self.table.last]
        counts = self.hand.counts
        heard = self.heard
        # Ranks in order of support: cards in hand, plus a part for each seat that has called the rank.
        supports = [counts[rank] + BACKING * len(heard[rank]) for rank in range(13)]
        swayed = {rank: support + SWAY * random() for rank, support in enumerate(supports) if support}
        ranks = sorted(swayed, key=lambda rank: (-swayed[rank], rank))
        options: list[Candidate] = []
        for kind in KINDS[self.table.wild]:
            if kind.end > low:
                options.append(self.candidate(self._best_call(kind, ranks, low)))
                if len(options) > 1 and max(options[-1].chance, options[-2].chance) < FLOOR:
                    break
        return options

    def _best_call(self, kind: CallKind, preferred_ranks: Sequence[int], lowest: int) -> int:
        start = max(kind.first, lowest)
        # A kind that names ranks: take the first combination of preferred ranks that is allowed.
        if kind.plan_type in (OF_A_RANK, TWO_RANKS):
            for named in _preferred_combinations(kind, preferred_ranks):
                call = kind.numbers.get(named, -1)
                if call >= lowest:
                    return call
            return start
        # Other kinds: take the call of which the hand has most cards.
        wild = self.table.wild
        held = self.hand.bits & ~TWOS if wild else self.hand.bits
        if kind.plan_type == STRAIGHT:
            held = merge_suits(held)
        best = start
        most = 1
        for at in range(start, kind.end):
            plan = PLANS[wild][at]
            have = (held & plan[1]).bit_count()
            if kind.plan_type == FLUSH:
                have += min(4, (held & plan[2]).bit_count())
            if have > most:
                best = at
                most = have
        return best


def _preferred_combinations(kind: CallKind, preferred_ranks: Sequence[int]) -> Iterable[tuple[int, ...]]:
    # The ranks, or pairs of ranks, that a call of this kind may name, the preferred ones first.
    if kind.plan_type == OF_A_RANK:
        for rank in preferred_ranks:
            yield (rank,)
    else:
        for first, second in RIVALS:
            if max(first, second) < len(preferred_ranks):
                yield (preferred_ranks[first], preferred_ranks[second])


# --- features -----------------------------------------------------------------------------------------------
# The features of a choice in Porker Bull, for lookup in learnt tables.
#
# A table has one learnt number for each combination of values of a few features, such as the probability and
# the kind of a call, the calls before it, and the sizes of hands.
#
# All features are small whole numbers: a probability of 0.2 falls into the class between 0.17 and 0.25,
# which has the value 4. The sum of the numbers found in all tables gives the log odds of the outcome.

STEPS = (0.001, 0.04, 0.1, 0.17, 0.25, 0.33, 0.42, 0.51, 0.6, 0.7, 0.8, 0.9, 0.97)
"""Limits between the classes into which probabilities are divided."""
CHANCE = len(STEPS) + 1
"""Number of classes of probabilities."""
TOTALS = (3, 4, 5, 6, 8, 10, 13, 17, 22)
"""Limits between classes of the number of cards in play."""
RAISES = (1, 2, 4, 8, 14, 30, 80)
"""Limits between the classes of a raise: the number of steps from the previous call up to a call."""
KIND = 9
RANK = 13
"""Number of classes of calls' kinds, and number of ranks."""

SIZES = {
    # The choice. A challenge has the features of the challenged call.
    "chance": CHANCE,  # by the seat's own cards
    "heard_chance": CHANCE,  # by the calls of others, too
    "public_chance": CHANCE,  # for a spectator
    "kind": KIND,
    "top": RANK,
    "held": 2,  # whether the seat has any of the call's cards
    "missing": 5,
    "few_missing": 3,
    # The round.
    "number": 5,  # number of earlier calls
    "players": 4,
    "is_duel": 2,
    "total": len(TOTALS) + 1,
    "half_total": 5,
    "size": 5,
    # The opponent is the seat that was challenged, or the seat that acts next.
    "opponent_size": 5,
    # Earlier calls of these ranks: by most other seats, by the seat itself, by the challenged seat.
    "backers": 3,
    "mine": 3,
    "again": 2,
    # The previous calls.
    "jump": 6,
    "near": 3,
    "last_kind": KIND + 1,
    "first_kind": KIND + 1,
    "raise": len(RAISES) + 1,
    # The chance of an earlier call; the last class is for no such call.
    "past_chance": CHANCE + 1,
    "opponent_chance": CHANCE + 1,
    # How often the seat and its opponent have called, and how often others have called the top rank.
    "own_calls": 3,
    "opponent_calls": 3,
    "opponent_top": 3,
    "other_top": 3,
    # How often each side has called these ranks.
    "named_by_me": 3,
    "named_by_opponent": 3,
    "named_by_others": 3,
    # The seat's other ranks: cards of the best one, cards of any, and the number of pairs.
    "best_rank": 3,
    "spare": 4,
    "pairs": 3,
}
"""The number of values of each feature; the last value also stands for all larger ones."""
BASIC_TABLES = (
    "chance kind number players",
    "public_chance kind number backers",
    "missing kind total number",
    "chance jump backers again mine",
    "size opponent_size chance number",
    "total players kind number",
    "top kind missing held",
    "heard_chance public_chance number",
)
"""The features of each basic table."""
FINER_TABLES = (
    "kind last_kind missing near",
    "kind missing opponent_top other_top number",
    "top kind few_missing half_total",
    "chance heard_chance players",
    "size opponent_size kind missing",
    "chance kind total",
    "best_rank kind missing number is_duel",
    "own_calls opponent_calls kind missing is_duel",
    "chance past_chance kind",
    "opponent_chance chance kind",
    "kind last_kind first_kind missing",
    "raise chance kind",
    "named_by_me named_by_opponent named_by_others missing kind",
    "spare pairs kind chance",
    "past_chance opponent_chance chance",
    "past_chance chance raise",
)
"""The features of each further table, which only stronger players use."""
BASIC_LAYOUT = TableLayout(SIZES, BASIC_TABLES)
FINER_LAYOUT = TableLayout(SIZES, BASIC_TABLES + FINER_TABLES)
"""The layout of all tables, basic tables first."""

_CLASSES = {"single": 0, "pair": 1, "twopair": 2, "trips": 3, "full": 4, "quads": 5, "sflush": 6}
_CLASSES.update(straight=7, flush=7)


def _class_of_call(call: Call) -> int:
    return _CLASSES.get(call.kind, 8)


_KINDS = {wild: tuple(map(_class_of_call, order.bids)) for wild, order in CALL_ORDERS.items()}
"""The class of each call's kind by the number of the call, without and with wild twos."""


def held_and_missing(plan: Plan, hand: CardSet, wild: bool) -> tuple[int, int]:
    """Return how many of a call's cards a hand has, and how many are missing."""
    counts = hand.counts
    kind = plan[0]
    # Wild twos help every call. A call that names twos counts them by itself already.
    wild_twos = counts[0] if wild else 0
    needed = 5
    if kind == OF_A_RANK:
        held = counts[plan[1]]
        if plan[1]:
            held += wild_twos
        needed = plan[2]
    elif kind == TWO_RANKS:
        held = min(plan[2], counts[plan[1]]) + min(plan[4], counts[plan[3]]) + wild_twos
        needed = plan[2] + plan[4]
    elif kind == STRAIGHT:
        held = (merge_suits(hand.bits) & plan[1]).bit_count() + wild_twos
    elif kind == FLUSH:
        held = (hand.bits & (plan[1] | plan[2])).bit_count() + wild_twos
    else:
        held = (hand.bits & plan[1]).bit_count() + wild_twos
    held = min(held, needed)
    return held, needed - held


class ChoiceFeatures(CallEstimator):
    """Finds the learnt numbers that apply to the choices of one seat.

    Args:
        has_finer_tables: whether to use the tables for stronger players, too.
    """

    def __init__(self, table: Round, seat: int, hand: CardSet, has_finer_tables: bool = False) -> None:
        super().__init__(table, seat, hand)
        sizes = table.sizes
        count = len(sizes)
        self._has_finer_tables = has_finer_tables
        self._players = min(count - list(sizes).count(0), 5) - 2
        self._total = bisect_right(TOTALS, table.total)
        self._after = next(at % count for at in range(seat + 1, seat + count) if sizes[at % count])
        # For each rank the seats that have called it, as bits.
        self._by = [0] * RANK
        for caller, ranks in table.named:
            for rank in ranks:
                self._by[rank] |= 1 << caller
        self._past = {-1: CHANCE}
        # The hand's most frequent rank, and the extra copies (beyond one) of it and of the second rank.
        by_count = sorted(range(RANK), key=lambda rank: (hand.counts[rank], rank))
        self._most_frequent = by_count[-1]
        self._extra_copies = min(2, max(0, hand.counts[by_count[-1]] - 1))
        self._second_extra_copies = min(2, max(0, hand.counts[by_count[-2]] - 1))

    def keys(self, choice: Candidate) -> tuple[int, ...]:
        """Return the index of a choice's entry in each learnt table."""
        table = self.table
        hand = self.hand
        if choice.call == DOUBT:
            # A challenge has the features of the challenged call. Its caller is the opponent that matters.
            caller, call = table.calls[-1]
            made = table.calls[:-1]
            opponent = caller
        else:
            call = choice.call
            made = table.calls
            caller = self.seat
            opponent = self._after
        plan = PLANS[table.wild][call]
        ranks = ranks_of(plan)
        have, lack = held_and_missing(plan, hand, table.wild)
        # Earlier calls of these ranks: by other opponents, by the seat itself, by the challenged caller.
        backers = 0
        mine = 0
        again = False
        for rank in ranks:
            others = self._by[rank] & ~(1 << self.seat) & ~(1 << caller)
            backers = max(backers, min(others.bit_count(), 2))
            if self._by[rank] >> self.seat & 1:
                mine = 2 if hand.counts[rank] else 1
        if choice.call == DOUBT:
            for other, named in table.named[:-1]:
                again |= other == caller and not set(ranks).isdisjoint(named)
        values = {
            "chance": bisect_right(STEPS, choice.hand_chance),
            "heard_chance": bisect_right(STEPS, choice.chance),
            "public_chance": bisect_right(STEPS, choice.public_chance),
            "kind": _KINDS[table.wild][call],
            "top": plan[1] if ranks else 12,
            "held": have > 0,
            "missing": min(lack, 4),
            "number": min(len(made), 4),
            "players": self._players,
            "total": self._total,
            "size": hand.size - 1,
            "opponent_size": table.sizes[opponent] - 1,
            "backers": backers,
            "mine": mine,
            "again": again,
            "jump": self._jump(call, made),
        }
        if not self._has_finer_tables:
            return BASIC_LAYOUT.keys(values)
        self._add_finer_features(values, call, ranks, opponent, made)
        return FINER_LAYOUT.keys(values)

    def _jump(self, call: int, made: Sequence[tuple[int, int]]) -> int:
        # How large the raise is: one or two steps, or else the number of kinds between the calls.
        if not made:
            return 0
        before = made[-1][1]
        if call - before <= 2:
            return 1
        kinds = _KINDS[self.table.wild]
        lead = kinds[call] - kinds[before]
        if 0 <= lead <= 2:
            return 2 + lead
        return 5

    def _add_finer_features(
        self,
        values: dict[str, int],
        call: int,
        ranks: tuple[int, ...],
        opponent: int,
        made: Sequence[tuple[int, int]],
    ) -> None:
        # Add the features of the finer tables only. ``made`` are the earlier calls.
        table = self.table
        counts = self.hand.counts
        seat = self.seat
        kinds = _KINDS[table.wild]
        before = made[-1][1] if made else -1
        earlier = made[-2][1] if len(made) > 1 else -1
        theirs = next((number for caller, number in reversed(made) if caller == opponent), -1)
        top = values["top"]
        callers = [caller for caller, _ in made]
        said_by = [other for other, named in table.named[: len(made)] if other != seat and top in named]
        said_by_opponent = said_by.count(opponent)
        # How often the seat, its opponent and all others have called one of these ranks.
        by_me = by_opponent = by_others = 0
        for (caller, _), (_, call_ranks) in zip(made, table.named, strict=False):
            if set(ranks).isdisjoint(call_ranks):
                continue
            if caller == seat:
                by_me += 1
            elif caller == opponent:
                by_opponent += 1
            else:
                by_others += 1
        # The seat's other ranks, which it could call next.
        spare = [count for rank, count in enumerate(counts) if rank not in ranks]
        spare_pairs = len([count for count in spare if count > 1])
        # If the call names the rank of which the seat has most, its next best rank matters.
        best_rank = self._extra_copies if top != self._most_frequent else self._second_extra_copies
        values.update(
            {
                "few_missing": min(values["missing"], 2),
                "half_total": self._total // 2,
                "is_duel": self._players == 0,
                "last_kind": kinds[before] if made else KIND,
                "first_kind": kinds[earlier] if earlier >= 0 else KIND,
                "near": min(2, values["jump"]),
                "raise": bisect_left(RAISES, call - before),
                "past_chance": self._chance_class(before),
                "opponent_chance": self._chance_class(theirs),
                "own_calls": min(2, callers.count(seat)),
                "opponent_calls": min(2, callers.count(opponent)),
                "opponent_top": min(2, said_by_opponent),
                "other_top": min(2, len(said_by) - said_by_opponent),
                "named_by_me": min(by_me, 2),
                "named_by_opponent": min(by_opponent, 2),
                "named_by_others": min(by_others, 2),
                "best_rank": best_rank,
                "spare": min(max(spare), 3),
                "pairs": min(spare_pairs, 2),
            }
        )

    def _chance_class(self, call: int) -> int:
        if call not in self._past:
            table = self.table
            hand = self.hand
            own = chance(PLANS[table.wild][call], hand, table.total - hand.size, table.wild, ())
            self._past[call] = bisect_right(STEPS, own)
        return self._past[call]


# --- levels -------------------------------------------------------------------------------------------------
# How each level of computer players judges its choices in Porker Bull.
#
# ``easy`` uses a simple formula. The others use learnt tables, ``normal.json`` and ``hard.json``. Each of
# these files contains the command that wrote it (``lab.learning.bull``).

DRAWS = 2
"""Number of random draws of candidate calls. Of equally supported calls, each draw may find another."""
LEARNT = {"normal": "normal", "hard": "hard", "expert": "hard"}
"""The file of learnt tables of each level that uses any."""
HOPELESS = 0.005
"""A call is hopeless if its probability of being true is below this, for the seat and for a spectator.

Example: two pairs when only three cards are in play.
"""
CAUTION = 0.02
"""Assumed cost, as a chance to lose the round, of skipping one kind of calls.

A higher call than needed reveals more.
"""
Bonuses: TypeAlias = Callable[[Sequence[Candidate]], Mapping[int, float]]
"""A function that returns a bonus for each of some choices, by the number of the call."""


class Judgement(msgspec.Struct, frozen=True):
    """A choice with the estimated probability that it does not lose the round."""

    choice: Candidate
    safe: float  # probability that the seat does not lose the round
    # probability that the call is false and is challenged at once; ``None`` for a challenge
    risk: float | None


def judge_choices(
    table: Round, seat: int, hand: CardSet, extra_calls: Iterable[int], rng: random.Random, level: str
) -> list[Judgement]:
    """Return judgements of the choices worth considering, the safest first.

    Args:
        extra_calls: numbers of calls to judge in any case.
    """
    tables = load_models(__package__, LEARNT[level])
    has_finer_tables = len(tables["calls"].weights) > BASIC_LAYOUT.size
    features = ChoiceFeatures(table, seat, hand, has_finer_tables)
    choices: dict[int, Candidate] = {}
    for _ in range(DRAWS):
        for choice in _raises(features, rng):
            choices[choice.call] = choice
    # The challenge, and the moves that the caller asks for, are judged in any case.
    required_calls = list(extra_calls)
    if table.calls:
        required_calls.append(DOUBT)
    for call in required_calls:
        if call not in choices:
            choices[call] = features.candidate(call)
    judged = []
    for choice in choices.values():
        # The table of risks has only the basic features, so it gets only their indices.
        keys = features.keys(choice)
        if choice.call == DOUBT:
            safe = tables["doubts"].chance(keys)
            risk = None
        else:
            safe = tables["calls"].chance(keys)
            risk = tables["risks"].chance(keys[: len(BASIC_TABLES)])
        judged.append(Judgement(choice, safe, risk))
    return sorted(judged, key=lambda judgement: judgement.safe, reverse=True)


def _raises(estimator: CallEstimator, rng: random.Random) -> list[Candidate]:
    # The challenge is better than a hopeless call, and some first call of a round always has hope.
    candidates = estimator.candidates(rng.random)
    return [call for call in candidates if max(call.chance, call.public_chance) >= HOPELESS]


class FormulaSettings(msgspec.Struct, frozen=True):
    """The parameters of a player that follows a simple formula instead of learnt tables."""

    noise: float  # largest random error in the value of a choice, which leads to bluffs
    # added to the probability that a call is false, to estimate how likely a challenge is
    suspicion: float = 0.15
    listens: bool = True  # whether the calls of other seats are considered
    openings: float = 1.0  # factor for the value of challenging the first call of a round


FORMULA_SETTINGS = {"easy": FormulaSettings(noise=0.22, listens=False, openings=0.35)}
"""The settings of the level that uses the simple formula."""


def choose_by_formula(
    table: Round,
    seat: int,
    hand: CardSet,
    rng: random.Random,
    settings: FormulaSettings,
    bonuses: Bonuses | None = None,
) -> Candidate:
    """Return the choice of a player that follows a simple formula instead of learnt tables."""
    estimator = CallEstimator(table, seat, hand, settings.listens)
    choices = sorted(_raises(estimator, rng), key=lambda choice: choice.call)
    if table.calls:
        choices.insert(0, estimator.candidate(DOUBT))
    liked = bonuses(choices) if bonuses else {}
    # A challenge is worth the chance that the last call is false. A call is lost if it is challenged and
    # false.
    values = []
    for step, choice in enumerate(choices, -1 if table.calls else 0):
        value = 1.0 - choice.chance
        if choice.call == DOUBT and len(table.calls) == 1 and choice.chance > 0.0:
            value *= settings.openings
        if choice.call != DOUBT:
            doubted = max(0.0, min(1.0, value + settings.suspicion))
            value = 1.0 - doubted * value - CAUTION * step
        values.append(value + liked.get(choice.call, 0.0) + rng.uniform(-settings.noise, settings.noise))
    return choices[values.index(max(values))]


# --- stakes -------------------------------------------------------------------------------------------------
# How many opponents a seat of Porker Bull can expect to beat after each outcome of a round.
#
# All remaining seats are assumed to be equally likely to lose each later round.


@cache
def chance_to_outlast(lives: int, other_lives: int) -> float:
    """Return the probability that a seat stays in the game longer than another.

    Each of the two is equally likely to lose the next round in which one of them loses, so the probability is
    the mean of the probabilities after the two outcomes.

    Args:
        lives: number of lost rounds that eliminates the seat.
        other_lives: number of lost rounds that eliminates the other seat.
    """
    if not lives or not other_lives:
        return float(not other_lives)
    return 0.5 * chance_to_outlast(lives - 1, other_lives) + 0.5 * chance_to_outlast(lives, other_lives - 1)


@cache
def chance_to_be_first_out(lives: int, other_lives: tuple[int, ...]) -> float:
    """Return the probability that a seat is eliminated before all others.

    It is the mean of the probabilities after each seat's loss of the next round.

    Args:
        lives: number of lost rounds that eliminates the seat.
        other_lives: numbers of lost rounds that eliminate the other seats, in ascending order.
    """
    if not lives or not other_lives[0]:
        return float(not lives)
    total = chance_to_be_first_out(lives - 1, other_lives)
    for loser in range(len(other_lives)):
        lives_left = list(other_lives)
        lives_left[loser] -= 1
        total += chance_to_be_first_out(lives, tuple(sorted(lives_left)))
    return total / (1 + len(other_lives))


def share_by_loser(view: BullView) -> list[float]:
    """Return the viewer's expected score, from 0 to 1, if a seat loses the round.

    The score is the share of opponents that the viewer beats in the end.

    Returns:
        The scores by the seat that loses; 0 for eliminated seats.
    """
    lives = list(view.sizes)
    # A hand that shrinks has a life for each card; one that grows has a life less for each card.
    if view.options["deal"] == "up":
        for seat, size in enumerate(view.sizes):
            if size:
                lives[seat] = MAX_CARDS + 1 - size
    values = []
    for loser in range(view.seats):
        others = [theirs - (seat == loser) for seat, theirs in enumerate(lives)]
        mine = others.pop(view.seat or 0)
        if not lives[loser]:
            values.append(0.0)
        # The first elimination ends the game: all others tie, and a tie counts as half a win.
        elif view.options["end"] == "first":
            staying = (1.0 + 0.5 * (len(others) - 1)) / len(others)
            values.append((1.0 - chance_to_be_first_out(mine, tuple(sorted(others)))) * staying)
        else:
            values.append(sum(chance_to_outlast(mine, theirs) for theirs in others) / len(others))
    return values
