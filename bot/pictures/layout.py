"""Where everything goes on a board: rows in panels, cards in lines, so that a phone shows them large."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from typing import TypeAlias

import msgspec

MAX_WIDTH = 1200
MIN_WIDTH = 560
"""A narrower board is padded: a single card blown up to a screen's width reads no better."""

CARD = 108
MARGIN = 6
"""Pixels of room around a card, for its frame; two neighbours have twice as many between them."""

PITCH = CARD + 2 * MARGIN
LINE = 148 + 2 * MARGIN
GROUP_GAP = 20
OUTER = 12
BETWEEN = 10
PADDING = 10
HEADER = 50
_MOST_A_LINE = 9
_PHONE, _DESKTOP = (400, 560), (550, 350)
"""The boxes into which a phone and a computer fit a picture in a conversation."""

_ENOUGH = (0.45, 0.6)
"""Cards that are shown at these factors are large; growing further is worth nothing."""

Groups: TypeAlias = tuple[int, ...]
"""The number of cards in each group of a row."""

Lines: TypeAlias = tuple[tuple[int, int], ...]
"""For each line of a row the number of its first card and of the one after its last."""


class Spot(msgspec.Struct, frozen=True):
    """The place of one cell (a card with its margins): a card's number in its row, and the cell's corner."""

    card: int
    x: int
    y: int


class Panel(msgspec.Struct, frozen=True):
    """The place of one row, all in pixels of the board."""

    x: int
    y: int
    width: int
    height: int
    spots: tuple[Spot, ...]


class Plan(msgspec.Struct, frozen=True):
    """The places of everything on a board.

    Args:
        width, height: the board's.
        panels: in the order of the rows.
    """

    width: int
    height: int
    panels: tuple[Panel, ...]


@lru_cache(maxsize=256)
def arrange(rows: tuple[Groups, ...], labels: tuple[int, ...]) -> Plan:
    """Choose columns and lengths of lines so that cards look large on a phone and on a computer.

    Args:
        rows: for each row the number of cards in each of its groups.
        labels: for each row the pixels that its title and note want to have inside its panel; layouts that
            cut them short are worth less.
    """
    best: tuple[float, _Draft] | None = None
    for columns in (1, 2, 3):
        if columns > 1 and len(rows) < columns + 2:
            break
        for heads in (0,) if columns == 1 else (0, 1):
            for most in range(2, _MOST_A_LINE + 1):
                draft = _draft(rows, labels, columns, heads, most)
                worth = _worth(draft, labels)
                if best is None or worth > best[0]:
                    best = worth, draft
    assert best is not None
    return _place(rows, best[1])


class _Draft(msgspec.Struct, frozen=True):
    """A layout before anything has its place: ``heads`` rows as wide as the board, the rest in columns."""

    columns: int
    heads: int
    lines: tuple[Lines, ...]
    width: int
    full: int
    height: int
    breaks: float


def _draft(rows: Sequence[Groups], labels: Sequence[int], columns: int, heads: int, most: int) -> _Draft:
    """Break the rows into lines of about ``most`` cards, and work out how large the board gets."""
    gaps = BETWEEN * (columns - 1)
    room = (MAX_WIDTH - 2 * OUTER - gaps) // columns - 2 * PADDING
    limit = min(room, most * PITCH + 3 * GROUP_GAP)
    inner = max((longest(groups, limit) for groups in rows[heads:]), default=0)
    least = (MIN_WIDTH - 2 * OUTER - gaps) // columns - 2 * PADDING
    width = max(inner, min(max(labels[heads:], default=0), room), least) + 2 * PADDING
    full = columns * width + gaps
    limits = [full - 2 * PADDING if row < heads else limit for row in range(len(rows))]
    lines = tuple(wrap(groups, limit) for groups, limit in zip(rows, limits, strict=True))
    heights = [_level_height(lines, level) + BETWEEN for level in _levels(len(rows), columns, heads)]
    breaks = sum(_breaks(groups, row) for groups, row in zip(rows, lines, strict=True))
    height = 2 * OUTER + max(sum(heights) - BETWEEN, 0)
    return _Draft(columns, heads, lines, width, full, height, breaks)


