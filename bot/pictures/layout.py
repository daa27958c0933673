"""Lay out a board: rows become panels, side by side where a phone then shows the cards large."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt

import msgspec

from bot.caches import cached
from bot.pictures.drawing import TALL
from bot.pictures.shapes import (
    CAPTION_SIZE,
    CARD,
    CHIP_GAP,
    CHIP_PITCH,
    CHIP_SIZE,
    GROUP_GAP,
    MARGIN,
    NOTE_SIZE,
    PITCH,
    Block,
    Measure,
    Shape,
    measure_of,
)

PHONE = 258
"""Width of a picture on a phone in points: 400, without the avatar column and the message's frame."""

LEGIBLE = 11
"""Smallest legible letters on a phone, in points."""

MAX_WIDTH = PHONE * min(NOTE_SIZE, CAPTION_SIZE, CHIP_SIZE) // LEGIBLE
WIDEST = MAX_WIDTH * 6 // 5
"""Width limit in pixels for a board that would be too high: its letters are a little smaller."""

HAND, HAND_WIDTH = 7, CARD * PHONE // 44
"""Most large cards of a hand with a fixed width, and that width: phones show its cards 44 points wide."""

MIN_WIDTH = 374
"""Smallest width in pixels; a narrower board is padded, as phones would enlarge a single card too much."""

OUTER = 4
BETWEEN = 6
PADDING = 6
HEADER, NOTE_LINE = 34, 28
"""Height in pixels of a label, and of a note that needs a line of its own."""

_BELOW = 4
"""Pixels below the content of a panel."""

_MOST_A_LINE = 9
_DESKTOP = (550, 350)
"""Width and height in points to which a computer scales a picture; a phone uses only the width."""

_ENOUGH, _DESKTOP_ENOUGH = 0.675, 0.9
"""Scales (phone, computer) at which cards are large enough; a larger scale adds no value to a layout."""

_TOO_TALL = 9
"""Exponent of the penalty for a board that is too high for a phone."""

_GAP = 0.85
"""Factor for a layout whose last level has an empty place."""


_LONE = 0.9
"""Factor for each row over the full width that would fit into a column."""

_CUT = 60
"""Exponent of the penalty for a label that is cut short: a reader cannot guess the rest."""

_PHONES = 1.5
"""Exponent that makes the scale on a phone count more than that on a computer."""


class Spot(msgspec.Struct, frozen=True, gc=False):
    """The place of a card or chip: its number in the row, its upper left corner, its width (pixels)."""

    number: int
    x: int
    y: int
    width: int


class Panel(msgspec.Struct, frozen=True, gc=False):
    """The place of one row, in pixels of its level; ``is_folded`` if the note is below the title."""

    row: int
    x: int
    width: int
    is_folded: bool
    cards: tuple[Spot, ...]
    chips: tuple[Spot, ...]


class Level(msgspec.Struct, frozen=True, gc=False):
    """Rows side by side from left to right, with their position and height on the board."""

    y: int
    height: int
    panels: tuple[Panel, ...]


class Plan(msgspec.Struct, frozen=True, gc=False):
    """The positions of all cards and chips of a board, by levels from top to bottom."""

    width: int
    height: int
    levels: tuple[Level, ...]

    @property
    def shown(self) -> float:
        """The height of the board on a phone, in points."""
        return self.height * PHONE / self.width


class _Grid(msgspec.Struct, frozen=True, gc=False):
    """An arrangement of rows in columns; the first ``heads`` and last ``tails`` rows use the full width."""

    rows: int
    columns: int
    heads: int
    tails: int
    levels: tuple[range, ...]
    """The numbers of the rows of each level, from top to bottom."""

    @classmethod
    def of(cls, rows: int, columns: int, heads: int, tails: int) -> _Grid:
        last = rows - tails
        levels = [(row, row + 1) for row in range(heads)]
        levels += [(row, min(row + columns, last)) for row in range(heads, last, columns)]
        levels += [(row, row + 1) for row in range(last, rows)]
        return cls(rows, columns, heads, tails, tuple([range(*level) for level in levels]))


