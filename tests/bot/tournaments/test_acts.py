"""Tests of the actions of people, host and managers in a tournament, by commands and taps."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from bot.pairing.record import check_record, read_record
from bot.tables import endings
from bot.tournaments import acts
from bot.tournaments.private_pages import FORM_SETTINGS
from storage.engine.database import Connection
from storage.people import load_champions
from storage.servers import change_setting
from storage.tournaments import AWAY, IN, OUT
from tests.bot.people import custom_ids, options, text_of_message
from tests.bot.playing import MakeBot, kill, send_away
from tests.bot.tournaments.club import Club, choose, host_page, pick


@pytest.fixture
def club(env: simcord.Env) -> Club:
    return Club(env, 6)


async def test_setting_allows_everybody_to_open_a_tournament(club: Club) -> None:
    """At first only people who may manage events can open a tournament; the setting allows everybody."""
    refused = await club.bob.slash(club.channel, "tournament", game="bull")
    assert "manage events" in text_of_message(refused.response)
    assert not club.bot.tournaments.on(club.guild.id)
    await club.bot.store.write(change_setting, club.guild.id, "organizers", "everybody")
    await club.bob.slash(club.channel, "tournament", game="bull")
    assert club.standing.row.host_id == club.bob.id


async def test_people_join_and_leave_by_a_button(club: Club) -> None:
    """The tournament's message lists people who join, and no longer lists them after they leave."""
    await club.open()
    await club.tap(club.bob, club.sign_up, "cup_join")
    assert "already" in await club.say(club.bob, "cup_join")
    await club.tap(club.carol, club.sign_up, "cup_join")
    await club.env.advance_time(5)
    assert "Bob" in text_of_message(club.sign_up)
    assert "no longer signed up" in await club.say(club.bob, "cup_leave")
    assert "not in this tournament" in await club.say(club.bob, "cup_leave")
    await club.env.advance_time(5)
    assert "Bob" not in text_of_message(club.sign_up)
    assert [entrant.number for entrant in club.standing.entrants] == [2]


async def test_tournament_of_one_person_does_not_start(club: Club) -> None:
    await club.open()
    await club.tap(club.bob, club.sign_up, "cup_join")
    await club.env.advance_time(3)
    refused = await club.forge(club.alice, club.sign_up, f"b:cup_begin:{club.standing.id}")
    assert "One more player" in refused
    assert club.standing.is_open


async def test_only_host_and_managers_can_act(club: Club) -> None:
    """Other people cannot start the tournament or open the host's page; people who manage events can."""
    await club.open()
    for person in (club.bob, club.carol):
        await club.tap(person, club.sign_up, "cup_join")
    await club.env.advance_time(2)
    assert "Only the host" in await club.say(club.bob, "cup_begin")
    assert "Only the host" in await club.say(club.bob, "cup_more")
    role = club.guild.create_role("Events", permissions=discord.Permissions(manage_events=True))
    other = club.member("Eve", roles=[role])
    await club.tap(other, club.sign_up, "cup_begin")
    assert club.standing.is_running


@pytest.mark.parametrize(
    ("name", "value", "field", "stored"),
    [
        ("seats", "3", "usual_size", 3),
        ("rounds", "2", "most_rounds", 2),
        ("final", "yes", "has_final", True),
        ("clock", "blitz", "clock", "blitz"),
        ("most", "8", "most", 8),
    ],
)
async def test_host_changes_a_setting(club: Club, name: str, value: str, field: str, stored: object) -> None:
    await club.open()
    await choose(club, "cup_set", name, value)
    assert getattr(club.standing.row, field) == stored


async def test_host_changes_an_option_of_the_game(club: Club) -> None:
    await club.open()
    await choose(club, "cup_option", "deal", "down", "game")
    assert club.standing.row.options["deal"] == "down"


async def test_old_page_changes_no_setting_after_the_start(club: Club) -> None:
    """The refusal says why, and the tables have the size that was set before."""
    await club.open()
    await choose(club, "cup_set", "seats", "3")
    page = await host_page(club)
    await club.all_join()
    await club.tap(club.alice, club.sign_up, "cup_begin")
    menu = next(ident for ident, _ in options(page, "cup_set") if ident.endswith("seats"))
    late = await club.alice.select(page, ["4"], custom_id=menu)
    assert "has begun" in text_of_message(late.response)
    assert club.standing.row.usual_size == 3
    await club.env.advance_time(20)
    assert all(len(table.seats) == 3 for table in club.standing.rounds[0].tables)


