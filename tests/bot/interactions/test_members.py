"""Tests of ``has_left``: whether Discord says that a person is no longer a member of a server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.interactions import has_left
from bot.wire.errors import UNKNOWN_MEMBER

GONE: Any = SimpleNamespace(status=404, reason="Not Found")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (discord.NotFound(GONE, {"code": UNKNOWN_MEMBER, "message": "Unknown Member"}), True),
        (discord.NotFound(GONE, {"code": 10004, "message": "Unknown Guild"}), False),
        (discord.RateLimited(60), False),
        (OSError("no route to Discord"), False),
    ],
    ids=lambda case: type(case).__name__,
)
async def test_member_has_left_only_if_discord_says_so(error: Exception, expected: bool) -> None:
    """Only the error Unknown Member means that the person has left; other errors are ignored."""

    async def fetch_member(_: int) -> None:
        raise error

    guild = SimpleNamespace(fetch_member=fetch_member)
    client: Any = SimpleNamespace(get_guild=lambda _: guild)
    assert await has_left(client, 1, 2) is expected
