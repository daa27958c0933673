"""Divides the people of a tournament's round into tables, and orders the seats of each table."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice
from typing import NamedTuple, TypeVar

from bot.pairing.points import COMPUTER, PlayedRound, count_meetings, standings, total_points

# --- draw ---------------------------------------------------------------------------------------------------
# Random numbers for a tournament's pairings, computed from the tournament's seed (docs/FAIRNESS.md).

T = TypeVar("T")

_WORDS = 1 << 64


class RandomNumbers:
    """Reproducible random numbers for the pairing of one round of a tournament.

    Args:
        seed: the tournament's secret.
        tournament: the tournament's id.
        number: the number of the round, from 1.
    """

    def __init__(self, seed: bytes, tournament: str, number: int) -> None:
        # The message is the UTF-8 text of four lines, joined by line feeds.
        message = "\n".join(("tefuda pairing 1", seed.hex(), tournament, str(number))).encode()
        self._words = _words_of(message)

    def below(self, limit: int) -> int:
        """Return a uniformly distributed integer from 0 to ``limit - 1``."""
        most = _WORDS - _WORDS % limit
        word = next(self._words)
        while word >= most:  # words from there on would make some numbers more likely
            word = next(self._words)
        return word % limit

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order."""
        pile = list(items)
        for last in range(len(pile) - 1, 0, -1):
            chosen = self.below(last + 1)
            pile[last], pile[chosen] = pile[chosen], pile[last]
        return pile


def _words_of(message: bytes) -> Iterator[int]:
    # Block i is the SHA-256 of the message, a line feed and i in decimal; its 8-byte words are big-endian.
    block = 0
    while True:
        digest = hashlib.sha256(b"%s\n%d" % (message, block)).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1


# --- sizes --------------------------------------------------------------------------------------------------
# Computes the number and the sizes of a round's tables.
#
# Tables of different sizes are better than computer players. Computer players are better than a bye, which
# leaves a person without a table.


class TableSize(NamedTuple):
    """The number of people and the number of computer players at a table."""

    people: int
    computers: int = 0

    @property
    def seats(self) -> int:
        return self.people + self.computers


class _Split(NamedTuple):
    # The best way to seat some people. Ways are compared by their fields in this order.
    cost: int  # the sum of the squares of the tables' differences from the usual size
    minus_tables: int  # the number of tables, negative: of equal costs, more tables are better
    last_size: int


def split_into_tables(people: int, usual_size: int, allowed: Collection[int]) -> tuple[int, ...]:
    """Return table sizes near the usual size that add up to the number of people; empty if there are none.

    >>> split_into_tables(11, 4, {3, 4, 5})
    (4, 4, 3)
    >>> split_into_tables(5, 4, {4})
    ()
    """
    # The best split of ``n`` people is a last table and the best split of the others, which is known already.
    # None stands for numbers of people without a split.
    best: list[_Split | None] = [_Split(0, 0, 0)]
    for n in range(1, people + 1):
        options = list[_Split]()
        for size in allowed:
            others = best[n - size] if 0 < size <= n else None
            if others is not None:
                cost = others.cost + (size - usual_size) ** 2
                options.append(_Split(cost, others.minus_tables - 1, size))
        best.append(min(options, default=None))
    sizes = list[int]()
    remaining = people
    while remaining and (split := best[remaining]) is not None:
        sizes.append(split.last_size)
        remaining -= split.last_size
    return tuple(sorted(sizes, reverse=True))


def can_seat_all(counts: Sequence[int], allowed: Collection[int]) -> bool:
    """Return whether each of some numbers of people can be divided into tables without computer players.

    >>> can_seat_all(range(3, 9), {3, 4, 5})
    True
    >>> can_seat_all(range(3, 9), {4})
    False
    """
    fitting = {0}
    for people in range(1, 1 + max(counts, default=0)):
        if any(people - size in fitting for size in allowed):
            fitting.add(people)
    return all(count in fitting for count in counts)


