"""An open table keeps little: what is left of a tap is its token, and scenes go when they were shown."""

from __future__ import annotations

import gc
import sys
from collections import deque
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import discord
import pytest
from aiohttp import ClientSession

from bot.driving.table import Table
from bot.showing import answers
from bot.showing.panels import Panel
from bot.tables import snapshot
from bot.wire.exchange import Token
from bot.wire.transport import Transport
from storage import Store
from tests.bot.people import Stage
from tests.bot.playing import started

SHARED = (discord.Client, discord.state.ConnectionState, discord.abc.GuildChannel, ClientSession)
"""What all tables share, and what has a place of its own beside them."""

ELSEWHERE = (*SHARED, Table, Store, Transport, type, ModuleType, FunctionType)


def kept(thing: object) -> Iterator[Any]:
    """Walk through all that is there only because of something."""
    seen, waiting = {id(thing)}, [thing]
    while waiting:
        one = waiting.pop()
        yield one
        for other in gc.get_referents(one):
            if id(other) not in seen and not isinstance(other, ELSEWHERE):
                seen.add(id(other))
                waiting.append(other)


async def tapped(stage: Stage) -> list[Any]:
    """Open both hands of a game and tap in one; give what is kept for the writer of its table."""
    await started(stage)
    who = stage.who_acts()
    opened = {one.id: await stage.tap(one, stage.table_message(), "hand") for one in (stage.alice, stage.bob)}
    await stage.tap(who, opened[who.id].response, "move", "call single 5")
    await stage.env.advance_time(5)
    return list(kept(stage.bot.writer(stage.table)))


HEAVY = (
    discord.Interaction,
    discord.InteractionResponse,
    discord.Message,
    discord.abc.User,
    discord.Component,
)
"""What Discord has told that nobody needs any more once a tap is answered."""


def wasteful(found: list[Any]) -> set[str]:
    """Name what is kept and not needed."""
    return {type(one).__name__ for one in found if isinstance(one, HEAVY)}


async def test_of_a_tap_its_token_is_kept_and_nothing_else(stage: Stage) -> None:
    """Not the message that was tapped, nor whoever tapped, nor the answer."""
    found = await tapped(stage)
    assert sum(isinstance(one, Token) for one in found) == 2  # of the panels
    assert not wasteful(found)


async def test_who_keeps_interactions_is_caught(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A panel that keeps the whole interaction keeps messages, people and answers with it."""

    new_panel = answers._new_panel

    async def whole(*args: Any) -> Panel:
        panel = await new_panel(*args)
        panel.extras = sys._getframe(1).f_locals["interaction"]  # type: ignore[attr-defined]
        return panel

    monkeypatch.setattr(answers, "_new_panel", whole)
    assert {"Interaction", "Message", "Member"} <= wasteful(await tapped(stage))


async def test_scenes_are_kept_of_the_positions_that_were_shown_last(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of others they are made anew, and are the same."""
    monkeypatch.setattr(snapshot, "KEPT_SCENES", 2)
    monkeypatch.setattr(snapshot, "_kept", deque[Any]())
    await started(stage)
    state = stage.state
    table, own = state.snapshot.scene, state.seen_by(0).own_scene
    assert state.snapshot.scene is table
    assert state.seen_by(0).own_scene is own
    for call in ("call single 5", "call single 6", "call single 7"):
        await stage.table.play(stage.state.acting(human=True)[0], call)
        assert stage.state.snapshot.scene is stage.state.snapshot.scene
    assert (state.snapshot.scenes.table, state.snapshot.scenes.panels) == (None, {})
    assert state.snapshot.scene is not table
    assert (state.snapshot.scene, state.seen_by(0).own_scene) == (table, own)
