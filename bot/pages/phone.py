"""Estimates the height of a message on a phone.

A decision must fit on one screen, so pictures get only the space that texts and buttons leave. Sizes, margins
and wrapping imitate Discord's app on a screen 400 points wide (`tests/bot/browser/test_tefuda.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from bot.caches import cached
from bot.pages.boards import Picture
from bot.pictures.fonts import text_length
from bot.pictures.plaques import PlaquePicture
from bot.pictures.ranking import RankingPicture
from bot.wire.components import (
    ActionRow,
    AttachedFile,
    Button,
    Item,
    MediaGallery,
    TextDisplay,
    is_empty,
)
from bot.wire.messages import Drawable, Page

WIDTH = 260
"""Width inside a message's frame, in points, on a phone of 400; avatar and margins take the rest."""

_FRAME, _FILE = 34, 60
_OTHER = (520, 400)
_TEXT, SMALL, LARGE, LABEL = 16, 14, 20, 14
_LEADING = 1.375
_LARGE_LINE = 24
_SIZES = {"### ": _TEXT, "## ": LARGE, "# ": LARGE, "-# ": SMALL, "": _TEXT}
_BOLD = 1.04
"""Ratio of the width of Discord's bold letters to the bundled ones."""
_GAP = 8
_BUTTON, _MENU = 32, 40
_SIDES, _EMOJI = 24, 22
_SPARE = 14
"""Points at the end of a row that stay free, since letters are wider on some phones."""
_ROW_ABOVE, _ROW_BELOW = 4, 6
MENU_LINE = _MENU + _ROW_BELOW
"""Height of a menu below other items, in points."""

_MarginsAndHeight: TypeAlias = tuple[float, float, float]
"""The space of an item in points: margin above, height, margin below."""

MAX_BESIDE = 5
"""Discord's limit of buttons in a row."""
_EMOJIS = re.compile(r"[\u2190-\u21ff\u2600-\u2653\u2667-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?")
_MARKS = re.compile(r"\*\*|__|~~|`")
_UNSEEN = re.compile(r"[\u200b-\u200f\u2060\ufe0e]")
_TIME = re.compile(r"<t:\d+(:\w)?>")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


SCREEN, TABLE = 620, 700
"""Greatest heights in points: of a panel with a decision, and of a table's message."""

_STEP = 40
"""Heights of pictures are multiples of this, so that one line of text more does not change a picture."""


def page_height(page: Page) -> float:
    """Return the estimated height of a message in points."""
    (container,) = page.components
    return height(container.components, page.files)


class MeasuredItems:
    """Items of a message with their pictures, and their height, which is computed only once."""

    def __init__(self, items: Iterable[Item], files: Iterable[Drawable] = ()) -> None:
        self.items = tuple(items)
        self.box = _stacked([_box(item) for item in self.items if not is_empty(item)])
        self.pictures = [*_pictures(self.items, files)] if files else []


def height(items: Iterable[Item], files: Iterable[Drawable] = ()) -> float:
    """Return the estimated height of a message with these items and pictures, in points."""
    measured = MeasuredItems(items, files)
    return _bare_height([measured]) + sum([_picture_height(picture) for picture in measured.pictures])


def fits(parts: Sequence[MeasuredItems], max_height: float) -> bool:
    """Return whether a message with these parts is at most ``max_height`` points high."""
    # Pictures are slow to measure, so this stops once the limit is exceeded.
    height_left = max_height - _bare_height(parts)
    for part in reversed(parts):
        for picture in reversed(part.pictures):
            if height_left < 0:
                return False
            height_left -= _picture_height(picture)
    return height_left >= 0


def _bare_height(parts: Iterable[MeasuredItems]) -> float:
    """Return the height of a message with these parts, without their pictures, in points."""
    box = _stacked([part.box for part in parts if part.box is not None])
    return _FRAME + sum(box or ())


def _stacked(boxes: Sequence[_MarginsAndHeight]) -> _MarginsAndHeight | None:
    """Return the margins and the height of several items in a column; ``None`` without items."""
    if not boxes:
        return None
    top, inside, margin = boxes[0]
    for above, more, below in boxes[1:]:
        inside += max(margin, above) + more
        margin = below
    return top, inside, margin


def _pictures(items: Iterable[Item], files: Iterable[Drawable]) -> Iterator[Drawable]:
    files_by_name = {file.filename: file for file in files}
    for item in items:
        if isinstance(item, MediaGallery):
            yield from [files_by_name[media.media.url.removeprefix("attachment://")] for media in item.items]


