"""How high a message stands on a phone: an estimate of what a browser does, of the message as it is sent.

Type sizes, margins and wrapping are those of Discord's own client at 400 points, as simcord's preview has them;
`tests/bot/browser/test_phone.py` compares the two. Letters are measured with the bundled font, whose bold ones
are about as wide as Discord's regular ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.pictures import Drawing
from bot.pictures.board import plan_of
from bot.pictures.fonts import font
from bot.wire.components import (
    ActionRow,
    Attached,
    Button,
    Item,
    LinkButton,
    MediaGallery,
    StringSelect,
    TextDisplay,
)
from bot.wire.messages import Page

WIDTH = 260
"""Points inside the frame of a message, of 400: beside it are the sender's sign and the frame's own margins."""

_FRAME = 34
_TEXT, _SMALL, _LARGE, _LABEL = 16, 14, 20, 14
_LEADING = 1.375
_LARGE_LINE = 24
_GAP = 8
_BUTTON, _MENU = 32, 40
_SIDES, _EMOJI = 24, 22
_ROW_ABOVE, _ROW_BELOW = 4, 6
_EMOJIS = re.compile(r"[\u2190-\u21ff\u2600-\u2653\u2667-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?")
_MARKS = re.compile(r"\*\*|__|~~|`")
_UNSEEN = re.compile(r"[\u200b-\u200f\u2060\ufe0e]")
_TIME = re.compile(r"<t:\d+(:\w)?>")


def height(page: Page) -> float:
    """Estimate how high a message's frame is, in points."""
    (container,) = page.components
    return _FRAME + _height(container.components, page)


def height_until(page: Page, last: int) -> float:
    """Estimate how far the item of that number reaches down from the frame's upper edge, in points."""
    (container,) = page.components
    return _FRAME / 2 + _height(container.components[: last + 1], page)


def _height(items: Sequence[Item], page: Page) -> float:
    """Add up what stands below one another; of two margins that meet the larger one counts."""
    total = margin = 0.0
    for item in items:
        above, inside, below = _box(item, page)
        total += max(margin, above) + inside
        margin = below
    return total + margin


def _box(item: Item, page: Page) -> tuple[float, float, float]:
    """Give an item's margin above, its height, and its margin below."""
    match item:
        case TextDisplay():
            return 0, text_height(item.content), 0
        case ActionRow():
            return _ROW_ABOVE, _row_height(item), _ROW_BELOW
        case MediaGallery():
            return 0, sum(picture_height(page, media.media.url) for media in item.items), _GAP
        case Attached():
            return _GAP, 60, _GAP
    return _GAP, 1, _GAP


def picture_height(page: Page, url: str) -> float:
    """Tell how high a picture of a message is shown."""
    width, tall = picture_size(page, url)
    return tall * min(1.0, WIDTH / width)


def picture_size(page: Page, url: str) -> tuple[int, int]:
    """Tell how large a picture of a message is drawn, in pixels."""
    name = url.removeprefix("attachment://")
    drawing: Drawing = next(file for file in page.files if file.filename == name).drawing  # type: ignore[attr-defined]
    plan = plan_of(drawing)
    return plan.width, plan.height


# --- texts ------------------------------------------------------------------------------------------------


def text_height(content: str) -> float:
    """Tell how high a text in Discord's Markdown is."""
    total = 0.0
    lines = content.split("\n")
    for number, line in enumerate(lines):
        mark, size = "", _TEXT
        for mark, size in (("### ", _TEXT), ("## ", _LARGE), ("# ", _LARGE), ("-# ", _SMALL), ("", _TEXT)):
            if line.startswith(mark):
                break
        count = max(1, lines_of(line.removeprefix(mark), size))
        total += count * (_LARGE_LINE if size == _LARGE else size * _LEADING)
        if mark in ("### ", "## ", "# "):
            total += (_GAP if number else 0) + (4 if number + 1 < len(lines) else 0)
    return total


def lines_of(text: str, size: int, room: float = WIDTH) -> int:
    """Break a text into lines as a browser does: between words, and between any two Japanese signs."""
    count, x = 1, 0.0
    plain = _TIME.sub("in 3 minutes", _MARKS.sub("", text))
    for word in _words(plain):
        wide = text_width(word, size)
        if x and x + text_width(word.rstrip(), size) > room:
            count, x = count + 1, 0.0
        while wide > room:
            count, wide = count + 1, wide - room
        x += wide
    return count


def text_width(text: str, size: int) -> float:
    """Measure a line of text in points."""
    emojis = len(_EMOJIS.findall(text))
    return _width(_UNSEEN.sub("", _EMOJIS.sub("", text)), size) + emojis * _EMOJI * size / _TEXT


@lru_cache(maxsize=20_000)
def _width(text: str, size: int) -> float:
    return font(size).getlength(text)


_JAPANESE = re.compile(
    r"[^\u3000-\u9fff\uff00-\uffef ]+ *|[\u3000-\u9fff\uff00-\uffef][、。，．！？」』）〕】・ー]*| +"
)


def _words(text: str) -> Iterator[str]:
    yield from _JAPANESE.findall(text)


# --- buttons ----------------------------------------------------------------------------------------------


def _row_height(row: ActionRow) -> float:
    """Let buttons wrap: one that finds no room stands below, one that is wider than a line has two in it."""
    total = x = 0.0
    line = 0.0
    for part in row.components:
        if not isinstance(part, (Button, LinkButton)):
            return _MENU
        wide, tall = button_size(part)
        if x and x + _GAP + wide > WIDTH:
            total, x, line = total + line + _GAP, 0.0, 0.0
        x += wide + (_GAP if x else 0)
        line = max(line, tall)
    return total + line


def button_size(part: Button | LinkButton) -> tuple[float, float]:
    """Measure a button, no wider than a line of the message."""
    emoji = _EMOJI if isinstance(part, Button) and part.emoji is not None else 0
    wide = _SIDES + emoji + text_width(part.label, _LABEL)
    if wide <= WIDTH:
        return max(_BUTTON, wide), _BUTTON
    count = lines_of(part.label, _LABEL, WIDTH - _SIDES - emoji)
    return WIDTH, max(_BUTTON, 4 + 20 * count)


def buttons_of(page: Page) -> int:
    """Count what may be tapped in a message: buttons and menus."""
    (container,) = page.components
    rows = [item for item in container.components if isinstance(item, ActionRow)]
    return sum(isinstance(part, (Button, StringSelect)) for row in rows for part in row.components)
