"""Draw a feat as a comic for phones: up to three pictures of claims, thoughts and cards."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import msgspec
from PIL import Image, ImageDraw

from bot.pictures import colours
from bot.pictures.board import draw_board
from bot.pictures.colours import PAPER, Colour, blend, colour
from bot.pictures.drawing import Drawing
from bot.pictures.fonts import font
from bot.pictures.labels import fit, printable, width, wrapped
from bot.pictures.raster import palette_png, smooth

WIDTH = 538
"""Width of the comic in pixels: that of a board that fills a phone's screen."""

_EDGE, _GAP = 16, 14
_GAME, _HEAD, _TITLE, _SAID, _LINE = 24, 28, 25, 30, 26
"""Font sizes in pixels; none is smaller than on a board."""

_DISC, _BUBBLE, _TAIL = 30, 16, 12
_LEADING = 1.32

TONES = tuple(map(colour, ("e4572e", "3d8bfd", "f2a900", "9b5de5", "00a896", "ef476f", "7cb518", "8d99ae")))
"""Colours of the seats' discs."""


class Still(msgspec.Struct, frozen=True):
    """One picture of a comic, with texts in the reader's language.

    ``initials`` and ``seat`` name the player whose picture it is; both are empty if it is about no player.
    """

    title: str
    initials: str = ""
    seat: int = 0
    said: str = ""
    is_thought: bool = False
    drawing: Drawing | None = None
    line: str = ""


class Comic(msgspec.Struct, frozen=True):
    """A feat as pictures with texts in the reader's language; ``sign`` is the bot's name in the corner."""

    game: str
    sign: str
    headline: str
    stills: tuple[Still, ...]


def draw_comic(comic: Comic) -> bytes:
    """Draw a comic as a palette PNG.

    Raises:
        KeyError: the art has no drawing of a card.
    """
    return palette_png(_whole(comic), 255, optimize=True)


def initials_of(name: str) -> str:
    """Return the first letters of the first two words of a name; for kanji or kana only the first character.

    >>> initials_of("hana sato"), initials_of("花子"), initials_of("🎲")
    ('HS', '花', '〓')
    """
    shown = printable(name)
    words = "".join(sign if sign.isalnum() else " " for sign in shown).split()
    letters = [word[0] for word in words] or [shown[:1]]
    first = letters[0].upper()
    return first + letters[1].upper() if len(letters) > 1 and ord(first) < 0x2E80 else first


def _whole(comic: Comic) -> Image.Image:
    parts = [_head(comic), *[_drawn(still) for still in comic.stills]]
    whole = Image.new("RGB", (WIDTH, sum(part.height for part in parts) + _GAP * len(parts)), colours.ROOM)
    y = 0
    for number, part in enumerate(parts):
        if number:
            ImageDraw.Draw(whole).rectangle((0, y, WIDTH, y + 1), colour("1d3b31"))
            y += _GAP
        whole.paste(part, (0, y))
        y += part.height
    return whole


def _head(comic: Comic) -> Image.Image:
    lines = wrapped(printable(comic.headline), _HEAD, WIDTH - 2 * _EDGE)
    height = _EDGE + _high(_GAME) + len(lines) * _high(_HEAD) + _GAP // 2
    image = Image.new("RGB", (WIDTH, height), colours.ROOM)
    sign = width(comic.sign, _GAME)
    game = fit(printable(comic.game), _GAME, WIDTH - 3 * _EDGE - sign)
    _write(image, game, _GAME, (_EDGE, _EDGE), colours.NOTE)
    _write(image, comic.sign, _GAME, (WIDTH - _EDGE - sign, _EDGE), colours.NOTE)
    _write_lines(image, lines, _HEAD, (_EDGE, _EDGE + _high(_GAME)), colours.GOLD)
    return image


def _drawn(still: Still) -> Image.Image:
    """Draw one picture of the comic: its label with the speech bubble, its cards, its line of text."""
    parts = [*_parts(still)]
    image = Image.new("RGB", (WIDTH, sum(part.height for part in parts)), colours.ROOM)
    y = 0
    for part in parts:
        image.paste(part, (0 if part.width > WIDTH - _EDGE else _EDGE - 4, y))
        y += part.height
    return image


