"""Clocks of hosts are set on, set back, and stand still while a machine sleeps: nobody loses by it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from bot.simulated import SimulatedClock
from bot.tables.state import Change
from tests.bot.people import Stage
from tests.bot.playing import limit_turns, send_away

HOUR = 3600


@pytest.fixture
def set_on(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Give a way to let the time of day alone go on, or back, by seconds."""
    original, shift = SimulatedClock.now_ms, [0]
    monkeypatch.setattr(SimulatedClock, "now_ms", lambda clock: original(clock) + 1000 * sum(shift))
    monkeypatch.setattr(SimulatedClock, "elapsed_ms", original)
    return shift.append


@pytest.mark.parametrize("seconds", [5, HOUR, -HOUR])
async def test_taps_are_answered_after_the_clock_was_set(
    stage: Stage, set_on: Callable[[int], None], seconds: int
) -> None:
    """Everybody, at once and later: what arrived is young."""
    lobby = await stage.lobby()
    await stage.tap(stage.bob, lobby, "join")
    set_on(seconds)
    for _ in range(3):
        await stage.tap_more(stage.bob, stage.channel.last_message, "leave")
        assert stage.opened.seat_of(stage.bob.id) is None
        await stage.tap(stage.bob, stage.channel.last_message, "join")
        assert stage.opened.seat_of(stage.bob.id) is not None
    assert stage.bot.gate.late == 0


async def test_computer_players_move_after_the_clock_was_set_back(
    stage: Stage, set_on: Callable[[int], None]
) -> None:
    """Their pauses are elapsed time."""
    stage.bot.config = msgspec.structs.replace(stage.bot.config, computer_pause=2.0)
    await stage.begin(computers=2)
    assert stage.state.acting(human=False)
    before = stage.state.seq
    set_on(-HOUR)
    await stage.env.advance_time(5)
    assert stage.state.seq > before


async def test_what_a_machine_slept_makes_nobody_away(stage: Stage, set_on: Callable[[int], None]) -> None:
    """Nobody could play in these nine hours: who has had the extra time has what was left of the turn."""
    await limit_turns(stage, "evening")
    await stage.two()
    table = stage.table
    (seat,) = table.state.acting(human=True)
    await table.decide(lambda state, now: Change(state.with_seat(seat, grace=0)))
    set_on(9 * HOUR)
    await stage.tap(stage.who_acts(), stage.table_message(), "hand")
    for seconds, is_away in ((1, False), (100, False), (200, True)):
        await stage.env.advance_time(seconds)
        assert table.state.seats[seat].away == is_away


async def test_what_a_machine_slept_closes_no_deserted_game(
    stage: Stage, set_on: Callable[[int], None], rare_beats: None
) -> None:
    """Of the day to come back nine hours were the machine's own."""
    await limit_turns(stage, "evening")
    await stage.two()
    table = stage.table
    await send_away(table, 0, 1)
    await stage.env.advance_time(16 * HOUR)
    assert table.state.is_playing
    set_on(9 * HOUR)
    await stage.carol.slash(stage.channel, "table")
    await stage.env.advance_time(1)
    assert table.state.is_playing
    await stage.env.advance_time(15 * HOUR)
    assert not table.state.is_playing
