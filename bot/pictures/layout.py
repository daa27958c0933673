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
        breaks: how often a row goes on in another line; half for a break between groups.
    """

    width: int
    height: int
    panels: tuple[Panel, ...]
    breaks: float


@lru_cache(maxsize=256)
def arrange(rows: tuple[Groups, ...], labels: tuple[int, ...]) -> Plan:
    """Choose columns and lengths of lines so that cards look large on a phone and on a computer.

    Args:
        rows: for each row the number of cards in each of its groups.
        labels: for each row the pixels that its title and note want to have inside its panel; layouts that
            cut them short are worth less.
    """
    plans: list[tuple[float, int, Plan]] = []
    for columns in (1, 2, 3):
        if columns > 1 and len(rows) < columns + 2:
            break
        for heads in (0,) if columns == 1 else (0, 1):
            for most in range(2, _MOST_A_LINE + 1):
                plan = _lay_out(rows, labels, columns, heads, most)
                if plan is not None:
                    plans.append((-_worth(plan, labels), len(plans), plan))
    return min(plans)[2]


def _worth(plan: Plan, labels: tuple[int, ...]) -> float:
    """Judge a layout: by the factors at which screens show its pixels, by breaks, by labels cut short."""
    worth = 1 / sqrt(1 + plan.breaks / max(1, len(labels)))
    for (width, height), enough in zip((_PHONE, _DESKTOP), _ENOUGH, strict=True):
        worth *= min(width / plan.width, height / plan.height, enough)
    cut = 1.0
    for panel, wish in zip(plan.panels, labels, strict=True):
        cut = min(cut, (panel.width - 2 * PADDING) / max(wish, 1))
    return worth * cut**3


def _lay_out(
    rows: Sequence[Groups], labels: Sequence[int], columns: int, heads: int, most: int
) -> Plan | None:
    """Put rows into columns, the first ``heads`` rows across all of them, about ``most`` cards in a line.

    Returns:
        ``None`` if the board would get too wide.
    """
    gaps = BETWEEN * (columns - 1)
    widest = MAX_WIDTH - 2 * OUTER
    room = (widest - gaps) // columns - 2 * PADDING
    limit = min(room, most * PITCH + 3 * GROUP_GAP)
    lines = [wrap(groups, limit) for groups in rows]
    inner = [
        max((_line_width(groups, *line) for line in row), default=0)
        for groups, row in zip(rows[heads:], lines[heads:], strict=True)
    ]
    least = (MIN_WIDTH - 2 * OUTER - gaps) // columns - 2 * PADDING
    width = max(*inner, min(max(labels[heads:], default=0), room), least) + 2 * PADDING
    full = columns * width + gaps
    if full > widest:
        return None
    for row in range(heads):
        lines[row] = wrap(rows[row], full - 2 * PADDING)
    panels: list[Panel] = []
    y = OUTER
    for across in _levels(len(rows), columns, heads):
        height = max(_panel_height(len(lines[row])) for row in across)
        for column, row in enumerate(across):
            x = OUTER + column * (width + BETWEEN)
            spots = _spots(rows[row], lines[row], x + PADDING, y + HEADER)
            panels.append(Panel(x, y, full if row < heads else width, height, spots))
        y += height + BETWEEN
    breaks = sum(_breaks(groups, row) for groups, row in zip(rows, lines, strict=True))
    return Plan(full + 2 * OUTER, max(y - BETWEEN, OUTER) + OUTER, tuple(panels), breaks)


def _levels(rows: int, columns: int, heads: int) -> Iterator[range]:
    """Give the rows that lie side by side, from top to bottom."""
    for row in range(heads):
        yield range(row, row + 1)
    for first in range(heads, rows, columns):
        yield range(first, min(first + columns, rows))


def _breaks(groups: Groups, lines: Sequence[tuple[int, int]]) -> float:
    """Count where lines break: half for a break between groups, 1 for one inside a group."""
    ends = set(accumulate(groups))
    return sum(0.5 if end in ends else 1.0 for _, end in lines[:-1])


def _panel_height(lines: int) -> int:
    return HEADER + LINE * lines + (PADDING - MARGIN + 2 if lines else 6)


def _spots(groups: Groups, lines: Sequence[tuple[int, int]], left: int, top: int) -> tuple[Spot, ...]:
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
def wrap(groups: Groups, limit: int) -> tuple[tuple[int, int], ...]:
    """Break a row into lines: as few as can be, between groups where that costs no line, evenly long.

    Returns:
        For each line the number of its first card and of the one after its last.
    """
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
