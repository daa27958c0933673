"""Tests of the requests that register commands."""

from __future__ import annotations

from typing import Any

import pytest

from bot.wire.registration import (
    ADVICE,
    ENTRY_POINT,
    CommandsRefused,
    register_commands,
    register_server_commands,
)
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
    await register_commands(connection.transport(), [PLAY])
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
        await register_commands(connection.transport(), [PLAY])
    assert refused.value.are_registered == are_registered
    advice = str(refused.value).partition("No. ")[2]
    assert advice == ADVICE.get(code, advice)
    assert "again" in advice or "before it" in advice
