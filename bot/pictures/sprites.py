"""Sprites, the parts of a picture: texts, cards, discs, boxes. All lengths are pixels."""

# Thousands of layouts are cached, so sprites are values that the garbage collector need not look through
# (``gc=False``).

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bot.pictures.colours import Colour
from games.core.cards import Card
from games.core.presentation import Mark


class TextLine(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A line of printable text."""

    text: str
    size: int
    ink: Colour


class Box(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A filled rectangle with round corners."""

    width: int
    height: int
    radius: int
    ink: Colour


class CardFace(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A card or a back with its mark, such as a frame. Each side has a margin."""

    card: Card
    mark: Mark
    width: int


class Fan(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A fan of card backs."""

    count: int
    width: int


class Disc(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A disc with a person's initial. A ring shows the person's turn, or that the person has won.

    The disc of a person who is out has only a ring in the person's colour.
    """

    initial: str
    colour_number: int
    size: int
    ring: Literal["", "turn", "won", "out"] = ""


class Badge(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A small disc with a number, for example of lives or medals."""

    label: str
    size: int
    ink: Colour
    paper: Colour


class Symbol(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A small symbol: a winner's crown, the leader's button, an arrow, or a red dot that marks news."""

    kind: Literal["crown", "leader", "up", "down", "dot"]
    size: int


class Emblem(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The emblem in the middle of a table, such as a bull's head."""

    size: int


class VerdictStamp(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A verdict like a slightly rotated rubber stamp."""

    text: str
    size: int
    ink: Colour
    width: int
    height: int


DrawnSprite: TypeAlias = TextLine | CardFace | Fan | Disc | Badge | Symbol | Emblem | VerdictStamp
"""All sprites but boxes, which are filled."""

Sprite: TypeAlias = DrawnSprite | Box


def card_margin(card_width: int) -> int:
    """Return the width of the margin around a card, in which frames are drawn."""
    return max(5, card_width // 20)
