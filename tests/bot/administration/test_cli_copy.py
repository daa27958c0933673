"""Moving to PostgreSQL and back on the command line, and the care of the database there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from games import GAMES
from storage import open_store
from tests import postgres
from tests.bot.administration.command_line import filled, invoke
from tests.storage.direct import content


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A file with one finished game of each kind."""
    return str(filled(tmp_path / "tefuda.db"))


def test_db_copy_there_and_back(database: str, tmp_path: Path) -> None:
    """Both ways every table is named with its rows; what comes back is what went."""
    there, back = postgres.fresh_database("cli"), str(tmp_path / "back.db")
    for source, target in ((database, there), (there, back)):
        done = invoke("db", "copy", source, target)
        assert (done.exit_code, done.stderr) == (0, "")
        assert done.stdout.splitlines()[-1] == "Both say the same."
        (line,) = (line for line in done.stdout.splitlines() if line.startswith("result_seat "))
        assert " rows  SHA-256 " in line
    assert content(back) == content(database)
    done = invoke("db", "copy", database, there)
    assert done.exit_code == 1
    assert "something in it already" in done.stderr


def test_care_of_a_postgresql_database(database: str, tmp_path: Path) -> None:
    """Check, export, rerate and rebuild do there what they do with a file; for a copy pg_dump is named."""
    where = postgres.fresh_database("cli")
    assert invoke("db", "copy", database, where).exit_code == 0
    assert invoke("db", "--database", where, "rerate").stdout == f"{len(GAMES)} games rated.\n"
    assert invoke("db", "--database", where, "rebuild").exit_code == 0
    assert invoke("db", "--database", where, "check").stdout == f"All is well: {len(GAMES)} games replayed.\n"
    assert (
        f"{len(GAMES)} records written"
        in invoke("db", "--database", where, "export", str(tmp_path / "out")).stdout
    )
    done = invoke("db", "--database", where, "backup", str(tmp_path / "copy.db"))
    assert done.exit_code == 2
    assert "pg_dump" in done.stderr


def test_nothing_is_copied_under_a_running_bot(database: str, tmp_path: Path) -> None:
    """Neither from its database nor into it."""
    where = postgres.fresh_database("cli")

    async def beside(kept: str, source: str, target: str) -> None:
        async with await open_store(kept, exclusive=True):
            done = await asyncio.to_thread(invoke, "db", "copy", source, target)
        assert done.exit_code == 2
        assert "another Tefuda uses it" in done.stderr

    asyncio.run(beside(database, database, where))
    asyncio.run(beside(where, database, where))
    done = invoke("db", "copy", str(tmp_path / "typo.db"), where)
    assert done.exit_code == 2
    assert "there is no database" in done.stderr


def test_no_password_is_printed() -> None:
    """An address that cannot be reached is told without it."""
    done = invoke("db", "--database", "postgresql://me:hidden@127.0.0.1:1/x", "check")
    assert done.exit_code == 2
    assert "hidden" not in done.stderr
    assert "postgresql://127.0.0.1:1/x" in done.stderr
