"""Tests of a table's automatic steps: deadlines, computer players, failed writes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from bot.driving.driver import FORCED_MS, RETRY_MOVES_MS, Driver
from bot.driving.steps import Step
from bot.driving.table import Table
from bot.refused import Refused
from bot.tables import clocks, endings, lobby
from bot.tables.positions import RevealPause
from bot.tables.state import Change, TableState
from games.bull.presenter import BullPresenter
from games.core.moves import Move
from storage import Store
from storage.errors import StorageFailed
from storage.rows import CLOSED, STAND_IN
from storage.upkeep import forget_person
from tests.bot.faults import Faults, StepGate, disk_full, until
from tests.bot.people import Stage
from tests.bot.playing import MakeBot, kill, limit_turns, send_away
from tests.bot.tables.alone import ALICE, BOB, CAROL, a_game, acting, driver_of, matches_store, read, step_of
from tests.bot.turning import HandClock


class SlowThinkers:
    """A stand-in for the computer players that waits until released and then makes the highest call."""

    def __init__(self, *, are_quick: bool = False) -> None:
        self.hold, self.patience = StepGate(), 0.0
        if are_quick:
            self.hold.release()

    async def advise(self, game_id: str, view: Any, legal: Sequence[Move], *how: Any) -> Move:
        _, _, self.patience, _ = how
        await self.hold.wait()
        return legal[-1]


def due_step(driver: Driver, clock: HandClock, key: str) -> Step:
    step = step_of(driver, clock, key)
    assert step.at <= clock.elapsed_ms()
    return step


async def late_game(store: Store, clock: HandClock) -> tuple[Table, Driver]:
    """Return a game whose current turn is over its deadline."""
    table = await a_game(store, clock, tempo="blitz")
    clock.now += 45_000
    return table, driver_of(table, clock)


async def game_of_absent_player(store: Store, clock: HandClock) -> tuple[Table, int]:
    """Return a game in which an absent player is to act."""
    table, driver = await late_game(store, clock)
    seat = acting(table)
    await due_step(driver, clock, "run_out").act()
    clock.now += 45_000
    await due_step(driver, clock, "run_out").act()
    assert table.state.seats[seat].is_away
    return table, seat


async def test_move_written_at_the_deadline_counts(store: Store, clock: HandClock, faults: Faults) -> None:
    """A move that is being stored when the deadline passes counts, without extra time."""
    table, driver = await late_game(store, clock)
    step, hold = due_step(driver, clock, "run_out"), faults.hold("write append_moves")
    playing = asyncio.create_task(table.play(acting(table), "call single 5"))
    await hold.reached.wait()
    acted = asyncio.ensure_future(step.act())
    await until(lambda: table.lock._waiters)
    hold.release()
    await playing
    await acted
    assert all(seat.grace is None and not seat.is_away for seat in table.state.seats)
    assert await matches_store(table)


@pytest.mark.parametrize("has_thought", [False, True])
@pytest.mark.parametrize(("by", "why"), [("a move", "already-played"), ("the button", "stale-button")])
async def test_returned_player_moves_instead_of_the_stand_in(
    store: Store, clock: HandClock, by: str, why: str, has_thought: bool
) -> None:
    """If an absent player returns, the move that a computer chose for their seat is not played."""
    table, seat = await game_of_absent_player(store, clock)
    before, thinkers = table.state.seq, SlowThinkers(are_quick=has_thought)
    driver = driver_of(table, clock, thinkers)
    thinking = asyncio.ensure_future(due_step(driver, clock, "think").act())
    await thinkers.hold.reached.wait()
    if has_thought:
        await thinking
        move = due_step(driver, clock, "move")
    user_id = table.state.seats[seat].user_id
    await (
        table.play(seat, "call single 5")
        if by == "a move"
        else table.apply_in_game(clocks.end_absence, user_id)
    )
    if has_thought:
        with pytest.raises(Refused, match=why):
            await move.act()
    else:
        thinkers.hold.release()
        await thinking
        assert "move" not in {step.key for step in driver.steps(clock.elapsed_ms())}
    assert table.state.seq == before + (by == "a move")
    assert not table.state.seats[seat].is_away
    assert table.state.position.decision_counts[seat] == (by == "a move", 0)
    assert await matches_store(table)


async def test_refused_computer_move_is_computed_again(
    store: Store, clock: HandClock, faults: Faults
) -> None:
    """A computer's move that is refused or not stored is computed again for the current position."""
    table, _ = await game_of_absent_player(store, clock)
    driver = driver_of(table, clock, SlowThinkers(are_quick=True))
    faults.fail("write append_moves", disk_full)
    await due_step(driver, clock, "think").act()
    with pytest.raises(StorageFailed):
        await due_step(driver, clock, "move").act()
    await due_step(driver, clock, "think").act()
    await due_step(driver, clock, "move").act()
    assert await matches_store(table)


