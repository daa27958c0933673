"""Tests of slow and absent players: reminders, stand-ins, and the players' return."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.bot.people import Stage, custom_ids, parts, text_of_message
from tests.bot.playing import MakeBot, kill, limit_turns
from tests.storage.helpers import load_result

TURN = 45
"""Seconds of a turn at these tables."""


def ping_message(stage: Stage) -> Any:
    return stage.current_message(stage.table.sent_row.call_id)


def away(stage: Stage) -> list[int]:
    return [row.seat for row in stage.state.seats if row.is_away]


async def let_run_out(stage: Stage) -> int:
    """Wait until the player on turn has used up turn and extra time; return the seat."""
    (seat,) = stage.state.acting(human=True)
    await stage.env.advance_time(TURN + 1)
    if stage.state.seats[seat].grace is not None and not stage.state.seats[seat].is_away:
        await stage.env.advance_time(TURN + 5)
    assert stage.state.seats[seat].is_away
    return seat


async def blitz(stage: Stage, *others: Any) -> None:
    """Start Porker Bull with 45 seconds a turn for Alice, Bob and ``others``."""
    await limit_turns(stage)
    await stage.start_game(stage.bob, *others)


@pytest.mark.parametrize("has_newer_messages", [False, True])
async def test_player_is_reminded_only_once(
    stage: Stage, make_bot: MakeBot, has_newer_messages: bool
) -> None:
    """The call is edited once when half the time is over, also across a restart.

    Extra time is announced by a new call if other messages are below the call, otherwise by an edit.
    """
    await blitz(stage)
    call, deadline = ping_message(stage), stage.state.row.deadline
    if has_newer_messages:
        await stage.carol.send(stage.channel, "hello")
    await stage.env.advance_time(TURN / 2 - 2)
    assert "half of your time" not in text_of_message(ping_message(stage))
    await stage.env.advance_time(3)
    assert ping_message(stage).id == call.id
    call = ping_message(stage)
    for expected in (
        "half of your time",
        f"<t:{deadline // 1000}:R>",
        "once a game",
        f"<@{stage.player_on_turn().id}>",
    ):
        assert expected in text_of_message(call)
    if has_newer_messages:
        await stage.carol.send(stage.channel, "hello again")
    before = len(stage.env.http_requests)
    await kill(stage, make_bot)
    await stage.env.advance_time(TURN / 2 + 5)  # time since the last heart beat came back
    assert ping_message(stage).id == call.id
    requests = [request.path for request in stage.env.http_requests[before:]]
    assert not [path for path in requests if path.endswith(f"/messages/{call.id}")]
    assert len(stage.calls) == 1
    await stage.move("call single 5")
    assert "half of your time" not in text_of_message(ping_message(stage))
    call = ping_message(stage)
    if has_newer_messages:
        await stage.carol.send(stage.channel, "hello once more")
    await stage.env.advance_time(TURN / 2 + 1)
    assert "half of your time" in text_of_message(ping_message(stage))
    assert ping_message(stage).id == call.id
    await stage.env.advance_time(TURN / 2)
    assert "a computer player moves for you" in text_of_message(ping_message(stage))
    assert (ping_message(stage).id > call.id) is has_newer_messages
    assert len(stage.calls) == 1


@pytest.mark.usefixtures("rare_beats")
async def test_table_without_clock_sends_no_reminder(stage: Stage) -> None:
    """Without a time limit, no player is reminded, and no computer player moves for a person."""
    await stage.start_two()
    before, seq = text_of_message(ping_message(stage)), stage.state.seq
    await stage.env.advance_time(86_400 + 60)
    assert text_of_message(ping_message(stage)) == before
    assert stage.state.row.deadline is None
    assert not away(stage)
    assert stage.state.seq == seq


async def test_extra_time_is_given_once_and_announced(stage: Stage) -> None:
    """A player's first expired turn is extended once; the table and the call announce the extra time."""
    await blitz(stage)
    (seat,) = stage.state.acting(human=True)
    before = stage.state.seq
    await stage.env.advance_time(TURN + 1)
    assert stage.state.seq == before
    assert "once a game" in text_of_message(stage.table_message())
    assert "at least half of their decisions" in text_of_message(ping_message(stage))
    await stage.env.advance_time(TURN - 5)
    assert not away(stage)
    await stage.person_at(seat).slash(stage.channel, "move", move="call single 5")
    assert "once a game" not in text_of_message(stage.table_message())
    await stage.move("call single 6")
    assert stage.state.acting(human=True) == (seat,)
    await stage.env.advance_time(TURN / 2 + 1)
    assert "a computer player moves for you" in text_of_message(ping_message(stage))
    assert "at least half of their decisions" in text_of_message(ping_message(stage))
    await stage.env.advance_time(TURN / 2)
    assert away(stage) == [seat]


async def test_computer_player_moves_for_absent_player(stage: Stage) -> None:
    """The table names the absent player, who is not called for later turns."""
    await blitz(stage)
    seat = await let_run_out(stage)
    assert f"moves for **{stage.state.seats[seat].name}**, who is away" in text_of_message(
        stage.table_message()
    )
    assert "at least half of their decisions" in text_of_message(stage.table_message())
    # Each of these moves can cost a round, and five lost rounds end the game.
    for _ in range(4):
        assert stage.state.acting(human=True) == (1 - seat,)
        assert not any(f"<@{stage.person_at(seat).id}>" in text_of_message(call) for call in stage.calls)
        await stage.move(stage.legal_moves[0], 2)
    assert stage.state.seat_of(stage.person_at(seat).id) == seat
    assert away(stage) == [seat]
    assert stage.state.position.decision_counts[seat].by_player == 0
    assert stage.state.position.decision_counts[seat].by_computer >= 3


