"""One message, one position: whatever happens while it is drawn, picture and buttons belong together."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.showing import pages
from bot.tables.snapshot import Snapshot
from bot.wire.messages import Page
from bot.wire.transport import Transport
from tests.bot.people import Stage

MOVES = 5


@pytest.mark.parametrize("game", ["bull", "tomoe"])
async def test_a_message_shows_one_position(stage: Stage, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """A move is made within every drawing; no picture comes with the words of another position."""
    views, rng = stage.bot.views, random.Random(3)
    made: set[tuple[str, bytes]] = set()
    sent: list[tuple[str, bytes]] = []
    draw, make, say = pages.board_picture, views.public, Transport._say

    def public(snapshot: Snapshot, language: str) -> Page:
        page = make(snapshot, language)
        made.update((picture.filename, page.encoded) for picture in page.files)
        return page

    async def in_the_middle(*args: Any) -> bytes:
        state = stage.tables[0].state if stage.tables else None
        if state is not None and state.seq < MOVES and state.acting(human=True):
            await stage.play(rng.choice(stage.legal))
        return await draw(*args)

    async def watched(transport: Transport, route: Any, *args: Any) -> Any:
        page = next(one for one in args if isinstance(one, Page))
        if route.is_by_bot:
            sent.extend((file.filename, page.encoded) for file in page.files)
        return await say(transport, route, *args)

    monkeypatch.setattr(Transport, "_say", watched)
    object.__setattr__(views, "public", public)
    monkeypatch.setattr(pages, "board_picture", in_the_middle)
    lobby = await stage.lobby(game, 2)
    await stage.tap(stage.alice, lobby, "start")
    for _ in range(2 * MOVES):
        await stage.env.advance_time(2)
        if stage.tables and stage.state.acting(human=True):
            await stage.play(rng.choice(stage.legal))
    assert len({name for name, _ in sent}) > 1
    for name, shown in sent:
        assert (name, shown) in made, f"{name} is not of the position that the rest of the message is of"
