from __future__ import annotations

import itertools
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from storage import open_store
from storage.engine.migrate import Migration, migrate, migrations, schema_version, statements
from storage.engine.writing import get_meta
from storage.errors import StorageUnavailable
from storage.rows import ShownRow
from storage.scores.leaderboard import load_board
from storage.scores.periods import month_start
from storage.servers.settings import load_settings
from storage.tables.loading import load_open_tables
from storage.upkeep.maintenance import findings
from tests.storage.direct import change, dump, rows
from tests.storage.helpers import board_of

OLD = Path(__file__).parent / "old"
SCHEMA = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"


def old(path: Path, version: int, *changes: str) -> None:
    """Put a database of an old version there, with changes."""
    shutil.copy(OLD / f"version_{version}.sqlite", path)
    change(path, *changes)


def test_every_old_version_has_a_database() -> None:
    assert {int(file.stem.split("_")[1]) for file in OLD.iterdir()} == set(range(1, len(migrations())))


@pytest.mark.parametrize("file", sorted(OLD.iterdir()), ids=lambda file: file.stem)
async def test_an_old_database_becomes_a_new_one(file: Path, path: Path, tmp_path: Path) -> None:
    """An old database gets the schema of a new one, passes every check, and its scores are counted."""
    shutil.copy(file, path)
    if int(file.stem.partition("_")[2]) < 10:  # these had no boards of a game's own
        change(path, """UPDATE result_seat SET facts = '{"best_hand":6}' WHERE seat = 1 AND result = 3""")
        best = [6]
    else:
        best = []
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
        assert [row.value for row in (await board_of(store, "best_hand")).rows] == best
        running, lobby = await store.read(load_open_tables)
        assert (running.table.status, [move.move for move in running.moves]) == (
            "playing",
            ["deal As Kd", "call single A"],
        )
        assert (lobby.table.status, lobby.seats[0].name, lobby.seats[1].level) == (
            "lobby",
            "Person 13",
            "normal",
        )
        assert await store.read(get_meta, "commands") == "abc"
        assert (await store.read(load_settings, 2)).channel_ids == (7, 8)


def test_a_failure_after_any_statement_leaves_the_old_database(path: Path) -> None:
    old(path, 1)
    before = dump(path)

    class Failing(sqlite3.Connection):
        left = 0

        def execute(self, *args):
            self.left -= 1
            if self.left == 0:
                raise sqlite3.OperationalError("injected")
            return super().execute(*args)

    for failures in itertools.count():
        with closing(sqlite3.connect(path, isolation_level=None, factory=Failing)) as conn:
            conn.execute("BEGIN IMMEDIATE")
            conn.left = failures + 1
            with suppress(sqlite3.OperationalError):
                migrate(conn)
                conn.left = 0
                conn.execute("COMMIT")
                break
        assert dump(path) == before
    assert failures >= sum(1 for step in migrations()[1:] for _ in statements(step.script))
    with closing(sqlite3.connect(path)) as conn:
        assert schema_version(conn) == len(migrations())