async def test_button_returns_the_seat(stage: Stage) -> None:
    """Only the absent player can use the button, which gives back the seat with a full turn."""
    await blitz(stage)
    seat = await let_run_out(stage)
    absent, here = stage.person_at(seat), stage.person_at(1 - seat)
    for _ in range(3):
        await stage.move(stage.legal_moves[0], 1)
    for person, why in ((here, "the seat is yours"), (stage.carol, "not sitting at this table")):
        refused = await stage.tap(person, stage.table_message(), "back")
        assert why in text_of_message(refused.response)
    assert away(stage) == [seat]
    (label,) = [
        part["label"] for part in parts(stage.table_message()) if ":back:" in part.get("custom_id", "")
    ]
    assert label == f"I’m back ({stage.state.seats[seat].name})"
    await stage.tap(absent, stage.table_message(), "back")
    assert not away(stage)
    await stage.env.advance_time(2)
    assert "away" not in text_of_message(stage.table_message())
    assert not any(custom_id.startswith("b:back:") for custom_id in custom_ids(stage.table_message()))
    while stage.state.acting(human=True) != (seat,):
        await stage.move(stage.legal_moves[0])
    assert stage.state.row.deadline == stage.bot.clock.now_ms() + TURN * 1000
    await stage.env.advance_time(2)
    assert f"<@{absent.id}>" in text_of_message(ping_message(stage))


@pytest.mark.parametrize("way", ["at the table", "in an open hand", "by typing"])
async def test_any_action_of_the_absent_player_returns_the_seat(stage: Stage, way: str) -> None:
    """A move or a tap by an absent player returns the seat, also while all players are away."""
    await blitz(stage)
    gone, seat = await let_run_out(stage), await let_run_out(stage)
    person, before = stage.person_at(seat), stage.state.seq
    if way == "by typing":
        await person.slash(stage.channel, "move", move=str(stage.match.legal(seat)[0]))
        assert stage.state.seq > before
    elif way == "at the table":
        answer = await stage.tap(person, stage.table_message(), "back")
        assert answer.response.ephemeral
        assert "Your turn" in text_of_message(answer.response)
    else:
        panel = await stage.tap(person, stage.table_message(), "hand")
        assert "The game waits for you" in text_of_message(panel.response)
        assert len(away(stage)) == 2
        await stage.tap(person, panel.response, "back", seconds=3)
        assert not stage.calls
        await stage.env.advance_time(TURN / 4)
        assert f"<@{person.id}>" in text_of_message(ping_message(stage))
    assert away(stage) == [gone]
    assert stage.state.row.deserted_until is None


@pytest.mark.usefixtures("rare_beats")
async def test_game_stops_while_all_players_are_away(stage: Stage, make_bot: MakeBot) -> None:
    """While all players are away, no move is made until a player returns."""
    await limit_turns(stage)
    await stage.tap(stage.alice, await stage.lobby("bull", 2), "start")
    await stage.env.advance_time(5)  # a computer player may be first
    seat = await let_run_out(stage)
    before = stage.state.seq
    await stage.env.advance_time(20 * 3600)
    assert stage.state.seq == before
    assert stage.state.row.deserted_until is not None
    assert f"<t:{stage.state.row.deserted_until // 1000}:R>" in text_of_message(stage.table_message())
    await kill(stage, make_bot, away=20 * 3600, seconds=60)
    assert stage.state.seq == before
    await stage.tap(stage.person_at(seat), stage.table_message(), "back")
    assert stage.state.row.deadline == stage.bot.clock.now_ms() + TURN * 1000
    assert stage.state.row.deserted_until is None


@pytest.mark.usefixtures("rare_beats")
async def test_deserted_table_is_closed_after_a_day(stage: Stage) -> None:
    """After a day without players the table closes, and its rated result counts all players as leavers."""
    await blitz(stage)
    table_id = stage.table.id
    await let_run_out(stage)
    await let_run_out(stage)
    await stage.env.advance_time(86_400 - 60)
    assert stage.tables
    await stage.env.advance_time(120)
    assert not stage.tables
    result = await stage.bot.store.read(load_result, table_id)
    assert [(seat.has_left, seat.place) for seat in result.seats] == [(True, 1), (True, 1)]
    assert result.rated


@pytest.mark.usefixtures("rare_beats")
async def test_last_present_player_can_resign(stage: Stage) -> None:
    """If the only present player resigns, the game waits for the absent player."""
    await blitz(stage)
    seat = await let_run_out(stage)
    await stage.resign(stage.person_at(1 - seat))
    before = stage.state.seq
    await stage.env.advance_time(3600)
    assert stage.state.seq == before
    assert stage.state.row.deserted_until is not None
    await stage.tap(stage.person_at(seat), stage.table_message(), "back")
    assert stage.state.row.deserted_until is None


@pytest.mark.parametrize("is_back", [False, True])
async def test_result_counts_as_left_if_stand_in_made_most_decisions(stage: Stage, is_back: bool) -> None:
    """A result counts as leaving only if the stand-in made most of the player's decisions."""
    await blitz(stage, stage.carol)
    table = stage.table
    seat = await let_run_out(stage)
    if is_back:
        await stage.tap(stage.person_at(seat), stage.table_message(), "back")
    rng = random.Random(5)
    while table.state.is_playing:
        for acting in table.state.acting(human=True):
            await table.play(acting, stage.legal_moves[-1 if rng.random() < 0.5 else 0])
        await stage.env.advance_time(2)
    assert table.state.is_over
    own, stood_in = table.state.position.decision_counts[seat]
    assert (own >= stood_in) is is_back
    game = await stage.bot.store.read(load_result, table.id)
    assert game.rated
    assert [seat_row.seat for seat_row in game.seats if seat_row.has_left] == ([] if is_back else [seat])
