"""Lays out the result of a game as a poster: the winner, the other players, the last cards, the score."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.cloths import COLOUR_SCHEMES, EMBLEM
from bot.pictures.drawing import CardRow, Drawing, Quote
from bot.pictures.labels import text_width
from bot.pictures.pen import Box, Emblem
from bot.pictures.pieces import (
    FRAME,
    LETTERS,
    NAME,
    NOTHING,
    WIDTH,
    Op,
    Piece,
    beside,
    cards_piece,
    crown_piece,
    disc_piece,
    flowing,
    framed_piece,
    line_piece,
    lines_piece,
    number_piece,
    piece_on_box,
    speech_piece,
    stacked,
    tag_pieces,
    width_beside_disc,
)
from bot.pictures.seats import boxed_row_piece, stamp_piece

SIZES = (152, 128, 112, 84, 72)
"""Widths of the winner's cards, from the largest poster to the smallest."""

_ROOMY = SIZES[2]
"""Least width of the winner's cards for a roomy poster, which has a large disc above the name."""

_MOST_QUOTED = SIZES[1]
_MOST_OTHER = SIZES[3]
"""Greatest widths of the cards of the best highlight, and of the other players' cards."""

_TITLES = (76, 60, NAME, LETTERS)
"""Sizes of the letters of the game's name: the largest that fits."""

_NAMES = (96, 76, 60, NAME, LETTERS)
"""Sizes of the letters of the winner's name: the largest that fits."""

_DISC = 208
_LEAST_DISC = 128
_OTHER_DISC = 76
_LEAST_OTHER_DISC = 52
_MEDAL = 50
_QUOTE = 28
_STAMP = 104
_LESS_STAMP = 84
"""Pixels inside of the box of the best highlight, and sizes of the letters of the verdict on it."""

_BRACKET = re.compile(r" ?[(（]")
_FEW = 4
"""Number of other players above which each of them has only one line."""


@cached(256)
def poster_piece(drawing: Drawing, card_width: int) -> Piece:
    """Return the layout of a poster of a game's result.

    Args:
        drawing: the contents of the poster.
        card_width: the width of the winners' cards in pixels.
    """
    inside = WIDTH - 2 * FRAME
    # Winners are large at the top; rows of nobody, such as the open cards, are at the bottom.
    seats = [row for row in drawing.rows if row.seat is not None]
    won = [row for row in seats if row.is_won]
    others = [row for row in seats if not row.is_won]
    rests = [row for row in drawing.rows if row.seat is None]
    head = drawing.poster
    assert head is not None
    title = next(size for size in _TITLES if text_width(head.title, size) <= inside or size == LETTERS)
    line = lines_piece(head.line, LETTERS, inside, colours.NOTE, side=0.5, parts=" · ")
    parts: list[Piece | list[Piece]] = [
        stacked([line_piece(head.title, title, inside, colours.GOLD), line], 0, 0.5),
        _winners_piece(drawing, won, card_width, inside),
        _others_piece(drawing, others, card_width, inside),
        NOTHING if head.quote is None else _quote_piece(drawing, head.quote, card_width, inside),
        [_rest_piece(drawing, row, card_width, inside) for row in rests],
        lines_piece(head.foot, LETTERS, inside, colours.TITLE, side=0.5, parts=" · "),
    ]
    body = stacked(parts, 18, 0.5, inside)
    return framed_piece(body, COLOUR_SCHEMES[drawing.cloth])


def _largest_letters(names: Sequence[str], max_width: int) -> int:
    # The smallest size is taken even if a name is too long for it.
    for size in _NAMES:
        if all(text_width(name, size) <= max_width for name in names):
            return size
    return LETTERS


