"""Divides people into tables so that few people meet twice, and people with similar points sit together.

Up to ``MOST_EXACT`` people are divided by an exact search, more people by a tabu search. docs/PAIRING.md
compares the method with others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from bot.pairing.draw import RandomNumbers

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
    return SearchLimits(4_000_000, 16, 3) if people <= MOST_THOROUGH else SearchLimits(1_600_000, 8, 3)


class SeatingCosts(NamedTuple):
    """The costs of seating the people of a round, who are numbered from 0."""

    pair_costs: Sequence[Sequence[int]]  # pair_costs[a][b] is the cost of seating a and b at the same table
    irregular_costs: Sequence[int]  # each person's cost of an irregular table (TableSlot)
    repeat_cost: int  # the lowest cost of two people who have met before
    # The repeat cost exceeds the costs of all new pairs and of all irregular tables together.


class TableSlot(NamedTuple):
    """An empty table."""

    people: int  # number of seats for people
    is_irregular: bool = False  # smaller than other tables, or with computer players


_FilledTable: TypeAlias = tuple[int, tuple[int, ...]]
"""A table with its people: the index of its kind of slot, and the numbers of the people."""


def divide(
    seating_costs: SeatingCosts, slots: Sequence[TableSlot], draw: RandomNumbers, method: int = METHOD
) -> list[list[int]]:
    """Return the people at each table, in the order of ``slots``, with nearly the lowest total cost.

    Args:
        slots: tables whose sizes add up to the number of people.
    """
    if len(seating_costs.irregular_costs) <= MOST_EXACT:
        return _divide_exactly(seating_costs, slots)
    return _TabuSearch(
        seating_costs, slots, draw, search_limits(method, len(seating_costs.irregular_costs))
    ).run()


def _divide_exactly(seating_costs: SeatingCosts, slots: Sequence[TableSlot]) -> list[list[int]]:
    # Dynamic programming. Slots of one kind are interchangeable, so a state needs only their numbers.
    kinds = sorted(set(slots), key=lambda slot: (-slot.people, slot.is_irregular))
    pair_costs, irregular_costs = seating_costs.pair_costs, seating_costs.irregular_costs

    def cost(table: tuple[int, ...], slot: TableSlot) -> int:
        alone = sum(irregular_costs[person] for person in table) if slot.is_irregular else 0
        return alone + sum(pair_costs[person][other] for person, other in combinations(table, 2))

    best_by_people: dict[tuple[frozenset[int], tuple[int, ...]], tuple[int, tuple[_FilledTable, ...]]] = {}

    def best(unseated: frozenset[int], counts: tuple[int, ...]) -> tuple[int, tuple[_FilledTable, ...]]:
        # ``counts`` has the number of empty tables of each kind. Here everybody sits.
        if not unseated:
            return 0, ()
        if (unseated, counts) in best_by_people:
            return best_by_people[unseated, counts]
        # The first person must sit somewhere, so only tables with that person are tried.
        first, *others = sorted(unseated)
        candidates: list[tuple[int, tuple[_FilledTable, ...]]] = []
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
    # The method of Dotú and Van Hentenryck, "Scheduling Social Golfers Locally" (CPAIOR 2005).

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
        # Pairs of the change of the total cost and the number of the other person.
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
        least = self.seating_costs.repeat_cost
        return [person for person in range(self.count) if self.costs[person][self.table_of[person]] >= least]

    def _exchange_repeats(self, effort_limit: int) -> None:
        # ``effort_limit`` is the effort that must remain for the rest of the search.
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
        is_better = True
        while is_better and self.effort > effort_limit:
            is_better = False
            for person in range(self.count):
                change, other = min(self._possible_exchanges(person), default=(0, person))
                if change < 0:
                    self._swap(person, other)
                    is_better = True
            self.effort -= self.count * self.count
