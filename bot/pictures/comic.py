"""Draws a remarkable act of a game as a comic: a headline, and scenes with speech bubbles and cards."""

from __future__ import annotations

import msgspec

from bot.pictures import colours
from bot.pictures.board import PlannedPicture, assemble_png, compressed_bands
from bot.pictures.cloths import COLOUR_SCHEMES, EMBLEM
from bot.pictures.drawing import CardRow, Drawing, StampText
from bot.pictures.labels import printable
from bot.pictures.pen import Box, Disc, Emblem
from bot.pictures.pieces import (
    LETTERS,
    NAME,
    NOTHING,
    WIDTH,
    Op,
    Piece,
    beside,
    cards_piece,
    fan_piece,
    flowing,
    has_only_backs,
    initial,
    line_piece,
    lines_piece,
    piece_of,
    speech_piece,
    stacked,
    width_beside_disc,
)
from bot.pictures.seats import stamp_piece
from bot.pictures.table import PictureLayout
from games.core.presentation import Cloth

_EDGE, _RAIL, _INSIDE, _CORNER = 4, 20, 28, 72
_HEADLINE, _SAID, _LINE, _STAMP, _LARGE_STAMP = 96, 58, 54, 76, 132
"""Sizes of letters in pixels."""

_DISC = 84
"""Width in pixels of the disc beside the cards of a player."""

_CARD, _LAST_CARD = 112, 152
"""Widths of cards in pixels. The cards of the last scene are larger if they are few."""

_MANY = 12


class ComicScene(msgspec.Struct, frozen=True):
    """One scene of a comic, with texts in the reader's language."""

    title: str
    colour_number: int | None = None  # the number of the player's colour (``colour_numbers_of``)
    name: str = ""  # of the player, if the scene has one
    speech: str = ""  # the text of the bubble
    is_thought: bool = False  # the bubble is a thought bubble
    rows: tuple[CardRow, ...] = ()
    line: str = ""  # explains the cards


class Comic(msgspec.Struct, frozen=True):
    """The contents of a comic about a player's remarkable act, in the reader's language."""

    head: str  # the game, the date and the server
    sign: str  # the last line: the bot's name
    headline: str  # the act in one sentence
    scenes: tuple[ComicScene, ...]  # the last scene has the decisive cards
    art: str = "standard"  # the name of the set of card drawings
    cloth: Cloth = "felt"  # decides the table's colours
    stamp: StampText | None = None  # the verdict at the end


def draw_comic(comic: Comic) -> bytes:
    """Draw a comic as a palette PNG.

    Raises:
        KeyError: the set of card drawings lacks a card.
    """
    planned = PlannedPicture(Drawing(comic.art, (), cloth=comic.cloth), layout_of(comic))
    return assemble_png(planned, [*compressed_bands(planned)])


def layout_of(comic: Comic) -> PictureLayout:
    """Return the layout of a comic, with its scenes from top to bottom."""
    scheme, left = COLOUR_SCHEMES[comic.cloth], _EDGE + _RAIL + _INSIDE
    limit = WIDTH - 2 * left
    # The game, the headline, the scenes, the bot's name.
    parts = [
        lines_piece(printable(comic.head), LETTERS, limit, colours.NOTE, side=0.5, parts=" · "),
        lines_piece(printable(comic.headline), _HEADLINE, limit, colours.GOLD, side=0.5),
        *[_scene_piece(comic, scene, limit, is_last=scene is comic.scenes[-1]) for scene in comic.scenes],
        line_piece(comic.sign, LETTERS, limit, colours.NOTE),
    ]
    body = stacked(parts, 26, 0.5, limit)
    high = body.height + 2 * left
    # The table around it: rail, ornament and cloth, each a box inside of the last.
    ops = list[Op]()
    for inset, ink in ((0, scheme.rail), (_RAIL - 10, scheme.line), (_RAIL - 4, scheme.felt)):
        box = WIDTH - 2 * (_EDGE + inset), high - 2 * (_EDGE + inset)
        ops.append(Op(Box(*box, _CORNER - inset, ink), _EDGE + inset, _EDGE + inset, *box))
    return PictureLayout(WIDTH, high, (*ops, *body.at(left, left)))


def _scene_piece(comic: Comic, scene: ComicScene, limit: int, *, is_last: bool) -> Piece:
    scheme = COLOUR_SCHEMES[comic.cloth]
    # The decisive scene is in a box of its own, so it has less room.
    inside = limit - 56 if is_last else limit
    # Left the player's disc, right of it the title and the bubble.
    title = lines_piece(
        printable(scene.title), NAME, width_beside_disc(inside, scene.colour_number), colours.TITLE
    )
    head = speech_piece(
        printable(scene.name),
        scene.colour_number,
        title,
        printable(scene.speech),
        inside,
        is_thought=scene.is_thought,
    )
    # Below the cards of the scene, larger at the end.
    count = sum([len(row.cards) for row in scene.rows])
    card = _LAST_CARD if is_last and count <= _MANY else _CARD
    parts = [
        _row_piece(comic, row, inside, card, printable(scene.name), is_last=is_last) for row in scene.rows
    ]
    if is_last and comic.stamp is not None:
        parts.append(stamp_piece(printable(comic.stamp.text), comic.stamp.tone, _LARGE_STAMP, inside))
    line = lines_piece(printable(scene.line), _LINE, inside, colours.WON, side=0.5)
    below = stacked([*parts, line], 14, 0.5, inside)
    piece = stacked([head, below], 16, 0.0, inside)
    if not is_last:
        return piece
    # The box of the last scene, with the emblem of the table behind it.
    high = piece.height + 48
    ops = [Op(Box(limit, high, 44, scheme.deep), 0, 0, limit, high)]
    emblem = min(EMBLEM, high - 40) // 40 * 40
    if comic.cloth != "felt" and emblem > 120:
        ops.append(Op(Emblem(emblem), (limit - emblem) // 2, (high - emblem) // 2, emblem, emblem))
    return Piece(limit, high, (*ops, *piece.at(28, 24)))


def _row_piece(comic: Comic, row: CardRow, limit: int, card_width: int, name: str, *, is_last: bool) -> Piece:
    # A row has a name, cards or a fan of backs, and chips. The disc of a player who was named is enough, and
    # the scene of a player has it beside its title.
    is_known = row.seat is not None and row.title in [scene.name for scene in comic.scenes]
    disc = (
        NOTHING
        if row.seat is None or row.title == name
        else piece_of(Disc(initial(row.title), row.colour_number, _DISC), (_DISC, _DISC))
    )
    title = " · ".join(filter(None, ["" if is_known else row.title, row.note]))
    heading = lines_piece(title, LETTERS, limit, colours.NOTE, side=0.5, parts=" · ")
    cards = NOTHING
    if row.cards:
        room = limit - (disc.width + 20 if disc.width else 0)
        cards = cards_piece(row, comic.art, card_width, room, 0.5)
        if has_only_backs(row):
            cards = fan_piece(len(row.cards), card_width, room)
        cards = beside([disc, cards], 20)
    # What a player had is stamped across at the end. If there is no other verdict, it is the winner's hand.
    if is_last:
        size = _LARGE_STAMP if row.is_won and comic.stamp is None else _STAMP
        chips = [stamp_piece(chip_text.text, "plain", size, limit) for chip_text in row.chips]
    else:
        chips = [lines_piece(chip_text.text, _SAID, limit, colours.GOLD, side=0.5) for chip_text in row.chips]
    return stacked([heading, cards, flowing(chips, limit, 28, 0.5)], 10, 0.5)
