"""Pictures that move: the frames of a reveal as one animated WebP file, which is played once.

Only what changes from frame to frame is drawn and stored: cards that are turned over where they lie.
docs/DISCORD.md says why the format is WebP.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageChops

from bot.clock import yield_to_loop
from bot.pictures.board import (
    BandKey,
    PlannedPicture,
    band_keys,
    draw_lines,
    drawn_once,
    in_painter,
    picture_facts,
    plan_picture,
    rgb_of,
)
from bot.pictures.colours import PixelSize
from bot.pictures.drawing import Drawing

ANIMATION = "webp"
"""File name extension of pictures that move."""

MOST_FRAMES = 8
"""Limit of the frames of an animation. Of more, the first ones and the last one are kept."""

MOST_BYTES = 120_000
"""Limit of the size of an animation's file. A larger one has its first and its last frame only."""

PATCH_MS = 60
"""Milliseconds from one patch of a frame to the next, such as from the cards above the middle of a table to
those below. Browsers show a picture for a tenth of a second if its duration is ten milliseconds or less.
"""

_EFFORT = 0
_QUALITY = 0
"""Pillow's ``method`` and ``quality`` of lossless WebP. With method 1 or 2, an animation has two thirds of
the bytes, and takes one and a half times as long.
"""


class Patch(NamedTuple):
    """A rectangle that a frame shows in place of what was there."""

    pixels: Image.Image  # in the colours of a palette
    left: int
    top: int


Frame: TypeAlias = Sequence[Patch]
"""What a frame changes, from top to bottom. The first frame of an animation is one patch as large as it."""


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
    parts = [b"%d ms" % frame_ms]
    parts += [drawing.key for drawing in drawings]
    return b"\n".join(parts)


def size_of(drawings: Sequence[Drawing]) -> PixelSize:
    """Return the size of an animation, in which each frame has room."""
    sizes = [picture_facts(drawing).size for drawing in drawings]
    return PixelSize(sizes[0].width, max([size.height for size in sizes]))


async def _drawn_animation(drawings: Sequence[Drawing], frame_ms: int) -> bytes:
    canvas = Canvas(size_of(drawings))
    frames = list[Frame]()
    kept = list(drawings[:-1][: MOST_FRAMES - 1])
    kept.append(drawings[-1])
    for drawing in kept:
        frames.append(canvas.draw(drawing))
        await yield_to_loop()
    animation = await in_painter(partial(animated_webp, frames, frame_ms))
    if len(animation) <= MOST_BYTES or len(frames) <= 2:
        return animation
    return await _drawn_animation([drawings[0], drawings[-1]], frame_ms * (len(frames) - 1))


# --- drawing ------------------------------------------------------------------------------------------------


class _Band(NamedTuple):
    top: int
    bottom: int
    key: BandKey | None  # None for the background of messages, below a frame that is lower than others


class Canvas:
    """What an animation shows so far."""

    def __init__(self, size: PixelSize) -> None:
        self._size = size
        self._bands = set[_Band]()
        self._pixels: Image.Image | None = None

    def draw(self, drawing: Drawing) -> Frame:
        """Draw the bands that differ from those of the frame before, and return what they change.

        Raises:
            KeyError: the set of card drawings lacks a card.
        """
        planned = plan_picture(drawing)
        rgb = rgb_of(planned)
        bands = self._bands_of(planned)
        changed = [band for band in bands if band not in self._bands]
        self._bands = set(bands)
        patches = list[Patch]()
        for run in _runs(changed):
            patch = self.put(self._drawn(planned, run[0].top, run[-1].bottom), run[0].top, rgb)
            if patch is not None:
                patches.append(patch)
        return patches

    def put(self, pixels: Image.Image, top: int, rgb: bytes) -> Patch | None:
        """Replace some lines. Return the rectangle that looks different; ``None`` if there is none.

        Args:
            pixels: the numbers of colours in a palette. The first call has all lines.
            top: the first line.
            rgb: the palette, three bytes for each colour.
        """
        box: tuple[int, int, int, int] | None
        if self._pixels is None:
            self._pixels = pixels.copy()
            box = (0, 0, pixels.width, pixels.height)
        else:
            before = self._pixels.crop((0, top, pixels.width, top + pixels.height))
            box = ImageChops.difference(before, pixels).getbbox()
            self._pixels.paste(pixels, (0, top))
        if box is None:
            return None
        left, first_line, right, last_line = box
        patch_top = top + first_line
        # The file stores half of the distances from the left and the upper edge, so both have to be even. The
        # line above a patch looks as before, so it can be part of the patch.
        left -= left % 2
        patch_top -= patch_top % 2
        patch = self._pixels.crop((left, patch_top, right, top + last_line))
        patch.putpalette(rgb)
        return Patch(patch, left, patch_top)

    def _bands_of(self, planned: PlannedPicture) -> list[_Band]:
        top = 0
        bands = list[_Band]()
        for key in band_keys(planned):
            bottom = top + key.height
            bands.append(_Band(top, bottom, key))
            top = bottom
        if top < self._size.height:
            bands.append(_Band(top, self._size.height, None))
        return bands

    def _drawn(self, planned: PlannedPicture, top: int, bottom: int) -> Image.Image:
        # Each line begins with a byte that belongs to the encoder of PNG files.
        width = self._size.width + 1
        lines = bytearray(width * (bottom - top))
        draw_lines(planned, top, lines)
        return Image.frombytes("L", (width, bottom - top), lines).crop((1, 0, width, bottom - top))


