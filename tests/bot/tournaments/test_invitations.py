"""Tests of invitations to a tournament, of removals from it, and of the host's limits."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from bot.tables import endings
from bot.tournaments import acts
from bot.tournaments.live import Tournament
from storage.engine.database import Connection
from storage.people import load_champions
from storage.rows import GuildSettings, Name
from storage.servers import BANNED, Act, save_settings
from storage.tournaments import IN, OUT
from tests.bot.finding import listen
from tests.bot.people import custom_ids, text_of_message
from tests.bot.playing import MakeBot, kill
from tests.bot.tournaments.club import Club, choose, host_page, pick
from tests.promises import MAX_CLOSED, MAX_TO_ONE, MOST_HOSTED, PAUSE_OF_TOURNAMENT_MS

PING = "invited to the Porker Bull tournament"


@pytest.fixture
def club(env: simcord.Env) -> Club:
    return Club(env, 4)


def invitation_messages(club: Club) -> list[Any]:
    return [message for message in club.channel.history() if PING in text_of_message(message)]


def people_with_results(conn: Connection) -> list[int]:
    """Return the user ids of the people who have a rating or a result."""
    rows = conn.execute(
        """
        SELECT user_id FROM person WHERE id IN (
            SELECT person FROM rating UNION SELECT person FROM result_seat
        )
        """
    )
    return [user_id for (user_id,) in rows]


async def test_invited_person_plays_only_after_accepting(club: Club) -> None:
    """A person who does not answer is not paired, not rated and not absent; the sign-up lists them."""
    pings = listen(club)
    victim = club.members.pop()
    await club.open()
    await pick(club, "cup_add", victim)
    await club.env.advance_time(5)
    assert pings == {victim.id: 1}
    assert f"no answer yet: <@{victim.id}>" in text_of_message(club.sign_up)
    assert "already" in await pick(club, "cup_add", victim)
    await club.set(rounds="1")
    await club.all_join()
    await club.tap(club.alice, club.sign_up, "cup_begin")
    await club.env.advance_time(20)
    live = club.cup
    await club.play_to_the_end()
    await club.env.advance_time(20)
    assert live.state.entrant_of(victim.id) is None
    assert victim.id not in await club.bot.store.read(people_with_results)
    assert not invitation_messages(club), "nothing is left to answer"
    assert pings[victim.id] == 1


async def test_invitation_is_accepted_or_declined_by_a_tap(club: Club) -> None:
    """The message stays until everybody has answered; a person who declined can still sign up."""
    await club.open()
    for person in (club.bob, club.carol):
        await pick(club, "cup_add", person)
        await club.env.advance_time(5)
    (message,) = invitation_messages(club)
    assert all(f"<@{person.id}>" in text_of_message(message) for person in (club.bob, club.carol))
    assert "change your mind" in await club.say(club.bob, "cup_decline", message)
    assert "haven’t been invited" in await club.say(club.members[3], "cup_decline", message)
    await club.env.advance_time(5)
    assert invitation_messages(club)
    assert "You’re in" in await club.say(club.carol, "cup_join", message)
    await club.env.advance_time(5)
    assert not invitation_messages(club)
    await club.say(club.bob, "cup_join")
    assert [entrant.user_id for entrant in club.standing.players] == [club.carol.id, club.bob.id]
    assert not club.standing.invitations


async def test_damaged_invitation_outlives_other_changes(club: Club) -> None:
    """An invitation that cannot be read stays in the database when a setting changes."""
    guest = club.members.pop()
    await club.open()
    await pick(club, "cup_add", guest)
    await club.env.advance_time(5)
    await club.bot.store.write(lambda conn: conn.execute("UPDATE invitation SET has_declined = 7"))
    club.cup.mark_outdated()
    await club.set(rounds="1")
    assert not club.standing.invitations
    count = "SELECT count(*) FROM invitation WHERE has_declined = 7"
    assert await club.bot.store.read(lambda conn: conn.execute(count).fetchone()) == (1,)


async def test_role_for_players_is_needed_to_accept(club: Club) -> None:
    """An invited person without the server's role for players is refused."""
    role = club.guild.create_role("Players")
    await club.open()
    await pick(club, "cup_add", club.bob)
    await club.env.advance_time(5)
    await club.bot.store.write(save_settings, GuildSettings(club.guild.id, player_roles=(role.id,)))
    assert "role" in await club.say(club.bob, "cup_join", club.message(PING))
    assert club.standing.entrant_of(club.bob.id) is None


