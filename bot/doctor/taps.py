"""Checks of ``tefuda doctor --listen``: answering a tap, and using the tap's token afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple, TypeAlias

import discord

from bot import undocumented
from bot.clock import Clock, Signal
from bot.doctor.visit import NAME, Visit, known_id
from bot.wire.components import button, button_rows, text_display
from bot.wire.connection import USER_AGENT
from bot.wire.errors import ALREADY_ANSWERED, UNKNOWN_MESSAGE
from bot.wire.messages import EPHEMERAL, framed
from bot.wire.transport import Answer

TAP_SECONDS = 60.0


class ButtonTap(NamedTuple):
    """A tap on the button that ``tefuda doctor --listen`` has posted."""

    interaction_id: int
    token: str


NextTap: TypeAlias = Callable[[float], Awaitable[ButtonTap | None]]
"""Function that waits for a tap for at most some seconds. It returns ``None`` if there was none."""


@asynccontextmanager
async def listening(token: str, clock: Clock) -> AsyncIterator[NextTap]:
    """Context manager that connects to Discord, and yields a function that waits for the next tap."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    undocumented.set_user_agent(client, USER_AGENT)
    taps: list[ButtonTap] = []
    come = Signal()

    # Taps are collected, since one may arrive before it is waited for.
    @client.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        taps.append(ButtonTap(interaction.id, interaction.token))
        come.set()

    async def next_tap(seconds: float) -> ButtonTap | None:
        if not taps:
            await clock.wait(come, seconds)
        return taps.pop(0) if taps else None

    # The connection runs in a task of its own for as long as the caller needs it.
    await client.login(token)
    connecting = asyncio.create_task(client.connect())
    try:
        yield next_tap
    finally:
        await client.close()
        connecting.cancel()
        with suppress(asyncio.CancelledError):
            await connecting


async def try_a_tap(visit: Visit, next_tap: NextTap) -> None:
    """Ask a person to tap a button, and check how Discord handles the answers to the tap."""
    transport = visit.transport
    buttons = button_rows([button("tap", "doctor", "Tap me", style="primary")])
    posted = await visit.send(framed(text_display(f"{NAME}: please tap."), *buttons), 6)
    visit.tell(f"waiting: somebody please tap the button in the channel, within {TAP_SECONDS:.0f} seconds")
    tap = await next_tap(TAP_SECONDS)
    if tap is None:
        visit.tell("not tried: answers to taps; nobody has tapped")
        return
    # The tapped message becomes @original, and its answer is taken once only.
    picture = visit.page("three")
    answered = await transport.answer(*tap, Answer.UPDATE, picture)
    visit.check(
        answered.message_id == posted.message_id and bool(answered.pictures),
        "an update of the tapped message tells its id and its picture's",
        "an update of the tapped message does not tell its id and its picture's",
    )
    code = await visit.code_of(transport.answer(*tap, Answer.ACKNOWLEDGED))
    visit.check(
        code == ALREADY_ANSWERED,
        f"a second answer is refused by {ALREADY_ANSWERED}",
        f"a second answer is not refused by {ALREADY_ANSWERED}: whether one arrived is unknown",
    )
    code = await visit.code_of(transport.edit_by_token(*tap, picture, answered.pictures))
    visit.check(
        not code and visit.connection.answer.get("id") == str(posted.message_id),
        "after an update @original is the tapped message",
        f"after an update @original is not the tapped message ({code})",
    )
    limit = visit.connection.reply.headers.get("X-RateLimit-Limit")
    visit.tell(f"note: by a tap's token so many requests may be made at once: {limit or 'no refusal'}")
    # A private follow-up can be edited by the token, and not by the bot.
    sent = await transport.follow_up(visit.channel_id, tap[1], visit.page())
    visit.check(
        bool(visit.connection.answer["flags"] & EPHEMERAL),
        "a follow-up is private when it says so",
        "a follow-up is not private although it says so",
    )
    code = await visit.code_of(transport.edit(visit.channel_id, known_id(sent), visit.page()))
    visit.check(
        code == UNKNOWN_MESSAGE,
        "a private message is out of reach for the bot's own token",
        f"a private message is within reach for the bot's own token ({code or 'edited'})",
    )
    await transport.edit_by_token(*tap, visit.page(), message_id=known_id(sent))
    visit.tell("right: a private message is edited by the tap's token")
    await visit.code_of(transport.delete_by_token(*tap, message_id=known_id(sent)))
    code = await visit.code_of(transport.edit_by_token(*tap, visit.page(), message_id=known_id(sent)))
    visit.check(
        code == UNKNOWN_MESSAGE,
        "a private message is deleted by the tap's token",
        f"a private message is still there after its deletion by the tap's token ({code or 'edited'})",
    )