def table_sizes(
    people: int, usual_size: int, allowed: Collection[int], *, has_computers: bool, may_sit_out: bool = True
) -> tuple[TableSize, ...]:
    """Return the sizes of a round's tables. At most one person gets no seat.

    >>> [size.seats for size in table_sizes(11, 4, {3, 4}, has_computers=False)]
    [4, 4, 3]
    >>> table_sizes(5, 3, {3}, has_computers=True)
    (TableSize(people=3, computers=0), TableSize(people=2, computers=1))
    >>> table_sizes(4, 3, {3}, has_computers=False)
    (TableSize(people=3, computers=0),)
    """
    if sizes := split_into_tables(people, usual_size, allowed):
        return tuple(map(TableSize, sizes))
    if may_sit_out and not has_computers:
        fewer = split_into_tables(people - 1, usual_size, allowed)
    else:
        fewer = ()
    if fewer:
        return tuple(map(TableSize, fewer))
    # If nobody may sit out, computer players fill up tables in any case.
    return _sizes_with_computers(people, usual_size, allowed)


def _sizes_with_computers(people: int, usual_size: int, allowed: Collection[int]) -> tuple[TableSize, ...]:
    # The fewest computer players with which the players can be split.
    for computers in range(1, max(allowed) + 1):
        sizes = split_into_tables(people + computers, usual_size, allowed)
        if sizes:
            return tuple(_with_computers(sizes, computers))
    return ()


def _with_computers(sizes: Sequence[int], computers: int) -> Iterator[TableSize]:
    # The computer players are spread evenly. If that leaves a rest, the last tables have one more.
    each, rest = divmod(computers, len(sizes))
    first_with_more = len(sizes) - rest
    for number, size in enumerate(sizes):
        added = each
        if number >= first_with_more:
            added += 1
        yield TableSize(size - added, added)


# --- groups -------------------------------------------------------------------------------------------------
# Divides people into tables so that few people meet twice, and people with similar points sit together.
#
# Up to ``MOST_EXACT`` people are divided by an exact search, more people by a tabu search. docs/PAIRING.md
# compares the method with others.

MOST_EXACT = 12
"""The largest number of people for whom all divisions are searched."""


class SearchLimits(NamedTuple):
    """Limits of the tabu search. They are counts, not times, so that results are reproducible."""

    effort: int  # maximum number of exchanges to evaluate
    restarts: int  # number of times that the search starts
    tenure: int  # minimum number of exchanges before a moved person may move again


METHOD = 3
"""The version of the pairing method for new tournaments. Version 1 is that of Tefuda 1.0.0."""

MOST_THOROUGH = 100
"""The largest number of people for whom a thorough search takes well under a second."""


def search_limits(method: int, people: int) -> SearchLimits:
    """Return the limits of the tabu search.

    Args:
        method: version of the pairing method.
        people: number of people to divide.
    """
    # The limits of a method never change, since old rounds are checked by the method that paired them.
    if method == 1:
        return SearchLimits(400_000, 4, 6)
    if people <= MOST_THOROUGH:
        return SearchLimits(4_000_000, 16, 3)
    return SearchLimits(1_600_000, 8, 3)


class SeatingCosts(NamedTuple):
    """The costs of seating the people of a round, who are numbered from 0."""

    pair_costs: Sequence[Sequence[int]]  # pair_costs[a][b] is the cost of seating a and b at the same table
    irregular_costs: Sequence[int]  # each person's cost of an irregular table (TableSlot)
    repeat_cost: int  # the lowest cost of two people who have met before
    # The repeat cost exceeds the costs of all new pairs and of all irregular tables together.

    def at_table(self, people: Sequence[int], slot: TableSlot) -> int:
        """Return the cost of seating these people at one table."""
        cost = 0
        for person, other in combinations(people, 2):
            cost += self.pair_costs[person][other]
        if slot.is_irregular:
            for person in people:
                cost += self.irregular_costs[person]
        return cost


class TableSlot(NamedTuple):
    """An empty table."""

    people: int  # number of seats for people
    is_irregular: bool = False  # smaller than other tables, or with computer players


class _FilledTable(NamedTuple):
    kind: int  # index of the table's kind of slot
    people: tuple[int, ...]


class _Division(NamedTuple):
    # Some people, divided into tables. Divisions of equal cost are ordered by their tables.
    cost: int
    tables: tuple[_FilledTable, ...]


def assign_tables(
    seating_costs: SeatingCosts, slots: Sequence[TableSlot], draw: RandomNumbers, method: int = METHOD
) -> list[list[int]]:
    """Return the people at each table, in the order of ``slots``, with nearly the lowest total cost.

    Args:
        slots: tables whose sizes add up to the number of people.
    """
    if len(seating_costs.irregular_costs) <= MOST_EXACT:
        return _ExactSearch(seating_costs, slots).run()
    search = search_limits(method, len(seating_costs.irregular_costs))
    return _TabuSearch(seating_costs, slots, draw, search).run()


