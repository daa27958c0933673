"""Tests that people rarely meet twice, compared with exhaustive search and simulated annealing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simanneal import Annealer

from bot.pairing.points import count_meetings, count_repeats, total_points
from bot.pairing.rounds import METHOD, pair
from tests.amounts import some
from tests.bot.pairing.fields import GAMES, plan_of, play_paired_round, tournament

Met = Counter[tuple[int, int]]


def divisions(people: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every division of the people into tables of these sizes."""
    if not people:
        yield []
        return
    first, rest = people[0], people[1:]
    for size in {*sizes}:
        open_seats = list(sizes)
        open_seats.remove(size)
        for others in combinations(rest, size - 1):
            remaining = tuple(division for division in rest if division not in others)
            for more in divisions(remaining, tuple(open_seats)):
                yield [(first, *others), *more]


def fewest_repeats(people: Sequence[int], sizes: Sequence[int], met: Met) -> int:
    """Return the fewest repeated meetings of any division of the people."""
    fewest = 10**9
    for division in divisions(tuple(people), tuple(sizes)):
        fewest = min(fewest, count_repeats(division, met))
        if not fewest:
            break
    return fewest


SMALL = sorted(
    {
        (game, wanted, people)
        for game, (low, high) in GAMES.items()
        for wanted in range(low, high + 1)
        for people in (7, 9, 10)
        if game not in ("trick3",)  # as many seats as Porker Bull
    }
)


@pytest.mark.parametrize(("game", "wanted", "people"), SMALL)
def test_small_fields_have_no_better_division(game: str, wanted: int, people: int) -> None:
    """In each of five rounds, no division of the people has fewer repeated meetings."""
    low, high = GAMES[game]
    plan = plan_of(wanted, range(low, high + 1))
    done, _ = tournament(plan, people, 5, seed=people)
    for number, round_ in enumerate(done):
        sizes = [len(table.people) for table in round_.tables]
        seated = sorted(player for table in round_.tables for player in table.people)
        met = count_meetings(done[:number])
        assert count_repeats((table.seats for table in round_.tables), met) == fewest_repeats(
            seated, sizes, met
        )


@given(
    people=st.integers(4, 8),
    wanted=st.integers(2, 4),
    rounds=st.integers(1, 5),
    seed=st.integers(0, 10**6),
    leaves=st.sampled_from([0, 0.2]),
)
def test_search_is_optimal_for_any_history_of_small_fields(
    people: int, wanted: int, rounds: int, seed: int, leaves: float
) -> None:
    """The search finds the fewest repeated meetings if people come late, miss rounds and leave."""
    rng = random.Random(seed)
    plan = plan_of(wanted, range(2, 9), seed=rng.randbytes(32))

    def who(number: int, rng: random.Random) -> list[int]:
        return sorted(rng.sample(range(1, people + 1), rng.randint(max(2, people - 2), people)))

    done, _ = tournament(plan, people, rounds, seed, who, leaves)
    last, met = done[-1], count_meetings(done[:-1])
    sizes = [len(table.people) for table in last.tables]
    seated = sorted(player for table in last.tables for player in table.people)
    assert count_repeats((table.seats for table in last.tables), met) == fewest_repeats(seated, sizes, met)


@pytest.mark.parametrize(("people", "wanted"), [(11, 4), (12, 2), (12, 3), (12, 4), (12, 6)])
def test_largest_exhaustive_fields_are_optimal(people: int, wanted: int) -> None:
    """In the third round of eleven or twelve people, no division has fewer repeated meetings."""
    done, _ = tournament(plan_of(wanted, range(2, 9)), people, 3)
    met = count_meetings(done[:2])
    sizes = [len(table.people) for table in done[2].tables]
    repeats = count_repeats((table.seats for table in done[2].tables), met)
    assert repeats == fewest_repeats(range(1, people + 1), sizes, met)


