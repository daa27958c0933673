"""Tools of all pictures: masks with smooth edges, and PNGs with few colours."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from PIL import Image, ImageDraw


def smooth(
    size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw, int], object], times: int = 4
) -> Image.Image:
    """Return a mask with smooth edges. The mask is drawn ``times`` as large, then scaled down.

    ``draw`` is called with Pillow's drawing object, and with the factor by which it must multiply all
    coordinates.
    """
    mask = Image.new("L", (size[0] * times, size[1] * times))
    draw(ImageDraw.Draw(mask), times)
    return mask.reduce(times)


def palette_png(image: Image.Image, colours: int, *, optimize: bool = False) -> bytes:
    """Encode an image as a PNG of at most ``colours`` colours; equal images give equal bytes.

    ``optimize`` makes the file smaller, but takes more time.
    """
    out = BytesIO()
    image.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=optimize)
    return out.getvalue()
