"""Where computer players think: in processes of their own, so that the bot stays quick.

Each process does one thing at a time. One that takes too long is killed and started anew, and so is one that
has died; then the level below moves, in a thread of the bot's own process: nobody thinks on the event loop.
Processes end with the one that started them, however that one ended.
"""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import random
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

import structlog

from bot import metrics
from games import find_game
from games.core.game import LEVELS, Estimate
from games.core.moves import Move

log = structlog.get_logger(__name__)

ADVICE_SECONDS = 5.0
"""A computer player that has not moved by then is not waited for."""

FULL_SECONDS = 2.0
"""Who has that long may think as much as it can."""

LEAST_EFFORT = 0.1
EFFORT_AT_HOME = 0.1
"""A thread of the bot's own process takes its time from everything else there."""

NICENESS = 10
"""Processes that think step back behind the one that answers people."""

START_AGAIN_SECONDS = 30.0
"""A process that died before it had ever answered is not started again before that."""


def advise(game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int, effort: float) -> Move:
    """Ask a game's computer player; runs in a process of its own."""
    return find_game(game_id).advise(view, legal, level, random.Random(seed), effort)


def assess(
    game_id: str, view: Any, legal: Sequence[Move], also: Sequence[Move], seed: int, effort: float
) -> Sequence[Estimate]:
    """Ask for a game's judgement; a game without one has nothing to say."""
    judge = find_game(game_id).assess
    return () if judge is None else judge(view, legal, also, random.Random(seed), effort)


def _serve(line: Connection) -> None:
    """Do what is asked for, one thing after the other, until the bot is gone.

    Signals that a terminal or systemd sends to all processes at once are for the bot, which ends this one.
    """
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # not on Windows, and not where the host forbids it
        os.nice(NICENESS)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
    while True:
        work, args = line.recv()
        try:
            answer = (True, work(*args))
        except Exception as error:
            error.add_note(traceback.format_exc())
            answer = (False, error)
        line.send(answer)


class WorkerLost(Exception):
    """A process has died, or cannot be started; the message says how."""


class _Worker:
    """One process, which is started anew when it is gone.

    Attributes:
        is_well: it has answered since it was started, or has not been lost yet.
    """

    def __init__(self) -> None:
        self.is_well = True
        self._thread = ThreadPoolExecutor(1, "thinker")
        self._process: SpawnProcess | None = None
        self._has_answered = False
        self._waits_until = 0.0
        with suppress(WorkerLost):
            self.start()

    async def run(self, *work: Any) -> Any:
        """Let it do something.

        Raises:
            WorkerLost: it died meanwhile, or cannot be started.
            Exception: whatever the work raised.
        """
        process = self.start()
        try:
            return await asyncio.wrap_future(self._asked(process, *work))
        except WorkerLost as error:
            if process is self._process:
                self._lose(str(error))
            raise

    def start(self) -> SpawnProcess:
        """Start the process if it is not there.

        Raises:
            WorkerLost: it cannot be started, or could not be just now.
        """
        if self._process is not None:
            if self._process.is_alive():
                return self._process
            self._lose(_ending(self._process))
        now = asyncio.get_running_loop().time()
        if not self._has_answered and now < self._waits_until:
            raise WorkerLost("it could not be started a moment ago")
        self._waits_until, self._has_answered = now + START_AGAIN_SECONDS, False
        context = multiprocessing.get_context("spawn")
        self._line, far = context.Pipe()
        process = context.Process(target=_serve, args=(far,), name="thinker", daemon=True)
        try:
            process.start()
        except OSError as error:
            self._lose(f"it cannot be started: {error.strerror}")
            raise WorkerLost("it cannot be started") from error
        finally:
            far.close()
        self._process = process
        atexit.register(process.kill)  # before Python waits for it, should nobody close this
        self._asked(process, os.getpid)
        return process

    def _asked(self, process: SpawnProcess, *work: Any) -> Future[Any]:
        return self._thread.submit(self._ask, process, self._line, work)

    def _ask(self, process: SpawnProcess, line: Connection, work: tuple[Any, ...]) -> Any:
        try:
            line.send((work[0], work[1:]))
            is_done, answer = line.recv()
        except (EOFError, OSError) as error:
            process.join(1.0)
            raise WorkerLost(_ending(process)) from error
        if process is self._process:
            self.is_well = self._has_answered = True
        if not is_done:
            raise answer
        return answer

    def _lose(self, why: str) -> None:
        """Take note that the process is gone, aloud."""
        log.error("a process of the computer players is lost", why=why)
        metrics.LOST_WORKERS.inc()
        self.is_well = False
        self._forget()

    def kill(self) -> None:
        """End the process, whatever it is doing; the next thing to do starts another."""
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


class _Thread:
    """A thread of this process, for what cannot be thought elsewhere; one that is given up ends by itself."""

    is_well = True

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Let it do something; errors are the work's own."""
        return await asyncio.to_thread(work, *args)

    def start(self) -> None:
        """It needs no start."""

    def kill(self) -> None:
        """A thread cannot be ended; the next thing to do is done by another."""

    close = kill


