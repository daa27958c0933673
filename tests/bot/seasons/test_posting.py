"""Tests of the loop that sends due posts."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest

from bot.driving.keeper import RetryPause
from bot.posting import PostKind, post_due
from storage.daily import DailyServer
from tests.bot.people import Stage


async def test_unreadable_kind_does_not_stop_other_kinds(stage: Stage) -> None:
    """If the due posts of one kind cannot be loaded, posts of other kinds are still sent."""
    posted = list[int]()
    due = DailyServer(stage.guild.id, 1, 0, None, None, 0, True)

    def broken(*_: Any) -> list[DailyServer]:
        raise ValueError("a damaged row")

    async def post(_: Any, subscription: DailyServer) -> None:
        posted.append(subscription.guild_id)

    await post_due(stage.bot, (PostKind(broken, post), PostKind(lambda *_: [due], post)), {})
    assert posted == [stage.guild.id]


async def test_failing_post_is_retried_with_growing_delays(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failing post is tried six times in the first hour, then hourly; other posts do not wait."""
    tried = list[int]()
    servers = [DailyServer(guild_id, 1, 0, None, None, 0, True) for guild_id in (1, 2)]
    is_broken, now = True, [0]
    pauses = dict[Hashable, RetryPause]()

    async def post(_: Any, subscription: DailyServer) -> None:
        tried.append(subscription.guild_id)
        if subscription.guild_id == 1 and is_broken:
            raise ValueError("a bug")

    async def rounds(count: int) -> None:
        nonlocal pauses
        tried.clear()
        for _ in range(count):
            now[0] += 30_000
            pauses = await post_due(stage.bot, (PostKind(lambda *_: servers, post),), pauses)

    monkeypatch.setattr(stage.bot.clock, "elapsed_ms", lambda: now[0])
    await rounds(120)
    assert tried.count(2) == 120
    assert tried.count(1) == 6  # in an hour
    await rounds(120 * 24)
    assert 23 <= tried.count(1) <= 25  # in a day
    assert len(pauses) == 1
    failing = servers.pop(0)
    await rounds(1)
    assert not pauses  # a post that is no longer due is forgotten
    servers.insert(0, failing)
    await rounds(120)
    assert tried.count(1) == 6
    is_broken = False
    await rounds(120)
    await rounds(10)
    assert tried.count(1) == 10
