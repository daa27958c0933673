"""What was tapped: read from its custom id, and looked for in its message."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.interactions.taps import Tapped, is_genuine, tapped
from bot.wire.components import button, custom_id


def tap(custom_id: str | None, components: Any = None, **data: Any) -> Any:
    """A tap on a component of a message; without components there is no message."""
    given = {**data, **({} if custom_id is None else {"custom_id": custom_id})}
    message = None if components is None else SimpleNamespace(components=components)
    return SimpleNamespace(data=given, message=message)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b:join:t1", Tapped("join", "t1", "", ())),
        ("b:move:t1:3:call pair K|challenge", Tapped("move", "t1", "3:call pair K|challenge", ())),
        ("s:another_game:m0", Tapped("another_game", "m0", "", ())),
        ("x:join:t1", None),
        ("b:join", None),
        ("b:Join:t1", None),
        ("", None),
        (None, None),
    ],
)
def test_a_tap_is_read_from_its_custom_id(text: str | None, expected: Tapped | None) -> None:
    """Whatever is none of ours is nothing."""
    assert tapped(tap(text)) == expected


def test_what_was_chosen_comes_with_it() -> None:
    """Values of a menu, in order."""
    assert tapped(tap("s:cards:t1:0:", values=["Kd#1", "As#1"])) == Tapped(
        "cards", "t1", "0:", ("Kd#1", "As#1")
    )


@pytest.mark.parametrize("kind", "bscu")
def test_what_is_written_is_read_again(kind: str) -> None:
    """By any kind of component."""
    assert tapped(tap(custom_id(kind, "set", "all", "a:b"))) == Tapped("set", "all", "a:b", ())
    assert tapped(tap(button("join", "t1", "Join").custom_id)) is not None


@pytest.mark.parametrize(("text", "is_there"), [("b:tap:x", True), ("b:tap:y", False), (None, False)])
def test_a_tap_is_genuine_where_its_message_has_it(text: str | None, is_there: bool) -> None:
    """However deep; what a tampered client sends is not there."""
    row = SimpleNamespace(
        children=[SimpleNamespace(custom_id="b:other:x"), SimpleNamespace(custom_id="b:tap:x")]
    )
    frame = SimpleNamespace(children=[SimpleNamespace(content="Hello"), row])
    assert is_genuine(tap(text, [frame])) is is_there


def test_without_a_message_nothing_is_genuine() -> None:
    """A component stands in one."""
    assert not is_genuine(tap("b:tap:x"))
