"""Helpers for tests of lobbies: invite, open threads, deny permissions, count notifications."""

from __future__ import annotations

from collections import Counter
from typing import Any

import discord

from tests.bot.people import Stage, find_id, text_of_message


def listen(stage: Stage) -> Counter[int]:
    """Return a counter, by user id, of the messages that notify each person after this call."""
    backend, heard = stage.env.backend, Counter[int]()
    emit = backend.emit

    def count(event: str, payload: Any, *args: Any, **kwargs: Any) -> Any:
        if event == "MESSAGE_CREATE":
            message = backend.get_message(int(payload["channel_id"]), int(payload["id"]))
            heard.update(message.ping_user_ids)
        return emit(event, payload, *args, **kwargs)

    backend.emit = count
    return heard


def deny_permissions(stage: Any, *names: str) -> None:
    """Deny the bot these permissions in the channel of a stage or a storm."""
    deny_permissions_in(stage, stage.channel, *names)


def deny_permissions_in(stage: Any, channel: Any, *names: str) -> None:
    """Deny the bot permissions in a channel."""
    backend = stage.env.backend
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    overwrite: Any = type("Overwrite", (), {})()
    overwrite.target_id, overwrite.type, overwrite.allow, overwrite.deny = backend.bot_user.id, 1, 0, denied
    backend.set_overwrite(channel.id, overwrite)


async def invite(stage: Stage, *people: Any) -> Any:
    """Have Alice invite people by the menu of her panel; return the bot's answer."""
    panel = await stage.more(stage.alice, stage.lobby_message)
    answer = await stage.alice.select(
        panel.response, list(people), custom_id=find_id(panel.response, "u", "invite")
    )
    await stage.env.advance_time(3)
    return answer


def lobby_text(stage: Stage) -> str:
    return text_of_message(stage.lobby_message)


async def in_thread(stage: Stage) -> Any:
    """Have Alice and Bob start a game in its own thread; return the thread."""
    await stage.tap(stage.bob, await choose_thread(stage), "join")
    await start(stage)
    (thread,) = stage.channel.threads
    return thread


async def choose_thread(stage: Stage, computers: int = 0) -> Any:
    """Have Alice open a lobby and choose a thread for its game; return the lobby's message."""
    lobby = await stage.lobby("bull", computers)
    panel = await stage.tap_more(stage.alice, lobby, "options")
    await stage.choose(stage.alice, panel.response, "venue", ["thread"])
    return lobby


async def start(stage: Stage) -> None:
    await stage.env.advance_time(3)
    await stage.tap(stage.alice, stage.lobby_message, "start", seconds=3)


async def start_and_leave(stage: Stage, *others: Any, computers: int = 0) -> Any:
    """Have Alice start a game with others and resign; return the table's message."""
    await stage.start_game(*others, computers=computers)
    table = stage.table
    for person in (stage.alice, *others):
        await stage.resign(person)
    await stage.env.advance_time(3)
    return stage.table_message(table)
