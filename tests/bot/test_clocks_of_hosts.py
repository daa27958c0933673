"""Clocks of hosts are set on, set back, and stand still while a machine sleeps: nobody loses by it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bot.simulated import SimulatedClock
from storage.tables.loading import load_table
from tests.bot.faults import Faults, disk_full
from tests.bot.people import Stage, custom_ids
from tests.bot.playing import limit_turns, send_away, started


@pytest.fixture
def set_on(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a way to let the time of day alone go on, or back, by seconds."""
    original, shift = SimulatedClock.now_ms, [0]
    monkeypatch.setattr(SimulatedClock, "now_ms", lambda clock: original(clock) + shift[0])
    monkeypatch.setattr(SimulatedClock, "elapsed_ms", original)

    def by(seconds: float) -> None:
        shift[0] += int(1000 * seconds)

    return by


async def without_extra_time(table: Any, seat: int) -> None:
    """Let a person have had the one extra time of the game."""
    async with table.lock:
        row = msgspec.structs.replace(table.state.seats[seat], grace=0)
        seats = tuple(row if one.seat == seat else one for one in table.state.seats)
        table.state = await table._note_absence(replace(table.state, seats=seats))


@pytest.mark.parametrize("seconds", [5, 3600, -3600])
async def test_taps_are_answered_after_the_clock_was_set(stage: Stage, set_on: Any, seconds: int) -> None:
    """Everybody, at once and later: what arrived is young."""
    lobby = await stage.lobby()
    await stage.tap(stage.bob, lobby, "join")
    set_on(seconds)
    for number in range(6):
        message = stage.channel.last_message
        await (
            stage.tap(stage.bob, message, "join")
            if number % 2
            else stage.tap_more(stage.bob, message, "leave")
        )
        assert (stage.opened.seat_of(stage.bob.id) is not None) == bool(number % 2)
    assert stage.bot.gate.late == 0


async def test_computer_players_move_after_the_clock_was_set_back(stage: Stage, set_on: Any) -> None:
    """Their pauses are elapsed time."""
    stage.bot.config = msgspec.structs.replace(stage.bot.config, computer_pause=2.0)
    await stage.lobby("bull", computers=2)
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    assert stage.table.state.acting(human=False)
    before = stage.state.seq
    set_on(-3600)
    await stage.env.advance_time(5)
    assert stage.state.seq > before


async def test_what_a_machine_slept_makes_nobody_away(stage: Stage, set_on: Any) -> None:
    """Nobody could play in these nine hours: who has had the extra time has what was left of the turn."""
    await limit_turns(stage, "evening")
    await started(stage)
    table = stage.table
    (seat,) = table.state.acting(human=True)
    await without_extra_time(table, seat)
    set_on(9 * 3600)
    await stage.tap(stage.who_acts(), stage.table_message(), "hand")
    await stage.env.advance_time(1)
    assert not table.state.seats[seat].away
    await stage.env.advance_time(100)
    assert not table.state.seats[seat].away
    await stage.env.advance_time(200)
    assert table.state.seats[seat].away


async def test_what_a_machine_slept_closes_no_deserted_game(
    stage: Stage, set_on: Any, rare_beats: None
) -> None:
    """Of the day to come back nine hours were the machine's own."""
    await limit_turns(stage, "evening")
    await started(stage)
    table = stage.table
    await send_away(table, 0, 1)
    await stage.env.advance_time(16 * 3600)
    assert table.state.is_playing
    set_on(9 * 3600)
    await stage.carol.slash(stage.channel, "table")
    await stage.env.advance_time(1)
    assert table.state.is_playing
    await stage.env.advance_time(15 * 3600)
    assert not table.state.is_playing


async def test_who_tapped_in_time_has_moved(stage: Stage) -> None:
    """The database cannot be written for 35 seconds around the deadline: what was promised comes first."""
    stage.bot.config = msgspec.structs.replace(stage.bot.config, computer_pause=2.0)
    await limit_turns(stage, "blitz")
    await started(stage)
    table = stage.table
    (seat,) = table.state.acting(human=True)
    who = stage.who_acts()
    await without_extra_time(table, seat)
    panel = await stage.tap(who, stage.table_message(), "hand")
    assert table.state.row.deadline is not None
    left = (table.state.row.deadline - stage.bot.clock.now_ms()) / 1000
    await stage.env.advance_time(left - 10)
    trouble = Faults(stage.env).fail("write *", disk_full, None)
    move = [cid for cid in custom_ids(panel.response) if cid.startswith("b:move:")][-1]
    await who.click(panel.response, custom_id=move)
    await stage.env.advance_time(35)
    trouble.end()
    await stage.env.advance_time(90)
    stored = await stage.bot.store.read(load_table, table.id)
    assert stored is not None
    first = next(one for one in stored.moves if one.actor == seat)
    assert first.made_by is None
    assert move.endswith(first.move)
