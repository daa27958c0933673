"""Tests with one damaged value: it stops nothing for others, and a check of the database tells where it is.

A new table is covered as soon as ``tests.storage.damage`` prepares a row of it, which a test demands.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import cache, partial
from typing import Any

import msgspec
import pytest

from games.trophies import COUNTING
from storage import columns, people, servers, serving, upkeep
from storage import daily as daily
from storage import daily as daily_posts
from storage import tournaments as tournament_loading
from storage import tournaments as tournaments
from storage.engine.database import set_meta
from storage.engine.sqlite import in_transaction
from storage.errors import DamagedRow
from storage.postgres.copying import KEYS
from storage.rows import Name
from storage.scores import boards, results, seasons, stats, trophies
from storage.scores.boards import Leaderboard
from storage.scores.results import season_key
from storage.servers import load_settings, save_settings
from storage.serving import EVERY_SERVER, Servers
from storage.tables import evenings, lifecycle, loading
from tests.amounts import EXPLORE
from tests.storage.damage import (
    HERE,
    LATER,
    OTHER,
    SOON,
    DamageCase,
    cases,
    damaged,
    end,
    opened,
    play,
    prepared,
    tables,
)
from tests.storage.helpers import DAY, NOON, load_result, seats, table
from tests.storage.test_tournaments import ROW, entrants

pytestmark = pytest.mark.sqlite


# --- what others need -----------------------------------------------------------------------------------


def here(rows: Any) -> list[Any]:
    """Return the rows of the other server."""
    return [row for row in rows if getattr(getattr(row, "table", row), "guild_id", None) == OTHER]


BOTH_DUE = (LATER + 10 * DAY, LATER + 10 * DAY)
READS: dict[str, Callable[[sqlite3.Connection], Any]] = {
    "open tables": lambda conn: here(loading.load_open_tables(conn)),
    "open tables of a group": lambda conn: here(loading.load_open_tables(conn, Servers.of_group(0, 1))),
    "ids of open tables": lambda conn: here(loading.load_open_table_ids(conn)),
    "games of a person": lambda conn: loading.load_games_of(conn, 20),
    "an evening": lambda conn: loading.load_evening(conn, "old2"),
    "evenings": lambda conn: evenings.load_evenings(conn, ["old2", "done2", "done1"]).get("old2"),
    "tournaments": lambda conn: [
        stored for stored in tournament_loading.load_open_tournaments(conn) if stored.row.guild_id == OTHER
    ],
    "ids of tournaments": lambda conn: here(tournament_loading.load_open_tournament_ids(conn)),
    "tournaments of a server": lambda conn: tournament_loading.load_tournaments_of(conn, OTHER),
    "champions": lambda conn: people.load_champions(conn, OTHER, "bull"),
    "people to notify of bans": lambda conn: here(servers.load_unnotified(conn)),
    "daily posts": lambda conn: here(daily_posts.load_daily_servers(conn, EVERY_SERVER)),
    "season posts": lambda conn: [
        due for due in seasons.load_due_seasons(conn, EVERY_SERVER, *BOTH_DUE) if due.guild_id == OTHER
    ],
    "result posts": lambda conn: here(results.load_due_results(conn, EVERY_SERVER, LATER)),
    "daily board": lambda conn: daily.load_board(conn, OTHER, 1, 31, 2, 20),
    "daily answer": lambda conn: daily.load_answer(conn, 20, 1),
    "daily streak": lambda conn: daily.load_streak(conn, 20),
    "settings": lambda conn: load_settings(conn, OTHER),
    "statistics": lambda conn: stats.load_stats(conn, 20, OTHER),
    "history": lambda conn: stats.load_history(conn, 20, OTHER),
    "trophies": lambda conn: trophies.load_trophies(conn, 20, OTHER),
    "moderation log": lambda conn: servers.load_acts(conn, OTHER, 0, 25),
    "bans": lambda conn: servers.load_bans(conn, OTHER, 25),
    "a ban": lambda conn: servers.load_ban(conn, OTHER, 28),
    "seasons": lambda conn: servers.load_seasons(conn, OTHER, NOON, 10),
    "medals": lambda conn: [
        boards.load_medalists(conn, season) for season in servers.load_seasons(conn, OTHER, NOON, 10).past
    ],
    "standing": lambda conn: boards.load_standing(conn, OTHER, 1, game="bull", limit=10, offset=0),
    "board by wins": lambda conn: boards.load_board(conn, Leaderboard("bull", OTHER), user_id=20),
    "board by rating": lambda conn: boards.load_board(conn, Leaderboard("bull", OTHER, measure="rating")),
    "board by a measure": lambda conn: boards.load_board(
        conn, Leaderboard("bull", OTHER, measure="best_lie")
    ),
    "board by number of beaten people": lambda conn: boards.load_board(
        conn, Leaderboard(None, OTHER, measure="beaten")
    ),
    "subscriptions": lambda conn: people.load_subscriptions(conn, 26, OTHER),
    "export": lambda conn: {
        name: value for name, value in upkeep.export_person(conn, 21).items() if not name.startswith("daily")
    },
    "blocked servers": lambda conn: upkeep.blocked_since(conn, 98),
}
"""What people of the other server read. A damaged row of the first server must not change it."""


def shared_reads(conn: sqlite3.Connection) -> None:
    """Read what concerns both servers, and must work although a line of it may be missing."""
    upkeep.expect_whole(conn)
    upkeep.load_owner_decisions(conn)
    upkeep.load_service_state(conn)
    upkeep.count_open_tables(conn, [HERE, OTHER])
    serving.load_last_heartbeat(conn)
    upkeep.count_data_deletions(conn)
    daily.load_shares(conn, 1)
    for measure in ("wins", "rating", "beaten", "share", "games", "best_lie"):
        boards.load_board(conn, Leaderboard("bull", None, measure=measure))
    boards.load_board(conn, Leaderboard("bull", HERE))
    loading.load_finished(conn, 1, 10)
    stats.load_games_after(conn, 0, 10)


def end_new_game(conn: sqlite3.Connection, guild_id: int, *user_ids: int) -> Any:
    """Play a new game, and return its result."""
    name = f"new{guild_id}-{user_ids[0]}"
    play(conn, name, guild_id, *user_ids, created_at=SOON)
    end(conn, name, 1, 2, 3, at=SOON)
    return load_result_of(conn, name)


def load_result_of(conn: sqlite3.Connection, table_id: str) -> Any:
    result = load_result(conn, table_id)
    assert result is not None, f"table {table_id} has no result"
    return [(seat.user_id, seat.place) for seat in result.seats]


def end_running_game(conn: sqlite3.Connection, table_id: str) -> Any:
    """End a game that was running already, and return its result."""
    end(conn, table_id, 1, 2, 3, at=SOON)
    return load_result_of(conn, table_id)


def open_tournament(conn: sqlite3.Connection) -> Any:
    row = msgspec.structs.replace(ROW, id="new cup", guild_id=OTHER, host_id=21)
    tournaments.create_tournament(conn, row, Name("Host"), entrants(21, 22))
    return tournament_loading.load_tournament(conn, "new cup")


def open_lobby(conn: sqlite3.Connection) -> Any:
    return lifecycle.open_table(
        conn, table("new lobby", guild_id=OTHER, host_id=21, created_at=SOON), seats(21)
    )


def ban_somebody(conn: sqlite3.Connection) -> Any:
    banned = servers.Act(SOON, servers.BANNED, 20, Name("P"), 25, Name("Q"), reason="r")
    servers.record_act(conn, OTHER, banned)
    return servers.load_bans(conn, OTHER, 25)


def answer_puzzle(conn: sqlite3.Connection) -> Any:
    given = daily.DailyAnswer(3, "challenge", "best", 3, is_late=False, at=SOON)
    daily.save_answer(conn, 20, Name("Z"), OTHER, given)
    return daily.load_board(conn, OTHER, 1, 31, 3, 20)


def change_settings(conn: sqlite3.Connection) -> Any:
    save_settings(conn, msgspec.structs.replace(load_settings(conn, OTHER), board_scope="server"))
    return load_settings(conn, OTHER)


def close_season(conn: sqlite3.Connection) -> Any:
    running = servers.load_seasons(conn, OTHER, NOON, 1).running
    assert running is not None
    boards.close_season(conn, OTHER, running.number, running.ends_at)
    return boards.load_standing(conn, OTHER, running.number, game="bull", limit=10, offset=0)


OWN_GAME = "end of a game of people of the damaged row"

WRITES: dict[str, Callable[[sqlite3.Connection], Any]] = {
    OWN_GAME: lambda conn: bool(end_running_game(conn, "run1")),
    "end of a game": lambda conn: end_new_game(conn, OTHER, 20, 21, 22),
    "board afterwards": lambda conn: boards.load_board(conn, Leaderboard("bull", OTHER)),
    "statistics afterwards": lambda conn: stats.load_stats(conn, 21, OTHER),
    "season board afterwards": lambda conn: boards.load_board(
        conn, Leaderboard("bull", OTHER, season_key(2))
    ),
    "trophies afterwards": lambda conn: trophies.load_trophies(conn, 22, OTHER),
    "end of a running game": lambda conn: end_running_game(conn, "run2"),
    "end of a game of others on the damaged server": lambda conn: end_new_game(conn, HERE, 50, 51, 52),
    "new tournament": open_tournament,
    "new lobby": open_lobby,
    "ban": ban_somebody,
    "new daily answer": answer_puzzle,
    "daily post": lambda conn: daily_posts.begin_daily_post(conn, OTHER, 5),
    "change of settings": change_settings,
    "close of a season": close_season,
    "deletion of data": lambda conn: upkeep.forget(conn, 22, "normal", SOON),
}
"""What people of the other server do. A damaged row of the first server must not change its effect."""


def upgrade(conn: sqlite3.Connection) -> None:
    """Compute all scores again from the results."""
    set_meta(conn, upkeep.STALE, "stale")
    upkeep.finish_upgrade(conn, COUNTING)


def shared_writes(conn: sqlite3.Connection) -> None:
    """Write what concerns both servers."""
    upkeep.probe(conn)
    serving.postpone_deadlines(conn, 1000, SOON)
    servers.delete_old_entries(conn, SOON)
    upkeep.announce_restart(conn, LATER + 1)
    upkeep.block_server(conn, 98, SOON)


NEEDS: dict[str, Callable[[sqlite3.Connection], Any]] = {
    **READS,
    "what all read": shared_reads,
    **WRITES,
    "upgrade": upgrade,
    "what all write": shared_writes,
}

MAY_BE_EMPTY = frozenset(
    {"blocked servers", "deletion of data", "what all read", "upgrade", "what all write"}
)

USES = (sqlite3.SQLITE_READ, sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE)
"""SQLite's actions that read or change a table."""

