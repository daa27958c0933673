from __future__ import annotations

import hashlib
import itertools
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from storage import open_store
from storage.daily import load_streak
from storage.engine.database import get_meta
from storage.engine.migrate import Migration, migrate, migrations, schema_version, statements
from storage.errors import StorageUnavailable
from storage.people import find_banned, plain_key
from storage.rows import Weekly
from storage.scores.boards import Leaderboard, load_board, load_medals
from storage.servers import load_ban, load_settings
from storage.tables.loading import load_open_tables
from storage.tournaments import load_open_tournaments
from storage.upkeep import findings
from tests.storage.helpers import board_of, dump, execute_all, rows

OLD = Path(__file__).parent / "old"
SCHEMA = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"


RELEASED = "9b8a7a00f1292ef950bc53e8f21d0ef816d062681b246d7663ab4759cdc04aab"


def test_released_schemas_stay_unchanged() -> None:
    """The scripts of released schemas have a fixed hash, and each earlier version has an old database."""
    *released, _ = migrations()
    assert hashlib.sha256("".join(step.script for step in released).encode()).hexdigest() == RELEASED
    assert {int(file.stem.split("_")[1]) for file in OLD.iterdir()} == {step.version for step in released}


@pytest.mark.parametrize("file", sorted(OLD.iterdir()), ids=lambda file: file.stem)
async def test_upgraded_database_equals_new_database(file: Path, path: Path, tmp_path: Path) -> None:
    """An upgraded database has the schema of a new one, passes all checks, and has counted scores."""
    shutil.copy(file, path)
    is_older = int(file.stem.partition("_")[2]) < 10  # than boards of a game's own
    if is_older:
        execute_all(
            path, """UPDATE result_seat SET facts = '{"best_hand":6}' WHERE seat = 1 AND result = 3"""
        )
    async with await open_store(path) as store, await open_store(tmp_path / "new.db"):
        assert await store.check(findings) == []
        assert rows(path, SCHEMA) == rows(tmp_path / "new.db", SCHEMA)
        board = await board_of(store, "rating")
        assert [row.user_id for row in board.rows] == [10, 11, 12]
        assert board.rows[0].games == 12
        everywhere = await board_of(store, "games", None, None)
        assert [(row.user_id, row.games) for row in everywhere.rows] == [(10, 1), (11, 1), (12, 1)]
        beside = await board_of(store, "games", None, None, with_computers=True)
        assert [(row.user_id, row.games) for row in beside.rows] == [(10, 1), (11, 1)]
        assert [row.value for row in (await board_of(store, "best_hand")).rows] == [6] * is_older
        running, lobby = await store.read(load_open_tables)
        assert (running.table.status, lobby.table.status) == ("playing", "lobby")
        assert [move.move for move in running.moves] == ["deal As Kd", "call single A"]
        assert (lobby.seats[0].name, lobby.seats[1].level) == ("Person 13", "normal")
        assert await store.read(get_meta, "commands") == "abc"
        assert (await store.read(load_settings, 2)).channel_ids == (7, 8)


TOURNAMENT = """
    INSERT INTO tournament (id, guild_id, channel_id, host, game, options, locale, clock, wanted, most_rounds,
        has_final, most, status, is_paused, seed, reason, rounds, created_at, revision, shown, is_settled)
    VALUES ('cup', 2, 3, 1, 'bull', '{}', 'en', 'evening', 2, 2, 0, 8, 'running', 0, zeroblob(32), '',
        '[{"players":[1,2],"tables":[{"id":"t1","seats":[2,1],"is_done":true,"places":[1,2]}]}]',
        1790096000000, 4, '{"table_id":"cup"}', 0)
"""
"""A tournament as the version with the first tournaments wrote it."""


