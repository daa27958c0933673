"""Tests of the requests that register commands."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from bot.wire.errors import RateLimited
from bot.wire.limits import Allowance, Limits
from bot.wire.registration import (
    ADVICE,
    ENTRY_POINT,
    CommandsRefused,
    load_commands,
    register_commands,
    register_server_commands,
)
from bot.wire.transport import Transport
from tests.bot.turning import HandClock
from tests.bot.wire.connections import APPLICATION, FakeConnection, refusal, reply

PLAY = {"type": 1, "name": "play", "description": "Play"}
LAUNCH: dict[str, Any] = {
    "id": "5",
    "version": "6",
    "application_id": "7",
    "type": ENTRY_POINT,
    "name": "launch",
    "name_localizations": {"ja": "起動"},
    "description": "",
    "default_member_permissions": None,
    "contexts": [0],
    "handler": 2,
}


async def test_entry_point_is_sent_with_the_fields_that_may_be_sent() -> None:
    connection = FakeConnection(reply([LAUNCH, PLAY]), reply([]))
    await register_commands(connection.transport(), [PLAY], were_registered=False)
    assert connection.requested == [
        ("GET", f"/applications/{APPLICATION}/commands?with_localizations=true"),
        ("PUT", f"/applications/{APPLICATION}/commands"),
    ]
    play, launch = connection.last.body
    assert play == PLAY
    names = ("type", "name", "name_localizations", "description", "contexts", "handler")
    assert launch == {name: LAUNCH[name] for name in names}
    assert connection.last.by_bot


async def test_commands_of_a_server_replace_all_of_them() -> None:
    connection = FakeConnection(reply([]))
    await register_server_commands(connection.transport(), 9, [PLAY])
    assert connection.requested == [("PUT", f"/applications/{APPLICATION}/guilds/9/commands")]
    assert connection.last.body == [PLAY]


@pytest.mark.parametrize(("registered", "are_registered"), [([], False), ([LAUNCH], False), ([PLAY], True)])
@pytest.mark.parametrize("code", [*ADVICE, 50001])
async def test_refusal_has_the_reason_and_advice(
    code: int, registered: list[dict[str, Any]], are_registered: bool
) -> None:
    """The error has Discord's code and words, advice, and whether people have commands to use meanwhile."""
    connection = FakeConnection(reply(registered), refusal(400, code))
    with pytest.raises(CommandsRefused, match=rf"400 \({code}\): No\.") as refused:
        await register_commands(connection.transport(), [PLAY], were_registered=False)
    assert refused.value.are_registered == are_registered
    advice = str(refused.value).partition("No. ")[2]
    assert advice == ADVICE.get(code, advice)
    assert "again" in advice or "before it" in advice


@pytest.mark.parametrize("were_registered", [False, True])
async def test_refused_list_counts_as_a_refusal(*, were_registered: bool) -> None:
    """If Discord does not say what is registered, what this bot has registered before counts."""
    connection = FakeConnection(refusal(403, 50001))
    with pytest.raises(CommandsRefused, match="tefuda doctor") as refused:
        await register_commands(connection.transport(), [PLAY], were_registered=were_registered)
    assert refused.value.are_registered == were_registered


@pytest.mark.parametrize(("seconds", "requests"), [(59, 2), (61, 1)])
async def test_long_rate_limit_is_not_waited_for(seconds: int, requests: int) -> None:
    """A rate limit of more than a minute ends the attempt, so that the bot starts meanwhile."""
    connection = FakeConnection(reply({"retry_after": seconds}, 429), reply([]))
    clock = HandClock()
    limits = Limits(clock, Allowance(50, 1000))
    tasks = [asyncio.create_task(limits.run()), asyncio.create_task(load(connection.transport(limits)))]
    await clock.turn(1000 * seconds)
    assert len(connection.requests) == requests
    for task in tasks:
        task.cancel()


async def load(transport: Transport) -> None:
    with suppress(RateLimited):
        await load_commands(transport)
