"""Tests of "Still there?": a lobby that begins asks the people who have not tapped for long."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.driving.table import Table
from bot.refused import Refused
from bot.tables import lobby as acts
from bot.tables import presence
from bot.tables.state import TableState
from games.core.game import DEFAULT_LEVEL
from storage.rows import GuildSettings, Name, SeatRow
from storage.servers import BANNED, Act, save_settings
from tests.bot.faults import SENDING, Faults, disconnected
from tests.bot.finding import invite, listen
from tests.bot.people import Stage, custom_ids, is_deleted, text_of_message
from tests.bot.playing import MakeBot, kill
from tests.bot.privacy.test_privacy import delete_data
from tests.bot.tables.alone import ALICE, BOB
from tests.bot.tables.positions import a_lobby
from tests.bot.turning import NOON
from tests.promises import ANSWER_MS, SILENT_MS

LONG = SILENT_MS // 1000 + 60
"""Seconds after which a person is asked."""

WAIT = ANSWER_MS // 1000
QUESTION = "Still there?"


async def waiting_lobby(stage: Stage, *others: Any, seconds: float = LONG, computers: int = 0) -> Table:
    """Have Alice open a lobby that others join, and let time pass; return the lobby's table."""
    lobby = await stage.lobby("bull", computers)
    for person in others:
        await stage.tap(person, lobby, "join")
    await stage.env.advance_time(seconds)
    return stage.lobbies[0]


async def begin(stage: Stage, *others: Any, computers: int = 0) -> Table:
    """Have Alice start a lobby in which the others have waited for long; return the table."""
    table = await waiting_lobby(stage, *others, computers=computers)
    await stage.tap(stage.alice, stage.table_message(table), "start", seconds=3)
    return table


def question(stage: Stage) -> Any:
    """Return the message that asks people whether they are still there; None if there is none."""
    messages = [message for message in stage.channel.history() if "is starting" in text_of_message(message)]
    return messages[-1] if messages else None


def players(table: Table) -> list[str | int]:
    """Return the user ids of the people at a table, and the levels of its computer players."""
    return [seat.level or seat.user_id or 0 for seat in table.state.seats]


async def test_answers_of_all_begin_the_game_at_once(stage: Stage) -> None:
    """The silent people are pinged once, by a message with a button; the last answer begins the game."""
    heard = listen(stage)
    table = await begin(stage, stage.bob, stage.carol)
    assert table.state.is_lobby
    assert (heard[stage.alice.id], heard[stage.bob.id], heard[stage.carol.id]) == (0, 1, 1)
    page = text_of_message(stage.table_message(table))
    assert QUESTION in page
    assert "Bob · ⏳ no answer yet" in page
    assert "Alice 🔑 host" in page
    assert not any(custom_id.startswith("b:start:") for custom_id in custom_ids(stage.table_message(table)))
    answer = await stage.tap(stage.bob, question(stage), "here", seconds=3)
    private = answer.response
    assert private.ephemeral
    assert "you’re in" in text_of_message(private)
    assert table.state.is_lobby
    assert "Bob · ⏳" not in text_of_message(stage.table_message(table))
    # The lobby's message has the button as well.
    await stage.tap(stage.carol, stage.table_message(table), "here", seconds=3)
    assert table.state.is_playing
    assert players(table) == [stage.alice.id, stage.bob.id, stage.carol.id]
    assert question(stage) is None
    # The hand replaces the private answer.
    (hand,) = answer.followups
    assert is_deleted(private)
    assert hand.ephemeral
    assert ("Your turn" in text_of_message(hand)) is (stage.player_on_turn() is stage.bob)
    await stage.env.advance_time(WAIT)
    assert players(table) == [stage.alice.id, stage.bob.id, stage.carol.id]


async def test_computer_player_replaces_a_person_without_an_answer(stage: Stage) -> None:
    """After two minutes the game begins; the cards are those that the seal promised before the question."""
    table = await begin(stage, stage.bob, stage.carol)
    joins = table.state.key.joins
    await stage.tap(stage.bob, question(stage), "here")
    await stage.env.advance_time(WAIT - 10)
    assert table.state.is_lobby
    await stage.env.advance_time(20)
    assert table.state.is_playing
    assert players(table) == [stage.alice.id, stage.bob.id, DEFAULT_LEVEL]
    assert table.state.key.joins == joins
    assert question(stage) is None
    refused = await stage.forge(stage.carol, stage.table_message(table), f"b:here:{table.id}")
    assert "closed" in refused


