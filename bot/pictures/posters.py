"""Pictures of evenings, rankings and trophies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import NamedTuple

import msgspec
from PIL import Image, ImageDraw

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.board import (
    LazyPicture,
    PlannedPicture,
    assemble_png,
    canvas_of,
    compress_band,
    compressed_bands,
    png_of_bands,
)
from bot.pictures.cloths import COLOUR_SCHEMES
from bot.pictures.colours import Colour, PixelSize, blend, colour_numbers_of, palette_png
from bot.pictures.drawing import Drawing
from bot.pictures.labels import Anchor, fit, printable, text_mask, text_width, write
from bot.pictures.pen import Box, Disc, Symbol
from bot.pictures.pieces import (
    LETTERS,
    NAME,
    NOTHING,
    WIDTH,
    Op,
    Piece,
    beside,
    initial,
    line_piece,
    lines_piece,
    piece_of,
    stacked,
)
from bot.pictures.table import PictureLayout
from games.core.presentation import Cloth
from games.core.trophies import Metal

# --- plaques ------------------------------------------------------------------------------------------------
# Draws trophies as cards with a metal frame. Trophies that have not been won are dark.

_TROPHY_MARGIN, _TROPHY_GAP, _LEAST = 40, 24, 5
_METALS = dict(zip(("gold", "silver", "bronze"), colours.MEDALS, strict=True))
_TIMES = 2
"""The factor by which the picture is drawn larger before it is scaled down, which makes edges smooth."""

_MOST_INKS = 256
"""Limit of the colours in a palette."""


class Plaque(msgspec.Struct, frozen=True):
    """A trophy as a card, which is dark if the trophy has not been won."""

    sign: str  # a kanji, or one or two letters
    metal: Metal  # of the frame
    is_won: bool


class PlaquePicture(LazyPicture):
    """A picture of trophies, drawn when it is sent."""

    def __init__(self, stem: str, plaques: Sequence[Plaque], cloth: Cloth) -> None:
        super().__init__(stem, msgspec.json.encode((plaques, cloth)), partial(draw_plaques, plaques, cloth))
        self.size = picture_size(len(plaques))


def picture_size(trophies: int) -> PixelSize:
    """Return the size of the picture of some trophies.

    Args:
        trophies: the number of trophies.
    """
    columns, _, tall = _grid(trophies)
    rows = -(-trophies // columns)
    return PixelSize(WIDTH, 2 * _TROPHY_MARGIN + rows * tall + (rows - 1) * _TROPHY_GAP)


class _Grid(NamedTuple):
    columns: int
    card_width: int
    card_height: int


def _grid(trophies: int) -> _Grid:
    # One or two rows.
    columns = trophies if trophies <= _LEAST else max(_LEAST, -(-trophies // 2))
    width = (WIDTH - 2 * _TROPHY_MARGIN - (max(columns, _LEAST) - 1) * _TROPHY_GAP) // max(columns, _LEAST)
    return _Grid(columns, width, width * 4 // 3)


def draw_plaques(plaques: Sequence[Plaque], cloth: Cloth) -> bytes:
    """Draw trophies on a table as a palette PNG, in at most two rows. Equal arguments give equal bytes."""
    wide, tall = picture_size(len(plaques))
    columns, card, high = _grid(len(plaques))
    image = _empty_table(cloth, wide, tall).copy()
    for number, plaque in enumerate(plaques):
        row, column = divmod(number, columns)
        in_row = min(columns, len(plaques) - row * columns)
        left = (wide - in_row * card - (in_row - 1) * _TROPHY_GAP) // 2
        at = left + column * (card + _TROPHY_GAP), _TROPHY_MARGIN + row * (high + _TROPHY_GAP)
        image.paste(_drawn_plaque(plaque, cloth, card, high), at)
    return _encoded(image)


def _encoded(image: Image.Image) -> bytes:
    # Pillow would choose the colours itself, which takes half of the time of the whole picture.
    counted = image.getcolors(image.width * image.height)
    assert counted is not None
    inks = sorted(counted, reverse=True)[:_MOST_INKS]
    rgb = b"".join([bytes(ink) for _, ink in inks if isinstance(ink, tuple)])
    quantiser = Image.new("P", (1, 1))
    quantiser.putpalette(rgb + rgb[:3] * (_MOST_INKS - len(inks)))
    pixels = image.quantize(palette=quantiser, dither=Image.Dither.NONE).im
    lines = bytearray((image.width + 1) * image.height)  # one more byte precedes each line
    canvas_of(lines, image.width + 1).paste(pixels, (1, 0, image.width + 1, image.height))
    return png_of_bands(*image.size, rgb, [compress_band(lines, image.width)])


@cached(16, of_people=False)
def _empty_table(cloth: Cloth, wide: int, tall: int) -> Image.Image:
    # The image is cached, so callers must not change it.
    image = Image.new("RGB", (wide * _TIMES, tall * _TIMES), colours.ROOM)
    draw, scheme = ImageDraw.Draw(image), COLOUR_SCHEMES[cloth]
    _box(draw, (0, 0, wide, tall), 56, scheme.rail)
    _box(draw, (10, 10, wide - 10, tall - 10), 46, scheme.felt)
    return image.resize((wide, tall), Image.Resampling.BOX)


@cached(128, of_people=False)
def _drawn_plaque(plaque: Plaque, cloth: Cloth, wide: int, high: int) -> Image.Image:
    # The image is cached, so callers must not change it.
    scheme = COLOUR_SCHEMES[cloth]
    image = Image.new("RGB", (wide * _TIMES, high * _TIMES), scheme.felt)
    draw = ImageDraw.Draw(image)
    metal = _METALS[plaque.metal]
    if plaque.is_won:
        frame, edge, paper, ink = metal, blend(metal, (0, 0, 0), 0.45), colours.PAPER, colours.INK
    else:
        frame, edge = blend(scheme.deep, metal, 0.3), scheme.deep
        paper, ink = scheme.deep, blend(scheme.deep, colours.TITLE, 0.3)
    unit = wide // 20
    boxes = ((0, edge), (2, frame), (unit + 2, edge), (unit + 4, paper))
    for inset, colour in boxes:
        _box(draw, (inset, inset, wide - inset, high - inset), 22 - inset // 2, colour)
    inset = 2 * unit + 4
    corner = (inset, inset, wide - inset, high - inset)
    line = blend(paper, frame, 0.7)
    draw.rounded_rectangle([part * _TIMES for part in corner], 8 * _TIMES, outline=line, width=2 * _TIMES)
    # Two letters are as wide as one kanji.
    size = wide * 3 // (5 if len(plaque.sign) == 1 else 7)
    mask, _, _ = text_mask(plaque.sign, size * _TIMES)
    draw.bitmap((wide - mask.width // 2, high - mask.height // 2), mask, ink)
    return image.resize((wide, high), Image.Resampling.BOX)


def _box(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], radius: int, ink: colours.Colour) -> None:
    left, top, right, bottom = [part * _TIMES for part in box]
    draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * _TIMES, ink)


# --- ranking ------------------------------------------------------------------------------------------------
# Draws a tournament: the people who signed up, or the tables of the round and the standing.

RANKING_WIDTH = 1032
"""Width in pixels: four for each point of a phone, as of a board."""

ROW = 84
"""Height in pixels of a person's row."""

