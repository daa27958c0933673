"""Tests of lobbies whose host is gone: who may start them or become the host, and from when on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.refused import Refused
from bot.tables import lobby as acts
from storage.rows import CHANNEL, THREAD
from tests.bot.finding import deny_permissions
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.playing import MakeBot, kill
from tests.promises import HOST_GONE_MS

SECONDS = HOST_GONE_MS // 1000
GONE = "hasn’t tapped anything here for ten minutes"


async def lobby_of_three(stage: Stage) -> None:
    """Have Alice open a lobby that Bob and Carol join."""
    lobby = await stage.lobby()
    await stage.tap(stage.bob, lobby, "join")
    await stage.tap(stage.carol, lobby, "join")
    await stage.env.advance_time(3)


async def refusal(stage: Stage, person: Any, verb: str = "start") -> str:
    return text_of_message((await stage.tap(person, stage.lobby_message, verb)).response)


async def test_anybody_seated_starts_after_ten_minutes(stage: Stage) -> None:
    """The message says when others can start; after that time one of them can, and becomes the host."""
    await lobby_of_three(stage)
    assert "gone for ten minutes, anybody seated can" in text_of_message(stage.lobby_message)
    await stage.env.advance_time(SECONDS - 10)
    assert "Only the host" in await refusal(stage, stage.bob)
    await stage.env.advance_time(20)
    assert GONE in text_of_message(stage.lobby_message)
    outsider = stage.member("Dora")
    assert "Only the host" in await refusal(stage, outsider)
    await stage.tap(stage.bob, stage.lobby_message, "start")
    assert stage.state.row.host_id == stage.bob.id
    assert (await stage.stored_table()).table.host_id == stage.bob.id
    assert stage.state.seat_of(stage.alice.id) is not None


@pytest.mark.parametrize("may_open_threads", [True, False])
async def test_seated_person_starts_beside_another_game(stage: Stage, *, may_open_threads: bool) -> None:
    """If another game has begun in the channel, a thread is chosen as it is for the host."""
    await lobby_of_three(stage)
    first = stage.lobbies[0]
    dora, eve = stage.member("Dora"), stage.member("Eve")
    await dora.slash(stage.channel, "play", game="bull")
    other = stage.lobbies[-1]
    await stage.tap(eve, stage.table_message(other), "join")
    await stage.tap(dora, stage.table_message(other), "start", seconds=3)
    await stage.env.advance_time(SECONDS + 20)
    if not may_open_threads:
        await first.change(acts.set_venue, stage.alice.id, THREAD)
        deny_permissions(stage, "create_public_threads")
    await stage.tap(stage.bob, stage.table_message(first), "start", seconds=3)
    assert first.state.is_playing
    assert first.state.gathering.venue != CHANNEL


async def test_tap_by_the_host_counts_as_being_there(stage: Stage) -> None:
    """Any tap of the host at the lobby starts the ten minutes again, and removes the notice."""
    await lobby_of_three(stage)
    await stage.env.advance_time(SECONDS - 10)
    await stage.tap_more(stage.alice, stage.lobby_message, "options")
    await stage.env.advance_time(20)
    assert GONE not in text_of_message(stage.lobby_message)
    await stage.env.advance_time(SECONDS)
    assert GONE in text_of_message(stage.lobby_message)
    await stage.tap(stage.alice, stage.lobby_message, "more")
    await stage.env.advance_time(5)
    assert GONE not in text_of_message(stage.lobby_message)
    assert "Only the host" in await refusal(stage, stage.bob)


async def test_seated_person_becomes_the_host(stage: Stage) -> None:
    """While players are missing, a seated person can become the host and then has the host's buttons."""
    lobby = await stage.lobby("tomoe")
    await stage.tap(stage.bob, lobby, "join")
    assert "takeover" not in " ".join(custom_ids((await stage.more(stage.bob, lobby)).response))
    await stage.env.advance_time(SECONDS + 10)
    assert "anybody seated can take over" in text_of_message(stage.lobby_message)
    page = (await stage.more(stage.bob, stage.lobby_message)).response
    await stage.tap(stage.bob, page, "takeover")
    await stage.env.advance_time(3)
    assert stage.lobby_state.row.host_id == stage.bob.id
    assert "Bob 🔑 host" in text_of_message(stage.lobby_message)
    assert GONE not in text_of_message(stage.lobby_message)
    forged = f"b:takeover:{stage.lobby_state.id}"
    assert "Only the host" in await stage.forge(stage.carol, stage.lobby_message, forged)
    await stage.seat(stage.bob, stage.lobby_message, "normal")
    assert len(stage.lobby_state.seats) == 3


async def test_lobby_of_one_person_has_no_other_host(stage: Stage) -> None:
    """A lobby without other people says nothing about its host, however long the host is gone."""
    lobby = await stage.lobby()
    await stage.env.advance_time(2 * SECONDS)
    assert GONE not in text_of_message(stage.lobby_message)
    await stage.tap(stage.bob, stage.lobby_message, "join")
    await stage.env.advance_time(5)
    assert GONE in text_of_message(stage.lobby_message), "who joins later need not wait again"
    assert lobby is not None


async def test_time_that_the_bot_did_not_see_counts_for_no_host(stage: Stage, make_bot: MakeBot) -> None:
    """After a restart the ten minutes start again."""
    await lobby_of_three(stage)
    await kill(stage, make_bot, away=2 * SECONDS, seconds=10)
    assert GONE not in text_of_message(stage.lobby_message)
    assert "Only the host" in await refusal(stage, stage.bob)
    await stage.env.advance_time(SECONDS)
    assert GONE in text_of_message(stage.lobby_message)


async def test_appointment_waits_for_nobody_before_it_opens(stage: Stage) -> None:
    """Before its time nobody becomes the host of a planned game; ten minutes after it opens a guest can."""
    await stage.alice.slash(stage.channel, "play", game="bull", when="in 1 hour")
    await stage.tap(stage.bob, stage.lobby_message, "join")
    await stage.env.advance_time(3600 - 30)
    with pytest.raises(Refused):
        acts.take_over(stage.lobby_state.with_host_gone(True), stage.bob.id)
    await stage.env.advance_time(60)
    assert "Only the host" in await refusal(stage, stage.bob)
    await stage.env.advance_time(SECONDS)
    await stage.tap(stage.bob, stage.lobby_message, "start")
    assert stage.state.is_playing
