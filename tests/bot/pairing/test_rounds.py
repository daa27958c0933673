"""Tests that a round seats each active player once, with fair first turns and byes."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pairing.points import COMPUTER, PlayedRound, PlayedTable, standings
from bot.pairing.rounds import Pairing, RandomNumbers, pair, pair_final, proposed_rounds
from tests.bot.pairing.fields import GAMES, plan_of, tournament


@settings(max_examples=60)
@given(
    people=st.integers(2, 60),
    game=st.sampled_from(sorted(GAMES)),
    wanted=st.integers(2, 10),
    rounds=st.integers(1, 4),
    has_computers=st.booleans(),
    seed=st.integers(0, 10**6),
)
def test_active_people_get_one_seat_per_round(
    people: int, game: str, wanted: int, rounds: int, has_computers: bool, seed: int
) -> None:
    """Each active person gets one seat or a bye per round, and no person gets two byes."""
    low, high = GAMES[game]
    plan = plan_of(wanted, range(low, high + 1), has_computers=has_computers)

    def who(number: int, rng: random.Random) -> list[int]:
        return sorted(rng.sample(range(1, people + 1), rng.randint(max(2, people // 2), people)))

    done, there = tournament(plan, people, rounds, seed, who, leaves=0.1)
    for round_, players in zip(done, there, strict=True):
        seated = [player for table in round_.tables for player in table.people]
        seated += [] if round_.bye is None else [round_.bye]
        assert sorted(seated) == sorted(players)
        assert all(len(table.seats) in plan.allowed_sizes for table in round_.tables)
        assert not (has_computers and round_.bye)
    byes = [round_.bye for round_ in done if round_.bye is not None]
    assert len(byes) == len({*byes})


def test_pairing_depends_only_on_rounds_seed_and_tournament() -> None:
    """The order of people has no effect; another seed or tournament id gives another pairing."""
    plan = plan_of(4, range(2, 9))
    done, _ = tournament(plan, 30, 2)
    first = pair(plan, done, range(1, 31))
    assert pair(plan, done, random.Random(7).sample(range(1, 31), 30)) == first
    assert pair(plan._replace(seed=bytes(32)), done, range(1, 31)) != first
    assert pair(plan._replace(id="1235"), done, range(1, 31)) != first


def test_pairing_of_published_tournaments_never_changes() -> None:
    """The pairing for a given seed never changes, since published records are verified with it."""
    plan = plan_of(4, range(2, 9))
    assert pair(plan, [], range(1, 8)) == Pairing(((3, 5, 1, 4), (6, 2, 7)))
    assert RandomNumbers(plan.seed, plan.id, 1).below(1000) == 604


@pytest.mark.parametrize(("wanted", "people"), [(2, 12), (3, 12), (4, 12), (4, 16), (5, 20), (4, 26)])
def test_first_turns_are_distributed_evenly(wanted: int, people: int) -> None:
    """After up to eight rounds, people's numbers of first turns differ by at most two."""
    done, _ = tournament(plan_of(wanted, range(2, 9)), people, min(8, 2 * wanted))
    firsts = Counter(table.seats[0] for round_ in done for table in round_.tables)
    times = [firsts[player] for player in range(1, people + 1)]
    assert max(times) - min(times) <= 2
    assert max(times) <= 1 + -(-sum(times) // people)


def test_seats_at_the_small_table_rotate() -> None:
    """In four rounds, the twelve seats at tables of three go to at least eleven people."""
    done, _ = tournament(plan_of(4, {3, 4, 5}), 23, 4)
    small = [table.seats for round_ in done for table in round_.tables if len(table.seats) == 3]
    assert len(small) == 4
    assert len({player for seats in small for player in seats}) >= 11


def test_bye_goes_to_low_ranked_person() -> None:
    """The bye goes to one of the last in the standings, and never twice to the same person."""
    plan = plan_of(3, {3})
    first = PlayedRound(
        (PlayedTable((1, 2, 3), (1, 2, 3)), PlayedTable((4, 5, 6), (1, 2, 3))),
        bye=7,
    )
    second = pair(plan, [first], range(1, 8))
    assert second.bye in (3, 6)
    again = PlayedRound(tuple(PlayedTable(seats) for seats in second.tables), second.bye)
    assert pair(plan, [first, again], range(1, 8)).bye not in (7, second.bye)


def test_final_seats_the_best_people() -> None:
    """The final is one table of the usual size, or of the nearest allowed size."""
    plan = plan_of(4, range(2, 9))
    done, _ = tournament(plan, 20, 3)
    best = [row.player for row in standings(done, range(1, 21))[:4]]
    final = pair_final(plan, done, range(1, 21))
    assert sorted(final.tables[0]) == sorted(best)
    assert len(final.tables) == 1
    three = pair_final(plan_of(4, {3}), done, range(1, 21))
    assert sorted(three.tables[0]) == sorted(best[:3])
    few = pair_final(plan_of(4, {3, 4}), done, (1, 2))
    assert Counter(few.tables[0])[COMPUTER] == 1


@pytest.mark.parametrize(
    ("people", "wanted", "rounds"), [(4, 4, 2), (12, 4, 3), (24, 4, 4), (200, 4, 5), (200, 2, 8), (12, 3, 4)]
)
def test_proposed_number_of_rounds(people: int, wanted: int, rounds: int) -> None:
    """The number depends on people and table size, and is at most eight."""
    assert proposed_rounds(people, wanted) == rounds
