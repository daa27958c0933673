"""How high a message stands on a phone, worked out from the message as it is sent.

Everything that a decision needs is to stand on one screen, so pictures take what texts and buttons leave.
Type sizes, margins and wrapping are those of Discord's own client at 400 points, as simcord's preview has
them (`tests/bot/browser/test_phone.py`). Letters are measured with the bundled font, whose bold ones are
about as wide as Discord's regular ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from bot.caches import cached
from bot.pages.boards import Picture
from bot.pictures.fonts import text_length
from bot.wire.components import (
    ActionRow,
    Attached,
    Button,
    Item,
    MediaGallery,
    TextDisplay,
    is_empty,
)
from bot.wire.messages import Drawable, Page

WIDTH = 260
"""Points inside the frame of a message, of 400: the sender's sign and margins take the rest."""

_FRAME, _FILE = 34, 60
_OTHER = (520, 400)
_TEXT, SMALL, _LARGE, _LABEL = 16, 14, 20, 14
_LEADING = 1.375
_LARGE_LINE = 24
_SIZES = {"### ": _TEXT, "## ": _LARGE, "# ": _LARGE, "-# ": SMALL, "": _TEXT}
_BOLD = 1.04
"""So much wider than the bundled ones are bold letters where it counts."""
_GAP = 8
_BUTTON, _MENU = 32, 40
_SIDES, _EMOJI = 24, 22
_SPARE = 14
"""Points of a row that stay free: on some phones letters are wider."""
_ROW_ABOVE, _ROW_BELOW = 4, 6
MENU_LINE = _MENU + _ROW_BELOW
"""Points that a menu below others takes."""

_Box: TypeAlias = tuple[float, float, float]
"""Of what stands in a message: the margin above, the height, the margin below."""

MOST_BESIDE = 5
"""Discord takes no more buttons in a row."""
_EMOJIS = re.compile(r"[\u2190-\u21ff\u2600-\u2653\u2667-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?")
_MARKS = re.compile(r"\*\*|__|~~|`")
_UNSEEN = re.compile(r"[\u200b-\u200f\u2060\ufe0e]")
_TIME = re.compile(r"<t:\d+(:\w)?>")


SCREEN, TABLE = 620, 700
"""Points: so high are a panel in which there is something to decide, and a table's message, at most."""

_STEP = 40
"""What is left to a picture is told in steps: a line of text more does not make another picture."""


def page_height(page: Page) -> float:
    """Estimate how high a message's frame is, in points."""
    (container,) = page.components
    return height(container.components, page.files)


class Measured:
    """Items that stand below one another and the pictures among them, measured once for several layouts.

    Args:
        items: the items.
        files: the pictures.
    """

    def __init__(self, items: Iterable[Item], files: Iterable[Drawable] = ()) -> None:
        self.items = tuple(items)
        self.box = _stacked([_box(item) for item in self.items if not is_empty(item)])
        self.pictures = [*_pictures(self.items, files)] if files else []


def height(items: Iterable[Item], files: Iterable[Drawable] = ()) -> float:
    """Estimate how high a frame around some items is, in points.

    Args:
        items: what stands below one another.
        files: the pictures among them.
    """
    measured = Measured(items, files)
    return _bare_height([measured]) + sum([_picture_height(one) for one in measured.pictures])


def fits(parts: Sequence[Measured], limit: float) -> bool:
    """Tell whether a frame around some parts is no higher than a limit.

    A picture has to be laid out for that, so they are looked at from the last one up, while there is room.
    """
    left = limit - _bare_height(parts)
    for part in reversed(parts):
        for picture in reversed(part.pictures):
            if left < 0:
                return False
            left -= _picture_height(picture)
    return left >= 0


def _bare_height(parts: Iterable[Measured]) -> float:
    """Estimate a frame whose pictures have no height."""
    box = _stacked([part.box for part in parts if part.box is not None])
    return _FRAME + sum(box or ())


def _stacked(boxes: Sequence[_Box]) -> _Box | None:
    """Give the box of some that stand below one another: of two margins that meet the larger one counts."""
    if not boxes:
        return None
    top, inside, margin = boxes[0]
    for above, more, below in boxes[1:]:
        inside += max(margin, above) + more
        margin = below
    return top, inside, margin


def _pictures(items: Iterable[Item], files: Iterable[Drawable]) -> Iterator[Drawable]:
    known = {file.filename: file for file in files}
    for item in items:
        if isinstance(item, MediaGallery):
            yield from [known[media.media.url.removeprefix("attachment://")] for media in item.items]