async def test_forced_move_does_not_count_as_a_decision(
    game: Table, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A forced move counts as a decision of neither the player nor the stand-in."""
    monkeypatch.setattr(BullPresenter, "forced_move", lambda presenter, view, legal: legal[0])
    seat, driver = acting(game), driver_of(game, clock)
    assert step_of(driver, clock, "force").at == clock.elapsed_ms() + FORCED_MS
    clock.now += FORCED_MS
    await due_step(driver, clock, "force").act()
    assert acting(game) != seat
    assert set(game.state.position.decision_counts) == {(0, 0)}
    assert await matches_store(game)


async def test_pending_move_is_played_only_for_its_own_decision(
    game: Table, clock: HandClock, faults: Faults
) -> None:
    """A move that could not be stored is stored later, unless its turn is over."""
    seat, driver = acting(game), driver_of(game, clock)
    user_id = game.state.seats[seat].user_id
    game.remember_move(user_id, "call single 5", game.state.position.decisions[seat])
    faults.fail("write append_moves", disk_full)
    clock.now += RETRY_MOVES_MS
    with pytest.raises(StorageFailed):
        await due_step(driver, clock, "retry_moves").act()
    await due_step(driver, clock, "retry_moves").act()
    assert (acting(game) != seat, game.unsaved_moves) == (True, ())
    seq = game.state.seq
    game.remember_move(user_id, "call single 9", game.state.position.decisions[seat] - 1)
    clock.now += RETRY_MOVES_MS
    assert "retry_moves" not in {step.key for step in driver.steps(clock.elapsed_ms())}
    await game.retry_moves()
    assert (game.state.seq, game.unsaved_moves) == (seq, ())
    assert await matches_store(game)


def _left(table: Table, seat: int) -> Awaitable[object]:
    return table.apply_in_game(endings.resign, table.state.seats[seat].user_id)


def _given_away(table: Table, seat: int) -> Awaitable[object]:
    return table.apply_in_game(
        lambda state, now: endings.resolve_departures(lobby.offer_seat(state, seat), now)
    )


async def _taken_over(table: Table, seat: int) -> None:
    await _given_away(table, seat)
    await table.apply_in_game(lobby.take_seat, seat, 99, "Dave", table.state.row.guild_id)


async def _forgotten(table: Table, seat: int) -> None:
    async with table.lock:
        user_id = table.state.seats[seat].user_id
        assert user_id is not None
        await forget_person(table._store, user_id, level="easy", at=1, decided_seats={})
        await table.reload()


async def _moved_for(table: Table, seat: int) -> None:
    await send_away(table, seat)
    await table.play(seat, "call single 6", made_by=STAND_IN)


async def _closed(table: Table, seat: int) -> None:
    await table.apply_in_game(endings.close, CLOSED)


AT_ONCE = [_left, _given_away, _closed]
WAYS = [*AT_ONCE, _taken_over, _forgotten, _moved_for]
"""Ways in which a decision is taken from its player, sometimes in one transaction."""


async def game_with_unwritten_move(store: Store, clock: HandClock) -> tuple[Table, int]:
    """Return a game of three with a move of the player to act that could not be stored."""
    table = await a_game(store, clock, ALICE, BOB, CAROL)
    seat = acting(table)
    user_id = table.state.seats[seat].user_id
    assert user_id is not None
    table.remember_move(user_id, "call single 5", table.state.position.decisions[seat])
    return table, seat


@pytest.mark.parametrize("way", WAYS)
async def test_pending_move_is_dropped_when_its_player_leaves(
    store: Store, clock: HandClock, way: Callable[[Table, int], Awaitable[object]]
) -> None:
    table, seat = await game_with_unwritten_move(store, clock)
    await way(table, seat)
    assert table.unsaved_moves == ()
    await table.retry_moves()
    assert "call single 5" not in [move.move for move in (await read(table)).moves]


@pytest.mark.parametrize("way", AT_ONCE)
async def test_pending_move_is_dropped_if_its_player_is_leaving(
    store: Store, clock: HandClock, way: Callable[[Table, int], Awaitable[object]]
) -> None:
    """A move that could not be stored is dropped if a running change removes its player."""
    table, seat = await game_with_unwritten_move(store, clock)
    await run_in_order(table, lambda: way(table, seat), table.retry_moves)
    assert "call single 5" not in [move.move for move in (await read(table)).moves]


async def test_pending_move_waits_until_the_cards_are_face_up(store: Store, clock: HandClock) -> None:
    """A move that could not be stored is kept while its player may not know yet what cards are revealed."""
    table, _ = await game_with_unwritten_move(store, clock)
    pause = RevealPause(clock.elapsed_ms() + 5000, 5000, clock.elapsed_ms() + 2000)
    # The reveal begins while the retry waits for the table.
    await run_in_order(
        table,
        lambda: table.apply_in_memory(lambda state: state.with_position(reveal_pause=pause)),
        table.retry_moves,
    )
    assert table.unsaved_moves == ()
    await table.retry_moves()
    await table.apply_in_memory(TableState.without_reveal)
    assert len(table.unsaved_moves) == 1
    await table.retry_moves()
    assert "call single 5" in [move.move for move in (await read(table)).moves]


async def run_in_order(table: Table, *acts: Callable[[], Awaitable[object]]) -> list[object]:
    """Start several acts that wait for the table's lock, in order; return their results."""
    await table.lock.acquire()
    waiting = []
    for act in acts:
        waiting.append(asyncio.ensure_future(act()))
        await until(lambda: len(table.lock._waiters or ()) == len(waiting))
    table.lock.release()
    return await asyncio.gather(*waiting, return_exceptions=True)


@pytest.mark.parametrize(
    "act",
    [
        endings.resign,
        clocks.end_absence,
        lambda state, now, user_id: endings.vote(state, now, user_id, "pause"),
    ],
)
async def test_tap_of_a_former_player_does_not_count_for_successor(
    store: Store, clock: HandClock, act: Callable[[TableState, int, int], Change]
) -> None:
    """A tap that a player made before leaving the game does not count for the seat's next player."""
    table = await a_game(store, clock, ALICE, BOB, CAROL)
    seat = acting(table)
    user_id = table.state.seats[seat].user_id
    assert user_id is not None
    _, _, came = await run_in_order(
        table,
        lambda: _given_away(table, seat),
        lambda: table.apply_in_game(lobby.take_seat, seat, 99, "Dave", table.state.row.guild_id),
        lambda: table.apply_in_game(act, user_id),
    )
    assert str(came) == "already-left"
    assert table.state.seat_of(99) == seat
    assert not table.state.row.votes


@pytest.mark.parametrize(("is_tense", "shortest"), [(False, 1000), (True, 1500)])
async def test_computer_players_move_after_a_drawn_delay(
    game: Table, clock: HandClock, monkeypatch: pytest.MonkeyPatch, is_tense: bool, shortest: int
) -> None:
    """The drawn delay is 1 to 2.5 seconds, and at least 1.5 seconds at a tense moment.

    The move comes at its end, however long the computation took.
    """
    monkeypatch.setattr(BullPresenter, "is_tense", lambda presenter, view: is_tense)
    thinkers = SlowThinkers(are_quick=True)
    gone = acting(game)
    there = game.state.seats[1 - gone].user_id
    await game.apply_in_game(endings.resign, game.state.seats[gone].user_id)
    await game.apply_in_game(endings.vote, there, "resume")  # for fun: the other has won
    waits, now, before = [], clock.elapsed_ms(), game.state.seq
    for seed in range(40):
        driver = driver_of(game, clock, thinkers, seed, 2.5)
        await due_step(driver, clock, "think").act()
        times = [{step.key: step.at for step in driver.steps(at)}["move"] for at in (now, now + 500)]
        assert times[0] == times[1]
        assert game.state.seq == before
        waits.append(times[0] - now)
        assert thinkers.patience == waits[-1] / 1000
    assert shortest <= min(waits) < shortest + 100
    assert 2400 < max(waits) <= 2500


async def test_deadlines_do_not_run_out_during_an_outage(stage: Stage, make_bot: MakeBot) -> None:
    """The time of an outage counts neither against a turn nor against extra time."""
    await limit_turns(stage)
    await stage.start_two()
    (seat,) = stage.state.acting(human=True)
    await stage.env.advance_time(20)
    await kill(stage, make_bot, away=3600, seconds=20)
    assert stage.state.seats[seat].grace is None
    await stage.env.advance_time(46)
    assert stage.state.seats[seat].grace is not None
    await kill(stage, make_bot, away=3600, seconds=20)
    assert not stage.state.seats[seat].is_away
    await stage.env.advance_time(86)
    assert stage.state.seats[seat].is_away
