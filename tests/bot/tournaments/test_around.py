"""What happens around a tournament: calls, titles, deleted data, uneven numbers, bad input."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from tests.bot.people import find_id, said
from tests.bot.playing import MakeBot, kill
from tests.bot.tournaments.club import Club


@pytest.fixture
def club(env: simcord.Env) -> Club:
    return Club(env, 6)


async def test_a_table_of_a_tournament_takes_nobody_else(club: Club) -> None:
    """A tap on the lobby of a tournament table, before the deal, is refused with a reason."""
    from bot.refused import Refused
    from bot.tables import lobby

    await club.begin()
    table = club.tables[0].state
    waiting = table.with_row(status="lobby")
    with pytest.raises(Refused, match="tournament-seats"):
        lobby.join(waiting, 7, "Guest", 9, club.guild.id)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="tournament-seats"):
        lobby.leave(waiting, table.people[0].user_id or 0)
    with pytest.raises(Refused, match="tournament-seats"):
        lobby.set_clock(waiting, waiting.row.host_id or 0, "blitz")


async def test_the_command_shows_it_at_the_bottom_and_lists_those_of_the_server(club: Club) -> None:
    """In its channel it moves down; in another channel there is a list."""
    await club.open()
    before = club.cup.shown.message_id
    await club.bob.slash(club.channel, "tournament")
    await club.env.advance_time(5)
    assert club.cup.shown.message_id != before
    elsewhere = club.guild.create_text_channel("other")
    listed = await club.bob.slash(elsewhere, "tournament")
    assert "Porker Bull" in said(listed.response)
    assert "sign-up" in said(listed.response)


async def test_bad_times_are_refused_kindly(club: Club) -> None:
    """A time that has passed, one that recurs, and one that nobody understands."""
    for when, why in (
        ("2020-01-01 20:00", "already passed"),
        ("every friday 20:00", "begins once"),
        ("soon", "don’t understand"),
    ):
        answer = await club.open(when=when)
        assert why in said(answer.response)
    assert not club.bot.tournaments.on(club.guild.id)


async def test_people_are_called_before_a_set_start_and_must_be_there(
    club: Club,
) -> None:
    """Once, ten minutes before; who did not say so can come back for the next round."""
    await club.open(when="in 20 minutes")
    await club.set(rounds="2")
    await club.all_join()
    await club.env.advance_time(1200 - 590)
    calls = [one for one in club.channel.history() if "Tap **I’m here** if" in said(one)]
    assert len(calls) == 1
    for who in club.members[:4]:
        await who.click(calls[0], custom_id=find_id(calls[0], "b", "cup_here"))
    await club.env.advance_time(700)
    assert club.standing.is_running
    assert len(club.standing.rounds[0].players) == 4
    late = club.members[4]
    assert "Welcome back" in await club.say(late, "cup_here")
    await club.play_round()
    assert len(club.standing.rounds[1].players) == 5


async def test_a_set_start_with_too_few_people_is_called_off(club: Club) -> None:
    """With a kind sentence; there are no medals."""
    await club.open(when="in 20 minutes")
    live = club.cup
    await club.tap(club.bob, club.sign_up, "cup_join")
    await club.env.advance_time(1300)
    assert live.state.row.status == "cancelled"
    assert club.message("too few players")


async def test_subscribers_are_called_to_the_sign_up(club: Club) -> None:
    """Once; they asked for it by /notify."""
    panel = (await club.bob.slash(club.channel, "notify")).response
    await club.choose(club.bob, panel, "subscribe", ["bull"])
    await club.open()
    await club.env.advance_time(10)
    calls = [message for message in club.channel.history() if f"<@{club.bob.id}>" in said(message)]
    assert len(calls) == 1
    assert "You asked to be notified" in said(calls[0])


async def test_the_winner_has_a_title_until_the_next_tournament(club: Club) -> None:
    """In the server's next lobbies of the game; /privacy switches it off."""
    await club.begin()
    live = club.cup
    await club.play_to_the_end()
    winner = next(one.user_id for one in live.state.entrants if one.place == 1)
    who = next(member for member in club.members if member.id == winner)
    await who.slash(club.channel, "play", game="bull")
    assert "🏆" in said(club.channel.last_message)
    kept = (await who.slash(club.channel, "privacy show")).response
    await club.tap(who, kept, "titles")
    await who.slash(club.channel, "play", game="bull")
    assert "🏆" not in said(club.channel.last_message)