class _Draft(msgspec.Struct, frozen=True, gc=False):
    """A layout before cards get positions; ``folds`` has True for each level with notes below titles."""

    grid: _Grid
    blocks: tuple[Block, ...]
    width: int
    full: int
    folds: tuple[bool, ...]
    height: int

    def room(self, level: range) -> int:
        """Return the width of the panels in a level, in pixels."""
        is_wide = level.start < self.grid.heads or level.start >= len(self.blocks) - self.grid.tails
        return self.full if is_wide else self.width


@cached(4096)
def arrange(shapes: tuple[Shape, ...], tall: int = TALL, widest: int = MAX_WIDTH) -> Plan:
    """Choose the columns and lines of a board that show cards largest on phones and computers.

    Layouts that cut labels short have almost no value.

    Args:
        shapes: the sizes of the rows.
        tall: height on a phone, in points, that the board should not exceed.
        widest: largest width of the board in pixels.
    """
    measures = [measure_of(shape.groups, shape.pitch, shape.line, shape.chips) for shape in shapes]
    best: _Draft | None = None
    most = 0.0
    for grid in _grids(len(shapes)):
        for width, full in _widths(shapes, measures, grid, widest):
            # a bound by the width alone skips most layouts
            large, whole = _across(full)
            if best is not None and large * whole <= most:
                continue  # at any height
            draft = _draft(shapes, measures, grid, width, full, _highest(full, tall, most))
            worth = 0.0 if draft is None else _worth(draft, shapes, tall, most)
            if best is None or worth > most:
                best, most = draft, worth
    assert best is not None
    return _place(shapes, best)


@cached(32, of_people=False)
def _grids(rows: int) -> tuple[_Grid, ...]:
    columns = [columns for columns in (2, 3) if rows >= columns]
    ends = (0, 0), (1, 0), (0, 1), (1, 1)
    return (_Grid.of(rows, 1, 0, 0), *[_Grid.of(rows, count, *end) for count in columns for end in ends])


def _widths(
    shapes: Sequence[Shape], measures: Sequence[Measure], grid: _Grid, widest: int
) -> Iterator[tuple[int, int]]:
    """Break rows into lines of 2, 3, 4 ... cards and yield the widths of a column and of all columns."""
    last = len(shapes) - grid.tails
    gaps = BETWEEN * (grid.columns - 1)
    room = (widest - 2 * OUTER - gaps) // grid.columns - 2 * PADDING
    least = (MIN_WIDTH - 2 * OUTER - gaps) // grid.columns - 2 * PADDING
    narrow = measures[grid.heads : last]
    wish = min(max((shape.wish for shape in shapes[grid.heads : last]), default=0), room)
    before: list[Block] | None = None
    for most in range(2, _MOST_A_LINE + 1):
        limit = min(room, most * PITCH + 3 * GROUP_GAP)
        inner = [measure.block(limit) for measure in narrow]
        # another limit that breaks lines at the same cards makes the same layout
        if inner != before:
            width = max([wish, least, *[block.width for block in inner]]) + 2 * PADDING
            yield width, grid.columns * width + gaps
        if limit == room or all(block.is_unbroken for block in inner):
            return  # longer lines change nothing
        before = inner


def _draft(
    shapes: Sequence[Shape],
    measures: Sequence[Measure],
    grid: _Grid,
    width: int,
    full: int,
    highest: float = inf,
) -> _Draft | None:
    """Lay rows out in columns of a width; return ``None`` if the board is higher than ``highest`` pixels."""
    last, height = grid.rows - grid.tails, 2 * OUTER - BETWEEN
    blocks, folds = list[Block](), list[bool]()
    for level in grid.levels:
        room = (width if grid.heads <= level.start < last else full) - 2 * PADDING
        is_folded = False
        for row in level:
            blocks.append(measures[row].block(room))
            is_folded = is_folded or 0 < shapes[row].folded < shapes[row].wish > room
        folds.append(is_folded)
        height += _level_height(blocks[level.start :], is_folded) + BETWEEN
        if height > highest:
            return None
    return _Draft(grid, tuple(blocks), width, full, tuple(folds), max(height, 2 * OUTER))


def _highest(full: int, tall: int, least: float) -> float:
    """Return the height in pixels from which a layout of this width has at most the value ``least``."""
    if not least:
        return inf
    large, whole = _across(full)
    on_desktop = large * _DESKTOP[1] * tall / TALL / least
    on_phone = tall * (full + 2 * OUTER) / PHONE * (large * whole / least) ** (1 / _TOO_TALL)
    return float(min(on_desktop, on_phone) + 1)