OF_A_TABLE = frozenset({"game_table", "seat", "former_seat", "move", "sat", "vote", "guess"})
"""Tables whose damaged rows may keep their own game from ending."""


def outcomes(conn: sqlite3.Connection, names: Iterable[str] = NEEDS) -> dict[str, Any]:
    """Return what each need gives."""
    given: dict[str, Any] = {}
    for name in names:
        begin = "BEGIN" if name in READS else "BEGIN IMMEDIATE"
        try:
            with in_transaction(conn, begin):
                given[name] = NEEDS[name](conn)
        except Exception as error:
            given[name] = f"{type(error).__name__}: {error}"[:150]
    return given


@cache
def expected(names: tuple[str, ...] = tuple(NEEDS)) -> dict[str, Any]:
    """Return what needs give without damage."""
    with opened(prepared()) as conn:
        return outcomes(conn, names)


@cache
def touched_tables() -> dict[str, set[str | None]]:
    """Return the tables that each need reads or writes, by the need's name."""
    touched: dict[str, set[str | None]] = {need: set() for need in NEEDS}

    def note(need: str, action: int, name: str | None, *_: str | None) -> int:
        if action in USES:
            touched[need].add(name)
        return sqlite3.SQLITE_OK

    with opened(prepared()) as conn:
        for need in NEEDS:
            # SQLite asks again about statements that were prepared before.
            conn.set_authorizer(partial(note, need))
            outcomes(conn, [need])
    return touched


