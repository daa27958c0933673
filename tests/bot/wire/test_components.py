"""Tests that messages and components are encoded as Discord documents."""

from __future__ import annotations

import gc
import json
import weakref
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import owner, when
from bot.language import Localizer
from bot.pages.boards import board_gallery
from bot.pages.lobby import THREAD_NAME_LIMIT
from bot.pages.people import PlayerName
from bot.pages.phone import MAX_BESIDE
from bot.replay.replay import MAX_STOPS
from bot.simulated import EMOJI_LIMIT
from bot.wire.components import (
    CHOICES_LIMIT,
    CUSTOM_ID_LIMIT,
    DESCRIPTION_LIMIT,
    FIELDS_LIMIT,
    GROUP_LIMIT,
    LABEL_LIMIT,
    OPTION_LIMIT,
    PLACEHOLDER_LIMIT,
    TEXTS_LIMIT,
    TITLE_LIMIT,
    ActionRow,
    ChannelSelect,
    Component,
    Container,
    RoleSelect,
    Separator,
    UserSelect,
    attached,
    button,
    button_rows,
    clip,
    clip_lines,
    custom_id,
    gallery,
    menu,
    option,
    table_ids,
    text_display,
    walk,
)
from bot.wire.messages import File, Page, StoredPicture, framed
from bot.wire.transport import NONCE_LIMIT
from games.core.presentation import Board, Row, faces
from games.core.words import Seat
from games.registry import MOST_GAMES


def wire(part: Component) -> Any:
    return msgspec.json.decode(msgspec.json.encode(part))


KNOWN = ({"id": "7", "type": "role"},)
OPTIONS = [option("a", "A", "x", chosen=True), option("b", "B")]
PARTS = [
    (
        button("join", "t1", "Join", style="success"),
        '{"type": 2, "style": 3, "label": "Join", "custom_id": "b:join:t1"}',
    ),
    (
        button("goon", "t1", "Next", "7", emoji="▶️", disabled=True),
        '{"type": 2, "style": 2, "label": "Next", "custom_id": "b:goon:t1:7", "emoji": {"name": "▶️"},'
        ' "disabled": true}',
    ),
    (
        menu("pick", "t", "W", OPTIONS, "0:"),
        '{"type": 1, "components": [{"type": 3, "custom_id": "s:pick:t:0:", "placeholder": "W", "options": ['
        '{"value": "a", "label": "A", "description": "x", "default": true}, {"value": "b", "label": "B"}]}]}',
    ),
    (
        UserSelect("u:invite:t1", "Invite", max_values=7),
        '{"type": 5, "custom_id": "u:invite:t1", "placeholder": "Invite", "max_values": 7}',
    ),
    (
        RoleSelect("r:set:all", "None", KNOWN, min_values=0, max_values=25),
        '{"type": 6, "custom_id": "r:set:all", "placeholder": "None", "min_values": 0, "max_values": 25,'
        ' "default_values": [{"id": "7", "type": "role"}]}',
    ),
    (
        ChannelSelect("c:set:all", "All", (0, 15), KNOWN, min_values=0, max_values=25),
        '{"type": 8, "custom_id": "c:set:all", "placeholder": "All", "min_values": 0, "max_values": 25,'
        ' "channel_types": [0, 15], "default_values": [{"id": "7", "type": "role"}]}',
    ),
    (text_display("Hello", "", "there"), r'{"type": 10, "content": "Hello\nthere"}'),
    (
        gallery("a.png", "A"),
        '{"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "A"}]}',
    ),
    (attached("a.txt"), '{"type": 13, "file": {"url": "attachment://a.txt"}}'),
    (Container((Separator(),), 255), '{"type": 17, "components": [{"type": 14}], "accent_color": 255}'),
    (Container((Separator(),)), '{"type": 17, "components": [{"type": 14}]}'),
]


@pytest.mark.parametrize(("part", "expected"), PARTS)
def test_component_is_encoded_as_documented(part: Component, expected: str) -> None:
    assert wire(part) == json.loads(expected)


def test_long_texts_are_cut_visibly() -> None:
    long = "x" * 5000
    assert clip("12345", 5) == "12345"
    assert clip("123456", 5) == "1234…"
    assert len(button("a", "t", long).label) == LABEL_LIMIT
    line = option("v", long, long)
    assert len(line.label) == len(line.description or "") == OPTION_LIMIT
    assert len(wire(menu("a", "t", long, [line]))["components"][0]["placeholder"]) == 150
    assert len(gallery("a.png", long).items[0].description) == DESCRIPTION_LIMIT
    assert len(clip_lines(long, 300)) == 300


@given(st.lists(st.text("ab*[]()", min_size=1, max_size=40), min_size=2, max_size=12), st.integers(45, 200))
def test_text_of_lines_is_cut_between_lines(lines: list[str], limit: int) -> None:
    """A text that is too long keeps whole lines and ends with an ellipsis line."""
    content = clip_lines("\n".join(lines), limit)
    assert len(content) <= limit
    kept = content.removesuffix("\n…").split("\n")
    assert kept == lines[: len(kept)]
    assert content.endswith("\n…") == (len(kept) < len(lines))


def test_long_custom_id_is_an_error() -> None:
    """A custom id of more than Discord's 100 characters raises an assertion error."""
    verb = "x" * (CUSTOM_ID_LIMIT - len("b::t"))
    assert len(custom_id("b", verb, "t")) == CUSTOM_ID_LIMIT
    with pytest.raises(AssertionError):
        custom_id("b", f"{verb}x", "t")


