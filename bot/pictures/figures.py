"""Draws figures other than cards, as RGBA images: fans of card backs, discs with people's initials, tokens,
signs, stamps.
"""

from __future__ import annotations

from math import cos, radians, sin

from PIL import Image, ImageDraw

from bot.pictures import colours
from bot.pictures.colours import PAPER, Colour
from bot.pictures.fonts import lettering
from bot.pictures.pen import height_of
from bot.pictures.raster import smooth

_SPREAD, _WIDEST = 11.0, 64.0
"""Angles in degrees between two neighbouring backs of a fan, and at most between the first and the last."""

_TILT = 7
"""Degrees by which a stamp is turned."""


def fan(back: Image.Image, count: int) -> Image.Image:
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
        whole.paste(turned, at, _thresholded(turned.getchannel("A")))
    return whole.crop(whole.getbbox())


def fan_size(count: int, width: int) -> tuple[int, int]:
    """Return the greatest possible width and height of a fan of ``count`` card backs. ``width`` is the width
    of one back.
    """

    height = height_of(width)
    reach = radians(min(_SPREAD * (count - 1), _WIDEST) / 2)
    down = height * 1.1
    across = 2 * (down * sin(reach) + width / 2 * cos(reach))
    low = down - (height * 0.1 * cos(reach) - width / 2 * sin(reach))
    return round(across) + 2, round(low) + 2


def fan_edge(count: int, width: int) -> tuple[int, int]:
    """Return where to write the number of cards on a fan of ``count`` card backs: x and y in pixels.

    ``width`` is the width of one back in pixels.
    """
    height, angle = height_of(width), radians(min(_SPREAD * (count - 1), _WIDEST) / 2)
    across, up = width / 2, height * 0.35
    x = fan_size(count, width)[0] / 2 + across * cos(angle) + up * sin(angle)
    return round(x), round(height * 1.1 - up * cos(angle) + across * sin(angle))


def disc(initial: str, ink: Colour, size: int, ring: str) -> Image.Image:
    """Return the disc with a person's initial, ``size`` pixels wide and in the colour ``ink``.

    ``ring`` is ``"turn"`` for a gold ring (the person's turn), ``"won"`` for a mint one, empty for none.
    """
    edge = {"turn": colours.GOLD, "won": colours.WON}.get(ring, colours.ROOM)
    # shades between the ring and what it encloses are not seen, and would cost bytes
    image = Image.new("RGBA", (size, size))
    image.paste(edge, (0, 0), _thresholded(_circle(size)))
    inset = 7 if ring else 4
    image.paste(ink, (inset, inset), _thresholded(_circle(size - 2 * inset)))
    _write(image, initial, round(size * 0.54), PAPER)
    return image


def token(label: str, size: int, ink: Colour, paper: Colour) -> Image.Image:
    """Return a small disc, ``size`` pixels wide, with a number in ``ink`` on ``paper``."""
    image = Image.new("RGBA", (size, size))
    image.paste(paper, (0, 0), _circle(size))
    _write(image, label, round(size * (0.72 if len(label) < 2 else 0.6)), ink)
    return image


def sign(kind: str, size: int) -> Image.Image:
    """Return a sign, ``size`` pixels wide.

    ``kind`` is ``"leader"`` (the leader's button), ``"up"`` or ``"down"`` (an arrow), or ``"dot"`` (a red dot
    that marks something new).
    """
    image = Image.new("RGBA", (size, size))
    if kind == "dot":
        # A white edge keeps the dot visible on every card.
        image.paste(PAPER, (0, 0), _circle(size))
        inset = size // 7
        image.paste(colours.DOT, (inset, inset), _circle(size - 2 * inset))
    elif kind == "leader":
        image.paste(colours.INK, (0, 0), _circle(size))
        image.paste(PAPER, (3, 3), _circle(size - 6))
        flag = [(0.4, 0.24), (0.76, 0.38), (0.46, 0.52), (0.46, 0.8), (0.38, 0.8), (0.38, 0.24)]
        image.paste(colours.INK, (0, 0), _polygon(size, flag))
    else:
        # An arrow down is one up, mirrored.
        up = [(0.5, 0.14), (0.98, 0.8), (0.02, 0.8)]
        image.paste(colours.GOLD, (0, 0), _polygon(size, up if kind == "up" else [(x, 1 - y) for x, y in up]))
    return image


def crown(size: int) -> Image.Image:
    """Return the crown of a player who has won; it is three quarters as high as wide."""
    height = size * 3 // 4

    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        w, h = size * k, height * k
        # Three peaks with balls on a band.
        peaks = ((0.06, 0.28), (0.5, 0.1), (0.94, 0.28))
        rim = [(0.16, 0.74), peaks[0], (0.31, 0.46), peaks[1], (0.69, 0.46), peaks[2], (0.84, 0.74)]
        pen.polygon([(x * w, y * h) for x, y in rim], fill=255)
        pen.rectangle((0.16 * w, 0.82 * h, 0.84 * w, h - 1), fill=255)
        for x, y in peaks:
            r = 0.06 * w
            pen.ellipse((x * w - r, y * h - r, x * w + r, y * h + r), fill=255)

    image = Image.new("RGBA", (size, height))
    image.paste(colours.WON, (0, 0), smooth((size, height), draw, 3))
    return image


def stamp(text: str, size: int, ink: Colour, box: tuple[int, int]) -> Image.Image:
    """Return a verdict as a rubber stamp: letters in a double frame, slightly turned.

    ``size`` is the size of the letters, ``box`` the width and height of the frame before turning.
    """
    width, height = box
    image = Image.new("RGBA", box)
    for inset, fill in ((0, PAPER), (6, ink), (14, PAPER)):
        mask = Image.new("L", box)
        ImageDraw.Draw(mask).rounded_rectangle(
            (inset, inset, width - 1 - inset, height - 1 - inset), size // 3 - inset // 2, fill=255
        )
        image.paste(fill, (0, 0), mask)
    _write(image, text, size, ink)
    return image.rotate(_TILT, Image.Resampling.BICUBIC, expand=True)


def stamp_size(box: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height of the picture of a stamp, which is turned slightly.

    ``box`` has the width and height of the frame before it is turned.
    """

    c, s = cos(radians(_TILT)), sin(radians(_TILT))
    return round(box[0] * c + box[1] * s) + 2, round(box[0] * s + box[1] * c) + 2


def _thresholded(mask: Image.Image) -> Image.Image:
    """Return a mask in which every pixel is fully set or not set at all."""
    return mask.point(lambda share: 255 if share > 127 else 0)


def _write(image: Image.Image, text: str, size: int, ink: Colour) -> None:
    """Write a text of ``size`` pixels into the middle of an image, in the colour ``ink``."""
    mask, _, _ = lettering(text, size)
    image.paste(ink, ((image.width - mask.width) // 2, (image.height - mask.height) // 2), mask)


def _circle(size: int) -> Image.Image:
    return smooth((size, size), lambda draw, k: draw.ellipse((0, 0, size * k - 1, size * k - 1), fill=255), 3)


def _polygon(size: int, points: list[tuple[float, float]]) -> Image.Image:
    return smooth(
        (size, size),
        lambda draw, k: draw.polygon([(x * size * k, y * size * k) for x, y in points], fill=255),
        3,
    )
