"""Where computer players think: in processes of their own, so that the bot stays quick.

Each process does one thing at a time. One that takes too long is killed and replaced, and a quick move is
made instead; they end with the process that started them, however that one ended.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import signal
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any

import structlog

from bot import metrics
from games import find_game
from games.core.game import Estimate
from games.core.moves import Move

log = structlog.get_logger(__name__)

ADVICE_SECONDS = 5.0
"""A computer player that has not moved by then moves anyhow."""


FULL_SECONDS = 2.0
"""Who has that long may think as much as it can."""

LEAST_EFFORT = 0.1
EFFORT_IN_PLACE = 0.1
"""Nothing else goes on while somebody thinks in place."""

NICENESS = 10
"""Processes that think step back behind the one that answers people."""


def advise(game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int, effort: float) -> Move:
    """Ask a game's computer player; runs in a process of its own."""
    return find_game(game_id).advise(view, legal, level, random.Random(seed), effort)


def assess(
    game_id: str, view: Any, legal: Sequence[Move], also: Sequence[Move], seed: int, effort: float
) -> Sequence[Estimate]:
    """Ask for a game's judgement; a game without one has nothing to say."""
    judge = find_game(game_id).assess
    return () if judge is None else judge(view, legal, also, random.Random(seed), effort)


def _begin() -> None:
    """Set a process up: Ctrl-C is for the bot, which then ends this; without the bot this ends, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


class _Worker:
    """One process."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(
            1, mp_context=multiprocessing.get_context("spawn"), initializer=_begin
        )
        self._pid = self._pool.submit(os.getpid)

    async def run(self, *work: Any) -> Any:
        return await asyncio.wrap_future(self._pool.submit(*work))

    def kill(self) -> None:
        if self._pid.done() and self._pid.exception() is None:
            os.kill(self._pid.result(), signal.SIGKILL)
        self.close()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Thinkers:
    """Asks computer players for moves, and for judgements when nobody waits for a move.

    The more of them wait, the less each thinks: a busy machine makes weaker moves, not later ones.

    Args:
        workers: processes to think in; 0 thinks in place, and briefly: for tests, tools, the demo.
        seconds: how long one may take; for a move, waiting for a free process included.
    """

    def __init__(self, workers: int, seconds: float = ADVICE_SECONDS) -> None:
        self._seconds = seconds
        self._workers = [_Worker() for _ in range(workers)]
        self._idle = list(self._workers)
        self._waiting: dict[bool, deque[asyncio.Future[_Worker]]] = {True: deque(), False: deque()}

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

        A player that fails must not hold up a table: then any legal move does, and the log says so.

        Args:
            game_id: of which game.
            view: the seat's.
            legal: its legal moves.
            level: of the computer player.
            seed: where its whims come from.
            patience: seconds until the move is wanted; shorter ones are for less thought.
        """
        outcome = "chosen"
        effort = min(1.0, max(LEAST_EFFORT, patience / FULL_SECONDS))
        try:
            with metrics.thinking():
                move: Move = await self._think(True, effort, advise, game_id, view, legal, level, seed)
            if move in legal:
                return move
            outcome = "illegal"
            log.error("computer player gave an illegal move", game=game_id)
        except TimeoutError:
            outcome = "slow"
            log.warning("computer player took too long", game=game_id, level=level)
        except Exception:
            outcome = "failed"
            log.exception("computer player failed", game=game_id)
        finally:
            metrics.THOUGHTS.labels(outcome).inc()
        return legal[random.Random(seed).randrange(len(legal))]

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
                False, effort, assess, game_id, view, legal, also, seed
            )
        except TimeoutError:
            log.warning("a judgement took too long", game=game_id)
            return ()
        except Exception:
            log.exception("a judgement failed", game=game_id)
            return ()
        return found

    async def _think(self, is_urgent: bool, effort: float, work: Callable[..., Any], *args: Any) -> Any:
        if not self._workers:
            return work(*args, min(effort, EFFORT_IN_PLACE))
        async with asyncio.timeout(self._seconds if is_urgent else None) as limit:
            with metrics.QUEUE.track_inprogress():
                worker = await self._free(is_urgent)
            if not is_urgent:
                limit.reschedule(asyncio.get_running_loop().time() + self._seconds)
            waiting = sum(not one.done() for one in self._waiting[True])
            try:
                return await worker.run(work, *args, effort / (1 + waiting / len(self._workers)))
            except (asyncio.CancelledError, BrokenProcessPool):
                worker = self._replace(worker)
                raise
            finally:
                self._release(worker)

    async def _free(self, is_urgent: bool) -> _Worker:
        """Wait for a process."""
        if self._idle:
            return self._idle.pop()
        mine: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._waiting[is_urgent].append(mine)
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._release(mine.result())
            raise

    def _release(self, worker: _Worker) -> None:
        """Let the next one have a process: first those that wait for a move, in their order."""
        for line in (self._waiting[True], self._waiting[False]):
            while line:
                next_one = line.popleft()
                if not next_one.done():
                    next_one.set_result(worker)
                    return
        self._idle.append(worker)

    def _replace(self, worker: _Worker) -> _Worker:
        worker.kill()
        fresh = _Worker()
        self._workers[self._workers.index(worker)] = fresh
        return fresh

    def close(self) -> None:
        """Let the processes go."""
        for worker in self._workers:
            worker.kill()
