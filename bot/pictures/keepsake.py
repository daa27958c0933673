"""Draw an evening as a picture to keep: its winners, their numbers of games, and its best moments."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw

from bot.pictures import colours
from bot.pictures.colours import Colour
from bot.pictures.fonts import font
from bot.pictures.labels import fit, printable, width, wrapped
from bot.pictures.raster import palette_png

WIDTH = 640
"""Width in pixels: letters of 28 pixels are eleven points high on a phone."""

_MARGIN = 28
PANEL = colours.colour("1d3b31")
_TITLE, _NAME, _NOTE = 44, 34, 28
_LINE = 38
_ROW, _NOTED_ROW = 56, 92


class Share(msgspec.Struct, frozen=True):
    """A player's part of an evening: name, number of games won, and a note with the games' names."""

    name: str
    won: int
    note: str = ""


class Best(msgspec.Struct, frozen=True):
    """A best moment of an evening: a label such as *highest lie*, and a sentence."""

    label: str
    said: str


class Keepsake(msgspec.Struct, frozen=True):
    """An evening in the reader's language: title, date and number of games, players, best moments."""

    title: str
    when: str
    people: tuple[Share, ...]
    bests: tuple[Best, ...] = ()


def draw_keepsake(kept: Keepsake) -> bytes:
    """Draw an evening as a palette PNG; equal arguments give equal bytes."""
    room = WIDTH - 2 * _MARGIN
    # heights first: the picture is as high as its texts
    told = [(printable(best.label), wrapped(printable(best.said), _NAME, room)) for best in kept.bests]
    rows = [_NOTED_ROW if share.note else _ROW for share in kept.people]
    deep = [(_LINE if label else 0) + 44 * len(lines) + 24 for label, lines in told]
    height = 138 + sum(rows) + 20 + sum(deep)
    image = Image.new("RGB", (WIDTH, height), colours.ROOM)
    draw = ImageDraw.Draw(image)
    _write(draw, _MARGIN, 50, fit(printable(kept.title), _TITLE, room), _TITLE, colours.GOLD)
    _write(draw, _MARGIN, 98, fit(printable(kept.when), _NOTE, room), _NOTE, colours.NOTE)
    y = 130
    # the player with most games is framed, unless there was no winner
    most = max((share.won for share in kept.people), default=0)
    for share, row in zip(kept.people, rows, strict=True):
        _write_share(draw, y, share, row, is_first=most > 0 and share.won == most)
        y += row
    y += 20
    for label, lines in told:
        if label:
            _write(draw, _MARGIN, y + _LINE // 2, fit(label, _NOTE, room), _NOTE, colours.NOTE)
            y += _LINE
        for line in lines:
            _write(draw, _MARGIN, y + 20, line, _NAME, colours.TITLE)
            y += 44
        y += 24
    return palette_png(image, 32)


def _write_share(draw: ImageDraw.ImageDraw, y: int, share: Share, deep: int, *, is_first: bool) -> None:
    """Draw a player's panel; the player with the most games has a frame."""
    box = (_MARGIN - 12, y + 3, WIDTH - _MARGIN + 12, y + deep - 3)
    draw.rounded_rectangle(box, 10, PANEL, colours.WON if is_first else None, 3 if is_first else 0)
    ink = colours.WON if is_first else colours.TITLE
    count = str(share.won)
    left = WIDTH - _MARGIN - width(count, _TITLE)
    _write(draw, left, y + _ROW // 2, count, _TITLE, ink)
    _write(draw, _MARGIN, y + _ROW // 2, fit(printable(share.name), _NAME, left - _MARGIN - 20), _NAME, ink)
    if share.note:
        note = fit(printable(share.note), _NOTE, WIDTH - 2 * _MARGIN)
        _write(draw, _MARGIN, y + _ROW + 12, note, _NOTE, colours.NOTE)


def _write(draw: ImageDraw.ImageDraw, x: int, y: int, text: str, size: int, ink: Colour) -> None:
    draw.text((x, y), text, ink, font(size), "lm")


def in_words(kept: Keepsake, people: Sequence[str]) -> str:
    """Return the picture's text for people who cannot see it; ``people`` are the lines about players."""
    bests = [" · ".join(filter(None, [best.label, best.said])) for best in kept.bests]
    return "\n".join([f"{kept.title} · {kept.when}", *people, *bests])
