"""The seats around a table, and what lies in its middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.cloths import COLOUR_SCHEMES, ColourScheme
from bot.pictures.colours import Colour, PixelSize
from bot.pictures.drawing import CardRow
from bot.pictures.labels import MOST_LINES, fit, has_whole_words, text_width, wrapped_lines
from bot.pictures.layers import stamp_size
from bot.pictures.pen import Disc, Portrait, StampSprite, Symbol
from bot.pictures.pieces import (
    LETTERS,
    NAME,
    NOTHING,
    Op,
    Piece,
    beside,
    cards_piece,
    crown_piece,
    disc_piece,
    fan_piece,
    flowing,
    has_only_backs,
    line_piece,
    lines_piece,
    number_piece,
    piece_of,
    stacked,
    tag_piece,
    tag_pieces,
)
from games.core.presentation import Cloth, Tone

# --- middle -------------------------------------------------------------------------------------------------
# Lays out rows of cards: in the middle of the table, in boxes below it, and in a hand.

CLAIM = 64
_LESS = 54
"""Sizes of the letters of a claim: of a short one, and of one that needs more than a line."""

_LARGE_CLAIMS = (168, 132, 104, 84)
"""Sizes of the letters of a claim in a picture with much room, where it may take two lines."""

_ONE_LINE = 104
"""Smallest size of letters at which one line is better than two lines of larger letters."""

_CLAIM_DISC = 76
_LARGEST_DISC = 128
_STAMPS = (132, 104, 84, 76, 64)
"""Sizes of the letters of a verdict in pixels."""

_PARTS = " · "
_BESIDE_MIDDLE = 60
"""Pixels between two rows that lie beside each other in the middle."""

SMALLER = {264: 176, 240: 152, 208: 128, 176: 128, 152: 112, 128: 96, 112: 84, 96: 72, 84: 72, 72: 72}
"""Width of a card in a row that is marked as small, by the usual width. Both are pixels."""


@cached(1024)
def middle_piece(
    rows: Sequence[CardRow],
    max_width: int,
    card_width: int,
    art: str,
    cloth: Cloth,
    max_letters: int = CLAIM,
) -> Piece:
    """Return the layout of the middle of the table: its cards, and the current claim in large letters.

    Args:
        max_width: pixels.
        card_width: pixels.
        art: the name of the set of card drawings.
        max_letters: the greatest size of the claim's letters in pixels.
    """
    scheme = COLOUR_SCHEMES[cloth]
    pieces = []
    for row in rows:
        width = card_width
        # A single row is drawn large, even if it is small elsewhere.
        if row.is_small and len(rows) > 1:
            width = SMALLER[card_width]
        pieces.append(_middle_row(row, max_width, width, art, scheme, max_letters))
    if len(pieces) == 2 and sum(piece.width for piece in pieces) + _BESIDE_MIDDLE <= max_width:
        return beside(pieces, _BESIDE_MIDDLE)
    return stacked(pieces, 14, 0.5)


def _middle_row(
    row: CardRow, max_width: int, card_width: int, art: str, scheme: ColourScheme, max_letters: int
) -> Piece:
    if row.note and row.title:
        heading = f"{row.title}{_PARTS}{row.note}"
    else:
        heading = row.title or row.note
    title = lines_piece(heading, LETTERS, max_width, colours.NOTE, side=0.5, parts=_PARTS)
    claim_width = max_width
    if len(row.cards) == 1:
        claim_width -= card_width + 60
    # The claim to beat is large; other chips are small.
    claims = []
    others = []
    for tag in row.tags:
        if tag.mark == "hot":
            claims.append(_claim_piece(tag.text, tag.portrait, claim_width, max_letters))
        else:
            others.append(tag_piece(tag.text, tag.mark, max_width, scheme))
    cards = _cards_or_fan(row, art, card_width, max_width, 0.5)
    parts = [cards, flowing(others, max_width, 10, 0.5)]
    # A single card and a single claim fit beside each other.
    if cards.width and len(row.cards) == 1 and len(claims) == 1 and not others:
        parts = [beside([cards, claims], 28)]
        claims = []
    elif cards.width and (line := beside([cards, others], 20)).width + 20 <= max_width:
        parts = [line]
    return stacked([title, parts[:1], claims, parts[1:]], 6, 0.5)


def _cards_or_fan(row: CardRow, art: str, card_width: int, max_width: int, side: float) -> Piece:
    if has_only_backs(row):
        return fan_piece(len(row.cards), card_width)
    return cards_piece(row, art, card_width, max_width, side)


def _claim_piece(text: str, portrait: Portrait | None, max_width: int, max_letters: int) -> Piece:
    for size, most in _claim_ways(max_letters):
        if portrait is None:
            circle = 0
        else:
            circle = min(_LARGEST_DISC, size * _CLAIM_DISC // CLAIM)
        room = max_width - (circle + 16 if circle else 0)
        lines = wrapped_lines(text, size, room)
        if len(lines) <= most and (most == 1 or has_whole_words(lines, text)):
            break
    if portrait is None:
        disc = NOTHING
    else:
        disc = disc_piece(portrait, circle)
    return beside([disc, lines_piece(text, size, room, colours.GOLD, side=0.0 if circle else 0.5)], 16)


class _ClaimWay(NamedTuple):
    size: int  # of the letters, in pixels
    most_lines: int


@cached(16, of_people=False)
def _claim_ways(max_letters: int) -> tuple[_ClaimWay, ...]:
    # One line of large letters is best, then two lines, then one line of the usual letters.
    one_line = []
    two_lines = []
    for size in _LARGE_CLAIMS:
        if _ONE_LINE <= size <= max_letters:
            one_line.append(_ClaimWay(size, 1))
        if CLAIM < size <= max_letters:
            two_lines.append(_ClaimWay(size, 2))
    ways = one_line + two_lines
    if max_letters > CLAIM:
        ways += [_ClaimWay(72, 2), _ClaimWay(CLAIM, 2)]
    ways += [_ClaimWay(CLAIM, 1), _ClaimWay(_LESS, MOST_LINES)]
    return tuple(ways)


def stamp_piece(verdict: str, tone: Tone, max_letters: int, max_width: int) -> Piece:
    """Return a verdict like a rubber stamp, with letters as large as possible.

    Args:
        verdict: printable text.
        tone: decides the colour.
        max_letters: the greatest size of the letters in pixels.
        max_width: pixels.
    """
    ink: Colour = {"good": colours.TRUE, "bad": colours.FALSE, "plain": colours.INK}[tone]
    sizes = sorted({max_letters, max_letters * 2 // 3}.union(_STAMPS), reverse=True)
    for size in sizes[sizes.index(max_letters) :]:
        if text_width(verdict, size) + 110 <= max_width:
            break
    text = fit(verdict, size, max_width - 110)
    # Small letters need as much room inside of the frame as large ones.
    frame = PixelSize(text_width(text, size) + 80, max(round(size * 1.5), size + 46))
    return piece_of(StampSprite(text, size, ink, frame.width, frame.height), stamp_size(frame))


@cached(1024)
def boxed_row_piece(row: CardRow, max_width: int, card_width: int, art: str, cloth: Cloth) -> Piece:
    """Return the layout of a row of cards in a box below the table. Widths are pixels."""
    scheme = COLOUR_SCHEMES[cloth]
    tags = tag_pieces(row.tags, max_width, scheme)
    title = _title_piece(row, max_width * 3 // 5, stack=True)
    cards = _cards_or_fan(row, art, card_width, max_width, 0.0)
    excess = beside([title, cards, tags], 20).width - max_width
    if excess > 0:
        # Cards that overlap more may leave room for the chips.
        close = _cards_or_fan(row, art, card_width, max(card_width, cards.width - excess), 0.0)
        if close.height == cards.height:
            excess = excess - (cards.width - close.width)
            cards = close
    if excess <= 0:
        return beside([title, cards, tags], 20)
    if title.width + 20 + cards.width <= max_width and title.width <= max_width * 2 // 5:
        return stacked([beside([title, cards], 20), flowing(tags, max_width)], 6)
    return stacked([_title_piece(row, max_width), flowing([cards, tags], max_width)], 6)


def _title_piece(row: CardRow, max_width: int, *, stack: bool = False) -> Piece:
    if row.is_won:
        ink = colours.WON
    elif row.is_turn:
        ink = colours.GOLD
    else:
        ink = colours.TITLE
    crown = crown_piece(48) if row.is_won else NOTHING
    size = NAME if text_width(row.title, NAME) <= max_width else LETTERS
    title = beside([crown, lines_piece(row.title, size, max_width, ink)], 10)
    room = max_width if stack else max_width - title.width - 24
    if not stack and text_width(row.note, LETTERS) <= room:
        note = line_piece(row.note, LETTERS, room, colours.NOTE)
        gap = max_width - title.width - note.width if note.width else 0
        return beside([title, note], gap)
    return stacked([title, lines_piece(row.note, LETTERS, max_width, colours.NOTE, parts=_PARTS)])


@cached(1024)
def hand_piece(row: CardRow, max_width: int, card_width: int, art: str, cloth: Cloth) -> Piece:
    """Return the layout of a row of a player's own cards: its title, cards and texts. Widths are pixels."""
    if row.is_small and (row.cards or row.tags):
        return boxed_row_piece(row, max_width, SMALLER[card_width], art, cloth)
    scheme = COLOUR_SCHEMES[cloth]
    tags = tag_pieces(row.tags, max_width, scheme)
    cards = _cards_or_fan(row, art, card_width, max_width, 0.0)
    return stacked([_title_piece(row, max_width), cards, flowing(tags, max_width)], 6)


