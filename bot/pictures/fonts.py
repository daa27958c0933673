"""The one font of all pictures, from an installed package; nothing is fetched at run time."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files

from PIL import ImageFont

CAP_HEIGHT = 0.733
"""Height of capitals and digits in this font, as a share of its size."""


@lru_cache(maxsize=48)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Open the font at a size in pixels.

    The basic layout engine draws the same pixels whether or not the optional shaping library is there.
    """
    with as_file(files("noto_cjk_sans_jp_bold") / "NotoSansCJKjp-Bold.otf") as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
