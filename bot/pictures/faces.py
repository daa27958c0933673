"""Faces: the pictures that people have chosen on Discord, small enough for the discs of tables."""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageOps

from bot.caches import cached

FACE = 64
"""Width and height of a face in pixels. Discs are 52 to 208 pixels wide, most of them 76 to 112."""

FACE_COLOURS = 16
"""Number of colours of a face. Ten faces and the colours of any table fit into one palette."""

MOST_PIXELS = 512 * 512
"""Limit of the pixels of a picture that is made a face. Discord is asked for one of 128 by 128."""

_FORMATS = ("PNG",)
"""Formats that are decoded. Discord is asked for a PNG file, so any other answer is a mistake."""

_BACKGROUND = (88, 101, 92)
"""The colour behind transparent parts."""


class NoFace(ValueError):
    """Raised if a file is no picture from which a face can be made."""


class FacePixels(NamedTuple):
    """A face, ready to be drawn."""

    pixels: bytes  # for each pixel the number of its colour, less than ``FACE_COLOURS``
    rgb: bytes  # the colours one after the other: red, green, blue


def face_of(file: bytes) -> bytes:
    """Return a face as a small PNG file. Takes milliseconds, so call it outside of the event loop.

    Args:
        file: a picture from the internet, which may contain anything.

    Raises:
        NoFace: the file is not a picture of a format and a size that is decoded.
    """
    try:
        with Image.open(BytesIO(file), formats=_FORMATS) as picture:
            # Only the header has been read so far.
            if picture.width * picture.height > MOST_PIXELS:
                raise NoFace(f"the picture has {picture.width} by {picture.height} pixels")
            whole = Image.new("RGBA", picture.size, _BACKGROUND)
            whole.alpha_composite(picture.convert("RGBA"))
    except NoFace:
        raise
    except Exception as error:  # a decoder may raise any error for a file that was made up
        raise NoFace(repr(error)) from error
    small = ImageOps.fit(whole.convert("RGB"), (FACE, FACE), Image.Resampling.LANCZOS)
    face = small.quantize(FACE_COLOURS, kmeans=2, dither=Image.Dither.NONE)
    out = BytesIO()
    face.save(out, "PNG", optimize=True, bits=4)
    return out.getvalue()


@cached(256)
def face_pixels(face: bytes) -> FacePixels | None:
    """Return the pixels of a face that ``face_of`` has made; ``None`` if the stored file is damaged."""
    try:
        with Image.open(BytesIO(face), formats=_FORMATS) as picture:
            if picture.size != (FACE, FACE) or picture.mode != "P":
                return None
            pixels = picture.tobytes()
            rgb = bytes(picture.getpalette() or ())[: 3 * FACE_COLOURS]
    except Exception:  # the disc has letters instead
        return None
    if max(pixels) >= FACE_COLOURS:
        return None
    return FacePixels(pixels, rgb.ljust(3 * FACE_COLOURS, b"\0"))