class _ExactSearch:
    """A search for the division with the lowest cost.

    The method is dynamic programming. The first person without a seat must sit somewhere, so every table with
    that person is tried, and the others are divided in the best way. Which tables were filled before does not
    matter for that, so it is computed once for each set of people and each number of empty tables. Slots of
    one kind are interchangeable: only their number counts.

    For example, of the people 0 to 5 at two tables for three, person 0 sits with one of ten pairs. Each
    leaves one table for the other three, so ten divisions are compared.
    """

    def __init__(self, seating_costs: SeatingCosts, slots: Sequence[TableSlot]) -> None:
        self.seating_costs = seating_costs
        self.slots = list(slots)
        self.kinds = sorted(set(slots), key=lambda slot: (-slot.people, slot.is_irregular))
        self.known: dict[tuple[frozenset[int], tuple[int, ...]], _Division] = {}

    def run(self) -> list[list[int]]:
        everybody = frozenset(range(len(self.seating_costs.irregular_costs)))
        counts = tuple(map(self.slots.count, self.kinds))
        division = self._best(everybody, counts)
        # The result has the order of the slots.
        tables_of_kinds: list[list[list[int]]] = [[] for _ in self.kinds]
        for table in division.tables:
            tables_of_kinds[table.kind].append(list(table.people))
        return [tables_of_kinds[self.kinds.index(slot)].pop(0) for slot in self.slots]

    def _best(self, unseated: frozenset[int], empty_counts: tuple[int, ...]) -> _Division:
        # ``empty_counts`` has the number of empty tables of each kind.
        if not unseated:
            return _Division(0, ())
        known = self.known.get((unseated, empty_counts))
        if known is not None:
            return known
        first, *others = sorted(unseated)
        candidates = list[_Division]()
        for kind, slot in enumerate(self.kinds):
            if not empty_counts[kind]:
                continue
            counts_after = list(empty_counts)
            counts_after[kind] -= 1
            for companions in combinations(others, slot.people - 1):
                table = (first, *companions)
                rest = self._best(unseated.difference(table), tuple(counts_after))
                tables = (_FilledTable(kind, table), *rest.tables)
                candidates.append(_Division(rest.cost + self.seating_costs.at_table(table, slot), tables))
        best = min(candidates)
        self.known[unseated, empty_counts] = best
        return best


class _Exchange(NamedTuple):
    change: int  # of the total cost; negative if the exchange lowers it
    person: int
    other: int


