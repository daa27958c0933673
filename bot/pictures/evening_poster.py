"""Draws a poster about an evening (series of games): the players, their wins, and the best moments."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.pictures import colours
from bot.pictures.board import PlannedPicture, assemble_png, compressed_bands
from bot.pictures.cloths import COLOUR_SCHEMES
from bot.pictures.colours import colour_numbers_of
from bot.pictures.drawing import Drawing
from bot.pictures.holdings import initial
from bot.pictures.labels import printable, text_width
from bot.pictures.pieces import (
    LETTERS,
    NAME,
    NOTHING,
    WIDTH,
    Op,
    Piece,
    beside,
    line_piece,
    lines_piece,
    piece_of,
    stacked,
)
from bot.pictures.sprites import Box, Disc, Symbol
from bot.pictures.table import PictureLayout
from games.core.presentation import Cloth

_MARGIN, _CORNER = 48, 60
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
    scheme, room = COLOUR_SCHEMES[_CLOTH], WIDTH - 2 * _MARGIN
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
    high = body.height + 2 * _MARGIN
    background = Op(Box(WIDTH, high, _CORNER, scheme.felt), 0, 0, WIDTH, high)
    return PictureLayout(WIDTH, high, (background, *body.at(_MARGIN, _MARGIN)))


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
