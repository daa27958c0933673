"""Tests of computer players in processes of their own, which never block a table."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import select
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any

import pytest
import structlog

from bot import metrics
from bot.clock import breathe
from bot.thinking import thinkers, workers
from bot.thinking.thinkers import Thinkers
from bot.thinking.workers import HomeThread, WorkerLost
from games import find_game
from games.core.match import Match
from games.core.moves import Move
from games.core.shuffle import ShuffleKey
from games.core.temperaments import EVEN
from tests.bot.turning import settled


def dealt() -> tuple[str, Any, Sequence[Move]]:
    """Return a seat's knowledge after a deal of Porker Bull: game id, view, legal moves."""
    rules = find_game("bull").rules
    match = Match(rules, rules.setup(3)).dealt(ShuffleKey.from_text("x"))
    return "bull", match.view(0), match.legal(0)


ASKED = dealt()
LEGAL = ASKED[2]


def broken(*args: Any) -> Any:
    raise RuntimeError("a bug")


@pytest.fixture
async def one() -> AsyncIterator[Thinkers]:
    """Thinkers with one process, which ends with the test."""
    players = Thinkers(1, seconds=60.0)
    yield players
    players.close()


async def test_a_failing_player_is_stood_in_for_by_the_level_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a player fails, the level below chooses the move instead of chance."""
    real = thinkers.advise

    def weak(game_id: str, view: Any, legal: Any, level: str, *args: Any) -> Any:
        return (broken if level == "hard" else real)(game_id, view, legal, level, *args)

    monkeypatch.setattr(thinkers, "advise", weak)
    for seed in range(20):
        below = real(*ASKED, "normal", seed, EVEN, 0.1)
        assert await Thinkers(0).advise(*ASKED, "hard", seed) == below


@pytest.mark.parametrize("loss", [WorkerLost("gone"), TimeoutError(), None], ids=repr)
async def test_the_event_loop_is_free_while_somebody_thinks_at_home(
    monkeypatch: pytest.MonkeyPatch, loss: Exception | None
) -> None:
    """Computing in the bot's own process for fifty tables does not block the event loop."""

    class Lost(HomeThread):
        async def run(self, work: Any, *args: Any) -> Any:
            raise loss

    monkeypatch.setattr(thinkers, "Worker", Lost)
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
        await breathe()
    may_end.set()
    assert await asyncio.gather(*moves) == list(LEGAL[:50])
    assert levels == ["normal" if loss else "hard"] * 50


async def test_a_game_without_any_player_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With bugs in all levels the game continues with random moves, and reviews without judgements."""
    monkeypatch.setattr(thinkers, "advise", broken)
    monkeypatch.setattr(thinkers, "assess", broken)
    assert await Thinkers(0).advise(*ASKED, "normal", 5) in LEGAL
    assert await Thinkers(0).assess(*ASKED, (), 5) == ()


class Slow:
    """Processes that record requests, and answer them when released."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[str, str, float]] = []
        self.answers: list[asyncio.Future[Any]] = []
        self.killed = 0
        slow = self

        class Worker:
            async def run(self, work: Any, *args: Any) -> Any:
                slow.asked.append((work.__name__, args[0], args[-1]))
                slow.answers.append(asyncio.get_running_loop().create_future())
                return await slow.answers[-1]

            def kill(self) -> None:
                slow.killed += 1

            close = kill

        monkeypatch.setattr(thinkers, "Worker", Worker)

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
        """Answer some requests in order."""
        for number in numbers:
            self.answers[number].set_result(LEGAL[0] if self.kinds[number] == "advise" else ())
            await settled()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Thinkers that answer only when the test releases them."""
    return Slow(monkeypatch)


async def test_who_waits_for_a_move_comes_before_judgements_and_the_more_wait_the_less_each_thinks(
    slow: Slow,
) -> None:
    """Moves come before judgements, and a busy pool reduces the effort instead of delaying moves."""
    players = Thinkers(1)
    judged = [asyncio.create_task(players.assess(*ASKED, (), seed)) for seed in range(2)]
    await settled()
    moves = [slow.ask(players, seed) for seed in range(4)]
    await settled()
    await slow.answer(*range(6))
    assert [await move for move in moves] == [LEGAL[0]] * 4
    assert [await found for found in judged] == [(), ()]
    assert slow.kinds == ["assess", *["advise"] * 4, "assess"]
    assert slow.efforts == [1.0, 1 / 4, 1 / 3, 1 / 2, 1.0, 1.0]


async def test_quick_games_do_not_wait_behind_slow_ones(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games with long computations wait for quick ones; judgements wait for both."""
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


