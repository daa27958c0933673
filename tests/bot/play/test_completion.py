"""Moves are completed as one types, without holding up anybody else."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from bot.play.completion import MOVES_AT_ONCE, Completions
from bot.tables.snapshot import Snapshot
from storage import Store
from tests.bot.tables.alone import ALICE, BOB, CAROL, HandClock, a_game, acting


async def many_moves() -> Snapshot:
    """Netsuzo as the one sees it who may declare nearly anything."""
    async with await Store.open(":memory:") as store:
        table = await a_game(store, HandClock(), ALICE, BOB, CAROL, game="netsuzo")
        return table.state.seen_by(acting(table))


async def test_completing_holds_up_nobody() -> None:
    """Between two turns of the event loop few of the thousands of moves are put into words."""
    snapshot = await many_moves()
    assert snapshot.own is not None
    named, seen, most = 0, 0, 0

    class Counted:
        """The game's presenter, which counts the moves that it names."""

        def __getattr__(self, name: str) -> Any:
            return getattr(presenter, name)

        def name(self, *args: Any) -> Any:
            nonlocal named
            named += 1
            return presenter.name(*args)

    async def others() -> None:
        nonlocal seen, most
        while True:
            most, seen = max(most, named - seen), named
            await asyncio.sleep(0)

    presenter = snapshot.game.presenter
    game = msgspec.structs.replace(snapshot.game, presenter=Counted())
    other = asyncio.create_task(others())
    completions = Completions()
    found = await completions.matching(msgspec.structs.replace(snapshot, game=game), "", "en")
    other.cancel()
    assert len(found) == 25
    assert named == len(snapshot.own.legal) > 1800
    assert 0 < most <= MOVES_AT_ONCE


async def test_moves_are_put_into_words_once_for_a_decision() -> None:
    """Typing on costs a look through what is known."""
    snapshot = await many_moves()
    completions = Completions()
    first = await completions._moves(snapshot, "en")
    assert await completions._moves(snapshot, "en") is first
    assert await completions._moves(snapshot, "ja") is not first
