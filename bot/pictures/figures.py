"""Draws fans of card backs and stamps with verdicts, as RGBA images."""

from __future__ import annotations

from math import cos, radians, sin

from PIL import Image, ImageDraw

from bot.pictures.colours import PAPER, Colour
from bot.pictures.fonts import text_mask
from bot.pictures.pen import card_height
from bot.pictures.raster import stencil

_SPREAD, _WIDEST = 11.0, 64.0
"""Angles in degrees between two neighbouring backs of a fan, and at most between the first and the last."""

_TILT = 7
"""Degrees by which a stamp is turned."""


def draw_fan(back: Image.Image, count: int) -> Image.Image:
    """Return the picture of a fan of ``count`` card backs. ``back`` is the picture of one back."""
    height = back.height
    centre, arm = (3 * height // 2, height * 3 // 4), height * 6 // 10
    step = min(_SPREAD, _WIDEST / max(1, count - 1))
    whole = Image.new("RGBA", (3 * height, height * 5 // 3))
    for number in range(count):
        angle = step * (number - (count - 1) / 2)
        turned = back.rotate(-angle, Image.Resampling.BICUBIC, expand=True)
        # all backs turn around a point below the fan
        x, y = centre[0] + arm * sin(radians(angle)), centre[1] + arm * (1 - cos(radians(angle)))
        at = round(x - turned.width / 2), round(y - turned.height / 2)
        whole.paste(turned, at, stencil(turned.getchannel("A")))
    return whole.crop(whole.getbbox())


def fan_size(count: int, width: int) -> tuple[int, int]:
    """Return the greatest possible size in pixels of a fan of ``count`` card backs.

    ``width`` is the width of a back. The result is a pair of width and height.
    """

    height = card_height(width)
    reach = radians(min(_SPREAD * (count - 1), _WIDEST) / 2)
    down = height * 1.1
    across = 2 * (down * sin(reach) + width / 2 * cos(reach))
    low = down - (height * 0.1 * cos(reach) - width / 2 * sin(reach))
    return round(across) + 2, round(low) + 2


def fan_number_point(count: int, width: int) -> tuple[int, int]:
    """Return the point (x and y) on the edge of a fan where the number of cards is drawn, in pixels.

    ``count`` is the number of backs in the fan, ``width`` the width of a back.
    """
    height, angle = card_height(width), radians(min(_SPREAD * (count - 1), _WIDEST) / 2)
    across, up = width / 2, height * 0.35
    x = fan_size(count, width)[0] / 2 + across * cos(angle) + up * sin(angle)
    return round(x), round(height * 1.1 - up * cos(angle) + across * sin(angle))


def draw_stamp(text: str, size: int, ink: Colour, box: tuple[int, int]) -> Image.Image:
    """Return the image of a rubber stamp: ``text`` in a double frame, slightly turned.

    ``size`` is the size of the letters. ``box`` has the width and height of the frame before it is turned.
    Lengths are pixels.
    """
    width, height = box
    image = Image.new("RGBA", box)
    for inset, fill in ((0, PAPER), (6, ink), (14, PAPER)):
        mask = Image.new("L", box)
        ImageDraw.Draw(mask).rounded_rectangle(
            (inset, inset, width - 1 - inset, height - 1 - inset), size // 3 - inset // 2, fill=255
        )
        image.paste(fill, (0, 0), mask)
    mask, _, _ = text_mask(text, size)
    image.paste(ink, ((width - mask.width) // 2, (height - mask.height) // 2), mask)
    return image.rotate(_TILT, Image.Resampling.BICUBIC, expand=True)


def stamp_size(box: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height of the image that ``draw_stamp`` draws, in pixels.

    ``box`` has the width and height of the frame before it is turned.
    """

    c, s = cos(radians(_TILT)), sin(radians(_TILT))
    return round(box[0] * c + box[1] * s) + 2, round(box[0] * s + box[1] * c) + 2
