"""Tests of computer players that compute in their own processes and never block a table."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any

import pytest

from bot.clock import yield_to_loop
from bot.thinking import thinkers
from bot.thinking.thinkers import InProcessWorker, Thinkers, WorkerLost
from games.core.game import EVEN
from tests.bot.thinking.asked import ASKED, LEGAL
from tests.bot.turning import settled


def broken(*args: Any) -> Any:
    raise RuntimeError("a bug")


async def test_failing_player_is_replaced_by_the_level_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the strongest player raises an error, the next lower level chooses the move."""
    real = thinkers.advise

    def weak(game_id: str, view: Any, legal: Any, level: str, *args: Any) -> Any:
        return (broken if level == "hard" else real)(game_id, view, legal, level, *args)

    monkeypatch.setattr(thinkers, "advise", weak)
    for seed in range(20):
        below = real(*ASKED, "normal", seed, EVEN, 0.1)
        assert await Thinkers(0).advise(*ASKED, "hard", seed) == below


@pytest.mark.parametrize("loss", [WorkerLost("gone"), TimeoutError(), None], ids=repr)
async def test_computing_in_the_bot_does_not_block_the_event_loop(
    monkeypatch: pytest.MonkeyPatch, loss: Exception | None
) -> None:
    """Fifty moves computed in the bot's own process leave the event loop free."""

    class LostWorker(InProcessWorker):
        async def run(self, work: Any, *args: Any) -> Any:
            raise loss

    monkeypatch.setattr(thinkers, "Worker", LostWorker)
    began, may_end = threading.Event(), threading.Event()
    levels: list[str] = []

    def endless(game_id: str, view: Any, legal: Any, level: str, seed: int, *rest: Any) -> Any:
        began.set()
        if not may_end.wait(30):  # only a failing test waits this long, and once
            may_end.set()
            raise RuntimeError("the event loop has waited for a computer player")
        levels.append(level)
        return legal[seed]

    monkeypatch.setattr(thinkers, "advise", endless)
    players = Thinkers(1 if loss else 0)
    moves = [asyncio.create_task(players.advise(*ASKED, "hard", seed)) for seed in range(50)]
    while not began.is_set():
        await yield_to_loop()
    may_end.set()
    assert await asyncio.gather(*moves) == list(LEGAL[:50])
    assert levels == ["normal" if loss else "hard"] * 50


async def test_game_continues_if_all_players_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """If every level raises an error, moves are random and reviews have no judgements."""
    monkeypatch.setattr(thinkers, "advise", broken)
    monkeypatch.setattr(thinkers, "assess", broken)
    assert await Thinkers(0).advise(*ASKED, "normal", 5) in LEGAL
    assert await Thinkers(0).assess(*ASKED, (), 5) == ()


class Slow:
    """Fake processes that record requests and answer when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[str, str, float]] = []
        self.answers: list[asyncio.Future[Any]] = []
        self.killed = 0
        slow = self

        class RecordingWorker:
            async def run(self, work: Any, *args: Any) -> Any:
                slow.asked.append((work.__name__, args[0], args[-1]))
                slow.answers.append(asyncio.get_running_loop().create_future())
                return await slow.answers[-1]

            def kill(self) -> None:
                slow.killed += 1

            close = kill

        monkeypatch.setattr(thinkers, "Worker", RecordingWorker)

    @property
    def kinds(self) -> list[str]:
        return [kind for kind, _, _ in self.asked]

    @property
    def efforts(self) -> list[float]:
        return [effort for _, _, effort in self.asked]

    def ask(self, players: Thinkers, seed: int, *how: Any, game: str = "bull") -> asyncio.Task[Any]:
        """Request a move of the strongest level; return the task."""
        return asyncio.create_task(players.advise(game, *ASKED[1:], "hard", seed, *how))

    async def answer(self, *numbers: int) -> None:
        """Answer the requests with the given numbers in order."""
        for number in numbers:
            self.answers[number].set_result(LEGAL[0] if self.kinds[number] == "advise" else ())
            await settled()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Fake processes that answer only when the test says so."""
    return Slow(monkeypatch)


