"""Arranges the parts of a picture: a table with seats around its middle and boxes below, or a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from msgspec.structs import replace

from bot.caches import cached
from bot.pictures.cloths import COLOUR_SCHEMES, EMBLEM
from bot.pictures.drawing import CardRow, Drawing
from bot.pictures.layers import line_height
from bot.pictures.pen import Box, CardFace, Emblem, Fan, Symbol, card_height
from bot.pictures.pieces import (
    BORDER,
    LETTERS,
    NOTHING,
    PHONE,
    SCALE,
    WIDTH,
    Op,
    Piece,
    beside,
    has_only_backs,
    least_cards_height,
    nested_boxes,
    stacked,
)
from bot.pictures.result import SIZES, poster_piece
from bot.pictures.seats import (
    CLAIM,
    DISC,
    NARROW_DISC,
    SMALLER,
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

_LEFT = BORDER + _RAIL + _INSIDE
_ROOM = WIDTH - 2 * _LEFT
"""Pixels between the edge of the picture and the things on the table, and the width that is left for them."""

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
_BOXED_CARDS = (96, 84, 72)
"""Widths of the cards in boxes below the table, in pixels."""
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


class _Way:
    """A way to arrange a picture, in one size. It is measured and arranged when that is first needed.

    Attributes:
        arrange: its argument is additional height in pixels for the middle.
    """

    def __init__(self, arrange: Callable[..., PictureLayout], measure: Callable[[], int]) -> None:
        self.arrange = arrange
        self._measure = measure

    @cached_property
    def least_height(self) -> int:
        """A height in pixels that is quickly computed. The picture may be higher."""
        return self._measure()

    @cached_property
    def layout(self) -> PictureLayout:
        """The layout without additional height."""
        return self.arrange()


def best_layout(drawing: Drawing) -> PictureLayout:
    """Return the largest layout that fits the picture's maximum height. If none fits, return the lowest."""
    limit = drawing.max_height * WIDTH // PHONE
    ways = _ways_of(drawing)
    # Only sizes that may fit are laid out.
    for way in ways:
        if way.least_height <= limit and way.layout.height <= limit:
            break
    else:
        way = _lowest(ways)
    # Extra height up to the minimum goes to the middle of the table.
    extra_height = round((drawing.min_height - way.layout.phone_height) * WIDTH / PHONE)
    return way.arrange(extra_height) if extra_height > 0 else way.layout


def least_layout_height(drawing: Drawing) -> float:
    """Return a height in points that no layout of a picture goes below. It is much quicker to compute."""
    # Rounding can make the drawn picture a little lower than its layout.
    return min([way.least_height for way in _ways_of(drawing)]) * PHONE / WIDTH - 1


def _ways_of(drawing: Drawing) -> tuple[_Way, ...]:
    # A panel tries several heights of a picture, which all have the same ways.
    return _ways(replace(drawing, max_height=0, min_height=min(drawing.min_height, 1)))


@cached(256)
def _ways(drawing: Drawing) -> tuple[_Way, ...]:
    # A board is a poster, a table with seats, or a hand, each in several sizes from large to small.
    bare = replace(drawing, min_height=0)
    ways = list[_Way]()
    if drawing.poster is not None:
        for card in SIZES:
            ways.append(_Way(partial(_poster_layout, bare, card), int))
    elif drawing.is_below:
        for card in _BOXED_CARDS:
            ways.append(_Way(partial(_boxes_layout, bare, card), int))
    elif drawing.min_height or drawing.stamp or any(row.seat is not None for row in drawing.rows):
        parts = _table_parts(drawing.rows)
        for scale in _table_scales(drawing):
            measure = partial(_least_table_height, parts, scale, drawing.art)
            ways.append(_Way(partial(_table_layout, bare, scale), measure))
    else:
        for card in _hand_card_widths(drawing):
            measure = partial(_least_hand_height, bare, card)
            ways.append(_Way(partial(_hand_layout, bare, card), measure))
    return tuple(ways)


def _lowest(ways: Sequence[_Way]) -> _Way:
    # Of several that are equally low, the one with the largest cards.
    heights = dict[int, int]()
    for number, way in sorted(enumerate(ways), key=lambda numbered: numbered[1].least_height):
        if heights and way.least_height > min(heights.values()):
            break
        heights[number] = way.layout.height
    return ways[min(heights, key=lambda number: (heights[number], number))]


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
        for scale in _TABLES:
            if scale.is_flat:
                yield scale._replace(columns=2)
        yield _LAST