class _TabuSearch:
    """A search for a division of low cost, for more people than can be divided exactly.

    The method is that of Dotú and Van Hentenryck, "Scheduling Social Golfers Locally" (CPAIOR 2005). Each
    step exchanges two people of different tables. It is the exchange that lowers the cost most, or raises it
    least, so that the search leaves divisions that no single exchange improves. An exchanged person is
    "tabu", and stays at the new table for some steps, or else the next step would undo the last one.

    The search is fast because ``costs[person][table]`` is kept: what a person costs at a table with its
    present people. The change by an exchange is a sum of five numbers. For example, if person 1 of table A
    and person 2 of table B are exchanged, it is

        costs[1][B] - costs[1][A] + costs[2][A] - costs[2][B] - 2 * pair_costs[1][2]

    The last part is there since both ``costs[1][B]`` and ``costs[2][A]`` count the two people as a pair, who
    still do not sit together.
    """

    def __init__(
        self,
        seating_costs: SeatingCosts,
        slots: Sequence[TableSlot],
        draw: RandomNumbers,
        search: SearchLimits,
    ) -> None:
        self.seating_costs = seating_costs
        self.slots = slots
        self.draw = draw
        self.search = search
        self.count = len(seating_costs.irregular_costs)
        self.effort = search.effort  # number of exchanges left to evaluate
        self._fill_tables(range(self.count))

    def run(self) -> list[list[int]]:
        best = self._copy()
        least = self._total()
        # The first start has people of like points together. Further starts are random. Half of the effort of
        # each start goes into repeated meetings, half into points.
        part = self.search.effort // (2 * self.search.restarts)
        for start in range(self.search.restarts):
            if start:
                self._fill_tables(self.draw.shuffled(range(self.count)))
            limit = self.effort - part
            self._exchange_repeats(limit)
            self._lower_cost(limit - part)
            total = self._total()
            if total < least:
                best = self._copy()
                least = total
            # No repeated meeting is left.
            if least < self.seating_costs.repeat_cost:
                break
        return best

    # --- the division ---------------------------------------------------------------------------------

    def _fill_tables(self, order: Sequence[int]) -> None:
        # People in order at tables in order.
        people = iter(order)
        self.tables = [list(islice(people, slot.people)) for slot in self.slots]
        self.table_of = [0] * self.count
        for number, table in enumerate(self.tables):
            for person in table:
                self.table_of[person] = number
        # The cost of each person at each table, kept up to date by exchanges.
        irregular_slots = [number for number, slot in enumerate(self.slots) if slot.is_irregular]
        self.costs = []
        for person, row in enumerate(self.seating_costs.pair_costs):
            costs = [sum([row[other] for other in table]) for table in self.tables]
            for number in irregular_slots:
                costs[number] += self.seating_costs.irregular_costs[person]
            self.costs.append(costs)

    def _copy(self) -> list[list[int]]:
        return list(map(sorted, self.tables))

    def _total(self) -> int:
        return sum(map(self.seating_costs.at_table, self.tables, self.slots))

    def _possible_exchanges(self, person: int) -> Iterator[tuple[int, int]]:
        # Pairs of the change of the total cost and the number of the other person. Most of the search's time
        # is spent here, so the pairs are plain tuples.
        here = self.table_of[person]
        own_costs = self.costs[person]
        own_pair_costs = self.seating_costs.pair_costs[person]
        for there, table in enumerate(self.tables):
            if there == here:
                continue
            own_change = own_costs[there] - own_costs[here]
            for other in table:
                other_costs = self.costs[other]
                other_change = other_costs[here] - other_costs[there]
                yield own_change + other_change - 2 * own_pair_costs[other], other

    def _swap(self, person: int, other: int) -> None:
        here = self.table_of[person]
        there = self.table_of[other]
        self.tables[here][self.tables[here].index(person)] = other
        self.tables[there][self.tables[there].index(other)] = person
        self.table_of[person] = there
        self.table_of[other] = here
        # Everybody's cost at the two tables changes by the difference between the two people.
        pair_costs = self.seating_costs.pair_costs
        for costs, with_person, with_other in zip(
            self.costs, pair_costs[person], pair_costs[other], strict=True
        ):
            costs[here] += with_other - with_person
            costs[there] += with_person - with_other

    # --- the search -----------------------------------------------------------------------------------

    def _people_who_repeat(self) -> list[int]:
        least = self.seating_costs.repeat_cost
        return [person for person in range(self.count) if self.costs[person][self.table_of[person]] >= least]

    def _exchange_repeats(self, effort_limit: int) -> None:
        # ``effort_limit`` is the effort that must remain for the rest of the search.
        best = self._copy()
        least = self._total()
        total = self._total()
        free_at = [0] * self.count  # the step from which each person may move again
        tenure = self.search.tenure
        step = 0
        while (people := self._people_who_repeat()) and self.effort > effort_limit:
            step += 1
            best_exchange: _Exchange | None = None
            # The best exchange of a person who meets an earlier opponent again, even if that is worse.
            for person in people:
                self.effort -= self.count
                for change, other in self._possible_exchanges(person):
                    if best_exchange is not None and change >= best_exchange.change:
                        continue
                    # Forbidden exchanges are allowed if they lead to a new best division.
                    is_free = free_at[person] <= step and free_at[other] <= step
                    if is_free or total + change < least:
                        best_exchange = _Exchange(change, person, other)
            if best_exchange is None:
                continue
            change, person, other = best_exchange
            self._swap(person, other)
            total += change
            free_at[person] = step + tenure + self.draw.below(tenure)
            free_at[other] = step + tenure + self.draw.below(tenure)
            if total < least:
                best = self._copy()
                least = total
        self._fill_tables(list(chain.from_iterable(best)))

    def _lower_cost(self, effort_limit: int) -> None:
        is_better = True
        while is_better and self.effort > effort_limit:
            is_better = False
            for person in range(self.count):
                change, other = min(self._possible_exchanges(person), default=(0, person))
                if change < 0:
                    self._swap(person, other)
                    is_better = True
            self.effort -= self.count * self.count


# --- seats --------------------------------------------------------------------------------------------------
# Orders the seats at each table so that, over all rounds, everybody acts first about equally often.

SPAN = 5040
"""The distance between the first and the last seat, the same for tables of any size."""


