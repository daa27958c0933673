"""Tests of whose results count and how much, on both databases and after recounts."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from msgspec.structs import replace
from openskill.models import BradleyTerryFull

from storage import Store
from storage.rows import MoveRow
from storage.scores.results import Rating, ResultSeat, StoredResult, rate, rerate, weight, which_seats_count
from storage.tables.lifecycle import append_moves
from storage.upkeep import findings
from tests.storage.helpers import DAY, NOON, board_of, content, leave, outcome, playing, store_finished_game

DAWN = NOON - NOON % DAY
"""The beginning of a day in UTC."""


async def store_game(
    store: Store, table: str, *moves: int, leaver: int | None = None, later: tuple[int, ...] = ()
) -> None:
    """Store a game that 10 wins against 11 and 12; each person must make two decisions.

    ``moves`` has the seats of the decisions before ``leaver`` leaves, ``later`` the seats of later decisions.
    """
    await playing(store, table, 10, 11, 12)
    log = [MoveRow(seq, seat, "move", NOON) for seq, seat in enumerate((*moves, *later))]
    await store.write(append_moves, table, log[: len(moves)])
    if leaver is not None:
        await leave(store, table, leaver, level="easy")
    ended = replace(outcome(1, 2, 3), min_decisions=(2, 2, 2))
    await store.write(append_moves, table, log[len(moves) :], outcome=ended)


async def _board(store: Store) -> dict[int, tuple[int, int, int]]:
    return {row.user_id: (row.games, row.wins, row.beaten) for row in (await board_of(store)).rows}


@pytest.mark.parametrize(
    ("moves", "leaver", "later", "expected"),
    [
        ((0, 1, 2, 0, 1, 2), None, (), {10: (1, 1, 2), 11: (1, 0, 0), 12: (1, 0, 0)}),
        ((0, 1, 2, 0, 1), None, (), {10: (1, 1, 1), 11: (1, 0, 0)}),
        ((0, 1, 2), 2, (0, 1, 2, 2), {10: (1, 1, 1), 11: (1, 0, 0), 12: (1, 0, 0)}),
        ((0, 1, 2, 2), 2, (0, 1), {10: (1, 1, 2), 11: (1, 0, 0), 12: (1, 0, 0)}),
        ((0, 1), 2, (), {12: (1, 0, 0)}),
        ((0, 0, 1), 0, (1,), {10: (1, 0, 0), 11: (1, 0, 0)}),
    ],
    ids=["all", "one did too little", "left early", "left late", "all too little", "the winner left"],
)
async def test_game_counts_for_people_who_made_enough_moves(
    store: Store,
    moves: tuple[int, ...],
    leaver: int | None,
    later: tuple[int, ...],
    expected: dict[int, tuple[int, int, int]],
) -> None:
    """Games, wins and beaten people count. Leaving is a loss, and a stand-in's decisions do not count."""
    await store_game(store, "t", *moves, leaver=leaver, later=later)
    assert await _board(store) == expected
    ratings = {row.user_id: row.value for row in (await board_of(store, "rating")).rows}
    assert ratings.keys() == expected.keys()
    assert await store.check(findings) == []


async def test_early_leaver_loses_rating_and_opponents_gain_none(store: Store) -> None:
    await playing(store, "t", 10, 11)
    await leave(store, "t", 1, level="easy")
    await store.write(append_moves, "t", (), outcome=replace(outcome(1, 2), min_decisions=(3, 3)))
    (loser,) = (await board_of(store, "rating")).rows
    assert loser.user_id == 11
    assert loser.value < Rating(sigma=8.065901413543).display_value
    assert loser.games == 1


async def _gains(store: Store, *times: int, game: str = "bull", guilds: tuple[int, ...] = (1,)) -> list[int]:
    """Store wins of 10 over 11 at these times, on the servers in turn; return the rating gained by each."""
    mine = (await board_of(store, "rating", game, user_id=10)).mine
    ratings = [Rating().display_value if mine is None else int(mine.value)]
    for number, at in enumerate(times):
        where = guilds[number % len(guilds)]
        await store_finished_game(
            store, f"{game}{at}-{number}", (10, 11), (1, 2), at=at, game=game, guild_id=where
        )
        board = await board_of(store, "rating", game, where, user_id=10)
        ratings.append(int(board.mine.value))
    return [after - before for before, after in pairwise(ratings)]


async def test_further_games_of_same_pair_count_less_each_day(store: Store, where: str) -> None:
    """On one UTC day, each further game of a pair counts less; other games count separately."""
    times = tuple(DAWN + DAY - number for number in range(5, 0, -1))
    first, *others = await _gains(store, *times, guilds=(1, 2))
    assert first > others[0] > others[1] > others[2] > others[3] > 0
    assert others[3] < first / 5
    (next_day,) = await _gains(store, DAWN + DAY)
    assert next_day > 2 * others[3]
    assert (await _gains(store, DAWN + DAY - 1, game="lost"))[0] == first
    before = content(where)
    await store.write(rerate)
    assert content(where) == before
    assert await store.check(findings) == []


async def test_games_against_one_account_give_low_rating(store: Store) -> None:
    """Fifty wins a day against one account give a lower rating than ten wins against ten people."""
    await _gains(store, *(DAWN + number for number in range(50)))
    for other in range(20, 30):
        await store_finished_game(store, f"fair{other}", (12, other), (1, 2), at=DAWN + other)
    board = await board_of(store, "rating")
    assert board.rows[0].user_id == 12


def test_game_counts_only_if_two_sides_played() -> None:
    assert which_seats_count((False, False), (True, True), "AB") == (True, True)
    assert which_seats_count((False, False), (True, False), "AB") == (False, False)
    assert which_seats_count((False, True), (True, False), "AB") == (False, True)
    assert which_seats_count((False,) * 3, (True, True, False), "ABC") == (True, True, False)
    assert which_seats_count((False,) * 4, (True, True, False, False), "ABAB") == (True, True, False, False)
    assert which_seats_count((False,) * 4, (True, False, True, False), "ABAB") == (False,) * 4
    assert [weight(nth) for nth in range(1, 5)] == sorted((weight(nth) for nth in range(1, 5)), reverse=True)


@pytest.mark.parametrize("teams", [None, (0, 1, 0, 1)])
def test_full_game_is_rated_like_rating_model(teams: tuple[int, ...] | None) -> None:
    """The changes of all pairs add up to the rating model's change for the whole game."""
    model, places = BradleyTerryFull(), (1, 2, 1, 2) if teams else (2, 1, 2, 4)
    before = {seat: Rating(20.0 + 3 * seat, 2.0 + seat) for seat in range(4)}
    seats = [ResultSeat(seat, seat, False, places[seat], team=teams and teams[seat]) for seat in range(4)]
    first = dict.fromkeys(permutations(range(4), 2), 1)
    after = rate(StoredResult(1, "t", 1, "bull", 0, True, (*seats,)), before, first)
    sides = [(0, 2), (1, 3)] if teams else [(0,), (1,), (2,), (3,)]
    whole = model.rate(
        [[model.rating(before[seat].mu, before[seat].sigma) for seat in side] for side in sides],
        ranks=[float(places[side[0]]) for side in sides],
    )
    for side, rated in zip(sides, whole, strict=True):
        for seat, rating in zip(side, rated, strict=True):
            assert (after[seat].mu, after[seat].sigma) == pytest.approx((rating.mu, rating.sigma))