def _least_table_height(parts: _TableParts, scale: TableScale, art: str) -> int:
    # Discs, cards and headings alone, each in one line.
    heights = [_least_seat_height(row, scale) for row in parts.seats]
    lines = _lines_of(len(heights), scale).lines
    total = 2 * (_LEFT - BORDER) + (_ROW_GAP + 2 * _SPOT) * (len(lines) - 1)
    for line in lines:
        total += max([heights[seat] for seat in line])
    # Two rows of the middle may lie side by side.
    rows = [_least_middle_height(row, SMALLER[scale.middle_card], art) for row in parts.middle]
    middle = max(rows, default=0)
    return total + middle + _AROUND if middle else total


def _least_seat_height(row: CardRow, scale: TableScale) -> int:
    disc = DISC if row.title else NARROW_DISC
    if not row.cards or has_only_backs(row):
        return disc
    cards = card_height(scale.seat_card)
    return max(cards, disc) if scale.is_flat else cards + disc


def _least_middle_height(row: CardRow, card_width: int, art: str) -> int:
    heading = line_height(LETTERS) if row.title or row.note else 0
    return heading + least_cards_height(row, art, card_width, _ROOM)


def _least_hand_height(drawing: Drawing, card_width: int) -> int:
    total = 2 * _HAND_EDGE - _HAND_GAP
    for row in drawing.rows:
        width = SMALLER[card_width] if row.is_small else card_width
        cards = least_cards_height(row, drawing.art, width, _HAND_ROOM)
        if cards:
            total += cards + _HAND_GAP
        if cards and row.title and not row.is_small:
            total += line_height(LETTERS)
    return total


def _poster_layout(drawing: Drawing, card: int) -> PictureLayout:
    piece = poster_piece(drawing, card)
    return PictureLayout(piece.width, piece.height, piece.ops)


# --- tables -----------------------------------------------------------------------------------------------


def _table_layout(drawing: Drawing, scale: TableScale, extra_height: int = 0) -> PictureLayout:
    # The middle gets the additional height, which is in pixels.
    parts = _table_parts(drawing.rows)
    table = _TableBuilder(drawing, scale, parts.seats)
    centre = _centre_piece(drawing, parts, scale, extra_height)
    # From top to bottom: lines of seats, the middle, and more lines of seats.
    lines = _lines_of(len(parts.seats), scale)
    for number, line in enumerate(lines.lines):
        if number == lines.above:
            table.add_cut()
            table.add_middle(centre)
        table.add_cut()
        is_next_to_middle = number in (lines.above - 1, lines.above)
        table.add_line(
            line,
            is_below_middle=number >= lines.above,
            # An arrow from the middle to a seat farther away would cover the seats between them.
            has_arrows=is_next_to_middle and centre.height > 0,
            is_last=number + 1 == len(lines.lines),
        )
    if len(lines.lines) == lines.above:
        table.y += _ROW_GAP
        table.add_middle(centre)
        table.y -= _ROW_GAP
    bottom = table.y - _ROW_GAP + _LEFT - BORDER
    boxed_rows = parts.below if scale.has_boxes_below else ()
    below, height = _boxes_below(drawing, boxed_rows, bottom + BORDER, min(_BOXED_CARDS[0], scale.seat_card))
    # The backgrounds of turns are behind the seats and the middle, the arrows in front of them.
    ops = list(_empty_table(drawing.cloth, bottom - BORDER))
    ops += table.spots
    ops += table.ops
    ops += table.arrows
    ops += below
    table.cuts.append(bottom + BORDER)
    return PictureLayout(WIDTH, height, tuple(ops), tuple(table.cuts))


class _TableParts(NamedTuple):
    seats: Sequence[CardRow]
    middle: tuple[CardRow, ...]
    below: Sequence[CardRow]  # rows in boxes below the table


def _table_parts(rows: Sequence[CardRow]) -> _TableParts:
    # Rows of nobody are in the middle if they are before the last seat's row, or else below the table.
    seats = [row for row in rows if row.seat is not None]
    last = len(rows) - 1 - (rows[::-1].index(seats[-1]) if seats else 0)
    middle = [row for row in rows[: last + 1] if row.seat is None]
    return _TableParts(seats, tuple(middle), rows[last + 1 :])


def _lines_of(seats: int, scale: TableScale) -> SeatLines:
    if not seats:
        return SeatLines((), 0)
    if scale.is_flat and seats == 2:
        # Two seats beside each other are lower than two with the middle between them.
        return SeatLines(((0, 1),), 1)
    return seat_lines(seats, scale.columns)


