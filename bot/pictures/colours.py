"""Colours, and the theme that a board is drawn in."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue, each 0 to 255."""


def colour(code: str) -> Colour:
    """Read a colour written as six hexadecimal digits.

    >>> colour("ff8000")
    (255, 128, 0)
    """
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def blend(start: Colour, end: Colour, share: float) -> Colour:
    """Mix two colours; a share of 0 is all ``start``, of 1 all ``end``.

    >>> blend((0, 0, 0), (200, 100, 0), 0.5)
    (100, 50, 0)
    """
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


PAPER = colour("fdfbf4")
"""What cards are made of; light figures on a dark ground are left out of the ink, so they are paper too."""


class Theme(msgspec.Struct, frozen=True):
    """The colours of a board around its cards.

    Args:
        ground: what shows between the rows.
        panel: behind a row.
        turn: behind the row of who is to act.
        title: the label of a row.
        note: the note at a row's end.
        accent: the frame and label of the row to act, and the frame of cards that count.
        won: the frame, the crown and the label of a row that has won; nothing else has it.
        chip: behind a chip.
        dot: the dot on what has just come.
        red, blue: discs that count something.
        gold, silver, bronze: medals of the first three places.
        dim: how far cards that cannot be used fade into the panel, 0 to 1.
    """

    ground: Colour
    panel: Colour
    turn: Colour
    title: Colour
    note: Colour
    accent: Colour
    won: Colour
    chip: Colour
    dot: Colour
    red: Colour
    blue: Colour
    gold: Colour
    silver: Colour
    bronze: Colour
    dim: float = 0.62


FELT = Theme(
    ground=colour("12261f"),
    panel=colour("1d3b31"),
    turn=colour("2c5443"),
    title=colour("f4f1e6"),
    note=colour("b4d0c0"),
    accent=colour("ffc83d"),
    won=colour("86efc0"),
    chip=colour("3f7561"),
    dot=colour("ff5436"),
    red=colour("d7263d"),
    blue=colour("2f6fde"),
    gold=colour("f2b632"),
    silver=colour("c3ccd6"),
    bronze=colour("c98447"),
)
"""A green card table: dark enough for Discord's dark theme, and a picture of its own on the light one."""