async def test_moves_precede_judgements_and_effort_falls_with_load(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting moves are computed before judgements; the more moves wait, the less effort each gets."""
    # A computation that takes long would reduce the effort, too.
    monkeypatch.setattr(asyncio.get_running_loop(), "time", float)
    players = Thinkers(1)
    judged = [asyncio.create_task(players.assess(*ASKED, (), seed)) for seed in range(2)]
    await settled()
    moves = [slow.ask(players, seed) for seed in range(4)]
    await settled()
    await slow.answer(*range(6))
    assert [await move for move in moves] == [LEGAL[0]] * 4
    assert [await estimate for estimate in judged] == [(), ()]
    assert slow.kinds == ["assess", *["advise"] * 4, "assess"]
    assert slow.efforts == [1.0, 1 / 4, 1 / 3, 1 / 2, 1.0, 1.0]


async def test_quick_games_precede_slow_ones(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting moves of quick games come first, then moves of slow games, then judgements."""
    players = Thinkers(1)
    monkeypatch.setattr(thinkers, "SLOW_SECONDS", 0.0)  # every computation counts as slow
    first = slow.ask(players, 0, game="tomoe")
    await settled()
    await slow.answer(0)
    running = slow.ask(players, 0, game="tomoe")
    await settled()
    judged = asyncio.create_task(players.assess(*ASKED, (), 1))
    await settled()
    waiting = [slow.ask(players, 1, game=game) for game in ("tomoe", "bull", "tomoe", "bull")]
    await settled()
    await slow.answer(*range(1, 7))
    await asyncio.gather(first, running, judged, *waiting)
    assert [game for _, game, _ in slow.asked[1:]] == ["tomoe", "bull", "bull", "tomoe", "tomoe", "bull"]
    assert slow.kinds == [*["advise"] * 6, "assess"]


async def test_effort_fits_the_pause_before_the_move(slow: Slow) -> None:
    """The effort of a computation grows with the pause before the move, from 0.1 to 1."""
    players = Thinkers(3)
    tasks = [slow.ask(players, 1, patience) for patience in (0.0, 1.0, 60.0)]
    await settled()
    assert slow.efforts == [0.1, 0.5, 1.0]
    await slow.answer(0, 1, 2)
    await asyncio.gather(*tasks)


async def test_slow_machine_reduces_effort_to_fit(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a computation takes too long, later ones of the same game use less effort."""
    instant = 1e-9  # shorter than any computation
    monkeypatch.setattr(thinkers, "FULL_SECONDS", instant)
    players = Thinkers(1)
    for number, game in enumerate(("tomoe", "tomoe", "bull")):
        move = slow.ask(players, 1, instant, game=game)
        await settled()
        await slow.answer(number)
        await move
    assert slow.efforts == [1.0, 0.1, 1.0]


@pytest.mark.parametrize(("slowness", "first"), [(3, 0), (12, 3)])
async def test_moves_come_within_their_pause_on_a_slow_machine(
    slow: Slow, monkeypatch: pytest.MonkeyPatch, slowness: int, first: int
) -> None:
    """On a machine three times slower no move is late, and on one twelve times slower at most three are."""
    loop, rng = asyncio.get_running_loop(), random.Random(1)
    passed = 0.0
    monkeypatch.setattr(loop, "time", lambda: passed)
    players = Thinkers(1, timeout_seconds=60.0)
    late = []
    for number in range(200):
        began, patience = passed, rng.uniform(1.0, 2.5)
        move = slow.ask(players, number, patience, game="tomoe")
        await settled()
        # On the reference machine a full effort takes 60 to 240 ms.
        passed += slow.efforts[-1] * slowness * 0.06 * 4 ** rng.random()
        await slow.answer(number)
        await move
        if passed - began > patience:
            late.append((number, passed - began - patience))
    assert all(number < first and by < 0.5 for number, by in late), late


async def test_cancelled_request_passes_its_process_on(slow: Slow) -> None:
    """A request cancelled while it waits, or when it gets its process, leaves the process to the next
    request.
    """
    players = Thinkers(1)
    first, gone, late, last = (slow.ask(players, seed) for seed in range(4))
    await settled()
    gone.cancel()
    await settled()
    slow.answers[0].set_result(LEGAL[0])
    await first  # the process goes to the third request, which is cancelled at the same time
    late.cancel()
    await settled()
    assert slow.killed == (len(slow.asked) > 2)
    slow.answers[-1].set_result(LEGAL[0])
    assert await last == LEGAL[0]
