"""Tests of seasons: months in the server's time zone, custom seasons, standings, medals and due posts."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from storage import Store
from storage.engine.database import Connection
from storage.rows import GuildSettings, Name
from storage.scores import seasons
from storage.scores.boards import BoardLine, close_season, load_medalists, load_standing
from storage.scores.results import begin_result_post, end_result_post, load_due_results, rerate
from storage.scores.seasons import load_due_seasons, load_running_season
from storage.servers import (
    CHANGED,
    Act,
    begin_season,
    change_season,
    change_setting,
    end_season,
    load_acts,
    save_settings,
)
from storage.serving import EVERY_SERVER, Servers
from storage.tables.lifecycle import append_moves
from storage.upkeep import export_person, findings, forget_person
from tests.storage.helpers import DAY, NOON, board_of, outcome, playing, rows, stats_of, store_finished_game

ACT = Act(NOON, CHANGED, 10, Name("P10"), about="season")
THREE = (10, 11, 12)


def at(text: str, zone: str = "UTC") -> int:
    """Return a local time in a zone as Unix milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()) * 1000


async def current(store: Store, now: int = NOON) -> seasons.Season:
    season = await store.read(load_running_season, 1, now)
    assert season is not None
    return season


def span(season: seasons.Season) -> tuple[str, str]:
    zone = seasons.zone_of(season.time_zone)
    begin, end = (
        datetime.fromtimestamp(timestamp / 1000, zone) for timestamp in (season.starts_at, season.ends_at)
    )
    return begin.isoformat()[:16], end.isoformat()[:16]


async def trio(store: Store, name: str, places: tuple[int, ...] = (1, 2, 3), **how: object) -> None:
    """Store a game of three people."""
    await store_finished_game(store, name, THREE, places, **how)  # type: ignore[arg-type]


# --- which season ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles", "Pacific/Auckland", None])
async def test_month_is_season_in_time_zone_of_server(store: Store, zone: str | None) -> None:
    """A month begins and ends at local midnight; the default time zone follows from the server's language."""
    if zone is not None:
        await store.write(save_settings, GuildSettings(1, time_zone=zone))
    await trio(store, "a")
    season = await current(store)
    assert season.time_zone == (zone or "UTC")
    assert span(season) == ("2026-11-01T00:00", "2026-12-01T00:00")
    assert (season.name, str(season.last_day)) == ("", "2026-11-30")
    last = season.ends_at - 1
    await trio(store, "b", at=last)
    await trio(store, "c", at=season.ends_at)
    assert (await current(store, last)).number == season.number
    assert (await current(store, season.ends_at)).number == season.number + 1


async def test_short_rest_of_month_joins_next_month(store: Store) -> None:
    """A few days between the end of a custom season and the next month belong to that month's season.

    The same holds for the days after a change of the time zone.
    """
    await store.write(begin_season, 1, Name("Cup"), 1, NOON - DAY, "UTC", ACT)
    own = await current(store)
    assert span(own)[1] == "2026-11-28T00:00"
    await trio(store, "a", at=at("2026-11-29"))
    rest = await current(store, at("2026-11-29"))
    assert span(rest) == ("2026-11-28T00:00", "2027-01-01T00:00")
    await store.write(change_setting, 1, "time_zone", "America/Los_Angeles")
    await trio(store, "b", at=at("2027-01-01T03:00"))  # there it is still December
    after = await current(store, at("2027-01-01T03:00"))
    assert (after.starts_at, span(after)[1]) == (rest.ends_at, "2027-02-01T00:00")


@pytest.mark.parametrize(
    ("days_before", "rest"),
    [
        (4, ("2026-11-25T00:00", "2027-01-01T00:00")),  # six days are left of November
        (6, ("2026-11-23T00:00", "2026-12-01T00:00")),  # eight days
    ],
)
async def test_rest_of_month_has_a_week_to_be_a_season(
    store: Store, days_before: int, rest: tuple[str, str]
) -> None:
    await store.write(begin_season, 1, Name("Cup"), 1, NOON - days_before * DAY, "UTC", ACT)
    await trio(store, "a", at=at("2026-11-29"))
    assert span(await current(store, at("2026-11-29"))) == rest