async def test_banned_person_is_neither_invited_nor_kept(club: Club) -> None:
    """A ban ends an open invitation, and a banned person cannot be invited again."""
    await club.open()
    await pick(club, "cup_add", club.bob)
    now, olga = club.bot.clock.now_ms(), (club.alice.id, Name("Olga"))
    act = Act(now, BANNED, *olga, whom_id=club.bob.id, whom=Name("Bob"))
    await club.bot.tables.ban(club.guild.id, act)
    await club.bot.tournaments.remove_banned(club.guild.id, club.bob.id)
    assert not club.standing.invitations
    assert "may not play" in await pick(club, "cup_add", club.bob)
    assert not club.standing.invitations


async def test_pings_of_invitations_share_the_limits_of_lobbies(club: Club) -> None:
    """Beyond the limit a person is invited without a ping, can accept, and the host learns of it."""
    pings = listen(club)
    await club.open()
    club.bot.pings.promise(GuildSettings(club.guild.id), club.alice.id, [club.bob.id] * MAX_TO_ONE)
    page = await host_page(club, "people")
    menu = next(custom_id for custom_id in custom_ids(page) if custom_id.startswith("u:cup_add:"))
    answer = await club.alice.select(page, [club.bob], custom_id=menu)
    await club.env.advance_time(10)
    assert [row.user_id for row in club.standing.invitations] == [club.bob.id]
    assert not pings
    (message,) = invitation_messages(club)
    assert "You’re in" in await club.say(club.bob, "cup_join", message)
    assert "called often enough" in "\n".join(map(text_of_message, answer.followups))


async def test_pings_of_an_invitation_are_caused_by_the_person_who_invites(club: Club) -> None:
    """A manager's invitations neither use up the host's pings nor depend on them."""
    pings, server = listen(club), GuildSettings(club.guild.id)
    await club.open()
    club.bot.pings.promise(server, club.alice.id, [club.bob.id] * MAX_TO_ONE)
    role = club.guild.create_role("Managers", permissions=discord.Permissions(manage_events=True))
    manager = club.member("Mona", roles=[role])
    more = (await club.tap(manager, club.sign_up, "cup_more")).response
    page = (await club.tap(manager, more, "cup_page", "people")).response
    menu = next(custom_id for custom_id in custom_ids(page) if custom_id.startswith("u:cup_add:"))
    await manager.select(page, [club.bob, club.carol], custom_id=menu)
    await club.env.advance_time(10)
    assert pings == {club.bob.id: 1, club.carol.id: 1}
    assert len(club.bot.pings.promise(server, club.alice.id, [club.carol.id] * 20)) == MAX_TO_ONE
    assert len(club.bot.pings.promise(server, manager.id, [club.carol.id] * 20)) == MAX_TO_ONE - 1


async def test_refused_invitation_counts_for_no_limit(club: Club) -> None:
    """Only an invitation that was stored reserves a ping."""
    await club.open()
    now = club.bot.clock.now_ms()
    act = Act(now, BANNED, club.alice.id, Name("Olga"), whom_id=club.bob.id, whom=Name("Bob"))
    await club.bot.tables.ban(club.guild.id, act)
    for _ in range(MAX_TO_ONE):
        assert "may not play" in await pick(club, "cup_add", club.bob)
    server = GuildSettings(club.guild.id)
    assert club.bot.pings.promise(server, club.alice.id, [club.bob.id]) == (club.bob.id,)


