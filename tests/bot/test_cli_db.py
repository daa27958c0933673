"""Care of the database on the command line."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.tables.table import Table
from games import GAMES
from games.core.rules import CHANCE
from storage import Store
from storage.rows import MoveRow, Outcome, TableRow
from tests.bot.command_line import NOON, SEED, invoke, played, tefuda


async def store_played(path: Path, table: Table, *, scores: tuple[float, ...] | None = None) -> None:
    """Store a finished table move for move, as the bot does; ``scores`` in place of the true ones."""
    row = table.row
    stored = [
        MoveRow(seq, None if actor == CHANCE else int(actor), str(move), NOON)
        for seq, (actor, move) in enumerate(table.match.moves)
    ]
    result = table.match.result()
    assert result is not None
    assert row.first is not None
    assert row.commitment is not None
    places = [
        next(i for i, group in enumerate(result.ranking) if seat in group) + 1
        for seat in range(len(table.seats))
    ]
    before = [sum(place < mine for place in places) + 1 for mine in places]
    async with await Store.open(path) as store:
        lobby = TableRow(
            **{name: getattr(row, name) for name in row.__struct_fields__ if name not in _LATER},
            status="lobby",
        )
        await store.create_table(lobby, table.seats)
        await store.start_table(
            row.id,
            seats=table.seats,
            options=row.options,
            first=row.first,
            seed=SEED,
            commitment=row.commitment,
            started_at=NOON,
        )
        outcome = Outcome(tuple(before), scores or result.scores, NOON, True, table.match.facts())
        await store.append_moves(row.id, stored, outcome=outcome)


_LATER = {"status", "first", "seed", "commitment"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one finished game of each kind."""
    path = tmp_path / "tefuda.db"

    async def fill() -> None:
        for game in GAMES:
            await store_played(path, played(game, table=f"table-{game.id}"))

    asyncio.run(fill())
    return path


def test_db_check_replays_every_game(database: Path) -> None:
    """An honest database has no findings."""
    done = invoke("db", "--database", str(database), "check")
    assert (done.exit_code, done.stdout) == (0, f"All is well: {len(GAMES)} games replayed.\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE result_seat SET score = score + 1 WHERE seat = 0 AND result = 1", "other scores"),
        (
            "UPDATE move SET move = 'challenge' WHERE seq = 1 AND table_id = 'table-bull'",
            "move 1 cannot be played",
        ),
        ("DELETE FROM move WHERE table_id = 'table-bull' AND seq > 2", "do not end it"),
        ("UPDATE game_table SET commitment = 'x' WHERE id = 'table-bull'", "not the one committed to"),
        ("UPDATE seat SET join_id = 5 WHERE table_id = 'table-bull' AND seat = 0", "not the shuffle"),
    ],
)
def test_db_check_finds_what_does_not_replay(database: Path, change: str, said: str) -> None:
    """Whatever was changed behind the bot's back is named with its table; the exit code is 1."""
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute(change)
    done = invoke("db", "--database", str(database), "check")
    assert done.exit_code == 1
    assert "game table-bull: " in done.stdout
    assert said in done.stdout


def test_db_backup_is_whole(database: Path, tmp_path: Path) -> None:
    """The copy is a database that passes the check itself; onto itself it is refused."""
    copy = tmp_path / "copy.db"
    assert invoke("db", "--database", str(database), "backup", str(copy)).exit_code == 0
    assert invoke("db", "--database", str(copy), "check").exit_code == 0
    done = invoke("db", "--database", str(database), "backup", str(database))
    assert done.exit_code == 1
    assert "the database itself" in done.stderr


def test_db_export_writes_records_that_replay_and_verify(database: Path, tmp_path: Path) -> None:
    """One file a game, each good for replay and verify."""
    done = invoke("db", "--database", str(database), "export", str(tmp_path / "records"))
    assert done.exit_code == 0
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == sorted(f"table-{game.id}.txt" for game in GAMES)
    for file in files:
        assert invoke("replay", str(file)).exit_code == 0
        assert invoke("verify", str(file)).exit_code == 0


def test_db_rerate_and_rebuild_leave_a_good_database(database: Path) -> None:
    """Both give what was there before."""
    assert invoke("db", "--database", str(database), "rerate").stdout == f"{len(GAMES)} games rated.\n"
    assert invoke("db", "--database", str(database), "rebuild").exit_code == 0
    assert invoke("db", "--database", str(database), "check").exit_code == 0


@pytest.mark.parametrize(
    "command", [("backup", "copy.db"), ("check",), ("export", "out"), ("rerate",), ("rebuild",)]
)
def test_db_makes_no_database_where_there_is_none(command: tuple[str, ...], tmp_path: Path) -> None:
    """A mistyped path is refused and stays empty; the path comes from the settings if not given."""
    done = tefuda("db", *command, folder=tmp_path, environ={"TEFUDA_DATABASE": "typo.db"})
    assert done.returncode == 2
    assert done.stderr == "tefuda: there is no database typo.db\n"
    assert list(tmp_path.iterdir()) == []