class Golfers(Annealer):  # type: ignore[misc]
    """The seating of a round as a problem for ``simanneal``; its energy counts repeated meetings."""

    copy_strategy = "slice"
    Tmax, Tmin, updates = 2.0, 0.05, 0

    def __init__(self, order: list[int], sizes: Sequence[int], met: Met, rng: random.Random) -> None:
        self.sizes, self.met, self.rng = sizes, met, rng
        ends = [*accumulate(sizes)]
        places = [slice(end - size, end) for size, end in zip(sizes, ends, strict=True)]
        self.table_of = [table for table in places for _ in range(table.start, table.stop)]
        super().__init__(order)

    def tables(self) -> list[list[int]]:
        people = iter(self.state)
        return [[next(people) for _ in range(size)] for size in self.sizes]

    def move(self) -> int:
        """Swap two people; return the change of the energy, to which only their tables count."""
        first, second = self.rng.sample(range(len(self.state)), 2)
        changed = self.table_of[first], self.table_of[second]
        before = count_repeats((self.state[table] for table in changed), self.met)
        self.state[first], self.state[second] = self.state[second], self.state[first]
        return count_repeats((self.state[table] for table in changed), self.met) - before

    def energy(self) -> int:
        return count_repeats(self.tables(), self.met)

    def set_user_exit(self, *_: object) -> None:
        """Ignore signals, so that only pytest interrupts the test."""


LARGE = [
    (13, 3, 6),
    (16, 4, 5),
    (16, 6, 3),
    (20, 8, 3),
    (24, 4, 7),
    (24, 8, 3),
    (36, 8, 5),
    (40, 5, 8),
    (50, 10, 3),
    (60, 3, 8),
]


@pytest.mark.parametrize(("people", "wanted", "rounds"), some(LARGE, 3))
def test_simulated_annealing_finds_no_better_division(
    people: int, wanted: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the same earlier rounds, simulated annealing finds no last round with fewer repeated meetings."""
    plan = plan_of(wanted, range(2, 11))
    done, _ = tournament(plan, people, rounds - 1)
    met = count_meetings(done)
    tables = pair(plan._replace(method=METHOD), done, range(1, people + 1)).tables
    repeats = count_repeats(tables, met)
    rng = random.Random(people)
    monkeypatch.setattr("simanneal.anneal.random", rng)  # instead of the global generator
    order = [player for table in done[-1].tables for player in table.seats]
    golfers = Golfers(order, [*map(len, tables)], met, rng)
    golfers.steps = 4000
    _, least = golfers.anneal()
    assert golfers.energy() == least
    assert repeats <= least


@pytest.mark.parametrize(("low", "high"), sorted({*GAMES.values()}))
def test_two_hundred_people_meet_only_once_in_five_rounds(low: int, high: int) -> None:
    """At the largest tables of each game, no two of 200 people meet twice."""
    plan = plan_of(high, range(low, high + 1), method=METHOD)
    done, _ = tournament(plan, 200, 5)
    assert max(count_meetings(done).values()) == 1


@settings(max_examples=30)
@given(people=st.sampled_from(range(16, 41, 4)), seed=st.integers(0, 1000))
def test_people_with_similar_points_sit_together(people: int, seed: int) -> None:
    """In the second round, points at each table differ less than at random tables."""
    rng = random.Random(seed)
    plan = plan_of(4, range(2, 9), seed=rng.randbytes(32), method=METHOD)
    done, _ = tournament(plan, people, 1, seed)
    points = total_points(done)

    def unlike(tables: Sequence[Sequence[int]]) -> int:
        return sum((points[a] - points[b]) ** 2 for table in tables for a, b in combinations(table, 2))

    second = pair(plan, done, range(1, people + 1))
    mixed = rng.sample(range(1, people + 1), people)
    places = iter(mixed)
    at_random = [[next(places) for _ in table] for table in second.tables]
    assert unlike(second.tables) < unlike(at_random)
    assert play_paired_round(second, rng).tables