@cache
def needs_of(table: str) -> tuple[str, ...]:
    """Return the needs that read or write a table; no others can meet a damaged row of it.

    Boards are looked at after each game.
    """
    chosen = {need for need, names in touched_tables().items() if table in names}
    has_game = any(need.startswith("end of a") for need in chosen)
    return tuple(need for need in NEEDS if need in chosen or (has_game and need.endswith("afterwards")))


def faults_of(case: DamageCase) -> Iterator[str]:
    """Yield what a damaged value spoils for others."""
    database = damaged(case)
    if database is None:
        return
    wanted = expected(needs_of(case.table))
    with closing(database) as conn:
        for name, given in outcomes(conn, wanted).items():
            is_excused = name == OWN_GAME and case.table in OF_A_TABLE
            if given != wanted[name] and not is_excused:
                yield f"{case}: {name} gives {given!s:.300} and not {wanted[name]!s:.300}"


def chosen_cases() -> list[DamageCase]:
    """Return a case of every third column of each table; with ``TESTS_EXPLORE`` all cases."""
    if EXPLORE:
        return [*cases()]
    shuffled = random.Random(58).sample(cases(), len(cases()))
    by_table: dict[str, dict[str, DamageCase]] = {}
    for case in shuffled:
        by_table.setdefault(case.table, {})[case.column] = case
    return [case for of_table in by_table.values() for case in [*of_table.values()][::3]]


