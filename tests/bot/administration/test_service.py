"""Tests of the bot as a systemd service: signals to all its processes, and filters of system calls."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from bot.clock import yield_to_loop
from tests import postgres
from tests.bot.administration.filters import missing_requirement, run_filtered
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn

DEPLOY = Path(__file__).parents[3] / "deploy"

MOST_SECONDS = 10
"""The longest time in seconds that a stopping bot may take."""


def ready_workers(pid: int) -> list[str]:
    """Return the ids of the computer players' processes that already ignore Ctrl-C."""
    processes = []
    for child in filter(is_running, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
        with suppress(OSError):
            (ignored,) = re.findall(
                r"^SigIgn:\s*(\w+)", Path(f"/proc/{child}/status").read_text(), re.MULTILINE
            )
            command = Path(f"/proc/{child}/cmdline").read_text()
            if int(ignored, 16) & 1 << signal.SIGINT - 1 and "spawn_main" in command:
                processes.append(child)
    return processes


def is_running(pid: str) -> bool:
    """True if a process exists and is not a zombie."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells of other processes")
@pytest.mark.parametrize("are_gone", [False, True], ids=["alive", "gone"])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_bot_ends_when_all_processes_are_signalled_at_once(
    kind: str, are_gone: bool, tmp_path: Path
) -> None:
    """If systemd or a terminal signals all processes at once, the bot ends within seconds with code 0."""
    database = await postgres.empty_database() if kind == "postgresql" else str(tmp_path / "tefuda.db")
    settings = {"TEFUDA_COMPUTER_WORKERS": "2", "TEFUDA_DATABASE": database}
    async with StandIn() as standin:
        standin.world.add_channel(standin.world.add_guild())
        bot = BotProcess(standin, tmp_path, "--hurry", settings=settings)
        await bot.start()
        while len(thinking := ready_workers(bot.pid)) < 2:
            await yield_to_loop()
        for child in thinking if are_gone else ():
            os.kill(int(child), signal.SIGKILL)
            while is_running(child):
                await yield_to_loop()
        async with asyncio.timeout(MOST_SECONDS):
            os.killpg(bot.pid, signal.SIGTERM)
            await bot.ended()
        await bot.leave()
    assert bot.status == 0
    assert are_gone or not bot.errors


THINK = """
import asyncio
from bot.thinking.thinkers import Thinkers
from games import find_game
from games.core.match import Match
from games.core.match import ShuffleKey

async def main():
    rules = find_game("bull").rules
    match = Match(rules, rules.setup(3)).with_deal(ShuffleKey.from_text("x"))
    players = Thinkers(1, timeout_seconds=60.0)
    print(await players.advise("bull", match.view(0), match.legal(0), "hard", 1), players.restart_workers())
    players.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(missing_requirement() is not None, reason=str(missing_requirement()))
@pytest.mark.parametrize("unit", ["tefuda.service", "tefuda@.service"])
def test_computer_players_run_under_the_shipped_filters(unit: str, tmp_path: Path) -> None:
    """Under the unit's filters the bot can start a process and lower its priority."""
    program = tmp_path / "think.py"
    program.write_text(THINK, "utf-8")
    ended = run_filtered(DEPLOY / unit, [sys.executable, str(program)])
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("call ")
    assert ended.stdout.endswith(" True\n"), "the process is lost"


@pytest.mark.skipif(missing_requirement() is not None, reason=str(missing_requirement()))
def test_forbidden_system_call_returns_an_error() -> None:
    """A forbidden system call returns an error and does not kill the process."""
    ended = run_filtered(DEPLOY / "tefuda.service", [sys.executable, "-c", "import os; os.chroot('/')"])
    assert ended.returncode == 1
    assert "PermissionError" in ended.stderr