def _runs(bands: Sequence[_Band]) -> list[list[_Band]]:
    # Bands without a gap between them are one rectangle.
    runs = list[list[_Band]]()
    for band in bands:
        if runs and runs[-1][-1].bottom == band.top:
            runs[-1].append(band)
        else:
            runs.append([band])
    return runs


# --- the file -----------------------------------------------------------------------------------------------
# https://developers.google.com/speed/webp/docs/riff_container

_HAS_ANIMATION = b"\x02\0\0\0"
_PLAYED_ONCE = (1).to_bytes(2, "little")
_OVERWRITES = b"\x02"
"""A frame's rectangle replaces what was there, and stays."""

_FIRST_CHUNK = 12
"""Where the chunks begin in a WebP file: after ``RIFF``, the size and ``WEBP``."""


def animated_webp(frames: Sequence[Frame], frame_ms: int) -> bytes:
    """Return an animation that is played once, and then goes on showing its last frame.

    Args:
        frame_ms: the duration of each frame in milliseconds.
    """
    width, height = frames[0][0].pixels.size
    canvas = _HAS_ANIMATION + _three_bytes(width - 1) + _three_bytes(height - 1)
    background = bytes(4)
    body = [b"WEBP", _chunk(b"VP8X", canvas), _chunk(b"ANIM", background + _PLAYED_ONCE)]
    body += [_frame_chunk(timed) for timed in _timed(frames, frame_ms)]
    return _chunk(b"RIFF", b"".join(body))


class _TimedPatch(NamedTuple):
    patch: Patch
    milliseconds: int  # until the next patch


def _timed(frames: Sequence[Frame], frame_ms: int) -> list[_TimedPatch]:
    timed = list[_TimedPatch]()
    for frame in frames:
        if not frame:
            # A frame without patches looks like the frame before it, which is shown for longer.
            last = timed.pop()
            timed.append(_TimedPatch(last.patch, last.milliseconds + frame_ms))
            continue
        # The first patches follow each other quickly, and the last one has the rest of the frame's time.
        step = min(PATCH_MS, frame_ms // len(frame))
        timed += [_TimedPatch(patch, step) for patch in frame[:-1]]
        timed.append(_TimedPatch(frame[-1], frame_ms - step * (len(frame) - 1)))
    return timed


def _frame_chunk(timed: _TimedPatch) -> bytes:
    patch = timed.patch
    still = io.BytesIO()
    patch.pixels.convert("RGB").save(still, "WEBP", lossless=True, method=_EFFORT, quality=_QUALITY)
    width, height = patch.pixels.size
    numbers = [patch.left // 2, patch.top // 2, width - 1, height - 1, timed.milliseconds]
    header = b"".join(map(_three_bytes, numbers)) + _OVERWRITES
    return _chunk(b"ANMF", header + still.getvalue()[_FIRST_CHUNK:])


def _three_bytes(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _chunk(kind: bytes, content: bytes) -> bytes:
    filling = b"\0" if len(content) % 2 else b""
    return kind + len(content).to_bytes(4, "little") + content + filling
