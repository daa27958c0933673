"""Test of two simulated weeks of one server with all events of a year."""

from __future__ import annotations

from pathlib import Path

from tests.bot.year import Year


async def test_two_weeks_leave_nothing_behind(tmp_path: Path) -> None:
    """After restarts, upgrades, clock changes, a full disk and outages no objects or files are left over."""
    report = await Year(tmp_path, days=14, games=1).live()
    assert [*report.twice, *report.stuck, *report.errors, *report.wrong] == []
    first, last = report.weeks
    assert last.games == 14
    assert report.calls > 14
    assert (last.open_tables, last.keepers, last.files) == (0, first.keepers, first.files)
    assert last.tasks == first.tasks
    assert last.threads <= first.threads + 1
    assert last.descriptors <= first.descriptors
