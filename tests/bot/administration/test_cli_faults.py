"""Tests of ``tefuda db`` with a wrong file, a read-only folder or a full disk: no data are damaged."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from storage.engine.migrate import APPLICATION_ID
from tests.bot.administration.command_line import expect_error, filled_database, invoke_db, run_tefuda
from tests.storage.helpers import content, execute_all

COMMANDS = {
    "backup": ("backup", "{folder}/copy.db"),
    "check": ("check",),
    "export": ("export", "{folder}/records"),
    "rerate": ("rerate",),
    "restore": ("restore", "{other_database}"),
    "copy": ("copy", "{database}", "{folder}/new.db"),
}
READING = ("check", "export")
"""Commands that only read the database, also where it cannot be written."""


def run_db_command(
    command: str, database: Path, folder: Path, other_database: Path
) -> subprocess.CompletedProcess[str]:
    words = (
        word.format(database=database, folder=folder, other_database=other_database)
        for word in COMMANDS[command]
    )
    return run_tefuda("db", "--database", str(database), *words)


def expect_a_sentence(ended: subprocess.CompletedProcess[str], codes: tuple[int, ...] = (1, 2)) -> None:
    lines = [line for line in ended.stderr.splitlines() if line.startswith("tefuda: ")]
    assert ended.returncode in codes, ended
    assert len(lines) == 1, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "Error" not in ended.stderr


@pytest.fixture
def other_database(tmp_path: Path) -> Path:
    """Return the path of a database with finished games in another folder."""
    (tmp_path / "safe").mkdir()
    return filled_database(tmp_path / "safe" / "good.db")


@pytest.fixture
def database(other_database: Path, tmp_path: Path) -> Path:
    (tmp_path / "here").mkdir()
    shutil.copy(other_database, tmp_path / "here" / "tefuda.db")
    return tmp_path / "here" / "tefuda.db"


def file_names_beside(database: Path) -> set[str]:
    """Return the names of the files beside a database, except SQLite's own files and lock files."""
    names = {file.name for file in database.parent.iterdir()}
    return {name for name in names if not name.endswith((".lock", "-wal", "-shm"))}


@pytest.mark.parametrize("command", COMMANDS)
def test_newer_schema_is_refused_and_can_be_restored_over(
    command: str, database: Path, other_database: Path
) -> None:
    """Every command but ``restore`` and ``backup`` refuses a newer schema and leaves the file unchanged."""
    execute_all(database, "PRAGMA user_version = 999", "PRAGMA journal_mode = DELETE")
    before = database.read_bytes()
    out = database.parent / "out"
    out.mkdir()
    ended = run_db_command(command, database, out, other_database)
    if command in ("restore", "backup"):  # copies contain bytes of any meaning
        assert ended.returncode == 0, ended
        return
    expect_a_sentence(ended, (2,))
    assert "version 999" in ended.stderr
    assert database.read_bytes() == before


FOREIGN = {
    "empty": None,
    "no tables": ("PRAGMA user_version = 3", "PRAGMA user_version = 0"),
    "another program's": ("CREATE TABLE bookmark (url TEXT)",),
    "marked as ours, without our tables": (f"PRAGMA application_id = {APPLICATION_ID}", "CREATE TABLE x (y)"),
    "a version without our mark": ("CREATE TABLE game_table (id TEXT)", "PRAGMA user_version = 18"),
}
"""Statements that make foreign files; ``None`` for an empty file."""


