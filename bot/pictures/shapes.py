"""How much room a row takes: its cards and chips in lines, for whatever width they are given."""

from __future__ import annotations

from itertools import accumulate
from typing import TypeAlias

import msgspec

from bot.caches import cached
from bot.pictures.drawing import Band
from bot.pictures.labels import width

CARD = 72
"""Pixels: where a conversation shows a board, that is twice as many as the screen's own points."""

MARGIN = 4
"""Pixels of room around a card, for its frame; two neighbours have twice as many between them."""

PITCH = CARD + 2 * MARGIN
LINE = 99 + 2 * MARGIN
GROUP_GAP = 13
CAPTION = 26
"""Pixels that captions add to a line."""

CHIP = 32
CHIP_GAP = 6
CHIP_PITCH = CHIP + CHIP_GAP

TITLE_SIZE, NOTE_SIZE, CAPTION_SIZE, CHIP_SIZE = 23, 23, 23, 23
INDENT = 4
ARROW, CROWN = 18, 32
"""Pixels that the signs of who is to act, and of who has won, take before a title."""

DISC = 28
"""Pixels across a disc that counts something, or a medal; between two of them lies a gap."""

DISC_GAP = 4
SPACE = 12
_CHIP_SIDES = 16
_LONG_TITLE, _LONG_NOTE, _LONG_CAPTION, _LONG_CHIP = 216, 500, 170, 500
"""Longer texts are cut to this many pixels before the layout makes room for them."""

_ROUNDED, _CHIP_ROUNDED = 16, 8
"""Wanted widths, and chips, are rounded up to a multiple of these pixels, so that a digit more moves nothing.

A layout is searched once for rows of the same shapes, and so fewer shapes make it quicker, too.
"""

_SMALL = 43
STEP = 20
"""How far the next back of a fan lies from the one that it covers."""

Lines: TypeAlias = tuple[tuple[int, int], ...]
"""For each line of a row the number of its first card, or chip, and of the one after its last."""

Groups: TypeAlias = tuple[tuple[int, ...], ...]


class Size(msgspec.Struct, frozen=True, gc=False):
    """How large cards are drawn: the card's width, and the cell that is the card with its margins."""

    card: int
    margin: int
    pitch: int
    line: int


LARGE = Size(CARD, MARGIN, PITCH, LINE)
SMALL = Size(_SMALL, 2, _SMALL + 4, 59 + 4)


class Shape(msgspec.Struct, frozen=True, gc=False):
    """What the layout knows of a row, all in pixels.

    Args:
        groups: for each card how much of a line it takes, which is less than a cell where the next one of a
            fan covers it.
        pitch, line: the width of a cell, and the height of a line of cards.
        chips: the widths of its chips.
        wish: the width that its label and its chips want to have.
        folded: what they want if the note has a line of its own; 0 for a label that is one line anyway.
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
        width, height: of its cards and chips together.
        lines: of cards.
        chips: lines of chips.
        beside: where the chips begin, right of the cards; 0 if they stand below (a margin from the left).
        breaks: where lines of cards end: half for an end between groups, 1 for one inside a group.
    """

    width: int
    height: int
    lines: Lines
    chips: Lines
    beside: int
    breaks: float

    @property
    def is_unbroken(self) -> bool:
        """Tell whether cards and chips are in one line, so that more room would change nothing."""
        return len(self.lines) + len(self.chips) < 2 or (len(self.chips) == 1 and self.beside > 0)


def size_of(band: Band) -> Size:
    """Tell how large a row's cards are."""
    return SMALL if band.is_small else LARGE


def is_covered(band: Band, group: int, card: int) -> bool:
    """Tell whether the next card of a small row lies on this one: they fan out where both are backs."""
    cards = band.groups[group]
    return band.is_small and card + 1 < len(cards) and not cards[card][0] and not cards[card + 1][0]


@cached(1024)
def shape_of(band: Band) -> Shape:
    """Measure a row."""
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
    """Widen a card's place for its share of a caption, which goes on over cards after it without one."""
    if not any(captions[: card + 1]):
        return pitch
    first = max(number for number in range(card + 1) if captions[number])
    after = next((number for number in range(card + 1, len(captions)) if captions[number]), len(captions))
    caption = min(width(captions[first], CAPTION_SIZE), _LONG_CAPTION) + 8
    return max(pitch, -(-caption // (after - first)))


class Measure:
    """A row's cards and chips measured with a ruler, once; then they are broken into lines for any width."""

    def __init__(self, groups: Groups, pitch: int, line: int, chips: tuple[int, ...]) -> None:
        self._line, self._chips = line, chips
        self._blocks: dict[int, Block] = {}
        self._group_ends = set(accumulate(map(len, groups)))
        cards = [card for group in groups for card in group]
        self._total = len(cards)
        self._ends = [0] * len(cards)
        """Where each card ends if it is the last of a line that begins with the first one."""
        self._starts = [0] * len(cards)
        x = 0
        for number, card in enumerate(cards):
            x += GROUP_GAP if number and number in self._group_ends else 0
            self._starts[number], self._ends[number] = x, x + max(card, pitch)
            x += card

    def block(self, limit: int) -> Block:
        """Break the row into lines no wider than a limit."""
        try:
            return self._blocks[limit]
        except KeyError:
            block = self._blocks[limit] = self._block(limit)
            return block

    def _block(self, limit: int) -> Block:
        """Let chips go beside a single line of cards if they can."""
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
        """Break cards into lines: as few as can be, between groups where that costs no line, evenly long."""
        total, width = self._total, self._width
        if not total or width(0, total) <= limit:
            return ((0, total),) if total else ()
        best: dict[int, tuple[tuple[int, int, int], int]] = {total: ((0, 0, 0), total)}
        for start in range(total - 1, -1, -1):
            choices = []
            for end in range(start + 1, total + 1):
                broad = width(start, end)
                if broad > limit and end > start + 1:
                    break
                lines, broken, square = best[end][0]
                is_broken = end not in self._group_ends
                choices.append(((lines + 1, broken + is_broken, square + broad * broad), end))
            best[start] = min(choices)
        out: list[tuple[int, int]] = []
        start = 0
        while start < total:
            out.append((start, best[start][1]))
            start = best[start][1]
        return tuple(out)

    def _width(self, start: int, end: int) -> int:
        """Give the pixels of a line of cards; the last one is seen as a whole."""
        return self._ends[end - 1] - self._starts[start]


measure_of = cached(1024, of_people=False)(Measure)
"""Measures cards and chips as in ``Shape``; equal ones are measured once, whatever is written above."""


def _wrap_chips(chips: tuple[int, ...], limit: int) -> Lines:
    """Fill lines with chips one after the other; a chip wider than the limit has a line of its own."""
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
