"""Tests of the watchdog, which ends a bot with a blocked event loop but not a busy bot."""

from __future__ import annotations

import os
import re
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from bot.administration import running
from bot.clock import yield_to_loop
from tests.wire import stuck
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn

DEPLOY = Path(__file__).parents[3] / "deploy"

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="needs a signal of one's own")


async def start_blocked_bot(way: str, standin: StandIn, folder: Path) -> BotProcess:
    """Start a real bot, block its event loop and return its process."""
    standin.world.add_channel(standin.world.add_guild())
    bot = BotProcess(standin, folder, "--hurry", "--way", way, module="tests.wire.stuck")
    await bot.start()
    os.kill(bot.pid, signal.SIGUSR1)
    return bot


@pytest.mark.parametrize(
    ("way", "where"), [("asleep", "sleep_for_ever"), ("busy", "compute_for_ever")], ids=["asleep", "busy"]
)
async def test_blocked_bot_ends_with_traceback_and_restart_code(way: str, where: str, tmp_path: Path) -> None:
    """A blocked bot ends with a traceback and an exit code at which systemd restarts the bot."""
    async with StandIn() as standin:
        bot = await start_blocked_bot(way, standin, tmp_path)
        await bot.ended()
        await bot.leave()
        events = [str(entry["event"]) for entry in bot.errors]
        assert bot.status == 1
        assert any(re.fullmatch(r"Timeout \(.*\)!", line) for line in events), events
        assert any(line.endswith(f" in {where}") for line in events), events
        await bot.start()
        await bot.stop()
    assert bot.status == 0


async def test_long_work_in_pieces_does_not_trigger_the_watchdog(tmp_path: Path) -> None:
    """Work in pieces lets the loop run in between, so the watchdog does not fire."""
    async with StandIn() as standin:
        bot = await start_blocked_bot("slow", standin, tmp_path)
        await bot.wait_for_log("slow work is done")
        await bot.stop()
    assert bot.status == 0
    assert not bot.errors


async def test_watchdog_timer_is_removed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog's timer is removed at the end of the context, after an error as well."""
    happened: list[str] = []
    handler = running.faulthandler
    monkeypatch.setattr(handler, "dump_traceback_later", lambda *_, **__: happened.append("wind up"))
    monkeypatch.setattr(handler, "cancel_dump_traceback_later", lambda: happened.append("take away"))
    with suppress(ZeroDivisionError), running.watched_loop():
        await yield_to_loop()
        raise ZeroDivisionError
    assert happened == ["wind up", "take away"]


def test_every_deployment_restarts_a_blocked_bot() -> None:
    """No deployment treats the watchdog's exit code as final."""
    for unit in ("tefuda.service", "tefuda@.service"):
        lines = (DEPLOY / unit).read_text("utf-8").splitlines()
        assert {"Restart=on-failure", "RestartPreventExitStatus=2"} <= set(lines)
    assert "    restart: unless-stopped\n" in (DEPLOY / "compose.yaml").read_text("utf-8")
    assert "restartPolicy" not in (DEPLOY / "kubernetes.yaml").read_text("utf-8")  # the default is Always
    assert stuck.SECONDS < running.STUCK_SECONDS
