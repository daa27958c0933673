"""Draws the summary of an evening (a series of games with mostly the same people): winners, numbers of games,
best moments.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.pictures import colours
from bot.pictures.board import PlannedPicture, put_together, strips_of
from bot.pictures.cloths import LOOKS
from bot.pictures.colours import colour_numbers_of
from bot.pictures.drawing import Drawing
from bot.pictures.holdings import initial
from bot.pictures.labels import printable, width
from bot.pictures.pieces import (
    LETTERS,
    NAME,
    NOTHING,
    WIDTH,
    Op,
    Piece,
    beside,
    lines_of,
    of,
    stacked,
    written,
)
from bot.pictures.sprites import Box, Disc, Sign
from bot.pictures.table import Arrangement
from games.core.presentation import Cloth

_MARGIN, _CORNER = 48, 60
_TITLE, _COUNT, _SAID = 84, 72, 54
"""Sizes of letters in pixels."""

_DISC, _CROWN = 104, 84
_CLOTH: Cloth = "felt"


class Score(msgspec.Struct, frozen=True):
    """A player's score in an evening (series of games)."""

    name: str
    won: int  # the number of games
    note: str = ""  # the names of these games


class BestMoment(msgspec.Struct, frozen=True):
    """A memorable moment of an evening (series of games)."""

    label: str  # such as *highest lie*
    sentence: str


class Keepsake(msgspec.Struct, frozen=True):
    """The summary of an evening (series of games) in the reader's language."""

    title: str
    when: str  # the date, and the number of games
    people: tuple[Score, ...]
    bests: tuple[BestMoment, ...] = ()


def draw_keepsake(keepsake: Keepsake) -> bytes:
    """Draw the summary of an evening (series of games) as a palette PNG; equal arguments give equal bytes."""
    laid = PlannedPicture(Drawing("standard", (), cloth=_CLOTH), arrange(keepsake))
    return put_together(laid, [*strips_of(laid)])


def arrange(keepsake: Keepsake) -> Arrangement:
    """Return the layout of an evening's summary, its parts from top to bottom."""
    look, room = LOOKS[_CLOTH], WIDTH - 2 * _MARGIN
    colour_numbers = colour_numbers_of([score.name for score in keepsake.people])
    most_won = max((score.won for score in keepsake.people), default=0)
    parts = [
        stacked([
            lines_of(printable(keepsake.title), _TITLE, room, colours.GOLD, side=0.5),
            lines_of(printable(keepsake.when), LETTERS, room, colours.NOTE, side=0.5),
        ], 4, 0.5, room),
        *[
            # nobody is crowned if there was no winner
            _person(score, colour_number, room, is_first=most_won > 0 and score.won == most_won)
            for colour_number, score in zip(colour_numbers, keepsake.people, strict=True)
        ],
        *[_best(best, room) for best in keepsake.bests],
    ]  # fmt: skip
    body = stacked(parts, 24, 0.0, room)
    high = body.height + 2 * _MARGIN
    background = Op(Box(WIDTH, high, _CORNER, look.felt), 0, 0, WIDTH, high)
    return Arrangement(WIDTH, high, (background, *body.at(_MARGIN, _MARGIN)))


def _person(score: Score, colour_number: int, width_of_box: int, *, is_first: bool) -> Piece:
    """Return a player's box: a coloured disc with an initial, the name, and the number of games won.

    A player who has won the most games (``is_first``) gets a crown.
    """
    look, inside = LOOKS[_CLOTH], width_of_box - 56
    ink = colours.WON if is_first else colours.TITLE
    name, count = printable(score.name), str(score.won)
    crown = of(Sign("crown", _CROWN), (_CROWN, _CROWN * 3 // 4)) if is_first else NOTHING
    disc = of(Disc(initial(name), colour_number, _DISC, "won" if is_first else ""), (_DISC, _DISC))
    width_left = inside - width(count, _COUNT) - 24 - _DISC - 24
    size = NAME if width(name, NAME) <= width_left else LETTERS
    texts = stacked([
        written(name, size, width_left, ink),
        lines_of(printable(score.note), LETTERS, width_left, colours.NOTE),
    ])  # fmt: skip
    person = beside([stacked([crown, disc], -8, 0.5), texts], 24)
    number = written(count, _COUNT, inside, ink)
    high = max(person.height, number.height) + 32
    ops = [Op(Box(width_of_box, high, 36, look.deep), 0, 0, width_of_box, high)]
    ops += person.at(28, (high - person.height) // 2)
    ops += number.at(width_of_box - 28 - number.width, (high - number.height) // 2)
    return Piece(width_of_box, high, tuple(ops))


def _best(best: BestMoment, room: int) -> Piece:
    """Return the text of a memorable moment, with a gold bar at its left."""
    limit = room - 40
    texts = stacked([
        lines_of(printable(best.label), LETTERS, limit, colours.NOTE),
        lines_of(printable(best.sentence), _SAID, limit, colours.TITLE),
    ])  # fmt: skip
    bar = Op(Box(10, texts.height, 0, colours.GOLD), 0, 0, 10, texts.height)
    return Piece(room, texts.height, (bar, *texts.at(40, 0)))


def description_of(keepsake: Keepsake, people_lines: Sequence[str]) -> str:
    """Return a description of an evening's summary, for people who cannot see the picture.

    ``people_lines`` has a line about each player.
    """
    bests = [" · ".join(filter(None, [best.label, best.sentence])) for best in keepsake.bests]
    return "\n".join([f"{keepsake.title} · {keepsake.when}", *people_lines, *bests])
