"""Tests of a tournament's calls, titles, deletions, faults and uneven numbers of people."""

from __future__ import annotations

import msgspec
import pytest
import simcord
from simcord.backend.errors import SetupError

from bot.administration.upkeep import check_game
from bot.tournaments.pages import best_highlight_of_winner
from bot.wire.errors import RequestRejected
from bot.wire.pings import PingReason, Pings
from bot.wire.transport import Transport
from storage.rows import GuildSettings
from storage.servers import save_settings
from storage.tournaments import AWAY, IN
from storage.upkeep import finished_tables
from tests.bot.faults import EDITING, SENDING, Faults, disk_full, forbidden
from tests.bot.finding import deny_permissions, listen
from tests.bot.people import custom_ids, find_id, options, parts, text_of_message
from tests.bot.playing import MakeBot, kill
from tests.bot.tournaments.club import Club, host_page
from tests.promises import MAX_TO_ONE

WEEK_MS = 7 * 86_400_000


@pytest.fixture
def club(env: simcord.Env) -> Club:
    return Club(env, 6)


async def test_lobby_of_a_tournament_table_refuses_changes(club: Club) -> None:
    """Before the deal people cannot join or leave a tournament's table or change its clock."""
    from bot.refused import Refused
    from bot.tables import lobby

    await club.start_tournament()
    table = club.tables[0].state
    waiting = table.with_row(status="lobby")
    with pytest.raises(Refused, match="tournament-seats"):
        lobby.join(waiting, 7, "Guest", 9, club.guild.id)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="tournament-seats"):
        lobby.leave(waiting, table.people[0].user_id or 0)
    with pytest.raises(Refused, match="tournament-seats"):
        lobby.set_clock(waiting, waiting.row.host_id or 0, "blitz")


async def test_command_moves_message_down_or_lists_tournaments(club: Club) -> None:
    """In the tournament's channel /tournament posts its message again; elsewhere it lists the server's
    tournaments.
    """
    await club.open()
    before = club.cup.sent_row.message_id
    await club.bob.slash(club.channel, "tournament")
    await club.env.advance_time(5)
    assert club.cup.sent_row.message_id != before
    elsewhere = club.guild.create_text_channel("other")
    listed = await club.bob.slash(elsewhere, "tournament")
    assert "Porker Bull" in text_of_message(listed.response)
    assert "sign-up" in text_of_message(listed.response)
    await club.set(rounds="1")
    await club.all_join()
    await club.tap(club.alice, club.sign_up, "cup_begin")
    await club.env.advance_time(20)
    await club.play_to_the_end()
    listed = await club.bob.slash(elsewhere, "tournament")
    assert "🥇" in text_of_message(listed.response)


async def test_command_alone_offers_to_open_a_tournament(club: Club) -> None:
    """A person who may open tournaments gets a button for it, and chooses the game; others get none."""
    listed = (await club.bob.slash(club.channel, "tournament")).response
    assert "none yet" in text_of_message(listed)
    assert not custom_ids(listed)
    listed = (await club.alice.slash(club.channel, "tournament")).response
    await club.alice.click(listed, custom_id="b:cup_new:all")
    assert "which game" in text_of_message(listed)
    opened = (await club.alice.click(listed, custom_id="b:cup_open:lost")).response
    await club.env.advance_time(3)
    assert club.standing.row.game == "lost"
    assert club.standing.row.host_id == club.alice.id
    assert opened.ephemeral
    # Where there is one, the answer that it has been posted again offers another one.
    moved = (await club.alice.slash(club.channel, "tournament")).response
    assert custom_ids(moved) == ["b:cup_new:all"]
    assert not custom_ids((await club.bob.slash(club.channel, "tournament")).response)
    with pytest.raises(SetupError):
        await club.bob.click(listed, custom_id="b:cup_open:bull")


async def test_start_is_dark_while_too_few_have_signed_up(club: Club) -> None:
    """The button *Start* can be tapped once two people have signed up."""
    await club.open()
    await club.env.advance_time(3)

    def is_dark() -> bool:
        (begin,) = [part for part in parts(club.sign_up) if ":cup_begin:" in part.get("custom_id", "")]
        return bool(begin.get("disabled"))

    assert is_dark()
    for person, expected in ((club.bob, True), (club.carol, False)):
        await club.say(person, "cup_join")
        await club.env.advance_time(3)
        assert is_dark() == expected


