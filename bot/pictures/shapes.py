"""Measure rows: the space that cards and chips need, broken into lines for any width."""

from __future__ import annotations

from itertools import accumulate
from typing import TypeAlias

import msgspec

from bot.caches import cached
from bot.pictures.drawing import Band
from bot.pictures.labels import width

CARD = 72
"""Width of a large card in pixels; a computer shows a board at half its size in pixels."""

MARGIN = 4
"""Pixels around a card for its frame; the space between two cards is twice as wide."""

PITCH = CARD + 2 * MARGIN
LINE = 99 + 2 * MARGIN
GROUP_GAP = 13
CAPTION = 26
"""Pixels that captions add to the height of a line."""

CHIP = 32
CHIP_GAP = 6
CHIP_PITCH = CHIP + CHIP_GAP

TITLE_SIZE, NOTE_SIZE, CAPTION_SIZE, CHIP_SIZE = 23, 23, 23, 23
INDENT = 4
ARROW, CROWN = 18, 32
"""Width in pixels of the signs before a title: the arrow (on turn) and the crown (has won)."""

DISC = 28
"""Diameter in pixels of a medal or of a disc with a count."""

DISC_GAP = 4
SPACE = 12
_CHIP_SIDES = 16
_LONG_TITLE, _LONG_NOTE, _LONG_CAPTION, _LONG_CHIP = 216, 500, 170, 500
"""Limits in pixels up to which the layout makes room for longer texts."""

_ROUNDED, _CHIP_ROUNDED = 16, 8
"""Units in pixels to which widths of labels and chips are rounded up.

A longer number then changes no layout, and more layouts come from the cache.
"""

_SMALL = 43
STEP = 20
"""Visible pixels of a back that is covered by the next one of a fan."""

Lines: TypeAlias = tuple[tuple[int, int], ...]
"""For each line of a row: the number of its first card or chip, and of the one after its last."""

Groups: TypeAlias = tuple[tuple[int, ...], ...]


class Size(msgspec.Struct, frozen=True, gc=False):
    """The size of cards: width of the card, its margin, and width and height of its cell with margins."""

    card: int
    margin: int
    pitch: int
    line: int


LARGE = Size(CARD, MARGIN, PITCH, LINE)
SMALL = Size(_SMALL, 2, _SMALL + 4, 59 + 4)


class Shape(msgspec.Struct, frozen=True, gc=False):
    """The measurements of a row that its layout depends on, in pixels.

    Args:
        groups: width of each card in a line; a card of a fan that is covered by the next takes less.
        pitch, line: the width of a cell, and the height of a line of cards.
        chips: the widths of the chips.
        wish: the width that shows label and chips in full.
        folded: that width if the note has a line of its own; 0 if there is no note to move.
    """

    groups: Groups
    pitch: int = PITCH
    line: int = LINE
    chips: tuple[int, ...] = ()
    wish: int = 0
    folded: int = 0


class Block(msgspec.Struct, frozen=True, gc=False):
    """A row broken into lines.

    Args:
        width, height: size of cards and chips together, in pixels.
        lines: the lines of cards.
        chips: the lines of chips.
        beside: left edge of chips that are right of the cards; 0 for chips below the cards.
        breaks: number of line breaks between cards; a break between groups counts half.
    """

    width: int
    height: int
    lines: Lines
    chips: Lines
    beside: int
    breaks: float

    @property
    def is_unbroken(self) -> bool:
        """True if cards and chips are in one line, so that more width would change nothing."""
        return len(self.lines) + len(self.chips) < 2 or (len(self.chips) == 1 and self.beside > 0)


def size_of(band: Band) -> Size:
    """Return the size of a row's cards."""
    return SMALL if band.is_small else LARGE


def is_covered(band: Band, group: int, card: int) -> bool:
    """Return whether the next card lies on this one: in small rows, adjacent backs form a fan."""
    cards = band.groups[group]
    return band.is_small and card + 1 < len(cards) and not cards[card][0] and not cards[card + 1][0]


@cached(1024)
def shape_of(band: Band) -> Shape:
    """Return the measurements of a row."""
    size = size_of(band)
    groups, number = [], 0
    for group, cards in enumerate(band.groups):
        captions = band.captions[number : number + len(cards)]
        number += len(cards)
        groups.append(
            tuple([
                STEP if is_covered(band, group, card) else _captioned(size.pitch, captions, card)
                for card in range(len(cards))
            ])
        )  # fmt: skip
    line = size.line + (CAPTION if band.captions else 0)
    # chips, then the label: its title with the signs before it, and its note
    wished = [min(width(chip, CHIP_SIZE), _LONG_CHIP) + _CHIP_SIDES for chip, _ in band.chips]
    chips = tuple([_rounded(max(CHIP + 6, wish), _CHIP_ROUNDED) for wish in wished])
    note = min(width(band.note, NOTE_SIZE), _LONG_NOTE) if band.note else 0
    title = 2 * INDENT + min(width(band.title, TITLE_SIZE), _LONG_TITLE)
    title += CROWN * band.is_won + ARROW * band.is_turn + (DISC + 2 * DISC_GAP) * (band.place > 0)
    title += len(band.discs) * (DISC + DISC_GAP) + DISC_GAP * (len(band.discs) > 0)
    least = max([2 * INDENT + note, *[MARGIN + chip for chip in chips]])
    wish = _rounded(max(title + (note and note + SPACE), least), _ROUNDED)
    folded = _rounded(max(title, least), _ROUNDED) if note and band.title else 0
    return Shape(tuple(groups), size.pitch, line, chips, wish, folded)


