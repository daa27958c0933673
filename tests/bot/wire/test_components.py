"""What messages are made of, as Discord's documentation has it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.wire.components import (
    CHOICES_LIMIT,
    CUSTOM_ID_LIMIT,
    DESCRIPTION_LIMIT,
    LABEL_LIMIT,
    OPTION_LIMIT,
    ActionRow,
    ChannelSelect,
    Container,
    LinkButton,
    Part,
    RoleSelect,
    Separator,
    UserSelect,
    attached,
    button,
    button_rows,
    clip,
    custom_id,
    gallery,
    is_empty,
    menu,
    option,
    table_ids,
    text_display,
    walk,
    weight,
)


def wire(part: Part) -> Any:
    return msgspec.json.decode(msgspec.json.encode(part))


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (
            button("join", "t1", "Join", style="success"),
            {"type": 2, "style": 3, "label": "Join", "custom_id": "b:join:t1"},
        ),
        (
            button("goon", "t1", "Go on", "7", emoji="▶️", disabled=True),
            {
                "type": 2,
                "style": 2,
                "label": "Go on",
                "custom_id": "b:goon:t1:7",
                "emoji": {"name": "▶️"},
                "disabled": True,
            },
        ),
        (
            LinkButton("Rules", "https://example.org"),
            {"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"},
        ),
        (
            menu("pick", "t1", "Which?", [option("a", "A", "first", chosen=True), option("b", "B")], "0:"),
            {
                "type": 1,
                "components": [
                    {
                        "type": 3,
                        "custom_id": "s:pick:t1:0:",
                        "placeholder": "Which?",
                        "options": [
                            {"value": "a", "label": "A", "description": "first", "default": True},
                            {"value": "b", "label": "B"},
                        ],
                    }
                ],
            },
        ),
        (
            UserSelect("u:invite:t1", "Invite", max_values=7),
            {"type": 5, "custom_id": "u:invite:t1", "placeholder": "Invite", "max_values": 7},
        ),
        (
            RoleSelect("r:set:all", "None", ({"id": "7", "type": "role"},), min_values=0, max_values=25),
            {
                "type": 6,
                "custom_id": "r:set:all",
                "placeholder": "None",
                "default_values": [{"id": "7", "type": "role"}],
                "min_values": 0,
                "max_values": 25,
            },
        ),
        (
            ChannelSelect(
                "c:set:all", "All", (0, 15), ({"id": "7", "type": "channel"},), min_values=0, max_values=25
            ),
            {
                "type": 8,
                "custom_id": "c:set:all",
                "placeholder": "All",
                "channel_types": [0, 15],
                "default_values": [{"id": "7", "type": "channel"}],
                "min_values": 0,
                "max_values": 25,
            },
        ),
        (text_display("Hello", "", "there"), {"type": 10, "content": "Hello\nthere"}),
        (
            gallery("a.png", "A"),
            {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "A"}]},
        ),
        (attached("a.txt"), {"type": 13, "file": {"url": "attachment://a.txt"}}),
        (Separator(), {"type": 14}),
        (
            Container((Separator(),), 0x3B82C4),
            {"type": 17, "components": [{"type": 14}], "accent_color": 0x3B82C4},
        ),
        (Container((Separator(),)), {"type": 17, "components": [{"type": 14}]}),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Part) else "",
)
def test_each_has_the_names_of_the_documentation(part: Part, expected: dict[str, Any]) -> None:
    """What is as usual is left out; zero is not, where one is usual."""
    assert wire(part) == expected


def test_what_is_too_long_is_cut_visibly() -> None:
    """Labels, lines of menus, what a menu asks, descriptions of pictures, texts."""
    long = "x" * 5000
    assert clip("12345", 5) == "12345"
    assert clip("123456", 5) == "1234…"
    assert len(button("a", "t", long).label) == LABEL_LIMIT
    line = option("v", long, long)
    assert len(line.label) == len(line.description or "") == OPTION_LIMIT
    assert len(wire(menu("a", "t", long, [line]))["components"][0]["placeholder"]) == 150
    assert len(gallery("a.png", long).items[0].description) == DESCRIPTION_LIMIT
    assert len(text_display(long, limit=300).content) == 300


def test_a_custom_id_that_is_too_long_is_our_own_mistake() -> None:
    """It would be read as another when it comes back, so it is never cut."""
    verb = "x" * (CUSTOM_ID_LIMIT - len("b::t"))
    assert len(custom_id("b", verb, "t")) == CUSTOM_ID_LIMIT
    with pytest.raises(AssertionError):
        custom_id("b", f"{verb}x", "t")


@pytest.mark.parametrize("count", [0, CHOICES_LIMIT + 1])
def test_a_menu_without_lines_or_with_too_many_is_our_own_mistake(count: int) -> None:
    """Discord refuses the whole message for it."""
    with pytest.raises(AssertionError, match=f"pick: {count} options"):
        menu("pick", "t", "Which?", [option(str(one), "x") for one in range(count)])


def test_buttons_stand_in_rows() -> None:
    """In order, the last row as long as it gets."""
    buttons = [button("a", "t", str(number), str(number)) for number in range(7)]
    rows = button_rows(buttons)
    assert [len(row.components) for row in rows] == [3, 3, 1]
    assert [one for row in rows for one in row.components] == buttons
    assert [len(row.components) for row in button_rows(buttons, 5)] == [5, 2]


def test_components_are_counted_as_discord_does() -> None:
    """Nested ones, too; they are gone through in the order in which they are read."""
    one, two = button("a", "t", "1"), button("b", "t", "2")
    frame = Container((text_display("x"), ActionRow((one, two)), gallery("a.png", "A")))
    assert [type(part).__name__ for part in walk([frame])] == [
        "Container",
        "TextDisplay",
        "ActionRow",
        "Button",
        "Button",
        "MediaGallery",
    ]
    assert weight([frame]) == 6
    assert weight([]) == 0


def test_a_text_that_says_nothing_is_empty() -> None:
    """And nothing else is."""
    assert is_empty(text_display("", ""))
    assert not is_empty(text_display("x"))
    assert not is_empty(Separator())


def test_custom_ids_name_their_tables() -> None:
    """Whatever is no custom id of ours names none."""
    assert table_ids(["b:join:t1", "s:pick:t2:0:a:b", "", "other"]) == {"t1", "t2"}
