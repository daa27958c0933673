"""What follows a game: a rematch, or another game, with the people who played."""

from __future__ import annotations

import pytest

from bot.tables.computers import unsigned
from games import GAMES
from storage.rows import BARRED, CHANNEL, THREAD, GuildSettings
from storage.servers.settings import save_settings
from tests.bot.finding import forbid, listen, lobby_text, played
from tests.bot.people import Stage, options, said


async def test_a_rematch_mentions_those_who_played(stage: Stage) -> None:
    """Not whoever opens it, and nobody who was not there."""
    message = await played(stage, stage.bob, computers=1)
    heard = listen(stage)
    await stage.tap(stage.alice, message, "rematch")
    assert heard == {stage.bob.id: 1}
    assert f"no answer yet: <@{stage.bob.id}>" in lobby_text(stage)
    assert f"<@{stage.alice.id}>" not in lobby_text(stage)


@pytest.mark.parametrize("venue", [CHANNEL, THREAD])
async def test_a_rematch_is_as_the_host_had_chosen(stage: Stage, venue: str) -> None:
    """Options, clock, who may watch, where it is played, if it can be; not as the server likes it by now."""
    lobby = await stage.lobby("bull")
    panel = await stage.tap(stage.alice, lobby, "options")
    await stage.choose(stage.alice, panel.response, "option", ["first"])
    await stage.choose(stage.alice, panel.response, "clock", ["week"])
    await stage.choose(stage.alice, panel.response, "venue", [venue])
    await stage.tap(stage.alice, panel.response, "watching")
    await stage.tap(stage.alice, panel.response, "hints")
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    forbid(stage, "create_public_threads")
    await stage.tap(stage.alice, stage.message("Seats"), "start")
    await stage.env.advance_time(2)
    before = stage.state
    assert "first" in before.row.options.values()
    liked = THREAD if venue == CHANNEL else CHANNEL
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, clock="blitz", venue=liked))
    assert before.gathering.venue == (BARRED if venue == THREAD else CHANNEL)
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[])
    table = stage.table
    await stage.resign(stage.alice)
    await stage.resign(stage.bob)
    await stage.env.advance_time(5)
    await stage.tap(stage.alice, stage.table_message(table), "rematch")
    after = stage.opened
    assert (after.row.options, after.row.clock, after.row.watching) == (before.row.options, "week", False)
    assert after.row.hints is before.row.hints is not None
    assert after.gathering.venue == venue


async def test_another_game_is_offered_to_the_same_people(stage: Stage) -> None:
    """Whoever taps picks the game in private and is host; who played is asked, computers come along."""
    message = await played(stage, stage.bob, computers=1)
    choice = await stage.tap(stage.bob, message, "another")
    assert choice.response.ephemeral
    ((_, games),) = options(choice.response, "another_game")
    assert games == [game.id for game in GAMES]
    await stage.choose(stage.bob, choice.response, "another_game", ["trick3"])
    lobby = stage.opened
    assert (lobby.game.id, lobby.row.host_id) == ("trick3", stage.bob.id)
    assert [seat.level for seat in lobby.seats] == [None, "normal"]
    assert lobby.seats[1].name == unsigned(lobby.seats[1].name)  # nobody lies there
    assert f"no answer yet: <@{stage.alice.id}>" in lobby_text(stage)


async def test_computer_players_make_room(stage: Stage) -> None:
    """A smaller game has seats for all the people who played."""
    message = await played(stage, stage.bob, computers=4)
    choice = await stage.tap(stage.bob, message, "another")
    await stage.choose(stage.bob, choice.response, "another_game", ["tomoe"])
    assert len(stage.opened.seats) == 2


async def test_whoever_picks_later_joins(stage: Stage) -> None:
    """One lobby follows a table, whatever it is."""
    message = await played(stage, stage.bob, computers=1)
    late = await stage.tap(stage.alice, message, "another")
    await stage.tap(stage.bob, message, "rematch")
    joined = await stage.choose(stage.alice, late.response, "another_game", ["lost"])
    assert joined.response.id == late.response.id
    assert [seat.name for seat in stage.state.people] == ["Bob", "Alice"]
    assert stage.state.game.id == "bull"


@pytest.mark.parametrize("verb", ["rematch", "another"])
async def test_who_did_not_play_calls_nobody(stage: Stage, verb: str) -> None:
    """Those who played are not called by a stranger, who may open a table without them."""
    message = await played(stage, stage.bob, computers=1)
    heard = listen(stage)
    offered = await stage.tap(stage.carol, message, verb)
    assert offered.response.ephemeral
    assert "Only those who played" in said(offered.response)
    assert not stage.lobbies
    await stage.tap(stage.carol, offered.response, "begin")
    assert [seat.name for seat in stage.opened.seats] == ["Carol"]
    assert not heard
    assert not stage.opened.gathering.invitations
