"""Tests of a tournament whose host leaves the server, and of later deletions of data."""

from __future__ import annotations

import discord
import msgspec
import pytest
import simcord

from bot.client import BEAT_SECONDS
from bot.tournaments import acts
from bot.tournaments.live import HOST_MS, TournamentSteps
from storage.rows import Name
from storage.tournaments import create_tournament
from tests.bot.people import text_of_message
from tests.bot.playing import MakeBot, kill
from tests.bot.tournaments.club import Club
from tests.bot.tournaments.states import with_results

NO_HOST = "The host has left"


@pytest.fixture
def club(env: simcord.Env) -> Club:
    return Club(env, 4)


@pytest.mark.usefixtures("rare_beats")
async def test_sign_up_without_a_host_is_started_by_managers(club: Club) -> None:
    """Within an hour of the host's leaving the message says so, and a manager can start the tournament."""
    await club.open()
    await club.all_join()
    assert NO_HOST not in text_of_message(club.sign_up)
    club.guild.remove_member(club.alice)
    await club.env.advance_time(HOST_MS // 1000 + 10)
    assert club.standing.row.host_id is None
    assert NO_HOST in text_of_message(club.sign_up)
    role = club.guild.create_role("Events", permissions=discord.Permissions(manage_events=True))
    manager = club.member("Eve", roles=[role])
    await club.tap(manager, club.sign_up, "cup_begin")
    await club.env.advance_time(20)
    assert len(club.standing.rounds) == 1
    assert len(club.standing.entrants) == 4, "nothing is lost"


async def test_replaced_host_changes_nothing_by_leaving(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the host is replaced while the bot asks whether the old host left, the new host stays."""
    live = await club.start_tournament(rounds="2")

    async def replaced(*_: int) -> bool:
        await live.change(acts.hand_over, club.bob.id)
        return True

    conductor = TournamentSteps(live, club.bot.clock, club.bot.tables, club.bot.notices.of(live), replaced)
    await conductor._look_for_host()
    assert live.state.row.host_id == club.bob.id


async def test_host_is_checked_before_each_round(club: Club) -> None:
    """The next round notices that the host has left, and the tournament is still played to its end."""
    live = await club.start_tournament(rounds="2")
    club.guild.remove_member(club.alice)
    await live.change(with_results)
    await club.env.advance_time(10)
    assert len(live.state.rounds) == 2
    assert live.state.row.host_id is None
    assert NO_HOST in text_of_message(club.sign_up)
    await live.change(with_results)
    await club.env.advance_time(10)
    assert NO_HOST not in text_of_message(club.message("🥇"))


@pytest.mark.usefixtures("rare_beats")
async def test_host_stays_if_discord_cannot_be_asked(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the request for the host's membership fails, the host stays and is checked again an hour later."""
    await club.open()
    requests = []

    async def failing(guild: discord.Guild, user_id: int) -> None:
        requests.append(user_id)
        raise discord.DiscordServerError(Response(), "unavailable")

    monkeypatch.setattr(discord.Guild, "fetch_member", failing)
    await club.env.advance_time(2 * HOST_MS // 1000 + 20)
    assert requests == [club.alice.id] * 2
    assert club.standing.row.host_id == club.alice.id
    assert NO_HOST not in text_of_message(club.sign_up)


class Response:
    """An error response of Discord with status 503."""

    status, reason = 503, "Service Unavailable"


async def test_finished_tournament_omits_deleted_people(club: Club, make_bot: MakeBot) -> None:
    """After a winner deletes their data, the message of the finished tournament no longer shows the name."""
    live = await club.start_tournament(rounds="1")
    await live.change(with_results)
    await club.env.advance_time(10)
    await kill(club, make_bot)
    assert not club.bot.tournaments.all, "it was shown to the end"
    before = club.message("🥇")
    await club.carol.send(club.channel, "Well played!")
    winners = {entry.user_id for entry in live.state.entrants if entry.place == 1}
    winner = next(person for person in club.members if person.id in winners)
    answer = (await winner.slash(club.channel, "privacy delete")).response
    await club.tap(winner, answer, "forget")
    await club.env.advance_time(10)
    after = club.message("🥇")
    assert after.id == before.id
    assert club.named[winner.id] not in text_of_message(after)
    assert "a former player" in text_of_message(after)
    assert not club.bot.tournaments.all, "it is shown"


async def test_damaged_tournament_does_not_stop_loading_of_others(club: Club) -> None:
    """A tournament with a damaged row is remembered as damaged, and the others are loaded."""
    await club.open()
    await club.all_join()
    tournaments = club.bot.tournaments
    broken = msgspec.structs.replace(club.standing.row, id="broken", revision=0)
    for row in (broken, msgspec.structs.replace(broken, id="sound")):
        await club.bot.store.write(create_tournament, row, Name("Olga"))
    await club.bot.store.write(
        lambda conn: conn.execute("UPDATE tournament SET rounds = '[' WHERE id = 'broken'")
    )
    await club.env.advance_time(2 * BEAT_SECONDS)
    assert {"sound"} < tournaments.all.keys()
    assert tournaments._unreadable == {"broken"}
