"""Lobbies that open at a time: who comes is called once, and sits there then."""

from __future__ import annotations

from typing import Any

import pytest

from storage.rows import GuildSettings
from storage.servers.settings import save_settings
from tests.bot.conftest import RARE_SEARCH_SECONDS
from tests.bot.finding import listen
from tests.bot.people import Stage, custom_ids, said
from tests.bot.playing import MakeBot, kill

HOUR = 3600


async def appointed(stage: Stage, when: str = "in 2 hours") -> Any:
    """Alice makes an appointment; returns its message."""
    await stage.alice.slash(stage.channel, "play", game="bull", when=when)
    return stage.channel.last_message


def now(stage: Stage) -> str:
    """What the appointment's message says."""
    return said(stage.message("Coming"))


async def test_people_say_whether_they_come(stage: Stage) -> None:
    """Yes is a seat, maybe and no are names, and everybody may change their mind."""
    message = await appointed(stage)
    assert "Coming: Alice" in said(message)
    assert not any(cid.startswith("b:start:") for cid in custom_ids(message))
    await stage.tap(stage.bob, message, "join")
    await stage.tap(stage.carol, message, "maybe")
    assert "Coming: Alice and Bob" in now(stage)
    assert "Maybe: Carol" in now(stage)
    await stage.tap(stage.bob, message, "cannot")
    await stage.tap(stage.carol, message, "join")
    text = now(stage)
    assert "Coming: Alice and Carol" in text
    assert "Can’t: Bob" in text
    assert "Maybe" not in text.split("Coming")[1]
    await stage.tap(stage.carol, message, "maybe")
    refused = await stage.tap(stage.alice, message, "cannot")
    assert "Nobody else is coming" in said(refused.response)


@pytest.mark.usefixtures("rare_beats")
async def test_who_comes_is_called_once_and_sits_there_then(stage: Stage) -> None:
    """Ten minutes before, and nobody else; at the time the lobby opens, at the bottom, and can be started."""
    message = await appointed(stage)
    await stage.tap(stage.bob, message, "join")
    await stage.tap(stage.carol, message, "maybe")
    heard = listen(stage)
    await stage.env.advance_time(2 * HOUR - 700)
    assert heard == {}
    await stage.env.advance_time(200)
    assert heard == {stage.alice.id: 1, stage.bob.id: 1}
    await stage.env.advance_time(600)
    assert heard == {stage.alice.id: 1, stage.bob.id: 1}
    assert stage.opened.gathering.starts_at is None
    lobby = stage.channel.last_message
    assert lobby.id != message.id
    assert [seat.name for seat in stage.opened.people] == ["Alice", "Bob"]
    await stage.tap(stage.alice, lobby, "start")
    assert stage.state.is_playing


@pytest.mark.usefixtures("rare_beats")
async def test_too_few_are_told_so(stage: Stage) -> None:
    """The lobby closes, kindly, and calls nobody again."""
    await appointed(stage)
    await stage.env.advance_time(2 * HOUR + 60)
    assert stage.lobbies == []
    assert "Another day" in said(stage.message("only Alice could come"))


@pytest.mark.usefixtures("rare_beats")
@pytest.mark.parametrize("at", [2 * HOUR - 605, 2 * HOUR - 590, 2 * HOUR - 5])
async def test_restarts_lose_and_double_nothing(stage: Stage, make_bot: MakeBot, at: int) -> None:
    """Before the call, after it, before the lobby opens: each is called once, and it opens once."""
    message = await appointed(stage)
    await stage.tap(stage.bob, message, "join")
    heard = listen(stage)
    await stage.env.advance_time(at)
    await kill(stage, make_bot, away=10)
    await stage.env.advance_time(2 * HOUR - at + 60)
    assert heard == {stage.alice.id: 1, stage.bob.id: 1}
    assert [seat.name for seat in stage.opened.people] == ["Alice", "Bob"]
    assert stage.opened.gathering.starts_at is None


@pytest.mark.usefixtures("rare_beats")
async def test_a_standing_table_comes_again_until_the_host_ends_it(stage: Stage) -> None:
    """Each week the next one is written with the opening; closed, no other follows."""
    settings = GuildSettings(stage.guild.id, time_zone="Asia/Tokyo")
    await stage.bot.store.write(save_settings, settings)
    message = await appointed(stage, "every friday 20:00")
    first = stage.opened.gathering.starts_at
    assert first is not None
    await stage.tap(stage.bob, message, "join")
    await stage.env.advance_time(first / 1000 - stage.bot.clock.now_ms() / 1000 + RARE_SEARCH_SECONDS)
    opened, following = sorted(stage.lobbies, key=lambda table: table.state.row.created_at)
    assert opened.state.gathering.starts_at is None
    assert following.state.gathering.starts_at == first + 7 * 24 * HOUR * 1000
    assert [seat.name for seat in following.state.people] == ["Alice"]
    events = stage.env.backend.get_guild(stage.guild.id).scheduled_events
    assert [event.status for event in events.values()] == [2, 1], "each week has an event of its own"
    message = stage.table_message(following)
    assert "every week" in said(message)
    await stage.tap_more(stage.alice, message, "cancel")
    await stage.env.advance_time(60)
    assert stage.lobbies == [opened]
    assert [event.status for event in events.values()] == [2]


async def test_nothing_starts_before_its_time(stage: Stage) -> None:
    """A time that nobody understands opens nothing, and says how to write one."""
    refused = await stage.alice.slash(stage.channel, "play", game="bull", when="soon")
    assert "in 2 hours" in said(refused.response)
    assert stage.lobbies == []
