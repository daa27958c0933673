"""Computer players think in processes of their own, and never hold up a table."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
import threading
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
from games.core.shuffle import ShuffleKey
from games.core.temperaments import EVEN


def dealt() -> Match:
    """A game of Porker Bull, just dealt."""
    rules = find_game("bull").rules
    match = Match(rules, rules.setup(3))
    match.play("chance", match.chance_move(ShuffleKey.from_text("x")))
    return match


@pytest.mark.parametrize("workers", [0, 1])
async def test_a_move_comes_from_the_view(workers: int) -> None:
    """In place or in another process: a legal move, the same for the same seed."""
    match = dealt()
    players = Thinkers(workers)
    try:
        first = await players.advise("bull", match.view(0), match.legal(0), "normal", 5)
        again = await players.advise("bull", match.view(0), match.legal(0), "normal", 5)
    finally:
        players.close()
    assert first == again
    assert first in match.legal(0)


async def test_a_failing_player_is_stood_in_for_by_the_level_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by chance: what the level below chooses is made instead."""
    real, match = thinkers.advise, dealt()

    def broken(game_id: str, view: Any, legal: Any, level: str, *args: Any) -> Any:
        if level == "hard":
            raise RuntimeError("a bug")
        return real(game_id, view, legal, level, *args)

    monkeypatch.setattr(thinkers, "advise", broken)
    view, legal = match.view(0), match.legal(0)
    for seed in range(20):
        below = real("bull", view, legal, "normal", seed, EVEN, 0.1)
        assert await Thinkers(0).advise("bull", view, legal, "hard", seed) == below


@pytest.mark.parametrize(
    "loss", [WorkerLost("gone"), TimeoutError(), None], ids=["lost", "slow", "no processes"]
)
async def test_the_event_loop_is_free_while_somebody_thinks_at_home(
    monkeypatch: pytest.MonkeyPatch, loss: Exception | None
) -> None:
    """However long it takes to move in the bot's own process, for fifty tables at once."""
    if loss is not None:

        class Lost(HomeThread):
            async def run(self, work: Any, *args: Any) -> Any:
                raise loss

        monkeypatch.setattr(thinkers, "Worker", Lost)
    match, began, may_end = dealt(), threading.Event(), threading.Event()
    view, legal = match.view(0), match.legal(0)
    levels: list[str] = []

    def endless(game_id: str, view: Any, legal: Any, level: str, seed: int, *rest: Any) -> Any:
        began.set()
        if not may_end.wait(30):  # only a failure waits so long, and once
            may_end.set()
            raise RuntimeError("the event loop has waited for a computer player")
        levels.append(level)
        return legal[seed]

    monkeypatch.setattr(thinkers, "advise", endless)
    players = Thinkers(1 if loss else 0)
    moves = [asyncio.create_task(players.advise("tomoe", view, legal, "hard", seed)) for seed in range(50)]
    while not began.is_set():
        await breathe()
    may_end.set()
    assert await asyncio.gather(*moves) == list(legal[:50])
    assert levels == ["normal" if loss else "hard"] * 50


async def test_a_game_without_any_player_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug in all levels costs good moves, not the game."""

    def broken(*args: Any) -> Any:
        raise RuntimeError("a bug")

    monkeypatch.setattr(thinkers, "advise", broken)
    match = dealt()
    move = await Thinkers(0).advise("bull", match.view(0), match.legal(0), "normal", 5)
    assert move in match.legal(0)


class Slow:
    """Processes that do not think, but note what they are asked and answer when they are let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[str, float]] = []
        self.games: list[str] = []
        self.answers: list[asyncio.Future[Any]] = []
        self.killed = 0
        slow = self

        class Worker:
            async def run(self, work: Any, *args: Any) -> Any:
                slow.asked.append((work.__name__, args[-1]))
                slow.games.append(args[0])
                slow.answers.append(asyncio.get_running_loop().create_future())
                return await slow.answers[-1]

            def kill(self) -> None:
                slow.killed += 1

            close = kill

        monkeypatch.setattr(thinkers, "Worker", Worker)

    async def settle(self) -> None:
        """Let everything go as far as it can."""
        for _ in range(20):
            await breathe()


async def test_who_waits_for_a_move_comes_before_judgements_and_the_more_wait_the_less_each_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A busy pool gives weaker decisions, not late ones; reviews never hold a table up."""
    slow, match = Slow(monkeypatch), dealt()
    players = Thinkers(1)
    view, legal = match.view(0), match.legal(0)
    judged = [asyncio.create_task(players.assess("bull", view, legal, (), seed)) for seed in range(2)]
    await slow.settle()
    moves = [asyncio.create_task(players.advise("bull", view, legal, "hard", seed)) for seed in range(4)]
    await slow.settle()
    for number in range(6):
        slow.answers[number].set_result(legal[0] if slow.asked[number][0] == "advise" else ())
        await slow.settle()
    assert [await move for move in moves] == [legal[0]] * 4
    assert [await found for found in judged] == [(), ()]
    assert [kind for kind, _ in slow.asked] == ["assess", *["advise"] * 4, "assess"]
    assert [effort for _, effort in slow.asked] == [1.0, 1 / 4, 1 / 3, 1 / 2, 1.0, 1.0]


async def test_quick_games_do_not_wait_behind_slow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was seen to think for long waits until the quick ones have moved; judgements wait for both."""
    slow, match = Slow(monkeypatch), dealt()
    players = Thinkers(1)
    view, legal = match.view(0), match.legal(0)

    def asked(game: str, seed: int) -> asyncio.Task[Any]:
        return asyncio.create_task(players.advise(game, view, legal, "hard", seed))

    monkeypatch.setattr(thinkers, "SLOW_SECONDS", 0.0)  # whatever takes any time is slow
    first = asked("tomoe", 0)
    await slow.settle()
    slow.answers[0].set_result(legal[0])
    await first
    running = asked("tomoe", 0)
    await slow.settle()
    judged = asyncio.create_task(players.assess("bull", view, legal, (), 1))
    await slow.settle()
    waiting = [asked(game, seed) for seed, game in enumerate(("tomoe", "bull", "tomoe", "bull"), 1)]
    await slow.settle()
    for number in range(1, 7):
        slow.answers[number].set_result(legal[0] if slow.asked[number][0] == "advise" else ())
        await slow.settle()
    await asyncio.gather(running, judged, *waiting)
    assert slow.games[1:] == ["tomoe", "bull", "bull", "tomoe", "tomoe", "bull"]
    assert [kind for kind, _ in slow.asked] == [*["advise"] * 6, "assess"]