async def test_nobody_is_asked_soon_after_joining_or_tapping(stage: Stage) -> None:
    """Who joined, or tapped anything at the lobby, within twenty minutes counts as there."""
    heard = listen(stage)
    table = await waiting_lobby(stage, stage.bob)
    await stage.tap(stage.bob, stage.table_message(table), "more")
    await stage.env.advance_time(SILENT_MS // 1000 - 30)
    await stage.tap(stage.carol, stage.table_message(table), "join")
    await stage.tap(stage.alice, stage.table_message(table), "start", seconds=3)
    assert table.state.is_playing
    assert heard[stage.carol.id] == 0
    assert question(stage) is None


async def test_only_silent_people_are_asked(stage: Stage) -> None:
    heard = listen(stage)
    table = await waiting_lobby(stage, stage.bob)
    await stage.tap(stage.carol, stage.table_message(table), "join")
    await stage.tap(stage.alice, stage.table_message(table), "start", seconds=3)
    assert (heard[stage.bob.id], heard[stage.carol.id]) == (1, 0)
    assert presence.asked_ids(table.state) == (stage.bob.id,)


async def test_host_who_is_missing_is_asked(stage: Stage) -> None:
    """A guest who starts in place of a host who is gone is the host; the former one keeps a seat by a tap."""
    table = await waiting_lobby(stage, stage.bob, stage.carol)
    await stage.tap(stage.carol, stage.table_message(table), "more")
    await stage.tap(stage.bob, stage.table_message(table), "start", seconds=3)
    assert presence.asked_ids(table.state) == (stage.alice.id,)
    assert table.state.row.host_id == stage.bob.id
    await stage.tap(stage.alice, question(stage), "here", seconds=3)
    assert table.state.is_playing
    assert table.state.row.host_id == stage.bob.id
    assert players(table)[0] == stage.alice.id


async def test_game_without_any_answer_does_not_begin(stage: Stage) -> None:
    """If nobody but the host is there, the seats are free, and their people are invited without a ping."""
    heard = listen(stage)
    table = await begin(stage, stage.bob, stage.carol, computers=1)
    await stage.env.advance_time(WAIT + 10)
    assert table.state.is_lobby
    assert players(table) == [stage.alice.id, DEFAULT_LEVEL]
    assert f"no answer yet: <@{stage.bob.id}> and <@{stage.carol.id}>" in text_of_message(stage.lobby_message)
    assert QUESTION not in text_of_message(stage.lobby_message)
    assert question(stage) is None
    assert (heard[stage.bob.id], heard[stage.carol.id]) == (1, 1)
    # Both ways on: one comes back, and the host starts.
    await stage.tap(stage.bob, stage.lobby_message, "join")
    await stage.tap(stage.alice, stage.lobby_message, "start", seconds=3)
    assert table.state.is_playing
    assert stage.bob.id in players(table)
    assert heard[stage.carol.id] == 1


async def test_last_person_who_is_waited_for_leaves(stage: Stage) -> None:
    """If enough players are left, the game begins at once."""
    table = await begin(stage, stage.bob, stage.carol)
    await stage.tap(stage.bob, question(stage), "here", seconds=3)
    await stage.tap(stage.carol, question(stage), "leave", seconds=3)
    assert table.state.is_playing
    assert players(table) == [stage.alice.id, stage.bob.id]


async def test_person_who_started_leaves(stage: Stage) -> None:
    """Then nobody begins the game; the next host starts it, and asks only who did not answer."""
    heard = listen(stage)
    table = await begin(stage, stage.bob, stage.carol)
    await stage.tap(stage.bob, question(stage), "here", seconds=3)
    await stage.tap_more(stage.alice, stage.table_message(table), "leave", seconds=3)
    assert not presence.is_asking(table.state)
    assert question(stage) is None
    await stage.env.advance_time(WAIT + 10)
    assert table.state.is_lobby
    await stage.tap(stage.bob, stage.lobby_message, "start", seconds=3)
    assert presence.asked_ids(table.state) == (stage.carol.id,)
    assert (heard[stage.bob.id], heard[stage.carol.id]) == (1, 2)
    await stage.tap(stage.carol, question(stage), "here", seconds=3)
    assert players(table) == [stage.bob.id, stage.carol.id]


async def test_only_one_person_remains(stage: Stage) -> None:
    """A game against computer players alone does not begin by itself."""
    table = await begin(stage, stage.bob, computers=1)
    await stage.tap(stage.bob, question(stage), "leave", seconds=3)
    assert table.state.is_lobby
    assert not presence.is_asking(table.state)
    await stage.tap(stage.alice, stage.lobby_message, "start", seconds=3)
    assert table.state.is_playing


async def test_person_joins_meanwhile(stage: Stage) -> None:
    """A newcomer is dealt in without a question. A tap on *Join* by a person who is asked is an answer."""
    table = await begin(stage, stage.bob)
    await stage.tap(stage.carol, stage.table_message(table), "join", seconds=3)
    assert presence.asked_ids(table.state) == (stage.bob.id,)
    await stage.tap(stage.bob, stage.table_message(table), "join", seconds=3)
    assert table.state.is_playing
    assert players(table) == [stage.alice.id, stage.bob.id, stage.carol.id]


async def test_invitation_meanwhile_keeps_the_question(stage: Stage) -> None:
    """An invitation sent during the question replaces its message and repeats it; nobody is pinged twice."""
    heard = listen(stage)
    table = await begin(stage, stage.bob)
    await invite(stage, stage.carol)
    call = stage.channel.last_message
    assert "Alice invites you" in text_of_message(call)
    assert (heard[stage.bob.id], heard[stage.carol.id]) == (1, 1)
    await stage.tap(stage.bob, call, "here", seconds=3)
    assert table.state.is_playing


@pytest.mark.parametrize("away", [0, 1800])
async def test_restart_loses_neither_question_nor_time(stage: Stage, make_bot: MakeBot, away: float) -> None:
    """After a restart the same people are asked, for the time that was left, by the same message."""
    heard = listen(stage)
    await begin(stage, stage.bob, stage.carol)
    await stage.tap(stage.bob, question(stage), "here", seconds=3)
    await kill(stage, make_bot, away=away, seconds=10)
    (table,) = stage.lobbies
    assert presence.asked_ids(table.state) == (stage.carol.id,)
    assert (heard[stage.bob.id], heard[stage.carol.id]) == (1, 1)
    await stage.env.advance_time(WAIT - 60)
    assert table.state.is_lobby
    await stage.env.advance_time(60)
    assert table.state.is_playing
    assert players(table) == [stage.alice.id, stage.bob.id, DEFAULT_LEVEL]


async def test_question_is_found_after_a_crash(stage: Stage, make_bot: MakeBot) -> None:
    """If the bot dies before it has noted that the question was sent, nobody is pinged again."""
    heard = listen(stage)
    table = await waiting_lobby(stage, stage.bob)
    faults = Faults(stage.env)
    faults.lose(SENDING, times=None)
    await stage.tap(stage.alice, stage.table_message(table), "start")
    await kill(stage, make_bot, seconds=10)
    assert heard[stage.bob.id] == 1
    await stage.tap(stage.bob, question(stage), "here", seconds=3)
    assert stage.state.is_playing


async def test_nobody_loses_a_seat_before_they_are_asked(stage: Stage) -> None:
    """While the question cannot be sent, its time begins again; then computer players come as usual."""
    heard = listen(stage)
    faults = Faults(stage.env)
    rule = faults.fail(SENDING, disconnected, times=None)
    table = await begin(stage, stage.bob, stage.carol)
    await stage.tap(stage.bob, stage.table_message(table), "here")
    await stage.env.advance_time(WAIT + 30)
    assert table.state.is_lobby
    assert players(table) == [stage.alice.id, stage.bob.id, stage.carol.id]
    assert heard[stage.carol.id] == 0
    rule.remaining = 0
    await stage.env.advance_time(WAIT - 40)
    assert heard[stage.carol.id] == 1
    assert table.state.is_lobby
    await stage.env.advance_time(60)
    assert table.state.is_playing
    assert players(table) == [stage.alice.id, stage.bob.id, DEFAULT_LEVEL]


async def test_quiet_server_is_asked_without_pings(stage: Stage) -> None:
    """The question obeys the server's setting, as all pings do."""
    heard = listen(stage)
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, pings=False))
    await begin(stage, stage.bob)
    assert question(stage) is not None
    assert heard[stage.bob.id] == 0


