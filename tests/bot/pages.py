"""Pages as they go over the wire."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.wire.messages import Page
from tests.wire.components import walk


def on_wire(page: Page) -> list[dict[str, Any]]:
    """All components of a page, nested ones too, in the order in which they are read."""
    return list(walk(msgspec.json.decode(page.encoded)))
