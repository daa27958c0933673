"""Tests of tournament points, which are shares of beaten opponents, and of tie-breaks."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from bot.pairing.points import (
    COMPUTER,
    UNIT,
    PlayedRound,
    PlayedTable,
    places_with_leavers_last,
    rounds_before,
    standings,
    table_points,
    total_points,
)
from bot.pairing.rounds import METHOD
from tests.bot.pairing.fields import plan_of, tournament


@st.composite
def tables(draw: st.DrawFn) -> PlayedTable:
    """Draw a table of two to ten seats with ties, computer players and leavers."""
    count = draw(st.integers(2, 10))
    scores = draw(st.lists(st.integers(0, 4), min_size=count, max_size=count))
    places = tuple(1 + sum(other < score for other in scores) for score in scores)
    computers = draw(st.sets(st.integers(0, count - 1), max_size=count - 1))
    seats = tuple(COMPUTER if seat in computers else seat + 1 for seat in range(count))
    people = [player for player in seats if player != COMPUTER]
    leavers = draw(st.sets(st.sampled_from(people)))
    return PlayedTable(seats, places, frozenset(leavers))


@given(tables())
def test_place_points_are_the_share_of_beaten_opponents(table: PlayedTable) -> None:
    """A person's points are the share of beaten opponents; a tie counts half, and leavers get none."""
    points = table_points(table)
    for seat, player in enumerate(table.seats):
        if player == COMPUTER:
            assert player not in points
            continue
        others = [other for other in range(len(table.seats)) if other != seat]
        beaten = 0.0
        for other in others:
            if table.seats[other] in table.leavers or table.places[seat] < table.places[other]:
                beaten += 1
            elif table.places[seat] == table.places[other]:
                beaten += 0.5
        expected = 0 if player in table.leavers else beaten / len(others)
        assert abs(points[player] / UNIT - expected) < 1e-9


@given(tables())
def test_leavers_share_the_last_place(table: PlayedTable) -> None:
    places = places_with_leavers_last(table)
    places_of_leavers = [
        place for player, place in zip(table.seats, places, strict=True) if player in table.leavers
    ]
    stayed = [place for player, place in zip(table.seats, places, strict=True) if player not in table.leavers]
    assert len(set(places_of_leavers)) <= 1
    assert not places_of_leavers or not stayed or max(stayed) < min(places_of_leavers)


@given(tables())
def test_table_points_sum_to_half_a_point_per_seat(table: PlayedTable) -> None:
    """If no player leaves, the points of a table add up to half a point per seat."""
    everybody = table._replace(seats=tuple(range(1, len(table.seats) + 1)), leavers=frozenset())
    assert sum(table_points(everybody).values()) * 2 == UNIT * len(table.seats)