@pytest.fixture(params=FOREIGN)
def foreign_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the path of a file that is not a Tefuda database."""
    (tmp_path / "there").mkdir()
    path = tmp_path / "there" / "foreign.db"
    if (made := FOREIGN[request.param]) is None:
        path.touch()
    else:
        with closing(sqlite3.connect(path)) as conn:
            for statement in made:
                conn.execute(statement)
    return path


@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "restore"])
def test_file_that_is_not_a_tefuda_database_is_refused(
    command: str, foreign_file: Path, other_database: Path
) -> None:
    """Every command prints one sentence that names the foreign file, and writes nothing."""
    before, out = foreign_file.read_bytes(), foreign_file.parent.parent / "out"
    out.mkdir()
    ended = run_db_command(command, foreign_file, out, other_database)
    expect_a_sentence(ended, (2,))
    assert "foreign.db" in ended.stderr
    assert foreign_file.read_bytes() == before
    assert file_names_beside(foreign_file) == {"foreign.db"}
    assert not list(out.iterdir())


@pytest.mark.parametrize("way", ["file", "input"])
def test_restore_refuses_copy_that_is_not_a_tefuda_database(
    way: str, foreign_file: Path, database: Path
) -> None:
    before = database.read_bytes()
    if way == "file":
        expect_error(
            run_tefuda("db", "--database", str(database), "restore", str(foreign_file)), "foreign.db"
        )
    else:
        expect_error(invoke_db(database, "restore", "-", given=foreign_file.read_bytes()), "the copy")
    assert database.read_bytes() == before
    assert file_names_beside(database) == {database.name}


def test_restore_does_not_replace_a_foreign_file(tmp_path: Path, other_database: Path) -> None:
    """A restore refuses to replace a foreign file, but replaces an empty file."""
    other, empty = tmp_path / "bookmarks.db", tmp_path / "empty.db"
    empty.touch()
    execute_all(other, "CREATE TABLE bookmark (url TEXT)")
    before = other.read_bytes()
    expect_error(invoke_db(other, "restore", str(other_database)), "bookmarks.db", "not made by Tefuda")
    assert other.read_bytes() == before
    expect_a_sentence(run_tefuda("db", "copy", str(other_database), str(other)), (2,))
    assert other.read_bytes() == before
    assert run_tefuda("db", "--database", str(empty), "restore", str(other_database)).returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="permissions differ elsewhere")
@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "restore"])
def test_unreadable_database_is_reported_as_unreadable(
    command: str, database: Path, other_database: Path
) -> None:
    out = database.parent.parent / "out"
    out.mkdir()
    database.chmod(0)
    try:
        ended = run_db_command(command, database, out, other_database)
    finally:
        database.chmod(0o600)
    expect_a_sentence(ended, (2,))
    assert f"{database}: it cannot be read" in ended.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="permissions differ elsewhere")
def test_unreadable_copy_is_reported_as_unreadable(database: Path, other_database: Path) -> None:
    other_database.chmod(0)
    try:
        expect_a_sentence(ended := run_db_command("restore", database, database.parent, other_database))
    finally:
        other_database.chmod(0o600)
    assert f"{other_database}: it cannot be read" in ended.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="permissions differ elsewhere")
@pytest.mark.parametrize("command", COMMANDS)
def test_unreadable_folder_is_reported(command: str, database: Path, other_database: Path) -> None:
    before = database.read_bytes()
    database.parent.chmod(0)
    try:
        expect_a_sentence(run_db_command(command, database, database.parent, other_database), (2,))
    finally:
        database.parent.chmod(0o700)
    assert database.read_bytes() == before
    assert file_names_beside(database) == {database.name}


@pytest.mark.skipif(sys.platform != "linux", reason="permissions differ elsewhere")
@pytest.mark.parametrize("command", COMMANDS)
def test_read_only_database_allows_reading_commands_alone(
    command: str, database: Path, other_database: Path
) -> None:
    """On a read-only database the reading commands work, and all others name the read-only file or folder."""
    before, out = database.read_bytes(), database.parent.parent / "out"
    out.mkdir()
    database.chmod(0o400)
    database.parent.chmod(0o500)
    into = out if command in READING else database.parent
    try:
        ended = run_db_command(command, database, into, other_database)
    finally:
        database.parent.chmod(0o700)
    if command in READING:
        assert ended.returncode == 0, ended
    else:
        expect_a_sentence(ended)
    assert database.read_bytes() == before
    assert file_names_beside(database) == {database.name}


@pytest.fixture
def disk(tmp_path: Path, other_database: Path) -> Iterator[Callable[[int], Path]]:
    """A function that fills a small disk up to a number of free bytes and returns the database on it."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tefuda", str(place)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root can have a disk of its own")

    def fill(free: int) -> Path:
        shutil.copy(other_database, place / "tefuda.db")
        (place / "reserve").write_bytes(bytes(free))
        with suppress(OSError), (place / "rest").open("wb", buffering=0) as rest:
            while rest.write(bytes(4096)) == 4096:
                pass
        (place / "reserve").unlink()
        return place / "tefuda.db"

    yield fill
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.parametrize("free", [0, 120_000])
@pytest.mark.parametrize("command", COMMANDS)
def test_full_disk_leaves_old_data_complete(
    command: str, free: int, disk: Callable[[int], Path], other_database: Path
) -> None:
    """A command that runs out of disk space leaves the old data complete."""
    database = disk(free)
    ended = run_db_command(command, database, database.parent, other_database)
    if ended.returncode:
        expect_a_sentence(ended)
        # SQLite may have counted an empty transaction in the file's header.
        shutil.copy(database, copied := other_database.parent / "copied.db")
        assert content(copied) == content(other_database)
    else:
        assert command in (*READING, "rerate")
        assert run_db_command("check", database, database.parent, other_database).returncode == 0
    assert file_names_beside(database) <= {"tefuda.db", "rest", "records", "new.db"}
