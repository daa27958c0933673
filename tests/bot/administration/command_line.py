"""Helpers that run the ``tefuda`` command and fill databases with finished games."""

from __future__ import annotations

import asyncio
import functools
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
from click.testing import CliRunner, Result

from bot.administration import cli
from bot.tables.state import TableState
from games.core.game import Game
from games.core.match import Match, ShuffleKey, draw_first_seat
from games.core.rules import CHANCE
from storage import Store, open_store
from storage.rows import MoveRow, Outcome, SeatRow, SentRow, StoredTable, TableRow
from storage.tables.lifecycle import append_moves, create_table, start_table
from tests import forkserver
from tests.games.play import seats_near
from tests.games_under_test import OFFERED
from tests.storage.helpers import NOON

SEED = bytes(range(32))


def invoke(*args: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli.main, args, input=given)


def invoke_db(database: str | Path, *args: str, given: str | bytes | None = None) -> Result:
    return invoke("db", "--database", str(database), *args, given=given)


def expect_error(done: Result | subprocess.CompletedProcess[str], *words: str, code: int = 2) -> None:
    """Assert that a process failed with an exit code and one line on standard error with all given words."""
    ended = done.exit_code if isinstance(done, Result) else done.returncode
    assert (ended, done.stdout) == (code, "")
    assert done.stderr.count("\n") == 1, done.stderr
    assert all(word in done.stderr for word in words), done.stderr


def start_command(*args: str, folder: Path | None = None) -> subprocess.Popen[str]:
    """Start ``tefuda`` in a process of its own, with pipes for its input and output."""
    command, pipe = [sys.executable, "-m", "bot.administration.cli", *args], subprocess.PIPE
    environ = {**_plain(), "PYTHONPATH": str(forkserver.ROOT)}
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=folder, env=environ)


def _plain() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("TEFUDA_", "DISCORD_"))}


def run_tefuda(
    *args: str, given: str = "", folder: Path | None = None, environ: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``tefuda`` in a process of its own, with only the given settings; return the finished process."""
    settings = {**_plain(), **(environ or {})}
    return forkserver.run("bot.administration.cli", *args, environ=settings, folder=folder, given=given)


def finished_table(
    game: Game,
    seats: int | None = None,
    table: str = "abcd2345",
    rng: int = 1,
    first_join: int = 1000,
    options: Mapping[str, str] | None = None,
) -> TableState:
    """Return a table with a finished game of random moves and real shuffles.

    Without ``seats`` the table has three seats, or as near to three as the game allows.
    """
    seats = seats_near(game, 3) if seats is None else seats
    people = tuple(SeatRow(seat, 10 + seat, f"P{seat}", None, first_join + seat) for seat in range(seats))
    key = ShuffleKey(SEED, table, tuple(str(seat.join_id) for seat in people))
    setup = game.rules.setup(seats, options or {}, draw_first_seat(key, seats))
    match, rng = Match(game.rules, setup), random.Random(rng)
    # Chance uses the key's real shuffles, so that `tefuda verify` accepts the record.
    while not match.is_over:
        if match.to_act == CHANCE:
            match = match.with_deal(key)
        else:
            seat = match.to_act[0]
            match = match.with_move(seat, rng.choice(match.legal(seat)))
    row = TableRow(table, 1, 2, 10, game.id, dict(setup.options), "over", "en", NOON)
    row = msgspec.structs.replace(row, first=setup.first, seed=SEED, commitment=key.commitment)
    return TableState.of(StoredTable(row, people, _log(match), SentRow(row.id)))


def _log(match: Match) -> tuple[MoveRow, ...]:
    return tuple(
        MoveRow(seq, None if actor == CHANCE else int(actor), str(move), NOON)
        for seq, (actor, move) in enumerate(match.moves)
    )


async def _store(store: Store, table: TableState) -> None:
    row, match = table.row, table.match
    result = match.result()
    lobby = msgspec.structs.replace(row, status="lobby", first=None, seed=None, commitment=None)
    await store.write(create_table, lobby, table.seats)
    begun = msgspec.structs.replace(row, started_at=NOON)
    await store.write(start_table, begun, table.seats, (), SentRow(row.id))
    outcome = Outcome(result.places, result.scores, NOON, True, match.statistics(), teams=result.teams)
    await store.write(append_moves, row.id, _log(match), outcome=outcome)


def filled_database(path: Path) -> Path:
    """Create a database with one finished game of each game that people are offered; return its path."""
    path.write_bytes(finished_games(OFFERED))
    return path


@functools.cache
def finished_games(games: tuple[Game, ...]) -> bytes:
    """Return the content of a database with one finished game of each of these games."""

    async def fill(path: Path) -> bytes:
        async with await open_store(path) as store:
            for game in games:
                await _store(store, finished_table(game, table=f"table-{game.id}"))
        return path.read_bytes()

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(fill(Path(folder) / "tefuda.db"))
