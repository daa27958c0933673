"""An appointment as an event of its server: made once where the bot may, begun and ended with it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.faults import Faults, cut_in_half, disconnected, forbidden
from tests.bot.lobby.test_appointments import HOUR, appointed
from tests.bot.people import Stage, said
from tests.bot.playing import MakeBot, kill

MAKING = "POST /guilds/*/scheduled-events"
pytestmark = pytest.mark.usefixtures("rare_beats")


def events(stage: Stage) -> list[Any]:
    return [*stage.env.backend.get_guild(stage.guild.id).scheduled_events.values()]


async def test_an_appointment_is_an_event(stage: Stage) -> None:
    """With its time and place; it begins with the lobby, and is over with the game."""
    message = await appointed(stage)
    (event,) = events(stage)
    at = stage.opened.gathering.starts_at
    assert discord.utils.parse_time(event.scheduled_start_time).timestamp() * 1000 == at
    assert (event.name, event.status) == ("🐂 Porker Bull", 1)
    assert event.entity_metadata["location"].endswith(f"/{stage.guild.id}/{stage.channel.id}")
    assert "Alice" not in event.description
    await stage.tap(stage.bob, message, "join")
    await stage.env.advance_time(2 * HOUR + 60)
    assert events(stage)[0].status == 2
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    await stage.env.advance_time(3)
    assert events(stage)[0].status == 2
    for person in (stage.alice, stage.bob):
        await stage.resign(person)
    await stage.env.advance_time(60)
    assert events(stage)[0].status == 3


@pytest.mark.parametrize("ends", ["called off", "too few"])
async def test_an_appointment_that_does_not_come_about_is_no_event(stage: Stage, ends: str) -> None:
    """Neither called off by the host, nor with too few, who are told so kindly."""
    message = await appointed(stage)
    assert len(events(stage)) == 1
    if ends == "called off":
        await stage.tap_more(stage.alice, message, "cancel")
        await stage.env.advance_time(30)
    else:
        await stage.env.advance_time(2 * HOUR + 60)
        assert "Another day" in said(stage.message("only Alice could come"))
    assert stage.lobbies == []
    assert events(stage) == []


@pytest.mark.parametrize(
    ("error", "is_done", "is_killed"),
    [(disconnected, False, False), (cut_in_half, True, False), (disconnected, True, True)],
)
async def test_an_answer_that_gets_lost_makes_no_second_event(
    stage: Stage, make_bot: MakeBot, error: Any, is_done: bool, is_killed: bool
) -> None:
    """The server's events are looked through before another is made; after a kill, too."""
    faults = Faults(stage.env)
    rule = faults.lose(MAKING, error=error) if is_done else faults.fail(MAKING, error=error)
    await appointed(stage)
    if is_killed:
        await kill(stage, make_bot)
    await stage.env.advance_time(60)
    assert rule.met == 1
    assert len(events(stage)) == 1
    assert stage.lobbies[0].shown.event_id == events(stage)[0].id
    await kill(stage, make_bot)
    await stage.env.advance_time(60)
    assert len(events(stage)) == 1


@pytest.mark.parametrize("is_forbidden", [True, False], ids=["forbidden", "taken away"])
async def test_where_the_bot_may_make_none_there_is_none(stage: Stage, is_forbidden: bool) -> None:
    """It asks once, whoever manages the server's events has the last word; the game is as good without."""
    faults = Faults(stage.env)
    rule = faults.fail(MAKING, error=forbidden, times=None) if is_forbidden else None
    message = await appointed(stage)
    if rule is None:
        stage.env.backend.delete_scheduled_event(stage.guild.id, events(stage)[0].id)
    await stage.tap(stage.bob, message, "join")
    await stage.env.advance_time(2 * HOUR + 60)
    assert rule is None or rule.met == 1
    assert events(stage) == []
    assert stage.lobbies[0].shown.event_id == 0
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    assert stage.state.is_playing
