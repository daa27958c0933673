"""Tests of ``tefuda db restore``, which replaces the database with a copy and keeps the old file."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
from pathlib import Path

import pytest

from storage import open_store
from storage.engine.database import set_meta
from storage.engine.migrate import migrations
from tests.bot.administration.command_line import expect_error, filled_database, invoke_db
from tests.bot.administration.test_cli_db import OLD
from tests.games_under_test import OFFERED
from tests.storage.helpers import execute_all, rows

SAID = f"{len(OFFERED)} games replayed."


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    live = filled_database(tmp_path / "live.db")
    assert invoke_db(live, "backup", str(tmp_path / "copy.db")).exit_code == 0
    return tmp_path / "copy.db"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a database of a killed process, with its last writes in the write-ahead log."""
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "tefuda.db"

    async def write_and_die() -> None:
        async with await open_store(tmp_path / "killed.db") as store:
            await store.write(set_meta, "mine", "old")
            for end in ("", "-wal"):
                shutil.copy(f"{tmp_path / 'killed.db'}{end}", f"{path}{end}")

    asyncio.run(write_and_die())
    return path


def games_in(path: Path) -> int:
    return int(rows(path, "SELECT count(*) FROM result")[0][0])


def mark_in(path: Path) -> str:
    return str(rows(path, "SELECT value FROM meta WHERE key = 'mine'")[0][0])


@pytest.mark.parametrize("way", ["file", "input"])
def test_restore_replaces_the_database_and_keeps_the_old_one(way: str, copy: Path, database: Path) -> None:
    """A copy from a file or standard input replaces the database, and the old database is kept."""
    if way == "file":
        done = invoke_db(database, "restore", str(copy))
    else:
        done = invoke_db(database, "restore", "-", given=copy.read_bytes())
    kept = Path(f"{database}.old1")
    assert (done.exit_code, done.stdout) == (
        0,
        f"Restored {database}: {SAID} The old one is {kept}.\n",
    )
    assert games_in(database) == len(OFFERED)
    assert mark_in(kept) == "old"
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    assert {file.name for file in database.parent.iterdir()} == {"tefuda.db", "tefuda.db.lock", kept.name}


def test_repeated_restore_keeps_every_old_database(copy: Path, database: Path) -> None:
    for number in (1, 2):
        assert f"tefuda.db.old{number}" in invoke_db(database, "restore", str(copy)).stdout
    assert mark_in(Path(f"{database}.old1")) == "old"
    assert games_in(Path(f"{database}.old2")) == len(OFFERED)


def test_restore_works_without_an_existing_database(copy: Path, tmp_path: Path) -> None:
    done = invoke_db(tmp_path / "new.db", "restore", str(copy))
    assert done.stdout == f"Restored {tmp_path / 'new.db'}: {SAID}\n"
    assert games_in(tmp_path / "new.db") == len(OFFERED)


def test_restored_older_version_is_upgraded_and_copy_is_kept(database: Path) -> None:
    before = OLD.read_bytes()
    assert invoke_db(database, "restore", str(OLD)).exit_code == 0
    assert OLD.read_bytes() == before
    assert rows(database, "PRAGMA user_version")[0][0] == migrations()[-1].version


def test_restore_replaces_a_damaged_database(copy: Path, database: Path) -> None:
    Path(f"{database}-wal").unlink()
    database.write_bytes(b"not a database at all" * 1000)
    assert invoke_db(database, "restore", str(copy)).exit_code == 0
    assert games_in(database) == len(OFFERED)
    assert Path(f"{database}.old1").read_bytes().startswith(b"not a database")


@pytest.mark.parametrize("damage", ["torn", "result", "newer", "none", "text"])
def test_damaged_copy_replaces_nothing(damage: str, copy: Path, database: Path) -> None:
    if damage == "torn":
        copy.write_bytes(copy.read_bytes()[:40_000])
    elif damage == "result":
        execute_all(copy, "DELETE FROM result_seat WHERE result = 1")
    elif damage == "newer":
        execute_all(copy, "PRAGMA user_version = 999")
    elif damage == "none":
        copy.unlink()
    else:
        copy.write_text("no database")
    before = database.read_bytes()
    done = invoke_db(database, "restore", str(copy))
    assert done.exit_code in (1, 2)
    assert done.stderr.startswith("tefuda: ")
    assert done.stderr.count("\n") == 1
    assert database.read_bytes() == before
    assert mark_in(database) == "old"
    assert not [file for file in database.parent.iterdir() if "old" in file.name or "restoring" in file.name]


@pytest.mark.parametrize("way", ["file", "input"])
@pytest.mark.parametrize("damage", ["torn", "index", "row", "text"])
def test_a_damaged_copy_is_reported_under_its_own_name(
    way: str, damage: str, copy: Path, database: Path
) -> None:
    """The error names the copy, not the temporary file of the restore."""
    if damage == "torn":
        copy.write_bytes(copy.read_bytes()[:40_000])
    elif damage == "index":
        data = bytearray(copy.read_bytes())
        data[8192:8292] = bytes(100)
        copy.write_bytes(data)
    elif damage == "row":
        execute_all(copy, "DELETE FROM result_seat WHERE result = 1")
    else:
        copy.write_text("no database")
    done = invoke_db(
        database, "restore", *((str(copy),) if way == "file" else ("-",)), given=copy.read_bytes()
    )
    assert done.exit_code in (1, 2)
    assert (str(copy) if way == "file" else "the copy") in done.stderr
    assert "restoring" not in done.stderr


async def test_restore_is_refused_while_the_bot_runs(copy: Path, database: Path) -> None:
    async with await open_store(database, exclusive=True):
        expect_error(
            await asyncio.to_thread(invoke_db, database, "restore", str(copy)),
            "another Tefuda uses it",
            code=1,
        )


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_file_restored_by_root_belongs_to_the_bot(copy: Path, database: Path) -> None:
    """The restored file gets the owner of the old database, since the bot could not open root's file."""
    os.chown(database, 65534, 65534)
    assert invoke_db(database, "restore", str(copy)).exit_code == 0
    owners = {file.name: file.stat().st_uid for file in database.parent.iterdir()}
    assert set(owners.values()) == {65534}, owners


def test_restore_of_postgresql_names_pg_restore(copy: Path) -> None:
    expect_error(invoke_db("postgresql://nobody@/none", "restore", str(copy)), "pg_restore")
