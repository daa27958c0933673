"""Messages as values: encoded once, told apart by what they show, gone when nobody wants them."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Iterator

import pytest

from bot.language.localizer import Localizer
from bot.showing.pages import board_gallery
from bot.wire.components import (
    button,
    button_rows,
    gallery,
    text_display,
)
from bot.wire.messages import File, Kept, Page, components_with, framed, mentioning
from games.core.presentation import Board, Row, faces
from games.core.words import Seat


def test_empty_texts_are_left_out() -> None:
    """Discord refuses a whole message for one text without a letter (a game without options has such)."""
    page = framed(text_display("something"), text_display(), text_display(""))
    ((container,), *_) = (page.components,)
    assert container.components == (text_display("something"),)


def test_a_page_is_encoded_once() -> None:
    """As the list of its components, with pictures named as uploads."""
    page = framed(text_display("Ä"), gallery("a.png", "A"), accent=7, files=[File("a.png", b"x")])
    assert page.encoded is page.encoded
    assert json.loads(page.encoded) == [
        {
            "type": 17,
            "accent_color": 7,
            "components": [
                {"type": 10, "content": "Ä"},
                {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "A"}]},
            ],
        }
    ]


def test_pages_are_told_apart_by_what_they_show() -> None:
    """Also by their pictures, which have names of their own."""

    def page(text: str = "x", name: str = "a.png", accent: int = 1) -> Page:
        return framed(text_display(text), gallery(name, "A"), accent=accent, files=[File(name, b"")])

    assert page().fingerprint == page().fingerprint
    others = {one.fingerprint for one in (page("y"), page(name="b.png"), page(accent=2))}
    assert len(others) == 3
    assert page().fingerprint not in others


def test_characters_are_counted_as_discord_does() -> None:
    """Of all texts together, however they are encoded; not those on buttons or in descriptions."""
    buttons = button_rows([button("join", "t", "Join")])
    assert framed(text_display("Äb"), gallery("a.png", "A picture"), *buttons, text_display("あ")).length == 3


def test_pictures_that_a_message_has_are_named_by_where_they_lie() -> None:
    """Others stay uploads, also one whose name begins like another's; the page itself stays as it is."""
    shown = (gallery("a.png", "attachment://a.png"), gallery("a.png2", "A"), gallery("b.png", "B"))
    page = framed(*shown)
    kept = {"a.png": Kept(5, 'https://cdn/a.png?ex=1&"')}
    (frame,) = json.loads(bytes(components_with(page, kept)))
    urls = [part["items"][0]["media"]["url"] for part in frame["components"]]
    assert urls == ['https://cdn/a.png?ex=1&"', "attachment://a.png2", "attachment://b.png"]
    assert bytes(components_with(page, {})) == page.encoded


def test_nobody_is_notified_unless_named() -> None:
    """Whoever the texts mention."""
    assert mentioning() == {"parse": [], "users": [], "replied_user": False}
    assert mentioning([10**18]) == {"parse": [], "users": [str(10**18)], "replied_user": False}


async def test_a_file_gives_what_is_in_it() -> None:
    """As often as a request has to be made."""
    file = File("a.txt", b"text")
    assert [await file.data(), await file.data()] == [b"text", b"text"]


# --- memory ---------------------------------------------------------------------------------------------


@pytest.fixture
def _nothing_is_collected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_nothing_is_collected")
async def test_a_page_that_was_sent_is_gone_at_once() -> None:
    """Nothing in it points back to it: it does not wait for the collector, which stops everything."""
    words = Localizer("en")
    board = Board("standard", (Row(Seat(0), (faces(("As", "Kd")),)),))
    shown, picture = board_gallery(board, words, ["Alice"], "table")
    buttons = button_rows([button("join", "t", "Join"), button("leave", "t", "Leave")])
    page = framed(text_display("Hello"), shown, *buttons, files=[picture])
    assert page.encoded
    assert page.fingerprint
    assert await picture.data()
    known: list[weakref.ref[object]] = [weakref.ref(page), weakref.ref(picture)]
    del page, picture, shown, buttons
    assert [one() for one in known] == [None, None]
