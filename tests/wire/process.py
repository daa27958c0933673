"""The bot's process: start it, kill it, and what it costs."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from tests.wire.bells import Bell
from tests.wire.standin import TOKEN, StandIn

ROOT = Path(__file__).parents[2]
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class BotProcess:
    """``tefuda run`` with a stand-in for Discord; may be started again after its end.

    Attributes:
        log: what the bot logged, all its lives together.
        status: how it ended, as a shell would say; nothing while it lives.
        ready_seconds: from the start of the process until every table was kept.

    Args:
        standin: where the bot connects to.
        folder: where its database is.
        arguments: for the runner.
        seed: of its chance, which is another one in each of its lives.
        settings: of the bot's environment, besides the usual ones of a test.
        prefix: a command that the process is run by.
        has_many_lives: one process, which has read all modules, starts the bot's as often as it is needed.
        module: what is run.
        is_one_of_many: others of the same bot may be running; sessions of who is gone stay as they are.
    """

    def __init__(
        self,
        standin: StandIn,
        folder: Path,
        *arguments: str,
        seed: int = 1,
        settings: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
        has_many_lives: bool = False,
        module: str = "tests.wire.runner",
        is_one_of_many: bool = False,
    ) -> None:
        self._standin, self._folder, self._arguments = standin, folder, arguments
        self._prefix, self._module = prefix, module
        self.database = folder / "tefuda.db"
        self._environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith("TEFUDA_")},
            "DISCORD_TOKEN": TOKEN,
            "TEFUDA_DATABASE": str(self.database),
            "TEFUDA_CLOCK": "none",
            "TEFUDA_COMPUTER_PAUSE": "0",
            "TEFUDA_MOMENTS": "0",
            "TEFUDA_COMPUTER_WORKERS": "0",
            "PYTHONPATH": str(ROOT),
            **(settings or {}),
        }
        self._seeds = itertools.count(1000 * seed)
        self.log: list[dict[str, Any]] = []
        self._bell = Bell()
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._has_many_lives = has_many_lives
        self._is_one_of_many = is_one_of_many
        self._pid = 0
        self.status: int | None = None
        self.ready_seconds = 0.0

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    # --- life ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start it, and wait until every table is kept."""
        began = time.monotonic()
        before = self.count("ready")
        self._pid, self.status = 0, None
        if self._has_many_lives:
            if self._process is None:
                await self._spawn("--lives")
            assert self._process is not None
            assert self._process.stdin is not None
            self._process.stdin.write(b"%d\n" % next(self._seeds))
        else:
            await self._spawn("--seed", str(next(self._seeds)))
            assert self._process is not None
            self._pid = self._process.pid
        try:
            await self._bell.until(
                lambda: self.count("ready") > before or self.status is not None, why="a bot that is ready"
            )
        except AssertionError as late:
            raise AssertionError(f"{late}; its log ends with {self.log[-5:]}") from late
        assert self.status is None, f"the bot did not start: {self.log[-3:]}"
        self.ready_seconds = time.monotonic() - began

    async def _spawn(self, *arguments: str) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(*self._prefix, sys.executable, "-m", self._module),
            *(self._standin.url, *arguments, *self._arguments),
            cwd=self._folder,
            env=self._environ,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        self._reading = asyncio.create_task(self._read())

    async def ended(self) -> None:
        """Wait until it ends."""
        await self._bell.until(lambda: self.status is not None, why="the end of the bot")

    async def kill(self) -> None:
        """End it in the middle of whatever it does, as a power cut would."""
        await self._end(signal.SIGKILL)
        self._forget()

    async def stop(self) -> None:
        """Tell it to stop, and wait until it has."""
        await self._end(signal.SIGTERM)
        self._forget()

    def _forget(self) -> None:
        if not self._is_one_of_many:
            self._standin.gateway.forget()

    async def _end(self, sign: int) -> None:
        if self._process is None:
            return
        if self.status is None and self._pid:
            os.kill(self._pid, sign)
            await self.ended()
        if not self._has_many_lives:
            await self.leave()

    async def leave(self) -> None:
        """Let go of the process, which has ended, or starts no more bots."""
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
        assert self._reading is not None
        await self._reading
        self._process = None

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            try:
                entry = json.loads(line)
            except ValueError:
                entry = {"event": line.decode(errors="replace").rstrip(), "level": "raw"}
            self.log.append(entry)
            if entry["event"] == "born":
                self._pid = entry["pid"]
            elif entry["event"] == "dead":
                self.status = entry["status"]
            self._bell.ring()
        if not self._has_many_lives:
            self.status = await self._process.wait()
        self._bell.ring()

    async def until(self, look: Callable[[], bool], why: str) -> None:
        """Wait until something is so of what it has logged."""
        await self._bell.until(look, why=why)

    # --- what it said -------------------------------------------------------------------------------

    def count(self, event: str) -> int:
        """Tell how often something was logged."""
        return sum(entry.get("event") == event for entry in self.log)

    async def said(self, event: str, **what: object) -> None:
        """Wait until something was logged."""
        await self._bell.until(
            lambda: any(entry.get("event") == event and what.items() <= entry.items() for entry in self.log),
            why=event,
        )

    @property
    def errors(self) -> list[dict[str, Any]]:
        """What was logged that nobody planned for."""
        return [entry for entry in self.log if entry.get("level") in ("error", "critical", "raw")]

    async def waits(self) -> list[str]:
        """Ask a bot of many lives what each of its tasks waits for."""
        os.kill(self.pid, signal.SIGUSR2)
        await self.said("waits")
        return next(entry["tasks"] for entry in reversed(self.log) if entry["event"] == "waits")

    # --- what it costs ------------------------------------------------------------------------------

    def begin_profile(self) -> None:
        """Let a bot that was started with ``--profile`` begin to write down where its time goes."""
        os.kill(self.pid, signal.SIGUSR1)

    @property
    def pid(self) -> int:
        assert self._pid
        return self._pid

    def cpu_seconds(self) -> tuple[float, float]:
        """Processor time since its start: of all its threads, and of the one with the event loop."""
        whole, loop = Path(f"/proc/{self.pid}/stat"), Path(f"/proc/{self.pid}/task/{self.pid}/stat")
        return _cpu(whole), _cpu(loop)

    def waited_seconds(self) -> float:
        """For how long its event loop could have gone on, and had no processor, since its start."""
        return int(Path(f"/proc/{self.pid}/task/{self.pid}/schedstat").read_text().split()[1]) / 1e9

    def memory_mb(self) -> float:
        """Memory that it holds now."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE / 1e6


def _cpu(stat: Path) -> float:
    fields = stat.read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK
