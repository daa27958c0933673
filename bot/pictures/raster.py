"""Tools of all pictures: masks, and PNGs with few colours."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from PIL import Image, ImageDraw


def smooth_mask(
    size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw, int], object], times: int = 4
) -> Image.Image:
    """Return a mask with smooth edges, which is drawn ``times`` as large and then scaled down.

    ``draw`` is called with Pillow's drawing object and ``times``, and must multiply all coordinates by it.
    """
    mask = Image.new("L", (size[0] * times, size[1] * times))
    draw(ImageDraw.Draw(mask), times)
    return mask.reduce(times)


_HALF = bytes([255 * (share > 127) for share in range(256)])
"""A lookup table that turns a mask with shades into a mask of two values."""


def stencil(mask: Image.Image) -> Image.Image:
    """Return a grey mask as a black and white mask (one bit for each pixel)."""
    return Image.frombytes("1", mask.size, mask.tobytes().translate(_HALF), "raw", "1;8")


def palette_png(image: Image.Image, colours: int, *, optimize: bool = False) -> bytes:
    """Encode an image as a PNG of at most ``colours`` colours; equal images give equal bytes.

    ``optimize`` makes the file smaller, but takes more time.
    """
    out = BytesIO()
    image.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=optimize)
    return out.getvalue()
