"""What messages are made of."""

from __future__ import annotations

from bot.interactions.components import container_view, text_display


def test_empty_texts_are_left_out() -> None:
    """Discord refuses a whole message for one text without a letter (a game without options has such)."""
    view = container_view(text_display("something"), text_display(), text_display(""))
    assert [part["content"] for part in view.to_components()[0]["components"]] == ["something"]