# --- seats --------------------------------------------------------------------------------------------------
# Lays out a seat at the table: the player's disc, name and note, their cards, and short texts.

DISC = 112
NARROW_DISC = 84
"""Sizes of the disc of a player at a seat: usual, and with the name below it."""

_CROWN = 68
_BUTTON = 46
_MEDAL = 46
_BESIDE_SEAT = 2
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
    tags = _chips(row, space, scheme)
    # Towards the middle of the table lie the last words, then the cards.
    if space.is_below_middle:
        parts = (tags, cards, head)
    else:
        parts = (head, cards, tags)
    return stacked(parts, 8, space.side, space.width)


def _flat_layout(row: CardRow, space: SeatSpace, scheme: ColourScheme) -> Piece:
    # Name, note and tokens get the width that they need, as far as there is room.
    wish = max(text_width(row.title, NAME), text_width(row.note, LETTERS), _tokens(row).width)
    wish = min(wish, space.width - DISC - 24)
    room = space.width - DISC - 24 - wish - 16
    head = _wide_layout(row, replace(space, width=DISC + 24 + wish))
    more: list[Piece] = []
    # Cards are beside the name if that is as low as below it.
    if row.cards and has_only_backs(row):
        more.append(fan_piece(len(row.cards), space.card_width, space.width))
    elif row.cards:
        below = cards_piece(row, space.art, space.card_width, space.width, space.side)
        near = cards_piece(row, space.art, space.card_width, max(space.card_width, room), space.side)
        more.append(near if near.height <= below.height else below)
    tags = tag_pieces(row.tags, space.width, scheme)
    # Beside the name is what has room there; the rest is below it. Chips stay together, in their order.
    parts = [head]
    rest = list[Piece]()
    wide = head.width
    for pieces in (more, tags):
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
    tags = tag_pieces(row.tags, space.width, scheme)
    return flowing(tags, space.width, 8, space.side)


