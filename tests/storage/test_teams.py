"""Tests of results in teams: partners win together, and never against each other."""

from __future__ import annotations

from itertools import permutations

import pytest

from storage import Store
from storage.scores.results import Rating, ResultSeat, StoredResult, rate
from storage.upkeep import findings
from tests.storage.helpers import board_of, result_of, stats_of, store_finished_game

PEOPLE, ACROSS = (10, 11, 12, 13), (0, 1, 0, 1)


def rated_after(
    places: tuple[int, ...], teams: tuple[int, ...], leavers: tuple[int, ...] = ()
) -> list[Rating]:
    seats = tuple(
        ResultSeat(seat, seat, seat in leavers, place, team=teams[seat] if teams else None)
        for seat, place in enumerate(places)
    )
    first = dict.fromkeys(permutations(range(len(places)), 2), 1)
    result = StoredResult(1, "t", 1, "bull", 0, True, seats)
    after = rate(result, {seat: Rating() for seat in range(len(places))}, first)
    return [after[seat] for seat in range(len(places))]


async def test_team_has_one_place_and_unshared_win(store: Store) -> None:
    """The teams have places 1 and 2, and both winners have a win and no tie."""
    await store_finished_game(store, "t1", PEOPLE, (1, 2, 1, 2), teams=ACROSS)
    game = await result_of(store)
    assert [(seat.place, seat.team) for seat in game.seats] == [(1, 0), (2, 1), (1, 0), (2, 1)]
    assert game.teams == 2
    board = await board_of(store)
    assert {row.user_id: (row.wins, row.ties) for row in board.rows} == {
        10: (1, 0), 11: (0, 0), 12: (1, 0), 13: (0, 0)
    }  # fmt: skip
    stats = (await stats_of(store, 11)).games[0]
    assert (stats.mean_place, stats.mean_seats) == (2, 2)
    assert await store.check(findings) == []


async def test_tied_teams_share_first_place(store: Store) -> None:
    """If both teams tie, no team wins; of three teams, two tied teams both win."""
    await store_finished_game(store, "t1", PEOPLE, (1, 1, 1, 1), teams=ACROSS)
    assert {(row.wins, row.ties) for row in (await board_of(store)).rows} == {(0, 1)}
    six = (*PEOPLE, 14, 15)
    await store_finished_game(store, "t2", six, (1, 1, 3, 1, 1, 3), teams=(0, 1, 2, 0, 1, 2), game="tomoe")
    rows = {row.user_id: (row.wins, row.ties) for row in (await board_of(store, "wins", "tomoe")).rows}
    assert rows == {10: (1, 1), 11: (1, 1), 12: (0, 0), 13: (1, 1), 14: (1, 1), 15: (0, 0)}


async def test_leaver_of_team_has_not_won_but_partner_has(store: Store) -> None:
    """The team keeps its place, but the leaver counts as last of all teams."""
    await store_finished_game(store, "t1", PEOPLE, (1, 2, 1, 2), leavers=(2,), teams=ACROSS)
    assert {row.user_id: row.wins for row in (await board_of(store)).rows} == {10: 1, 11: 0, 12: 0, 13: 0}
    assert (await stats_of(store, 12)).games[0].mean_place == 2


def test_partners_do_not_count_against_each_other() -> None:
    """Two new partners gain equal ratings, which stay less certain than without teams."""
    first, second, partner, rival = rated_after((1, 2, 1, 2), ACROSS)
    assert first == partner
    assert second == rival
    assert first.display_value > second.display_value
    tied = rated_after((1, 1, 1, 1), ACROSS)
    assert {round(rating.mu, 9) for rating in tied} == {Rating().mu}
    alone = rated_after((1, 1, 3, 3), ())
    assert alone[0].sigma < first.sigma, "a partner tells nothing of one's own strength"


def test_leaver_of_team_is_rated_last() -> None:
    """A leaver is rated below both opponents, although the team won."""
    stayed, lost, leaver, also_lost = rated_after((1, 2, 1, 2), ACROSS, leavers=(2,))
    assert stayed.mu > lost.mu == pytest.approx(also_lost.mu)
    assert lost.mu > leaver.mu


@pytest.mark.parametrize(
    ("places", "why"),
    [((1, 2, 1, 1), "partners"), ((1, 3, 1, 3), "no ranking"), ((2, 2, 2, 2), "no ranking")],
)
async def test_invalid_places_of_teams_are_refused(store: Store, places: tuple[int, ...], why: str) -> None:
    """Partners must share a place, and places are numbered by team."""
    with pytest.raises(ValueError, match=why):
        await store_finished_game(store, "t1", PEOPLE, places, teams=ACROSS)