async def test_person_dropped_at_the_start_is_invited_again(club: Club) -> None:
    """A person who declined before the start gets another message and another ping when invited again."""
    pings = listen(club)
    victim = club.members.pop()
    await club.open()
    await pick(club, "cup_add", victim)
    await club.env.advance_time(5)
    await club.say(victim, "cup_decline", invitation_messages(club)[0])
    await club.set(rounds="3")
    await club.all_join()
    await club.tap(club.alice, club.sign_up, "cup_begin")
    await club.env.advance_time(20)
    assert not club.standing.invitations
    await pick(club, "cup_add", victim)
    await club.env.advance_time(10)
    (message,) = invitation_messages(club)
    assert f"<@{victim.id}>" in text_of_message(message)
    assert pings[victim.id] == 2


@pytest.mark.parametrize("is_noted", [False, True])
async def test_invitation_is_not_repeated_after_a_crash(
    club: Club, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, is_noted: bool
) -> None:
    """If the bot is killed before or after it noted a sent invitation, it pings nobody again."""
    pings = listen(club)
    await club.open()
    change = Tournament.change

    async def fail(live: Tournament, act: Any, *args: Any, **kwargs: Any) -> Any:
        if act is acts.mark_pinged:
            raise OSError("the process dies here")
        return await change(live, act, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Tournament, "change", fail)
        await pick(club, "cup_add", club.bob)
        await club.env.advance_time(3)
        assert pings == {club.bob.id: 1}
        if not is_noted:
            await club.cup.update_sent(posts={}, sending=True)
        await kill(club, make_bot, seconds=20)
    await club.env.advance_time(20)
    assert pings == {club.bob.id: 1}
    assert club.standing.invitations[0].is_told
    assert len(invitation_messages(club)) == 1


@pytest.mark.parametrize("stage", ["sign-up", "round"])
async def test_removed_person_stays_out(club: Club, stage: str) -> None:
    """Whom the host takes out cannot come back by any way, even after deleting their data."""
    if stage == "round":
        await club.start_tournament(rounds="3", seats="2")
    else:
        await club.open()
        await club.all_join()
    bob = club.bob
    await choose(club, "cup_out", "", str(bob.id), "people" if stage == "sign-up" else "")
    assert "final" in await pick(club, "cup_add", bob)
    verb = "cup_here" if stage == "round" else "cup_join"
    assert "removed from this tournament" in await club.say(bob, verb)
    answer = (await bob.slash(club.channel, "privacy delete")).response
    await club.tap(bob, answer, "forget")
    await club.env.advance_time(5)
    refused = await club.say(bob, verb)
    assert "removed" in refused or "not in this tournament" in refused
    assert bob.id not in [entrant.user_id for entrant in club.standing.players]


async def test_host_does_not_remove_themselves(club: Club) -> None:
    await club.open()
    await club.say(club.alice, "cup_join")
    answer = await choose(club, "cup_out", "", str(club.alice.id), "people")
    assert "Withdraw" in text_of_message(answer)
    assert club.standing.entrant_of(club.alice.id) is not None


async def test_withdrawn_person_comes_back_only_by_themselves(club: Club) -> None:
    """The host cannot put back a person who has withdrawn; the person can."""
    await club.start_tournament(rounds="3", seats="2")
    bob = club.bob
    page = (await club.tap(bob, club.sign_up, "cup_leave")).response
    await club.tap(bob, page, "cup_left")
    assert "I’m back" in await pick(club, "cup_add", bob)
    entry = club.standing.entrant_of(bob.id)
    assert entry is not None
    assert entry.status == OUT
    assert "Welcome back" in await club.say(bob, "cup_here")
    assert club.standing.entrant(entry.number).status == IN


# --- the host's limits --------------------------------------------------------------------------------------


