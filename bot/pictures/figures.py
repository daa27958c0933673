"""Draws fans of card backs, and verdicts like rubber stamps, as RGBA images."""

from __future__ import annotations

from math import cos, radians, sin

from PIL import Image, ImageDraw

from bot.pictures.colours import PAPER, Colour, PixelSize, stencil
from bot.pictures.labels import text_mask
from bot.pictures.pen import card_height

_SPREAD, _WIDEST = 11.0, 64.0
"""Angles in degrees between two neighbouring backs of a fan, and at most between the first and the last."""

_TILT = 7
"""Degrees by which a stamp is turned."""


def draw_fan(back: Image.Image, count: int) -> Image.Image:
    """Draw a fan of card backs.

    Args:
        back: the image of one back.
        count: the number of backs.
    """
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


def fan_size(count: int, card_width: int) -> PixelSize:
    """Return the greatest possible size of a fan of card backs.

    Args:
        count: the number of backs.
        card_width: the width of a back in pixels.
    """

    height = card_height(card_width)
    reach = radians(min(_SPREAD * (count - 1), _WIDEST) / 2)
    down = height * 1.1
    across = 2 * (down * sin(reach) + card_width / 2 * cos(reach))
    low = down - (height * 0.1 * cos(reach) - card_width / 2 * sin(reach))
    return PixelSize(round(across) + 2, round(low) + 2)


def fan_number_point(count: int, card_width: int) -> tuple[int, int]:
    """Return the point in a fan, in pixels, where its number of cards is written.

    Args:
        count: the number of backs.
        card_width: the width of a back in pixels.
    """
    height, angle = card_height(card_width), radians(min(_SPREAD * (count - 1), _WIDEST) / 2)
    across, up = card_width / 2, height * 0.35
    x = fan_size(count, card_width).width / 2 + across * cos(angle) + up * sin(angle)
    return round(x), round(height * 1.1 - up * cos(angle) + across * sin(angle))


def draw_stamp(text: str, letter_size: int, ink: Colour, frame: PixelSize) -> Image.Image:
    """Draw a text like a rubber stamp: in a double frame, slightly rotated.

    Args:
        letter_size: the size of the letters in pixels.
        frame: the size of the frame before it is rotated.
    """
    width, height = frame
    image = Image.new("RGBA", frame)
    for inset, fill in ((0, PAPER), (6, ink), (14, PAPER)):
        mask = Image.new("L", frame)
        ImageDraw.Draw(mask).rounded_rectangle(
            (inset, inset, width - 1 - inset, height - 1 - inset), letter_size // 3 - inset // 2, fill=255
        )
        image.paste(fill, (0, 0), mask)
    mask, _, _ = text_mask(text, letter_size)
    image.paste(ink, ((width - mask.width) // 2, (height - mask.height) // 2), mask)
    return image.rotate(_TILT, Image.Resampling.BICUBIC, expand=True)


def stamp_size(frame: PixelSize) -> PixelSize:
    """Return the size of the image that ``draw_stamp`` returns.

    Args:
        frame: the size of the frame before it is rotated.
    """

    c, s = cos(radians(_TILT)), sin(radians(_TILT))
    width, height = frame
    return PixelSize(round(width * c + height * s) + 2, round(width * s + height * c) + 2)