async def test_person_who_is_asked_deletes_their_data(stage: Stage) -> None:
    """Their seat is free at once, and the others need not wait."""
    table = await begin(stage, stage.bob, stage.carol)
    await stage.tap(stage.bob, question(stage), "here", seconds=3)
    await delete_data(stage, stage.carol)
    await stage.env.advance_time(5)
    assert players(table) == [stage.alice.id, stage.bob.id]
    assert table.state.is_playing


async def ban_from_server(stage: Stage, person: Any) -> None:
    """Ban a person from the server."""
    act = Act(stage.bot.clock.now_ms(), BANNED, 77, "Olga", person.id, person.name)
    await stage.bot.tables.ban(stage.guild.id, act)


@pytest.mark.parametrize("way_out", [ban_from_server, delete_data])
async def test_person_who_started_is_gone(stage: Stage, way_out: Callable[..., Awaitable[object]]) -> None:
    """The question ends for good, also after a reconnection, so that nobody loses their seat later."""
    table = await begin(stage, stage.bob, stage.carol)
    await stage.tap(stage.bob, question(stage), "here")
    await way_out(stage, stage.alice)
    await stage.env.advance_time(WAIT + 10)
    assert not presence.is_asking(table.state)
    table.mark_outdated()  # as after each resumed connection
    await stage.env.advance_time(10)
    assert not presence.is_asking(table.state)
    assert players(table) == [stage.bob.id, stage.carol.id]