async def test_who_has_little_time_thinks_little(slow: Slow) -> None:
    """The effort fits the pause before the move, but is never zero."""
    players = Thinkers(3)
    tasks = [slow.ask(players, 1, patience) for patience in (0.0, 1.0, 60.0)]
    await settled()
    assert slow.efforts == [0.1, 0.5, 1.0]
    await slow.answer(0, 1, 2)
    await asyncio.gather(*tasks)


async def test_a_slow_machine_thinks_less_and_not_later(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a computation exceeds its time, that game's effort is reduced to fit; other games keep theirs."""
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
    """On a machine three times slower no move is late; on one twelve times slower one early move may be.

    On the reference machine a full effort takes 60 to 240 ms. Only computing takes time. The
    pauses are those of the bot, 1 to 2.5 s.
    """
    loop, rng = asyncio.get_running_loop(), random.Random(1)
    passed = 0.0
    monkeypatch.setattr(loop, "time", lambda: passed)
    players = Thinkers(1, seconds=60.0)
    late = []
    for number in range(200):
        began, patience = passed, rng.uniform(1.0, 2.5)
        move = slow.ask(players, number, patience, game="tomoe")
        await settled()
        passed += slow.efforts[-1] * slowness * 0.06 * 4 ** rng.random()
        await slow.answer(number)
        await move
        if passed - began > patience:
            late.append((number, passed - began - patience))
    assert all(number < first and by < 0.5 for number, by in late), late


async def test_one_who_waits_no_more_takes_no_process_along(slow: Slow) -> None:
    """A request cancelled before or as a process became free passes it to the next one."""
    players = Thinkers(1)
    first, gone, late, last = (slow.ask(players, seed) for seed in range(4))
    await settled()
    gone.cancel()
    await settled()
    slow.answers[0].set_result(LEGAL[0])
    await first  # its process goes to the third request, which is cancelled at the same time
    late.cancel()
    await settled()
    assert slow.killed == (len(slow.asked) > 2)
    slow.answers[-1].set_result(LEGAL[0])
    assert await last == LEGAL[0]


def lost_workers() -> float:
    return metrics.REGISTRY.get_sample_value("tefuda_computer_losses_total") or 0.0


async def pid_of(players: Thinkers) -> int:
    (worker,) = players._pool.workers
    return int(await worker.run(os.getpid))


def killed(pid: int) -> None:
    """Kill a process, and wait until it has ended."""
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="only Unix waits so")
async def test_a_process_that_has_died_is_replaced(one: Thinkers) -> None:
    """A process that died idle or during a computation is replaced, with a log entry."""
    before = lost_workers()
    killed(first := await pid_of(one))
    with structlog.testing.capture_logs() as said:
        move = await one.advise(*ASKED, "hard", 5)
    assert move == thinkers.advise(*ASKED, "hard", 5, EVEN, 1.0)
    assert [line["event"] for line in said] == ["a process of the computer players is lost"]
    assert await pid_of(one) != first
    (worker,) = one._pool.workers
    with structlog.testing.capture_logs() as said:
        with pytest.raises(WorkerLost):
            await worker.run(os._exit, 3)
        assert one.look() is False
    assert {line["log_level"] for line in said} == {"error"}
    await pid_of(one)
    assert one.look()
    assert lost_workers() - before == 2