def _worth(draft: _Draft, labels: tuple[int, ...]) -> float:
    """Judge a layout: by the factors at which screens show its pixels, by breaks, by labels cut short."""
    worth = 1 / sqrt(1 + draft.breaks / max(1, len(labels)))
    for (width, height), enough in zip((_PHONE, _DESKTOP), _ENOUGH, strict=True):
        worth *= min(width / (draft.full + 2 * OUTER), height / draft.height, enough)
    cut = 1.0
    for row, wish in enumerate(labels):
        have = (draft.full if row < draft.heads else draft.width) - 2 * PADDING
        cut = min(cut, have / max(wish, 1))
    return worth * cut**3


def _place(rows: Sequence[Groups], draft: _Draft) -> Plan:
    """Give everything of a layout its place."""
    panels: list[Panel] = []
    y = OUTER
    for level in _levels(len(rows), draft.columns, draft.heads):
        height = _level_height(draft.lines, level)
        for column, row in enumerate(level):
            x = OUTER + column * (draft.width + BETWEEN)
            spots = _spots(rows[row], draft.lines[row], x + PADDING, y + HEADER)
            width = draft.full if row < draft.heads else draft.width
            panels.append(Panel(x, y, width, height, spots))
        y += height + BETWEEN
    return Plan(draft.full + 2 * OUTER, draft.height, tuple(panels))


def _level_height(lines: Sequence[Lines], level: range) -> int:
    most = max(len(lines[row]) for row in level)
    return HEADER + LINE * most + (PADDING - MARGIN + 2 if most else 6)


def _levels(rows: int, columns: int, heads: int) -> Iterator[range]:
    """Give the rows that lie side by side, from top to bottom."""
    for row in range(heads):
        yield range(row, row + 1)
    for first in range(heads, rows, columns):
        yield range(first, min(first + columns, rows))


def _spots(groups: Groups, lines: Lines, left: int, top: int) -> tuple[Spot, ...]:
    group_of = [group for group, count in enumerate(groups) for _ in range(count)]
    spots: list[Spot] = []
    for number, (start, end) in enumerate(lines):
        x = left
        for card in range(start, end):
            if card > start and group_of[card] != group_of[card - 1]:
                x += GROUP_GAP
            spots.append(Spot(card, x, top + number * LINE))
            x += PITCH
    return tuple(spots)


def _line_width(groups: Groups, start: int, end: int) -> int:
    gaps = seen = 0
    for count in groups:
        seen += count
        if count and start < seen < end:
            gaps += 1
    return (end - start) * PITCH + gaps * GROUP_GAP


@lru_cache(maxsize=1024)
def wrap(groups: Groups, limit: int) -> Lines:
    """Break a row into lines: as few as can be, between groups where that costs no line, evenly long."""
    total = sum(groups)
    ends = set(accumulate(groups))
    best: dict[int, tuple[tuple[int, int, int], int]] = {total: ((0, 0, 0), total)}
    for start in range(total - 1, -1, -1):
        choices = []
        for end in range(start + 1, total + 1):
            width = _line_width(groups, start, end)
            if width > limit and end > start + 1:
                break
            lines, broken, square = best[end][0]
            choices.append(((lines + 1, broken + (end not in ends), square + width * width), end))
        best[start] = min(choices)
    out: list[tuple[int, int]] = []
    start = 0
    while start < total:
        out.append((start, best[start][1]))
        start = best[start][1]
    return tuple(out)


@lru_cache(maxsize=1024)
def longest(groups: Groups, limit: int) -> int:
    """Give the pixels of a row's longest line."""
    return max((_line_width(groups, *line) for line in wrap(groups, limit)), default=0)


@lru_cache(maxsize=1024)
def _breaks(groups: Groups, lines: Lines) -> float:
    """Count where lines break: half for a break between groups, 1 for one inside a group."""
    ends = set(accumulate(groups))
    return sum(0.5 if end in ends else 1.0 for _, end in lines[:-1])