class SeatBalance:
    """Counts how often each person acted first, and how early or late they sat, in past rounds."""

    def __init__(self, rounds: Iterable[PlayedRound]) -> None:
        self.firsts: Counter[int] = Counter()
        """How often each person acted first."""
        self.lateness: Counter[int] = Counter()
        """For each person the sum of their distances from the middle seat; negative for early ones."""
        for played_round in rounds:
            for table in played_round.tables:
                self._add(table.seats)

    def _add(self, players: Sequence[int]) -> None:
        self.firsts[players[0]] += 1
        for seat, player in enumerate(players):
            self.lateness[player] += _distance_from_middle(seat, len(players))

    def cost(self, player: int, seat: int, table_size: int) -> int:
        """Return the cost of giving a person a seat; a lower cost makes the rounds fairer."""
        if player == COMPUTER:
            return 0
        # The balance makes early and late seats equally frequent for a person.
        balance = self.lateness[player] + _distance_from_middle(seat, table_size)
        if seat == 0:
            again = (2 * self.firsts[player] + 1) * SPAN**2 * 100
        else:
            again = 0
        return again + balance**2


def _distance_from_middle(seat: int, table_size: int) -> int:
    if table_size > 1:
        return seat * SPAN // (table_size - 1) - SPAN // 2
    return 0


def seat_players(people: Sequence[int], computers: int, balance: SeatBalance) -> tuple[int, ...]:
    """Return a table's players in the fairest order of seats.

    Args:
        people: entry numbers of people, in random order.
        computers: the number of computer players to add.

    The method is dynamic programming over sets of players. A set is a number whose bit ``i`` stands for
    player ``i``: 0b101 has the players 0 and 2. If a set takes the first seats, one of its players has the
    last of these seats, and the others sit before in their best order, which is known, since their number is
    smaller. For ten players that makes 1,024 sets with up to ten choices each, in place of 3.6 million
    orders.
    """
    players = list(people)
    players += [COMPUTER] * computers
    count = len(players)

    def costs_of_seat(seat: int) -> list[int]:
        return [balance.cost(player, seat, count) for player in players]

    costs_of_seats = [costs_of_seat(seat) for seat in range(count)]
    # For each set of players: the lowest cost if they take the first seats, and the player in their last
    # seat.
    lowest_costs = [0]
    last_players = [-1]
    for player_set in range(1, 1 << count):
        seat = player_set.bit_count() - 1
        seat_costs = costs_of_seats[seat]
        options = []
        for player in range(count):
            if player_set >> player & 1:
                others = player_set ^ 1 << player
                options.append((lowest_costs[others] + seat_costs[player], player))
        cost, last_player = min(options)
        lowest_costs.append(cost)
        last_players.append(last_player)
    # The best order of all players, from the last seat to the first.
    order = []
    player_set = (1 << count) - 1
    while player_set:
        player = last_players[player_set]
        order.append(players[player])
        player_set ^= 1 << player
    order.reverse()
    return tuple(order)


# --- rounds -------------------------------------------------------------------------------------------------
# Computes the pairing of a round from earlier rounds, the players and the tournament's seed.

MOST_ROUNDS = 8
"""Limit of rounds, apart from a final."""

MOST_PEOPLE = 200
"""Limit of people in a tournament."""

MOST_SEATS = 12
"""Limit of seats at a table. Each further seat doubles the work of finding the best order of seats."""

REPEAT = 1 << 80
OFTEN = 1 << 64
IRREGULAR = 1 << 48
"""Three costs of seating people: from the highest to the lowest.

``REPEAT``: two people meet again. ``OFTEN``: is multiplied by the square of the number of their earlier
meetings. ``IRREGULAR``: a person sits at an irregular table again. Differences of points cost less than all
of them. For 200 people, the sum of all lower costs never reaches a higher one.
"""


class PairingPlan(NamedTuple):
    """The facts that are fixed for a whole tournament."""

    id: str
    seed: bytes  # 32 secret bytes, whose hash is published before anybody signs up
    usual_size: int
    allowed_sizes: frozenset[int]  # the numbers of seats that the game allows
    has_computers: bool = False  # computer players may fill up tables
    method: int = METHOD  # the version of the pairing method

    def __repr__(self) -> str:
        sizes = f"usual_size={self.usual_size}, allowed_sizes={set(self.allowed_sizes)}"
        return f"PairingPlan(id={self.id!r}, seed=<secret>, {sizes})"


class Pairing(NamedTuple):
    """The tables of a round, each with its players in the order of their seats."""

    tables: tuple[tuple[int, ...], ...] = ()
    bye: int | None = None  # the person without a table; None if everybody has a table


