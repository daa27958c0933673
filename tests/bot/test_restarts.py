"""Tests that the bot can be killed at any moment without lost, repeated or needless messages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.client import BEAT_SECONDS, Tefuda
from bot.tables import endings
from bot.tables.state import TableState
from bot.wire.errors import NoAnswer
from tests.bot.faults import Faults
from tests.bot.people import Stage, custom_ids, is_notice, raw_click, text_of_message
from tests.bot.playing import MakeBot, kill, limit_turns, restart, send_away

Scene = Callable[[Stage], Awaitable[Any]]

LONG_ENOUGH = 180
"""Seconds after which every failed request was repeated."""


async def test_tap_before_the_bot_is_ready_finds_the_only_table(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tap before READY finds the table, and the later set-up replaces no table and posts nothing twice."""
    await limit_turns(stage)
    await stage.start_two()
    player, message = stage.player_on_turn(), stage.table_message()
    ready, on_ready = asyncio.Event(), Tefuda.on_ready

    # Discord takes a while to send the servers, but taps already arrive.
    async def late(bot: Tefuda) -> None:
        await stage.env.external_wait(ready.wait(), reason="Discord has not sent everything yet")
        await on_ready(bot)

    monkeypatch.setattr(Tefuda, "on_ready", late)
    await kill(stage, make_bot)
    table = stage.table
    assert not ready.is_set()
    panel = await stage.tap(player, message, "hand")
    assert panel.response.ephemeral
    await stage.move("call single 5")
    await stage.carol.slash(stage.channel, "play", game="bull")
    assert stage.table is table
    assert table.state.row.deadline is not None
    # The bot's set-up after that replaces no table and posts nothing twice.
    ready.set()
    await stage.env.advance_time(30)
    assert stage.table is table
    assert messages_of(stage, table.id) == {table.sent_row.message_id, table.sent_row.call_id}
    (lobby,) = stage.lobbies
    assert messages_of(stage, lobby.id) == {lobby.sent_row.message_id}


def messages_of(stage: Stage, table_id: str) -> set[int]:
    """Return the ids of a table's messages with buttons, without its notice."""
    history = [message for message in stage.channel.history() if not is_notice(message)]
    return {m.id for m in history if any(table_id in cid for cid in custom_ids(m))}


# --- kills at each step, each time at a table in another channel --------------------------------------------


def table_here(stage: Stage) -> Any:
    (table,) = stage.bot.tables.in_channel(stage.channel.id)
    return table


async def tap_here(stage: Stage, person: Any, verb: str) -> Any:
    own = f"b:{verb}:{table_here(stage).id}"
    return await person.click(next(m for m in stage.channel.history() if own in custom_ids(m)), custom_id=own)


def player_on_turn_here(stage: Stage) -> Any:
    state = table_here(stage).state
    user_id = state.seats[state.acting(human=True)[0]].user_id
    return next(person for person in stage.people if person.id == user_id)


async def make_a_move(stage: Stage, move: str = "call single 5") -> Any:
    return await player_on_turn_here(stage).slash(stage.channel, "move", move=move)


async def make_move_after_chat(stage: Stage) -> Any:
    """Post chat below the table, then make a move, so that the table's message is posted again."""
    await stage.carol.send(stage.channel, "hello there")
    return await make_a_move(stage)


async def send_waiting_player_away(stage: Stage) -> None:
    table = table_here(stage)
    await send_away(table, 1 - table.state.acting(human=True)[0])


async def come_back(stage: Stage) -> Any:
    gone = next(seat.user_id for seat in table_here(stage).state.seats if seat.is_away)
    return await tap_here(stage, next(person for person in stage.people if person.id == gone), "back")


async def play_almost_to_the_end(stage: Stage) -> None:
    """Play until the next challenge ends the game."""
    table = table_here(stage)
    while True:
        (seat,) = table.state.acting(human=True)
        legal = [*map(str, table.state.match.legal(seat))]
        move = "challenge" if "challenge" in legal else legal[0]
        if table.state.with_move(seat, move).with_deal().is_over:
            return
        await table.play(seat, move)


BEGUN: tuple[Scene, ...] = (
    lambda stage: stage.alice.slash(stage.channel, "play", game="bull"),
    lambda stage: tap_here(stage, stage.bob, "join"),
    lambda stage: tap_here(stage, stage.alice, "start"),
)

SCENES: dict[str, tuple[Scene, ...]] = {
    "open": BEGUN[:1],
    "join": BEGUN[:2],
    "start": BEGUN,
    "move": (*BEGUN, make_a_move),
    "move below": (*BEGUN, make_move_after_chat),
    "back": (*BEGUN, send_waiting_player_away, come_back),
    "last move": (*BEGUN, play_almost_to_the_end, lambda stage: make_a_move(stage, "challenge")),
}


async def kill_at_each_step(
    stage: Stage, make_bot: MakeBot, before: tuple[Scene, ...], act: Scene, check: Callable[..., Any]
) -> int:
    """Kill the bot at each request or commit of an act, each time in a new channel; return the count.

    A kill before a step differs from a kill after the previous step only in memory, so it is left out.
    """
    faults, number, was_stopped = Faults(stage.env), 0, True
    while was_stopped:
        number += 1
        stage.channel = stage.guild.create_text_channel(f"games-{number}")
        for prepare in before:
            await prepare(stage)
            await stage.env.advance_time(5)
        known = {table.id: table.state for table in stage.bot.tables.in_channel(stage.channel.id)}
        faults.stop_at(number)
        done = await act(stage)
        await stage.env.advance_time(5)
        was_stopped = faults.is_dead
        await kill(stage, make_bot)
        faults.attach()
        await stage.env.advance_time(LONG_ENOUGH)
        await check(known, done.acknowledged)
    return number


