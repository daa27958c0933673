"""Where computer players think: in processes of their own, so that the bot stays quick.

Each process does one thing at a time. One that takes too long is killed and started anew, and so is one that
has died; then the level below moves, in a thread of the bot's own process: nobody thinks on the event loop.
Processes end with the one that started them, however that one ended.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from typing import Any

import structlog

from bot import metrics
from bot.thinking.workers import HomeThread, Worker, WorkerLost
from games import find_game
from games.core.game import LEVELS, Estimate
from games.core.moves import Move
from games.core.temperaments import EVEN, Temperament

log = structlog.get_logger(__name__)

ADVICE_SECONDS = 5.0
"""A computer player that has not moved by then is not waited for."""

FULL_SECONDS = 2.0
"""Time for which a computer player has its full effort; with less it has a part."""

LEAST_EFFORT = 0.1
EFFORT_AT_HOME = 0.1
"""A thread of the bot's own process takes its time from everything else there."""

SLOW_SECONDS = 0.05
"""Mean time from which on a decision waits until all quick ones are done."""
MEMORY = 0.9
"""Share of that mean that stays when something more has been thought of."""


def advise(
    game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int, temper: Temperament, effort: float
) -> Move:
    """Ask a game's computer player; runs in a process of its own."""
    return find_game(game_id).advise(view, legal, level, random.Random(seed), effort, temper)


def assess(
    game_id: str, view: Any, legal: Sequence[Move], also: Sequence[Move], seed: int, effort: float
) -> Sequence[Estimate]:
    """Ask for a game's judgement; a game without one has nothing to say."""
    judge = find_game(game_id).assess
    return () if judge is None else judge(view, legal, also, random.Random(seed), effort)


class _Pool:
    """Those who think, each one thing at a time, and who waits for one of them."""

    def __init__(self, workers: Sequence[Worker] | Sequence[HomeThread]) -> None:
        self.workers = workers
        self._idle: list[Worker | HomeThread] = list(workers)
        self._waiting: list[tuple[bool, bool, int, asyncio.Future[Worker | HomeThread]]] = []
        self._numbers = itertools.count()

    def waiting(self) -> int:
        """Count those who wait for a move."""
        return sum(not is_late and not one.done() for is_late, _, _, one in self._waiting)

    async def free(self, is_urgent: bool, is_slow: bool) -> Worker | HomeThread:
        """Wait for one that is free, and take it."""
        if self._idle:
            return self._idle.pop()
        mine: asyncio.Future[Worker | HomeThread] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (not is_urgent, is_slow, next(self._numbers), mine))
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.release(mine.result())
            raise

    def release(self, worker: Worker | HomeThread) -> None:
        """Let the next one have it: moves before judgements, quick ones before slow ones, in their order."""
        while self._waiting:
            *_, next_one = heappop(self._waiting)
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
        self._took: dict[tuple[object, ...], float] = {}
        self._home = _Pool([HomeThread()])
        self._pool = _Pool([Worker() for _ in range(workers)]) if workers else self._home

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
        """Choose a legal move from one seat's view.

        A player that fails must not hold up a table: then the level below moves, and the log says so. Where
        that one fails, too, any legal move does.

        Args:
            view, legal: the seat's.
            seed: where its whims come from.
            patience: seconds until the move is wanted; shorter ones are for less thought.
        """
        effort = min(1.0, max(LEAST_EFFORT, patience / FULL_SECONDS))
        with metrics.THINKING.time():
            move, outcome = await self._advised(
                self._pool, effort, (game_id, view, legal, level, seed, temper)
            )
        metrics.THOUGHTS.labels(outcome).inc()
        if move is None:
            below = LEVELS[max(0, LEVELS.index(level) - 1)]
            move, _ = await self._advised(self._home, effort, (game_id, view, legal, below, seed, temper))
        return legal[random.Random(seed).randrange(len(legal))] if move is None else move

    async def _advised(
        self, pool: _Pool, effort: float, asked: tuple[str, Any, Sequence[Move], str, int, Temperament]
    ) -> tuple[Move | None, str]:
        """Ask one level for a move, as ``advise`` is asked.

        Returns:
            The move, or none if no legal one came in time; what became of it, for ``metrics.THOUGHTS``.
        """
        game_id, _, legal, level, *_ = asked
        try:
            move: Move = await self._think(pool, True, effort, advise, *asked)
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
        except WorkerLost as error:
            log.info("nobody judges moves just now", game=game_id, why=str(error))
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
        now, kind = asyncio.get_running_loop().time, (work, *(arg for arg in args if isinstance(arg, str)))
        async with asyncio.timeout(self._seconds if is_urgent else None) as limit:
            with metrics.QUEUE.track_inprogress():
                worker = await pool.free(is_urgent, self._took.get(kind, 0.0) > SLOW_SECONDS)
            began = now()
            if not is_urgent:
                limit.reschedule(began + self._seconds)
            effort /= 1 + pool.waiting() / len(pool.workers)
            try:
                return await worker.run(work, *args, EFFORT_AT_HOME if pool is self._home else effort)
            except asyncio.CancelledError:
                worker.kill()
                raise
            finally:
                took = now() - began
                self._took[kind] = took + MEMORY * (self._took.get(kind, took) - took)
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