def _disc(row: CardRow, size: int) -> Piece:
    assert row.portrait is not None
    ring: Literal["", "turn", "won", "out"] = "out" if row.is_out else ""
    if row.is_won or row.is_turn:
        ring = "won" if row.is_won else "turn"
    # The crown needs room above the disc.
    crowned = _CROWN * 3 // 4 - 14 if row.is_won else 0
    ops = [Op(Disc(row.portrait, size, ring), 0, crowned, size, size)]
    if row.is_won:
        ops.append(Op(Symbol("crown", _CROWN), (size - _CROWN) // 2, 0, _CROWN, _CROWN * 3 // 4))
    wide = size
    # The leader's button and the medal lie at the disc's lower edge.
    if row.is_leader:
        x = size - _BUTTON + 10
        y = crowned + size - _BUTTON + 4
        ops.append(Op(Symbol("leader", _BUTTON), x, y, _BUTTON, _BUTTON))
        wide = size + 10
    if row.place:
        has_medal = row.place <= len(colours.MEDALS)
        if has_medal:
            paper = colours.MEDALS[row.place - 1]
        else:
            paper = colours.TITLE
        ops += number_piece(str(row.place), colours.INK, paper, _MEDAL).at(0, crowned + size - _MEDAL + 6)
    return Piece(wide, crowned + size + 6, tuple(ops))


def _name_ink(row: CardRow) -> Colour:
    if row.is_won or row.is_turn:
        return colours.WON if row.is_won else colours.GOLD
    return colours.NOTE if row.is_out else colours.TITLE


def _tokens(row: CardRow) -> Piece:
    pieces = []
    for kind, count in row.discs:
        ink = colours.RED if kind == "red" else colours.BLUE
        pieces.append(number_piece(str(count), colours.PAPER, ink))
    return beside(pieces, 6)


def _fan(row: CardRow, space: SeatSpace) -> Piece:
    if has_only_backs(row):
        return fan_piece(len(row.cards), space.card_width, space.width)
    return NOTHING


def _has_room_beside(row: CardRow, space: SeatSpace) -> bool:
    fan = _fan(row, space)
    wish = max(
        min(text_width(row.title, NAME), 300), min(text_width(row.note, LETTERS), 300), _tokens(row).width
    )
    return bool(fan.width) and DISC + 12 + wish + 12 + fan.width <= space.width


def _wide_layout(row: CardRow, space: SeatSpace) -> Piece:
    # At the right edge of the table the order is reversed.
    disc = _disc(row, DISC)
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
    tokens = _tokens(row)
    fan = _fan(row, space)
    disc = _disc(row, NARROW_DISC)
    extra = stacked([fan, tokens], 4, 0.5)
    note = lines_piece(row.note, LETTERS, space.width, colours.NOTE, side=0.5, parts=_PARTS)
    room = space.width - disc.width - 8
    figures = row.note.split(_PARTS)
    fits = len(figures) <= _BESIDE_SEAT and all(text_width(part, LETTERS) <= room for part in figures)
    if note.height and not extra.height and fits:
        # figures beside the disc save the height of their lines
        parts = [line_piece(part, LETTERS, room, colours.NOTE) for part in figures]
        extra = stacked(parts)
        note = NOTHING
    if extra.width > room:
        extra = stacked([tokens, fan], 4, 0.5)
        top = stacked([disc, extra], 4, 0.5)
    else:
        top = beside([disc, extra], 8)
    name = line_piece(row.title, LETTERS, space.width, _name_ink(row))
    return stacked((top, name, note), 0, 0.5)
