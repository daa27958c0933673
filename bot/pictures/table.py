"""Arranges the parts of a picture: a table with seats around its middle and boxes below, or a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from bot.caches import cached
from bot.pictures.cloths import COLOUR_SCHEMES, EMBLEM
from bot.pictures.drawing import CardRow, Drawing
from bot.pictures.pen import Box, CardFace, Emblem, Fan, Symbol
from bot.pictures.pieces import BORDER, NOTHING, PHONE, SCALE, WIDTH, Op, Piece, beside, nested_boxes, stacked
from bot.pictures.result import SIZES, poster_piece
from bot.pictures.seats import (
    CLAIM,
    SeatSpace,
    boxed_row_piece,
    hand_piece,
    middle_piece,
    seat_piece,
    stamp_piece,
)

HAND = 7
"""Number of cards up to which a hand is always drawn with large cards."""

HAND_CARD = 44 * SCALE
"""Width of the cards of a hand, in pixels."""

_RAIL = 22
_INSIDE = 16
"""Pixels around the table, of its rail, and between the rail and the things on the table."""

_CORNER = 76
"""Radius of the table's corners in pixels. With 78, a turn's background would cover the rail."""
_CELL_GAP = 16
_ROW_GAP = 7
_SPOT = 8
"""Pixels by which the background of the player whose turn it is extends beyond its contents."""

_ARROW = 44
"""Width of an arrow in pixels. It fits between a seat and the texts in the middle."""
_MIDDLE_CORNER = 44
_MIDDLE_INSIDE = 16
_AROUND = 2 * _MIDDLE_INSIDE + _ROW_GAP + 2 * _SPOT
"""Pixels by which the middle of a table, with the gap below it, is higher than its contents."""
_BOXED_CARD = 96
_BOX_GAP = 8
_EMPTY = 132
"""Height of an empty middle of a table."""


_STAMP = 84  # usual size of the letters of a verdict in pixels


class PictureLayout(NamedTuple):
    """The layout of a picture: its size in pixels, and its sprites with their positions."""

    width: int
    height: int
    ops: tuple[Op, ...]  # in the order in which they are drawn
    cuts: tuple[int, ...] = ()  # vertical positions at which the picture may be cut into bands (strips)

    @property
    def phone_height(self) -> float:
        """The height of the picture on a phone, in points."""
        return self.height * PHONE / self.width


class TableScale(NamedTuple):
    """The sizes in which the parts of a table are drawn."""

    seat_card: int  # the width of a card at a seat
    middle_card: int  # the width of a card in the middle
    columns: int  # the greatest number of seats side by side
    is_flat: bool = False  # cards are beside names, to save height
    has_boxes_below: bool = True  # the boxes below the table are drawn
    claim_letters: int = CLAIM  # the greatest size of the letters of a claim
    stamp_letters: int = _STAMP  # the size of the letters of a verdict


class SeatLines(NamedTuple):
    """The seats around a table in lines from top to bottom, each from left to right."""

    lines: tuple[tuple[int, ...], ...]
    above: int


def seat_lines(seats: int, columns: int) -> SeatLines:
    """Arrange seats around a table. They are numbered clockwise from the upper left.

    Up to ``2 * columns`` seats are in two lines, one above and one below the middle. More seats are in lines
    of two. ``above`` is the number of lines above the middle.

    >>> seat_lines(4, 4).lines
    ((0, 1), (3, 2))
    >>> seat_lines(5, 2)
    SeatLines(lines=((1, 2), (0, 3), (4,)), above=1)
    """
    if seats <= 2 * columns:
        # One line is above the middle, and one below.
        top = (seats + 1) // 2
        ends = (tuple(range(top)), tuple(range(seats - 1, top - 1, -1)))
        return SeatLines(tuple(filter(None, ends)), 1)
    # Two columns: up on the left, down on the right. The last seat of an odd number is below.
    half = seats // 2
    left = range(half - 1, -1, -1)
    right = range(half, 2 * half)
    lines: list[tuple[int, ...]] = list(zip(left, right, strict=True))
    if seats % 2:
        lines.append((2 * half,))
    return SeatLines(tuple(lines), (half + 1) // 2)


_TABLES = (
    TableScale(128, 152, 4),
    TableScale(112, 128, 4),
    TableScale(96, 112, 4),
    TableScale(84, 96, 4),
    TableScale(96, 96, 4, is_flat=True, stamp_letters=54),
    TableScale(84, 84, 4, is_flat=True, stamp_letters=54),
    TableScale(72, 84, 4, is_flat=True, stamp_letters=54),
    TableScale(72, 84, 4, is_flat=True, has_boxes_below=False, stamp_letters=54),
)
_LAST = TableScale(60, 72, 2, is_flat=True, has_boxes_below=False, stamp_letters=54)
"""The smallest size, for a table with many open hands, such as in a replay."""

_FILLING = (
    TableScale(152, 264, 4, claim_letters=168, stamp_letters=132),
    TableScale(152, 240, 4, claim_letters=132, stamp_letters=132),
    TableScale(152, 208, 4, claim_letters=104, stamp_letters=104),
    TableScale(128, 152, 4, claim_letters=84, stamp_letters=104),
)
_FILLING_MANY = (
    TableScale(128, 152, 4, claim_letters=132, stamp_letters=132),
    TableScale(112, 128, 4, claim_letters=104, stamp_letters=104),
    TableScale(96, 112, 4, claim_letters=84, stamp_letters=104),
)
"""Larger sizes for a table that must have a minimum height: with few seats, and with more."""

_FEW = 4
_MANY = 8
"""Limits of the seats of a table with larger cards, and of one with more than two seats side by side."""

_HANDS = (HAND_CARD, 152, 128, 112, 96, 84)
"""Widths of the cards of a hand, in pixels. There are few, since each card is drawn once for each width."""


def best_layout(drawing: Drawing) -> PictureLayout:
    """Return the largest layout that fits the picture's maximum height. If none fits, return the lowest."""
    bare = replace(drawing, max_height=0, min_height=0)
    # A board is a poster, a table with seats, or a hand, each in several sizes from large to small.
    make: list[Callable[..., PictureLayout]]
    if drawing.poster is not None:
        make = [partial(_poster_layout, bare, card) for card in SIZES]
    elif drawing.min_height or drawing.stamp or any(row.seat is not None for row in drawing.rows):
        make = [partial(_table_layout, bare, size) for size in _table_scales(drawing)]
    else:
        make = [partial(_hand_layout, bare, card) for card in _hand_card_widths(drawing)]
    # The first size that is low enough; if none is, the lowest.
    best = make[0]
    layout = make[0]()
    for arrange in make[1:]:
        if layout.phone_height <= drawing.max_height:
            break
        next_layout = arrange()
        if next_layout.height < layout.height or next_layout.phone_height <= drawing.max_height:
            best = arrange
            layout = next_layout
    # Extra height up to the minimum goes to the middle of the table.
    extra_height = round((drawing.min_height - layout.phone_height) * WIDTH / PHONE)
    return best(extra_height) if extra_height > 0 else layout