async def test_one_host_takes_only_some_places(club: Club) -> None:
    """A host beyond the limit is refused by name of the limit; others can open tournaments."""
    await club.bot.store.write(save_settings, GuildSettings(club.guild.id, organizers="everybody"))
    for _ in range(MOST_HOSTED):
        await club.bob.slash(club.channel, "tournament", game="bull", when="in 50 days")
    refused = await club.bob.slash(club.channel, "tournament", game="bull")
    assert "You already host 3 tournaments" in text_of_message(refused.response)
    answer = await club.carol.slash(club.channel, "tournament", game="bull")
    assert "Your tournament" in text_of_message(answer.response)


async def test_tournaments_without_games_cannot_be_opened_in_a_row(club: Club) -> None:
    """After five cancelled sign-ups within ten minutes a person waits, for tournaments and for lobbies."""
    for _ in range(MAX_CLOSED):
        await club.open()
        await club.cup.change(acts.cancel, "host", club.bot.clock.now_ms())
    for command in ("tournament", "play"):
        refused = await club.alice.slash(club.channel, command, game="bull")
        assert "opened and closed 5" in text_of_message(refused.response)
    await club.env.advance_time(601)
    assert "Your tournament" in text_of_message((await club.open()).response)


async def test_paused_tournament_is_called_off_after_a_month(club: Club) -> None:
    """The message of a paused tournament names the day, and the tournament is cancelled then."""
    live = await club.start_tournament(rounds="2")
    await club.tap(club.alice, await host_page(club), "cup_pause")
    await club.play_round()
    assert "called off" in text_of_message(club.sign_up)
    await live.change(lambda at: at.with_row(paused_at=at.row.paused_at - PAUSE_OF_TOURNAMENT_MS))
    await club.env.advance_time(10)
    assert live.state.row.status == "cancelled"
    assert "paused for 30 days" in text_of_message(club.message("paused for 30 days"))


# --- results ------------------------------------------------------------------------------------------------


async def test_players_do_not_judge_their_own_table(club: Club) -> None:
    """A host who lost cannot set the result aside; a moderator who did not play can. Leavers stay last."""
    await club.start_tournament(rounds="1", seats="4")
    live = club.cup
    (table,) = club.tables
    await table.apply_in_game(endings.resign, club.alice.id)
    await club.play_table(table)
    await club.env.advance_time(30)
    assert live.state.is_over
    judge = club.member("Judge", roles=[manager_role(club)])
    over = club.message("🥇")
    assert "cup_aside" not in " ".join(custom_ids((await club.tap(club.alice, over, "cup_more")).response))
    page = (await club.tap(judge, over, "cup_more")).response
    menu = next(custom_id for custom_id in custom_ids(page) if ":cup_aside:" in custom_id)
    assert "You played at that table" in await club.forge(club.alice, page, menu, table.id)
    form = await judge.select(page, [table.id], custom_id=menu)
    await judge.submit_modal(form, {"reason": "cards were shown"})
    await club.env.advance_time(10)
    after = await club.bot.tournaments.look_up(live.id)
    places = {entrant.user_id: entrant.place for entrant in after.entrants}
    assert places == {club.alice.id: 4, **{person.id: 1 for person in club.members[1:]}}
    champions = await club.bot.store.read(load_champions, club.guild.id, "bull")
    assert champions == {person.id for person in club.members[1:]}


def manager_role(club: Club) -> Any:
    return club.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))


async def test_call_for_the_final_names_it(club: Club) -> None:
    """The ping and the title of the last table say "the final", not the number of a further round."""
    await club.start_tournament(seats="2", rounds="1", final="yes")
    assert "your table is ready (round 1, table 1)" in everything_posted(club)
    await club.play_round()
    await club.env.advance_time(5)
    posted = everything_posted(club)
    assert "your table is ready (the final)" in posted
    assert "Porker Bull · the final" in posted
    assert "round 2" not in posted


def everything_posted(club: Club) -> str:
    """Return the text of all messages in the channel and its threads."""
    places = [club.channel, *club.channel.threads]
    return "\n".join(text_of_message(message) for place in places for message in place.history())