async def test_a_crash_while_scores_are_made_after_a_migration(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old(path, 1)

    def crash(*_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr("storage.scores.tallies.rebuild_boards", crash)
        with pytest.raises(RuntimeError, match="killed"):
            await open_store(path)
    async with await open_store(path) as store:
        assert await store.check(findings) == []
        assert (await store.read(load_board, game="bull", guild_id=1)).total == 3


MESSAGES = {1: ("message_id = 501, ping_message_id = 502", "message_id = 601"), 2: ("id = id", "id = id")}
"""What to write into an old database to have messages in it; that of version 2 was made with some."""


@pytest.mark.parametrize("version", MESSAGES)
async def test_open_tables_keep_their_messages(version: int, path: Path) -> None:
    """Message and call of a running game and a lobby become what is shown; closed tables are settled."""
    running, lobby = MESSAGES[version]
    update = "UPDATE game_table SET {} WHERE status = '{}'"
    old(path, version, update.format(running, "playing"), update.format(lobby, "lobby"))
    async with await open_store(path) as store:
        running, lobby = await store.read(load_open_tables)
        assert running.shown == ShownRow("old15", 501, call_id=502)
        assert lobby.shown == ShownRow("old16", 601)
        assert (running.table.revision, lobby.table.revision) == (0, 0)


@pytest.mark.parametrize(
    ("seconds", "clock"),
    [
        *[(None, None), (0, "none"), (60, "blitz"), (120, "evening"), (600, "evening"), (3600, "evening")],
        *[(21_600, "week"), (86_400, "week"), (259_200, "week")],
    ],
)
async def test_turn_times_become_clocks(path: Path, seconds: int | None, clock: str | None) -> None:
    """The nearest by ratio, for the server and its open tables; a game without a limit keeps none."""
    old(
        path,
        3,
        f"UPDATE guild_settings SET turn_seconds = {'NULL' if seconds is None else seconds}",
        "UPDATE game_table SET guild_id = 2, deadline = 5 WHERE status = 'lobby'",
        "UPDATE game_table SET guild_id = 2 WHERE status = 'playing'",
    )
    async with await open_store(path) as store:
        assert (await store.read(load_settings, 2)).clock == clock
        running, lobby = await store.read(load_open_tables)
        assert running.table.deadline is None
        assert (running.table.clock, lobby.table.clock) == ("none", clock or "evening")
        assert await store.check(findings) == []


async def test_the_newest_of_several_lobbies_for_one_rematch_stays(path: Path) -> None:
    insert = """
        INSERT INTO game_table (id, guild_id, channel_id, message_id, host, game, options, status,
            locale, created_at, deadline, rematch_of)
        VALUES ('{}', 1, 7, 300 + {at}, 1, 'bull', '{{}}', 'lobby', 'ja', {at}, 9, '{}')
        """
    lobbies = (("r1", 5, "old1"), ("r3", 7, "old1"), ("r2", 7, "old1"), ("other", 6, "old2"))
    old(path, 2, *(insert.format(name, of, at=at) for name, at, of in lobbies))
    async with await open_store(path) as store:
        found = {each.table.id: each for each in await store.read(load_open_tables)}
        states = {name: (found[name].table.status, found[name].table.deadline) for name, _, _ in lobbies}
        closed, open_ = ("cancelled", None), ("lobby", 9)
        assert states == {"r1": closed, "r2": closed, "r3": open_, "other": open_}
        assert found["r1"].shown.message_id == 305
        assert found["r1"].table.ended_at == 5
        assert await store.check(findings) == []


async def test_boards_are_made_again_for_the_periods_kept_now(path: Path) -> None:
    """Boards that an older Tefuda had let go are there again, and ratings are left alone."""
    old(path, 2, "DELETE FROM tally WHERE period > 0")
    before = rows(path, "SELECT * FROM rating")
    ended = [at for (at,) in rows(path, "SELECT ended_at FROM result WHERE guild_id = 1")]
    async with await open_store(path) as store:
        month = month_start(max(ended))
        board = await store.read(load_board, game="bull", guild_id=1, since=month, measure="games")
        assert board.rows[0].games == sum(at >= month for at in ended)
        assert await store.check(findings) == []
        assert rows(path, "SELECT * FROM rating") == before


def test_a_step_that_breaks_a_foreign_key_is_refused() -> None:
    """Keys are off while steps run, so they are all checked at the end."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        conn.execute("BEGIN")
        migrate(conn)
        broken = Migration(
            len(migrations()) + 1, "broken", "INSERT INTO rating VALUES (5, 'bull', 1, 1, 1, 1);"
        )
        with pytest.raises(StorageUnavailable, match="rating points at nothing"):
            migrate(conn, (*migrations(), broken))


def test_statements_are_split_where_they_end() -> None:
    """Semicolons in texts, comments and triggers end no statement."""
    trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\n"
    script = f"-- one; two\nINSERT INTO a VALUES (';');\n{trigger}-- the end\n"
    assert list(statements(script)) == ["-- one; two\nINSERT INTO a VALUES (';');\n", trigger]
    with pytest.raises(AssertionError):
        list(statements("SELECT 1"))
