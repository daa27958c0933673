"""What a table does by itself: deadlines that people race against, computer players, writes that fail."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.chance import SeededChance
from bot.refused import Refused
from bot.tables.duties import ComputerMoves, Deadlines, ForcedMoves
from bot.tables.table import Table
from games.bull.presenter import BullPresenter
from games.core.moves import Move
from storage import Store
from tests.bot.faults import Faults, Hold, disk_full, until
from tests.bot.people import Stage
from tests.bot.playing import MakeBot, kill, limit_turns, started
from tests.bot.tables.alone import HandClock, a_game, acting, agrees


class SlowThinkers:
    """Computer players who think until they are let go, and then make the highest call."""

    def __init__(self) -> None:
        self.hold = Hold()

    async def advise(self, game_id: str, view: Any, legal: Sequence[Move], level: str, seed: int) -> Move:
        await self.hold.wait()
        return legal[-1]


async def late(store: Store, clock: HandClock, **kinds: Any) -> tuple[Table, Deadlines, SlowThinkers]:
    """A game whose present turn is out of time, its deadline, and who thinks for late people."""
    table = await a_game(store, clock, turn_seconds=60, **kinds)
    clock.now += 60_000
    thinkers = SlowThinkers()
    deadlines = Deadlines(table, clock, thinkers, SeededChance(1))  # type: ignore[arg-type]
    assert deadlines.due_at(clock.now) == clock.now
    return table, deadlines, thinkers


async def test_a_move_made_at_the_last_moment_counts(store: Store, clock: HandClock) -> None:
    """While a computer player thinks for a late person, that person plays: one move, and no missed turn."""
    table, deadlines, thinkers = await late(store, clock)
    seat, before = acting(table), table.state.seq
    acted = asyncio.create_task(deadlines.act())
    await thinkers.hold.reached.wait()
    await table.play(seat, "call single 5")
    thinkers.hold.release()
    await acted
    assert table.state.seq == before + 1
    assert not table.missed
    assert await agrees(table, store)


async def test_the_next_decision_is_not_made_for_the_last_one(store: Store, clock: HandClock) -> None:
    """The late person plays, the other plays, and the late one's next turn has its time and is not missed."""
    table, deadlines, thinkers = await late(store, clock)
    seat = acting(table)
    acted = asyncio.create_task(deadlines.act())
    await thinkers.hold.reached.wait()
    await table.play(seat, "call single 5")
    await table.play(acting(table), "call single 6")
    assert acting(table) == seat
    after = table.state
    thinkers.hold.release()
    await acted
    assert table.state is after
    assert not table.missed
    assert table.state.row.deadline == clock.now + 60_000


async def test_a_deadline_that_has_moved_on_does_nothing(store: Store, clock: HandClock) -> None:
    """Somebody played just before the duty began: the next person's turn is neither played nor missed."""
    table, deadlines, thinkers = await late(store, clock)
    await table.play(acting(table), "call single 5")
    after = table.state
    thinkers.hold.release()
    await deadlines.act()
    assert table.state is after
    assert not table.missed


async def test_who_plays_just_before_losing_the_seat_keeps_it(
    store: Store, clock: HandClock, faults: Faults
) -> None:
    """The second turn is missed, too, but the person's move is written first: no seat is given away."""
    table, deadlines, _ = await late(store, clock)
    seat = acting(table)
    table.missed[seat] = 1
    hold = faults.hold("write append_moves")
    playing = asyncio.create_task(table.play(seat, "call single 5"))
    await hold.reached.wait()
    acted = asyncio.create_task(deadlines.act())
    await until(lambda: table.lock._waiters)
    hold.release()
    await playing
    await acted
    assert not table.state.seats[seat].left
    assert not table.missed
    assert await agrees(table, store)


async def test_turns_missed_in_a_row_cost_the_seat(store: Store, clock: HandClock) -> None:
    """The first missed turn is played, the second one in a row is the computer player's for good."""
    table, deadlines, thinkers = await late(store, clock)
    thinkers.hold.release()
    seat = acting(table)
    await deadlines.act()
    assert table.missed == {seat: 1}
    await table.play(acting(table), "challenge")
    while acting(table) != seat:  # whoever begins the next round
        await table.play(acting(table), "call single 5")
    assert acting(table) == seat
    clock.now += 60_000
    await deadlines.act()
    assert table.state.seats[seat].left


