"""Where everything goes on a board: rows in panels, panels side by side, so that a phone shows them large."""

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
"""What a phone's 400 points leave to a picture beside the sender's sign, inside of the frame of a message."""

LEGIBLE = 11
"""Points: letters that a phone shows smaller than that are hard to read."""

MAX_WIDTH = PHONE * min(NOTE_SIZE, CAPTION_SIZE, CHIP_SIZE) // LEGIBLE
WIDEST = MAX_WIDTH * 6 // 5
"""A board that would be too high may be so wide: letters a little smaller than one likes are read, too."""

HAND, HAND_WIDTH = 7, CARD * PHONE // 44
"""A hand of so many large cards, or of fewer, is no wider: a phone shows its cards 44 points wide."""

MIN_WIDTH = 374
"""A narrower board is padded: a single card blown up to a screen's width reads no better."""

OUTER = 4
BETWEEN = 6
PADDING = 6
HEADER, NOTE_LINE = 34, 28
"""Pixels of a label, and of the line that a note has of its own where it has no room beside a title."""

_BELOW = 4
"""Pixels under what a panel holds."""

_MOST_A_LINE = 9
_DESKTOP = (550, 350)
"""The box into which a computer fits a picture in a conversation; a phone shows it across."""

_ENOUGH, _DESKTOP_ENOUGH = 0.675, 0.9
"""Cards that are shown at these factors are large; growing further is worth nothing."""

_TOO_TALL = 9
"""How much more it counts that a phone shows a board too high than that cards are large."""

_GAP = 0.85
"""What a layout is worth whose last level has an empty place."""


_LONE = 0.9
"""What a layout is worth for each row across the board that a column would have room for."""

_CUT = 60
"""How much it counts that a label is cut short: nobody can guess the rest of it."""

_PHONES = 1.5
"""How much more it counts that a board is large on a phone: its screen is smaller."""


class Spot(msgspec.Struct, frozen=True, gc=False):
    """The place of a card or a chip: its number in its row, its upper left corner, its width."""

    number: int
    x: int
    y: int
    width: int


class Panel(msgspec.Struct, frozen=True, gc=False):
    """The place of one row, in pixels of its level; if it ``is_folded`` the note stands below the title."""

    row: int
    x: int
    width: int
    is_folded: bool
    cards: tuple[Spot, ...]
    chips: tuple[Spot, ...]


class Level(msgspec.Struct, frozen=True, gc=False):
    """Rows side by side, from left to right, and where they lie on the board."""

    y: int
    height: int
    panels: tuple[Panel, ...]


class Plan(msgspec.Struct, frozen=True, gc=False):
    """The places of everything on a board, by levels from top to bottom."""

    width: int
    height: int
    levels: tuple[Level, ...]

    @property
    def shown(self) -> float:
        """How high a phone shows it, in points."""
        return self.height * PHONE / self.width


class _Grid(msgspec.Struct, frozen=True, gc=False):
    """How so many rows lie: the first and the last ones may be as wide as the board, the rest in columns."""

    rows: int
    columns: int
    heads: int
    tails: int
    levels: tuple[range, ...]
    """The rows that lie side by side, from top to bottom."""

    @classmethod
    def of(cls, rows: int, columns: int, heads: int, tails: int) -> _Grid:
        last = rows - tails
        levels = [(row, row + 1) for row in range(heads)]
        levels += [(row, min(row + columns, last)) for row in range(heads, last, columns)]
        levels += [(row, row + 1) for row in range(last, rows)]
        return cls(rows, columns, heads, tails, tuple([range(*level) for level in levels]))


class _Draft(msgspec.Struct, frozen=True, gc=False):
    """A layout before anything has its place; ``folds`` tell in which levels notes stand below titles."""

    grid: _Grid
    blocks: tuple[Block, ...]
    width: int
    full: int
    folds: tuple[bool, ...]
    height: int

    def room(self, level: range) -> int:
        is_wide = level.start < self.grid.heads or level.start >= len(self.blocks) - self.grid.tails
        return self.full if is_wide else self.width


@cached(4096)
def arrange(shapes: tuple[Shape, ...], tall: int = TALL, widest: int = MAX_WIDTH) -> Plan:
    """Choose columns and lengths of lines so that cards look large on a phone and on a computer.

    Layouts that cut labels short are worth next to nothing. A phone is to show a board no more than ``tall``
    points high, at the ``widest`` so many pixels wide.
    """
    measures = [measure_of(shape.groups, shape.pitch, shape.line, shape.chips) for shape in shapes]
    best: _Draft | None = None
    most = 0.0
    for grid in _grids(len(shapes)):
        for width, full in _widths(shapes, measures, grid, widest):
            large, whole = _across(full)
            if best is not None and large * whole <= most:
                continue  # however low it is
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
    """Break rows into lines of 2, 3, 4 ... cards; yield how wide a column is, and all of them together."""
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
        if inner != before:
            width = max([wish, least, *[block.width for block in inner]]) + 2 * PADDING
            yield width, grid.columns * width + gaps
        if limit == room or all(block.is_unbroken for block in inner):
            return  # longer lines change nothing any more
        before = inner


def _draft(
    shapes: Sequence[Shape],
    measures: Sequence[Measure],
    grid: _Grid,
    width: int,
    full: int,
    highest: float = inf,
) -> _Draft | None:
    """Lay the rows out in columns of a width, and work out how high the board gets, if not too high."""
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
    """Tell from which height on a layout of a width is, by its size, worth no more than ``least``."""
    if not least:
        return inf
    large, whole = _across(full)
    on_desktop = large * _DESKTOP[1] * tall / TALL / least
    on_phone = tall * (full + 2 * OUTER) / PHONE * (large * whole / least) ** (1 / _TOO_TALL)
    return float(min(on_desktop, on_phone) + 1)


@cached(512, of_people=False)
def _across(full: int) -> tuple[float, float]:
    """Tell what a width is worth on a phone, and at most on a computer."""
    width = full + 2 * OUTER
    return min(PHONE / width, _ENOUGH) ** _PHONES, min(_DESKTOP[0] / width, _DESKTOP_ENOUGH)


def _worth(draft: _Draft, shapes: Sequence[Shape], tall: int, least: float) -> float:
    """Judge a layout: by the factors at which screens show it, by breaks, gaps, and labels cut short.

    Nothing is worth more than its size; what is not worth ``least`` by that is looked at no further.
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
    worth /= sqrt(1 + sum([block.breaks for block in draft.blocks]) / max(1, grid.rows))
    cut = 1.0
    for level, is_folded in zip(grid.levels, draft.folds, strict=True):
        room = draft.room(level)
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
