"""What pictures of all kinds are made with: masks with smooth edges, and PNGs of few colours."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from PIL import Image, ImageDraw


def smooth(
    size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw, int], object], times: int = 4
) -> Image.Image:
    """Make a mask with smooth edges: it is drawn so many times as large, as ``draw`` is told."""
    mask = Image.new("L", (size[0] * times, size[1] * times))
    draw(ImageDraw.Draw(mask), times)
    return mask.resize(size, Image.Resampling.BOX)


def palette_png(image: Image.Image, colours: int, *, optimize: bool = False) -> bytes:
    """Encode a picture as a PNG of at most so many colours; equal pictures give equal bytes."""
    out = BytesIO()
    image.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=optimize)
    return out.getvalue()
