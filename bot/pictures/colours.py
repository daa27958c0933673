"""Colours of a board around its cards, which looks like a green card table.

It is dark enough for Discord's dark theme and reads as a framed picture on the light one.
"""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""


def colour(code: str) -> Colour:
    """Return the colour written as six hexadecimal digits.

    >>> colour("ff8000")
    (255, 128, 0)
    """
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def blend(start: Colour, end: Colour, share: float) -> Colour:
    """Return a mix of two colours: ``start`` for a share of 0, ``end`` for a share of 1.

    >>> blend((0, 0, 0), (200, 100, 0), 0.5)
    (100, 50, 0)
    """
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


PAPER = colour("fdfbf4")
"""The colour of cards, and of light figures on a dark ground."""

GROUND = colour("12261f")
"""The colour between the rows."""

PANEL = colour("1d3b31")
"""The background of a row."""

TURN = colour("2c5443")
"""The background of the row of the player on turn."""

TITLE = colour("f4f1e6")
"""The colour of a row's label."""

NOTE = colour("b4d0c0")
"""The colour of the note at the end of a row."""

ACCENT = colour("ffc83d")
"""The colour of the frame and label of the row on turn, and of the frame of cards that count."""

WON = colour("86efc0")
"""The colour of the frame, crown and label of a row that has won; used for nothing else."""

CHIP = colour("3f7561")
"""The background of a chip."""

DOT = colour("ff5436")
"""The colour of the dot that marks a new card or chip."""

RED, BLUE = colour("d7263d"), colour("2f6fde")
"""Colours of discs with a count."""

MEDALS = colour("f2b632"), colour("c3ccd6"), colour("c98447")
"""Colours of the medals for first, second and third place."""

DIM = 0.62
"""Fade of cards that cannot be used: 0 keeps the card's colour, 1 is the colour of the panel."""


def on_disc(disc: Colour) -> Colour:
    """Return the colour of text on a disc or medal."""
    return PAPER if disc in (RED, BLUE) else GROUND
