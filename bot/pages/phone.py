"""Estimates the height of a message on a phone, so that decisions fit on one screen.

Sizes, margins and wrapping imitate Discord's app on a screen 400 points wide
(`tests/bot/browser/test_tefuda.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Reversible, Sequence
from functools import cached_property
from typing import NamedTuple

from bot.caches import cached
from bot.pictures.labels import text_length
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

_FRAME = 34
_FILE = 60
_OTHER = (520, 400)
_TEXT = 16
SMALL = 14
LARGE = 20
LABEL = 14
_LEADING = 1.375
_LARGE_LINE = 24
_SIZES = {"### ": _TEXT, "## ": LARGE, "# ": LARGE, "-# ": SMALL, "": _TEXT}
_BOLD = 1.04
"""Ratio of the width of Discord's bold letters to the bundled ones."""
_GAP = 8
_BUTTON = 32
_MENU = 40
_SIDES = 24
_EMOJI = 22
_SPARE = 14
"""Points at the end of a row that stay free, since letters are wider on some phones."""
_ROW_ABOVE = 4
_ROW_BELOW = 6
MENU_LINE = _MENU + _ROW_BELOW
"""Height of a menu below other items, in points."""


class ItemBox(NamedTuple):
    """The height of an item in points, and its margins."""

    margin_above: float
    height: float
    margin_below: float


MENU_BOX = ItemBox(_ROW_ABOVE, _MENU, _ROW_BELOW)

GALLERY_BOX = ItemBox(0, 0, _GAP)
"""The box of a gallery without its picture."""

MAX_BESIDE = 5
"""Discord's limit of buttons in a row."""
_EMOJIS = re.compile(
    r"<:\w+:\d+>|[\u2190-\u21ff\u2600-\u2653\u2667-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?"
)
_MARKS = re.compile(r"\*\*|__|~~|`")
_UNSEEN = re.compile(r"[\u200b-\u200f\u2060\ufe0e]")
_TIME = re.compile(r"<t:\d+(:\w)?>")
_COMMAND = re.compile(r"<(/[^:>]+):\d+>")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


SCREEN = 620
TABLE = 700
"""Greatest heights in points: of a panel with a decision, and of a table's message."""

_STEP = 40
"""Heights of pictures are multiples of this, so that one line of text more does not change a picture."""


def page_height(page: Page) -> float:
    """Return the estimated height of a message in points."""
    (container,) = page.components
    return height(container.components, page.files)


class MeasuredItems:
    """Items of a message with their pictures. The height is computed only once."""

    def __init__(self, items: Iterable[Item], files: Iterable[Drawable] = ()) -> None:
        self._items = tuple(items)
        self.box = _stacked_box(boxes_of(self._items))
        self.pictures = [*_pictures(self._items, files)] if files else []

    @property
    def items(self) -> tuple[Item, ...]:
        return self._items


class DeferredItems(MeasuredItems):
    """Items whose height is known before they are made. They are made only for the message that is sent.

    Args:
        boxes: of the items from top to bottom, without their pictures.
    """

    def __init__(
        self,
        boxes: Sequence[ItemBox],
        make_items: Callable[[], Iterable[Item]],
        pictures: Iterable[Drawable] = (),
    ) -> None:
        self._make_items = make_items
        self.box = _stacked_box(boxes)
        self.pictures = [*pictures]

    @cached_property
    def items(self) -> tuple[Item, ...]:
        return tuple(self._make_items())


def boxes_of(items: Iterable[Item]) -> list[ItemBox]:
    """Return the boxes of items without their pictures. Empty texts have none."""
    return [_box_without_pictures(item) for item in items if not is_empty(item)]


def boxes_height(boxes: Sequence[ItemBox]) -> float:
    """Return the height of boxes below each other, with the margins above and below them."""
    return sum(_stacked_box(boxes) or ())


def height(items: Iterable[Item], files: Iterable[Drawable] = ()) -> float:
    """Return the estimated height in points of a message with these items and pictures."""
    measured = MeasuredItems(items, files)
    return _height_without_pictures([measured]) + sum(
        [_picture_height(picture) for picture in measured.pictures]
    )


def fits(parts: Reversible[MeasuredItems], max_height: float) -> bool:
    """Return whether a message with these parts is at most ``max_height`` points high."""
    # Pictures are slow to measure, so this stops once the limit is exceeded.
    height_left = max_height - _height_without_pictures(parts)
    for part in reversed(parts):
        for picture in reversed(part.pictures):
            if height_left < getattr(picture, "least_height", 0):
                return False
            height_left -= _picture_height(picture)
    return height_left >= 0


def _height_without_pictures(parts: Iterable[MeasuredItems]) -> float:
    # A panel is measured a dozen times, so this builds no box of all parts (``_stacked_box``).
    total = float(_FRAME)
    margin = 0.0
    for part in parts:
        if part.box is not None:
            above, inside, below = part.box
            total += max(margin, above) + inside
            margin = below
    return total + margin


def _stacked_box(boxes: Sequence[ItemBox]) -> ItemBox | None:
    # Neighbours share the larger of the two margins between them.
    if not boxes:
        return None
    top, inside, margin = boxes[0]
    for above, more, below in boxes[1:]:
        inside += max(margin, above) + more
        margin = below
    return ItemBox(top, inside, margin)


