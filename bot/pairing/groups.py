"""Divides people into tables so that few people meet twice, and people with similar points sit together.

Up to ``MOST_EXACT`` people are divided by an exact search. More people are divided by a tabu search, the
method of Dotú and Van Hentenryck, *Scheduling Social Golfers Locally* (CPAIOR 2005). docs/PAIRING.md compares
the method with others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from bot.pairing.draw import RandomNumbers

MOST_EXACT = 12
"""The largest number of people for whom all divisions are searched."""


class SearchLimits(NamedTuple):
    """Limits of the search for a good division. They are counts, not times, so that the result is
    reproducible.

    Attributes:
        effort: the maximum number of exchanges to evaluate.
        restarts: the number of times that the search starts.
        tenure: the minimum number of exchanges before a moved person may be moved again.
    """

    effort: int
    restarts: int
    tenure: int


METHOD = 2
"""The version of the pairing method for new tournaments. Version 1 is that of Tefuda 1.0.0."""

MOST_THOROUGH = 100
"""The largest number of people for whom a thorough search takes well under a second."""


def search_of(method: int, people: int) -> SearchLimits:
    """Return the limits of the search (such as its number of exchanges) for a number of people.

    ``method`` is the version of the pairing method.
    """
    # The limits of a method never change, since old rounds are checked by the method that paired them.
    if method == 1:
        return SearchLimits(400_000, 4, 6)
    return SearchLimits(4_000_000, 16, 3) if people <= MOST_THOROUGH else SearchLimits(1_600_000, 8, 3)


class SeatingCosts(NamedTuple):
    """The costs of seating the people of a round. People are numbered from 0.

    Attributes:
        pair_costs: ``pair_costs[a][b]`` is the cost of seating ``a`` and ``b`` at the same table.
        irregular_costs: each person's cost of a table that is smaller than others or has computer players.
        repeat_cost: the lowest possible cost of a pair that has met before. It exceeds the costs of all new
            pairs and of all irregular tables together.
    """

    pair_costs: Sequence[Sequence[int]]
    irregular_costs: Sequence[int]
    repeat_cost: int


class TableSlot(NamedTuple):
    """A table to be filled with people.

    ``is_irregular`` is true if the table is smaller than others or has computer players.
    """

    people: int
    is_irregular: bool = False


Placed: TypeAlias = tuple[int, tuple[int, ...]]
"""A table with its people: the index of its kind of slot, and the numbers of the people."""


def divide(
    seating_costs: SeatingCosts, slots: Sequence[TableSlot], draw: RandomNumbers, method: int = METHOD
) -> list[list[int]]:
    """Return the people at each table of a round, in the order of ``slots``.

    Args:
        seating_costs: the costs, with people numbered in the order of their points.
        slots: the tables. Their sizes add up to the number of people.
        draw: random numbers, used if there are many people.
        method: the version of the pairing method.
    """
    if len(seating_costs.irregular_costs) <= MOST_EXACT:
        return _divide_exactly(seating_costs, slots)
    return _TabuSearch(
        seating_costs, slots, draw, search_of(method, len(seating_costs.irregular_costs))
    ).run()


def _divide_exactly(seating_costs: SeatingCosts, slots: Sequence[TableSlot]) -> list[list[int]]:
    """Return the cheapest division of a few people into tables, found by dynamic programming."""
    # Slots of one kind are interchangeable, so a state needs only their numbers.
    kinds = sorted(set(slots), key=lambda slot: (-slot.people, slot.is_irregular))
    pair_costs, irregular_costs = seating_costs.pair_costs, seating_costs.irregular_costs

    def cost(table: tuple[int, ...], slot: TableSlot) -> int:
        alone = sum(irregular_costs[person] for person in table) if slot.is_irregular else 0
        return alone + sum(pair_costs[person][other] for person, other in combinations(table, 2))

    best_by_people: dict[tuple[frozenset[int], tuple[int, ...]], tuple[int, tuple[Placed, ...]]] = {}

    def best(unseated: frozenset[int], counts: tuple[int, ...]) -> tuple[int, tuple[Placed, ...]]:
        """Return the lowest cost of seating the people in ``unseated``, and the tables that have this cost.

        ``counts`` has the number of empty tables for each kind of table in ``kinds``.
        """
        # Everybody sits.
        if not unseated:
            return 0, ()
        if (unseated, counts) in best_by_people:
            return best_by_people[unseated, counts]
        # The first person must sit somewhere, so only tables with that person are tried.
        first, *others = sorted(unseated)
        candidates: list[tuple[int, tuple[Placed, ...]]] = []
        for kind, slot in enumerate(kinds):
            if counts[kind]:
                fewer = (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])
                for more in combinations(others, slot.people - 1):
                    table = (first, *more)
                    rest, tables = best(unseated - {*table}, fewer)
                    candidates.append((rest + cost(table, slot), ((kind, table), *tables)))
        best_by_people[unseated, counts] = min(candidates)
        return best_by_people[unseated, counts]

    # The result in the order of the slots.
    _, placed = best(frozenset(range(len(irregular_costs))), tuple(list(slots).count(kind) for kind in kinds))
    tables_of = [[[*table] for at, table in placed if at == kind] for kind in range(len(kinds))]
    return [tables_of[kinds.index(slot)].pop(0) for slot in slots]


class _TabuSearch:
    """A tabu search that divides many people into tables."""

    def __init__(
        self,
        seating_costs: SeatingCosts,
        slots: Sequence[TableSlot],
        draw: RandomNumbers,
        search: SearchLimits,
    ) -> None:
        self.seating_costs, self.slots, self.draw, self.search = seating_costs, slots, draw, search
        self.count = len(seating_costs.irregular_costs)
        self.effort = search.effort  # number of exchanges left to evaluate
        # ``self.costs[person][table]`` is the cost of seating a person at a table with its present people.
        self._fill_tables(range(self.count))

    def run(self) -> list[list[int]]:
        """Return the best division found: the people of each table."""
        best, least = self._copy(), self._total()
        # The first start has people of like points together; further ones are drawn.
        # Half of the effort of each goes into repeated meetings, half into points.
        part = self.search.effort // (2 * self.search.restarts)
        for start in range(self.search.restarts):
            if start:
                self._fill_tables(self.draw.shuffled(range(self.count)))
            limit = self.effort - part
            self._exchange_repeats(limit)
            self._lower_cost(limit - part)
            total = self._total()
            if total < least:
                best, least = self._copy(), total
            # No repeated meeting is left.
            if least < self.seating_costs.repeat_cost:
                break
        return best

    # --- the division ---------------------------------------------------------------------------------

    def _fill_tables(self, order: Sequence[int]) -> None:
        """Fill the tables with people in the given order, one table after another."""
        people = iter(order)
        # People in order at tables in order.
        self.tables = [[next(people) for _ in range(slot.people)] for slot in self.slots]
        self.table_of = [0] * self.count
        for number, table in enumerate(self.tables):
            for person in table:
                self.table_of[person] = number
        # The cost of each person at each table, kept up to date by exchanges.
        irregular_slots = [number for number, slot in enumerate(self.slots) if slot.is_irregular]
        self.costs = []
        for person, row in enumerate(self.seating_costs.pair_costs):
            costs = [sum(row[other] for other in table) for table in self.tables]
            for number in irregular_slots:
                costs[number] += self.seating_costs.irregular_costs[person]
            self.costs.append(costs)

    def _copy(self) -> list[list[int]]:
        return [sorted(table) for table in self.tables]

    def _total(self) -> int:
        pair_costs = sum(
            self.seating_costs.pair_costs[a][b] for table in self.tables for a, b in combinations(table, 2)
        )
        return pair_costs + sum(
            self.seating_costs.irregular_costs[person]
            for table, slot in zip(self.tables, self.slots, strict=True)
            if slot.is_irregular
            for person in table
        )

    def _possible_exchanges(self, person: int) -> Iterator[tuple[int, int]]:
        """Yield the possible exchanges of a person with people at other tables.

        Each exchange is a pair: the change of the total cost, and the other person's number.
        """
        here, mine, row = self.table_of[person], self.costs[person], self.seating_costs.pair_costs[person]
        for there, table in enumerate(self.tables):
            if there != here:
                gain = mine[there] - mine[here]
                for other in table:
                    theirs = self.costs[other]
                    yield gain + theirs[here] - theirs[there] - 2 * row[other], other

    def _swap(self, person: int, other: int) -> None:
        here, there = self.table_of[person], self.table_of[other]
        self.tables[here][self.tables[here].index(person)] = other
        self.tables[there][self.tables[there].index(other)] = person
        self.table_of[person], self.table_of[other] = there, here
        mine, theirs = self.seating_costs.pair_costs[person], self.seating_costs.pair_costs[other]
        for costs, less, more in zip(self.costs, mine, theirs, strict=True):
            costs[here] += more - less
            costs[there] += less - more

    # --- the search -----------------------------------------------------------------------------------

    def _people_who_repeat(self) -> list[int]:
        """Return the people who sit with a person whom they have met before."""
        least = self.seating_costs.repeat_cost
        return [person for person in range(self.count) if self.costs[person][self.table_of[person]] >= least]

    def _exchange_repeats(self, effort_limit: int) -> None:
        """Exchange people between tables until nobody meets an earlier opponent again.

        The search stops early when the number of exchanges it may still evaluate falls to ``effort_limit``.
        """
        best, least, total = self._copy(), self._total(), self._total()
        free_at, tenure = [0] * self.count, self.search.tenure
        # A moved person stays for some exchanges, so that the search does not go in circles.
        turn = 0
        while (people := self._people_who_repeat()) and self.effort > effort_limit:
            turn += 1
            exchange: tuple[int, int, int] | None = None
            # The best exchange of a person who meets an earlier opponent again, even if that is worse.
            for person in people:
                self.effort -= self.count
                for change, other in self._possible_exchanges(person):
                    if exchange is not None and change >= exchange[0]:
                        continue
                    # Forbidden exchanges are allowed if they lead to a new best division.
                    is_free = free_at[person] <= turn and free_at[other] <= turn
                    if is_free or total + change < least:
                        exchange = change, person, other
            if exchange is None:
                continue
            change, person, other = exchange
            self._swap(person, other)
            total += change
            free_at[person] = turn + tenure + self.draw.below(tenure)
            free_at[other] = turn + tenure + self.draw.below(tenure)
            if total < least:
                best, least = self._copy(), total
        self._fill_tables([person for table in best for person in table])

    def _lower_cost(self, effort_limit: int) -> None:
        """Exchange people between tables as long as this lowers the total cost.

        The search stops early when the number of exchanges it may still evaluate falls to ``effort_limit``.
        """
        is_better = True
        while is_better and self.effort > effort_limit:
            is_better = False
            for person in range(self.count):
                change, other = min(self._possible_exchanges(person), default=(0, person))
                if change < 0:
                    self._swap(person, other)
                    is_better = True
            self.effort -= self.count * self.count