async def test_form_sets_the_sign_up_at_once(club: Club) -> None:
    """One form sets the five most important settings; unchanged it changes nothing, late it is refused."""
    await club.open()
    page = await host_page(club)
    before = {name: acts.current_value(club.standing, name) for name in FORM_SETTINGS}
    form = await club.tap(club.alice, page, "cup_form")
    fields = {label["component"]["custom_id"]: label["component"] for label in form.modal["components"]}
    assert {*fields} == {"seats", "rounds", "final", "clock", "most"}
    unchanged = {
        name: [choice["value"] for choice in field["options"] if choice.get("default")]
        for name, field in fields.items()
    }
    await club.alice.submit_modal(form, unchanged)
    assert {name: acts.current_value(club.standing, name) for name in FORM_SETTINGS} == before
    form = await club.tap(club.alice, page, "cup_form")
    late = await club.tap(club.alice, page, "cup_form")
    chosen = {"seats": ["3"], "rounds": ["2"], "final": ["yes"], "clock": ["blitz"], "most": ["8"]}
    await club.alice.submit_modal(form, chosen)
    row = club.standing.row
    assert (row.usual_size, row.most_rounds, row.has_final, row.clock, row.most) == (3, 2, True, "blitz", 8)
    await club.all_join()
    await club.tap(club.alice, club.sign_up, "cup_begin")
    refused = await club.alice.submit_modal(late, unchanged)
    assert "has begun" in text_of_message(refused.response)
    assert club.standing.row.usual_size == 3


async def test_final_table_decides_first_place(club: Club) -> None:
    await club.start_tournament(seats="3", rounds="1", final="yes")
    await club.play_round()
    third = club.standing.standings[2].place
    best = {row.player for row in club.standing.standings if row.place <= third}  # a tie is drawn
    final = club.standing.rounds[-1]
    assert final.is_final
    assert set(final.tables[0].seats) <= best
    assert len(final.tables[0].seats) == 3
    live = club.cup
    await club.play_round()
    assert live.state.is_over
    last = live.state.rounds[-1].tables[0]
    places = dict(zip(last.seats, last.places, strict=True))
    assert {entrant.number for entrant in live.state.entrants if entrant.place == 1} == {
        player for player, place in places.items() if place == 1
    }


async def test_latecomer_plays_from_the_next_round(club: Club) -> None:
    """A latecomer who accepts the host's invitation joins the next round, without points for the first."""
    late = club.members.pop()
    await club.start_tournament()
    await pick(club, "cup_add", late)
    assert club.standing.entrant_of(late.id) is None
    await club.env.advance_time(5)
    assert "next round" in await club.say(late, "cup_join", club.message("invited to"))
    entry = club.standing.entrant_of(late.id)
    assert entry is not None
    assert entry.number not in club.standing.rounds[0].players
    await club.play_round()
    assert entry.number in club.standing.rounds[1].players
    assert next(row for row in club.standing.standings if row.player == entry.number).points == 0


async def test_hash_of_the_shuffle_key_is_behind_a_button(club: Club) -> None:
    """During sign-up and play a button of the message carries the hash and shows it privately."""
    await club.open()
    commitment = club.standing.commitment
    assert commitment not in text_of_message(club.sign_up)
    await club.all_join()
    assert f"b:cup_fair:{club.cup.id}:{commitment}" in custom_ids(club.sign_up)
    assert f"Hash: `{commitment}`" in await club.say(club.carol, "cup_fair")
    await club.say(club.alice, "cup_begin")
    await club.env.advance_time(20)
    assert f"b:cup_fair:{club.cup.id}:{commitment}" in custom_ids(club.sign_up)


