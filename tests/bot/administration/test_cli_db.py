"""Tests of ``tefuda db`` on a SQLite file and on PostgreSQL."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import msgspec
import pytest

from bot.driving.quarantine import incident_of
from games import GAMES
from games.bull import BULL
from storage import open_store
from storage.rows import MoveRow, SentRow, StoredTable
from storage.tables.lifecycle import create_table, start_table
from tests import postgres
from tests.bot.administration.command_line import (
    NOON,
    expect_error,
    filled_database,
    finished_games,
    finished_table,
    invoke,
    invoke_db,
)
from tests.games_under_test import OFFERED
from tests.storage.helpers import content, execute_all, table_of

OLD = Path(__file__).parents[2] / "storage" / "old" / "version_1.sqlite"
"""A database made by the first version."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return filled_database(tmp_path / "tefuda.db")


BULL_S = "table_id = 'table-bull'"
CHALLENGED = f"UPDATE move SET move = 'challenge' WHERE seq = 1 AND {BULL_S}"


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("UPDATE result_seat SET score = score + 1 WHERE seat = 0 AND result = 1", "other scores"),
        (CHALLENGED, "move 1 cannot be played"),
        (f"DELETE FROM move WHERE {BULL_S} AND seq > 2", "do not end it"),
        ("UPDATE game_table SET commitment = 'x' WHERE id = 'table-bull'", "not the one committed to"),
        (f"UPDATE seat SET join_id = 5 WHERE {BULL_S} AND seat = 0", "move 0: shuffle 1 is not"),
        ("UPDATE game_table SET first = (first + 1) % 3 WHERE id = 'table-bull'", "was drawn"),
    ],
)
def test_db_check_finds_games_that_do_not_replay(database: Path, sql: str, expected: str) -> None:
    execute_all(database, sql)
    done = invoke_db(database, "check")
    assert done.exit_code == 1
    assert "game table-bull: " in done.stdout
    assert expected in done.stdout


@pytest.mark.parametrize("damage", ["{", "[1]", '{"won_x": "many"}'])
def test_db_check_names_result_with_damaged_counters(database: Path, damage: str) -> None:
    """The check reports a result with unreadable counters, and continues with the other results."""
    execute_all(database, f"UPDATE result_seat SET facts = '{damage}' WHERE seat = 0 AND result = 1")
    done = invoke_db(database, "check")
    assert done.exit_code == 1
    assert done.stdout.count("counters of seat 0 that cannot be read") == 1
    assert "Traceback" not in done.output
    assert invoke_db(database, "export", str(database.parent / "records")).exit_code == 0


@pytest.mark.parametrize("is_broken", [True, False])
def test_db_check_lists_games_set_aside(database: Path, is_broken: bool) -> None:
    """The check lists an open game that cannot be replayed, and no intact game."""

    state = finished_table(BULL, table="open", first_join=900)
    lobby = msgspec.structs.replace(state.row, status="lobby", first=None, seed=None, commitment=None)
    deal = str(state.match.moves[0][1])

    async def begin() -> StoredTable:
        async with await open_store(database) as store:
            await store.write(create_table, lobby, state.seats)
            row = msgspec.structs.replace(state.row, started_at=NOON, status="playing")
            move = MoveRow(0, None, "call nonsense" if is_broken else deal, NOON)
            await store.write(start_table, row, state.seats, [move], SentRow("open"))
            return await table_of(store, "open")

    stored = asyncio.run(begin())
    done = invoke_db(database, "check")
    assert done.exit_code == is_broken
    assert (f"table open: set aside ({incident_of(stored)})" in done.stdout) is is_broken


