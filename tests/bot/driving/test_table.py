"""Tests that a table changes in memory and in the database together or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.driving.table import Table
from bot.refused import Refused
from bot.tables import clocks, endings, lobby
from bot.tables.positions import DecisionCounts, count_decision, stand_in_number
from bot.tables.snapshot import PublicTable
from bot.tables.state import TableState
from games import GAMES
from games.bull.presenter import BullPresenter
from games.core.rules import CHANCE
from storage import Store, open_store
from storage.errors import StorageError
from storage.rows import CLOSED, ITSELF, LOBBY, STAND_IN
from tests.bot.faults import Faults, disk_full, until
from tests.bot.tables.alone import ALICE, BOB, CAROL, a_game, a_lobby, acting, matches_store, read, stored
from tests.bot.turning import HandClock

Act = Callable[[Table], Awaitable[object]]

DAY_MS = 86_400_000
TEN_MINUTES = 600_000

IN_A_LOBBY: dict[str, tuple[str, Act]] = {
    "join": ("write save_lobby", lambda table: table.change(lobby.join, CAROL, "Carol", 5, 1)),
    "leave": ("write save_lobby", lambda table: table.change(lobby.leave, BOB)),
    "option": ("write save_lobby", lambda table: table.change(lobby.set_option, ALICE, "wild", "twos")),
    "cancel": ("write cancel_table", lambda table: table.change(lobby.close, ALICE)),
    "time is up": ("write cancel_table", lambda table: table.change(lobby.close)),
    "start": ("write start_table", lambda table: table.start(ALICE)),
}
IN_A_GAME: dict[str, tuple[str, Act]] = {
    "play": ("write append_moves", lambda table: table.play(acting(table), "call single 5")),
    "late": ("write save_acts", lambda table: table.apply_in_game(clocks.apply_timeout)),
    "resign": ("write save_acts", lambda table: table.apply_in_game(endings.resign, ALICE)),
    "abandon": ("write save_acts", lambda table: table.apply_in_game(endings.close, CLOSED)),
}


async def start(table: Table) -> TableState:
    return await table.start(ALICE)


RACES: dict[str, tuple[str, Act, Act]] = {
    "cancel after start": ("start_table", start, lambda table: table.change(lobby.close, ALICE)),
    "leave after start": ("start_table", start, lambda table: table.change(lobby.leave, ALICE)),
    "time is up after start": ("start_table", start, lambda table: table.change(lobby.close)),
    "start after cancel": ("cancel_table", lambda table: table.change(lobby.close, ALICE), start),
}


@pytest.mark.parametrize("name", [*IN_A_LOBBY, *IN_A_GAME])
async def test_failed_write_changes_nothing(
    store: Store, clock: HandClock, faults: Faults, name: str
) -> None:
    """After a failed write state, shown messages and deadline are unchanged, and a retry succeeds."""
    step, act = {**IN_A_LOBBY, **IN_A_GAME}[name]
    table = await (a_lobby if name in IN_A_LOBBY else a_game)(store, clock, tempo="blitz")
    clock.now += 45_000
    state, shown_before = table.state, table.sent_row
    faults.fail(step, disk_full)
    with pytest.raises(StorageError):
        await act(table)
    assert table.state is state
    assert table.sent_row == shown_before
    assert await matches_store(table)
    await act(table)
    assert table.state is not state
    assert await matches_store(table)


@pytest.mark.parametrize("name", RACES)
async def test_acts_waiting_for_a_lobby_that_ended_are_refused(
    open_lobby: Table, faults: Faults, name: str
) -> None:
    """An act that waits while the lobby starts or closes is then refused with ``lobby-closed``."""
    step, first, second = RACES[name]
    hold = faults.hold(f"write {step}")
    acting_first = asyncio.ensure_future(first(open_lobby))
    await hold.reached.wait()
    waiting = asyncio.ensure_future(second(open_lobby))
    await until(lambda: open_lobby.lock._waiters)
    hold.release()
    await acting_first
    with pytest.raises(Refused, match="lobby-closed"):
        await waiting
    assert open_lobby.state.is_playing is (first is start)
    assert await matches_store(open_lobby)
    if first is start:
        await open_lobby.play(acting(open_lobby), "call single 5")


async def test_lobby_closing_does_not_end_a_started_game(
    open_lobby: Table, store: Store, clock: HandClock
) -> None:
    """If another process has started the game, closing the lobby is refused and memory is updated."""
    other = Table(store, clock, open_lobby.state, (await read(open_lobby)).sent_row)
    await other.start(ALICE)
    assert open_lobby.state.row.status == LOBBY
    with pytest.raises(Refused, match="lobby-closed"):
        await open_lobby.change(lobby.close)
    assert await matches_store(open_lobby)
    assert open_lobby.state.is_playing


async def test_move_of_a_cancelled_task_is_found_by_the_next_play(game: Table, faults: Faults) -> None:
    """If a task is cancelled after its commit, the next play sees the stored move."""
    first = acting(game)
    commit = faults.lose("write append_moves", asyncio.CancelledError)
    with pytest.raises(asyncio.CancelledError):
        await game.play(first, "call single 5")
    assert commit.met == 1
    assert not await matches_store(game)
    with pytest.raises(Refused, match="stale-button"):
        await game.play(first, "call single 5")
    assert await matches_store(game)
    assert acting(game) != first
    await game.play(acting(game), "call single 6")
    assert await matches_store(game)


async def test_second_of_two_simultaneous_plays_is_refused(game: Table) -> None:
    """Of several simultaneous plays of one decision only the first is stored."""
    seat, before = acting(game), game.state.seq
    decision = game.state.position.decisions[seat]
    done = await asyncio.gather(
        *(game.play(seat, "call single 5", decision) for _ in range(3)), return_exceptions=True
    )
    assert [isinstance(each, Refused) for each in done] == [False, True, True]
    assert game.state.seq == before + 1
    assert await matches_store(game)


async def test_second_of_two_simultaneous_resignations_is_refused(
    store: Store, clock: HandClock, faults: Faults
) -> None:
    """Of two simultaneous resignations of one player the second is refused before it is stored.

    If all players leave at the same time, the game is closed.
    """
    table = await a_game(store, clock, ALICE, BOB, CAROL)
    faults.steps.clear()
    done = await asyncio.gather(
        table.apply_in_game(endings.resign, ALICE),
        table.apply_in_game(endings.resign, ALICE),
        return_exceptions=True,
    )
    assert [isinstance(each, Refused) for each in done] == [False, True]
    assert str(done[1]) == "already-left"
    assert faults.steps == ["write save_acts"]
    await asyncio.gather(table.apply_in_game(endings.resign, BOB), table.apply_in_game(endings.resign, CAROL))
    assert table.state.is_closed
    assert await matches_store(table)


async def test_shown_message_is_kept_in_memory_if_the_write_fails(game: Table, faults: Faults) -> None:
    """If a write fails, the newest message id stays in memory and is stored later."""
    faults.fail("write save_shown", disk_full)
    with pytest.raises(StorageError):
        await game.update_sent(message_id=7)
    assert game.sent_row.message_id == 7
    assert game.unsaved_since is not None
    await game.update_sent(mark="seen")
    assert game.unsaved_since is None
    stored_row = (await read(game)).sent_row
    assert (stored_row.message_id, stored_row.mark) == (7, "seen")


async def test_reload_keeps_calls_that_are_not_stored_yet(game: Table, faults: Faults) -> None:
    """A reload keeps a sent call whose row is not stored yet."""
    hold = faults.hold("write save_shown")
    calling = asyncio.create_task(game.update_sent(call_id=7))
    await hold.reached.wait()
    async with game.lock:
        await game.reload()
    assert game.sent_row.call_id == 7
    hold.release()
    await calling
    assert game.unsaved_since is None
    assert (await read(game)).sent_row == game.sent_row


async def test_new_host_found_by_a_reload_is_not_gone(open_lobby: Table, clock: HandClock) -> None:
    """If another process has changed the host, the new host gets the whole time after the reload."""
    clock.now += TEN_MINUTES
    await open_lobby.check_host()
    assert open_lobby.state.is_host_gone
    old = open_lobby.state
    async with open_lobby.lock:
        await open_lobby._write(old.with_row(host_id=BOB))
        await open_lobby.reload()
    assert open_lobby.state.row.host_id == BOB
    assert not open_lobby.state.is_host_gone
    assert open_lobby.host_check_at == clock.elapsed_ms() + TEN_MINUTES


async def test_start_of_a_cancelled_task_is_found_by_the_next_act(open_lobby: Table, faults: Faults) -> None:
    """If a start is cancelled after its commit, the next act sees the running game."""
    await open_lobby.update_sent(message_id=7)
    faults.lose("write start_table", asyncio.CancelledError)
    with pytest.raises(asyncio.CancelledError):
        await open_lobby.start(ALICE)
    with pytest.raises(Refused, match="lobby-closed"):
        await open_lobby.change(lobby.close, ALICE)
    assert open_lobby.state.is_playing
    assert await matches_store(open_lobby)
    assert (open_lobby.sent_row.message_id, open_lobby.sent_row.notice_id) == (None, 7)


async def test_playing_storing_and_restoring_call_no_presenter(
    game: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Presenters, which phrase texts, are not called for moves, revealed cards or deals."""

    def asked(*_: Any) -> Any:
        raise AssertionError("words were asked for")

    monkeypatch.setattr(PublicTable, "attempt", asked)
    for method in ("say", "reveal", "consequence", "table", "panel", "name", "forced_move", "is_tense"):
        monkeypatch.setattr(BullPresenter, method, asked)
    game._reveal_pace = 1
    for move in ("call single 5", "challenge"):
        await game.play(acting(game), move)
    assert game.state.position.reveal_pause is not None
    assert game.state.position.last_reveal is not None
    await game.apply_in_memory(TableState.without_reveal)
    assert game.state.acting(human=True)
    assert (await stored(game)).seq == game.state.seq


