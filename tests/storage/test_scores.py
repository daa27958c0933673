"""Tests of results, ratings, statistics, histories and the periods of boards."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from storage import Store
from storage.scores.results import (
    DAY_MS,
    PROVISIONAL_GAMES,
    Rating,
    ResultSeat,
    StoredResult,
    is_start,
    month_start,
    period_end,
    rate,
    rerate,
    week_start,
)
from storage.scores.stats import GameStats, Partner, Stats, load_history, load_stats
from storage.upkeep import findings, finished_tables, forget_person
from tests.storage.helpers import (
    NOON,
    board_of,
    content,
    finish,
    leave,
    load_result,
    outcome,
    playing,
    result_of,
    rows,
    stats_of,
    store_finished_game,
)


async def test_result_round_trips(store: Store) -> None:
    await playing(store, "t1", 10, None, 11)
    await leave(store, "t1", 2, level="easy")
    facts = ({"lies": 2, "challenges": 1}, {}, {"lies": 0})
    assert await store.read(load_result, "t1") is None
    await finish(store, "t1", outcome(1, 2, 2, at=NOON + 9, facts=facts))
    result = await result_of(store)
    assert (result.table_id, result.guild_id, result.game, result.ended_at) == ("t1", 1, "bull", NOON + 9)
    assert [seat.place for seat in result.seats] == [1, 2, 2]
    assert [seat.score for seat in result.seats] == [-1.0, -2.0, -2.0]
    assert tuple(seat.facts for seat in result.seats) == facts
    assert [(seat.user_id, seat.name, seat.level, seat.has_left) for seat in result.seats] == [
        (10, "P10", None, False),
        (None, "Computer 1", "normal", False),
        (11, "P11", "easy", True),
    ]


@pytest.mark.parametrize(
    ("people", "leavers", "wanted", "rated"),
    [
        ((10, 11), (), True, True),
        ((10, 11), (), False, False),
        ((10,), (), True, False),
        ((10, None), (), True, False),
        ((10, 11, None), (), True, False),
        ((10, 11), (1,), True, True),
    ],
    ids=["two", "not wanted", "alone", "against a computer", "with a computer", "one left"],
)
async def test_games_of_two_people_without_computers_are_rated(
    store: Store, people: tuple[int | None, ...], leavers: tuple[int, ...], wanted: bool, rated: bool
) -> None:
    """A game that a person has left is still rated."""
    places = tuple(range(1, len(people) + 1))
    await store_finished_game(store, "t1", people, places, leavers=leavers, rated=wanted)
    assert (await result_of(store)).rated is rated


@pytest.mark.parametrize(
    ("places", "leavers", "won", "ties"),
    [
        ((1, 2, 3), (), [1, 0, 0], [0, 0, 0]),
        ((1, 1, 3), (), [1, 1, 0], [1, 1, 0]),
        ((1, 1, 1), (), [0, 0, 0], [1, 1, 1]),
        ((1, 2, 2), (0,), [0, 0, 0], [0, 0, 0]),
    ],
    ids=["one", "two share", "all share", "the first had left"],
)
async def test_first_place_wins_unless_shared_by_all(
    store: Store, places: tuple[int, ...], leavers: tuple[int, ...], won: list[int], ties: list[int]
) -> None:
    """A person who left has no win."""
    await store_finished_game(store, "t1", (10, 11, 12), places, leavers=leavers)
    board = await board_of(store)
    by_person = {row.user_id: row for row in board.rows}
    assert [by_person[user].wins for user in (10, 11, 12)] == won
    assert [by_person[user].ties for user in (10, 11, 12)] == ties


def _after(*places: int, leavers: tuple[int, ...] = ()) -> list[Rating]:
    """Return the ratings of newcomers after a game with these places, seat by seat."""
    seats = tuple(ResultSeat(seat, seat, seat in leavers, place) for seat, place in enumerate(places))
    result = StoredResult(1, "t", 1, "bull", 0, True, seats)
    first = {(own, other): 1 for own in range(len(places)) for other in range(len(places))}
    after = rate(result, {seat.seat: Rating() for seat in seats}, first)
    return [after[seat] for seat in range(len(places))]


def _ranking(strengths: list[int]) -> list[int]:
    return [1 + sum(other < own for other in strengths) for own in strengths]


@given(st.lists(st.integers(1, 4), min_size=2, max_size=10).map(_ranking))
@example([1, 2, 2, 2, 2, 2, 2, 2, 9, 10])  # which another model turns round
@settings(max_examples=60, deadline=None)
def test_ratings_of_newcomers_follow_their_places(places: list[int]) -> None:
    """Better places give higher ratings, and tied places give equal ratings."""
    after = _after(*places)
    for place, rating in zip(places, after, strict=True):
        for other_place, other in zip(places, after, strict=True):
            assert (place < other_place) == (rating.display_value > other.display_value)
            assert (place == other_place) == (rating.mu == pytest.approx(other.mu, abs=1e-9))


def test_person_who_left_is_rated_last() -> None:
    """The place of the computer player that took the seat does not matter, and two leavers tie."""
    stayed_second, left_first, stayed_last = _after(2, 1, 3, leavers=(1,))
    assert stayed_second.mu > stayed_last.mu > left_first.mu
    _, second, third = _after(1, 2, 3, leavers=(1, 2))
    assert second == third


async def test_rating_is_per_game_over_all_servers(store: Store) -> None:
    await store_finished_game(store, "a", (10, 11), (1, 2), guild_id=1)
    await store_finished_game(store, "b", (10, 11), (2, 1), guild_id=2)
    await store_finished_game(store, "c", (10, 11), (1, 2), game="tomoe")
    first = await board_of(store, "rating")
    two = await board_of(store, "rating", guild_id=2)
    assert {row.user_id: row.value for row in first.rows} == {row.user_id: row.value for row in two.rows}
    tomoe = await board_of(store, "rating", "tomoe")
    assert [(row.user_id, row.value) for row in tomoe.rows] == [
        (10, _after(1, 2)[0].display_value),
        (11, _after(1, 2)[1].display_value),
    ]


async def test_rating_is_provisional_at_first(store: Store) -> None:
    """Rating boards mark a rating as provisional until its person has played enough rated games."""
    for number in range(PROVISIONAL_GAMES):
        board = await board_of(store, "rating")
        assert all(row.provisional for row in board.rows)
        await store_finished_game(store, f"t{number}", (10, 11), (1, 2))
    board = await board_of(store, "rating")
    assert [row.provisional for row in board.rows] == [False, False]
    await store_finished_game(store, "new", (12, 13), (1, 2))
    assert not any(row.provisional for row in (await board_of(store)).rows)


async def test_rerating_gives_same_numbers(store: Store, where: str) -> None:
    for number in range(30):
        people = [10 + (number * step) % 7 for step in (1, 2, 3)]
        taken = tuple(dict.fromkeys((*people, 20)))
        places = _ranking([(number * (seat + 3)) % 4 for seat in range(len(taken))])
        leavers, game = (0,) if number % 5 == 0 else (), ("bull", "lost")[number % 2]
        await store_finished_game(
            store, f"t{number}", taken, places, leavers=leavers, game=game, at=NOON + number * 1000
        )
        if number == 20:
            await forget_person(store, 12)
    before = content(where)
    assert rows(where, "SELECT count(*) FROM result_seat WHERE mu IS NOT NULL")[0][0] > 60
    assert await store.write(rerate) == 30
    assert content(where) == before
    assert await store.check(findings) == []


async def _of(store: Store, game: str = "bull", **where: int) -> GameStats:
    return next(each for each in (await stats_of(store, **where)).games if each.game == game)


async def test_person_without_games_has_no_statistics(store: Store) -> None:
    assert await store.read(load_stats, 10) is None
    await store_finished_game(store, "a", (10, 11), (1, 2), guild_id=1)
    assert await stats_of(store, 10, guild_id=2) == Stats(10, "P10", 0, 0, 0, 0, 0, (), ())


async def test_counts_and_means(store: Store) -> None:
    """Games, wins, ties and the mean place are counted per game and in total."""
    await store_finished_game(store, "a", (10, 11, 12), (1, 2, 3))
    await store_finished_game(store, "b", (10, 11), (1, 1))
    await store_finished_game(store, "c", (10, 11, 12, 13), (3, 1, 1, 4))
    await store_finished_game(store, "d", (10, None), (1, 2), game="lost")
    stats = await stats_of(store)
    assert (stats.played, stats.won, stats.ties) == (4, 2, 1)
    assert [(each.game, each.played) for each in stats.games] == [("bull", 3), ("lost", 1)]
    bull = stats.games[0]
    assert (bull.won, bull.ties, bull.mean_place, bull.mean_seats) == (1, 1, pytest.approx(5 / 3), 3)
    lost = stats.games[1]
    assert (lost.rating, lost.points, lost.provisional) == (None, (), False), "it was against a computer"
    assert (await board_of(store, "rating", "lost")).rows == ()


async def test_person_who_left_has_last_place(store: Store) -> None:
    await store_finished_game(store, "a", (10, 11, 12), (1, 2, 3), leavers=(0,))
    bull = await _of(store)
    assert (bull.played, bull.won, bull.mean_place) == (1, 0, 3)


async def test_streaks_are_counted_per_game_and_in_total(store: Store) -> None:
    for number, (game, place) in enumerate(
        [("bull", 1), ("bull", 1), ("lost", 1), ("bull", 2), ("lost", 1), ("bull", 1)]
    ):
        await store_finished_game(store, f"t{number}", (10, None), (place, 3 - place), game=game)
    stats = await stats_of(store)
    assert (stats.streak, stats.best_streak) == (2, 3)
    assert [(each.game, each.streak, each.best_streak) for each in stats.games] == [
        ("bull", 1, 2),
        ("lost", 2, 2),
    ]


async def test_rating_history_has_rated_games_only(store: Store) -> None:
    await store_finished_game(store, "a", (10, 11), (1, 2), at=NOON)
    await store_finished_game(store, "b", (10, None), (1, 2), at=NOON + 1)
    await store_finished_game(store, "c", (10, 11), (2, 1), at=NOON + 2, guild_id=2)
    bull = await _of(store, guild_id=1)
    assert (bull.played, bull.rated, bull.provisional) == (2, 2, True)
    assert [point.at for point in bull.points] == [NOON, NOON + 2]
    assert bull.points[0].rating > bull.points[1].rating == bull.rating


async def test_partners_are_ordered_by_number_of_games(store: Store) -> None:
    """Each partner has a number of shared games and of the person's own wins in them."""
    await store_finished_game(store, "a", (10, 11, 12), (1, 2, 3))
    await store_finished_game(store, "b", (12, 10, None), (1, 2, 3), guild_id=2)
    assert (await stats_of(store)).partners == (Partner(12, "P12", 2, 1), Partner(11, "P11", 1, 1))
    assert (await stats_of(store, guild_id=2)).partners == (Partner(12, "P12", 1, 0),)


