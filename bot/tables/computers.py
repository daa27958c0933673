"""Where computer players think: in processes of their own, so that the bot stays quick."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import structlog

from games import find_game
from games.core.moves import Move

log = structlog.get_logger(__name__)


def _advise(game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int) -> Move:
    return find_game(game_id).advise(view, legal, level, random.Random(seed))


class Computers:
    """Asks computer players for moves.

    Args:
        workers: processes to think in; 0 thinks in place, which is only for tests and tools.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor | None:
        if not self._workers:
            return None
        return ProcessPoolExecutor(
            self._workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=signal.signal,
            initargs=(signal.SIGINT, signal.SIG_IGN),  # Ctrl-C is for the bot, which then ends these
        )

    async def advise(self, game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int) -> Move:
        """Choose a legal move from one seat's view.

        A player that fails must not hold up a table: then any legal move does, and the log says so.
        """
        try:
            move = await self._think(game_id, view, legal, level, seed)
            if move in legal:
                return move
            log.error("computer player gave an illegal move", game=game_id)
        except BrokenProcessPool:
            log.exception("computer players' process died; starting another", game=game_id)
            self._pool = self._new_pool()
        except Exception:
            log.exception("computer player failed", game=game_id)
        return legal[random.Random(seed).randrange(len(legal))]

    async def _think(self, game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int) -> Move:
        if self._pool is None:
            return _advise(game_id, view, legal, level, seed)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _advise, game_id, view, legal, level, seed)

    def close(self) -> None:
        """Let the processes go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