async def test_games_before_the_first_season_count_in_it(store: Store) -> None:
    """The first season includes the games before it, also those of the month of an upgrade."""
    await trio(store, "a", facts=({"best_hand": 3}, {}, {}))
    await trio(store, "b")
    await store.write(_drop_seasons)
    await store_finished_game(store, "c", (10, None), (1, 2))
    await store.write(_drop_seasons)
    season = await store.write(seasons.ensure, 1, NOON, "UTC")
    assert season is not None
    board = await board_of(store, "games", since=season.period)
    assert [row.games for row in board.rows] == [2, 2, 2]
    assert await store.check(findings) == []


def _drop_seasons(conn: Connection) -> None:
    conn.execute("DELETE FROM season")


# --- boards and standings -------------------------------------------------------------------------------


async def test_season_boards_count_only_its_games(store: Store) -> None:
    """Season boards exist for every measure, for people and with computer players."""
    await trio(store, "october", at=NOON - 25 * DAY)
    await trio(store, "a", (2, 1, 3), facts=({"best_hand": 5}, {}, {}))
    await trio(store, "b", (2, 1, 3))
    await store_finished_game(store, "robot", (10, None), (1, 2))
    await store_finished_game(store, "other", (10, 11), (1, 2), guild_id=2)
    season = await current(store)
    for measure, expected in (
        ("beaten", [(11, 2), (10, 0), (12, 0)]),
        ("games", [(10, 2), (11, 2), (12, 2)]),
        ("best_streak", [(11, 2)]),
        ("best_hand", [(10, 5)]),
    ):
        board = await board_of(store, measure, since=season.period)
        assert [(row.user_id, row.value) for row in board.rows] == expected
    robots = await board_of(store, "wins", since=season.period, with_computers=True)
    assert [(row.user_id, row.value) for row in robots.rows] == [(10, 1)]
    assert await store.check(findings) == []
    await store.write(rerate)
    assert await store.check(findings) == []
    again = await board_of(store, "beaten", since=season.period)
    assert [row.user_id for row in again.rows] == [11, 10, 12]


async def test_seasons_are_on_no_global_board(store: Store) -> None:
    await store.write(save_settings, GuildSettings(1, board_scope="everywhere"))
    await trio(store, "a")
    season = await current(store)
    assert not (await board_of(store, guild_id=None, since=season.period)).total
    for scope in ("server", "everywhere"):
        await store.write(change_setting, 1, "board_scope", scope)
        assert await store.check(findings) == []
    assert (await board_of(store, guild_id=None)).total == 3


async def test_closed_season_keeps_its_places(store: Store, where: str) -> None:
    """Closing freezes the places and removes the boards; ratings stay, and later games change no place."""
    await trio(store, "a", (2, 1, 3))
    await trio(store, "b", (2, 1, 3))
    ratings = rows(where, "SELECT * FROM rating ORDER BY person")
    season = await current(store)
    winners = await store.read(load_medalists, season)
    assert await store.write(close_season, 1, season.number, season.ends_at - 1) is None
    closed = await store.write(close_season, 1, season.number, season.ends_at)
    assert closed is not None
    assert await store.read(load_medalists, closed) == winners
    places = [(winner.game, winner.place, winner.user_id) for winner in winners]
    assert places == [(game, *place) for game in ("", "bull") for place in ((1, 11), (2, 10), (2, 12))]
    assert not (await board_of(store, since=season.period)).total
    assert rows(where, "SELECT * FROM rating ORDER BY person") == ratings
    await trio(store, "late", at=season.ends_at - 1)  # a clock that was set back
    await trio(store, "c", at=season.ends_at)
    assert await store.write(close_season, 1, season.number, season.ends_at) is None
    page = await store.read(load_standing, 1, season.number, game="bull", limit=1, offset=0, user_id=12)
    assert page.rows == (BoardLine(1, 11, Name("P11"), 2, 2, 2, 0, 2),)
    assert (page.total, page.mine) == (3, BoardLine(2, 12, Name("P12"), 0, 2, 0, 0, 0))
    assert await store.check(findings) == []
    await store.write(rerate)
    assert await store.check(findings) == []