class _TableBuilder:
    """The seats and the middle of a table, which are added from top to bottom.

    Attributes:
        y: the top of the next part, in pixels.
        spots: the backgrounds of the players who are to move.
        arrows: arrows to these players.
        cuts: vertical positions at which the picture may be cut.
    """

    def __init__(self, drawing: Drawing, scale: TableScale, seats: Sequence[CardRow]) -> None:
        self._drawing = drawing
        self._scheme = COLOUR_SCHEMES[drawing.cloth]
        self._scale = scale
        self._seats = seats
        self.y = _LEFT
        self.ops = list[Op]()
        self.spots = list[Op]()
        self.arrows = list[Op]()
        self.cuts = list[int]()

    def add_cut(self) -> None:
        """Allow a cut above the next part."""
        self.cuts.append(self.y - _ROW_GAP)

    def add_line(
        self, line: Sequence[int], *, is_below_middle: bool, has_arrows: bool, is_last: bool
    ) -> None:
        """Add a line of seats. The seats below the middle are aligned at the bottom of the line."""
        cells = self._cells(line, is_below_middle)
        high = max(cell.piece.height for cell in cells)
        for x, row, piece in cells:
            indent = high - piece.height if is_below_middle else 0
            self.ops += piece.at(x, self.y + indent)
            if row.is_turn:
                self._add_spot(x, piece.width, high)
            if row.is_turn and has_arrows:
                self._add_arrow(x + piece.width // 2, high, is_below_middle)
        self.y += high + _ROW_GAP
        if not is_last:
            self.y += 2 * _SPOT

    def _cells(self, line: Sequence[int], is_below_middle: bool) -> list[_SeatCell]:
        count = len(line)
        # The seats of a line share its width.
        width = (_ROOM - _CELL_GAP * (count - 1)) // count
        narrow = width < 90 * SCALE
        art = self._drawing.art
        cloth = self._drawing.cloth
        cells = []
        for number, seat in enumerate(line):
            side = 0.5 if narrow or count == 1 else number / (count - 1)
            space = SeatSpace(
                width, self._scale.seat_card, is_below_middle, side, narrow, self._scale.is_flat, art, cloth
            )
            row = self._seats[seat]
            cells.append(_SeatCell(_LEFT + number * (width + _CELL_GAP), row, seat_piece(row, space)))
        return cells

    def _add_spot(self, x: int, seat_width: int, line_height: int) -> None:
        wide = seat_width + 2 * _SPOT
        high = line_height + 2 * _SPOT
        self.spots.append(Op(Box(wide, high, 28, self._scheme.spot), x - _SPOT, self.y - _SPOT, wide, high))

    def _add_arrow(self, seat_middle: int, line_height: int, is_below_middle: bool) -> None:
        if is_below_middle:
            arrow = Symbol("down", _ARROW)
            top = self.y - _ARROW - 2
        else:
            arrow = Symbol("up", _ARROW)
            top = self.y + line_height + 2
        self.arrows.append(Op(arrow, seat_middle - _ARROW // 2, top, _ARROW, _ARROW))

    def add_middle(self, centre: Piece) -> None:
        """Add the middle of the table, if there is anything in it."""
        if not centre.height:
            return
        high = centre.height + 2 * _MIDDLE_INSIDE
        # In an empty middle there is only the emblem.
        if centre.ops:
            box = Box(_ROOM, high, _MIDDLE_CORNER, self._scheme.deep)
            self.ops.append(Op(box, _LEFT, self.y, _ROOM, high))
        size = min(EMBLEM, high - 16) // 40 * 40
        # Behind cards, and behind one or two lines, an emblem would be a smudge.
        has_cards = any(isinstance(op.sprite, CardFace | Fan) for op in centre.ops)
        is_visible = not centre.ops or (size > 160 and not has_cards)
        if self._drawing.cloth != "felt" and is_visible:
            x = _LEFT + (_ROOM - size) // 2
            self.ops.append(Op(Emblem(size), x, self.y + (high - size) // 2, size, size))
        self.ops += centre.at(_LEFT + (_ROOM - centre.width) // 2, self.y + _MIDDLE_INSIDE)
        self.y += _AROUND + centre.height


class _SeatCell(NamedTuple):
    x: int
    row: CardRow
    piece: Piece


def _centre_piece(drawing: Drawing, parts: _TableParts, scale: TableScale, extra_height: int) -> Piece:
    centre = _middle_contents(drawing, parts.middle, scale)
    if not centre.height and len(parts.seats) > 1 and not scale.is_flat:
        centre = Piece(_ROOM // 2, _EMPTY)
    if extra_height:
        # A middle where there was none also needs its frame.
        if not centre.height:
            extra_height = max(0, extra_height - _AROUND)
        centre = Piece(centre.width, centre.height + extra_height, tuple(centre.at(0, extra_height // 2)))
    return centre


def _middle_contents(drawing: Drawing, rows: tuple[CardRow, ...], scale: TableScale) -> Piece:
    limit = _ROOM - 2 * _MIDDLE_INSIDE
    piece = NOTHING
    if rows:
        piece = middle_piece(rows, limit, scale.middle_card, drawing.art, drawing.cloth, scale.claim_letters)
    if drawing.stamp is None:
        return piece
    stamp = stamp_piece(drawing.stamp.text, drawing.stamp.tone, scale.stamp_letters, limit)
    if scale.is_flat and piece.width + stamp.width + 24 <= limit:
        return beside([piece, stamp], 24)
    return stacked([piece, stamp], 8, 0.5)


@cached(256, of_people=False)
def _empty_table(cloth: str, height: int) -> tuple[Op, ...]:
    scheme = COLOUR_SCHEMES[cloth]  # type: ignore[index]
    boxes = [(0, scheme.rail), (_RAIL, scheme.felt)]
    if scheme.edge != "plain":
        boxes = [(0, scheme.rail), (_RAIL - 10, scheme.line), (_RAIL - 4, scheme.felt)]
    return tuple(nested_boxes(WIDTH, height + 2 * BORDER, _CORNER, boxes))


def _boxes_layout(drawing: Drawing, card_width: int) -> PictureLayout:
    ops, bottom = _boxes_below(drawing, drawing.rows, 0, card_width)
    return PictureLayout(WIDTH, max(_BOX_GAP, bottom - _BOX_GAP), tuple(ops))


class _BoxColumns(NamedTuple):
    box_width: int
    lines: list[list[Piece]]  # the contents of the boxes, from left to right

    @property
    def height(self) -> int:
        return sum(map(_content_height, self.lines)) + 28 * len(self.lines)


def _content_height(line: Sequence[Piece]) -> int:
    return max(piece.height for piece in line)


def _boxes_below(drawing: Drawing, rows: Sequence[CardRow], y: int, card_width: int) -> tuple[list[Op], int]:
    scheme = COLOUR_SCHEMES[drawing.cloth]
    ops = list[Op]()
    inside = WIDTH - 2 * BORDER
    # One column or two, whichever is lower.
    ways = []
    for columns in (1, 2):
        wide = (inside - _BOX_GAP * (columns - 1)) // columns
        lines = list[list[Piece]]()
        for row in rows:
            piece = boxed_row_piece(row, wide - 40, card_width, drawing.art, drawing.cloth)
            if not piece.height:
                continue
            if not lines or len(lines[-1]) == columns:
                lines.append([])
            lines[-1].append(piece)
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


_HAND_LEFT = 26
_HAND_EDGE = 18
_HAND_ROOM = WIDTH - 2 * _HAND_LEFT
_HAND_GAP = 22
"""Pixels beside a hand and above and below it, the width that is left for it, and pixels between its rows."""


def _hand_layout(drawing: Drawing, card_width: int) -> PictureLayout:
    scheme = COLOUR_SCHEMES[drawing.cloth]
    y = _HAND_EDGE
    ops = list[Op]()
    cuts = list[int]()
    # Small rows, such as melds, are in a darker box; cards of the hand lie on the cloth.
    for row in drawing.rows:
        piece = hand_piece(row, _HAND_ROOM, card_width, drawing.art, drawing.cloth)
        if not piece.height:
            continue
        if row.is_small and (row.cards or row.tags):
            box = Box(WIDTH - 28, piece.height + 16, 24, scheme.deep)
            ops.append(Op(box, 14, y - 8, box.width, box.height))
        ops += piece.at(_HAND_LEFT, y)
        y += piece.height + _HAND_GAP
        cuts.append(y - _HAND_GAP // 2)
    height = max(y - _HAND_GAP + _HAND_EDGE, 2 * _HAND_EDGE)
    ops.insert(0, Op(Box(WIDTH, height, 40, scheme.felt), 0, 0, WIDTH, height))
    return PictureLayout(WIDTH, height, tuple(ops), tuple(cuts))