def room_beside(items: Sequence[Item], max_height: int) -> int:
    """Return the height that remains for another picture in a message with these items, in points.

    ``max_height`` is the greatest height of the whole message.
    """
    return int(max_height - height(items) - _GAP)


def left_beside(
    items: Sequence[Item], files: Iterable[Drawable], max_height: int, most: int, least: int = 140
) -> int:
    """Return the height for another picture in a message with these items, in points.

    The result is between ``least`` and ``most``. If possible, the message is at most ``max_height`` high.
    """
    room = max_height - height(items, files) - _GAP
    return int(max(least, min(most, room // _STEP * _STEP)))


def _box(item: Item) -> _MarginsAndHeight:
    """Return the margins and the height of an item, without the height of its pictures."""
    match item:
        case TextDisplay():
            return 0, text_height(item.content), 0
        case ActionRow():
            return _ROW_ABOVE, _row_height(item), _ROW_BELOW
        case MediaGallery():
            return 0, 0, _GAP
        case AttachedFile():
            return _GAP, _FILE, _GAP
    return _GAP, 1, _GAP


def _picture_height(picture: Drawable) -> float:
    """Return the height of a picture on a phone, in points."""
    width, height = picture.size if isinstance(picture, Picture | RankingPicture | PlaquePicture) else _OTHER
    return height * min(1.0, WIDTH / width)


# --- texts ------------------------------------------------------------------------------------------------


@cached(2000)
def text_height(content: str) -> float:
    """Return the height of a text in Discord's Markdown, in points."""
    total = 0.0
    lines = content.split("\n")
    for number, line in enumerate(lines):
        mark = next(mark for mark in _SIZES if line.startswith(mark))
        size = _SIZES[mark]
        leading = _LARGE_LINE if size == LARGE else size * _LEADING
        total += line_count(line.removeprefix(mark), size) * leading
        if mark.startswith("#"):
            total += (_GAP if number else 0) + (_ROW_ABOVE if number + 1 < len(lines) else 0)
    return total


def line_count(text: str, size: int, width: float = WIDTH) -> int:
    """Return the number of lines that a text fills. ``size`` of the letters and ``width`` are in points."""
    count, x = 1, 0.0
    plain = _TIME.sub("in 3 minutes", _LINK.sub(r"\1", _MARKS.sub("", text)))
    for word in _words(plain):
        wide = text_width(word, size)
        if x and x + text_width(word.rstrip(), size) > width:
            count, x = count + 1, 0.0
        if wide > width:  # a word wider than a line, such as a long name: it breaks between letters
            wide *= _BOLD
        while wide > width:
            count, wide = count + 1, wide - (width - size)
        x += wide
    return count


@cached(20_000)
def text_width(text: str, size: int) -> float:
    """Return the width of a line of text with letters of this size, both in points."""
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
    """Yield rows with the buttons in order. Each row has as many as fit side by side on a phone."""
    row: list[Button] = []
    x = 0.0
    for part in buttons:
        wide, _ = button_size(part)
        # A row is full by width, or by Discord's limit.
        if row and (x + _GAP + wide > WIDTH - _SPARE or len(row) == MAX_BESIDE):
            yield ActionRow(tuple(row))
            row, x = [], 0.0
        x += wide + (_GAP if row else 0)
        row.append(part)
    if row:
        yield ActionRow(tuple(row))


def _row_height(row: ActionRow) -> float:
    """Return the height of a menu, or of a row of buttons that may wrap on a phone, in points."""
    total = x = 0.0
    line = 0.0
    for part in row.components:
        if not isinstance(part, Button):
            # A row is one menu or several buttons.
            return _MENU
        wide, tall = button_size(part)
        # Discord's client wraps buttons that do not fit.
        if x and x + _GAP + wide > WIDTH:
            total, x, line = total + line + _GAP, 0.0, 0.0
        x += wide + (_GAP if x else 0)
        line = max(line, tall)
    return total + line


def button_size(part: Button) -> tuple[float, float]:
    """Return the width and height of a button on a phone, in points. A long label has several lines."""
    emoji = _EMOJI if part.emoji is not None else 0
    wide = _SIDES + emoji + text_width(part.label, LABEL)
    if wide <= WIDTH:
        return max(_BUTTON, wide), _BUTTON
    count = line_count(part.label, LABEL, WIDTH - _SIDES - emoji)
    return WIDTH, max(_BUTTON, 4 + 20 * count)