@pytest.mark.parametrize("version", [step.version for step in migrations()[19:-1]])
async def test_content_of_recent_tables_is_kept_by_upgrade(path: Path, version: int) -> None:
    """A running tournament, answers to daily puzzles, and a season keep their content."""
    shutil.copy(OLD / f"version_{version}.sqlite", path)
    has_days, has_seasons = version >= 21, version >= 25
    execute_all(
        path,
        TOURNAMENT,
        "INSERT INTO entrant VALUES ('cup', 1, 1, 5, 'in', 1, NULL), ('cup', 2, 2, 6, 'away', 0, NULL)",
        *["INSERT INTO daily_answer VALUES (1, 1, 'challenge', 'best', 3, 0, 5)"] * has_days,
        *["INSERT INTO daily_streak VALUES (1, 1, 1, 1)"] * has_days,
        *["INSERT INTO season VALUES (2, 1, 'Cup', 1, 9, 'UTC', 1, 'done', NULL, NULL)"] * has_seasons,
        *["INSERT INTO standing VALUES (2, 1, '', 1, 1, 2, 3, 4, 1)"] * has_seasons,
    )
    async with await open_store(path) as store:
        (stored,) = await store.read(load_open_tournaments)
        (played,) = stored.row.rounds
        assert (played.tables[0].places, played.begun_at) == ((1, 2), 0)
        assert (stored.row.method, stored.row.is_weekly, stored.row.zone) == (1, False, "")
        assert [(entrant.number, entrant.status) for entrant in stored.entrants] == [(1, "in"), (2, "away")]
        assert (await store.read(load_streak, 10)).days == int(has_days)
        medals = await store.read(load_medals, 1, 2)
        assert [medal.season.name for medal in medals] == ["Cup"] * has_seasons
        assert await store.check(findings) == []


async def test_invitations_and_exclusions_are_kept_by_upgrade(path: Path) -> None:
    """An open lobby's invitations and the keys of its excluded people are kept, with their unique index."""
    shutil.copy(OLD / "version_26.sqlite", path)
    (lobby_id,) = {row[0] for row in rows(path, "SELECT id FROM game_table WHERE status = 'lobby'")}
    execute_all(
        path,
        "INSERT INTO invitation (table_id, number, person, is_subscriber, is_told, has_declined, is_removed,"
        f" remover, is_maybe, is_unasked) VALUES ('{lobby_id}', 0, 2, 0, 1, 0, 1, 1, 0, 0)",
        f"INSERT INTO sat VALUES ('{lobby_id}', 'key')",
    )
    async with await open_store(path) as store:
        (lobby,) = [stored for stored in await store.read(load_open_tables) if stored.table.status == "lobby"]
        (invitation,) = lobby.gathering.invitations
        assert (invitation.user_id, invitation.is_removed, invitation.remover_id) == (11, True, 10)
        assert lobby.excluded_keys == {"key"}
        assert await store.check(findings) == []


async def test_seat_changes_are_counted_in_moves_after_upgrade(path: Path) -> None:
    """The numbers of moves at earlier seat changes follow from the stored times."""
    shutil.copy(OLD / "version_18.sqlite", path)
    execute_all(
        path,
        "INSERT INTO move VALUES ('old15', 2, 1, 'call single K', 1790096000005, NULL)",
        "UPDATE seat SET leaver = 1, leaver_at = 1790096000003, person = 2, taken_at = 1790096000006"
        " WHERE table_id = 'old15' AND seat = 0",
    )
    async with await open_store(path) as store:
        (running, _) = await store.read(load_open_tables)
        assert [(sitting.seat, sitting.since, sitting.until) for sitting in running.sittings] == [
            (0, 0, 2),
            (0, 3, None),
        ]


async def test_bans_are_kept_by_upgrade_without_their_old_keys(path: Path) -> None:
    """Known and deleted people stay banned. No old key, which is quickly guessed, is left in the files."""
    shutil.copy(OLD / "version_27.sqlite", path)
    keys = [plain_key(1, user_id) for user_id in (10, 99)]
    execute_all(
        path,
        "INSERT INTO person (id, user_id) VALUES (50, NULL)",
        f"INSERT INTO bar VALUES (1, '{keys[0]}', 1, 5, 'noise', NULL, 1)",
        f"INSERT INTO bar VALUES (1, '{keys[1]}', 50, 6, '', 9, 0)",
    )
    async with await open_store(path) as store:
        assert await store.read(find_banned, 1, (10, 11, 99)) == {10, 99}
        known, deleted = await store.read(load_ban, 1, 10), await store.read(load_ban, 1, 99)
        assert (known.since, known.until, known.reason) == (5, None, "noise")
        assert (deleted.since, deleted.until, deleted.reason) == (6, 9, "")
        assert await store.empty_log()
    for file in path.parent.iterdir():
        for key in keys:
            assert key.encode() not in file.read_bytes(), file