async def test_withdrawn_person_is_not_paired_again(club: Club) -> None:
    """A person who withdraws, and one whom the host removes, stay in the standings but not in the pairing."""
    await club.start_tournament(rounds="2")
    question = (await club.tap(club.bob, club.sign_up, "cup_leave")).response
    assert "Withdraw from the tournament?" in text_of_message(question)
    assert club.number_of(club.bob) in club.standing.rounds[0].players
    assert [person.number for person in club.standing.remaining].count(club.number_of(club.bob)) == 1
    answer = (await club.tap(club.bob, question, "cup_left")).response
    assert "You’ve withdrawn" in text_of_message(answer)
    message = await host_page(club)
    menu = next(ident for ident, _ in options(message, "cup_out"))
    await club.alice.select(message, [str(club.carol.id)], custom_id=menu)
    await club.play_round()
    gone = {entrant.number for entrant in club.standing.entrants if entrant.status == OUT}
    assert len(gone) == 2
    assert not gone & set(club.standing.rounds[1].players)
    assert gone <= {row.player for row in club.standing.standings}


async def test_leaving_while_the_tournament_starts_is_a_withdrawal(club: Club, monkeypatch: Any) -> None:
    """If the tournament starts while a person leaves the sign-up, the person counts as withdrawn."""
    await club.open()
    await club.all_join()
    cup = club.cup
    change = cup.change

    async def change_after_start(act: Any, *args: Any) -> Any:
        await change(acts.begin, club.bot.clock.now_ms())
        return await change(act, *args)

    monkeypatch.setattr(cup, "change", change_after_start)
    assert "You’ve withdrawn" in await club.say(club.bob, "cup_leave")
    assert cup.state.entrant_of(club.bob.id).status == OUT


async def test_paused_tournament_delays_the_next_round(club: Club) -> None:
    """In a paused tournament running tables continue, and the next round waits until the host resumes."""
    await club.start_tournament(rounds="2")
    await club.tap(club.alice, await host_page(club), "cup_pause")
    await club.play_round()
    assert len(club.standing.rounds) == 1
    assert "Paused" in text_of_message(club.sign_up)
    await club.tap(club.alice, await host_page(club), "cup_pause")
    await club.env.advance_time(20)
    assert len(club.standing.rounds) == 2


async def test_cancelled_tournament_begins_no_further_round(club: Club) -> None:
    """After the host confirms, running games continue but no further round begins."""
    await club.start_tournament()
    live = club.cup
    answer = (await club.tap(club.alice, await host_page(club), "cup_cancel")).response
    assert "Cancel the whole tournament?" in text_of_message(answer)
    assert live.state.is_running
    await club.tap(club.alice, answer, "cup_cancelled")
    assert live.state.row.status == "cancelled"
    tables = club.tables
    assert tables
    await club.play_round()
    assert len(live.state.rounds) == 1
    assert "cancelled" in text_of_message(club.message("This tournament was cancelled"))


WHY = "They showed each other their cards"


async def exclude_result(club: Club, message: Any, table_id: str) -> None:
    """Set a table's result aside as the host, by taps and the form for the reason."""
    answer = (await club.tap(club.alice, message, "cup_more")).response
    if "cup_aside" not in " ".join(custom_ids(answer)):
        answer = (await club.tap(club.alice, answer, "cup_page", "results")).response
    menu = next(ident for ident, offered in options(answer, "cup_aside") if table_id in offered)
    form = await club.alice.select(answer, [table_id], custom_id=menu)
    await club.alice.submit_modal(form, {"reason": WHY})
    await club.env.advance_time(10)


async def test_result_is_set_aside_with_a_reason(club: Club) -> None:
    """The reason is public, all players of the table get equal points, and the record still verifies."""
    live = await club.start_tournament(rounds="2")
    first = next(game for game in club.tables if game.state.seat_of(club.alice.id) is None)
    await club.play_table(first)
    await club.env.advance_time(10)
    await exclude_result(club, club.sign_up, first.id)
    table = next(row for row in live.state.rounds[0].tables if row.id == first.id)
    assert (table.aside, table.reason) == (2, WHY)
    points = {row.player: row.points for row in live.state.standings}
    assert len({points[player] for player in table.seats}) == 1
    assert WHY in text_of_message(club.sign_up)
    await club.play_to_the_end()
    assert all(is_true for is_true, _ in check_record(read_record(live.state.record)))


