"""Moves are completed as one types, without holding up anybody else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.clock import breathe
from bot.play.completion import MOVES_AT_ONCE, matching
from bot.tables.state import TableState
from games import find_game
from tests.bot.playing import seated


def many_moves() -> tuple[TableState, int]:
    """Netsuzo, with the seat of the one who may declare nearly anything."""
    state = seated(find_game("netsuzo"), ("Alice", "Bob", "Carol")).dealt()
    return state, state.acting(human=True)[0]


async def test_completing_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two turns of the event loop few of the thousands of moves are put into words."""
    state, seat = many_moves()
    presenter = state.game.presenter
    named, seen, most, name = 0, 0, 0, type(presenter).name

    def counted(*args: Any) -> Any:
        nonlocal named
        named += 1
        return name(*args)

    async def others() -> None:
        nonlocal seen, most
        while True:
            most, seen = max(most, named - seen), named
            await breathe()

    monkeypatch.setattr(type(presenter), "name", counted)
    other = asyncio.create_task(others())
    found = await matching(state, seat, "", "en")
    other.cancel()
    assert len(found) == 25
    assert named == len(state.match.legal(seat)) > 1800
    assert 0 < most <= MOVES_AT_ONCE


async def test_moves_are_put_into_words_once_for_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typing on costs a look through what is known."""
    state, seat = many_moves()
    first = await matching(state, seat, "declare", "en")

    def broken(*_: Any) -> Any:
        raise AssertionError("put into words again")

    monkeypatch.setattr(type(state.game.presenter), "name", broken)
    assert await matching(state, seat, "declare", "en") == first
    assert all(move.notation in move.name for move in await matching(state, seat, "declare", "ja"))