def left_beside(
    items: Sequence[Item], files: Iterable[Drawable], limit: int, most: int, least: int = 140
) -> int:
    """Tell how high one more picture may be beside some items, in points, in steps.

    Args:
        items: what stands in the message besides.
        files: the pictures among them.
        limit: how high the message may be.
        most, least: bounds of the answer.
    """
    room = limit - height(items, files) - _GAP
    return int(max(least, min(most, room // _STEP * _STEP)))


def _box(item: Item) -> _Box:
    """Measure an item but for its pictures."""
    match item:
        case TextDisplay():
            return 0, text_height(item.content), 0
        case ActionRow():
            return _ROW_ABOVE, _row_height(item), _ROW_BELOW
        case MediaGallery():
            return 0, 0, _GAP
        case Attached():
            return _GAP, _FILE, _GAP
    return _GAP, 1, _GAP


def _picture_height(picture: Drawable) -> float:
    """Tell how high a picture of a message is shown."""
    width, tall = picture.size if isinstance(picture, Picture) else _OTHER
    return tall * min(1.0, WIDTH / width)


# --- texts ------------------------------------------------------------------------------------------------


@cached(2000)
def text_height(content: str) -> float:
    """Tell how high a text in Discord's Markdown is."""
    total = 0.0
    lines = content.split("\n")
    for number, line in enumerate(lines):
        mark = next(mark for mark in _SIZES if line.startswith(mark))
        size = _SIZES[mark]
        leading = _LARGE_LINE if size == _LARGE else size * _LEADING
        total += lines_of(line.removeprefix(mark), size) * leading
        if mark.startswith("#"):
            total += (_GAP if number else 0) + (_ROW_ABOVE if number + 1 < len(lines) else 0)
    return total


def lines_of(text: str, size: int, room: float = WIDTH) -> int:
    """Break a text into lines as a browser does: between words, and between any two Japanese signs."""
    count, x = 1, 0.0
    plain = _TIME.sub("in 3 minutes", _MARKS.sub("", text))
    for word in _words(plain):
        wide = text_width(word, size)
        if x and x + text_width(word.rstrip(), size) > room:
            count, x = count + 1, 0.0
        if wide > room:  # somebody's name, in bold letters; each line ends with a whole one
            wide *= _BOLD
        while wide > room:
            count, wide = count + 1, wide - (room - size)
        x += wide
    return count


@cached(20_000)
def text_width(text: str, size: int) -> float:
    """Measure a line of text in points."""
    emojis = len(_EMOJIS.findall(text))
    plain = _UNSEEN.sub("", _EMOJIS.sub("", text))
    return text_length(plain, size) + emojis * _EMOJI * size / _TEXT


_JAPANESE = re.compile(
    r"[^\u3000-\u9fff\uff00-\uffef ]+ *|[\u3000-\u9fff\uff00-\uffef][、。，．！？」』）〕】・ー]*| +"
)


def _words(text: str) -> Iterator[str]:
    yield from _JAPANESE.findall(text)


# --- buttons ----------------------------------------------------------------------------------------------


def rows_of(buttons: Iterable[Button]) -> Iterator[ActionRow]:
    """Fill rows with as many buttons as stand beside each other."""
    row: list[Button] = []
    x = 0.0
    for one in buttons:
        wide, _ = button_size(one)
        if row and (x + _GAP + wide > WIDTH - _SPARE or len(row) == MOST_BESIDE):
            yield ActionRow(tuple(row))
            row, x = [], 0.0
        x += wide + (_GAP if row else 0)
        row.append(one)
    if row:
        yield ActionRow(tuple(row))


def _row_height(row: ActionRow) -> float:
    """Let buttons wrap: one that finds no room stands below, one that is wider than a line has two in it."""
    total = x = 0.0
    line = 0.0
    for part in row.components:
        if not isinstance(part, Button):
            return _MENU
        wide, tall = button_size(part)
        if x and x + _GAP + wide > WIDTH:
            total, x, line = total + line + _GAP, 0.0, 0.0
        x += wide + (_GAP if x else 0)
        line = max(line, tall)
    return total + line


def button_size(part: Button) -> tuple[float, float]:
    """Measure a button, no wider than a line of the message: width, height."""
    emoji = _EMOJI if part.emoji is not None else 0
    wide = _SIDES + emoji + text_width(part.label, _LABEL)
    if wide <= WIDTH:
        return max(_BUTTON, wide), _BUTTON
    count = lines_of(part.label, _LABEL, WIDTH - _SIDES - emoji)
    return WIDTH, max(_BUTTON, 4 + 20 * count)