@pytest.mark.parametrize("count", [0, CHOICES_LIMIT + 1])
def test_empty_or_too_long_menu_is_an_error(count: int) -> None:
    with pytest.raises(AssertionError, match=f"pick: {count} options"):
        menu("pick", "t", "Which?", [option(str(number), "x") for number in range(count)])


def test_buttons_are_arranged_in_rows() -> None:
    buttons = [button("a", "t", str(number), str(number)) for number in range(7)]
    rows = button_rows(buttons)
    assert [len(row.components) for row in rows] == [3, 3, 1]
    assert [component for row in rows for component in row.components] == buttons
    assert [len(row.components) for row in button_rows(buttons, 5)] == [5, 2]


def test_components_are_iterated_in_reading_order() -> None:
    first, second = button("a", "t", "1"), button("b", "t", "2")
    row, text, picture = ActionRow((first, second)), text_display("x"), gallery("a.png", "A")
    frame = Container((text, row, picture))
    assert [*walk([frame])] == [frame, text, row, first, second, picture]


def test_table_ids_are_read_from_custom_ids() -> None:
    """The table ids are read from the bot's custom ids, and other texts are skipped."""
    assert table_ids(["b:join:t1", "s:pick:t2:0:a:b", "", "other"]) == {"t1", "t2"}


def test_empty_texts_are_omitted() -> None:
    """Text components without content are left out of the message."""
    parts = (text_display("something"), Separator())
    assert framed(parts, text_display(), text_display("", "")).components[0].components == parts


def test_page_is_encoded_once() -> None:
    """Two reads of ``encoded`` return the same object, which is the JSON of the components."""
    page = framed(text_display("Ä"), gallery("a.png", "A"), accent=7, files=[File("a.png", b"x")])
    assert page.encoded is page.encoded
    assert json.loads(page.encoded) == [wire(page.components[0])]
    assert json.loads(page.encoded)[0]["accent_color"] == 7


def test_pages_with_different_pictures_differ() -> None:

    def page(text: str = "x", name: str = "a.png", accent: int = 1) -> Page:
        return framed(text_display(text), gallery(name, "A"), accent=accent, files=[File(name, b"")])

    assert page().fingerprint == page().fingerprint
    assert (
        len({encoded.fingerprint for encoded in (page(), page("y"), page(name="b.png"), page(accent=2))}) == 4
    )


def test_stored_pictures_are_encoded_with_their_addresses() -> None:
    """A picture that Discord has stored is encoded with its address, and other pictures as uploads."""
    page = framed(gallery("a.png", "attachment://a.png"), gallery("a.png2", "A"), gallery("b.png", "B"))
    kept = {"a.png": StoredPicture(5, 'https://cdn/a.png?ex=1&"')}
    (frame,) = json.loads(bytes(page.components_json(kept)))
    urls = [part["items"][0]["media"]["url"] for part in frame["components"]]
    assert urls == ['https://cdn/a.png?ex=1&"', "attachment://a.png2", "attachment://b.png"]
    assert bytes(page.components_json({})) == page.encoded


async def test_sent_page_is_freed_at_once() -> None:
    """A page has no reference cycles, so it is freed without the garbage collector."""
    board = Board("standard", (Row(Seat(0), (faces(("As", "Kd")),)),))
    gc.collect()
    gc.disable()
    try:
        drawn, picture = board_gallery(board, Localizer("en"), [PlayerName("Alice")], "table")
        buttons = button_rows([button("join", "t", "Join"), button("leave", "t", "Leave")])
        page = framed(text_display("Hello"), drawn, buttons, files=[picture])
        assert page.encoded
        assert page.fingerprint
        assert await picture.data()
        known: list[weakref.ref[object]] = [weakref.ref(page), weakref.ref(picture)]
        del page, picture, drawn, buttons
        assert [known_object() for known_object in known] == [None, None]
    finally:
        gc.enable()


def test_limits_are_those_of_discord() -> None:
    """The numbers are in Discord's references of components, messages, channels and emoji."""
    limits = {
        "characters of a label": (LABEL_LIMIT, 80),
        "characters of an option": (OPTION_LIMIT, 100),
        "characters of a custom id": (CUSTOM_ID_LIMIT, 100),
        "characters of a placeholder": (PLACEHOLDER_LIMIT, 150),
        "characters of a picture's description": (DESCRIPTION_LIMIT, 1024),
        "characters of all texts": (TEXTS_LIMIT, 4000),
        "characters of a form's title": (TITLE_LIMIT, 45),
        "options of a menu": (CHOICES_LIMIT, 25),
        "choices of a group": (GROUP_LIMIT, 10),
        "fields of a form": (FIELDS_LIMIT, 5),
        "buttons in a row": (MAX_BESIDE, 5),
        "options of a replay's menu": (MAX_STOPS, 25),
        "options of a menu of all games": (MOST_GAMES + 1, 25),
        "characters of a suggested time": (when.CHOICE_LIMIT, 100),
        "characters of a suggested server": (owner.CHOICE_LIMIT, 100),
        "characters of a thread's name": (THREAD_NAME_LIMIT, 100),
        "characters of a nonce": (NONCE_LIMIT, 25),
        "emoji of an application": (EMOJI_LIMIT, 2000),
    }
    assert {name: used for name, (used, _) in limits.items()} == {
        name: allowed for name, (_, allowed) in limits.items()
    }