@pytest.mark.parametrize("command", [("check",), ("export", "out")])
def test_reading_commands_leave_older_database_unchanged(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``check`` and ``export`` refuse a database of an older version and leave the file unchanged."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "old.db"
    shutil.copy(OLD, path)
    expect_error(invoke_db(path, *command), "schema version 1")
    assert path.read_bytes() == OLD.read_bytes()


async def test_db_check_runs_beside_the_bot_but_rerate_does_not(database: Path) -> None:
    """While the bot runs, ``check`` works, and ``rerate`` is refused."""
    async with await open_store(database, exclusive=True):
        assert (await asyncio.to_thread(invoke_db, database, "check")).exit_code == 0
        expect_error(await asyncio.to_thread(invoke_db, database, "rerate"), "tefuda.db", code=1)


def test_db_export_skips_games_that_do_not_replay(database: Path, tmp_path: Path) -> None:
    """The export writes all other games, names the damaged game and exits with code 1."""
    execute_all(database, CHALLENGED)
    done = invoke_db(database, "export", str(tmp_path / "records"))
    assert done.exit_code == 1
    assert "game table-bull: " in done.stderr
    assert len(list((tmp_path / "records").iterdir())) == len(OFFERED) - 1


def test_db_backup_passes_the_check(database: Path, tmp_path: Path) -> None:
    """A backup passes ``check``, and a backup onto the database itself is refused."""
    copy = tmp_path / "copy.db"
    assert invoke_db(database, "backup", str(copy)).exit_code == 0
    assert invoke_db(copy, "check").exit_code == 0
    expect_error(invoke_db(database, "backup", str(database)), "the database itself", code=1)


def test_finished_games_of_all_kinds_pass_the_check(tmp_path: Path) -> None:
    """A finished game of every kind, between teams too, replays to its stored result."""
    path = tmp_path / "tefuda.db"
    path.write_bytes(finished_games(tuple(GAMES)))
    assert invoke_db(path, "check").stdout.endswith(f"All is well: {len(GAMES)} games replayed.\n")


def test_db_export_writes_the_record_of_each_game(database: Path, tmp_path: Path) -> None:
    """The export writes one file for each game, equal to the game's record."""
    done = invoke_db(database, "export", str(tmp_path / "records"))
    assert done.exit_code == 0
    assert {file.name: file.read_text("utf-8") for file in (tmp_path / "records").iterdir()} == {
        f"table-{game.id}.txt": finished_table(game, table=f"table-{game.id}").record("2026-11-21")
        for game in OFFERED
    }


@pytest.mark.parametrize("command", [("backup", "copy.db"), ("check",), ("export", "out"), ("rerate",)])
def test_db_commands_create_no_database(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command refuses the path of a missing database and creates no file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEFUDA_DATABASE", "typo.db")
    done = invoke("db", *command)
    assert (done.exit_code, done.stderr) == (2, "tefuda: there is no database typo.db\n")
    assert list(tmp_path.iterdir()) == []


def test_db_copy_there_and_back_keeps_all_rows(database: Path, tmp_path: Path) -> None:
    """Every table and its number of rows is listed, and copying back gives the same data."""
    file, there, back = str(database), postgres.fresh_database("cli"), str(tmp_path / "back.db")
    for source, target in ((file, there), (there, back)):
        done = invoke("db", "copy", source, target)
        assert (done.exit_code, done.stderr) == (0, "")
        assert done.stdout.splitlines()[-1] == "Both say the same."
        (line,) = (line for line in done.stdout.splitlines() if line.startswith("result_seat "))
        assert " rows  SHA-256 " in line
    assert content(back) == content(file)
    done = invoke("db", "copy", file, there)
    assert done.exit_code == 1
    assert "something in it already" in done.stderr


def test_db_rerate_changes_nothing_and_backup_names_pg_dump(database: Path, tmp_path: Path) -> None:
    """Rating again leaves the database valid; a backup of PostgreSQL is refused and names ``pg_dump``."""
    where = postgres.fresh_database("cli")
    assert invoke("db", "copy", str(database), where).exit_code == 0
    for place in (database, where):
        assert invoke_db(place, "rerate").stdout == f"{len(OFFERED)} games rated.\n"
        done = invoke_db(place, "check")
        assert done.exit_code == 0
        assert done.stdout.endswith(f"All is well: {len(OFFERED)} games replayed.\n")
        assert ("room for 65 processes of the bot, 3 each" in done.stdout) is (place == where)
    assert f"{len(OFFERED)} records written" in invoke_db(where, "export", str(tmp_path / "out")).stdout
    expect_error(invoke_db(where, "backup", str(tmp_path / "copy.db")), "pg_dump")


async def test_db_copy_is_refused_while_the_bot_runs(database: Path, tmp_path: Path) -> None:
    where = postgres.fresh_database("cli")
    for kept in (str(database), where):
        async with await open_store(kept, exclusive=True):
            done = await asyncio.to_thread(invoke, "db", "copy", str(database), where)
        assert done.exit_code == 1
        assert "another Tefuda uses it" in done.stderr
    expect_error(invoke("db", "copy", str(tmp_path / "typo.db"), where), "there is no database")


def test_passwords_are_not_printed() -> None:
    done = invoke("db", "--database", "postgresql://me:hidden@127.0.0.1:1/x", "check")
    expect_error(done, "postgresql://127.0.0.1:1/x", code=1)
    assert "hidden" not in done.stderr