async def test_result_can_be_set_aside_after_the_end(club: Club, make_bot: MakeBot) -> None:
    """A result set aside after the end changes places and titles, and the record verifies."""
    live = await club.start_tournament("tomoe", rounds="1")
    await club.play_to_the_end()
    await club.env.advance_time(10)
    before = live.state
    winner = next(entrant for entrant in before.entrants if entrant.place == 1)
    table = next(row for row in before.rounds[0].tables if winner.number in row.seats)
    await kill(club, make_bot)
    assert not club.bot.tournaments.all, "it was shown to the end"
    await exclude_result(club, club.message("🥇"), table.id)
    after = await club.bot.tournaments.look_up(before.id)
    assert after.entrant(winner.number).place != 1
    message = club.message("🥇")
    assert WHY in text_of_message(message)
    assert len([message for message in club.channel.history() if "🥇" in text_of_message(message)]) == 1
    champions = await club.bot.store.read(load_champions, club.guild.id, "tomoe")
    assert champions == {entrant.user_id for entrant in after.entrants if entrant.place == 1}
    assert all(is_true for is_true, _ in check_record(read_record(after.record)))
    assert not club.bot.tournaments.all, "all is shown"


async def test_round_continues_without_an_unreadable_game(club: Club, make_bot: MakeBot) -> None:
    """If a table's moves cannot be read, the host sets it aside, and the next round begins."""
    await club.start_tournament("tomoe", rounds="2")
    broken, other = (table.id for table in club.tables)

    def break_moves(conn: Connection) -> None:
        conn.execute("UPDATE move SET move = 'nothing known' WHERE table_id = ?", (broken,))

    await club.bot.store.write(break_moves)
    await kill(club, make_bot, seconds=10)
    live = club.cup
    await club.play_table(club.bot.tables.all[other])
    await club.env.advance_time(20)
    assert [table.id for table in live.state.unfinished] == [broken]
    await exclude_result(club, club.sign_up, broken)
    await club.env.advance_time(20)
    assert len(live.state.rounds) == 2
    table = next(row for row in live.state.rounds[0].tables if row.id == broken)
    assert (table.is_done, table.places, table.aside, table.reason) == (True, (), 2, WHY)
    points = {row.player: row.points for row in live.state.standings}
    assert len({points[player] for player in table.seats}) == 1
    assert (await club.stored_table(broken)).table.status == "playing"


async def test_host_hands_the_tournament_over(club: Club) -> None:
    """The host names another host among those who signed up, who can then start the tournament."""
    await club.open()
    assert "not in this tournament" in await pick(club, "cup_host", club.bob)
    for person in (club.bob, club.carol):
        await club.tap(person, club.sign_up, "cup_join")
    await pick(club, "cup_host", club.bob)
    await club.env.advance_time(2)
    assert club.standing.row.host_id == club.bob.id
    await club.tap(club.bob, club.sign_up, "cup_begin")
    assert club.standing.is_running


@pytest.mark.parametrize("way", ["by the button", "away"])
async def test_person_who_left_a_game_is_not_paired_until_back(club: Club, way: str) -> None:
    """A player who leaves a game scores nothing, and is paired again after a tap on *I'm back*."""
    await club.start_tournament(rounds="3", seats="3")
    table = next(game for game in club.tables if game.state.seat_of(club.bob.id) is not None)
    seat = table.state.seat_of(club.bob.id)
    assert seat is not None
    if way == "away":
        await send_away(table, seat)
    else:
        await table.apply_in_game(endings.resign, club.bob.id)
    await club.play_round()
    bob = club.standing.entrant_of(club.bob.id)
    assert bob is not None
    assert bob.status == AWAY
    assert bob.number in club.standing.rounds[0].tables[0].left + club.standing.rounds[0].tables[1].left
    assert bob.number not in club.standing.rounds[1].players
    assert next(row for row in club.standing.standings if row.player == bob.number).points == 0
    assert "Welcome back" in await club.say(club.bob, "cup_here")
    assert "already" in await club.say(club.bob, "cup_here")
    await club.play_round()
    assert club.standing.entrant(bob.number).status == IN
    assert bob.number in club.standing.rounds[2].players
