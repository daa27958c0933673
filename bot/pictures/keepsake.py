"""Draws the summary of an evening (a series of games with mostly the same people): winners, numbers of games,
best moments.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.pictures import colours
from bot.pictures.board import Planned, put_together, strips_of
from bot.pictures.cloths import LOOKS
from bot.pictures.colours import tones_of
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
    """A player's part of an evening: name, number of games won, and a note with the games' names."""

    name: str
    won: int
    note: str = ""


class Best(msgspec.Struct, frozen=True):
    """A memorable moment of an evening: a label such as *highest lie*, and a sentence."""

    label: str
    said: str


class Keepsake(msgspec.Struct, frozen=True):
    """The summary of an evening in the reader's language: title, date and number of games, players, best
    moments.
    """

    title: str
    when: str
    people: tuple[Score, ...]
    bests: tuple[Best, ...] = ()


def draw_keepsake(keepsake: Keepsake) -> bytes:
    """Draw the summary of an evening (series of games) as a palette PNG; equal arguments give equal bytes."""
    laid = Planned(Drawing("standard", (), cloth=_CLOTH), arrange(keepsake))
    return put_together(laid, [*strips_of(laid)])


def arrange(keepsake: Keepsake) -> Arrangement:
    """Return the layout of an evening's summary, its parts from top to bottom."""
    look, room = LOOKS[_CLOTH], WIDTH - 2 * _MARGIN
    tones = tones_of([share.name for share in keepsake.people])
    most = max((share.won for share in keepsake.people), default=0)
    parts = [
        stacked([
            lines_of(printable(keepsake.title), _TITLE, room, look.felt, colours.GOLD, side=0.5),
            lines_of(printable(keepsake.when), LETTERS, room, look.felt, colours.NOTE, side=0.5),
        ], 4, 0.5, room),
        *[
            # nobody is crowned if there was no winner
            _person(share, tone, room, is_first=most > 0 and share.won == most)
            for tone, share in zip(tones, keepsake.people, strict=True)
        ],
        *[_best(best, room) for best in keepsake.bests],
    ]  # fmt: skip
    body = stacked(parts, 24, 0.0, room)
    high = body.height + 2 * _MARGIN
    ground = Op(Box(WIDTH, high, _CORNER, colours.ROOM, look.felt), 0, 0, WIDTH, high)
    return Arrangement(WIDTH, high, (ground, *body.at(_MARGIN, _MARGIN)))


def _person(share: Score, tone: int, room: int, *, is_first: bool) -> Piece:
    """Return a player's panel: a coloured disc with an initial, the name, and the number of games won.

    Args:
        share: the player's name, number of games won, and note.
        tone: the number of the player's colour.
        room: width of the panel, in pixels.
        is_first: the player has won the most games, and gets a crown.
    """
    look, inside = LOOKS[_CLOTH], room - 56
    ink = colours.WON if is_first else colours.TITLE
    name, count = printable(share.name), str(share.won)
    crown = of(Sign("crown", _CROWN), (_CROWN, _CROWN * 3 // 4)) if is_first else NOTHING
    disc = of(Disc(initial(name), tone, _DISC, "won" if is_first else ""), (_DISC, _DISC))
    width_left = inside - width(count, _COUNT) - 24 - _DISC - 24
    size = NAME if width(name, NAME) <= width_left else LETTERS
    texts = stacked([
        written(name, size, width_left, look.deep, ink),
        lines_of(printable(share.note), LETTERS, width_left, look.deep, colours.NOTE),
    ])  # fmt: skip
    person = beside([stacked([crown, disc], -8, 0.5), texts], 24)
    number = written(count, _COUNT, inside, look.deep, ink)
    high = max(person.height, number.height) + 32
    ops = [Op(Box(room, high, 36, look.felt, look.deep), 0, 0, room, high)]
    ops += person.at(28, (high - person.height) // 2)
    ops += number.at(room - 28 - number.width, (high - number.height) // 2)
    return Piece(room, high, tuple(ops))


def _best(best: Best, room: int) -> Piece:
    """Return the layout of a memorable moment, ``room`` pixels wide, with a gold bar at its left."""
    look, limit = LOOKS[_CLOTH], room - 40
    texts = stacked([
        lines_of(printable(best.label), LETTERS, limit, look.felt, colours.NOTE),
        lines_of(printable(best.said), _SAID, limit, look.felt, colours.TITLE),
    ])  # fmt: skip
    bar = Op(Box(10, texts.height, 0, look.felt, colours.GOLD), 0, 0, 10, texts.height)
    return Piece(room, texts.height, (bar, *texts.at(40, 0)))


def in_words(keepsake: Keepsake, people: Sequence[str]) -> str:
    """Return a description of the picture, for people who cannot see it. ``people`` are the lines about
    players.
    """
    bests = [" · ".join(filter(None, [best.label, best.said])) for best in keepsake.bests]
    return "\n".join([f"{keepsake.title} · {keepsake.when}", *people, *bests])
