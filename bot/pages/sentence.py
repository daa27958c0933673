"""The page with one sentence, which answers a tap or a command."""

from __future__ import annotations

from bot import interactions
from bot.wire.components import text_display
from bot.wire.messages import Page, framed


def sentence_page(text: str) -> Page:
    """Return a page with a single text."""
    return framed(text_display(text), accent=interactions.QUIET)
