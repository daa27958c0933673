"""Tests that the log has one line at the beginning and one at the end of a database outage."""

from __future__ import annotations

from typing import Any

from structlog.testing import capture_logs

from storage.errors import StorageFailed
from tests.bot.faults import Faults, disk_full
from tests.bot.people import Stage

LOST, FOUND = "the database fails", "the database works again"


def away() -> Exception:
    return StorageFailed("the server could not be reached just now")


def about(lines: list[Any]) -> list[str]:
    """Return the warnings and errors in order."""
    return [line["event"] for line in lines if line["log_level"] not in ("debug", "info")]


async def test_outage_without_play_logs_two_lines(stage: Stage) -> None:
    """Without play an outage is noticed within a minute, and so is its end."""
    with capture_logs() as lines:
        read, write = (Faults(stage.env).fail(f"{kind} *", away, times=None) for kind in ("read", "write"))
        await stage.env.advance_time(70)
        assert about(lines) == [LOST]
        await stage.env.advance_time(400)
        read.end()
        write.end()
        await stage.env.advance_time(130)
    assert about(lines) == [LOST, FOUND]
    assert lines[0]["why"] == "the server could not be reached just now"


async def test_outage_during_play_logs_two_lines(stage: Stage) -> None:
    await stage.start_two()
    with capture_logs() as lines:
        read, write = (Faults(stage.env).fail(f"{kind} *", away, times=None) for kind in ("read", "write"))
        for _ in range(20):
            await stage.player_on_turn().slash(stage.channel, "move", move="call single 5")
            await stage.tap(stage.alice, stage.table_message(), "hand")
            await stage.env.advance_time(5)
        read.end()
        write.end()
        await stage.env.advance_time(130)
    assert about(lines) == [LOST, FOUND]
    assert lines[-1]["failures"] > 20


async def test_full_disk_logs_at_most_a_line_a_minute(stage: Stage) -> None:
    """If only large writes fail, the log still has one line for the outage and one for its end."""
    await stage.start_two()
    with capture_logs() as lines:
        full = Faults(stage.env).fail("write append_moves", disk_full, times=None)
        for _ in range(60):
            await stage.player_on_turn().slash(stage.channel, "move", move="call single 5")
            await stage.env.advance_time(1)
        full.end()
        await stage.env.advance_time(130)
    assert about(lines) == [LOST, FOUND]
