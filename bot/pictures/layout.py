"""Where everything goes on a board: rows in panels, cards in lines, so that a phone shows them large."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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
_MIN_PANEL = 380
_MOST_A_LINE = 9
_PHONE, _DESKTOP = (400, 560), (550, 350)
"""The boxes into which a phone and a computer fit a picture in a conversation."""

_ENOUGH = (0.45, 0.6)
"""Cards that are shown at these factors are large; growing further is worth nothing."""

_LINE_WORTH = 0.97
"""What a layout keeps of its worth for each line of cards."""

Groups: TypeAlias = tuple[int, ...]
"""The number of cards in each group of a row."""


class Spot(msgspec.Struct, frozen=True):
    """The place of one cell (a card with its margins): the card's number in its row, and the cell's corner."""

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
    """The places of everything on a board; ``panels`` in the order of the rows."""

    width: int
    height: int
    panels: tuple[Panel, ...]


@lru_cache(maxsize=256)
def arrange(rows: tuple[Groups, ...]) -> Plan:
    """Choose columns and lengths of lines so that cards look large on a phone and on a computer.

    Args:
        rows: for each row the number of cards in each of its groups.
    """
    widest = MAX_WIDTH - 2 * OUTER
    plans: list[tuple[float, int, Plan]] = []
    for columns in (1, 2, 3):
        if columns > 1 and len(rows) < 2 * columns:
            break
        room = (widest - BETWEEN * (columns - 1)) // columns - 2 * PADDING
        for most in range(2, _MOST_A_LINE + 1):
            limit = min(room, most * PITCH + GROUP_GAP * 3)
            plan = _lay_out(rows, columns, limit)
            if plan is not None:
                plans.append((-_worth(plan), len(plans), plan))
    return min(plans)[2]


def _worth(plan: Plan) -> float:
    """Judge a layout by the factors at which a phone and a computer show its pixels, and by its lines."""
    worth = _LINE_WORTH ** sum(len({spot.y for spot in panel.spots}) for panel in plan.panels)
    for (width, height), enough in zip((_PHONE, _DESKTOP), _ENOUGH, strict=True):
        worth *= min(width / plan.width, height / plan.height, enough)
    return worth


def _lay_out(rows: Sequence[Groups], columns: int, limit: int) -> Plan | None:
    """Put rows into columns, lines of at most ``limit`` pixels; ``None`` if the board gets too wide."""
    lines = [wrap(groups, limit) for groups in rows]
    inner = max(
        (_line_width(groups, *line) for groups, row in zip(rows, lines, strict=True) for line in row),
        default=0,
    )
    least = (MIN_WIDTH - 2 * OUTER) if columns == 1 else _MIN_PANEL
    width = max(inner + 2 * PADDING, least)
    total = 2 * OUTER + columns * width + BETWEEN * (columns - 1)
    if total > MAX_WIDTH:
        return None
    panels: list[Panel] = []
    y = OUTER
    for first in range(0, len(rows), columns):
        here = range(first, min(first + columns, len(rows)))
        height = max(_panel_height(len(lines[row])) for row in here)
        for row in here:
            x = OUTER + (row - first) * (width + BETWEEN)
            spots = _spots(rows[row], lines[row], x + PADDING, y + HEADER)
            panels.append(Panel(x, y, width, height, spots))
        y += height + BETWEEN
    return Plan(total, max(y - BETWEEN, OUTER) + OUTER, tuple(panels))


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
    ends, seen = {total}, 0
    for count in groups:
        seen += count
        ends.add(seen)
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