@cached(512, of_people=False)
def _across(full: int) -> tuple[float, float]:
    """Return the values of a board's width: on a phone, and (an upper bound) on a computer."""
    width = full + 2 * OUTER
    return min(PHONE / width, _ENOUGH) ** _PHONES, min(_DESKTOP[0] / width, _DESKTOP_ENOUGH)


def _worth(draft: _Draft, shapes: Sequence[Shape], tall: int, least: float) -> float:
    """Return the value of a layout: the scales of the cards, reduced for breaks, gaps and cut labels.

    The value by size is an upper bound: the rest is not computed if it is at most ``least``.
    """
    across = PHONE / (draft.full + 2 * OUTER)
    large, whole = _across(draft.full)
    worth = large * min(whole, _DESKTOP[1] * tall / TALL / draft.height)
    worth *= min(1.0, tall / (draft.height * across)) ** _TOO_TALL
    grid = draft.grid
    if (grid.rows - grid.heads - grid.tails) % grid.columns:
        worth *= _GAP
    if worth <= least:
        return worth
    # breaks count per row, so that boards of many rows are not penalised for each
    worth /= sqrt(1 + sum([block.breaks for block in draft.blocks]) / max(1, grid.rows))
    cut = 1.0
    for level, is_folded in zip(grid.levels, draft.folds, strict=True):
        room = draft.room(level)
        # a row over the full width that did not need it
        if room > draft.width >= draft.blocks[level.start].width + 2 * PADDING:
            worth *= _LONE
        inside = room - 2 * PADDING
        for shape in shapes[level.start : level.stop]:
            wish = (is_folded and shape.folded) or shape.wish
            cut = min(cut, inside / wish) if wish else cut
    return worth * cut**_CUT


def _level_height(blocks: Sequence[Block], is_folded: bool) -> int:
    return HEADER + NOTE_LINE * is_folded + max([block.height for block in blocks]) + _BELOW


def _place(shapes: Sequence[Shape], draft: _Draft) -> Plan:
    levels: list[Level] = []
    y = OUTER
    for rows, is_folded in zip(draft.grid.levels, draft.folds, strict=True):
        height = _level_height(draft.blocks[rows.start : rows.stop], is_folded)
        width = draft.room(rows)
        panels = [
            _panel(shapes[row], draft.blocks[row], row, OUTER + column * (width + BETWEEN), width, is_folded)
            for column, row in enumerate(rows)
        ]
        levels.append(Level(y, height, tuple(panels)))
        y += height + BETWEEN
    return Plan(draft.full + 2 * OUTER, draft.height, tuple(levels))


def _panel(shape: Shape, block: Block, row: int, x: int, width: int, is_folded: bool) -> Panel:
    left, header = x + PADDING, HEADER + NOTE_LINE * is_folded
    below = header + (0 if block.beside else len(block.lines) * shape.line)
    spare = len(block.lines) * shape.line - len(block.chips) * CHIP_PITCH
    top = header + spare // 2 if block.beside else below
    room = width - 2 * PADDING - MARGIN
    chips = _chips(shape, block, left + (block.beside or MARGIN), top + CHIP_GAP // 2, room)
    return Panel(row, x, width, is_folded, tuple(_cards(shape, block, left, header)), tuple(chips))


def _cards(shape: Shape, block: Block, left: int, top: int) -> Iterator[Spot]:
    widths = [(width, group) for group, cards in enumerate(shape.groups) for width in cards]
    for number, (start, end) in enumerate(block.lines):
        x = left
        for card in range(start, end):
            width, group = widths[card]
            if card > start and group != widths[card - 1][1]:
                x += GROUP_GAP
            yield Spot(card, x, top + number * shape.line, width)
            x += width


def _chips(shape: Shape, block: Block, left: int, top: int, room: int) -> Iterator[Spot]:
    for number, (start, end) in enumerate(block.chips):
        x = left
        for chip in range(start, end):
            width = min(shape.chips[chip], room)
            yield Spot(chip, x, top + number * CHIP_PITCH, width)
            x += width + CHIP_GAP