@pytest.mark.parametrize(
    ("people", "places", "medals"),
    [
        ((10, 11), (1, 2), []),  # of two people
        ((10, 11, 12), (1, 1, 1), []),  # all tie
        ((10, 11, 12), (1, 1, 3), [(1, 10), (1, 11), (3, 12)]),
        ((10, 11, 12), (1, 2, 3), [(1, 10), (2, 11), (2, 12)]),
        ((10, 11, 12, 13), (1, 2, 3, 4), [(1, 10)]),  # too many share the second place without a win
    ],
)
async def test_medals_need_three_people_and_usually_a_win(
    store: Store, people: tuple[int, ...], places: tuple[int, ...], medals: list[tuple[int, int]]
) -> None:
    """People with equal results share a medal."""
    await store_finished_game(store, "a", people, places)
    season = await current(store)
    winners = await store.read(load_medalists, season)
    assert [(winner.place, winner.user_id) for winner in winners if winner.game == "bull"] == medals


async def test_statistics_contain_medals_of_server(store: Store) -> None:
    for guild in (1, 2):
        await trio(store, f"a{guild}", guild_id=guild)
        await store.write(close_season, guild, 1, NOON + 30 * DAY)
    for guild, count in ((1, 2), (2, 2), (None, 4), (3, 0)):
        medals = (await stats_of(store, 10, guild)).medals
        assert len(medals) == count
        assert all(
            (medal.place, medal.season.guild_id) == (1, guild or medal.season.guild_id) for medal in medals
        )


# --- seasons of the server's own ------------------------------------------------------------------------


async def test_server_can_begin_and_name_custom_season(store: Store) -> None:
    """The custom season ends the month's season, is logged, and includes later games."""
    await trio(store, "a")
    begun = await store.write(begin_season, 1, Name("Winter"), 4, NOON + 1, "UTC", ACT)
    assert begun is not None
    assert (begun.name, span(begun)) == ("Winter", ("2026-11-21T12:00", "2026-12-20T00:00"))
    await trio(store, "b", at=NOON + 2)
    await trio(store, "c", at=NOON)  # a game that ended before, and was written after
    assert [row.games for row in (await board_of(store, "games", since=begun.period)).rows] == [1, 1, 1]
    closed = await store.write(close_season, 1, 1, NOON + 1)
    assert closed is not None
    assert {winner.games for winner in await store.read(load_medalists, closed)} == {2}
    assert [entry.about for entry in await store.read(load_acts, 1, 0, 5)] == ["season"]
    assert await store.check(findings) == []


async def test_custom_season_can_be_changed_and_ended(store: Store) -> None:
    """A server has one custom season at a time, which ends in the future; months follow it."""
    assert await store.write(change_season, 1, Name("x"), 4, NOON, ACT) is None
    await store.write(begin_season, 1, Name("Winter"), 4, NOON, "UTC", ACT)
    assert await store.write(begin_season, 1, Name("Other"), 4, NOON + DAY, "UTC", ACT) is None
    changed = await store.write(change_season, 1, Name("Snow"), 8, NOON + DAY, ACT)
    assert (changed.name, span(changed)[1]) == ("Snow", "2027-01-17T00:00")
    assert await store.write(change_season, 1, Name("Snow"), 1, NOON + 10 * DAY, ACT) is None
    ended = await store.write(end_season, 1, NOON + DAY, ACT)
    assert span(ended)[1] == "2026-11-23T00:00"
    await trio(store, "a", at=NOON + 2 * DAY)
    after = await current(store, NOON + 2 * DAY)
    assert (after.name, after.number, span(after)[1]) == ("", 3, "2026-12-01T00:00")
    assert await store.write(end_season, 1, NOON + 2 * DAY, ACT) is None


