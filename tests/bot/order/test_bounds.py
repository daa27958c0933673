"""What one person may set going: lobbies, and calls to others."""

from __future__ import annotations

import pytest

from bot.driving.bounds import MOST_CALLS, MOST_CAUSED, MOST_FROM_ONE, MOST_HOSTED, MOST_LOBBIES, Bounds
from storage.rows import GuildSettings
from storage.servers.order import BARRED, Act, note_act
from storage.servers.settings import save_settings
from tests.bot.finding import listen, lobby_text, played
from tests.bot.people import Stage, options, said
from tests.bot.playing import MakeBot, restart
from tests.bot.turning import HandClock


async def test_one_person_hosts_a_few_lobbies(stage: Stage) -> None:
    """More are refused with a sentence; who closes one may open another."""
    for _ in range(MOST_HOSTED):
        await stage.lobby()
    refused = await stage.alice.slash(stage.channel, "play", game="bull")
    assert refused.response.ephemeral
    assert f"You host {MOST_HOSTED} open lobbies here already" in said(refused.response)
    assert len(stage.lobbies) == MOST_HOSTED
    await stage.tap_more(stage.alice, stage.channel.last_message, "leave")
    await stage.lobby()
    await stage.bob.slash(stage.channel, "play", game="bull")
    assert len(stage.lobbies) == MOST_HOSTED + 1


async def test_a_channel_has_room_for_some_lobbies(stage: Stage) -> None:
    """Whoever opens them; another channel has room of its own."""
    people = [
        stage.guild.add_member(stage.env.create_user(f"guest{number}")) for number in range(MOST_LOBBIES + 1)
    ]
    for member in people[:-1]:
        await member.slash(stage.channel, "play", game="bull")
    refused = await people[-1].slash(stage.channel, "play", game="bull")
    assert f"{MOST_LOBBIES} open lobbies in this channel" in said(refused.response)
    await people[-1].slash(stage.guild.create_text_channel("more"), "play", game="bull")
    assert len(stage.lobbies) == MOST_LOBBIES + 1


async def test_a_server_says_how_many_tables_stand_in_a_channel(stage: Stage) -> None:
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, most_tables=1))
    await stage.two()
    refused = await stage.carol.slash(stage.channel, "play", game="bull")
    assert "Only one table at a time" in said(refused.response)


async def test_a_server_says_what_is_played(stage: Stage) -> None:
    """Other games are refused by name, also as the next one of a table."""
    message = await played(stage, stage.bob, computers=1)
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, games=("lost", "tomoe")))
    refused = await stage.alice.slash(stage.channel, "play", game="bull")
    assert "Porker Bull isn’t played on this server." in said(refused.response)
    assert "What is: Lost Poker and Tomoefuda." in said(refused.response)
    again = await stage.tap(stage.alice, message, "rematch")
    assert "isn’t played on this server" in said(again.response)
    other = await stage.tap(stage.alice, message, "another")
    assert [games for _, games in options(other.response, "another_game")] == [["tomoe", "lost"]]
    await stage.alice.slash(stage.channel, "play", game="tomoe")
    assert len(stage.lobbies) == 1


async def test_a_server_says_who_plays(stage: Stage) -> None:
    """Only who has one of the roles opens or joins tables."""
    role = stage.guild.create_role("Players")
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, player_roles=(role.id,)))
    refused = await stage.alice.slash(stage.channel, "play", game="bull")
    assert f"<@&{role.id}>" in said(refused.response)
    dora = stage.member("Dora", roles=[role])
    await dora.slash(stage.channel, "play", game="bull")
    lobby = stage.channel.last_message
    refused = await stage.tap(stage.bob, lobby, "join")
    assert f"<@&{role.id}>" in said(refused.response)
    assert [seat.name for seat in stage.opened.seats] == ["Dora"]


async def test_people_are_not_called_again_and_again(stage: Stage) -> None:
    """Rematch, cancel, rematch: after some times the other is listed, not called, and one is told why."""
    message = await played(stage, stage.bob, computers=1)
    heard = listen(stage)
    for _ in range(MOST_FROM_ONE + 2):
        again = await stage.tap(stage.alice, message, "rematch")
        assert f"<@{stage.bob.id}>" in lobby_text(stage)
        await stage.tap_more(stage.alice, stage.table_message(stage.lobbies[0]), "leave")
    assert heard == {stage.bob.id: MOST_FROM_ONE}
    assert any("not notified" in said(one) for one in again.followups)


async def test_a_server_may_want_nobody_to_be_notified(stage: Stage) -> None:
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, pings=False))
    heard = listen(stage)
    asked = await stage.alice.slash(stage.channel, "play", game="bull", invite1=stage.carol)
    assert any("wants nobody to be pinged" in said(one) for one in asked.followups)
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    await stage.tap(stage.alice, stage.table_message(stage.lobbies[0]), "start", seconds=30)
    assert not heard


def test_calls_are_counted_by_the_hour() -> None:
    """From one person to another, to one from anybody, from one to anybody; then they are forgotten."""
    clock = HandClock()
    bounds = Bounds(clock)
    assert sum(len(bounds.called(1, [2])) for _ in range(20)) == MOST_FROM_ONE
    assert sum(len(bounds.called(by, [2])) for by in range(3, 30)) == MOST_CALLS - MOST_FROM_ONE
    assert sum(len(bounds.called(1, [whom])) for whom in range(100, 200)) == MOST_CAUSED - MOST_FROM_ONE
    clock.now += 3_600_000
    assert bounds.called(1, [2, 100]) == (2, 100)


async def test_a_nickname_stays_on_its_server(stage: Stage, make_bot: MakeBot) -> None:
    """What somebody is called on one server is not read on another, after a restart neither."""
    user = stage.env.create_user("nora", global_name="Nora")
    here = stage.guild.add_member(user)
    lobby = await stage.lobby()
    await stage.tap(here, lobby, "join")
    other = stage.env.create_guild("Secret club", preferred_locale="en-US")
    den = other.create_text_channel("den")
    await other.add_member(user, nick="NightElf69").slash(den, "play", game="bull")
    await restart(stage, make_bot)
    names = {table.state.row.guild_id: table.state.seats[-1].name for table in stage.lobbies}
    assert names == {stage.guild.id: "Nora", other.id: "NightElf69"}


@pytest.mark.parametrize("verb", ["rematch", "another"])
async def test_who_is_barred_opens_nothing_by_another_door(stage: Stage, verb: str) -> None:
    message = await played(stage, stage.bob, computers=1)
    act = Act(0, BARRED, stage.carol.id, "Carol", stage.bob.id, "Bob")
    await stage.bot.store.write(note_act, stage.guild.id, act)
    if verb == "another":
        await stage.tap(stage.alice, message, "rematch")
    refused = await stage.tap(stage.bob, message, "rematch")
    assert "taken you off its tables" in said(refused.response)
    assert all(table.state.seat_of(stage.bob.id) is None for table in stage.lobbies)