async def test_who_has_little_time_thinks_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much as fits into the pause before the move, but something in any case."""
    slow, match = Slow(monkeypatch), dealt()
    players = Thinkers(3)
    view, legal = match.view(0), match.legal(0)
    tasks = [
        asyncio.create_task(players.advise("bull", view, legal, "hard", 1, patience))
        for patience in (0.0, 1.0, 60.0)
    ]
    await slow.settle()
    assert [effort for _, effort in slow.asked] == [0.1, 0.5, 1.0]
    for answer in slow.answers:
        answer.set_result(legal[0])
    await asyncio.gather(*tasks)


async def test_one_who_waits_no_more_takes_no_process_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given up before or just when a process came free: the next one has it."""
    slow, match = Slow(monkeypatch), dealt()
    players = Thinkers(1)
    view, legal = match.view(0), match.legal(0)
    first, gone, late, last = (
        asyncio.create_task(players.advise("bull", view, legal, "hard", seed)) for seed in range(4)
    )
    await slow.settle()
    gone.cancel()
    await slow.settle()
    slow.answers[0].set_result(legal[0])
    await first  # its process is given to the third, who is told at the same time that nobody waits for it
    late.cancel()
    await slow.settle()
    assert slow.killed == (len(slow.asked) > 2)
    slow.answers[-1].set_result(legal[0])
    assert await last == legal[0]


async def test_a_judgement_that_cannot_be_had_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review goes on without it."""

    def broken(*args: Any) -> Any:
        raise RuntimeError("a bug")

    monkeypatch.setattr(thinkers, "assess", broken)
    match = dealt()
    assert await Thinkers(0).assess("bull", match.view(0), match.legal(0), (), 5) == ()


# --- processes that are lost ------------------------------------------------------------------------


def lost_workers() -> float:
    """How many processes this one has lost."""
    return metrics.REGISTRY.get_sample_value("tefuda_computer_losses_total") or 0.0


async def pid_of(players: Thinkers) -> int:
    """Ask the only process which one it is."""
    (worker,) = players._pool.workers
    return int(await worker.run(os.getpid))


def killed(pid: int) -> None:
    """End a process, and wait until it has ended, whoever takes note of it."""
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="only Unix waits so")
async def test_a_process_that_has_died_is_replaced() -> None:
    """Whether it died while nobody needed it or in the middle of a thought; each time that is told."""
    match, before = dealt(), lost_workers()
    view, legal = match.view(0), match.legal(0)
    players = Thinkers(1, seconds=60.0)
    try:
        killed(first := await pid_of(players))
        with structlog.testing.capture_logs() as said:
            move = await players.advise("bull", view, legal, "hard", 5)
        assert move == thinkers.advise("bull", view, legal, "hard", 5, EVEN, 1.0)
        assert [line["event"] for line in said] == ["a process of the computer players is lost"]
        assert await pid_of(players) != first
        (worker,) = players._pool.workers
        with structlog.testing.capture_logs() as said:
            with pytest.raises(WorkerLost):
                await worker.run(os._exit, 3)
            assert players.look() is False
        assert {line["log_level"] for line in said} == {"error"}
        await pid_of(players)
        assert players.look()
        assert lost_workers() - before == 2
    finally:
        players.close()


async def test_a_process_that_cannot_start_is_told_and_stood_in_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The level below moves, the state is not well, and it is not tried again with every move."""
    monkeypatch.setattr(workers, "serve", id)  # it ends at once, as where a system call is forbidden
    match, before = dealt(), lost_workers()
    view, legal = match.view(0), match.legal(0)
    players = Thinkers(1)
    try:
        for seed in range(5):
            with structlog.testing.capture_logs() as said:
                move = await players.advise("bull", view, legal, "hard", seed)
            assert move == thinkers.advise("bull", view, legal, "normal", seed, EVEN, 0.1)
            assert "nobody thinks for the computer players" in [line["event"] for line in said]
        assert not players.look()
        assert lost_workers() - before == 1
    finally:
        players.close()


async def test_closing_does_not_mind_who_is_gone_already() -> None:
    """systemd ends all processes of a service at once; the database has still to be closed after this."""
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
        job = worker._asked(worker.start(), {work})
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
    """After ``kill -9`` of the bot no process of its computer players is left, whatever it was doing."""
    program = tmp_path / "parent.py"
    program.write_text(PARENT.format(is_busy=bool(work), work=work))
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        watch = os.pidfd_open(int(parent.stdout.readline()))
        try:
            if work:
                assert parent.stdout.readline() == "busy\n"
            ended, _, _ = select.select([watch], [], [], 0)
            assert not ended
            parent.send_signal(signal.SIGKILL)
            ended, _, _ = select.select([watch], [], [], 60)  # only a failure waits so long
            if not ended:
                signal.pidfd_send_signal(watch, signal.SIGKILL)
            assert ended
        finally:
            os.close(watch)
