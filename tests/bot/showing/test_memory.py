"""Tests of the memory that open tables use, and of objects that the garbage collector ignores."""

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
from bot.language import Localizer
from bot.pages.boards import board_gallery
from bot.pages.people import PlayerName
from bot.tables import snapshot
from bot.wire.exchange import Token
from bot.wire.transport import Transport
from games.core.presentation import Board, Row, faces
from games.core.words import Seat
from storage import Store
from tests.bot.people import Stage

SHARED = (discord.Client, discord.state.ConnectionState, discord.abc.GuildChannel, ClientSession)
"""Classes shared by all tables, or counted separately."""

ELSEWHERE = (*SHARED, Table, Store, Transport, type, ModuleType, FunctionType)


def objects_kept_by(thing: object) -> Iterator[Any]:
    """Yield ``thing`` and all objects reachable from it, except those shared between tables."""
    seen, waiting = {id(thing)}, [thing]
    while waiting:
        current = waiting.pop()
        yield current
        for referent in gc.get_referents(current):
            if id(referent) not in seen and not isinstance(referent, ELSEWHERE):
                seen.add(id(referent))
                waiting.append(referent)


ANSWERED = (discord.Interaction, discord.InteractionResponse)
HEAVY = (*ANSWERED, discord.Message, discord.abc.User, discord.Component)
"""Classes of Discord's data that are not needed after an answer."""


async def test_only_tokens_of_taps_are_kept_in_memory(stage: Stage) -> None:
    """After taps in two panels the bot keeps their tokens but no interaction, message or user object."""
    panels = await stage.open_both_panels()
    player = stage.player_on_turn()
    await stage.tap(player, panels[player.id], "move", "call single 5", seconds=5)
    kept_objects = list(objects_kept_by(stage.bot.writer(stage.table)))
    assert sum(isinstance(obj, Token) for obj in kept_objects) == 2  # of the panels
    assert not [obj for obj in kept_objects if isinstance(obj, HEAVY)]


async def test_scenes_are_cached_for_recent_positions_only(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenes are kept for the newest positions; for older positions an equal scene is computed again."""
    monkeypatch.setattr(snapshot, "KEPT_SCENES", 2)
    monkeypatch.setattr(snapshot, "_kept", deque[Any]())
    await stage.start_two()
    state = stage.state
    table, own = state.snapshot.scene, state.seen_by(0).own_scene
    assert state.snapshot.scene is table
    assert state.seen_by(0).own_scene is own
    for call in ("call single 5", "call single 6", "call single 7"):
        await stage.play(call)
        assert stage.state.snapshot.scene is stage.state.snapshot.scene
    assert (state.snapshot.scenes.table, state.snapshot.scenes.panels) == (None, {})
    assert state.snapshot.scene is not table
    assert (state.snapshot.scene, state.seen_by(0).own_scene) == (table, own)


def test_boards_and_messages_are_not_tracked_by_the_collector() -> None:
    board = Board("standard", (Row(Seat(0), (faces(["2c"]),)),))
    gallery, picture = board_gallery(board, Localizer("en", ("Ann",)), [PlayerName("Ann")], "table")
    for value in (board, board.rows[0], gallery, *picture.drawing.rows):
        assert not gc.is_tracked(value), value
