"""An open table that memory does not know, since the answer to its making got lost, is found."""

from __future__ import annotations

from typing import Any

import pytest

from bot.driving.keeper import Keeper
from bot.driving.registry import SEARCH_SECONDS
from bot.driving.table import Table
from storage import StorageFailed, Store
from storage.rows import LOBBY, SeatRow, TableRow
from storage.tables.lifecycle import create_table
from storage.tables.loading import load_table
from tests.bot.faults import Faults, disk_full
from tests.bot.people import Stage, said
from tests.bot.playing import MakeBot, restart, started
from tests.bot.tables.alone import NOON
from tests.bot.voting import three
from tests.storage.helpers import instead_of


async def result_of_a_game(stage: Stage) -> object:
    """Let three people end a game; return the message with its Rematch button."""
    await three(stage)
    table = stage.table
    for seat in range(3):
        await table.vote(seat, "end")
    await stage.env.advance_time(2)
    return stage.table_message(table)


async def rematch_unanswered(stage: Stage, over: object) -> None:
    """Let a rematch be written whose answer is lost, while the database cannot be read either."""

    async def away(store: Store, table_id: str) -> None:
        raise StorageFailed("the server could not be reached just now")

    Faults(stage.env).lose("write create*", disk_full)
    with pytest.MonkeyPatch.context() as patch:
        instead_of(patch, load_table, away)
        await stage.tap(stage.alice, over, "rematch")
    assert not stage.lobbies


async def test_a_lobby_whose_answer_was_lost_is_opened(stage: Stage) -> None:
    """It was written, so nobody is told that it was not."""
    over = await result_of_a_game(stage)
    Faults(stage.env).lose("write create*", disk_full)
    answered = await stage.tap(stage.alice, over, "rematch")
    assert answered.response is None or "not" not in said(answered.response)
    (lobby,) = stage.lobbies
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    assert lobby.state.seat_of(stage.bob.id) == 1


async def test_what_nobody_could_look_up_is_found_by_whoever_asks_for_it(stage: Stage) -> None:
    """The database was away when the answer got lost, too: a second tap on Rematch joins the lobby."""
    over = await result_of_a_game(stage)
    await rematch_unanswered(stage, over)
    await stage.tap(stage.bob, over, "rematch")
    (lobby,) = stage.lobbies
    assert lobby.state.seat_of(stage.bob.id) == 1


async def test_what_nobody_asks_for_is_found_within_a_minute(stage: Stage) -> None:
    """It gets its message, as any other; and a game is one object, however often it is searched for."""
    over = await result_of_a_game(stage)
    await rematch_unanswered(stage, over)
    before = len(stage.channel.history())
    await stage.env.advance_time(SEARCH_SECONDS + 5)
    (lobby,) = stage.lobbies
    assert len(stage.channel.history()) > before
    await stage.tap(stage.carol, stage.channel.last_message, "join")
    await stage.env.advance_time(3 * SEARCH_SECONDS)
    assert stage.lobbies == [lobby]
    assert lobby.state.seat_of(stage.carol.id) == 1


async def test_a_search_that_fails_is_made_again(stage: Stage) -> None:
    """A database that cannot be read keeps nobody from looking later."""
    row = TableRow("t1", stage.guild.id, stage.channel.id, stage.alice.id, "bull", {}, LOBBY, "en", NOON)
    faults = Faults(stage.env)
    faults.fail("read load_open_ids", disk_full)
    await stage.bot.store.write(create_table, row, (SeatRow(0, stage.alice.id, "Alice", None, 1),))
    await stage.env.advance_time(SEARCH_SECONDS + 5)
    assert not stage.lobbies
    await stage.env.advance_time(SEARCH_SECONDS + 5)
    assert [table.id for table in stage.lobbies] == ["t1"]


async def test_a_keeper_that_cannot_be_made_holds_up_no_other_table(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other tables of that start are kept at once, and that one as soon as it can be."""
    await started(stage)
    first = stage.table
    await stage.lobby("tomoe")
    other = next(table for table in stage.lobbies if table is not first)
    make = Keeper.__init__
    broken = {first.id}

    def made(keeper: Keeper, table: Table, *args: Any, **kwargs: Any) -> None:
        if table.id in broken:
            raise RuntimeError("no keeper for this one")
        make(keeper, table, *args, **kwargs)

    monkeypatch.setattr(Keeper, "__init__", made)
    await restart(stage, make_bot)
    kept = stage.bot.tables._keepers._tasks
    assert kept.keys() == {other.id}
    broken.clear()
    await stage.env.advance_time(SEARCH_SECONDS + 1)
    assert kept.keys() == {first.id, other.id}
