"""An open table keeps little: what is left of a tap is its token, and scenes go when they were shown."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import discord
import pytest
from aiohttp import ClientSession

from bot.driving.table import Table
from bot.tables import snapshot
from bot.wire.exchange import Token
from bot.wire.transport import Transport
from storage import Store
from tests.bot.people import Stage
from tests.bot.playing import started
from tests.bot.showing.hands import hand_of, other, own_turn

SHARED = (discord.Client, discord.state.ConnectionState, discord.abc.GuildChannel, ClientSession)
"""What all tables share, and what has a place of its own beside them."""

ELSEWHERE = (*SHARED, Table, Store, Transport, type, ModuleType, FunctionType)


def kept(thing: object) -> Iterator[Any]:
    """Walk through all that is there only because of something."""
    seen, waiting = {id(thing)}, [thing]
    while waiting:
        one = waiting.pop()
        yield one
        for found in gc.get_referents(one):
            if id(found) not in seen and not isinstance(found, ELSEWHERE):
                seen.add(id(found))
                waiting.append(found)


HEAVY = (
    discord.Interaction,
    discord.InteractionResponse,
    discord.Message,
    discord.abc.User,
    discord.Component,
)
"""What Discord has told that nobody needs any more once a tap is answered."""


async def test_of_a_tap_its_token_is_kept_and_nothing_else(stage: Stage) -> None:
    """Both hands of a game are open: neither messages that were tapped are kept, nor people, nor answers."""
    who, panel = await own_turn(stage)
    await hand_of(stage, other(stage))
    await stage.tap(who, panel, "move", "call single 5")
    await stage.env.advance_time(5)
    found = list(kept(stage.bot.writer(stage.table)))
    assert sum(isinstance(one, Token) for one in found) == 2  # of the panels
    assert not [one for one in found if isinstance(one, HEAVY)]


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