async def test_planned_game_asks_nobody_when_it_opens(stage: Stage) -> None:
    """People were pinged before a planned game opens, so that they are not asked again."""
    await stage.alice.slash(stage.channel, "play", game="bull", when="in 1 hour")
    await stage.tap(stage.bob, stage.lobby_message, "join")
    await stage.env.advance_time(3600 + 30)
    await stage.tap(stage.alice, stage.lobby_message, "start", seconds=3)
    assert stage.state.is_playing
    assert question(stage) is None


async def test_second_start_is_refused(stage: Stage) -> None:
    """While people are asked, *Start* of an older message begins nothing."""
    table = await begin(stage, stage.bob)
    refused = await stage.forge(stage.alice, stage.table_message(table), f"b:start:{table.id}")
    assert "begins by itself" in refused
    assert table.state.is_lobby


# --- rules of the question ----------------------------------------------------------------------------------

CAROL, DORA = 30, 40


def a_full_lobby() -> TableState:
    """Return a started lobby of four people, of whom all but the host are asked."""
    before = a_lobby()
    people = (SeatRow(2, CAROL, Name("Carol"), None, 3), SeatRow(3, DORA, Name("Dora"), None, 4))
    table = replace(before, seats=(*before.seats[:2], *people))
    return presence.ask(table, ALICE, (BOB, CAROL, DORA), NOON)


ACTS: dict[str, Callable[[TableState, int], TableState]] = {
    "confirm": presence.confirm,
    "leave": acts.leave,
    "join": lambda table, user_id: acts.join(table, user_id + 1000, Name(f"New{user_id}"), 9, 1),
}


@given(st.lists(st.tuples(st.sampled_from([*ACTS]), st.sampled_from([ALICE, BOB, CAROL, DORA])), max_size=8))
def test_people_who_are_there_never_lose_their_seats(steps: list[tuple[str, int]]) -> None:
    """People who have answered or joined keep their seats, and no other person does."""
    table = a_full_lobby()
    there = {ALICE}
    for name, user_id in steps:
        try:
            after = ACTS[name](table, user_id)
        except Refused:
            continue
        table = presence.keep_question(table, after)
        there |= {user_id} if name == "confirm" else set()
        there -= {user_id} if name == "leave" else set()
        there |= {user_id + 1000} if name == "join" else set()
        if not presence.is_asking(table):
            assert not any(seat.is_asked for seat in table.seats)
            return  # the game begins no more by itself
    if acts.can_start_automatically(table):
        assert {seat.user_id for seat in table.people} == there
        return
    after = presence.keep_question(table, presence.stop_waiting(table, (), NOON + ANSWER_MS))
    assert {seat.user_id for seat in after.people} == there
    if acts.can_start_automatically(after):
        assert len(after.seats) == len(table.seats)
        assert after.key.joins == table.key.joins
        assert len(there) > 1
    else:
        assert not presence.is_asking(after)