# --- tests ----------------------------------------------------------------------------------------------


def test_prepared_database_needs_nothing() -> None:
    """Without damage each need is met, and each server has rows to compare."""
    for name, given in expected().items():
        assert not (isinstance(given, str) and "Error" in given), (name, given)
        assert given or name in MAY_BE_EMPTY, name


def test_each_table_and_column_is_damaged() -> None:
    """Each table has a row and a case, and each column has a type by which a row is checked."""
    with opened(prepared()) as conn:
        for name in tables():
            assert conn.execute(f"SELECT count(*) FROM {name}").fetchone()[0], f"prepare a row of {name}"
            known = {column for _, column, *_ in conn.execute(f"PRAGMA table_info({name})")}
            assert columns.COLUMNS[name].keys() == known, f"types of the columns of {name}"
    assert {case.table for case in cases()} == {*tables()} == columns.COLUMNS.keys()


def test_check_tells_each_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check of the database names the table and the column of each value that no reader accepts."""
    untold = []
    known = columns.COLUMNS
    for case in cases() if EXPLORE else cases()[::14]:
        value = b"\xff\xfe" if case.is_undecodable else case.value
        database = None if columns.fits(value, known[case.table][case.column]) else damaged(case)
        if database is None:
            continue
        # The other tables are as they were, so only the damaged one is checked.
        monkeypatch.setattr(columns, "COLUMNS", {case.table: known[case.table]})
        with closing(database) as conn:
            sentences = [*columns.unreadable_rows(conn, KEYS)]
        if not any(case.column in words and f" of {case.table} " in words for words in sentences):
            untold.append((case, sentences))
    assert not untold, untold[:10]


def test_sound_database_has_nothing_to_tell() -> None:
    with opened(prepared()) as conn:
        assert [*columns.unreadable_rows(conn, KEYS)] == []


def test_damage_stays_where_it_is() -> None:
    """One bad value changes nothing for other servers, and keeps no game from its result."""
    faults = [fault for case in chosen_cases() for fault in faults_of(case)]
    assert not faults, "\n".join([f"{len(faults)} faults", *faults[:40]])


@pytest.mark.parametrize("column", ["mu", "sigma"])
def test_damaged_earlier_rating_does_not_keep_a_game_from_its_end(column: str) -> None:
    """Only the rating change of the person concerned is missing from the end."""
    database = damaged(DamageCase("result_seat", column, (2, 0), 1e300))
    assert database is not None
    with closing(database) as conn:
        with in_transaction(conn, "BEGIN IMMEDIATE"):
            assert WRITES[OWN_GAME](conn)
        stored = loading.load_table(conn, "run1")
        assert stored is not None
        assert not stored.damage
        assert [change is None for change in stored.ratings] == [True, False, False]


def test_damaged_fact_about_the_end_does_not_undo_the_last_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fact that is only shown may be missing, and the game ends all the same."""

    def fail(*_: object) -> None:
        raise DamagedRow("a row cannot be read")

    for where, name in ((results, "changes"), (results, "places"), (evenings, "of_table")):
        with opened(prepared()) as conn, monkeypatch.context() as patch:
            patch.setattr(where, name, fail)
            with in_transaction(conn, "BEGIN IMMEDIATE"):
                assert WRITES[OWN_GAME](conn)


def test_damaged_progress_of_one_person_stops_no_trophies_of_others() -> None:
    def progress(conn: sqlite3.Connection) -> Any:
        with in_transaction(conn, "BEGIN IMMEDIATE"):
            WRITES[OWN_GAME](conn)
        return conn.execute("SELECT progress FROM trophy_progress WHERE person = 2").fetchone()

    database = damaged(DamageCase("trophy_progress", "progress", (1,), b"\xff\xfe", is_undecodable=True))
    assert database is not None
    with opened(prepared()) as conn, closing(database) as broken:
        before = conn.execute("SELECT progress FROM trophy_progress WHERE person = 2").fetchone()
        sound = progress(conn)
        assert sound != before
        assert progress(broken) == sound
