"""Colours of tables and players, and images in memory."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import NamedTuple, TypeAlias
from zlib import crc32

from PIL import Image, ImageDraw

from bot.caches import cached

# --- raster -------------------------------------------------------------------------------------------------
# Tools of all pictures: masks, and PNGs with few colours.


class PixelSize(NamedTuple):
    """The size of an image in pixels."""

    width: int
    height: int


def smooth_mask(
    size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw, int], object], scale: int = 4
) -> Image.Image:
    """Return a mask with smooth edges, drawn larger and then scaled down.

    Args:
        draw: is called with Pillow's drawing object and the scale, and must multiply all coordinates by it.
        scale: how many times as large the mask is drawn.
    """
    mask = Image.new("L", (size[0] * scale, size[1] * scale))
    draw(ImageDraw.Draw(mask), scale)
    return mask.reduce(scale)


_HALF = bytes([255 * (share > 127) for share in range(256)])
"""A lookup table that turns a mask with shades into a mask of two values."""


def stencil(mask: Image.Image) -> Image.Image:
    """Return a grey mask as a black and white mask of one bit for each pixel."""
    return Image.frombytes("1", mask.size, mask.tobytes().translate(_HALF), "raw", "1;8")


def palette_png(image: Image.Image, colours: int, *, optimize: bool = False) -> bytes:
    """Encode an image as a PNG of at most ``colours`` colours. Equal images give equal bytes.

    Args:
        optimize: make the file smaller, which takes longer.
    """
    out = BytesIO()
    image.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=optimize)
    return out.getvalue()


# --- colours ------------------------------------------------------------------------------------------------
# Colours that all pictures share, and functions to mix them.

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
"""The colour of cards and speech bubbles, and of light letters on a dark background."""

INK = colour("1c2128")
"""The colour of letters on paper and on gold."""

ROOM = colour("16191d")
"""The colour around a table."""

TITLE = colour("f4f1e6")
"""The colour of names and titles."""

NOTE = colour("c3cdc4")
"""The colour of notes."""

GOLD = colour("ffc83d")
"""The colour of everything that matters now: the player on turn, the call to beat, highlighted cards."""

WON = colour("86efc0")
"""The colour of a player who has won; used for nothing else."""

DOT = colour("ff5436")
"""The colour of the dot that marks a new card or chip."""

RED = colour("d7263d")
BLUE = colour("2f6fde")
"""Colours of discs with a count."""

MEDALS = colour("f2b632"), colour("c3ccd6"), colour("c98447")
"""Colours of the medals for first, second and third place."""

TRUE = colour("1f9d63")
FALSE = colour("d7263d")
"""Colours of the stamps for what was true and what was false."""

PLAYER_COLOURS = tuple(
    map(
        colour,
        ("e4572e", "2f7fe0", "a86cf0", "0f9d8a", "e0438a", "6a8f1f", "b8722c", "5666d8", "8a94a6", "c23b3b"),
    )
)
"""The colours of people, for the discs with their initials. A person has the same colour in all pictures."""

FIGURES = TITLE, NOTE, GOLD, WON, INK, RED, BLUE, TRUE, FALSE, DOT, *MEDALS, *PLAYER_COLOURS
"""The colours of letters, discs, signs and stamps."""

DIM = 0.6
"""How much cards that cannot be used are faded: 0 leaves the card's colour, 1 is the colour of the cloth."""


def player_colour(number: int) -> Colour:
    """Return the colour of a player's number. Numbers beyond the last colour begin again at the first."""
    return PLAYER_COLOURS[number % len(PLAYER_COLOURS)]


@cached(500)
def colour_numbers_of(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return an index into ``PLAYER_COLOURS`` for each name. The order of the names does not matter.

    People share a colour only if there are more people than colours.

    >>> colour_numbers_of(("Alice", "Bob")) == colour_numbers_of(("Bob", "Alice"))[::-1]
    True
    """
    wished = [crc32(name.encode()) for name in names]
    colour_numbers = dict[int, int]()
    for place in sorted(range(len(names)), key=lambda place: (wished[place], names[place])):
        free = [number for number in range(len(PLAYER_COLOURS)) if number not in colour_numbers.values()]
        colour_numbers[place] = min(
            free or [0], key=lambda number: (number - wished[place]) % len(PLAYER_COLOURS)
        )
    return tuple([colour_numbers[place] for place in range(len(names))])