def _hand_card_widths(drawing: Drawing) -> Sequence[int]:
    large = sum([len(row.cards) for row in drawing.rows if not row.is_small])
    # a hand of a few large cards keeps them: its height does not matter
    return _HANDS[:1] if drawing.is_hand and large <= HAND else _HANDS


def _table_scales(drawing: Drawing) -> Iterator[TableScale]:
    seats = sum([row.seat is not None for row in drawing.rows])
    scales = list[TableScale]()
    # The cards of many seats have no room to be larger.
    if drawing.min_height:
        scales += _FILLING if seats <= _FEW else _FILLING_MANY
    scales += _TABLES
    for scale in scales:
        if seats <= _FEW:
            yield scale._replace(columns=1 if seats <= 2 else 2)
        elif seats <= _MANY:
            yield scale._replace(columns=3 if seats <= 6 else 4)
    # Two columns of wide seats are lower where open hands need several lines, and where names need the width.
    if seats > _FEW:
        yield from [scale._replace(columns=2) for scale in (*_TABLES, _LAST) if scale.is_flat]


def _poster_layout(drawing: Drawing, card: int) -> PictureLayout:
    piece = poster_piece(drawing, card)
    return PictureLayout(piece.width, piece.height, piece.ops)


# --- tables -----------------------------------------------------------------------------------------------