def proposed_rounds(people: int, usual_size: int) -> int:
    """Return the usual number of rounds for a number of people.

    >>> [proposed_rounds(people, usual_size=4) for people in (4, 12, 24, 100, 200)]
    [2, 3, 4, 5, 5]
    """
    # Before the last round, at most one person can have won every game. Each round divides their number by
    # the size of a table.
    rounds = 1
    reach = 1
    while reach < people:
        rounds += 1
        reach *= max(2, usual_size)
    return min(rounds, MOST_ROUNDS)


def pair(plan: PairingPlan, rounds: Sequence[PlayedRound], players: Collection[int]) -> Pairing:
    """Return the pairing of the next round.

    Args:
        rounds: all earlier rounds, as ``points.rounds_before`` returns them.
        players: entry numbers of the people who play.
    """
    # People with equal points are in a random order that follows from the sealed seed.
    draw = RandomNumbers(plan.seed, plan.id, len(rounds) + 1)
    points = total_points(rounds)
    order = sorted(draw.shuffled(sorted(players)), key=lambda player: -points[player])
    # If one person has to sit out, it is the last one who has not yet.
    sat_out = {played_round.bye for played_round in rounds}
    may_rest = [player for player in order if player not in sat_out]
    resting = may_rest[-1] if may_rest else None
    sizes = table_sizes(
        len(order),
        plan.usual_size,
        plan.allowed_sizes,
        has_computers=plan.has_computers,
        may_sit_out=resting is not None,
    )
    if not sizes:
        return Pairing()
    if sum(size.people for size in sizes) < len(order):
        bye = resting
    else:
        bye = None
    seated = [player for player in order if player != bye]
    # Opponents are drawn first, then seats.
    groups = assign_tables(_seating_costs(rounds, seated, points), _empty_tables(sizes), draw, plan.method)
    balance = SeatBalance(rounds)
    tables = []
    for group, size in zip(groups, sizes, strict=True):
        people = draw.shuffled([seated[number] for number in group])
        tables.append(seat_players(people, size.computers, balance))
    return Pairing(tuple(tables), bye)


def pair_final(plan: PairingPlan, rounds: Sequence[PlayedRound], players: Collection[int]) -> Pairing:
    """Return the pairing of the final: one table of about the usual size with the best players.

    The arguments are those of ``pair``.
    """
    draw = RandomNumbers(plan.seed, plan.id, len(rounds) + 1)
    sizes = [size for size in plan.allowed_sizes if size <= len(players)]
    if not sizes:
        return pair(plan, rounds, players)
    count = min(sizes, key=lambda size: (abs(size - plan.usual_size), size))
    # People with the same place are in a random order.
    random_places = {player: number for number, player in enumerate(draw.shuffled(sorted(players)))}
    table = sorted(
        standings(rounds, players), key=lambda standing: (standing.place, random_places[standing.player])
    )
    finalists = [standing.player for standing in table[:count]]
    return Pairing((seat_players(draw.shuffled(finalists), 0, SeatBalance(rounds)),))


def _empty_tables(sizes: Sequence[TableSize]) -> list[TableSlot]:
    widest = max(size.seats for size in sizes)
    return [TableSlot(size.people, size.seats < widest or size.computers > 0) for size in sizes]


def _seating_costs(
    rounds: Sequence[PlayedRound], seated: Sequence[int], points: Counter[int]
) -> SeatingCosts:
    met = count_meetings(rounds)
    irregular = _irregular_table_counts(rounds)

    def cost(person: int, other: int) -> int:
        if person == other:
            return 0
        points_cost = (points[person] - points[other]) ** 2
        meetings = met[min(person, other), max(person, other)]
        if not meetings:
            return points_cost
        return REPEAT + meetings**2 * OFTEN + points_cost

    def costs(person: int) -> list[int]:
        return [cost(person, other) for other in seated]

    irregular_costs = [irregular[person] * IRREGULAR for person in seated]
    return SeatingCosts([costs(person) for person in seated], irregular_costs, REPEAT)


def _irregular_table_counts(rounds: Sequence[PlayedRound]) -> Counter[int]:
    counts: Counter[int] = Counter()
    for played_round in rounds:
        if played_round.is_final:
            continue
        widest = max([len(table.seats) for table in played_round.tables], default=0)
        for table in played_round.tables:
            if len(table.people) < widest:
                counts.update(table.people)
    return counts