async def test_deleting_ones_data_leaves_somebody_in_the_standing(club: Club) -> None:
    """In a tournament that goes on the person is out; the others play on."""
    await club.begin(rounds="2")
    entry = club.standing.entrant_of(club.bob.id)
    assert entry is not None
    await club.bot.tables.forget(club.bob.id)
    club.bot.tournaments.fall_behind()
    await club.env.advance_time(5)
    live = club.cup
    assert live.state.entrant(entry.number).user_id is None
    await club.play_round()
    assert entry.number not in live.state.rounds[1].players
    await club.play_to_the_end()
    assert "a former player" in said(
        (await club.tap(club.carol, club.channel.last_message, "cup_standing")).response
    )


async def test_a_deleted_channel_ends_it(club: Club) -> None:
    """Nothing more is requested there."""
    await club.begin()
    live = club.cup
    club.env.backend.delete_channel(club.channel.id)
    await club.env.advance_time(60)
    assert live.state.row.status == "cancelled"


async def test_uneven_numbers_are_filled_up_by_computer_players(env: simcord.Env) -> None:
    """Five people at a game for exactly three: one computer player of the chosen strength."""
    club = Club(env, 5)
    await club.begin("tomoe")
    seats = [seat for table in club.tables for seat in table.state.seats]
    assert len(seats) == 6
    (computer,) = [seat for seat in seats if seat.level is not None]
    assert computer.level == "normal"


async def test_one_sits_out_where_the_host_wants_no_computer_players(env: simcord.Env) -> None:
    """Four people at a game for exactly three; the message says who, and what it gives."""
    club = Club(env, 4)
    await club.begin("tomoe", computers="none")
    assert club.standing.rounds[0].bye is not None
    assert "sits out" in said(club.sign_up)


async def test_nobody_is_missing_who_could_not_be_asked(club: Club, make_bot: MakeBot) -> None:
    """The bot was away in the last ten minutes: whoever signed up is paired."""
    await club.open(when="in 20 minutes")
    await club.all_join()
    await club.env.advance_time(1200 - 300)
    await kill(club, make_bot)
    await club.env.advance_time(400)
    assert club.standing.is_running
    assert len(club.standing.rounds[0].players) == 6


async def test_a_restart_goes_on_where_it_was(club: Club, make_bot: MakeBot) -> None:
    """After a restart in the middle of a round the same tables go on, and nobody is called again."""
    await club.begin()
    before = {table.id for table in club.tables}
    called = sum("your table is ready" in said(one) for one in every_message(club))
    await kill(club, make_bot)
    await club.env.advance_time(30)
    assert {table.id for table in club.tables} == before
    assert sum("your table is ready" in said(one) for one in every_message(club)) == called
    await club.play_to_the_end()
    assert len([one for one in club.channel.history() if "🥇" in said(one)]) == 1


def every_message(club: Club) -> list[Any]:
    """The messages of the channel and of all threads."""
    places = club.channel, *club.channel.threads
    return [message for place in places for message in place.history()]


async def test_a_channel_that_is_deleted_during_the_sign_up_closes_it(club: Club) -> None:
    """At once, so that the server has room for another."""
    await club.open()
    live = club.cup
    await club.env.advance_time(5)
    club.env.backend.delete_channel(club.channel.id)
    await club.env.advance_time(5)
    assert live.state.row.status == "cancelled"
