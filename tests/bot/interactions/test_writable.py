"""Tests of the check whether the bot may write in a private thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest

from bot.interactions import READ_SECONDS, check_writable
from bot.refused import Refused
from bot.showing.channels import READABLE_MS, ChannelTracker
from bot.wire.errors import NoAnswer, RequestRejected
from tests.bot.turning import HandClock

THREAD = 7
FORBIDDEN = RequestRejected(403, 50001, "Missing Access")


class PrivateThread:
    """A private thread, and an interaction in it.

    Attributes:
        error: raised by the next reads.
        reads: number of reads.
        answers: set if reads are answered.
    """

    def __init__(self, *, is_locked: bool = False) -> None:
        self.clock = HandClock()
        self.channels = ChannelTracker(self.clock, lambda guild: True)
        self.reads = 0
        self.error: Exception | None = None
        self.answers = asyncio.Event()
        self.answers.set()
        thread = MagicMock(spec=discord.Thread)
        thread.type = discord.ChannelType.private_thread
        thread.id, thread.parent_id, thread.locked = THREAD, 5, is_locked
        thread.permissions_for.return_value = discord.Permissions.none()
        thread.guild.get_thread.return_value = thread
        client = SimpleNamespace(
            channels=self.channels, clock=self.clock, transport_to=lambda _: self, user=SimpleNamespace(id=1)
        )
        self.interaction: Any = SimpleNamespace(
            guild=thread.guild,
            channel=thread,
            channel_id=THREAD,
            guild_id=3,
            client=client,
            app_permissions=discord.Permissions.all(),
        )

    @asynccontextmanager
    async def permit(self, *_: Any) -> AsyncIterator[None]:
        yield

    async def history(self, *_: Any) -> None:
        self.reads += 1
        await self.answers.wait()
        if self.error is not None:
            raise self.error

    async def advice(self) -> str | None:
        """Return the advice with which the check refuses; ``None`` if it does not."""
        checking = asyncio.create_task(check_writable(self.interaction, ()))
        await self.clock.turn(round(1000 * READ_SECONDS))
        assert checking.done()
        error = checking.exception()
        assert error is None or isinstance(error, Refused)
        return None if error is None else str(getattr(error.text.args["advice"], "key", ""))


async def test_locked_private_thread_is_refused() -> None:
    """A lock holds for private threads as for others, and nothing is read there."""
    thread = PrivateThread(is_locked=True)
    assert await thread.advice() == "cannot-write-locked"
    assert not thread.reads


async def test_thread_that_refused_a_message_stays_refused() -> None:
    """Reading a thread does not show that the bot may write there."""
    thread = PrivateThread()
    thread.channels.note_refused(THREAD, FORBIDDEN)
    assert await thread.advice() == "cannot-write-private"
    assert thread.channels.is_refused(THREAD)


async def test_thread_is_read_once_a_minute() -> None:
    thread = PrivateThread()
    for _ in range(3):
        assert await thread.advice() is None
    assert thread.reads == 1
    await thread.clock.turn(READABLE_MS)
    thread.error = FORBIDDEN
    assert await thread.advice() == "cannot-write-private"
    assert thread.reads == 2


@pytest.mark.parametrize("is_late", [True, False], ids=["late", "lost"])
async def test_unknown_answer_is_no_refusal(*, is_late: bool) -> None:
    """Without an answer within a second nothing is known against the thread; it is read again."""
    thread = PrivateThread()
    if is_late:
        thread.answers.clear()
    else:
        thread.error = NoAnswer("lost")
    assert await thread.advice() is None
    assert await thread.advice() is None
    assert thread.reads == 2