async def test_counters_are_sums_and_best_values_are_maxima(store: Store) -> None:
    await store_finished_game(
        store, "a", (10, 11), (1, 2), facts=({"lies": 2, "best_hand": 4}, {"lies": 9, "best_hand": 9})
    )
    await store_finished_game(store, "b", (11, 10), (1, 2), facts=({}, {"lies": 3, "best_hand": 7}))
    await store_finished_game(store, "c", (10, 11), (1, 2), facts=({"best_hand": 5}, {}))
    await store_finished_game(
        store, "d", (10, 11), (1, 2), facts=({"lies": 50, "best_hand": 8}, {}), guild_id=2
    )
    assert (await _of(store, guild_id=1)).facts == {"lies": 5, "best_hand": 7}
    assert (await _of(store)).facts == {"lies": 55, "best_hand": 8}


async def test_history_is_read_page_by_page(store: Store) -> None:
    """Games are newest first, and each page continues after the last game of the previous page."""
    for number in range(5):
        await store_finished_game(store, f"t{number}", (10, 11), (1, 2), guild_id=1 + number % 2)
    await store_finished_game(store, "other", (12, 11), (1, 2))
    await playing(store, "running", 10, 11)
    first = await store.read(load_history, 10, limit=2)
    second = await store.read(load_history, 10, limit=2, before=first[-1].number)
    third = await store.read(load_history, 10, limit=2, before=second[-1].number)
    assert [game.table_id for game in (*first, *second, *third)] == ["t4", "t3", "t2", "t1", "t0"]
    assert [game.table_id for game in await store.read(load_history, 10, guild_id=2)] == ["t3", "t1"]
    assert await store.read(load_history, 99) == []
    assert first[0] == await store.read(load_result, "t4")
    every = [game.table_id async for game, _ in finished_tables(store)]
    assert every == ["t0", "t1", "t2", "t3", "t4", "other"]


times = st.integers(0, 4_102_444_800_000)


@given(times)
@example(1_780_358_400_000)  # 2 June 2026: month and week began together, on Monday the first
def test_every_time_is_in_its_month_and_week(at: int) -> None:
    """Months begin on the first and weeks on a Monday, at midnight UTC, no later than the given time."""
    month = datetime.fromtimestamp(month_start(at) / 1000, UTC)
    week = datetime.fromtimestamp(week_start(at) / 1000, UTC)
    given_at = datetime.fromtimestamp(at / 1000, UTC)
    assert (month.year, month.month, month.day) == (given_at.year, given_at.month, 1)
    assert week.weekday() == 0
    assert month.hour == week.hour == month.minute == week.minute == week.second == 0
    assert 0 <= at - week_start(at) < 7 * DAY_MS
    assert is_start(month_start(at))
    assert is_start(week_start(at))
    assert month_start(at) <= at < period_end(month_start(at))
    assert is_start(at) == (at in (month_start(at), week_start(at)))