def _pictures(items: Iterable[Item], files: Iterable[Drawable]) -> Iterator[Drawable]:
    files_by_name = {file.filename: file for file in files}
    for item in items:
        if isinstance(item, MediaGallery):
            yield from [files_by_name[media.media.url.removeprefix("attachment://")] for media in item.items]


def height_left_beside(parts: Sequence[MeasuredItems], max_height: int) -> int:
    """Return the height in points that remains for another picture in the message.

    Args:
        max_height: the greatest height of the whole message in points.
    """
    return int(max_height - _height_without_pictures(parts) - _GAP)


def picture_height_beside(
    items: Sequence[Item],
    files: Iterable[Drawable],
    max_height: int,
    max_picture_height: int,
    min_picture_height: int = 140,
) -> int:
    """Return how high another picture in the message may be, in points.

    Args:
        max_height: the height that the message should not exceed.
        max_picture_height: the greatest height of the picture.
        min_picture_height: the least height of the picture, even if the message becomes too high.
    """
    room = max_height - height(items, files) - _GAP
    return int(max(min_picture_height, min(max_picture_height, room // _STEP * _STEP)))


def _box_without_pictures(item: Item) -> ItemBox:
    match item:
        case TextDisplay():
            return ItemBox(0, text_height(item.content), 0)
        case ActionRow():
            return ItemBox(_ROW_ABOVE, _row_height(item), _ROW_BELOW)
        case MediaGallery():
            return GALLERY_BOX
        case AttachedFile():
            return ItemBox(_GAP, _FILE, _GAP)
    return ItemBox(_GAP, 1, _GAP)


def _picture_height(picture: Drawable) -> float:
    # Some pictures have no size before they are drawn.
    width, height = getattr(picture, "size", _OTHER)
    return height * min(1.0, WIDTH / width)


# --- texts ------------------------------------------------------------------------------------------------


@cached(4000)
def text_height(content: str) -> float:
    """Return the height in points of a text in Discord's Markdown."""
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


@cached(20_000)
def line_count(text: str, letter_size: int, width: float = WIDTH) -> int:
    """Return the number of lines that a text fills. Letter size and width are in points."""
    plain = _TIME.sub("in 3 minutes", _COMMAND.sub(r"\1", _LINK.sub(r"\1", _MARKS.sub("", text))))
    # Most texts fit on one line, and need not be divided into words.
    if _measured_width(plain, letter_size) <= width:
        return 1
    count = 1
    x = 0.0
    for word in _JAPANESE.findall(plain):
        wide = text_width(word, letter_size)
        # Spaces at the end of a line need no room.
        if x and x + wide > width and x + text_width(word.rstrip(), letter_size) > width:
            count = count + 1
            x = 0.0
        if wide > width:  # a word wider than a line, such as a long name: it breaks between letters
            wide *= _BOLD
        while wide > width:
            count = count + 1
            wide = wide - (width - letter_size)
        x += wide
    return count


@cached(20_000)
def text_width(text: str, letter_size: int) -> float:
    """Return the width of a line of text. Letter size and width are in points."""
    return _measured_width(text, letter_size)


def _measured_width(text: str, letter_size: int) -> float:
    emojis = len(_EMOJIS.findall(text))
    plain = _UNSEEN.sub("", _EMOJIS.sub("", text))
    return text_length(plain, letter_size) + emojis * _EMOJI * letter_size / _TEXT


_JAPANESE = re.compile(
    r"[^\u3000-\u9fff\uff00-\uffef ]+ *|[\u3000-\u9fff\uff00-\uffef][、。，．！？」』）〕】・ー]*| +"
)


# --- buttons ----------------------------------------------------------------------------------------------


def rows_of(buttons: Iterable[Button]) -> Iterator[ActionRow]:
    """Yield the buttons in rows. Each row has as many as fit side by side on a phone."""
    row: list[Button] = []
    x = 0.0
    for part in buttons:
        wide, _ = button_size(part)
        # A row is full by width, or by Discord's limit.
        if row and (x + _GAP + wide > WIDTH - _SPARE or len(row) == MAX_BESIDE):
            yield ActionRow(tuple(row))
            row = []
            x = 0.0
        x += wide + (_GAP if row else 0)
        row.append(part)
    if row:
        yield ActionRow(tuple(row))


def _row_height(row: ActionRow) -> float:
    total = x = 0.0
    line = 0.0
    for part in row.components:
        if not isinstance(part, Button):
            # A row is one menu or several buttons.
            return _MENU
        wide, tall = button_size(part)
        # Discord's client wraps buttons that do not fit.
        if x and x + _GAP + wide > WIDTH:
            total = total + line + _GAP
            x = 0.0
            line = 0.0
        x += wide + (_GAP if x else 0)
        line = max(line, tall)
    return total + line


class ItemSize(NamedTuple):
    """The size of an item on a phone, in points."""

    width: float
    height: float


def button_size(part: Button) -> ItemSize:
    """Return the size of a button on a phone in points. A long label has several lines."""
    emoji = _EMOJI if part.emoji is not None else 0
    wide = _SIDES + emoji + text_width(part.label, LABEL)
    if wide <= WIDTH:
        return ItemSize(max(_BUTTON, wide), _BUTTON)
    count = line_count(part.label, LABEL, WIDTH - _SIDES - emoji)
    return ItemSize(WIDTH, max(_BUTTON, 4 + 20 * count))