@pytest.mark.parametrize("scene", list(SCENES))
async def test_bot_recovers_from_a_kill_at_every_step(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, scene: str
) -> None:
    """After a kill at any request or commit of an act the next bot shows each table once, up to date.

    Acknowledged acts are stored once, only the player to act is called, no old message is left, and a
    finished game has its result and a Rematch button.
    """

    async def check(known: dict[str, TableState], was_acknowledged: bool) -> None:
        await check_channel(stage, known, was_acknowledged and scene not in ("open", "back"))
        if scene == "back" and was_acknowledged:
            assert not any(seat.is_away for seat in table_here(stage).state.seats)

    monkeypatch.setattr("storage.tables.lifecycle.MOST_HOSTED", 1000)  # a lobby is left in each channel
    *before, act = SCENES[scene]
    assert await kill_at_each_step(stage, make_bot, tuple(before), act, check) > 3


ACTS: dict[str, tuple[str, Callable[[TableState], bool]]] = {
    "pause": ("act:{}:pause", lambda state: state.is_paused),
    "end": ("act:{}:end", lambda state: state.row.status == "cancelled"),
    "take": ("take:{}:1", lambda state: state.seats[1].is_taken),
}
"""Decisions at a table by name: the tapped verb, and a check that it was made."""


@pytest.mark.parametrize("act", list(ACTS))
@pytest.mark.usefixtures("forged_taps")
async def test_decision_is_complete_after_a_kill_at_every_step(
    stage: Stage, make_bot: MakeBot, act: str
) -> None:
    """After a kill at any request or commit an acknowledged vote or takeover is carried out."""
    custom_id, is_done = ACTS[act]

    async def all_but_one_decide(stage: Stage) -> None:
        table = table_here(stage)
        if act == "take":
            await table.apply_in_game(endings.resign, table.state.seats[1].user_id)
            await table.apply_in_game(endings.vote, table.state.seats[0].user_id, "offer:1")
        else:
            await table.apply_in_game(endings.vote, table.state.seats[1].user_id, act)  # needs both

    async def decide(stage: Stage) -> Any:
        table = table_here(stage)
        message = next(m for m in stage.channel.history() if f"b:hand:{table.id}" in custom_ids(m))
        person = stage.carol if act == "take" else stage.alice
        return raw_click(person, message, f"b:{custom_id.format(table.id)}")

    async def check(known: dict[str, TableState], was_acknowledged: bool) -> None:
        (table_id,) = known
        stored = await stage.stored_table(table_id)
        state = TableState.of(stored)
        assert is_done(state) >= was_acknowledged
        assert stored.sent_row.mark == state.fingerprint
        done.append(is_done(state))

    done: list[bool] = []
    assert await kill_at_each_step(stage, make_bot, (*BEGUN, all_but_one_decide), decide, check) > 2
    assert done[-1]


async def check_channel(stage: Stage, known: dict[str, TableState], was_acknowledged: bool) -> None:
    """Check a channel at rest: each table has its messages, and no other messages are left."""
    standing = {message.id for message in stage.channel.history() if not is_notice(message)}
    expected: set[int | None] = set()
    called: set[int | None] = set()
    for table_id in {*known, *(table.id for table in stage.bot.tables.in_channel(stage.channel.id))}:
        stored = await stage.stored_table(table_id)
        state, sent_row = TableState.of(stored), stored.sent_row
        # The act happened at most once, and surely if it was acknowledged.
        if table_id in known:
            before = known[table_id]
            if before.match is not None and state.match is not None:
                new = state.match.moves[before.seq :]
                assert was_acknowledged <= sum(actor != "chance" for actor, _ in new) <= 1
            happened = state.row.revision + state.seq - before.row.revision - before.seq
            assert happened >= was_acknowledged
        # Each table's messages are current, and no others are left.
        assert sent_row.mark == state.fingerprint
        assert not sent_row.stale
        expected |= {sent_row.message_id}
        called |= {state.seats[seat].user_id for seat, _ in state.pending()}
        expected |= {sent_row.call_id} if state.pending() else set()
        if state.is_over:
            assert sent_row.settled
            message = stage.current_message(sent_row.message_id)
            assert any(cid.startswith("b:rematch:") for cid in custom_ids(message))
    assert standing == expected
    assert len(stage.calls) == len(called)
    assert all(any(f"<@{user_id}>" in text_of_message(call) for call in stage.calls) for user_id in called)


async def test_stopping_bot_starts_no_keeper(stage: Stage) -> None:
    """READY during the stop starts no keeper, whose steps would find the database closed."""
    await stage.lobby()
    await stage.bot.tables.close()
    await stage.bot.on_ready()
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("keeper ")]


async def test_wait_for_the_commands_does_not_stop_the_heartbeat(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Discord lets the registration of commands wait, time passes as usual for all deadlines."""
    attempts = []

    async def register(*_: Any, **__: Any) -> None:
        attempts.append(len(attempts))
        if len(attempts) == 1:
            raise NoAnswer("503")
        await stage.env.external_wait(asyncio.Event().wait(), reason="Discord asks for a pause")

    monkeypatch.setattr("bot.client.sync_if_changed", register)
    await restart(stage, make_bot, seconds=600)
    assert attempts == [0, 1]
    wall = stage.bot._last_beat.wall
    assert stage.bot.clock.now_ms() - wall <= 1000 * BEAT_SECONDS