@cached(256)
def _table_layout(drawing: Drawing, scale: TableScale, extra_height: int = 0) -> PictureLayout:
    # The middle gets the additional height, which is in pixels.
    scheme = COLOUR_SCHEMES[drawing.cloth]
    rows = drawing.rows
    seats = [row for row in rows if row.seat is not None]
    last = len(rows) - 1 - (rows[::-1].index(seats[-1]) if seats else 0)
    middle = tuple([row for row in rows[: last + 1] if row.seat is None])
    boxed_rows = rows[last + 1 :] if scale.has_boxes_below else ()
    # two seats beside each other are lower than two with the middle between them
    is_pair = scale.is_flat and len(seats) == 2
    places = SeatLines((), 0)
    if is_pair:
        places = SeatLines(((0, 1),), 1)
    elif seats:
        places = seat_lines(len(seats), scale.columns)
    left = BORDER + _RAIL + _INSIDE
    inside = WIDTH - 2 * left
    y = left
    ops = list[Op]()
    spots = list[Op]()
    signs = list[Op]()
    centre = _middle_contents(drawing, middle, inside, scale)
    if not centre.height and len(seats) > 1 and not scale.is_flat:
        centre = Piece(inside // 2, _EMPTY)
    if extra_height:
        # A middle where there was none also needs its frame.
        if not centre.height:
            extra_height = max(0, extra_height - _AROUND)
        centre = Piece(centre.width, centre.height + extra_height, tuple(centre.at(0, extra_height // 2)))
    cuts = list[int]()
    for number, line in enumerate(places.lines):
        cuts.append(y - _ROW_GAP)
        if number == places.above:
            y = _add_middle(ops, centre, drawing, y, left, inside)
            cuts.append(y - _ROW_GAP)
        is_below_middle = number >= places.above
        cells = _seat_cells(drawing, seats, line, inside, scale, is_below_middle)
        high = max([piece.height for _, _, piece in cells])
        for x, row, piece in cells:
            top = y + (0 if not is_below_middle else high - piece.height)
            ops += piece.at(left + x, top)
            if row.is_turn:
                box = piece.width + 2 * _SPOT, high + 2 * _SPOT
                spots.append(Op(Box(*box, 28, scheme.spot), left + x - _SPOT, y - _SPOT, *box))
                # An arrow from the middle to a seat farther away would cover the seats between them.
                if number in (places.above - 1, places.above):
                    signs.append(_arrow(places, number, left + x + piece.width // 2, y, high))
        y += high + _ROW_GAP + (2 * _SPOT if number + 1 < len(places.lines) else 0)
    if len(places.lines) == places.above:
        y = _add_middle(ops, centre, drawing, y + _ROW_GAP, left, inside) - _ROW_GAP
    bottom = y - _ROW_GAP + left - BORDER
    base = _empty_table(drawing.cloth, bottom - BORDER)
    signs = signs if centre.height else []
    below, height = _boxes_below(drawing, boxed_rows, bottom + BORDER, min(_BOXED_CARD, scale.seat_card))
    return PictureLayout(WIDTH, height, (*base, *spots, *ops, *signs, *below), (*cuts, bottom + BORDER))


class _SeatCell(NamedTuple):
    x: int
    row: CardRow
    piece: Piece


def _seat_cells(
    drawing: Drawing,
    seats: Sequence[CardRow],
    line: Sequence[int],
    inside: int,
    scale: TableScale,
    is_below_middle: bool,
) -> list[_SeatCell]:
    count = len(line)
    # The seats of a line share its width.
    width = (inside - _CELL_GAP * (count - 1)) // count
    narrow = width < 90 * SCALE
    cells = []
    for number, seat in enumerate(line):
        side = 0.5 if narrow or count == 1 else number / (count - 1)
        space = SeatSpace(
            width, scale.seat_card, is_below_middle, side, narrow, scale.is_flat, drawing.art, drawing.cloth
        )
        cells.append(_SeatCell(number * (width + _CELL_GAP), seats[seat], seat_piece(seats[seat], space)))
    return cells


def _middle_contents(drawing: Drawing, rows: tuple[CardRow, ...], inside: int, scale: TableScale) -> Piece:
    limit = inside - 2 * _MIDDLE_INSIDE
    piece = NOTHING
    if rows:
        piece = middle_piece(rows, limit, scale.middle_card, drawing.art, drawing.cloth, scale.claim_letters)
    if drawing.stamp is None:
        return piece
    stamp = stamp_piece(*drawing.stamp, scale.stamp_letters, limit)
    if scale.is_flat and piece.width + stamp.width + 24 <= limit:
        return beside([piece, stamp], 24)
    return stacked([piece, stamp], 8, 0.5)


def _add_middle(ops: list[Op], centre: Piece, drawing: Drawing, top: int, left: int, inside: int) -> int:
    """Add the middle of the table to ``ops``, and return the top of the next part."""
    if not centre.height:
        return top
    scheme = COLOUR_SCHEMES[drawing.cloth]
    high = centre.height + 2 * _MIDDLE_INSIDE
    # In an empty middle there is only the emblem.
    if centre.ops:
        ops.append(Op(Box(inside, high, _MIDDLE_CORNER, scheme.deep), left, top, inside, high))
    size = min(EMBLEM, high - 16) // 40 * 40
    # Behind cards, and behind one or two lines, an emblem would be a smudge.
    has_cards = any(isinstance(op.sprite, CardFace | Fan) for op in centre.ops)
    is_visible = not centre.ops or (size > 160 and not has_cards)
    if drawing.cloth != "felt" and is_visible:
        at = left + (inside - size) // 2, top + (high - size) // 2
        ops.append(Op(Emblem(size), *at, size, size))
    ops += centre.at(left + (inside - centre.width) // 2, top + _MIDDLE_INSIDE)
    return top + _AROUND + centre.height


def _arrow(places: SeatLines, line_number: int, seat_middle: int, line_top: int, line_height: int) -> Op:
    is_above = line_number < places.above
    top = line_top + line_height + 2 if is_above else line_top - _ARROW - 2
    return Op(Symbol("up" if is_above else "down", _ARROW), seat_middle - _ARROW // 2, top, _ARROW, _ARROW)


@cached(256, of_people=False)
def _empty_table(cloth: str, height: int) -> tuple[Op, ...]:
    scheme = COLOUR_SCHEMES[cloth]  # type: ignore[index]
    boxes = [(0, scheme.rail), (_RAIL, scheme.felt)]
    if scheme.edge != "plain":
        boxes = [(0, scheme.rail), (_RAIL - 10, scheme.line), (_RAIL - 4, scheme.felt)]
    return tuple(nested_boxes(WIDTH, height + 2 * BORDER, _CORNER, boxes))


class _BoxColumns(NamedTuple):
    box_width: int
    lines: list[list[Piece]]  # the contents of the boxes, from left to right

    @property
    def height(self) -> int:
        return sum([_content_height(line) + 28 for line in self.lines])


def _content_height(line: Sequence[Piece]) -> int:
    return max([piece.height for piece in line])


def _boxes_below(drawing: Drawing, rows: Sequence[CardRow], y: int, card_width: int) -> tuple[list[Op], int]:
    scheme = COLOUR_SCHEMES[drawing.cloth]
    ops = list[Op]()
    inside = WIDTH - 2 * BORDER
    # One column or two, whichever is lower.
    ways = []
    for columns in (1, 2):
        wide = (inside - _BOX_GAP * (columns - 1)) // columns
        pieces = [boxed_row_piece(row, wide - 40, card_width, drawing.art, drawing.cloth) for row in rows]
        pieces = [piece for piece in pieces if piece.height]
        lines = [pieces[start : start + columns] for start in range(0, len(pieces), columns)]
        ways.append(_BoxColumns(wide, lines))
    lowest = min(ways, key=lambda way: way.height)
    wide = lowest.box_width
    # Each row in a box of its own, the boxes of a line equally high.
    for line in lowest.lines:
        high = _content_height(line) + 20
        for number, piece in enumerate(line):
            x = BORDER + number * (wide + _BOX_GAP)
            ops.append(Op(Box(wide, high, 28, scheme.deep), x, y, wide, high))
            ops += piece.at(x + 20, y + (high - piece.height) // 2)
        y += high + _BOX_GAP
    return ops, y


# --- hands ------------------------------------------------------------------------------------------------


@cached(256)
def _hand_layout(drawing: Drawing, card_width: int) -> PictureLayout:
    scheme = COLOUR_SCHEMES[drawing.cloth]
    left = 26
    y = 18
    limit = WIDTH - 2 * left
    ops = list[Op]()
    cuts = list[int]()
    # Small rows, such as melds, are in a darker box; cards of the hand lie on the cloth.
    for row in drawing.rows:
        piece = hand_piece(row, limit, card_width, drawing.art, drawing.cloth)
        if not piece.height:
            continue
        if row.is_small and (row.cards or row.tags):
            box = WIDTH - 28, piece.height + 16
            ops.append(Op(Box(*box, 24, scheme.deep), 14, y - 8, *box))
        ops += piece.at(left, y)
        y += piece.height + 22
        cuts.append(y - 11)
    height = max(y - 22 + 18, 2 * 18)
    background = Op(Box(WIDTH, height, 40, scheme.felt), 0, 0, WIDTH, height)
    return PictureLayout(WIDTH, height, (background, *ops), tuple(cuts))
