"""Colours, and those of a board around its cards: a green card table.

It is dark enough for Discord's dark theme, and a picture of its own on the light one.
"""

from __future__ import annotations

from typing import TypeAlias

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

GROUND = colour("12261f")
"""What shows between the rows."""

PANEL = colour("1d3b31")
"""Behind a row."""

TURN = colour("2c5443")
"""Behind the row of who is to act."""

TITLE = colour("f4f1e6")
"""The label of a row."""

NOTE = colour("b4d0c0")
"""The note at a row's end."""

ACCENT = colour("ffc83d")
"""The frame and label of the row to act, and the frame of cards that count."""

WON = colour("86efc0")
"""The frame, the crown and the label of a row that has won; nothing else has it."""

CHIP = colour("3f7561")
"""Behind a chip."""

DOT = colour("ff5436")
"""The dot on what has just come."""

RED, BLUE = colour("d7263d"), colour("2f6fde")
"""Discs that count something."""

MEDALS = colour("f2b632"), colour("c3ccd6"), colour("c98447")
"""Of the first three places."""

DIM = 0.62
"""How far cards that cannot be used fade into the panel, 0 to 1."""


def on_disc(disc: Colour) -> Colour:
    """Give the colour of what is written on a disc or a medal."""
    return PAPER if disc in (RED, BLUE) else GROUND