async def test_only_one_of_two_managers_begins_season(store: Store) -> None:
    await trio(store, "a")
    first = await store.write(begin_season, 1, Name("A"), 4, NOON + 1, "UTC", ACT)
    second = await store.write(begin_season, 1, Name("B"), 4, NOON + 1, "UTC", ACT)
    assert (first.name, second) == ("A", None)
    assert (await current(store, NOON + 1)).name == "A"


# --- due posts ------------------------------------------------------------------------------------------


async def test_season_posts_are_due_as_configured(store: Store) -> None:
    """Posts of the last hours are due where enabled, and final posts on all servers of the given shards."""
    servers = (1 << 22, 2 << 22)
    await store.write(save_settings, GuildSettings(servers[0], season_channel=7))
    for guild in servers:
        await trio(store, f"a{guild}", guild_id=guild)
    end = at("2026-12-01")

    async def due(served: Servers, now: int) -> list[int]:
        posts = await store.read(load_due_seasons, served, now + 4 * 3_600_000, now)
        return [post.season.guild_id for post in posts]

    assert await due(EVERY_SERVER, end - 4 * 3_600_000 - 1) == []
    assert await due(EVERY_SERVER, end - 4 * 3_600_000) == [servers[0]]
    assert await due(EVERY_SERVER, end) == [*servers]
    assert [await due(Servers.of_group(number, 2), end) for number in (0, 1)] == [
        [servers[1]],
        [servers[0]],
    ]


@pytest.mark.parametrize(
    ("people", "places", "leavers", "count"),
    [((10, 11), (1, 2), (), 1), ((10, None), (1, 2), (), 1), ((10, 11), (1, 2), (0, 1), 0)],
)
async def test_result_that_counts_is_posted_once(
    store: Store, people: tuple[int, ...], places: tuple[int, ...], leavers: tuple[int, ...], count: int
) -> None:
    """If results are posted, each result is due once; a game that all people left has no due result."""
    await store_finished_game(store, "before", people, places)
    await store.write(change_setting, 1, "results_channel", 7)
    await store_finished_game(store, "a", people, places, leavers=leavers)
    results = await store.read(load_due_results, EVERY_SERVER, NOON)
    assert [(result.table_id, result.channel_id) for result in results] == [("a", 7)] * count
    assert await store.read(load_due_results, EVERY_SERVER, NOON - 1) == []
    for result in results:
        assert [await store.write(begin_result_post, result) for _ in range(2)] == [True, False]
        assert [each.is_sending for each in await store.read(load_due_results, EVERY_SERVER, NOON)] == [True]
        await store.write(end_result_post, result)
    assert await store.read(load_due_results, EVERY_SERVER, NOON) == []


async def test_result_is_posted_after_end_of_table(store: Store) -> None:
    """The result is not due while the table is in play."""
    await store.write(change_setting, 1, "results_channel", 7)
    await playing(store, "a", 10, 11)
    assert await store.read(load_due_results, EVERY_SERVER, NOON) == []
    await store.write(append_moves, "a", (), outcome=outcome(1, 2))
    assert len(await store.read(load_due_results, EVERY_SERVER, NOON)) == 1


# --- a person's data ------------------------------------------------------------------------------------


async def test_places_of_seasons_are_exported_and_deleted(store: Store) -> None:
    """After a deletion the other people keep their places, and the deleted person's place has no name."""
    await trio(store, "a")
    season = await current(store)
    await store.write(close_season, 1, season.number, season.ends_at)
    exported = (await store.read(export_person, 10))["seasons"]
    assert [(row["game"], row["place"], row["medal"]) for row in exported] == [("", 1, 1), ("bull", 1, 1)]
    await forget_person(store, 10)
    page = await store.read(load_standing, 1, season.number, game=None, limit=5, offset=0, user_id=10)
    assert [(row.rank, row.user_id, row.name) for row in page.rows][:2] == [(1, 0, ""), (2, 11, "P11")]
    assert page.mine is None
    assert await store.read(export_person, 10) == {}