async def test_a_process_that_cannot_start_is_told_and_stood_in_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The level below moves, the health is bad, and the start is not repeated at every move."""
    monkeypatch.setattr(workers, "serve", id)  # it ends at once, as where a system call is forbidden
    monkeypatch.setattr(workers, "SHORTEST_PAUSE", 600.0)
    before, players = lost_workers(), Thinkers(1)
    try:
        for seed in range(5):
            with structlog.testing.capture_logs() as said:
                move = await players.advise(*ASKED, "hard", seed)
            assert move == thinkers.advise(*ASKED, "normal", seed, EVEN, 0.1)
            assert "nobody thinks for the computer players" in [line["event"] for line in said]
        assert not players.look()
        assert lost_workers() - before == 2
        with structlog.testing.capture_logs() as said:
            assert await players.assess(*ASKED, (), 5) == ()
        assert [(line["log_level"], "exc_info" in line) for line in said] == [("info", False)]
    finally:
        players.close()


async def test_a_process_that_died_before_it_answered_is_started_again_at_once(one: Thinkers) -> None:
    """After one death before its first answer, as with short memory, the process restarts at once."""
    (worker,) = one._pool.workers
    process = worker.start()
    process.kill()
    while process.is_alive():
        await breathe()
    assert await one.assess(*ASKED, (), 5)
    assert one.look()


async def test_pauses_grow_while_no_process_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first restart comes at once, later ones after a second and up to half a minute."""
    now, starts = 0, list[int]()

    class Forbidding:
        Pipe = staticmethod(multiprocessing.Pipe)

        def __init__(self, *args: object, **kwargs: object) -> None: ...

        def Process(self, **kwargs: object) -> Any:  # noqa: N802 - the module's own name
            return self

        def start(self) -> None:
            starts.append(now)
            raise OSError(1, "Operation not permitted")

    with monkeypatch.context() as patch:
        patch.setattr(asyncio.get_running_loop(), "time", lambda: now)
        patch.setattr(multiprocessing, "get_context", Forbidding)
        worker = workers.Worker()
        for now in range(100):  # noqa: B007 - the clock reads it
            with suppress(WorkerLost):
                worker.start()
        worker.close()
    assert starts == [0, 0, 1, 3, 7, 15, 31, 61, 91]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="only Unix has such signals")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_to_all_processes_is_the_bot_s_affair(
    one: Thinkers, sign: signal.Signals, capfd: pytest.CaptureFixture[str]
) -> None:
    """Processes ignore Ctrl-C, even during their set-up, and leave it to the bot."""
    (worker,) = one._pool.workers
    pid = worker.start().pid
    os.kill(pid, sign)
    assert await pid_of(one) == pid
    os.kill(pid, sign)
    assert await pid_of(one) == pid
    assert capfd.readouterr().err == ""


async def test_closing_does_not_mind_who_is_gone_already() -> None:
    """systemd stops all processes at once, and the database is closed after this."""
    players = Thinkers(2)
    for worker in players._pool.workers:
        killed(int(await worker.run(os.getpid)))
    players.close()
    players.close()


PARENT = """
import asyncio, os, time
from bot.thinking.thinkers import Thinkers

async def main():
    (worker,) = Thinkers(1)._pool.workers
    print(await worker.run(os.getpid), flush=True)
    if {is_busy}:
        job = worker._submit(worker.start(), {work})
        while not job.running():
            await asyncio.sleep(0)
        print("busy", flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when another's child ends")
@pytest.mark.parametrize(
    "work", ["", "time.sleep, 3600", "exec, 'while True: pass'"], ids=["idle", "asleep", "busy"]
)
def test_processes_end_with_the_bot(tmp_path: Any, work: str) -> None:
    """After ``kill -9`` of the bot its processes end without an error message."""
    program = tmp_path / "parent.py"
    program.write_text(PARENT.format(is_busy=bool(work), work=work))
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, str(program)], stdout=pipe, stderr=pipe, text=True) as parent:
        watch = os.pidfd_open(int(parent.stdout.readline()))
        try:
            if work:
                assert parent.stdout.readline() == "busy\n"
            ended, _, _ = select.select([watch], [], [], 0)
            assert not ended
            parent.send_signal(signal.SIGKILL)
            ended, _, _ = select.select([watch], [], [], 60)  # only a failing test waits this long
            if not ended:
                signal.pidfd_send_signal(watch, signal.SIGKILL)
            assert ended
            assert parent.stderr.read() == ""
        finally:
            os.close(watch)