async def test_host_who_has_not_signed_up_is_reminded(club: Club) -> None:
    """Opening a tournament signs nobody up, so that the host's page says so."""
    opened = await club.open()
    assert "you haven’t signed up yourself" in text_of_message(opened.response)
    await club.say(club.alice, "cup_join")
    page = await host_page(club)
    assert "Sign-up is open. Tap **Start**" in text_of_message(page)


async def test_past_recurring_and_unreadable_times_are_refused(club: Club) -> None:
    for when, why in (
        ("2020-01-01 20:00", "already passed"),
        ("every friday 20:00", "begins once"),
        ("soon", "don’t understand"),
    ):
        answer = await club.open(when=when)
        assert why in text_of_message(answer.response)
    assert not club.bot.tournaments.on(club.guild.id)


async def test_people_are_called_before_the_start_and_must_confirm(
    club: Club,
) -> None:
    """People are called ten minutes before the start; those who do not confirm can join round 2."""
    await club.open(when="in 20 minutes")
    await club.set(rounds="2")
    await club.all_join()
    await club.env.advance_time(1200 - 590)
    calls = [
        message for message in club.channel.history() if "Tap **I’m here** if" in text_of_message(message)
    ]
    assert len(calls) == 1
    for person in club.members[:4]:
        await person.click(calls[0], custom_id=find_id(calls[0], "b", "cup_here"))
    await club.env.advance_time(700)
    assert club.standing.is_running
    assert len(club.standing.rounds[0].players) == 4
    late = club.members[4]
    assert "Welcome back" in await club.say(late, "cup_here")
    await club.play_round()
    assert len(club.standing.rounds[1].players) == 5


async def test_nobody_is_away_whom_the_call_did_not_notify(club: Club) -> None:
    """A person whom the limits of pings leave out of the ping before the start is not marked as away."""
    await club.open(when="in 20 minutes")
    await club.all_join()
    quiet, absent = club.members[3:5]
    call = Pings((quiet.id,), PingReason.BEGINNING, club.guild.id, club.alice.id)
    for _ in range(MAX_TO_ONE):
        async with club.bot.pings.granted(call) as notified:
            assert notified == (quiet.id,)
    await club.env.advance_time(1200 - 590)
    for person in club.members[:3]:
        await club.tap(person, club.message("Tap **I’m here** if"), "cup_here")
    await club.env.advance_time(700)
    assert club.standing.is_running
    statuses = [entrant.status for entrant in map(club.standing.entrant_of, (quiet.id, absent.id)) if entrant]
    assert statuses == [IN, AWAY]


async def test_message_itself_asks_people_of_a_quiet_server(club: Club) -> None:
    """On a server that pings nobody, people who do not confirm in the message are away."""
    await club.open(when="in 20 minutes")
    await club.all_join()
    await club.bot.store.write(save_settings, GuildSettings(club.guild.id, pings=False))
    await club.env.advance_time(1200 - 590)
    for person in club.members[:3]:
        await club.tap(person, club.message("Tap **I’m here** if"), "cup_here")
    await club.env.advance_time(700)
    assert club.standing.is_running
    away = [entrant.user_id for entrant in club.standing.entrants if entrant.status == AWAY]
    assert away == [person.id for person in club.members[3:]]


async def test_scheduled_tournament_with_too_few_people_is_cancelled(club: Club) -> None:
    await club.open(when="in 20 minutes")
    live = club.cup
    await club.tap(club.bob, club.sign_up, "cup_join")
    await club.env.advance_time(1300)
    assert live.state.row.status == "cancelled"
    assert club.message("too few players")


async def test_subscribers_are_mentioned_when_a_sign_up_opens(club: Club) -> None:
    """A person who subscribed by /notify is mentioned once when a sign-up opens."""
    panel = (await club.bob.slash(club.channel, "notify")).response
    await club.choose(club.bob, panel, "subscribe", ["bull"])
    await club.open()
    await club.env.advance_time(10)
    calls = [message for message in club.channel.history() if f"<@{club.bob.id}>" in text_of_message(message)]
    assert len(calls) == 1
    assert "You asked to be notified" in text_of_message(calls[0])