def _rounded(pixels: int, unit: int) -> int:
    return -(-pixels // unit) * unit


def _captioned(pitch: int, captions: tuple[str, ...], card: int) -> int:
    """Return the width of a card with its share of a caption, which spans following cards without one."""
    if not any(captions[: card + 1]):
        return pitch
    first = max(number for number in range(card + 1) if captions[number])
    after = next((number for number in range(card + 1, len(captions)) if captions[number]), len(captions))
    caption = min(width(captions[first], CAPTION_SIZE), _LONG_CAPTION) + 8
    return max(pitch, -(-caption // (after - first)))


class Measure:
    """The positions of a row's cards and chips in one long line, measured once and broken for any width."""

    def __init__(self, groups: Groups, pitch: int, line: int, chips: tuple[int, ...]) -> None:
        self._line, self._chips = line, chips
        self._blocks: dict[int, Block] = {}
        self._group_ends = set(accumulate(map(len, groups)))
        cards = [card for group in groups for card in group]
        self._total = len(cards)
        self._ends = [0] * len(cards)
        """Right edge of each card if it ends a line that begins with the first card."""
        self._starts = [0] * len(cards)
        x = 0
        for number, card in enumerate(cards):
            x += GROUP_GAP if number and number in self._group_ends else 0
            self._starts[number], self._ends[number] = x, x + max(card, pitch)
            x += card

    def block(self, limit: int) -> Block:
        """Return the row broken into lines no wider than a limit in pixels; cached."""
        try:
            return self._blocks[limit]
        except KeyError:
            block = self._blocks[limit] = self._block(limit)
            return block

    def _block(self, limit: int) -> Block:
        """Break cards and chips into lines; chips stay beside a single line of cards if they fit."""
        all_chips, lines = self._chips, self.wrap(limit)
        breaks = sum(0.5 if end in self._group_ends else 1.0 for _, end in lines[:-1])
        broad = max((self._width(*line) for line in lines), default=0)
        height = len(lines) * self._line
        start = broad + GROUP_GAP
        if len(lines) == 1 and all_chips and limit - start >= max(all_chips):
            chips = _wrap_chips(all_chips, limit - start)
            if len(chips) * CHIP_PITCH <= self._line:
                return Block(start + _chips_width(all_chips, chips), height, lines, chips, start, breaks)
        chips = _wrap_chips(all_chips, limit - MARGIN)
        broad = max(broad, min(MARGIN + _chips_width(all_chips, chips), limit))
        return Block(broad, height + len(chips) * CHIP_PITCH, lines, chips, 0, breaks)

    def wrap(self, limit: int) -> Lines:
        """Return lines of cards: as few as possible, then with few breaks inside groups, then evenly wide."""
        total, width = self._total, self._width
        if not total or width(0, total) <= limit:
            return ((0, total),) if total else ()
        best: dict[int, tuple[tuple[int, int, int], int]] = {total: ((0, 0, 0), total)}
        # best[start]: costs of the best lines from start on, and the end of the first of them
        for start in range(total - 1, -1, -1):
            choices = []
            for end in range(start + 1, total + 1):
                broad = width(start, end)
                if broad > limit and end > start + 1:
                    break
                lines, broken, square = best[end][0]
                is_broken = end not in self._group_ends
                # the sum of squares is least if lines are evenly wide
                choices.append(((lines + 1, broken + is_broken, square + broad * broad), end))
            best[start] = min(choices)
        out: list[tuple[int, int]] = []
        start = 0
        while start < total:
            out.append((start, best[start][1]))
            start = best[start][1]
        return tuple(out)

    def _width(self, start: int, end: int) -> int:
        """Return the width in pixels of a line of cards; the last card is shown in full."""
        return self._ends[end - 1] - self._starts[start]


measure_of = cached(1024, of_people=False)(Measure)
"""Return the cached measurements of cards and chips; the arguments are those of ``Shape``."""


def _wrap_chips(chips: tuple[int, ...], limit: int) -> Lines:
    """Return lines of chips, each filled before the next; a chip wider than the limit has its own line."""
    out: list[tuple[int, int]] = []
    start = x = 0
    for number, chip in enumerate(chips):
        if number > start and x + chip > limit:
            out.append((start, number))
            start, x = number, 0
        x += chip + CHIP_GAP
    return (*out, (start, len(chips))) if chips else ()


def _chips_width(chips: tuple[int, ...], lines: Lines) -> int:
    return max((sum(chips[slice(*line)]) + CHIP_GAP * (line[1] - line[0] - 1) for line in lines), default=0)
