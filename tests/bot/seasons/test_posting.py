"""Tests of the loop that posts messages by itself."""

from __future__ import annotations

from typing import Any

from bot.posting import PostKind, post_due
from storage.daily.posts import Subscribed
from tests.bot.people import Stage


async def test_a_kind_that_cannot_be_read_stops_no_other(stage: Stage) -> None:
    """An error is logged; the next kind is posted, and the loop goes on."""
    posted = list[int]()
    due = Subscribed(stage.guild.id, 1, 0, None, None, 0, True)

    def broken(*_: Any) -> list[Subscribed]:
        raise ValueError("a damaged row")

    async def post(_: Any, one: Subscribed) -> None:
        posted.append(one.guild_id)

    await post_due(stage.bot, (PostKind(broken, post), PostKind(lambda *_: [due], post)))
    assert posted == [stage.guild.id]