async def test_winner_has_a_trophy_in_lobbies(club: Club) -> None:
    """Lobbies of the same game show the winner's trophy until the winner hides it by /privacy."""
    await club.start_tournament()
    live = club.cup
    await club.play_to_the_end()
    winner = next(entrant.user_id for entrant in live.state.entrants if entrant.place == 1)
    champion = next(member for member in club.members if member.id == winner)
    await champion.slash(club.channel, "play", game="bull")
    assert "🏆" in text_of_message(club.channel.last_message)
    kept = (await champion.slash(club.channel, "privacy show")).response
    await club.tap(champion, kept, "titles")
    await champion.slash(club.channel, "play", game="bull")
    assert "🏆" not in text_of_message(club.channel.last_message)


async def test_deletion_removes_person_from_running_tournament(club: Club) -> None:
    """After deleting their data a person is not paired again, and the others play to the end."""
    await club.start_tournament(rounds="2")
    entry = club.standing.entrant_of(club.bob.id)
    assert entry is not None
    await club.bot.tables.forget(club.bob.id)
    club.bot.tournaments.mark_outdated()
    await club.env.advance_time(5)
    live = club.cup
    assert live.state.entrant(entry.number).user_id is None
    await club.play_round()
    assert entry.number not in live.state.rounds[1].players
    await club.play_to_the_end()
    assert "a former player" in text_of_message(
        (await club.tap(club.carol, club.channel.last_message, "cup_standing")).response
    )


async def test_deleted_channel_cancels_the_tournament(club: Club) -> None:
    await club.start_tournament()
    live = club.cup
    club.env.backend.delete_channel(club.channel.id)
    await club.env.advance_time(60)
    assert live.state.row.status == "cancelled"


async def test_computer_players_complete_uneven_tables(env: simcord.Env) -> None:
    """Five people at tables of exactly three get one computer player of normal level."""
    club = Club(env, 5)
    await club.start_tournament("tomoe")
    seats = [seat for table in club.tables for seat in table.state.seats]
    assert len(seats) == 6
    (computer,) = [seat for seat in seats if seat.level is not None]
    assert computer.level == "normal"


async def test_one_person_has_a_bye_if_computers_are_off(env: simcord.Env) -> None:
    """Of four people at tables of exactly three, one sits out, and the message says so."""
    club = Club(env, 4)
    await club.start_tournament("tomoe", computers="none")
    assert club.standing.rounds[0].bye is not None
    assert "sits out" in text_of_message(club.sign_up)


async def test_people_who_could_not_be_asked_are_paired(club: Club, make_bot: MakeBot) -> None:
    """If the bot was down when people should confirm, all who signed up are paired."""
    await club.open(when="in 20 minutes")
    await club.all_join()
    await club.env.advance_time(1200 - 300)
    await kill(club, make_bot)
    await club.env.advance_time(400)
    assert club.standing.is_running
    assert len(club.standing.rounds[0].players) == 6


async def test_restart_keeps_the_tables_of_a_round(club: Club, make_bot: MakeBot) -> None:
    """After a restart the round has the same tables, no player is pinged again, and one result is posted."""
    pings = listen(club)
    await club.start_tournament()
    before = {table.id for table in club.tables}
    called = pings.copy()
    assert all(called[person.id] == 1 for person in club.members)
    await kill(club, make_bot)
    await club.env.advance_time(30)
    assert {table.id for table in club.tables} == before
    assert pings == called
    await club.play_to_the_end()
    assert len([message for message in club.channel.history() if "🥇" in text_of_message(message)]) == 1


async def test_sign_up_closes_if_its_channel_is_deleted(club: Club) -> None:
    await club.open()
    live = club.cup
    await club.env.advance_time(5)
    club.env.backend.delete_channel(club.channel.id)
    await club.env.advance_time(5)
    assert live.state.row.status == "cancelled"


async def test_all_replays_are_linked_at_the_end(club: Club) -> None:
    """The message's button lists the games of each round, and each opens its replay."""
    live = await club.start_tournament("tomoe", rounds="2")
    await club.play_to_the_end()
    answer = (await club.tap(club.bob, club.message("🥇"), "cup_games")).response
    for number, each in enumerate(live.state.rounds, 1):
        turn = find_id(answer, "b", "cup_games", str(number))
        answer = (await club.bob.click(answer, custom_id=turn)).response if number == 1 else answer
        offered = [value for _, values in options(answer, "open") for value in values]
        assert offered == [table.id for table in each.tables]
        menu = find_id(answer, "s", "open")
        opened = (await club.bob.select(answer, [offered[0]], custom_id=menu)).response
        assert any(ident.startswith("b:goto:") for ident in custom_ids(opened))
        answer = (await club.tap(club.bob, answer, "cup_games", "2")).response if number == 1 else answer