def _parts(still: Still) -> Iterator[Image.Image]:
    yield _label(still)
    if still.drawing is not None:
        board = Image.open(BytesIO(draw_board(still.drawing))).convert("RGB")
        if board.width > WIDTH:
            board = board.resize((WIDTH, round(board.height * WIDTH / board.width)), Image.Resampling.LANCZOS)
        yield board
    if still.line:
        lines = wrapped(printable(still.line), _LINE, WIDTH - 2 * _EDGE)
        below = Image.new("RGB", (WIDTH, len(lines) * _high(_LINE) + _GAP // 2), colours.ROOM)
        _write_lines(below, lines, _LINE, (_EDGE, 0), colours.WON)
        yield below


def _label(still: Still) -> Image.Image:
    """Draw the initials in a disc with the title beside them and the speech bubble below the title."""
    left = _EDGE + 2 * _DISC + _TAIL + 6 if still.initials else _EDGE
    said = wrapped(printable(still.said), _SAID, WIDTH - left - _EDGE - 2 * _BUBBLE)
    bubble = len(said) * _high(_SAID) + _BUBBLE if said else 0
    height = max(_high(_TITLE) + bubble, 2 * _DISC if still.initials else 0) + _GAP
    image = Image.new("RGB", (WIDTH, height), colours.ROOM)
    # without a bubble the title is centred beside the disc
    title = fit(printable(still.title), _TITLE, WIDTH - left - _EDGE)
    _write(
        image, title, _TITLE, (left, 0 if said or not still.initials else _DISC - _TITLE // 2), colours.TITLE
    )
    if still.initials:
        _draw_disc(image, still)
    if said:
        top, broad = _high(_TITLE), max(width(line, _SAID) for line in said) + 2 * _BUBBLE
        # thoughts are on darker paper than speech
        paper = blend(PAPER, colours.NOTE, 0.25) if still.is_thought else PAPER
        _draw_bubble(image, (left, top, left + broad, top + bubble), paper, still)
        _write_lines(image, said, _SAID, (left + _BUBBLE, top + _BUBBLE // 2 - 2), colours.ROOM)
    return image


def _draw_disc(image: Image.Image, still: Still) -> None:
    wide = 2 * _DISC
    disc = smooth((wide, wide), lambda draw, k: draw.ellipse((0, 0, wide * k - 1, wide * k - 1), fill=255), 3)
    image.paste(TONES[still.seat % len(TONES)], (_EDGE, 0), disc)
    letters = ImageDraw.Draw(image)
    letters.text((_EDGE + _DISC, _DISC), still.initials, PAPER, font(_SAID), anchor="mm")


def _draw_bubble(image: Image.Image, box: tuple[int, int, int, int], paper: Colour, still: Still) -> None:
    """Draw a speech bubble with a tail towards the disc, or a thought bubble with small circles."""
    left, top, right, bottom = box

    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        pen.rounded_rectangle((left * k, top * k, right * k, bottom * k), _BUBBLE * k, fill=255)
        if still.initials and still.is_thought:
            for x, radius in ((left - 5, 4), (left - 13, 3)):
                y = top + 14 - (left - x) // 2
                pen.ellipse([(at + by) * k for by in (-radius, radius) for at in (x, y)], fill=255)
        elif still.initials:
            tail = ((left - _TAIL, top + 2), (left + _BUBBLE, top + 10), (left + 2, top + 24))
            pen.polygon([(x * k, y * k) for x, y in tail], fill=255)

    image.paste(paper, (0, 0), smooth((right + 1, bottom + 1), draw, 3))


def _high(size: int) -> int:
    return round(size * _LEADING)


def _write(image: Image.Image, text: str, size: int, at: tuple[int, int], ink: Colour) -> None:
    ImageDraw.Draw(image).text((at[0], at[1] + size), text, ink, font(size), anchor="ls")


def _write_lines(image: Image.Image, lines: list[str], size: int, at: tuple[int, int], ink: Colour) -> None:
    for number, line in enumerate(lines):
        _write(image, line, size, (at[0], at[1] + number * _high(size)), ink)
