"""A table changes in memory and in the store together or not at all, one change at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.driving.table import Table
from bot.refused import Refused
from bot.tables import lobby
from bot.tables.state import TableState
from bot.tables.teller import Teller
from games.bull.presenter import BullPresenter
from storage import Store
from storage.errors import StorageError
from storage.rows import LOBBY, PLAYING
from tests.bot.faults import Faults, disk_full, until
from tests.bot.tables.alone import (
    ALICE,
    BOB,
    CAROL,
    NOON,
    HandClock,
    a_game,
    a_lobby,
    acting,
    agrees,
    read,
    stored,
)

Act = Callable[[Table], Awaitable[object]]

IN_A_LOBBY: dict[str, tuple[str, Act]] = {
    "join": ("write save_lobby", lambda table: table.change(lobby.joined, CAROL, "Carol", 5)),
    "leave": ("write save_lobby", lambda table: table.change(lobby.left, BOB)),
    "option": ("write save_lobby", lambda table: table.change(lobby.with_option, ALICE, "wild", "twos")),
    "cancel": ("write cancel_table", lambda table: table.change(lobby.closed, ALICE)),
    "time is up": ("write cancel_table", lambda table: table.change(lobby.closed)),
    "start": ("write start_table", lambda table: table.start(ALICE)),
}
IN_A_GAME: dict[str, tuple[str, Act]] = {
    "play": ("write append_moves", lambda table: table.play(acting(table), "call single 5")),
    "resign": ("write save_acts", lambda table: table.resign(0)),
    "abandon": ("write save_acts", lambda table: table.abandon()),
}
CLOSINGS: dict[str, Act] = {
    "cancel": lambda table: table.change(lobby.closed, ALICE),
    "leave": lambda table: table.change(lobby.left, ALICE),
    "time is up": lambda table: table.change(lobby.closed),
}


@pytest.mark.parametrize("name", [*IN_A_LOBBY, *IN_A_GAME])
async def test_a_write_that_fails_changes_nothing(
    store: Store, clock: HandClock, faults: Faults, name: str
) -> None:
    """State, what is shown and the time for a turn are the very same as before; trying again does it."""
    step, act = {**IN_A_LOBBY, **IN_A_GAME}[name]
    table = await (a_lobby if name in IN_A_LOBBY else a_game)(store, clock)
    before = table.state, table.shown
    faults.fail(step, disk_full)
    with pytest.raises(StorageError):
        await act(table)
    assert (table.state, table.shown) == before
    assert table.state is before[0]
    assert await agrees(table)
    await act(table)
    assert table.state is not before[0]
    assert await agrees(table)


@pytest.mark.parametrize("name", list(CLOSINGS))
async def test_a_closing_that_waited_for_a_start_is_refused(
    open_lobby: Table, faults: Faults, name: str
) -> None:
    """Cancel, leave and the lobby's end, waiting while the game starts, find no lobby; the game goes on."""
    hold = faults.hold("write start_table")
    starting = asyncio.create_task(open_lobby.start(ALICE))
    await hold.reached.wait()
    closing = asyncio.ensure_future(CLOSINGS[name](open_lobby))
    await until(lambda: open_lobby.lock._waiters)
    hold.release()
    await starting
    with pytest.raises(Refused, match="lobby-closed"):
        await closing
    assert open_lobby.state.row.status == (await stored(open_lobby)).row.status == PLAYING
    await open_lobby.play(acting(open_lobby), "call single 5")


async def test_a_closing_never_ends_another_phase(open_lobby: Table, store: Store, clock: HandClock) -> None:
    """Another process has started the game: the store refuses the lobby's end, and memory catches up."""
    other = Table(store, clock, open_lobby.state, (await read(open_lobby)).shown)
    await other.start(ALICE)
    assert open_lobby.state.row.status == LOBBY
    with pytest.raises(Refused, match="lobby-closed"):
        await open_lobby.change(lobby.closed)
    assert await agrees(open_lobby)
    assert open_lobby.state.is_playing


async def test_a_start_that_waited_for_a_closing_is_refused(open_lobby: Table, faults: Faults) -> None:
    """The other way round a closed lobby does not start."""
    hold = faults.hold("write cancel_table")
    closing = asyncio.create_task(open_lobby.change(lobby.closed, ALICE))
    await hold.reached.wait()
    starting = asyncio.create_task(open_lobby.start(ALICE))
    hold.release()
    await closing
    with pytest.raises(Refused, match="lobby-closed"):
        await starting
    assert open_lobby.state.is_closed
    assert await agrees(open_lobby)


async def test_no_card_is_dealt_before_the_lobby_shows_who_sits_there(open_lobby: Table) -> None:
    """Who has just sat down is sealed by no message: the start is refused until one is known to show it."""
    await open_lobby.change(lobby.joined, CAROL, "Carol", 3)
    with pytest.raises(Refused, match="lobby-not-published"):
        await open_lobby.start(ALICE)
    assert await agrees(open_lobby)
    assert open_lobby.state.is_lobby
    open_lobby.note(mark=open_lobby.state.mark)
    await open_lobby.start(ALICE)
    assert open_lobby.state.is_playing