@pytest.mark.parametrize(
    ("chosen", "rule"),
    [
        ("Europe/Berlin", Weekly(4, 14 * 60, "Europe/Berlin")),
        (None, Weekly(4, 21 * 60, "Asia/Tokyo")),
        ("Mars/Base", Weekly(4, 12 * 60, "UTC")),
    ],
)
async def test_rule_of_weekly_table_is_derived_by_upgrade(
    path: Path, chosen: str | None, rule: Weekly
) -> None:
    """The weekly rule follows from the next start, in the time zone of the server."""
    shutil.copy(OLD / "version_18.sqlite", path)
    zone = "NULL" if chosen is None else f"'{chosen}'"
    execute_all(
        path,
        "INSERT INTO gathering (table_id, venue, starts_at, is_weekly)"
        " VALUES ('old16', 'channel', 1790337600000, 1)",  # a Friday, noon in UTC
        f"UPDATE guild_settings SET guild_id = 1, time_zone = {zone}",
    )
    async with await open_store(path) as store:
        (_, lobby) = await store.read(load_open_tables)
        assert (lobby.gathering.starts_at, lobby.gathering.weekly) == (1790337600000, rule)


@pytest.mark.parametrize("steps", [migrations()[: step.version] for step in migrations()[1:]], ids=len)
def test_failure_at_any_statement_leaves_old_database(path: Path, steps: tuple[Migration, ...]) -> None:
    """Each step is done to its end or not at all, whichever of its statements fails."""
    *earlier, last = steps
    shutil.copy(OLD / f"version_{len(earlier)}.sqlite", path)
    before = dump(path)

    class Failing(sqlite3.Connection):
        remaining = 0

        def execute(self, *args):
            self.remaining -= 1
            if self.remaining == 0:
                raise sqlite3.OperationalError("injected")
            return super().execute(*args)

    # Fail at the first statement, then at the second, and so on, until the upgrade succeeds.
    for failures in itertools.count():
        with closing(sqlite3.connect(path, isolation_level=None, factory=Failing)) as conn:
            conn.execute("BEGIN IMMEDIATE")
            conn.remaining = failures + 1
            with suppress(sqlite3.OperationalError):
                migrate(conn, steps)
                conn.remaining = 0
                conn.execute("COMMIT")
                break
        assert dump(path) == before
    assert failures >= sum(1 for _ in statements(last.script))
    with closing(sqlite3.connect(path)) as conn:
        assert schema_version(conn) == last.version


def test_failure_of_the_last_step_leaves_the_oldest_database(path: Path) -> None:
    """All steps of an upgrade are one: if the last one fails, the first ones have changed nothing."""
    shutil.copy(OLD / "version_1.sqlite", path)
    before = dump(path)
    failing = migrations()[-1]._replace(script=migrations()[-1].script + "\nSELECT 1 FROM nowhere;\n")
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            migrate(conn, (*migrations()[:-1], failing))
    assert dump(path) == before


async def test_ratings_are_made_after_crash_during_upgrade(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(OLD / "version_1.sqlite", path)

    def crash(*_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr("storage.scores.results.rerate", crash)
        with pytest.raises(RuntimeError, match="killed"):
            await open_store(path)
    async with await open_store(path) as store:
        assert await store.check(findings) == []
        assert (await store.read(load_board, Leaderboard("bull", 1))).total == 3


def test_step_that_breaks_foreign_key_is_refused() -> None:
    """Foreign keys are off during the steps, so all of them are checked after the steps."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        conn.execute("BEGIN")
        migrate(conn)
        broken = Migration(
            migrations()[-1].version + 1, "broken", "INSERT INTO rating VALUES (5, 'bull', 1, 1, 1, 1);"
        )
        with pytest.raises(StorageUnavailable, match="rating points at nothing"):
            migrate(conn, (*migrations(), broken))


def test_script_is_split_into_statements() -> None:
    """Semicolons in strings, comments and triggers do not end a statement."""
    trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\n"
    script = f"-- one; two\nINSERT INTO a VALUES (';');\n{trigger}-- the end\n"
    assert list(statements(script)) == ["-- one; two\nINSERT INTO a VALUES (';');\n", trigger]
    with pytest.raises(AssertionError):
        list(statements("SELECT 1"))
