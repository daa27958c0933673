"""Clocks by themselves: extra time once, away and back, and nothing of it lost, in any order of things."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.driving.table import Table
from bot.refused import Refused
from bot.tables.absence import Made, counted, stand_in
from bot.tables.clocks import CLOCKS, DESERTED_MS, IDLE_MS
from games.core.rules import CHANCE
from storage import Store, open_store
from storage.rows import ITSELF, STAND_IN
from tests.bot.tables.alone import ALICE, BOB, CAROL, NOON, HandClock, a_game, a_lobby, acting, agrees, stored
from tests.games.contract import EVERY


@pytest.mark.parametrize(("tempo", "seconds"), CLOCKS.items())
async def test_a_turn_has_the_time_of_its_clock(
    store: Store, clock: HandClock, tempo: str, seconds: int
) -> None:
    """Three minutes, 45 seconds, a day; with no limit a day until others may give the seat away."""
    table = await a_game(store, clock, tempo=tempo)
    assert table.state.row.deadline == NOON + (seconds * 1000 or IDLE_MS)
    assert await agrees(table)


def test_decisions_are_counted_by_who_made_them() -> None:
    """Chance makes none, a move without a choice is none; half by oneself is enough."""
    made = (Made(), Made())
    for actor, made_by in ((CHANCE, None), (0, ITSELF), (0, None), (0, STAND_IN), (1, STAND_IN)):
        made = counted(made, actor, made_by)
    assert made == ((1, 1), (0, 1))
    assert [one.is_absent for one in made] == [False, True]
    assert not Made().is_absent


def test_no_two_stand_ins_of_a_table_share_a_name() -> None:
    """At the largest table of any game."""
    largest = max(game.rules.seats[1] for game in EVERY)
    assert len({stand_in("tsqx3ca4q", seat) for seat in range(largest)}) == largest


async def test_who_is_not_away_cannot_come_back(game: Table) -> None:
    """Nor anybody once the game is over."""
    with pytest.raises(Refused, match="not-away"):
        await game.come_back(0)
    await game.abandon()
    with pytest.raises(Refused, match="game-is-over"):
        await game.come_back(0)


async def test_an_absence_for_a_position_that_is_gone_is_looked_at_again(
    store: Store, clock: HandClock
) -> None:
    """Another process has played meanwhile: nobody is late in a position that they have not seen."""
    table = await a_game(store, clock, tempo="blitz")
    seat = acting(table)
    other = await a_lobby(store, clock, table_id="other")
    other.state, other.shown = await stored(table), table.shown
    await other.play(seat, "call single 5")
    clock.now += 45_000
    await table.run_out()
    assert table.state.seats[seat].grace is None
    assert await agrees(table)


STEPS = st.lists(st.sampled_from(["late", "late", "play", "stand in", "back", "wait"]), max_size=14)


@settings(max_examples=25)
@given(steps=STEPS)
async def test_a_seat_stays_its_persons_whatever_happens(steps: list[str]) -> None:
    """Nobody who did not resign loses the seat; memory and database agree; a deserted table waits."""
    async with await open_store(":memory:") as store:
        clock = HandClock()
        table = await a_game(store, clock, ALICE, BOB, CAROL, tempo="blitz")
        owners = [seat.user_id for seat in table.state.seats]
        graces: dict[int, int | None] = {}
        for step in steps:
            if table.state.is_closed:
                break
            await _happen(step, table, clock)
            state = table.state
            assert [state.seat_of(user or 0) for user in owners] == [0, 1, 2]
            assert all(seat.grace is not None for seat in state.seats if seat.away)
            for seat in state.seats:
                before = graces.setdefault(seat.seat, seat.grace)
                assert before in (None, seat.grace), "the extra time was given twice"
                graces[seat.seat] = seat.grace
            assert (state.row.deserted_until is not None) is state.is_deserted
            assert (state.row.deadline is not None) is bool(state.acting(human=True))
            assert not state.is_deserted or not state.acting(human=False)
            assert await agrees(table)
            assert (await stored(table)).made == state.made


async def _happen(step: str, table: Table, clock: HandClock) -> None:
    """Let one thing happen at a table, if it can."""
    state = table.state
    if step == "late":
        clock.now += 45_000
        await table.run_out()
    elif step == "play" and isinstance(state.to_act, tuple):
        await table.play(state.to_act[0], _lowest(table, state.to_act[0]))
    elif step == "stand in" and (seats := state.acting(human=False)):
        await table.play(seats[0], _lowest(table, seats[0]), made_by=STAND_IN)
    elif step == "back" and (gone := [seat.seat for seat in state.seats if seat.away]):
        await table.come_back(gone[0])
    elif step == "wait" and state.row.deserted_until is not None:
        assert state.row.deserted_until <= clock.now + DESERTED_MS


def _lowest(table: Table, seat: int) -> str:
    return str(table.state.match.legal(seat)[0])