_RANKING_MARGIN, _SIDE, _RANKING_GAP = 16, 40, 24
_SIZE, _SMALL = 54, 46
_LINE = 58
"""Height in pixels of a line of small letters."""

_PLACES, _POINTS = 92, 180
"""Widths in pixels of the columns of places and of points."""

_NOTE = 380
"""Greatest width in pixels of the note at the end of a table's row."""

_MOST_LINES = 4
"""Limit of lines for the people of a table."""

_COLUMNS, _NAME = 2, 66
"""Number of columns of people who signed up, and the height in pixels of a name there."""

PANEL = colours.colour("1d3b31")
"""The colour of every second row, and of a table that has finished."""

_PLAYED = colours.colour("2c5443")
"""The colour of a table that is played."""


class RankRow(msgspec.Struct, frozen=True):
    """A row of a tournament's standing: a person's place, name and points."""

    place: int
    name: str
    points: str
    is_gone: bool = False  # the person has left the tournament, so the name is struck out


class RankTable(msgspec.Struct, frozen=True):
    """A table of a tournament's round, as a row of the picture."""

    number: str
    people: tuple[str, ...]  # the players' names, with a comma after each name but the last
    note: str  # is at the right end of the row
    is_done: bool  # the game is over

    @property
    def lines(self) -> list[str]:
        """The names in at most four lines. No name is divided between two lines."""
        room = RANKING_WIDTH - 2 * _SIDE - _PLACES - text_width(self.fitted_note, _SMALL) - _RANKING_GAP
        lines = [""]
        for name in map(printable, self.people):
            # A space follows the English comma only.
            longer = f"{lines[-1]} {name}" if lines[-1].endswith(",") else lines[-1] + name
            if not lines[-1] or text_width(longer, _SMALL) <= room or len(lines) == _MOST_LINES:
                lines[-1] = longer
            else:
                lines.append(name)
        return [_fit_name(line, _SMALL, room) for line in lines]

    @property
    def fitted_note(self) -> str:
        """The note, shortened so that it leaves room for the players' names."""
        return fit(printable(self.note), _SMALL, _NOTE)

    @property
    def height(self) -> int:
        """The height of the row with the gap below it, in pixels."""
        return len(self.lines) * _LINE + 36


