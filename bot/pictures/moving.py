"""Pictures that move: the frames of a reveal as one animated WebP file, which is played once.

A frame after the first stores only the rectangle in which something has changed. Transparent pixels for what
has not changed within it make the file larger. docs/DISCORD.md says why the format is WebP.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageChops

from bot.clock import yield_to_loop
from bot.pictures.board import band_keys, draw_band, drawn_once, in_painter, plan_picture
from bot.pictures.colours import PixelSize
from bot.pictures.drawing import Drawing
from bot.pictures.layers import palette_of

ANIMATION = "webp"
"""File name extension of pictures that move."""

MOST_FRAMES = 8
"""Limit of the frames of an animation. Of more, the first ones and the last one are kept."""

MOST_BYTES = 120_000
"""Limit of the size of an animation's file. A larger one has its first and its last frame only, as for people
who have switched animations off.
"""

_EFFORT, _QUALITY = 2, 0
"""Pillow's ``method`` and ``quality`` of lossless WebP. With method 0, files are up to five times as large.
With method 3 and more quality they are a tenth smaller, and take twice the time.
"""


Box: TypeAlias = tuple[int, int, int, int]
"""A rectangle in pixels: left, top, right, bottom."""


class Frame(NamedTuple):
    """One frame of an animation."""

    pixels: Image.Image  # in the colours of a palette
    milliseconds: int  # how long it is shown


async def moving_picture(drawings: Sequence[Drawing], frame_ms: int) -> bytes:
    """Return an animation, from the cache if it was drawn recently.

    Args:
        drawings: one for each frame.
        frame_ms: the duration of each frame in milliseconds.

    Raises:
        KeyError: the set of card drawings lacks a card.
    """
    return await drawn_once(key_of(drawings, frame_ms), partial(_drawn_animation, drawings, frame_ms))


def key_of(drawings: Sequence[Drawing], frame_ms: int) -> bytes:
    """Return bytes that identify an animation."""
    return b"\n".join([b"%d ms" % frame_ms, *[drawing.encoded for drawing in drawings]])


def size_of(drawings: Sequence[Drawing]) -> PixelSize:
    """Return the size of an animation, in which each frame has room."""
    layouts = [plan_picture(drawing).layout for drawing in drawings]
    return PixelSize(layouts[0].width, max([layout.height for layout in layouts]))


async def _drawn_animation(drawings: Sequence[Drawing], frame_ms: int) -> bytes:
    size = size_of(drawings)
    frames = []
    for drawing in (*drawings[:-1][: MOST_FRAMES - 1], drawings[-1]):
        frames.append(Frame(frame_pixels(drawing, size), frame_ms))
        await yield_to_loop()
    return await in_painter(partial(animated_webp, frames))


def frame_pixels(drawing: Drawing, size: PixelSize) -> Image.Image:
    """Draw a frame of an animation as an image with a palette."""
    palette = palette_of(drawing.art, drawing.cloth)
    planned = plan_picture(drawing)
    lines = b"".join([draw_band(palette, key) for key in band_keys(planned)])
    # Each line begins with a byte that belongs to the encoder of PNG files.
    pixels = Image.frombytes("L", (planned.layout.width + 1, planned.layout.height), lines)
    # A lower frame is filled up with colour 0, which is the background of messages.
    frame = pixels.crop((1, 0, size.width + 1, size.height))
    frame.putpalette(palette.rgb)
    return frame


# --- the file -----------------------------------------------------------------------------------------------
# https://developers.google.com/speed/webp/docs/riff_container

_HAS_ANIMATION = b"\x02\0\0\0"
_PLAYED_ONCE = (1).to_bytes(2, "little")
_OVERWRITES = b"\x02"
"""A frame's rectangle replaces what was there, and stays."""

_FIRST_CHUNK = 12
"""Where the chunks begin in a WebP file: after ``RIFF``, the size and ``WEBP``."""


def animated_webp(frames: Sequence[Frame]) -> bytes:
    """Return an animation that is played once, and then goes on showing its last frame.

    Args:
        frames: all of the same size.
    """
    first, *later = frames
    parts = [_frame_chunk(first, (0, 0, *first.pixels.size))]
    before = first
    for frame in later:
        parts.append(_frame_chunk(frame, _changed_box(before.pixels, frame.pixels)))
        before = frame
    width, height = first.pixels.size
    canvas = _HAS_ANIMATION + _three_bytes(width - 1) + _three_bytes(height - 1)
    background = bytes(4)
    body = [b"WEBP", _chunk(b"VP8X", canvas), _chunk(b"ANIM", background + _PLAYED_ONCE), *parts]
    encoded = _chunk(b"RIFF", b"".join(body))
    if len(encoded) > MOST_BYTES and len(later) > 1:
        lasts = sum([frame.milliseconds for frame in frames[:-1]])
        return animated_webp([Frame(first.pixels, lasts), frames[-1]])
    return encoded


def _changed_box(before: Image.Image, after: Image.Image) -> Box:
    changes = ImageChops.difference(_numbers(before), _numbers(after)).getbbox()
    # Nothing may have changed, but a frame cannot be empty.
    left, top, right, bottom = changes or (0, 0, 1, 1)
    # The file stores half of these distances.
    return left - left % 2, top - top % 2, right, bottom


def _numbers(pixels: Image.Image) -> Image.Image:
    return Image.frombytes("L", pixels.size, pixels.tobytes())


def _frame_chunk(frame: Frame, box: Box) -> bytes:
    left, top, right, bottom = box
    still = io.BytesIO()
    part = frame.pixels.crop(box).convert("RGB")
    part.save(still, "WEBP", lossless=True, method=_EFFORT, quality=_QUALITY)
    numbers = [left // 2, top // 2, right - left - 1, bottom - top - 1, frame.milliseconds]
    about = b"".join([_three_bytes(number) for number in numbers]) + _OVERWRITES
    return _chunk(b"ANMF", about + still.getvalue()[_FIRST_CHUNK:])


def _three_bytes(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _chunk(kind: bytes, content: bytes) -> bytes:
    filling = b"\0" if len(content) % 2 else b""
    return kind + len(content).to_bytes(4, "little") + content + filling