@pytest.mark.parametrize(
    ("tempo", "seconds"), [("blitz", 45), ("evening", 180), ("week", 86_400), ("none", 86_400)]
)
async def test_turn_length_follows_the_clock(
    store: Store, clock: HandClock, tempo: str, seconds: int
) -> None:
    """A turn lasts as long as the table's clock says; without a time limit the seat is free after a day.

    The next player has the full time.
    """
    table = await a_game(store, clock, tempo=tempo)
    for _ in range(2):
        assert table.state.row.deadline == clock.now + 1000 * seconds
        assert await matches_store(table)
        clock.now += 44_000
        await table.play(acting(table), _lowest(table, acting(table)))


def test_decisions_are_counted_by_player() -> None:
    """A player counts as absent if a stand-in made most decisions; chance and forced moves do not count."""
    made = (DecisionCounts(), DecisionCounts())
    for actor, made_by in ((CHANCE, None), (0, ITSELF), (0, None), (0, STAND_IN), (1, STAND_IN)):
        made = count_decision(made, actor, made_by)
    assert made == ((1, 1), (0, 1))
    assert [counts.is_absent for counts in made] == [False, True]
    assert not DecisionCounts().is_absent


def test_stand_ins_of_a_table_have_distinct_names() -> None:
    largest = max(game.rules.seats[1] for game in GAMES)
    assert len({stand_in_number("tsqx3ca4q", seat) for seat in range(largest)}) == largest


