"""Tests that the processes of computer players start, are replaced and end."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest
import structlog

from bot import metrics
from bot.clock import yield_to_loop
from bot.thinking import thinkers
from bot.thinking.thinkers import Thinkers, WorkerLost
from games.core.game import EVEN
from tests.bot.thinking.asked import ASKED


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
async def test_dead_process_is_replaced(lone_thinkers: Thinkers) -> None:
    """A process that dies while idle or at work is replaced, and the loss is logged."""
    before = lost_workers()
    killed(first := await pid_of(lone_thinkers))
    with structlog.testing.capture_logs() as log:
        move = await lone_thinkers.advise(*ASKED, "hard", 5)
    assert move == thinkers.advise(*ASKED, "hard", 5, EVEN, 1.0)
    assert [line["event"] for line in log] == ["a process of the computer players is lost"]
    assert await pid_of(lone_thinkers) != first
    (worker,) = lone_thinkers._pool.workers
    with structlog.testing.capture_logs() as log:
        with pytest.raises(WorkerLost):
            await worker.run(os._exit, 3)
        assert lone_thinkers.restart_workers() is False
    assert {line["log_level"] for line in log} == {"error"}
    await pid_of(lone_thinkers)
    assert lone_thinkers.restart_workers()
    assert lost_workers() - before == 2


async def test_level_below_moves_if_a_process_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move comes from a weaker level, and the bot tries only twice to start the process."""
    monkeypatch.setattr(thinkers, "serve", id)  # the process ends at once
    monkeypatch.setattr(thinkers, "SHORTEST_PAUSE", 600.0)
    before, players = lost_workers(), Thinkers(1)
    try:
        for seed in range(5):
            with structlog.testing.capture_logs() as log:
                move = await players.advise(*ASKED, "hard", seed)
            assert move == thinkers.advise(*ASKED, "normal", seed, EVEN, 0.1)
            assert "nobody thinks for the computer players" in [line["event"] for line in log]
        assert not players.restart_workers()
        assert lost_workers() - before == 2
        with structlog.testing.capture_logs() as log:
            assert await players.assess(*ASKED, (), 5) == ()
        assert [(line["log_level"], "exc_info" in line) for line in log] == [("info", False)]
    finally:
        players.close()


async def test_process_restarts_at_once_after_an_early_death(lone_thinkers: Thinkers) -> None:
    (worker,) = lone_thinkers._pool.workers
    process = worker.start()
    process.kill()
    while process.is_alive():
        await yield_to_loop()
    assert await lone_thinkers.assess(*ASKED, (), 5)
    assert lone_thinkers.restart_workers()


async def test_pauses_between_restarts_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first restart is immediate; later pauses double from one second up to thirty."""
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
        worker = thinkers.Worker()
        for now in range(100):  # noqa: B007 - the clock reads it
            with suppress(WorkerLost):
                worker.start()
        worker.close()
    assert starts == [0, 0, 1, 3, 7, 15, 31, 61, 91]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="only Unix has such signals")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_processes_ignore_interrupt_signals(
    lone_thinkers: Thinkers, sign: signal.Signals, capfd: pytest.CaptureFixture[str]
) -> None:
    """SIGINT and SIGTERM neither end a process nor print a traceback; only the bot ends its processes."""
    (worker,) = lone_thinkers._pool.workers
    pid = worker.start().pid
    os.kill(pid, sign)
    assert await pid_of(lone_thinkers) == pid
    os.kill(pid, sign)
    assert await pid_of(lone_thinkers) == pid
    assert capfd.readouterr().err == ""


async def test_closing_works_after_processes_have_ended() -> None:
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
    """After ``kill -9`` of the bot its idle or busy processes end without an error message."""
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
