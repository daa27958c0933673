"""Computer players in processes of their own."""

from __future__ import annotations

import asyncio
import atexit
import itertools
import multiprocessing
import os
import random
import signal
import threading
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from heapq import heappop, heappush
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Literal, NamedTuple

import structlog

from bot import metrics
from games import find_game
from games.core.game import EVEN, LEVELS, Estimate, Temperament
from games.core.moves import Move

log = structlog.get_logger(__name__)


# --- workers ------------------------------------------------------------------------------------------------
# Workers for computer players: processes or a thread of the bot. Processes that die are restarted.

NICENESS = 10
"""Niceness of worker processes, so that the bot's own process goes first."""

SHORTEST_PAUSE = 1.0
LONGEST_PAUSE = 30.0
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
            self.is_well = True
            self._unanswered_starts = 0
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


class InProcessWorker:
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


# --- thinkers -----------------------------------------------------------------------------------------------
# Runs computer players in separate processes, so that the bot stays responsive.
#
# If a process dies or takes too long, a weaker computer player moves in a thread of the bot.

ADVICE_SECONDS = 5.0
"""Timeout of a computer player's move."""

FULL_SECONDS = 2.0
"""Seconds for a move with which a computer player uses its full effort. With less time it uses less."""

LEAST_EFFORT = 0.1
EFFORT_AT_HOME = 0.1
"""Effort of computer players in a thread of the bot's own process, which should stay responsive."""

FITTING = 0.8
"""Share of the time left for a move that thinking about the move may take."""

SLOW_SECONDS = 0.05
"""Mean computing time above which a request is slow and waits for quick requests."""
MEMORY = 0.9
"""Weight of the old mean when a new computing time is added to a mean."""
EASING = 0.99
"""Weight of the old maximum when a shorter computing time is measured, so that it falls slowly."""


def advise(
    game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int, temper: Temperament, effort: float
) -> Move:
    """Return a computer player's move. Runs in a worker process.

    Args:
        level: strength of the computer player, one of ``LEVELS``.
        temper: style of play, such as a liking for bluffs.
        effort: computing effort from 0 to 1.
    """
    return find_game(game_id).advise(view, legal, level, random.Random(seed), effort, temper)


def assess(
    game_id: str, view: Any, legal: Sequence[Move], required: Sequence[Move], seed: int, effort: float
) -> Sequence[Estimate]:
    """Return a game's estimates of moves; empty if it has none. Runs in a worker process.

    Args:
        required: moves that must be among the estimates.
        effort: computing effort from 0 to 1.
    """
    judge = find_game(game_id).assess
    if judge is None:
        return ()
    return judge(view, legal, required, random.Random(seed), effort)


class _WorkerPool:
    """Worker processes, and a priority queue of requests that wait for an idle worker."""

    def __init__(self, workers: Sequence[Worker] | Sequence[InProcessWorker]) -> None:
        self.workers = workers
        self._idle: list[Worker | InProcessWorker] = list(workers)
        self._waiting: list[tuple[bool, bool, int, asyncio.Future[Worker | InProcessWorker]]] = []
        self._numbers = itertools.count()

    def count_waiting_moves(self) -> int:
        """Return the number of requests for moves that wait for a worker."""
        return sum(not is_late and not request.done() for is_late, _, _, request in self._waiting)

    async def acquire(self, is_urgent: bool, is_slow: bool) -> Worker | InProcessWorker:
        """Wait for an idle worker, and reserve it.

        Args:
            is_urgent: serve this request before requests that are not urgent.
            is_slow: serve this request after quick requests of the same urgency.
        """
        if self._idle:
            return self._idle.pop()
        mine: asyncio.Future[Worker | InProcessWorker] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (not is_urgent, is_slow, next(self._numbers), mine))
        try:
            return await mine
        except asyncio.CancelledError:
            # A worker was assigned just as the caller was cancelled.
            if mine.done() and not mine.cancelled():
                self.release(mine.result())
            raise

    def release(self, worker: Worker | InProcessWorker) -> None:
        """Pass a worker to the next waiting request, or make it idle."""
        while self._waiting:
            *_, next_one = heappop(self._waiting)
            if not next_one.done():
                next_one.set_result(worker)
                return
        self._idle.append(worker)


class _Advice(NamedTuple):
    move: Move | None  # None if no legal move came in time
    outcome: Literal["chosen", "slow", "lost", "failed", "illegal"]  # for the metrics