async def test_a_play_whose_caller_was_cut_off_is_found(game: Table, faults: Faults) -> None:
    """Written, but the task that waited for it is gone: the next play finds the position moved on."""
    first = acting(game)
    commit = faults.lose("write append_moves", asyncio.CancelledError)
    with pytest.raises(asyncio.CancelledError):
        await game.play(first, "call single 5")
    assert commit.met == 1
    assert not await agrees(game)
    with pytest.raises(Refused, match="stale-button"):
        await game.play(first, "call single 5")
    assert await agrees(game)
    assert acting(game) != first
    await game.play(acting(game), "call single 6")
    assert await agrees(game)


async def test_of_two_plays_at_once_one_is_made(game: Table) -> None:
    """A double click on a button: the second is stale, and one row is written."""
    seat, before = acting(game), game.state.seq
    decision = game.state.decisions[seat]
    done = await asyncio.gather(
        *(game.play(seat, "call single 5", decision) for _ in range(3)), return_exceptions=True
    )
    assert [isinstance(each, Refused) for each in done] == [False, True, True]
    assert game.state.seq == before + 1
    assert await agrees(game)


async def test_of_two_resignations_one_is_made(store: Store, clock: HandClock, faults: Faults) -> None:
    """The second is refused kindly, before anything is written."""
    table = await a_game(store, clock, ALICE, BOB, CAROL)
    faults.steps.clear()
    done = await asyncio.gather(table.resign(0), table.resign(0), return_exceptions=True)
    assert [isinstance(each, Refused) for each in done] == [False, True]
    assert str(done[1]) == "already-left"
    assert faults.steps == ["write save_acts"]
    assert await agrees(table)


async def test_a_game_that_everybody_leaves_at_once_is_closed_once(game: Table, store: Store) -> None:
    """Two people resign together: the game is closed, in memory as in the store."""
    await asyncio.gather(game.resign(0), game.resign(1))
    assert game.state.is_closed
    assert await agrees(game)


async def test_a_person_who_played_gets_new_time(store: Store, clock: HandClock) -> None:
    """Whoever is to act next has a whole turn, also when the last one ran nearly out."""
    table = await a_game(store, clock, tempo="blitz")
    assert table.state.row.deadline == NOON + 45_000
    clock.now += 44_000
    await table.play(acting(table), "call single 5")
    assert table.state.row.deadline == clock.now + 45_000
    assert await agrees(table)


async def test_what_is_shown_is_noted_when_it_cannot_be_written(game: Table, faults: Faults) -> None:
    """It is true at once, remains to be written, and of several only the newest has to be."""
    faults.fail("write save_shown", disk_full)
    with pytest.raises(StorageError):
        await game.show(message_id=7)
    assert game.shown.message_id == 7
    assert game.unsaved_since is not None
    await game.show(mark="seen")
    assert game.unsaved_since is None
    shown = (await read(game)).shown
    assert (shown.message_id, shown.mark) == (7, "seen")


async def test_looking_at_the_store_again_loses_nothing_that_was_shown(game: Table, faults: Faults) -> None:
    """A call that was just sent, and is not written yet, is still known, and will be tidied up."""
    hold = faults.hold("write save_shown")
    calling = asyncio.create_task(game.show(call_id=7))
    await hold.reached.wait()
    async with game.lock:
        await game.reload()
    assert game.shown.call_id == 7
    hold.release()
    await calling
    assert game.unsaved_since is None
    assert (await read(game)).shown == game.shown


async def test_a_start_whose_caller_was_cut_off_is_found(open_lobby: Table, faults: Faults) -> None:
    """The next act finds the game running, the lobby's message known as its notice."""
    await open_lobby.show(message_id=7)
    faults.lose("write start_table", asyncio.CancelledError)
    with pytest.raises(asyncio.CancelledError):
        await open_lobby.start(ALICE)
    with pytest.raises(Refused, match="lobby-closed"):
        await open_lobby.change(lobby.closed, ALICE)
    assert open_lobby.state.is_playing
    assert await agrees(open_lobby)
    assert (open_lobby.shown.message_id, open_lobby.shown.notice_id) == (None, 7)


async def test_playing_writing_and_restoring_ask_nobody_for_words(
    game: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even the teller: rules alone say what is legal, what comes to light, and what is dealt."""

    def asked(*_: Any) -> Any:
        raise AssertionError("words were asked for")

    monkeypatch.setattr(Teller, "attempt", asked)
    for method in ("say", "moment", "verdict", "table", "panel", "name", "forced", "is_tense"):
        monkeypatch.setattr(BullPresenter, method, asked)
    game._reveal = 1
    for move in ("call single 5", "challenge"):
        await game.play(acting(game), move)
    assert game.state.hold is not None
    assert game.state.truth is not None
    await game.turn(TableState.resumed)
    assert game.state.acting(human=True)
    assert (await stored(game)).seq == game.state.seq
