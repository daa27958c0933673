"""What was sent is gone at once, and does not wait for the garbage collector, which stops everything."""

from __future__ import annotations

import gc
import io
import weakref
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.ui import ActionRow, Button, Container, LayoutView, TextDisplay

from bot.interactions.components import container_view, is_genuine
from bot.interactions.files import attached


@pytest.fixture(autouse=True)
def nothing_is_collected() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


async def test_a_page_holds_its_components_and_not_the_items_that_made_them() -> None:
    """What was put into it is free as soon as nobody else wants it."""
    row = ActionRow[Any](Button(label="Tap", custom_id="b:tap:x"))
    known = weakref.ref(row)
    view = container_view(TextDisplay("Hello"), row)
    del row
    assert known() is None
    (container,) = view.to_components()
    assert [part["type"] for part in container["components"]] == [10, 1]
    assert view.has_components_v2()
    assert view.is_finished()


async def test_a_view_of_the_library_waits_for_the_collector() -> None:
    """Else the test above would prove nothing."""
    row = ActionRow[Any](Button(label="Tap", custom_id="b:tap:x"))
    known = weakref.ref(row)
    view = LayoutView(timeout=None)
    view.add_item(Container(row))
    del row, view
    assert known() is not None


def plainly(data: bytes, filename: str) -> discord.File:
    return discord.File(io.BytesIO(data), filename)


@pytest.mark.parametrize("make", [attached, plainly])
def test_a_picture_is_gone_when_it_was_sent(make: Callable[[bytes, str], discord.File]) -> None:
    """What the library has sent and closed points to itself; ours does not."""
    file = make(b"picture", "picture.png")
    known = weakref.ref(file.fp)
    assert file.fp.read() == b"picture"
    file.fp.close()
    file.reset()
    assert file.fp.read() == b"picture"
    file.close()
    del file
    assert (known() is None) == (make is attached)


@pytest.mark.parametrize(("tapped", "is_there"), [("b:tap:x", True), ("b:tap:y", False)])
def test_the_parts_of_a_tapped_message_are_let_go(tapped: str, is_there: bool) -> None:
    """An interaction and its response hold each other, and with them the message and all that is in it."""
    parts = [SimpleNamespace(children=[SimpleNamespace(custom_id="b:tap:x")])]
    interaction = SimpleNamespace(data={"custom_id": tapped}, message=SimpleNamespace(components=parts))
    assert is_genuine(interaction) is is_there  # type: ignore[arg-type]
    assert not interaction.message.components
