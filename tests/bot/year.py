"""A year of one busy server on simulated time: ``python -m tests.bot.year`` (``make year``).

The bot is restarted every week, and its figures are compared from week to week. Faults happen now and then.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import os
import random
import re
import shutil
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from structlog.testing import capture_logs

from bot.client import Tefuda
from bot.clock import Clock
from bot.config import Config
from bot.driving.table import Table
from bot.pictures.board import board_picture
from bot.randomness import SeededChance
from bot.showing.table_writer import TableWriter
from bot.showing.writer import Request, Writer
from bot.simulated import SimulatedClock, simulated_client
from bot.tables import endings, presence
from games import GAMES, Game
from storage.engine import sqlite
from storage.engine.database import DatabaseFile
from storage.engine.migrate import migrate, migrations
from storage.errors import StorageError
from storage.upkeep import findings
from tests.bot.conftest import started
from tests.bot.emptying import Emptying, empty_caches
from tests.bot.faults import Faults, Rule, disk_full, unavailable
from tests.bot.people import Stage
from tests.bot.playing import kill, restart

OLDEST = Path(__file__).parents[1] / "storage" / "old" / "version_1.sqlite"
HOUR, DAY = 3600, 86_400
COPIES_KEPT = 3
MADE_UP = "old15"
"""A table of the oldest database whose moves were invented, so that it stays set aside."""
DRAWN_OF = 10
"""One picture in this many is drawn; the others are empty, which takes a fifth of the time."""
LONGEST_GAME = 3000
"""Moves and pauses after which a game counts as stuck."""

TABLE = re.compile(r"b:hand:([a-z0-9]+)")


class Figures(NamedTuple):
    """Figures about the bot at rest, before a restart.

    Attributes:
        week: number of the week, from 1.
        games: number of games played so far.
        objects: number of objects that the garbage collector knows, those of the simulated Discord included.
        resident_mb: memory of this process.
        tasks, threads, descriptors, files: numbers of each; files are those beside the database.
        database_kb: size of a copy of the database.
        open_tables, keepers: numbers in memory, at a time when no game is running.
    """

    week: int
    games: int
    objects: int
    resident_mb: float
    tasks: int
    threads: int
    descriptors: int
    files: int
    database_kb: float
    open_tables: int
    keepers: int


class DecisionCall(NamedTuple):
    table_id: str
    user_id: int
    decision: int


class DatabaseGrowth(NamedTuple):
    first_half: float
    second_half: float


class Report(NamedTuple):
    """The results of a year.

    Attributes:
        weeks: figures of each week.
        calls: number of calls of people to a decision.
        twice: repeated calls of a person to the same decision.
        stuck: tables that are not closed, or not shown to the end.
        errors: lines of the log that report a bug.
        wrong: problems found by a check of the database.
        seconds: real time.
    """

    weeks: Sequence[Figures]
    calls: int
    twice: Sequence[DecisionCall]
    stuck: Sequence[str]
    errors: Sequence[str]
    wrong: Sequence[str]
    seconds: float

    @property
    def kb_per_game(self) -> DatabaseGrowth:
        """Return the database's growth per game, in KB."""
        first, middle, last = self.weeks[0], self.weeks[len(self.weeks) // 2], self.weeks[-1]

        def between(earlier: Figures, later: Figures) -> float:
            return (later.database_kb - earlier.database_kb) / max(1, later.games - earlier.games)

        return DatabaseGrowth(between(first, middle), between(middle, last))


class Year:
    """One server for some days.

    Args:
        folder: for the database and its copies.
        days: the number of days.
        games: the number of games a day.
        seed: the seed of all random choices.
    """

    def __init__(self, folder: Path, days: int, games: int, seed: int = 1) -> None:
        self._folder, self._days, self._games = folder, days, games
        self._rng, self._seeds = random.Random(seed), itertools.count(seed)
        self._database = folder / "tefuda.db"
        self._config = Config(
            database=str(self._database),
            computer_pause=0,
            moments=0,
            computer_workers=0,
            clock="none",
            card_emoji="off",
        )
        self._played, self._shift = 0, 0
        self._calls: Counter[DecisionCall] = Counter()
        self._weeks: list[Figures] = []
        self._wrong: list[str] = []

    async def live(self) -> Report:
        """Simulate all days; return the report."""
        began = Clock().elapsed_ms()
        with capture_logs() as log, pytest.MonkeyPatch.context() as patch:
            self._patch_bot(patch)
            self._upgrade()
            env = await started(self._make_bot)
            try:
                self._stage, self._faults = Stage(env), Faults(env)
                for day in range(1, self._days + 1):
                    await self._live_a_day(day)
                    if day % 7 == 0:
                        await self._end_week(day // 7)
                stuck = self._stuck()
            finally:
                await env.bot.close()
                await env.shutdown()
        broken = [line for line in log if line["log_level"] in ("error", "critical")]
        errors = [str(line) for line in broken if line.get("table") != MADE_UP]
        twice = [key for key, count in self._calls.items() if count > 1]
        seconds = (Clock().elapsed_ms() - began) / 1000
        return Report(self._weeks, sum(self._calls.values()), twice, stuck, errors, self._wrong, seconds)

    # --- the world ------------------------------------------------------------------------------------

    def _make_bot(self, clock: SimulatedClock) -> Tefuda:
        return simulated_client(self._config, clock, SeededChance(next(self._seeds)))

    def _patch_bot(self, patch: pytest.MonkeyPatch) -> None:
        now_ms, year = SimulatedClock.now_ms, self
        patch.setattr(SimulatedClock, "now_ms", lambda clock: now_ms(clock) + 1000 * year._shift)
        patch.setattr("bot.client.BEAT_SECONDS", 6.0 * HOUR)
        patch.setattr("bot.posting.EVERY_SECONDS", 1.0 * HOUR)
        draw, numbers = board_picture, itertools.count()

        async def drawn(*args: Any, **how: Any) -> bytes:
            return b"" if next(numbers) % DRAWN_OF else await draw(*args, **how)

        patch.setattr("bot.pages.boards.board_picture", drawn)

        send = Writer._send

        async def counted(writer: Writer[Any], request: Request) -> None:
            # A request is about certain decisions, even if it is sent after the next one has begun.
            known = {*writer.kept.sent_row.called}
            await send(writer, request)
            if request.pings is not None and isinstance(writer, TableWriter):
                decisions = [each for each in request.changes.get("called", ()) if each not in known]
                year._calls.update(year._calls_of(writer.table, decisions, request.pings.people))

        patch.setattr(Writer, "_send", counted)
        self._emptying = Emptying(patch)

    def _calls_of(
        self, table: Table, decisions: Iterable[tuple[int, int]], people: Iterable[int]
    ) -> list[DecisionCall]:
        pinged = {*people}
        seats = {seat.seat: seat.user_id for seat in table.state.seats}
        keys = [(seats.get(seat), decision) for seat, decision in decisions]
        return [DecisionCall(table.id, user, decision) for user, decision in keys if user and user in pinged]

    def _upgrade(self) -> None:
        shutil.copy(OLDEST, self._database)
        steps = migrations()
        for number, step in enumerate(steps, 1):
            with closing(sqlite3.connect(self._database, isolation_level=None)) as conn:
                conn.execute("BEGIN IMMEDIATE")
                migrate(conn, steps[:number])
                conn.execute("COMMIT")
                assert conn.execute("PRAGMA user_version").fetchone() == (step.version,)

    # --- a day ----------------------------------------------------------------------------------------

    async def _live_a_day(self, day: int) -> None:
        env, share = self._stage.env, day / self._days
        began = env.backend.clock.elapsed
        for game in range(self._games):
            happens = "" if game else self._is_first(share, day)
            await self._play(self._rng.choice(GAMES), happens)
            await env.advance_time(self._rng.randrange(60, 600))
        await env.advance_time(max(0, DAY - (env.backend.clock.elapsed - began)))
        self._empty_discord()

    def _is_first(self, share: float, day: int) -> str:
        before = (day - 1) / self._days
        for at, what in ((0.15, "away"), (0.3, "on"), (0.45, "back"), (0.6, "full"), (0.75, "away")):
            if before < at <= share:
                return what
        return ""

    async def _play(self, game: Game, happens: str) -> None:
        stage, rng = self._stage, self._rng
        low, high = game.rules.seats
        people = [stage.alice, stage.bob, stage.carol][: rng.randint(max(1, low - 1), 3)]
        computers = max(0, low - len(people)) or (1 if len(people) < high and rng.random() < 0.2 else 0)
        await stage.alice.slash(stage.channel, "play", game=game.id)
        table = stage.lobbies[-1]
        message = stage.table_message(table)
        for person in people[1:high]:
            await stage.tap(person, message, "join")
        if computers:
            await stage.seat(stage.alice, message, *["easy"] * computers)
        await stage.tap(stage.alice, stage.table_message(table), "start", seconds=1)
        # Time goes by hours where nothing is due, so people may be asked whether they are still there.
        for person in people[1:high]:
            if person.id in presence.asked_ids(table.state):
                await stage.tap(person, stage.table_message(table), "here", seconds=1)
        assert not table.state.is_lobby, f"{table.id} does not start"
        slow = 8 if rng.random() < 0.3 else 0
        for number in range(LONGEST_GAME):
            if not table.state.is_playing:
                break
            if happens and number == 3:
                await self._happen(happens, table)
            await self._move(table)
            if number < slow:
                await stage.env.advance_time(rng.randrange(20, 90))  # long enough for pings
        assert not table.state.is_playing, f"{table.id} is stuck"
        self._played += 1
        await stage.env.advance_time(5)

    async def _move(self, table: Table) -> None:
        acting = table.state.acting(human=True)
        if not acting:
            await self._stage.env.advance_time(1)
            return
        assert table.state.match is not None
        try:
            await table.play(acting[0], self._rng.choice(table.state.match.legal(acting[0])))
            await table.apply_in_game(endings.resolve_departures)
        except StorageError:
            await self._stage.env.advance_time(30)

    async def _happen(self, what: str, table: Table) -> None:
        env = self._stage.env
        match what:
            case "on" | "back":
                self._shift += HOUR if what == "on" else -HOUR
                await env.advance_time(120)
            case "away":
                with self._failing("* /*", unavailable):
                    await self._move(table)
                    await env.advance_time(HOUR)
            case "full":
                with self._failing("write *", disk_full):
                    await self._move(table)
                    await env.advance_time(600)

    @contextmanager
    def _failing(self, steps: str, error: Any) -> Iterator[Rule]:
        self._faults.attach()
        rule = self._faults.fail(steps, error, times=None)
        try:
            yield rule
        finally:
            rule.end()
            assert rule.met, f"nothing of {steps} was tried"

    def _empty_discord(self) -> None:
        kept = {table.sent_row.message_id for table in self._stage.bot.tables.all.values()}
        self._emptying.empty(self._stage.env, kept)
        self._faults.steps.clear()

    # --- a week ---------------------------------------------------------------------------------------

    async def _end_week(self, week: int) -> None:
        self._copy(week)
        self._weeks.append(self._measured(week))
        if week % 4:
            await restart(self._stage, self._make_bot, 60)
        else:
            await kill(self._stage, self._make_bot, away=30, seconds=60)

    def _copy(self, week: int) -> None:
        target = self._folder / f"copy-{week:02d}.db"
        sqlite.backup(str(self._database), target)
        self._wrong += sqlite.check(DatabaseFile.at(target), findings)
        for old in sorted(self._folder.glob("copy-*.db"))[:-COPIES_KEPT]:
            old.unlink()

    def _measured(self, week: int) -> Figures:
        self._empty_discord()
        empty_caches()
        gc.collect()
        tables, statm = self._stage.bot.tables, Path("/proc/self/statm").read_text("ascii")
        return Figures(
            week,
            self._played,
            len(gc.get_objects()),
            int(statm.split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6,
            len(asyncio.all_tasks()),
            threading.active_count(),
            len(os.listdir("/proc/self/fd")),
            len([*self._folder.iterdir()]) - min(week, COPIES_KEPT),
            (self._folder / f"copy-{week:02d}.db").stat().st_size / 1024,
            len(tables.open()),
            len(tables.keepers),
        )

    def _stuck(self) -> list[str]:
        query = (
            "SELECT id, status FROM game_table LEFT JOIN shown ON shown.table_id = id"
            " WHERE (status IN ('lobby', 'playing') OR settled = 0) AND id != ?"
        )
        with closing(sqlite3.connect(self._database)) as conn:
            rows = conn.execute(query, (MADE_UP,)).fetchall()
        return [f"{table_id} {status}" for table_id, status in rows]


def main() -> None:
    """Simulate a year, and print the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--games", type=int, default=1, help="games a day")
    chosen = parser.parse_args()
    with TemporaryDirectory(prefix="tefuda-year-") as folder:
        report = asyncio.run(Year(Path(folder), chosen.days, chosen.games).live())
    print(*Figures._fields)
    for week in report.weeks:
        print(*(f"{value:.1f}" if isinstance(value, float) else value for value in week))
    first, second = report.kb_per_game
    print(f"database: {first:.1f} kB a game in the first half, {second:.1f} in the second")
    print(f"calls: {report.calls}; twice: {len(report.twice)}; stuck: {len(report.stuck)}")
    print(f"errors: {len(report.errors)}; wrong: {len(report.wrong)}; {report.seconds:.0f} seconds")
    for line in (*report.twice, *report.stuck, *report.errors[:5], *report.wrong[:5]):
        print(line)


if __name__ == "__main__":
    main()
