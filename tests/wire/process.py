"""The bot's process: start it, kill it, and measure its cost."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

from tests.forkserver import ForkedProgram
from tests.wire.bells import Bell
from tests.wire.limits import CHANNEL_SECONDS
from tests.wire.standin import TOKEN, StandIn

ROOT = Path(__file__).parents[2]
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class ProcessorTime(NamedTuple):
    all_threads: float  # seconds
    event_loop: float  # seconds of the event loop's thread


class Stall(NamedTuple):
    """A time in which the event loop took no turn."""

    ms: int
    cpu_ms: int  # processor time of the event loop's thread
    collections: Sequence[str]  # garbage collections in this time
    stacks: Sequence[str]  # of the thread, innermost frame last


class BotProcess:
    """``tefuda run`` on a stand-in for Discord; can be started again after its end.

    Attributes:
        log: the log entries of all its runs; the bell rings at each entry.
        status: its exit status, as a shell reports it; ``None`` while it runs.
        ready_seconds: from the start of the process until every table was kept.

    Args:
        seed: the seed of its randomness, which differs in each run.
        settings: variables of the bot's environment, besides a test's usual ones.
        is_fresh: the process reads all modules itself, for measurements.
        is_one_of_many: other processes of the same bot may run, so old sessions are kept.
    """

    def __init__(
        self,
        standin: StandIn,
        folder: Path,
        *arguments: str,
        seed: int = 1,
        settings: Mapping[str, str] | None = None,
        module: str = "tests.wire.runner",
        is_fresh: bool = False,
        is_one_of_many: bool = False,
    ) -> None:
        self._standin, self._folder, self._arguments = standin, folder, arguments
        self._module, self._is_fresh = module, is_fresh
        self.database = folder / "tefuda.db"
        self._environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith("TEFUDA_")},
            **{"DISCORD_TOKEN": TOKEN, "TEFUDA_DATABASE": str(self.database), "PYTHONPATH": str(ROOT)},
            **{"TEFUDA_CLOCK": "none", "TEFUDA_MOMENTS": "0", "TEFUDA_CARD_EMOJI": "off"},
            **{"TEFUDA_COMPUTER_PAUSE": "0", "TEFUDA_COMPUTER_WORKERS": "0"},
            **(settings or {}),
        }
        self._seeds = itertools.count(1000 * seed)
        self.log: list[dict[str, Any]] = []
        self.bell = Bell()
        self._program: ForkedProgram | None = None
        self._reading: asyncio.Task[None] | None = None
        self._is_one_of_many = is_one_of_many
        self.status: int | None = None
        self.ready_seconds = 0.0

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start the process, and wait until it is ready."""
        began = time.monotonic()
        before = self.count("ready")
        self.status = None
        window = self._standin.rest.limits.channel_seconds
        windows = () if window == CHANNEL_SECONDS else ("--channel-seconds", str(window))
        output = await self._spawn("--seed", str(next(self._seeds)), *windows)
        self._reading = asyncio.create_task(self._read(output))
        try:
            await self.bell.until(
                lambda: self.count("ready") > before or self.status is not None, why="a bot that is ready"
            )
        except AssertionError as late:
            raise AssertionError(f"{late}; its log ends with {self.log[-5:]}") from late
        assert self.status is None, f"the bot did not start: {self.log[-3:]}"
        self.ready_seconds = time.monotonic() - began

    async def start_doomed(self, rng: random.Random, moments: int) -> None:
        """Start the process, which is killed at one of its next requests.

        Args:
            rng: chooses the request, and whether it is carried out.
            moments: the number of requests to choose from.
        """
        await self.start()
        pid = self.pid
        self._standin.rest.clear_alarms()
        self._standin.rest.set_alarm(
            rng.randrange(1, moments),
            before=rng.random() < 0.5,
            action=lambda: os.kill(pid, signal.SIGKILL),
        )

    @asynccontextmanager
    async def explained(self) -> AsyncIterator[None]:
        """Stop the process at the end of a block; add the log's end to an error in the block."""
        try:
            yield
        except BaseException as error:
            error.add_note("\n".join(["the bot's log ends with:", *map(str, self.log[-40:])]))
            if self.status is None:
                error.add_note("\n".join(["its tasks wait:", *await self.waits()]))
            raise
        finally:
            await self.stop()
            await self.leave()

    async def _spawn(self, *arguments: str) -> asyncio.StreamReader:
        theirs, ours = os.pipe()[::-1]
        nothing = os.open(os.devnull, os.O_RDONLY)
        try:
            self._program = ForkedProgram(
                self._module,
                (self._standin.url, *arguments, *self._arguments),
                environ=self._environ,
                folder=self._folder,
                stdin=nothing,
                stdout=theirs,
                stderr=theirs,
                is_fresh=self._is_fresh,
            )
        finally:
            os.close(theirs)
            os.close(nothing)
        output = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(output), os.fdopen(ours, "rb", buffering=0)
        )
        return output

    async def ended(self) -> None:
        await self.bell.until(lambda: self.status is not None, why="the end of the bot")

    async def kill(self) -> None:
        """Kill the process at once with SIGKILL."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        await self._end(signal.SIGTERM)

    async def _end(self, sign: int) -> None:
        if self._program is not None:
            if self.status is None:
                os.kill(self.pid, sign)
                await self.ended()
            await self.leave()
        if not self._is_one_of_many:
            self._standin.gateway.forget()

    async def leave(self) -> None:
        """Read the rest of the output of the process, which has ended."""
        if self._reading is not None:
            await self._reading
        self._program = self._reading = None

    async def _read(self, output: asyncio.StreamReader) -> None:
        while line := await output.readline():
            try:
                entry = json.loads(line)
            except ValueError:
                entry = {"event": line.decode(errors="replace").rstrip(), "level": "raw"}
            self.log.append(entry)
            self.bell.ring()
        assert self._program is not None
        self.status = await self._program.ended()
        self.bell.ring()

    def count(self, event: str) -> int:
        return sum(entry.get("event") == event for entry in self.log)

    async def wait_for_log(self, event: str, **what: object) -> None:
        await self.bell.until(
            lambda: any(entry.get("event") == event and what.items() <= entry.items() for entry in self.log),
            why=event,
        )

    @property
    def errors(self) -> list[dict[str, Any]]:
        """Return log entries of unexpected errors."""
        return [entry for entry in self.log if entry.get("level") in ("error", "critical", "raw")]

    async def waits(self) -> list[str]:
        """Return a line for each task of the bot with the place where it waits."""
        os.kill(self.pid, signal.SIGUSR2)
        await self.wait_for_log("waits")
        return next(entry["tasks"] for entry in reversed(self.log) if entry["event"] == "waits")

    # --- what it costs ------------------------------------------------------------------------------

    def begin_profile(self) -> None:
        """Begin to watch a bot that was started with ``--profile`` or ``--stalls``."""
        os.kill(self.pid, signal.SIGUSR1)

    def stalls(self) -> list[Stall]:
        """Return the stalls of the event loop that the process has reported."""
        reports = [entry for entry in self.log if entry.get("event") == "stall"]
        return [Stall._make(report[name] for name in Stall._fields) for report in reports]

    @property
    def pid(self) -> int:
        assert self._program is not None
        return self._program.pid

    def cpu_seconds(self) -> ProcessorTime:
        """Return the processor time of the process since its start: of all threads, and of the event loop."""
        return ProcessorTime(cpu_seconds(f"{self.pid}"), cpu_seconds(f"{self.pid}/task/{self.pid}"))

    def waited_seconds(self) -> float:
        """Return the seconds in which the event loop was ready to run but had no processor."""
        return int(Path(f"/proc/{self.pid}/task/{self.pid}/schedstat").read_text().split()[1]) / 1e9

    def wakeups(self) -> int:
        """Return the number of times that the main thread has woken up."""
        status = Path(f"/proc/{self.pid}/task/{self.pid}/status").read_text()
        return int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])

    def memory_mb(self) -> float:
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE / 1e6


def cpu_seconds(process: str) -> float:
    """Return the processor time, in seconds, of a process or thread since its start."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK
