"""Computer players think in processes of their own, and never hold up a table."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from typing import Any

import pytest

from bot.tables import thinkers
from bot.tables.thinkers import Thinkers
from games import find_game
from games.core.match import Match
from games.core.shuffle import ShuffleKey


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


async def test_a_failing_player_makes_some_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug in a computer player costs a good move, not the game."""

    def broken(*args: Any) -> Any:
        raise RuntimeError("a bug")

    monkeypatch.setattr(thinkers, "advise", broken)
    match = dealt()
    move = await Thinkers(0).advise("bull", match.view(0), match.legal(0), "normal", 5)
    assert move in match.legal(0)


PARENT = """
import asyncio, time
from bot.tables.thinkers import Thinkers

async def main():
    (worker,) = Thinkers(1)._workers
    print(worker._pid.result(), flush=True)
    if {is_busy}:
        job = worker._pool.submit({work})
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
