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
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any

import structlog

from bot import metrics
from games import find_game
from games.core.moves import Move

log = structlog.get_logger(__name__)

ADVICE_SECONDS = 5.0
"""A computer player that has not moved by then moves anyhow."""


def advise(game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int) -> Move:
    """Ask a game's computer player; runs in a process of its own."""
    return find_game(game_id).advise(view, legal, level, random.Random(seed))


def _begin() -> None:
    """Set a process up: Ctrl-C is for the bot, which then ends this; without the bot this ends, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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

    async def run(self, *work: Any) -> Move:
        return await asyncio.wrap_future(self._pool.submit(*work))

    def kill(self) -> None:
        if self._pid.done() and self._pid.exception() is None:
            os.kill(self._pid.result(), signal.SIGKILL)
        self.close()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Thinkers:
    """Asks computer players for moves.

    Args:
        workers: processes to think in; 0 thinks in place, which is only for tests and tools.
        seconds: how long one may take, waiting for a free process included.
    """

    def __init__(self, workers: int, seconds: float = ADVICE_SECONDS) -> None:
        self._seconds = seconds
        self._workers = [_Worker() for _ in range(workers)]
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._free.put_nowait(worker)

    async def advise(self, game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int) -> Move:
        """Choose a legal move from one seat's view.

        A player that fails must not hold up a table: then any legal move does, and the log says so.
        """
        outcome = "chosen"
        try:
            with metrics.thinking():
                move = await self._think(game_id, view, legal, level, seed)
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

    async def _think(self, game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int) -> Move:
        if not self._workers:
            return advise(game_id, view, legal, level, seed)
        async with asyncio.timeout(self._seconds):
            with metrics.QUEUE.track_inprogress():
                worker = await self._free.get()
            try:
                move = await worker.run(advise, game_id, view, legal, level, seed)
            except (asyncio.CancelledError, BrokenProcessPool):
                worker = self._replace(worker)
                raise
            finally:
                self._free.put_nowait(worker)
        return move

    def _replace(self, worker: _Worker) -> _Worker:
        worker.kill()
        fresh = _Worker()
        self._workers[self._workers.index(worker)] = fresh
        return fresh

    def close(self) -> None:
        """Let the processes go."""
        for worker in self._workers:
            worker.kill()
