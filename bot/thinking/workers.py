"""Workers for computer players: processes or a thread of the bot. Processes that die are restarted."""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

import structlog

from bot import metrics

log = structlog.get_logger(__name__)

NICENESS = 10
"""Niceness of worker processes, so that the bot's own process goes first."""

SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Shortest and longest pause, in seconds, before a failed process is started again."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Signals that a terminal or systemd sends to all processes, but only the bot handles."""


def serve(line: Connection) -> None:
    """Carry out the bot's requests one after another. This is the main function of a worker process."""
    for sign in _SIGNALS:
        signal.signal(sign, signal.SIG_IGN)
    _mask_signals(is_on=False)
    with suppress(AttributeError, OSError):  # not on Windows, and not where the host forbids it
        os.nice(NICENESS)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(EOFError, ConnectionError):  # the bot is gone
        while True:
            work, args = line.recv()
            try:
                answer = (True, work(*args))
            except Exception as error:
                error.add_note(traceback.format_exc())
                answer = (False, error)
            line.send(answer)


def _mask_signals(*, is_on: bool) -> None:
    # Processes that are started while the signals are blocked inherit the block.
    with suppress(AttributeError):  # not on Windows
        signal.pthread_sigmask(signal.SIG_BLOCK if is_on else signal.SIG_UNBLOCK, _SIGNALS)


class WorkerLost(Exception):
    """A worker process has died or cannot be started. The message has the reason."""


class Worker:
    """A worker process, which is restarted when it dies.

    Attributes:
        is_well: false after the process has died, until a new process has answered.
    """

    def __init__(self) -> None:
        self.is_well = True
        self._thread = ThreadPoolExecutor(1, "thinker")
        self._process: SpawnProcess | None = None
        self._unanswered_starts = 0
        self._waits_until = 0.0
        with suppress(WorkerLost):
            self.start()

    async def run(self, *work: Any) -> Any:
        """Call a function in the process, and return its result.

        Raises:
            WorkerLost: the process died, or cannot be started.
            Exception: an error of the function.
        """
        process = self.start()
        try:
            return await asyncio.wrap_future(self._submit(process, *work))
        except WorkerLost as error:
            if process is self._process:
                self._note_lost_process(str(error))
            raise

    def start(self) -> SpawnProcess:
        """Return the process, started if it is not running.

        Raises:
            WorkerLost: the process cannot be started, or must wait because an earlier start failed.
        """
        if self._process is not None:
            if self._process.is_alive():
                return self._process
            self._note_lost_process(_ending(self._process))
        now = asyncio.get_running_loop().time()
        if self._unanswered_starts and now < self._waits_until:
            raise WorkerLost("it could not be started a moment ago")
        # Back off: a process that dies at once would otherwise be restarted all the time.
        if self._unanswered_starts:
            pause = SHORTEST_PAUSE * 2 ** min(self._unanswered_starts - 1, 10)
            self._waits_until = now + min(pause, LONGEST_PAUSE)
        self._unanswered_starts += 1
        context = multiprocessing.get_context("spawn")
        self._line, far = context.Pipe()
        process = context.Process(target=serve, args=(far,), name="thinker", daemon=True)
        with suppress(AttributeError):  # not on Windows; its own start would let the signals through again
            resource_tracker.ensure_running()
        _mask_signals(is_on=True)
        try:
            process.start()
        except OSError as error:
            self._note_lost_process(f"it cannot be started: {error.strerror}")
            raise WorkerLost("it cannot be started") from error
        finally:
            _mask_signals(is_on=False)
            far.close()
        self._process = process
        atexit.register(process.kill)  # before Python waits for it, should nobody close this
        self._submit(process, os.getpid)
        return process

    def _submit(self, process: SpawnProcess, *work: Any) -> Future[Any]:
        return self._thread.submit(self._ask, process, self._line, work)

    def _ask(self, process: SpawnProcess, line: Connection, work: tuple[Any, ...]) -> Any:
        try:
            line.send((work[0], work[1:]))
            is_done, answer = line.recv()
        except (EOFError, OSError) as error:
            process.join(1.0)
            raise WorkerLost(_ending(process)) from error
        # The process may have been replaced while this request waited.
        if process is self._process:
            self.is_well, self._unanswered_starts = True, 0
        if not is_done:
            raise answer
        return answer

    def _note_lost_process(self, why: str) -> None:
        log.error("a process of the computer players is lost", why=why)
        metrics.LOST_WORKERS.inc()
        self.is_well = False
        self._forget()

    def kill(self) -> None:
        """Kill the worker process. The next request starts another one."""
        if self._process is not None:
            self._process.kill()
            self._forget()

    def _forget(self) -> None:
        if self._process is not None:
            atexit.unregister(self._process.kill)
        self._process = None

    def close(self) -> None:
        """End the process for good."""
        self.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _ending(process: SpawnProcess) -> str:
    return f"it ended with exit code {process.exitcode}"


class HomeThread:
    """A thread of the bot's process, for work that no worker process can do."""

    is_well = True

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Call a function in a thread, and return its result."""
        return await asyncio.to_thread(work, *args)

    def start(self) -> None:
        """Do nothing: a thread is created when it is needed."""

    def kill(self) -> None:
        """Do nothing: abandoned work runs to its end, and the next request uses another thread."""

    close = kill