class Thinkers:
    """Asks computer players for moves, and strong computer players for estimates of moves.

    On a busy machine, requests get less computing time: moves become weaker rather than late.

    Args:
        workers: number of worker processes; with 0, computer players run in a thread of this process.
        timeout_seconds: the maximum time for a request. For moves, it includes the wait for a worker.
    """

    def __init__(self, workers: int, timeout_seconds: float = ADVICE_SECONDS) -> None:
        self._seconds = timeout_seconds
        self._took: dict[tuple[object, ...], float] = {}
        self._full: dict[tuple[object, ...], float] = {}
        self._home = _WorkerPool([InProcessWorker()])
        if workers:
            self._pool = _WorkerPool([Worker() for _ in range(workers)])
        else:
            self._pool = self._home

    async def advise(
        self,
        game_id: str,
        view: Any,
        legal: Sequence[Move],
        level: str,
        seed: int,
        patience: float = FULL_SECONDS,
        temper: Temperament = EVEN,
    ) -> Move:
        """Return a computer player's legal move for a seat, chosen from that seat's view.

        Args:
            level: strength of the computer player, one of ``LEVELS``.
            patience: seconds until the move is needed.
            temper: style of play, such as a liking for bluffs.
        """
        effort = min(1.0, max(LEAST_EFFORT, patience / FULL_SECONDS))
        with metrics.THINKING.time():
            # A worker process, with as much thinking as there is time.
            needed_at = asyncio.get_running_loop().time() + patience
            advise_args = (game_id, view, legal, level, seed, temper)
            move, outcome = await self._ask_for_move(self._pool, effort, advise_args, needed_at)
        metrics.THOUGHTS.labels(outcome).inc()
        # A weaker player in this process, which is always there.
        if move is None:
            below = LEVELS[max(0, LEVELS.index(level) - 1)]
            move, _ = await self._ask_for_move(
                self._home, effort, (game_id, view, legal, below, seed, temper)
            )
        # A game never stands still because of a computer player.
        if move is None:
            return legal[random.Random(seed).randrange(len(legal))]
        return move

    async def _ask_for_move(
        self,
        pool: _WorkerPool,
        effort: float,
        advise_args: tuple[str, Any, Sequence[Move], str, int, Temperament],
        needed_at: float | None = None,
    ) -> _Advice:
        game_id, _, legal, level, *_ = advise_args
        # Each kind of failure has a word of its own in the metrics.
        try:
            move: Move = await self._run_on_worker(
                pool, True, effort, advise, *advise_args, needed_at=needed_at
            )
        except TimeoutError:
            log.warning("computer player took too long", game=game_id, level=level)
            return _Advice(None, "slow")
        except WorkerLost as error:
            log.error("nobody thinks for the computer players", game=game_id, why=str(error))
            return _Advice(None, "lost")
        except Exception:
            log.exception("computer player failed", game=game_id, level=level)
            return _Advice(None, "failed")
        # Rules are checked here, so that a broken player cannot damage a game.
        if move not in legal:
            log.error("computer player gave an illegal move", game=game_id, level=level)
            return _Advice(None, "illegal")
        return _Advice(move, "chosen")

    async def assess(
        self,
        game_id: str,
        view: Any,
        legal: Sequence[Move],
        required: Sequence[Move],
        seed: int,
        effort: float = 1.0,
    ) -> Sequence[Estimate]:
        """Return a strong player's estimates of moves, best first; empty if there are none.

        Args:
            required: legal moves that must be among the estimates, such as the move that was played.
            effort: computing effort from 0 to 1.
        """
        try:
            # Judgements wait for moves, since nobody waits for them at the table.
            estimates: Sequence[Estimate] = await self._run_on_worker(
                self._pool, False, effort, assess, game_id, view, legal, required, seed
            )
        except TimeoutError:
            log.warning("a judgement took too long", game=game_id)
            return ()
        except WorkerLost as error:
            log.info("nobody judges moves just now", game=game_id, why=str(error))
            return ()
        except Exception:
            log.exception("a judgement failed", game=game_id)
            return ()
        return estimates

    async def _run_on_worker(
        self,
        pool: _WorkerPool,
        is_urgent: bool,
        effort: float,
        work: Callable[..., Any],
        *args: Any,
        needed_at: float | None = None,
    ) -> Any:
        """Return the result of ``work(*args, effort)`` on a worker of the pool.

        Args:
            is_urgent: serve this request before requests that are not urgent.
            needed_at: when the result is needed, in event loop time.
        """
        now = asyncio.get_running_loop().time
        kind = (work, *(arg for arg in args if isinstance(arg, str)))
        async with asyncio.timeout(self._seconds if is_urgent else None) as limit:
            with metrics.QUEUE.track_inprogress():
                worker = await pool.acquire(is_urgent, self._took.get(kind, 0.0) > SLOW_SECONDS)
            began = now()
            # For a judgement the wait in the queue does not count, only the work itself.
            if not is_urgent:
                limit.reschedule(began + self._seconds)
            # The longer the queue, the less effort for each.
            effort /= 1 + pool.count_waiting_moves() / len(pool.workers)
            if pool is self._home:
                effort = EFFORT_AT_HOME
            elif needed_at is not None and (full := self._full.get(kind)):
                effort = min(effort, max(LEAST_EFFORT, FITTING * (needed_at - began) / full))
            try:
                return await worker.run(work, *args, effort)
            except asyncio.CancelledError:
                worker.kill()
                raise
            finally:
                took = now() - began
                self._took[kind] = took + MEMORY * (self._took.get(kind, took) - took)
                # Nearly the longest time counts, as most moves have to be in time, not half of them.
                full = took / effort
                self._full[kind] = max(full, full + EASING * (self._full.get(kind, full) - full))
                pool.release(worker)

    def restart_workers(self) -> bool:
        """Restart worker processes that have died. Return whether all worker processes respond."""
        for worker in self._pool.workers:
            with suppress(WorkerLost):
                worker.start()
        return all(worker.is_well for worker in self._pool.workers)

    def close(self) -> None:
        """End the worker processes."""
        for worker in self._pool.workers:
            worker.close()
