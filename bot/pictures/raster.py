"""Tools of all pictures: masks, and PNGs with few colours."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw


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