def _winners_piece(drawing: Drawing, won: Sequence[CardRow], card_width: int, max_width: int) -> Piece:
    if not won:
        return NOTHING
    scheme = COLOUR_SCHEMES[drawing.cloth]
    count = len(won)
    # The letters are as large as the longest name allows.
    size = _DISC if card_width >= _ROOMY and count == 1 else _LEAST_DISC
    room = (max_width - 24 * (count - 1)) // count
    letters = _largest_letters([row.title for row in won], room)
    is_beside = card_width < _ROOMY and count == 1
    pieces = []
    for row in won:
        assert row.portrait is not None
        crown = crown_piece(size * 3 // 4)
        disc = disc_piece(row.portrait, size, "won")
        name = lines_piece(row.title, letters, room, colours.WON, side=0.5)
        note = lines_piece(row.note, NAME, room, colours.TITLE, side=0.5, parts=" · ")
        tags = tag_pieces(row.tags, room, scheme)
        cards = _cards_piece(drawing, row, card_width, room)
        figure = stacked([crown, disc], -size // 12, 0.5)
        if is_beside:
            # a low poster has the disc beside the name
            narrow = room - figure.width - 28 - 2 * 20
            name = lines_piece(row.title, _largest_letters([row.title], narrow), narrow, colours.WON)
            note = lines_piece(row.note, LETTERS, narrow, colours.TITLE, parts=" · ")
            body = stacked([name, note, flowing(tags, narrow, 10)], 4)
            pieces.append(stacked([beside([figure, body], 28), cards], 10, 0.5))
        else:
            pieces.append(stacked([figure, name, note, cards, flowing(tags, room, 10, 0.5)], 6, 0.5))
    # All winners are in one box, with the game's emblem at each side where no figure covers it.
    inside = beside(pieces, 24, 0.0)
    high = inside.height + 40
    ops = [Op(Box(max_width, high, 44, scheme.deep), 0, 0, max_width, high)]
    emblem = min(EMBLEM, high - 30) // 40 * 40
    if drawing.cloth != "felt" and emblem > 120:
        y = (high - emblem) // 2
        ops.append(Op(Emblem(emblem), max_width - 24 - emblem, y, emblem, emblem))
        # A figure beside the text covers the emblem at the left.
        if not is_beside:
            ops.append(Op(Emblem(emblem), 24, y, emblem, emblem))
    ops += inside.at((max_width - inside.width) // 2, 20)
    return Piece(max_width, high, tuple(ops))


def _cards_piece(drawing: Drawing, row: CardRow, card_width: int, max_width: int) -> Piece:
    if row.cards:
        return cards_piece(row, drawing.art, card_width, max_width, 0.5)
    return NOTHING


def _others_piece(drawing: Drawing, others: Sequence[CardRow], card_width: int, max_width: int) -> Piece:
    is_many = len(others) > _FEW
    disc, gap = (_LEAST_OTHER_DISC, 8) if is_many else (_OTHER_DISC, 14)
    lines = [_without_chips(row) for row in others] if is_many else others
    pieces = [_other_piece(drawing, row, min(card_width, _MOST_OTHER), max_width, disc) for row in lines]
    return stacked(pieces, gap, min_width=max_width)


def _without_chips(row: CardRow) -> CardRow:
    # The note has the score, and then the texts of the chips.
    score = _BRACKET.split(row.note)[0]
    texts = [score]
    texts += [tag.text for tag in row.tags]
    return replace(row, note=" · ".join(filter(None, texts)), tags=())


def _other_piece(drawing: Drawing, row: CardRow, card_width: int, room: int, disc_width: int) -> Piece:
    assert row.portrait is not None
    # The place as a medal, and the player's disc.
    scheme = COLOUR_SCHEMES[drawing.cloth]
    has_medal = 0 < row.place <= len(colours.MEDALS)
    paper = colours.MEDALS[row.place - 1] if has_medal else colours.TITLE
    if row.place:
        medal = number_piece(str(row.place), colours.INK, paper, _MEDAL)
    else:
        medal = NOTHING
    figure = disc_piece(row.portrait, disc_width)
    if medal.width:
        indent = medal.width + 12 + disc_width + 14
    else:
        indent = disc_width + 14
    # Name and score share a line if they fit.
    if text_width(row.title, NAME) <= room - indent:
        size = NAME
    else:
        size = LETTERS
    name = line_piece(row.title, size, room - indent, colours.TITLE)
    tags = tag_pieces(row.tags, room - indent, scheme)
    cards = _cards_piece(drawing, row, card_width, room - indent)
    wide = name.width + 24 + text_width(row.note, LETTERS)
    note_room = room - indent - (name.width + 24 if wide <= room - indent else 0)
    note = lines_piece(row.note, LETTERS, note_room, colours.NOTE, parts=" · ")
    if wide <= room - indent:
        first = beside([name, note], 24)
    else:
        first = stacked([name, note])
    # Cards and chips beside the name if there is room, otherwise below it.
    body = beside([first, cards, tags], 20)
    if body.width > room - indent:
        if tags and first.width + 20 + tags[0].width <= room - indent:
            line = beside([first, tags[0]], 20)
            rest = flowing([cards, tags[1:]], room - indent)
        else:
            line = first
            rest = flowing([cards, tags] if cards.width else tags, room - indent)
        body = stacked([line, rest], 4)
    return beside([beside([medal, figure], 12), body], 14)


def _quote_piece(drawing: Drawing, quote: Quote, card_width: int, max_width: int) -> Piece:
    scheme = COLOUR_SCHEMES[drawing.cloth]
    inside = max_width - 2 * _QUOTE
    title = lines_piece(quote.title, LETTERS, width_beside_disc(inside, quote.portrait), colours.NOTE)
    # The title is beside the player who earned it: the one who saw through a claim, or the speaker.
    above = title if quote.judge is None else NOTHING
    spoken = speech_piece(quote.portrait, above, quote.speech, inside)
    # The verdict is beside the cards if there is room.
    stamp = NOTHING
    cards = NOTHING
    if quote.stamp is not None:
        letters = _STAMP if card_width > _ROOMY else _LESS_STAMP
        stamp = stamp_piece(quote.stamp.text, quote.stamp.tone, letters, inside)
    if quote.judge is not None:
        # the player who saw through it is beside the verdict
        stamp = stacked([title, beside([disc_piece(quote.judge, _OTHER_DISC), stamp])], 8)
    if quote.cards:
        room = inside - (stamp.width + 24 if stamp.width else 0)
        row = CardRow(
            groups=(quote.cards,),
            title="",
            note="",
            captions=(),
            tags=(),
            is_turn=False,
            is_won=False,
            is_small=False,
        )
        cards = cards_piece(row, drawing.art, min(card_width, _MOST_QUOTED), room, 0.5)
    body = stacked([spoken, beside([cards, stamp], 24)], 14, 0.5)
    high = body.height + 2 * 20
    return piece_on_box(Box(max_width, high, 44, scheme.deep), body, (max_width - body.width) // 2, 20)


def _rest_piece(drawing: Drawing, row: CardRow, card_width: int, max_width: int) -> Piece:
    scheme = COLOUR_SCHEMES[drawing.cloth]
    inside = boxed_row_piece(
        row,
        max_width - 48,
        min(card_width, 96),
        drawing.art,
        drawing.cloth,
    )
    if not inside.height:
        return NOTHING
    high = inside.height + 20
    return piece_on_box(Box(max_width, high, 28, scheme.deep), inside, 24, 10)