class Ranking(msgspec.Struct, frozen=True):
    """The contents of a tournament's picture: the people who signed up, or the tables and the standing."""

    title: str
    tables: tuple[RankTable, ...] = ()  # of the round
    rows: tuple[RankRow, ...] = ()  # the standing, best first
    names: tuple[str, ...] = ()  # people who signed up for a tournament that has not begun
    note: str = ""  # the last line, for example the number of people who are not shown

    @property
    def height(self) -> int:
        """The height of the picture in pixels."""
        tables = sum(table.height for table in self.tables) + (_RANKING_GAP if self.tables else 0)
        names = -(-len(self.names) // _COLUMNS) * _NAME
        note = ROW if self.note else 0
        return 2 * _RANKING_MARGIN + ROW + tables + len(self.rows) * ROW + names + note


class RankingPicture(LazyPicture):
    """The picture of a tournament, drawn when it is sent."""

    def __init__(self, stem: str, ranking: Ranking) -> None:
        super().__init__(stem, msgspec.json.encode(ranking), partial(draw_ranking, ranking))
        self._ranking = ranking

    @cached_property
    def size(self) -> PixelSize:
        """The size of the picture."""
        return PixelSize(RANKING_WIDTH, self._ranking.height)


def draw_ranking(ranking: Ranking) -> bytes:
    """Draw a tournament as a palette PNG. Equal arguments give equal bytes."""
    image = Image.new("RGB", (RANKING_WIDTH, ranking.height), colours.ROOM)
    draw = ImageDraw.Draw(image)
    # The title, then the tables of the round.
    y = _RANKING_MARGIN
    title = fit(printable(ranking.title), _SIZE, RANKING_WIDTH - 2 * _SIDE)
    _write(draw, _SIDE, y + ROW // 2, title, colours.GOLD)
    y += ROW
    for table in ranking.tables:
        _draw_table(draw, y, table)
        y += table.height
    y += _RANKING_GAP if ranking.tables else 0
    # The standing, with every second row on a background of its own, so that a reader keeps the line.
    for number, row in enumerate(ranking.rows):
        if number % 2 == 0:
            _panel(draw, y, ROW - 4, PANEL)
        _draw_row(draw, y + ROW // 2 - 2, row)
        y += ROW
    # During the sign-up there are names instead, and at the end a note on what was left out.
    y += _draw_names(draw, y, ranking.names)
    if ranking.note:
        note = fit(printable(ranking.note), _SMALL, RANKING_WIDTH - 2 * _SIDE)
        _write(draw, _SIDE, y + ROW // 2, note, colours.NOTE, "lm", _SMALL)
    return palette_png(image, 64)


def _panel(draw: ImageDraw.ImageDraw, y: int, height: int, background: Colour) -> None:
    draw.rounded_rectangle((_RANKING_MARGIN, y, RANKING_WIDTH - _RANKING_MARGIN, y + height), 16, background)


def _draw_table(draw: ImageDraw.ImageDraw, y: int, table: RankTable) -> None:
    height = table.height - 12
    _panel(draw, y, height, PANEL if table.is_done else _PLAYED)
    middle = y + height // 2
    _write(draw, _SIDE, middle, table.number, colours.GOLD)
    _write(draw, RANKING_WIDTH - _SIDE, middle, table.fitted_note, colours.NOTE, "rm", _SMALL)
    ink = colours.NOTE if table.is_done else colours.TITLE
    lines = table.lines
    first = middle - (len(lines) - 1) * _LINE // 2
    for number, line in enumerate(lines):
        _write(draw, _SIDE + _PLACES, first + number * _LINE, line, ink, "lm", _SMALL)


def _draw_row(draw: ImageDraw.ImageDraw, middle: int, row: RankRow) -> None:
    ink = colours.NOTE if row.is_gone else colours.TITLE
    centre = _SIDE + 24
    # The first three places are medals.
    if row.place <= len(colours.MEDALS):
        medal = colours.MEDALS[row.place - 1]
        draw.ellipse((centre - 34, middle - 34, centre + 34, middle + 34), medal)
        _write(draw, centre, middle, str(row.place), colours.INK, "mm")
    else:
        _write(draw, centre, middle, str(row.place), colours.NOTE, "mm")
    left, right = _SIDE + _PLACES, RANKING_WIDTH - _SIDE
    name = _fit_name(printable(row.name), _SIZE, right - _POINTS - left)
    _write(draw, left, middle, name, ink)
    # A person who has left is struck out.
    if row.is_gone:
        draw.line((left, middle, left + text_width(name, _SIZE), middle), colours.NOTE, 4)
    _write(draw, right, middle, row.points, colours.GOLD, "rm")


def _draw_names(draw: ImageDraw.ImageDraw, y: int, names: Sequence[str]) -> int:
    count = -(-len(names) // _COLUMNS)
    room = (RANKING_WIDTH - 2 * _SIDE) // _COLUMNS
    for number in range(0, count, 2):
        _panel(draw, y + number * _NAME, _NAME, PANEL)
    for number, name in enumerate(names):
        column, row = divmod(number, count)
        text = _fit_name(printable(name), _SMALL, room - _RANKING_GAP)
        middle = y + row * _NAME + _NAME // 2
        _write(draw, _SIDE + column * room, middle, text, colours.TITLE, "lm", _SMALL)
    return count * _NAME


def _fit_name(name: str, size: int, limit: int) -> str:
    # Only the user name at the end distinguishes people with equal names, so it stays if there is room.
    person, at, handle = name.rpartition(" @")
    room = limit - text_width(at + handle, size)
    if not at or text_width(name, size) <= limit or room < limit // 4:
        return fit(name, size, limit)
    return fit(person, size, room) + at + handle


def _write(
    draw: ImageDraw.ImageDraw,
    x: int,
    y: int,
    text: str,
    ink: Colour,
    anchor: Anchor = "lm",
    size: int = _SIZE,
) -> None:
    write(draw, (x, y), text, size, ink, anchor)


# --- evening poster -----------------------------------------------------------------------------------------
# Draws a poster about an evening (series of games): the players, their wins, and the best moments.

_EVENING_MARGIN, _CORNER = 48, 60
_TITLE, _COUNT, _SAID = 84, 72, 54
"""Sizes of letters in pixels."""

_DISC, _CROWN = 104, 84
_CLOTH: Cloth = "felt"


class EveningScore(msgspec.Struct, frozen=True):
    """A player's number of games won in an evening (series of games)."""

    name: str
    won: int  # the number of games
    note: str = ""  # the names of these games
    full_name: str = ""  # decides the colour, as at a table; by default the same as the name


class BestMoment(msgspec.Struct, frozen=True):
    """A memorable moment of an evening (series of games)."""

    label: str  # such as *highest lie*
    sentence: str


class EveningPoster(msgspec.Struct, frozen=True):
    """The contents of the poster about an evening (series of games), in the reader's language."""

    title: str
    when: str  # the date, and the number of games
    people: tuple[EveningScore, ...]
    bests: tuple[BestMoment, ...] = ()


def draw_evening_poster(poster: EveningPoster) -> bytes:
    """Draw the poster as a palette PNG. Equal posters give equal bytes."""
    planned = PlannedPicture(Drawing("standard", (), cloth=_CLOTH), layout_of(poster))
    return assemble_png(planned, [*compressed_bands(planned)])


def layout_of(poster: EveningPoster) -> PictureLayout:
    """Return the layout of an evening's poster."""
    scheme, room = COLOUR_SCHEMES[_CLOTH], WIDTH - 2 * _EVENING_MARGIN
    colour_numbers = colour_numbers_of(tuple([score.full_name or score.name for score in poster.people]))
    most_won = max((score.won for score in poster.people), default=0)
    parts = [
        stacked([
            lines_piece(printable(poster.title), _TITLE, room, colours.GOLD, side=0.5),
            lines_piece(printable(poster.when), LETTERS, room, colours.NOTE, side=0.5),
        ], 4, 0.5, room),
        *[
            # Without a win in the series there is no crown.
            _person_piece(score, colour_number, room, is_first=most_won > 0 and score.won == most_won)
            for colour_number, score in zip(colour_numbers, poster.people, strict=True)
        ],
        *[_moment_piece(moment, room) for moment in poster.bests],
    ]  # fmt: skip
    body = stacked(parts, 24, 0.0, room)
    high = body.height + 2 * _EVENING_MARGIN
    background = Op(Box(WIDTH, high, _CORNER, scheme.felt), 0, 0, WIDTH, high)
    return PictureLayout(WIDTH, high, (background, *body.at(_EVENING_MARGIN, _EVENING_MARGIN)))


def _person_piece(score: EveningScore, colour_number: int, width_of_box: int, *, is_first: bool) -> Piece:
    scheme, inside = COLOUR_SCHEMES[_CLOTH], width_of_box - 56
    ink = colours.WON if is_first else colours.TITLE
    name, count = printable(score.name), str(score.won)
    crown = piece_of(Symbol("crown", _CROWN), (_CROWN, _CROWN * 3 // 4)) if is_first else NOTHING
    disc = piece_of(Disc(initial(name), colour_number, _DISC, "won" if is_first else ""), (_DISC, _DISC))
    width_left = inside - text_width(count, _COUNT) - 24 - _DISC - 24
    size = NAME if text_width(name, NAME) <= width_left else LETTERS
    texts = stacked([
        line_piece(name, size, width_left, ink),
        lines_piece(printable(score.note), LETTERS, width_left, colours.NOTE),
    ])  # fmt: skip
    person = beside([stacked([crown, disc], -8, 0.5), texts], 24)
    number = line_piece(count, _COUNT, inside, ink)
    high = max(person.height, number.height) + 32
    ops = [Op(Box(width_of_box, high, 36, scheme.deep), 0, 0, width_of_box, high)]
    ops += person.at(28, (high - person.height) // 2)
    ops += number.at(width_of_box - 28 - number.width, (high - number.height) // 2)
    return Piece(width_of_box, high, tuple(ops))


def _moment_piece(moment: BestMoment, room: int) -> Piece:
    limit = room - 40
    texts = stacked([
        lines_piece(printable(moment.label), LETTERS, limit, colours.NOTE),
        lines_piece(printable(moment.sentence), _SAID, limit, colours.TITLE),
    ])  # fmt: skip
    bar = Op(Box(10, texts.height, 0, colours.GOLD), 0, 0, 10, texts.height)
    return Piece(room, texts.height, (bar, *texts.at(40, 0)))


def description_of(poster: EveningPoster, people_lines: Sequence[str]) -> str:
    """Return the poster as text, for people who cannot see it.

    Args:
        poster: the contents of the poster.
        people_lines: a line about each player.
    """
    bests = [" · ".join(filter(None, [moment.label, moment.sentence])) for moment in poster.bests]
    return "\n".join([f"{poster.title} · {poster.when}", *people_lines, *bests])