def test_time_is_not_over_early() -> None:
    """Nobody loses the seat before the two minutes are over."""
    with pytest.raises(Refused):
        presence.stop_waiting(a_full_lobby(), (), NOON + ANSWER_MS - 1)


Check = Callable[[Stage], Awaitable[None]]


def everybody_is_silent(table: Table, starter_id: int) -> tuple[int, ...]:
    return tuple([seat.user_id or 0 for seat in table.state.people if seat.user_id != starter_id])


def with_new_joins(table: TableState) -> TableState:
    seats = [msgspec.structs.replace(seat, join_id=0) if seat.level else seat for seat in table.seats]
    return replace(table, seats=tuple(seats))


@pytest.mark.mutants
@pytest.mark.parametrize(
    ("place", "name", "wrong", "check"),
    [
        (Table, "silent_people", everybody_is_silent, test_nobody_is_asked_soon_after_joining_or_tapping),
        (Table, "silent_people", lambda *_: (), test_only_silent_people_are_asked),
        (presence, "keep_question", lambda _, after: after, test_person_who_started_leaves),
        (presence, "keep_question", lambda _, after: after, test_only_one_person_remains),
        (
            presence,
            "_with_computers",
            lambda table, usual=presence._with_computers: with_new_joins(usual(table)),
            test_computer_player_replaces_a_person_without_an_answer,
        ),
    ],
)
async def test_mutants_are_detected(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, wrong: Any, check: Check
) -> None:
    monkeypatch.setattr(place, name, wrong)
    with pytest.raises(AssertionError):
        await check(stage)


async def test_any_tap_at_the_lobby_is_an_answer(stage: Stage) -> None:
    """A person who was asked and looks at *More* keeps their seat, though they have not tapped *I'm here*."""
    table = await begin(stage, stage.bob, stage.carol)
    await stage.tap(stage.bob, question(stage), "here")
    await stage.tap(stage.carol, stage.table_message(table), "more")
    await stage.env.advance_time(WAIT + 10)
    assert players(table)[2] == stage.carol.id


async def test_question_keeps_an_invitation_that_nobody_has_answered(stage: Stage) -> None:
    """The message with the question replaces the invitation, and has its sentence and its buttons."""
    dora = stage.member("Dora")
    table = await waiting_lobby(stage, stage.bob, stage.carol)
    await invite(stage, dora)
    await stage.env.advance_time(5)
    await stage.tap(stage.alice, stage.table_message(table), "start", seconds=5)
    assert f"<@{dora.id}>" in text_of_message(question(stage))
    await stage.tap(dora, question(stage), "join")
    assert table.state.seat_of(dora.id) is not None


async def test_invitation_comes_back_if_the_game_does_not_begin(stage: Stage) -> None:
    """If Alice leaves meanwhile, the question becomes the invitation again, without another ping."""
    dora = stage.member("Dora")
    heard = listen(stage)
    table = await waiting_lobby(stage, stage.bob, stage.carol)
    await invite(stage, dora)
    await stage.env.advance_time(5)
    await stage.tap(stage.alice, stage.table_message(table), "start", seconds=5)
    call_id = table.sent_row.call_id
    await stage.tap_more(stage.alice, stage.table_message(table), "leave", seconds=5)
    assert (table.sent_row.call_id, question(stage)) == (call_id, None)
    (call,) = [message for message in stage.channel.history() if message.id == call_id]
    assert f"<@{dora.id}>" in text_of_message(call)
    assert heard[dora.id] == 1
    await stage.tap(dora, call, "join", seconds=5)
    assert table.state.seat_of(dora.id) is not None
    assert call_id not in [message.id for message in stage.channel.history()]