@pytest.mark.usefixtures("rare_beats")
async def test_league_has_one_round_a_week(club: Club) -> None:
    """With a round a week, the second round begins a week after the first, not when games end."""
    live = await club.start_tournament("tomoe", clock="week", pace="weekly", rounds="2")
    await club.play_round()
    assert "The next round begins" in text_of_message(club.sign_up)
    (first,) = live.state.rounds
    earlier = msgspec.structs.replace(first, begun_at=first.begun_at - WEEK_MS + 600_000)
    await live.change(lambda state: state.with_row(rounds=(earlier,)))
    await club.env.advance_time(300)
    assert len(live.state.rounds) == 1
    await club.env.advance_time(300)
    assert len(live.state.rounds) == 2
    await club.play_round()
    assert live.state.is_over


async def test_channel_without_permission_to_post_is_refused(club: Club) -> None:
    """The refusal names the missing permission, and no tournament is opened."""
    deny_permissions(club, "send_messages")
    answered = await club.open()
    assert "Send Messages" in text_of_message(answered.response)
    assert not club.bot.tournaments.on(club.guild.id)


async def test_many_people_are_called_by_several_messages(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With more people than one message can mention, two calls ping each person once."""
    monkeypatch.setattr("bot.tournaments.live.PINGED_AT_ONCE", 4)
    pings = listen(club)
    await club.open(when="in 20 minutes")
    await club.all_join()
    await club.env.advance_time(1200 - 500)
    calls = [
        message for message in club.channel.history() if "if you’re ready to play" in text_of_message(message)
    ]
    assert len(calls) == 2
    assert all(pings[person.id] == 1 for person in club.members)
    for person, call in zip(club.members[:5], (*calls, *calls, calls[0]), strict=False):
        await club.tap(person, call, "cup_here")
    await club.env.advance_time(520)
    assert len(club.standing.rounds[0].players) == 5
    assert not [
        message for message in club.channel.history() if "if you’re ready to play" in text_of_message(message)
    ]


async def test_leaving_does_not_move_other_people_between_calls(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a person leaves, everybody else is still pinged by the same message as before."""
    monkeypatch.setattr("bot.tournaments.live.PINGED_AT_ONCE", 4)
    await club.open(when="in 20 minutes")
    await club.all_join()
    before = club.cup.ping_groups
    await club.say(club.members[0], "cup_leave")
    after = club.cup.ping_groups
    assert after != before
    assert all({*after[number]} <= {*before[number]} for number in after)


async def test_person_who_signs_up_after_the_call_is_present(club: Club) -> None:
    """A person who signs up after the call need not confirm and is paired in round 1."""
    await club.open(when="in 20 minutes")
    await club.env.advance_time(1200 - 300)
    for person in club.members[:3]:
        assert "I’m here" not in await club.say(person, "cup_join")
    await club.env.advance_time(320)
    assert len(club.standing.rounds[0].players) == 3


async def test_round_with_a_lost_answer_opens_once(club: Club) -> None:
    """If the answer of the database is lost, the bot finds the stored round and opens no second round."""
    lost = Faults(club.env).lose("write begin_round", disk_full)
    live = await club.start_tournament()
    await club.env.advance_time(20)
    assert lost.met == 1
    assert len(live.state.rounds) == 1
    opened = await club.bot.store.read(lambda conn: conn.execute("SELECT id FROM game_table").fetchall())
    assert {ident for (ident,) in opened} == {table.id for table in live.state.rounds[0].tables}
    assert len(opened) == 2


async def test_message_with_a_lost_answer_is_found(club: Club) -> None:
    """A sign-up whose sending had no answer is found in the channel; after its deletion it is posted
    again.
    """
    lost = Faults(club.env).lose(SENDING)
    await club.open()
    await club.env.advance_time(10)
    assert lost.met == 1
    (sign_up,) = [
        message for message in club.channel.history() if "Porker Bull tournament" in text_of_message(message)
    ]
    assert club.cup.sent_row.message_id == sign_up.id
    await club.bot.http.delete_message(club.channel.id, sign_up.id)
    await club.all_join()
    await club.env.advance_time(10)
    (again,) = [
        message for message in club.channel.history() if "Porker Bull tournament" in text_of_message(message)
    ]
    assert club.cup.sent_row.message_id == again.id


async def test_results_survive_unreadable_games(club: Club, make_bot: MakeBot) -> None:
    """If stored moves can no longer be read, standings and the tournament's pages still work."""
    live = await club.start_tournament("tomoe", rounds="1")
    await club.play_to_the_end()
    before = live.state
    await club.bot.store.write(lambda conn: conn.execute("UPDATE move SET move = 'nothing known'"))
    await kill(club, make_bot)
    assert await best_highlight_of_winner(before, club.bot.tables) == ""
    after = await club.bot.tournaments.look_up(before.id)
    assert after.standings == before.standings
    answer = (await club.tap(club.bob, club.message("🥇"), "cup_standing")).response
    assert "Standings" in text_of_message(answer)


async def test_people_with_equal_names_are_distinguished(club: Club) -> None:
    """If two people have the same name, the sign-up adds their user names."""
    twin = club.guild.add_member(club.env.create_user("the.other.bob", global_name="Bob"))
    await club.open()
    for person in (club.bob, twin):
        await club.tap(person, club.sign_up, "cup_join")
    await club.env.advance_time(5)
    assert "the\\.other\\.bob" in text_of_message(club.sign_up)


async def test_check_of_the_database_accepts_games_of_a_tournament(club: Club) -> None:
    """The check accepts that a tournament's pairing, not chance, decides which player is first."""
    await club.start_tournament()
    tables = {table.id for table in club.tables}
    await club.play_round()
    games = [pair async for pair in finished_tables(club.bot.store)]
    assert {game.table_id for game, _ in games} == tables
    assert [fault for pair in games for fault in check_game(*pair)] == []


@pytest.mark.parametrize("is_refused", [False, True])
async def test_command_says_whether_the_message_was_moved(
    club: Club, monkeypatch: pytest.MonkeyPatch, is_refused: bool
) -> None:
    """``/tournament`` says that the message is at the bottom only after Discord has taken it."""

    async def refuse(*args: object, **kwargs: object) -> None:
        raise RequestRejected(403, 50001, "Missing Access")

    await club.open()
    await club.env.advance_time(5)
    former = club.cup.sent_row.message_id
    if is_refused:
        monkeypatch.setattr(Transport, "send", refuse)
    answer = await club.alice.slash(club.channel, "tournament")
    await club.env.advance_time(3)
    assert (club.cup.sent_row.message_id == former) == is_refused
    assert ("now at the bottom" in text_of_message(answer.response)) != is_refused


async def test_refusal_that_is_no_ban_ends_the_wait(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a filter of the server refuses the message, it is not sent again and again while a person waits."""
    attempts = 0

    async def filter_message(*args: object, **kwargs: object) -> None:
        nonlocal attempts
        attempts += 1
        if attempts > 50:
            raise AssertionError("sent without a pause")
        raise RequestRejected(400, 200000, "Message blocked by AutoMod")

    await club.open()
    await club.env.advance_time(5)
    monkeypatch.setattr(Transport, "send", filter_message)
    answer = await club.alice.slash(club.channel, "tournament")
    await club.env.advance_time(3)
    assert "now at the bottom" not in text_of_message(answer.response)
    assert attempts <= 4


def sign_ups(club: Club) -> list[int]:
    """Return the ids of the sign-up messages in the channel."""
    messages = club.channel.history()
    return [message.id for message in messages if "Porker Bull tournament" in text_of_message(message)]


async def test_former_message_is_deleted_once_discord_allows_it(club: Club) -> None:
    """A message that the bot may not delete for a while is deleted later."""
    await club.open()
    await club.env.advance_time(5)
    refused = Faults(club.env).fail("DELETE /channels/*", forbidden, times=3)
    await club.bob.slash(club.channel, "tournament")
    await club.env.advance_time(1)
    assert len(sign_ups(club)) == 2
    await club.env.advance_time(70)
    assert refused.met == 3
    assert sign_ups(club) == [club.cup.sent_row.message_id]


async def test_edit_without_an_answer_is_repeated_after_a_change_back(club: Club) -> None:
    """The message is edited again if the tournament is as before after an edit whose answer was lost."""
    await club.open()
    await club.set(rounds="3")
    await club.env.advance_time(10)
    lost = Faults(club.env).lose(EDITING)
    await club.set(rounds="2")
    await club.env.settle()
    assert lost.met == 1
    await club.set(rounds="3")
    await club.env.advance_time(10)
    assert "3 rounds" in text_of_message(club.sign_up)