async def test_a_computer_players_move_for_a_position_that_is_gone_is_dropped(
    store: Store, clock: HandClock
) -> None:
    """The seat has moved meanwhile: the advice is refused, and nothing is doubled."""
    table = await a_game(store, clock)
    seat, thinkers = acting(table), SlowThinkers()
    await table.resign(seat)
    moves = ComputerMoves(table, thinkers, SeededChance(1), 0)  # type: ignore[arg-type]
    assert moves.due_at(clock.now) is not None
    acted = asyncio.create_task(moves.act())
    await thinkers.hold.reached.wait()
    await table.play(seat, "call single 5")
    thinkers.hold.release()
    with pytest.raises(Refused, match="already-played"):
        await acted
    assert await agrees(table, store)


async def test_a_move_that_plays_itself_is_no_sign_of_life(
    store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who lets time run out, and whose next move has no choice, loses the seat at the next missed turn."""
    table = await a_game(store, clock)
    seat = acting(table)
    table.missed[seat] = 1
    monkeypatch.setattr(BullPresenter, "forced", lambda presenter, view, legal: legal[0])
    forced = ForcedMoves(table)
    assert forced.due_at(clock.now) == clock.now + 1000
    await forced.act()
    assert acting(table) != seat
    assert table.missed == {seat: 1}


@pytest.mark.parametrize(("is_tense", "shortest"), [(False, 1000), (True, 1500)])
async def test_computer_players_take_their_time(
    store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch, is_tense: bool, shortest: int
) -> None:
    """1 to 2.5 seconds, at least 1.5 where a claim might be challenged; drawn before anybody thinks."""
    monkeypatch.setattr(BullPresenter, "is_tense", lambda presenter, view: is_tense)
    thinkers = SlowThinkers()
    waits = []
    for seed in range(40):
        table = await a_game(store, clock, table_id=f"t{seed}")
        await table.resign(acting(table))
        moves = ComputerMoves(table, thinkers, SeededChance(seed), 2.5)  # type: ignore[arg-type]
        due = moves.due_at(clock.now)
        assert due is not None
        assert moves.due_at(clock.now + 500) == due
        waits.append(due - clock.now)
    assert not thinkers.hold.reached.is_set()
    assert shortest <= min(waits) < shortest + 100
    assert 2400 < max(waits) <= 2500


# --- through the simulated Discord ----------------------------------------------------------------------


@pytest.mark.parametrize("failures", [1, 5])
async def test_a_write_that_fails_at_a_deadline_is_tried_again(stage: Stage, failures: int) -> None:
    """The clock of the table goes on: the late move is made, and the turns after it have deadlines, too."""
    await limit_turns(stage)
    await started(stage)
    before = stage.state.seq
    rule = Faults(stage.env).fail("write append_moves", disk_full, failures)
    await stage.env.advance_time(61 + 20)
    assert rule.met == failures
    assert stage.state.seq > before
    assert not any(seat.left for seat in stage.state.seats)
    assert set(stage.table.missed.values()) == {1}
    between = stage.state.seq
    assert stage.state.row.deadline is not None
    await stage.env.advance_time(61)
    assert stage.state.seq > between


async def test_a_write_that_fails_at_a_lobbys_end_is_tried_again(stage: Stage) -> None:
    """A lobby that nobody starts is closed although the first write fails."""
    await stage.lobby()
    Faults(stage.env).fail("write cancel", disk_full, 2)
    await stage.env.advance_time(12 * 3600 + 30)
    assert not stage.lobbies


async def test_a_computer_players_write_that_fails_is_tried_again(stage: Stage) -> None:
    """Whoever is to act leaves, and the computer player at that seat moves although the first writes fail."""
    await started(stage)
    who, before = stage.who_acts(), stage.state.seq
    rule = Faults(stage.env).fail("write append_moves", disk_full, 2)
    await who.slash(stage.channel, "resign")
    await stage.env.advance_time(10)
    assert rule.met == 2
    assert stage.state.seq > before
    assert stage.who_acts() is not who


async def test_time_that_the_bot_was_away_counts_against_nobody(stage: Stage, make_bot: MakeBot) -> None:
    """A deadline that passed while the bot was dead has not passed: the turn goes on, and is not missed."""
    await limit_turns(stage)
    await started(stage)
    before = stage.state.seq
    await stage.env.advance_time(25)
    await kill(stage, make_bot, away=3600)
    await stage.env.advance_time(20)
    assert stage.state.seq == before
    assert not stage.table.missed
    await stage.env.advance_time(50)
    assert stage.state.seq > before
    assert list(stage.table.missed.values()) == [1]