async def test_late_tap_is_told_why_it_comes_too_late(game: Table) -> None:
    """A second tap on a question was only too slow; an older one names the player on turn, or the end."""
    first = game.state.to_act[0]
    decision = game.state.position.decisions[first]
    await game.play(first, _lowest(game, first), decision)
    for old, why in ((decision, "already-played"), (decision - 1, "not-your-turn")):
        with pytest.raises(Refused, match=why):
            await game.play(first, "call single 9", old)
    while not game.state.is_over:
        (seat,) = game.state.to_act
        await game.play(seat, str(game.state.match.legal(seat)[-1]))
    with pytest.raises(Refused, match="game-is-over"):
        await game.play(first, "call single 9", decision - 1)


async def test_present_players_cannot_return_and_ended_game_is_over(game: Table) -> None:
    with pytest.raises(Refused, match="not-away"):
        await game.apply_in_game(clocks.end_absence, ALICE)
    await game.apply_in_game(endings.close, CLOSED)
    for act in (game.apply_in_game(clocks.end_absence, ALICE), game.play(0, "call single 5")):
        with pytest.raises(Refused, match="game-is-over"):
            await act


async def test_lateness_is_checked_against_the_newest_position(store: Store, clock: HandClock) -> None:
    """A timeout is checked against the stored position, in which another process may have moved."""
    table = await a_game(store, clock, tempo="blitz")
    seat = acting(table)
    other = await a_lobby(store, clock, table_id="other")
    other.state, other.sent_row = await stored(table), table.sent_row
    await other.play(seat, "call single 5")
    clock.now += 45_000
    await table.apply_in_game(clocks.apply_timeout)
    assert table.state.seats[seat].grace is None
    assert await matches_store(table)


STEPS = st.lists(st.sampled_from(["late", "late", "play", "stand in", "back", "wait"]), max_size=14)


@settings(max_examples=25)
@given(steps=STEPS)
async def test_only_resigning_loses_a_seat(steps: list[str]) -> None:
    """After any late turns, moves and returns each player has the same seat; memory equals the database."""
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
            assert all(seat.grace is not None for seat in state.seats if seat.is_away)
            for seat in state.seats:
                before = graces.setdefault(seat.seat, seat.grace)
                assert before in (None, seat.grace), "the extra time was given twice"
                graces[seat.seat] = seat.grace
            assert (state.row.deserted_until is not None) is state.is_deserted
            assert (state.row.deadline is not None) is bool(state.acting(human=True))
            assert not state.is_deserted or not state.acting(human=False)
            assert await matches_store(table)
            assert (await stored(table)).position.decision_counts == state.position.decision_counts


async def _happen(step: str, table: Table, clock: HandClock) -> None:
    state = table.state
    if step == "late":
        clock.now += 45_000
        await table.apply_in_game(clocks.apply_timeout)
    elif step == "play" and isinstance(state.to_act, tuple):
        await table.play(state.to_act[0], _lowest(table, state.to_act[0]))
    elif step == "stand in" and (seats := state.acting(human=False)):
        await table.play(seats[0], _lowest(table, seats[0]), made_by=STAND_IN)
    elif step == "back" and (gone := [seat.user_id for seat in state.seats if seat.is_away]):
        await table.apply_in_game(clocks.end_absence, gone[0])
    elif step == "wait" and state.row.deserted_until is not None:
        assert state.row.deserted_until <= clock.now + DAY_MS


def _lowest(table: Table, seat: int) -> str:
    return str(table.state.match.legal(seat)[0])
