"""Lays out a seat at the table: the player's disc, name and note, their cards, and short texts."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.cloths import COLOUR_SCHEMES, ColourScheme
from bot.pictures.colours import Colour
from bot.pictures.drawing import CardRow
from bot.pictures.holdings import cards_piece, fan_piece, has_only_backs, initial
from bot.pictures.labels import text_width
from bot.pictures.pieces import (
    LETTERS,
    NAME,
    NOTHING,
    Op,
    Piece,
    beside,
    chip_piece,
    flowing,
    line_piece,
    lines_piece,
    number_piece,
    stacked,
)
from bot.pictures.sprites import Disc, Symbol
from games.core.presentation import Cloth

_DISC, _NARROW_DISC = 112, 84
_CROWN, _BUTTON, _MEDAL = 68, 46, 46
_PARTS = " · "
_BESIDE = 2
"""Limit of lines of text beside a small disc."""


class SeatSpace(msgspec.Struct, frozen=True, gc=False):
    """The space of a seat in the picture of a table. Lengths are pixels."""

    width: int
    card_width: int  # of face-up cards
    is_below_middle: bool
    side: float  # from 0 at the left edge of the table to 1 at the right edge
    is_narrow: bool  # the name is below the disc with the player's initial
    is_flat: bool  # cards and chips are beside the name where they fit, to save height
    art: str  # the name of the set of card drawings
    cloth: Cloth  # decides the table's colours


@cached(2048)
def seat_piece(row: CardRow, space: SeatSpace) -> Piece:
    """Return the layout of a seat: the player's disc and name, their cards, and short texts."""
    scheme = COLOUR_SCHEMES[space.cloth]
    if space.is_flat and not space.is_narrow:
        return _flat_layout(row, space, scheme)
    head = (_narrow_layout if space.is_narrow else _wide_layout)(row, space)
    cards = NOTHING
    # Faces are laid out; backs are a fan, beside the name if there is room.
    if row.cards and not has_only_backs(row):
        cards = cards_piece(row, space.art, space.card_width, space.width, space.side)
    elif row.cards and not space.is_narrow and not _has_room_beside(row, space):
        cards = fan_piece(len(row.cards), space.card_width, space.width)
    chips = _chips(row, space, scheme)
    # Towards the middle of the table lie the last words, then the cards.
    parts = (chips, cards, head) if space.is_below_middle else (head, cards, chips)
    return stacked(parts, 8, space.side, space.width)


def _flat_layout(row: CardRow, space: SeatSpace, scheme: ColourScheme) -> Piece:
    # Name, note and tokens get the width that they need, as far as there is room.
    wish = max(text_width(row.title, NAME), text_width(row.note, LETTERS), _tokens(row).width)
    wish = min(wish, space.width - _DISC - 24)
    room = space.width - _DISC - 24 - wish - 16
    head = _wide_layout(row, replace(space, width=_DISC + 24 + wish))
    more: list[Piece] = []
    # Cards are beside the name if that is as low as below it.
    if row.cards and has_only_backs(row):
        more.append(fan_piece(len(row.cards), space.card_width, space.width))
    elif row.cards:
        below, near = (
            cards_piece(row, space.art, space.card_width, limit, space.side)
            for limit in (space.width, max(space.card_width, room))
        )
        more.append(near if near.height <= below.height else below)
    chips = [chip_piece(chips.text, chips.mark, space.width, scheme) for chips in row.chips]
    # Beside the name is what has room there; the rest is below it. Chips stay together, in their order.
    parts, rest, wide = [head], list[Piece](), head.width
    for pieces in (more, chips):
        group = beside(pieces, 16)
        has_room = bool(group.width) and wide + 16 + group.width <= space.width
        wide += 16 + group.width if has_room else 0
        if has_room:
            parts.append(group)
        else:
            rest += pieces
    # At the right edge everything is mirrored.
    line = beside(parts if space.side < 1.0 else parts[::-1], 16)
    below = flowing(rest, space.width, 10, space.side)
    return stacked([below, line] if space.is_below_middle else [line, below], 4, space.side, space.width)


def _chips(row: CardRow, space: SeatSpace, scheme: ColourScheme) -> Piece:
    chips = [chip_piece(chips.text, chips.mark, space.width, scheme) for chips in row.chips]
    return flowing(chips, space.width, 8, space.side)


