"""Pages as Discord receives them."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.language import JOINER, NO_BREAK
from bot.pages.messages import within_limit
from bot.wire.messages import Page
from tests.wire.components import accept_components, walk

CHOICE_LIMIT, PLACEHOLDER_LIMIT = 100, 150
ACTION_ROW = 1


def without_joiners(text: str) -> str:
    """Return a text without the characters that keep words on one line."""
    return text.replace(JOINER, "").replace(NO_BREAK, " ")


def on_wire(page: Page) -> list[dict[str, Any]]:
    """Return all components of a page as sent to Discord, in reading order, nested ones included."""
    return list(walk(msgspec.json.decode(page.encoded)))


def sent_page(page: Page) -> Page:
    """Return a page as the transport sends it, after a check against Discord's limits."""
    sent = within_limit(page)
    fits(sent)
    return sent


def fits(page: Page) -> int:
    """Check a page against Discord's limits; return its number of components."""
    parts: list[dict[str, Any]] = msgspec.to_builtins(page.components)
    pictures = [item["media"]["url"] for part in walk(parts) for item in part.get("items", ())]
    accept_components(parts, {url.partition("://")[2]: "x" for url in pictures})
    for part in walk(parts):
        assert len(part.get("placeholder") or "") <= PLACEHOLDER_LIMIT
        if part["type"] == ACTION_ROW:
            assert 1 <= len(part["components"]) <= 5
        for option in part.get("options", ()):
            assert 1 <= len(option["label"]) <= CHOICE_LIMIT
            assert len(option.get("description") or "") <= CHOICE_LIMIT
            assert 1 <= len(option["value"]) <= CHOICE_LIMIT
    return sum(1 for _ in walk(parts))