def test_table_without_result_is_a_tie() -> None:
    """If a table has no result, the players who stayed tie, and leavers get nothing."""
    assert table_points(PlayedTable((1, 2, 3))) == dict.fromkeys((1, 2, 3), UNIT // 2)
    assert table_points(PlayedTable((1, 2, 3), leavers=frozenset({2}))) == {
        1: UNIT * 3 // 4,
        2: 0,
        3: UNIT * 3 // 4,
    }


def test_partners_do_not_count_as_opponents() -> None:
    """In a game of two against two, each winner has beaten all opponents."""
    table = PlayedTable((1, 2, 3, 4), (1, 2, 1, 2), teams=(0, 1, 0, 1))
    assert table_points(table) == {1: UNIT, 2: 0, 3: UNIT, 4: 0}


def test_missed_round_gives_no_points_and_bye_gives_half() -> None:
    rounds = [PlayedRound((PlayedTable((1, 2), (1, 2)),), bye=3)]
    assert total_points(rounds) == {1: UNIT, 2: 0, 3: UNIT // 2}
    assert [row.player for row in standings(rounds, (1, 2, 3, 4))] == [1, 3, 2, 4]


def test_points_of_opponents_break_ties() -> None:
    """Of two players with one win and one loss each, the player with stronger opponents is ahead."""
    rounds = [
        PlayedRound((PlayedTable((1, 2), (1, 2)), PlayedTable((3, 4), (1, 2)))),
        PlayedRound((PlayedTable((5, 1), (1, 2)), PlayedTable((6, 3), (1, 2)))),
        PlayedRound((PlayedTable((5, 4), (1, 2)), PlayedTable((2, 6), (1, 2)))),
    ]
    table = {row.player: row for row in standings(rounds, range(1, 7))}
    assert table[1].points == table[3].points == UNIT
    assert table[1].opponents_points == 3 * UNIT
    assert table[3].opponents_points == UNIT
    assert table[1].place < table[3].place


def test_better_places_break_remaining_ties() -> None:
    """If points are equal, more first places decide; complete ties share a place."""
    rounds = [
        PlayedRound((PlayedTable((1, 2, 3), (1, 2, 3)), PlayedTable((4, 5, 6), (1, 1, 1)))),
        PlayedRound((PlayedTable((3, 2, 1), (1, 2, 3)), PlayedTable((6, 5, 4), (1, 1, 1)))),
    ]
    table = {row.player: row for row in standings(rounds, range(1, 7))}
    assert {result.points for result in table.values()} == {UNIT}
    assert {result.opponents_points for result in table.values()} == {4 * UNIT}
    assert table[1].place_counts == (1, 0, 1)
    assert [table[player].place for player in (4, 5, 6, 1, 3, 2)] == [1, 1, 1, 4, 4, 6]


def test_computer_player_counts_as_average_opponent() -> None:
    """In the tie-break by opponents' points, a computer player counts as half a point."""
    rounds = [PlayedRound((PlayedTable((1, COMPUTER), (1, 2)),))]
    (first,) = standings(rounds, (1,))
    assert first.opponents_points == UNIT // 2


def test_final_decides_first_places() -> None:
    """The final decides the places of its players, and gives no points."""
    rounds = [PlayedRound((PlayedTable((1, 2, 3), (1, 2, 3)), PlayedTable((4, 5, 6), (1, 2, 3))))]
    final = PlayedRound((PlayedTable((4, 2, 1), (3, 1, 2)),), is_final=True)
    table = standings([*rounds, final], range(1, 7))
    assert [(row.player, row.place) for row in table] == [(2, 1), (1, 2), (4, 3), (5, 4), (3, 5), (6, 5)]
    assert total_points([*rounds, final]) == total_points(rounds)


def test_pairing_uses_result_until_it_is_excluded() -> None:
    """A result excluded from round 3 on is used to pair round 2, but not round 3."""
    first = PlayedRound((PlayedTable((1, 2), (1, 2), excluded_from=3),))
    second = PlayedRound((PlayedTable((2, 1), (1, 2)),))
    assert rounds_before([first, second], 2, METHOD)[0].tables[0].places == (1, 2)
    assert rounds_before([first, second], 3, METHOD)[0].tables[0].places == ()
    assert len(rounds_before([first, second], 2, METHOD)) == 1


def test_people_who_left_stay_last_at_an_excluded_table() -> None:
    """If a result is excluded, those who stayed tie, and those who left get no points."""
    table = PlayedTable((1, 2, 3), (3, 1, 2), frozenset({1}), excluded_from=2)
    (played,) = rounds_before([PlayedRound((table,))], 2, METHOD)
    assert table_points(played.tables[0]) == {1: 0, 2: UNIT * 3 // 4, 3: UNIT * 3 // 4}
    assert [row.player for row in standings([played], (1, 2, 3))] == [2, 3, 1]


@given(st.integers(2, 40), st.integers(1, 5), st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_input_order(people: int, rounds: int, rng: random.Random) -> None:
    """The order of tables, seats and people does not change the standings."""
    done, _ = tournament(plan_of(4, range(2, 9)), people, rounds, seed=people)
    mixed = []
    for round_ in done:
        tables = []
        for table in rng.sample(round_.tables, len(round_.tables)):
            order = rng.sample(range(len(table.seats)), len(table.seats))
            seats, places = (tuple(what[at] for at in order) for what in (table.seats, table.places))
            tables.append(PlayedTable(seats, places, table.leavers))
        mixed.append(round_._replace(tables=tuple(tables)))
    numbers = [*range(1, people + 1)]
    assert standings(mixed, rng.sample(numbers, people)) == standings(done, numbers)