def _disc(row: CardRow, size: int) -> Piece:
    assert row.seat is not None
    ring: Literal["", "turn", "won", "out"] = "out" if row.is_out else ""
    if row.is_won or row.is_turn:
        ring = "won" if row.is_won else "turn"
    # The crown needs room above the disc.
    crowned = _CROWN * 3 // 4 - 14 if row.is_won else 0
    ops = [Op(Disc(initial(row.title), row.colour_number, size, ring), 0, crowned, size, size)]
    if row.is_won:
        ops.append(Op(Symbol("crown", _CROWN), (size - _CROWN) // 2, 0, _CROWN, _CROWN * 3 // 4))
    wide = size
    # The leader's button and the medal lie at the disc's lower edge.
    if row.is_leader:
        x, y = size - _BUTTON + 10, crowned + size - _BUTTON + 4
        ops.append(Op(Symbol("leader", _BUTTON), x, y, _BUTTON, _BUTTON))
        wide = size + 10
    if row.place:
        has_medal = row.place <= len(colours.MEDALS)
        paper = colours.MEDALS[row.place - 1] if has_medal else colours.TITLE
        ops += number_piece(str(row.place), colours.INK, paper, _MEDAL).at(0, crowned + size - _MEDAL + 6)
    return Piece(wide, crowned + size + 6, tuple(ops))


def _name_ink(row: CardRow) -> Colour:
    if row.is_won or row.is_turn:
        return colours.WON if row.is_won else colours.GOLD
    return colours.NOTE if row.is_out else colours.TITLE


def _tokens(row: CardRow) -> Piece:
    return beside(
        [
            number_piece(str(count), colours.PAPER, colours.RED if kind == "red" else colours.BLUE)
            for kind, count in row.discs
        ],
        6,
    )


def _fan(row: CardRow, space: SeatSpace) -> Piece:
    return fan_piece(len(row.cards), space.card_width, space.width) if has_only_backs(row) else NOTHING


def _has_room_beside(row: CardRow, space: SeatSpace) -> bool:
    fan = _fan(row, space)
    wish = max(
        min(text_width(row.title, NAME), 300), min(text_width(row.note, LETTERS), 300), _tokens(row).width
    )
    return bool(fan.width) and _DISC + 12 + wish + 12 + fan.width <= space.width


def _wide_layout(row: CardRow, space: SeatSpace) -> Piece:
    # At the right edge of the table the order is reversed.
    disc = _disc(row, _DISC)
    fan = _fan(row, space) if _has_room_beside(row, space) else NOTHING
    room = space.width - disc.width - 12 - (fan.width + 12 if fan.width else 0)
    side = 1.0 if space.side == 1.0 else 0.0
    size = NAME if text_width(row.title, NAME) <= room else LETTERS
    name = line_piece(row.title, size, room, _name_ink(row))
    note = lines_piece(row.note, LETTERS, room, colours.NOTE, side=side, parts=_PARTS)
    texts = stacked([name, note, _tokens(row)], 2, side)
    pieces = [disc, texts, fan]
    return beside(pieces[::-1] if side else pieces, 12)


def _narrow_layout(row: CardRow, space: SeatSpace) -> Piece:
    tokens, fan = _tokens(row), _fan(row, space)
    disc = _disc(row, _NARROW_DISC)
    extra = stacked([fan, tokens], 4, 0.5)
    note = lines_piece(row.note, LETTERS, space.width, colours.NOTE, side=0.5, parts=_PARTS)
    room = space.width - disc.width - 8
    figures = row.note.split(_PARTS)
    fits = len(figures) <= _BESIDE and all(text_width(part, LETTERS) <= room for part in figures)
    if note.height and not extra.height and fits:
        # figures beside the disc save the height of their lines
        parts = [line_piece(part, LETTERS, room, colours.NOTE) for part in figures]
        extra, note = stacked(parts), NOTHING
    if extra.width > room:
        extra = stacked([tokens, fan], 4, 0.5)
        top = stacked([disc, extra], 4, 0.5)
    else:
        top = beside([disc, extra], 8)
    name = line_piece(row.title, LETTERS, space.width, _name_ink(row))
    return stacked((top, name, note), 0, 0.5)