class _Pool:
    """Those who think, each one thing at a time, and who waits for one of them."""

    def __init__(self, workers: Sequence[_Worker] | Sequence[_Thread]) -> None:
        self.workers = workers
        self._idle: list[_Worker | _Thread] = list(workers)
        self._waiting: dict[bool, deque[asyncio.Future[_Worker | _Thread]]] = {True: deque(), False: deque()}

    def waiting(self) -> int:
        """Count those who wait for a move."""
        return sum(not one.done() for one in self._waiting[True])

    async def free(self, is_urgent: bool) -> _Worker | _Thread:
        """Wait for one that is free, and take it."""
        if self._idle:
            return self._idle.pop()
        mine: asyncio.Future[_Worker | _Thread] = asyncio.get_running_loop().create_future()
        self._waiting[is_urgent].append(mine)
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.release(mine.result())
            raise

    def release(self, worker: _Worker | _Thread) -> None:
        """Let the next one have it: first those that wait for a move, in their order."""
        for line in (self._waiting[True], self._waiting[False]):
            while line:
                next_one = line.popleft()
                if not next_one.done():
                    next_one.set_result(worker)
                    return
        self._idle.append(worker)


class Thinkers:
    """Asks computer players for moves, and for judgements when nobody waits for a move.

    The more of them wait, the less each thinks: a busy machine makes weaker moves, not later ones.

    Args:
        workers: processes to think in; 0 thinks in a thread of this one, and briefly: for tests and the demo.
        seconds: how long one may take; for a move, waiting for a free process included.
    """

    def __init__(self, workers: int, seconds: float = ADVICE_SECONDS) -> None:
        self._seconds = seconds
        self._home = _Pool([_Thread()])
        self._pool = _Pool([_Worker() for _ in range(workers)]) if workers else self._home

    async def advise(
        self,
        game_id: str,
        view: Any,
        legal: Sequence[Move],
        level: str,
        seed: int,
        patience: float = FULL_SECONDS,
    ) -> Move:
        """Choose a legal move from one seat's view.

        A player that fails must not hold up a table: then the level below moves, and the log says so. Where
        that one fails, too, any legal move does.

        Args:
            game_id: of which game.
            view: the seat's.
            legal: its legal moves.
            level: of the computer player.
            seed: where its whims come from.
            patience: seconds until the move is wanted; shorter ones are for less thought.
        """
        effort = min(1.0, max(LEAST_EFFORT, patience / FULL_SECONDS))
        with metrics.thinking():
            move, outcome = await self._advised(self._pool, effort, game_id, view, legal, level, seed)
        metrics.THOUGHTS.labels(outcome).inc()
        if move is None:
            below = LEVELS[max(0, LEVELS.index(level) - 1)]
            move, _ = await self._advised(self._home, effort, game_id, view, legal, below, seed)
        return legal[random.Random(seed).randrange(len(legal))] if move is None else move

    async def _advised(
        self,
        pool: _Pool,
        effort: float,
        game_id: str,
        view: Any,
        legal: Sequence[Move],
        level: str,
        seed: int,
    ) -> tuple[Move | None, str]:
        """Ask one level for a move.

        Returns:
            The move, or none if no legal one came in time; what became of it, for ``metrics.THOUGHTS``.
        """
        try:
            move: Move = await self._think(pool, True, effort, advise, game_id, view, legal, level, seed)
        except TimeoutError:
            log.warning("computer player took too long", game=game_id, level=level)
            return None, "slow"
        except WorkerLost as error:
            log.error("nobody thinks for the computer players", game=game_id, why=str(error))
            return None, "lost"
        except Exception:
            log.exception("computer player failed", game=game_id, level=level)
            return None, "failed"
        if move not in legal:
            log.error("computer player gave an illegal move", game=game_id, level=level)
            return None, "illegal"
        return move, "chosen"

    async def assess(
        self,
        game_id: str,
        view: Any,
        legal: Sequence[Move],
        also: Sequence[Move],
        seed: int,
        effort: float = 1.0,
    ) -> Sequence[Estimate]:
        """Judge moves, as ``games.core.game.Assess`` has it, after everybody who waits for a move.

        Returns:
            The estimates, best first; none if they cannot be had now.
        """
        try:
            found: Sequence[Estimate] = await self._think(
                self._pool, False, effort, assess, game_id, view, legal, also, seed
            )
        except TimeoutError:
            log.warning("a judgement took too long", game=game_id)
            return ()
        except Exception:
            log.exception("a judgement failed", game=game_id)
            return ()
        return found

    async def _think(
        self, pool: _Pool, is_urgent: bool, effort: float, work: Callable[..., Any], *args: Any
    ) -> Any:
        """Let one of a pool do something that ends with how much effort it is worth.

        Raises:
            TimeoutError: it took too long.
            Exception: whatever the work raised, or ``WorkerLost``.
        """
        async with asyncio.timeout(self._seconds if is_urgent else None) as limit:
            with metrics.QUEUE.track_inprogress():
                worker = await pool.free(is_urgent)
            if not is_urgent:
                limit.reschedule(asyncio.get_running_loop().time() + self._seconds)
            effort /= 1 + pool.waiting() / len(pool.workers)
            try:
                return await worker.run(work, *args, EFFORT_AT_HOME if pool is self._home else effort)
            except asyncio.CancelledError:
                worker.kill()
                raise
            finally:
                pool.release(worker)

    def look(self) -> bool:
        """Tell whether every process is there and answers; one that is gone is started anew."""
        for worker in self._pool.workers:
            with suppress(WorkerLost):
                worker.start()
        return all(worker.is_well for worker in self._pool.workers)

    def close(self) -> None:
        """Let the processes go."""
        for worker in self._pool.workers:
            worker.close()
