"""Tests of a tournament's host, of calls to its players, and of the publication of its seed."""

from __future__ import annotations

import discord
import msgspec
import pytest
import simcord

from bot.tables import endings
from bot.tournaments.live import SUMMONED
from storage.rows import Name
from storage.servers import BANNED, CUP_CANCELLED, Act, load_acts
from storage.tournaments import create_tournament
from tests.bot.faults import SENDING, Faults, disk_full, unavailable
from tests.bot.finding import listen
from tests.bot.people import text_of_message
from tests.bot.tournaments.club import Club, pick


@pytest.fixture
def club(env: simcord.Env) -> Club:
    return Club(env, 4)


async def test_person_who_accepts_after_the_call_is_paired(club: Club) -> None:
    """A person who accepts an invitation after the call need not confirm and plays in round 1."""
    await club.open(when="in 20 minutes")
    for person in club.members[:3]:
        await club.say(person, "cup_join")
    await club.env.advance_time(1200 - 300)
    for person in club.members[:3]:
        await club.say(person, "cup_here")
    await pick(club, "cup_add", club.members[3])
    await club.env.advance_time(5)
    await club.say(club.members[3], "cup_join", club.message("invited to"))
    await club.env.advance_time(320)
    assert len(club.standing.rounds[0].players) == 4


async def test_people_who_sign_up_after_the_call_are_not_pinged(club: Club) -> None:
    """People who sign up in the ten minutes before the start are not pinged and need not confirm."""
    pings = listen(club)
    await club.open(when="in 20 minutes")
    await club.env.advance_time(1200 - 300)
    for person in club.members[:2]:
        await club.say(person, "cup_join")
    await club.env.advance_time(20)
    assert not pings
    await club.env.advance_time(320)
    assert len(club.standing.rounds[0].players) == 2


async def test_unsent_call_makes_no_person_absent(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """If one of several messages of the call cannot be sent, all people who signed up are paired."""
    monkeypatch.setattr("bot.tournaments.live.PINGED_AT_ONCE", 2)
    await club.open(when="in 20 minutes")
    await club.all_join()
    live = club.cup
    live.update_sent_later(called=(SUMMONED,))
    Faults(club.env).fail(SENDING, unavailable, times=None)
    await club.env.advance_time(1210)
    assert len(live.state.rounds[0].players) == 4


async def test_banned_host_can_no_longer_act(club: Club) -> None:
    """A banned host who taps is refused with a reason; a manager can start the tournament."""
    await club.open()
    await club.all_join()
    host = club.members[1]
    now, olga = club.bot.clock.now_ms(), (club.alice.id, Name("Olga"))
    act = Act(now, BANNED, *olga, whom_id=host.id, whom=Name("Bob"))
    await club.bot.tables.ban(club.guild.id, act)
    await club.bot.tournaments.remove_banned(club.guild.id, host.id)
    assert "may not play" in await pick(club, "cup_host", host)
    await club.cup.change(lambda at: at.with_row(host_id=host.id))
    assert "banned you" in await club.say(host, "cup_begin")
    assert club.standing.is_open
    assert "It begins" in await club.say(club.alice, "cup_begin")


async def test_tournament_with_a_lost_commit_answer_opens(club: Club) -> None:
    """If the database's answer is lost, the bot finds the stored tournament and opens its sign-up."""
    lost = Faults(club.env).lose("write create_tournament", disk_full)
    answer = await club.open()
    assert lost.met == 1
    assert "Your tournament" in text_of_message(answer.response)
    assert "Porker Bull tournament" in text_of_message(club.sign_up)


async def test_seed_is_published_after_the_last_game(club: Club) -> None:
    """After a tournament's end the record with its seed is withheld until the last game has closed."""
    live = await club.start_tournament(rounds="1", seats="2")
    first, second = club.tables
    await club.play_table(first)
    await second.apply_in_game(endings.resign, second.state.seats[0].user_id)
    await club.env.advance_time(30)
    assert live.state.is_over
    assert not second.state.is_closed
    over = club.message("🥇")
    answer = (await club.tap(club.bob, over, "cup_proof")).response
    assert "all its games are over" in text_of_message(answer)
    assert not answer.attachments
    await second.apply_in_game(endings.close, "agreed")
    answer = (await club.tap(club.bob, over, "cup_proof")).response
    (record,) = answer.attachments
    assert record.filename.startswith("tournament-")


async def test_tournament_stored_by_another_process_is_loaded(club: Club) -> None:
    """A tournament that another process stored is loaded and its sign-up posted."""
    await club.open()
    known = club.cup
    row = msgspec.structs.replace(known.state.row, id="unknown9")
    await club.bot.store.write(create_tournament, row, Name("Olga"))
    await club.env.advance_time(70)
    assert {live.id for live in club.bot.tournaments.on(club.guild.id)} == {known.id, "unknown9"}
    assert (
        len(
            [
                message
                for message in club.channel.history()
                if "Porker Bull tournament" in text_of_message(message)
            ]
        )
        == 2
    )


async def test_log_tells_hosts_and_moderators_apart(club: Club) -> None:
    """The entry of a host who cancels is marked, since such entries are limited; a moderator's is not."""
    role = club.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    moderator = club.member("Mia", roles=[role])
    for person in (club.alice, moderator):
        await club.open()
        more = (await club.tap(person, club.sign_up, "cup_more")).response
        question = (await club.tap(person, more, "cup_cancel")).response
        await club.tap(person, question or more, "cup_cancelled")
        await club.env.advance_time(2)
    acts = await club.bot.store.read(load_acts, club.guild.id, 0, 9)
    assert [(act.kind, act.by, act.is_host) for act in acts] == [
        (CUP_CANCELLED, "Mia", False),
        (CUP_CANCELLED, "Olga", True),
    ]
