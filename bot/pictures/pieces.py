"""The pieces that pictures are composed of: cards in rows, holdings, chips, speech bubbles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from bot.pictures import colours
from bot.pictures.cloths import ColourScheme
from bot.pictures.colours import Colour
from bot.pictures.drawing import CardRow, TagText
from bot.pictures.labels import ELLIPSIS, MOST_LINES, fit, text_width, wrapped_lines
from bot.pictures.layers import fan_number_point, fan_size, line_height
from bot.pictures.pen import (
    SMALL,
    Badge,
    Box,
    CardFace,
    Disc,
    Fan,
    Portrait,
    Sprite,
    Symbol,
    TextLine,
    card_height,
    card_margin,
)
from games.core.cards import Card
from games.core.presentation import Mark

# --- pieces -------------------------------------------------------------------------------------------------
# Builds layouts from pieces: groups of sprites (parts of a picture) with their positions in pixels.

PHONE = 258
"""Width of a picture on a phone in points: 400, without the avatar column and the message's frame."""

SCALE = 4
"""Pixels per point of a phone: pictures stay sharp where a point has three pixels."""

WIDTH = PHONE * SCALE
"""Width of all pictures in pixels."""

LETTERS = 44
"""Size of the smallest letters, which are legible on a phone: eleven points."""

NAME = 50
CHIP = 60
"""Height in pixels of a chip (a short text in a coloured box) with one line."""

GAP = 12
_CHIP_SIDES = 20
_LEAST_SIDES = 2
"""Pixels at each side of the text of a chip: usually, and at least if space is short."""

_TOKEN = 50

BORDER = 4
"""Pixels between the edge of a picture and the table."""

_POSTER_RAIL = 20
FRAME = BORDER + _POSTER_RAIL + 28
"""Pixels between the edge of a poster and its contents."""


class Op(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A sprite (part of a picture) with the position and size of its box."""

    sprite: Sprite
    x: int
    y: int
    width: int
    height: int


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A part of a layout: its size, and its sprites in the order in which they are drawn."""

    width: int
    height: int
    ops: tuple[Op, ...] = ()

    def at(self, x: int, y: int) -> Sequence[Op]:
        """Return the sprites of the piece, moved so that its upper left corner is at (``x``, ``y``)."""
        if not x and not y:
            return self.ops
        return [Op(op.sprite, op.x + x, op.y + y, op.width, op.height) for op in self.ops]


NOTHING = Piece(0, 0)

Parts: TypeAlias = Iterable[Piece | Iterable[Piece]]
"""Single pieces and lists of pieces, in their order."""


def _pieces_in(parts: Parts) -> list[Piece]:
    pieces = list[Piece]()
    for part in parts:
        pieces += [part] if isinstance(part, Piece) else part
    return pieces


def piece_of(sprite: Sprite, size: tuple[int, int]) -> Piece:
    """Return a piece that contains a single sprite."""
    width, height = size
    return Piece(width, height, (Op(sprite, 0, 0, width, height),))


def piece_on_box(box: Box, piece: Piece, x: int, y: int) -> Piece:
    """Return a box with a piece on it, whose upper left corner is at (``x``, ``y``)."""
    ops = [Op(box, 0, 0, box.width, box.height)]
    ops += piece.at(x, y)
    return Piece(box.width, box.height, tuple(ops))


def disc_piece(portrait: Portrait, size: int, ring: Literal["", "turn", "won", "out"] = "") -> Piece:
    """Return a player's disc."""
    return piece_of(Disc(portrait, size, ring), (size, size))


def crown_piece(size: int) -> Piece:
    """Return the sign of a winner."""
    return piece_of(Symbol("crown", size), (size, size * 3 // 4))


def stacked(parts: Parts, gap: int = 0, side: float = 0.0, min_width: int = 0) -> Piece:
    """Return a piece that has the given pieces below each other. Empty pieces take no space.

    Args:
        side: aligns the pieces: 0 left, 0.5 centred, 1 right.
    """
    visible = [piece for piece in _pieces_in(parts) if piece.height]
    if not visible:
        return NOTHING
    wide = max(min_width, max([piece.width for piece in visible]))
    if len(visible) == 1 and wide == visible[0].width:
        return visible[0]
    ops = list[Op]()
    y = 0
    for piece in visible:
        ops += piece.at(round((wide - piece.width) * side), y)
        y += piece.height + gap
    return Piece(wide, y - gap, tuple(ops))


def nested_boxes(width: int, height: int, corner: int, boxes: Iterable[tuple[int, Colour]]) -> list[Op]:
    """Return the boxes of a table, each inside of the last.

    Args:
        width, height: of the picture, in pixels.
        corner: radius of the corners of the table, in pixels.
        boxes: the distance of each box from the edge of the table in pixels, and its colour.
    """
    ops = list[Op]()
    for inset, ink in boxes:
        wide = width - 2 * (BORDER + inset)
        high = height - 2 * (BORDER + inset)
        ops.append(Op(Box(wide, high, corner - inset, ink), BORDER + inset, BORDER + inset, wide, high))
    return ops


def framed_piece(body: Piece, scheme: ColourScheme) -> Piece:
    """Return the contents of a poster with a table around them: rail, ornament and cloth."""
    height = body.height + 2 * FRAME
    boxes = (0, scheme.rail), (_POSTER_RAIL - 10, scheme.line), (_POSTER_RAIL - 4, scheme.felt)
    ops = nested_boxes(WIDTH, height, 72, boxes)
    ops += body.at(FRAME, FRAME)
    return Piece(WIDTH, height, tuple(ops))


def beside(parts: Parts, gap: int = GAP, side: float = 0.5) -> Piece:
    """Return a piece that has the given pieces side by side. Empty pieces take no space.

    Args:
        side: aligns the pieces: 0 top, 0.5 centred, 1 bottom.
    """
    visible = [piece for piece in _pieces_in(parts) if piece.width]
    if not visible:
        return NOTHING
    if len(visible) == 1:
        return visible[0]
    high = max([piece.height for piece in visible])
    ops = list[Op]()
    x = 0
    for piece in visible:
        ops += piece.at(x, round((high - piece.height) * side))
        x += piece.width + gap
    return Piece(x - gap, high, tuple(ops))


def flowing(parts: Parts, max_width: int, gap: int = GAP, side: float = 0.0) -> Piece:
    """Return a piece that has the given pieces side by side, broken into lines.

    Args:
        side: aligns the lines: 0 left, 0.5 centred, 1 right.
    """
    lines = list[Piece]()
    line = list[Piece]()
    wide = 0
    for piece in _pieces_in(parts):
        if line and wide + gap + piece.width > max_width:
            lines.append(beside(line, gap))
            line = []
            wide = 0
        wide += piece.width + (gap if line else 0)
        line.append(piece)
    lines.append(beside(line, gap))
    return stacked(lines, 6, side)


def line_piece(text: str, size: int, max_width: int, ink: Colour) -> Piece:
    """Return a line of text, cut if it is too wide. ``size`` is the size of its letters."""
    fitted = fit(text, size, max_width) if text else ""
    if not fitted:
        return NOTHING
    return piece_of(TextLine(fitted, size, ink), (text_width(fitted, size), line_height(size)))


def lines_piece(
    text: str, size: int, max_width: int, ink: Colour, *, side: float = 0.0, parts: str = ""
) -> Piece:
    """Return a text in at most three lines of limited width.

    If the text is too long, the last line ends in an ellipsis.

    Args:
        size: the size of the letters.
        side: aligns the lines: 0 left, 0.5 centred, 1 right.
        parts: a separator such as " · ", at which lines break.
    """
    # Short texts need no breaks.
    if not text:
        return NOTHING
    if text_width(text, size) <= max_width:
        return line_piece(text, size, max_width, ink)
    # As many parts as fit on each line.
    split = text.split(parts) if parts else [text]
    lines: list[str] = []
    for part in split:
        joined = f"{lines[-1]}{parts}{part}" if lines else part
        if lines and text_width(joined, size) <= max_width:
            lines[-1] = joined
        else:
            lines.append(part)
    # A part that is wider than a line breaks between words.
    narrow = list[str]()
    for line in lines:
        narrow += wrapped_lines(line, size, max_width)
    if len(narrow) > MOST_LINES:
        last = narrow[MOST_LINES - 1].rstrip(ELLIPSIS) + ELLIPSIS
        narrow[MOST_LINES - 1 :] = [fit(last, size, max_width)]
    return stacked([line_piece(line, size, max_width, ink) for line in narrow], 0, side)


def tag_pieces(tags: Iterable[TagText], max_width: int, scheme: ColourScheme) -> list[Piece]:
    """Return each of a row's short texts in a coloured box."""
    return [tag_piece(tag.text, tag.mark, max_width, scheme) for tag in tags]


def tag_piece(text: str, mark: Mark, max_width: int, scheme: ColourScheme) -> Piece:
    """Return a short text in a coloured box.

    Args:
        mark: ``"hot"`` for a gold box, ``"dim"`` for no box, ``"new"`` for a red dot at the corner.
    """
    if mark == "dim":
        return lines_piece(text, LETTERS, max_width, colours.NOTE)
    paper, ink = (colours.GOLD, colours.INK) if mark == "hot" else (scheme.tag, colours.TITLE)
    # A text that fits only with narrow sides gets them, so that no word is broken.
    spare = max_width - text_width(text, LETTERS)
    if 2 * _LEAST_SIDES <= spare < 2 * _CHIP_SIDES:
        sides = _LEAST_SIDES
    else:
        sides = _CHIP_SIDES
    inside = lines_piece(text, LETTERS, max_width - 2 * sides, ink, side=0.5)
    wide = inside.width + 2 * sides
    high = max(CHIP, inside.height + 6)
    piece = piece_on_box(Box(wide, high, CHIP // 2, paper), inside, sides, (high - inside.height) // 2)
    if mark == "new":
        dot = Op(Symbol("dot", 28), wide - 26, 0, 28, 28)
        piece = Piece(wide, high, (*piece.ops, dot))
    return piece


def number_piece(label: str, ink: Colour, paper: Colour, size: int = _TOKEN) -> Piece:
    """Return a small disc with a number.

    Args:
        label: the number.
        ink: the colour of the number.
        paper: the colour of the disc.
    """
    return piece_of(Badge(label, size, ink, paper), (size, size))


# --- holdings -----------------------------------------------------------------------------------------------
# Lays out cards: fans of card backs, and lines of faces that overlap where space is short.

_VISIBLE_SHARES = {"mahjong": 0.98}
_VISIBLE_SHARE = 0.5
_VISIBLE_SHARE_OF_WIDE = 0.44
_VISIBLE_SHARE_OF_LARGE = 0.38
"""Share of a card's width that identifies it: its corner with rank and sign. Tiles have no such corner. Wide
cards are read even if the edge of a 10 is covered.
"""

_NARROW = 128
"""Width in pixels up to which the whole corner of a card has to be seen."""

_RAISED = 10
"""Pixels by which a highlighted card is higher than the others of its line."""

_COUNTED = 3
"""If a fan has more backs than this, it shows their number, since more are not counted at a glance."""

_MOST_BACKS = 12
_BACKS = 112, 96, 84, 72, 64
"""Widths of card backs in a fan, from large to small, for when space is short."""

_CAPTION_GAP = 32
"""Least distance in pixels between captions of neighbouring cards: more than the width of a space."""

_LABEL = 48
"""Width of the number on a fan."""

_APART = 18
_LEAST_APART = 8
"""Pixels between two groups, usually and at least. Groups with a player's name are always apart, and so are
all groups of a row if each begins with a caption.
"""

_OWNER = 40


class _CardSlot(NamedTuple):
    # A step is the distance in pixels from the left edge of the card to that of the next card.
    number: int  # the card's index in its row
    card: Card
    mark: Mark
    min_step: int
    usual_step: int
    is_last: bool  # in its group
    is_apart: bool  # the group never covers the next one


def has_only_backs(row: CardRow) -> bool:
    """Return whether a row shows only card backs, without captions, which may be drawn as a fan."""
    if row.is_spread or any(row.captions) or not any(row.groups):
        return False
    # The first face ends the search.
    return not any(card for card, _ in chain.from_iterable(row.groups))


def fan_piece(count: int, max_card_width: int, max_width: int = 9999) -> Piece:
    """Return a fan of card backs, with their number if there are many. Widths are pixels."""
    backs = min(count, _MOST_BACKS)
    card_width = max_card_width
    for smaller in _BACKS:
        if fan_size(backs, card_width)[0] <= max_width:
            break
        card_width = min(smaller, max_card_width)
    size = fan_size(backs, card_width)
    piece = piece_of(Fan(backs, card_width), size)
    if count <= _COUNTED:
        return piece
    label = number_piece(str(count), colours.INK, colours.PAPER, _LABEL)
    at_x, at_y = fan_number_point(backs, card_width)
    x = at_x - _LABEL // 2
    y = min(at_y - _LABEL // 2, size[1] - _LABEL)
    return Piece(max(size[0], x + _LABEL), size[1], piece.ops + tuple(label.at(x, y)))


def cards_piece(row: CardRow, art: str, card_width: int, max_width: int, side: float = 0.0) -> Piece:
    """Return cards with their captions in as few lines as possible. The cards overlap if space is short.

    Args:
        art: the name of the set of card drawings.
        card_width: pixels.
        max_width: pixels.
        side: aligns the lines: 0 left, 0.5 centred, 1 right.
    """
    slots = _card_slots(row, art, card_width)
    lines = _split_into_lines(slots, card_width, max_width)
    return stacked([_line_of_cards(row, line, card_width, max_width) for line in lines], 4, side)


def least_cards_height(row: CardRow, art: str, card_width: int, max_width: int) -> int:
    """Return the height in pixels that a row's cards have at least. This is much faster than ``cards_piece``.

    The arguments are those of ``cards_piece``.
    """
    cards = row.cards
    if not cards or has_only_backs(row):
        return 0
    step = _visible_width(art, card_width)
    if not row.is_spread and not all(card for card, _ in cards):
        step //= 2  # backs cover each other more than faces
    # Of a line's cards all but one show at least this step.
    lines = ceil(len(cards) * step / (max_width - card_width + step))
    return lines * card_height(card_width)


def _visible_width(art: str, card_width: int) -> int:
    if card_width <= _NARROW:
        usual_share = _VISIBLE_SHARE
    elif card_width < SMALL:
        usual_share = _VISIBLE_SHARE_OF_WIDE
    else:
        usual_share = _VISIBLE_SHARE_OF_LARGE
    return round(_VISIBLE_SHARES.get(art, usual_share) * card_width)


def _card_slots(row: CardRow, art: str, card_width: int) -> list[_CardSlot]:
    visible_width = _visible_width(art, card_width)
    slots = list[_CardSlot]()
    number = 0
    are_captioned = _begin_with_captions(row)
    for group in row.groups:
        is_apart = are_captioned or any(row.owners[number : number + len(group)])
        for place, (face, mark) in enumerate(group):
            if face or row.is_spread:
                least = visible_width
            else:
                least = visible_width // 2
            if row.captions and row.captions[number]:
                end_of_group = number + len(group) - place
                least = max(least, _step_for_caption(row, number, end_of_group, visible_width, card_width))
            usual = max(least, card_width + 6)
            is_last = place == len(group) - 1
            slots.append(_CardSlot(number, face, mark, least, usual, is_last, is_apart))
            number += 1
    return slots


def _begin_with_captions(row: CardRow) -> bool:
    starts = accumulate(map(len, row.groups[:-1]), initial=0)
    is_divided = len(row.groups) > 1 and all(row.groups)
    return is_divided and bool(row.captions) and all(row.captions[start] for start in starts)


def _step_for_caption(
    row: CardRow, number: int, end_of_group: int, visible_width: int, card_width: int
) -> int:
    # The least distance to the next card at which the caption of a card has room. A caption may reach below
    # the next cards of its group that have none.
    after = number + 1
    while after < end_of_group and not row.captions[after]:
        after += 1
    width = text_width(row.captions[number], LETTERS) + _CAPTION_GAP
    if row.owners[number] is not None:
        width += _OWNER + 6
    bare_cards = after - number - 1
    room = visible_width * bare_cards
    if bare_cards and after == end_of_group:
        room += card_width - visible_width  # the last card of a group is not covered
    return width - room


def _split_into_lines(
    slots: Sequence[_CardSlot], card_width: int, max_width: int
) -> list[Sequence[_CardSlot]]:
    # Sums of the smallest steps up to each card, from which the width of any part of the row follows.
    steps = [_next_step(slot, 0.0, card_width) for slot in slots]
    sums = list(accumulate(steps, initial=0))

    def fits(start: int, end: int) -> bool:
        return sums[end - 1] - sums[start] + max(card_width, slots[end - 1].min_step) <= max_width

    count = len(slots)
    if count < 2 or fits(0, count):
        return [slots] if slots else []
    ends = [end + 1 for end, slot in enumerate(slots[:-1]) if slot.is_last]
    # Two lines, as even as possible: divided between two groups, or else between any two cards.
    for cuts in (ends, range(1, count)):
        fitting = [end for end in cuts if fits(0, end) and fits(end, count)]
        if fitting:
            end = min(fitting, key=lambda end: abs(2 * end - count))
            return [slots[:end], slots[end:]]
    # Otherwise the first line has as many cards as fit, and at least one.
    end = count
    while end > 1 and not fits(0, end):
        end -= 1
    lines = [slots[:end]]
    lines += _split_into_lines(slots[end:], card_width, max_width)
    return lines


def _next_step(slot: _CardSlot, share: float, card_width: int) -> int:
    # ``share`` is from 0, the smallest distance, to 1, the usual distance.
    if slot.is_last and slot.is_apart:
        # The cards of one player never cover those of another.
        return max(slot.min_step, card_width) + _LEAST_APART + round((_APART - _LEAST_APART) * share)
    if slot.is_last:
        return round(max(slot.min_step, card_width * (0.6 + 0.4 * share)) + _APART * share)
    return round(slot.min_step + (slot.usual_step - slot.min_step) * share)


def _line_width(slots: Sequence[_CardSlot], share: float, card_width: int) -> int:
    wide = max(card_width, slots[-1].min_step)
    for slot in slots[:-1]:
        wide += _next_step(slot, share, card_width)
    return wide


def _fitting_share(slots: Sequence[_CardSlot], card_width: int, max_width: int) -> float:
    # The share of the usual distances (``_next_step``) at which a line of cards is as wide as it may be.
    usual = _line_width(slots, 1.0, card_width)
    if usual <= max_width:
        return 1.0
    least = _line_width(slots, 0.0, card_width)
    share = max(0.0, min(1.0, (max_width - least) / max(1, usual - least)))
    # Distances are rounded, so the line may be some pixels too wide.
    if _line_width(slots, share, card_width) > max_width:
        return max(0.0, share - 0.03)
    return share


def _line_of_cards(row: CardRow, slots: Sequence[_CardSlot], card_width: int, max_width: int) -> Piece:
    share = _fitting_share(slots, card_width, max_width)
    margin = card_margin(card_width)
    hot = [slot.mark == "hot" for slot in slots]
    raised = _RAISED if any(hot) and not all(hot) else 0
    high = card_height(card_width) + 2 * margin
    ops = list[Op]()
    captions = list[Op]()
    x = 0
    for slot in slots:
        y = 0 if slot.mark == "hot" or not raised else raised
        if slot is slots[-1]:
            own = max(card_width, slot.min_step)
        else:
            own = _next_step(slot, share, card_width)
        # a card in a wide slot stands in its middle, above its caption
        indent = max(0, (min(own, slot.min_step) - card_width) // 2)
        face = CardFace(slot.card, slot.mark, card_width)
        ops.append(Op(face, x + indent - margin, y, card_width + 2 * margin, high))
        caption = _caption_piece(row, slot.number) if row.captions else NOTHING
        if caption.width:
            room = max(own, card_width) if slot.is_last else own
            if caption.width <= room:
                at = x + max(0, (room - caption.width) // 2)
            else:
                at = x
            captions += caption.at(at, high + raised - margin)
        x += own
    below = line_height(LETTERS) - margin if captions else 0
    return Piece(x, high + raised + below, tuple(ops + captions))


def _caption_piece(row: CardRow, number: int) -> Piece:
    # A caption that names a player has the player's disc beside it.
    text = row.captions[number]
    if not text:
        return NOTHING
    owner = row.owners[number]
    piece = line_piece(text, LETTERS, 600, colours.TITLE)
    if owner is None:
        return piece
    mini = disc_piece(owner, _OWNER)
    return beside([mini, piece], 6)


# --- speech -------------------------------------------------------------------------------------------------
# Lays out what a player says or thinks: the player's disc with a bubble beside it.

DISC = 128
"""Width of the player's disc in pixels."""

_BUBBLE_INSET = 34
_TAIL = 26
_SPEECH_LETTERS = 58


def speech_piece(
    portrait: Portrait | None,
    title: Piece,
    text: str,
    max_width: int,
    *,
    is_thought: bool = False,
) -> Piece:
    """Return a player's disc with a title and a speech or thought bubble beside the disc.

    Args:
        portrait: what the disc shows, or ``None`` for no disc.
        title: no wider than ``width_beside_disc`` returns.
        text: the text in the bubble, or empty for no bubble.
        max_width: pixels.
    """
    has_disc = portrait is not None
    bubble = _bubble(text, width_beside_disc(max_width, portrait), has_disc=has_disc, is_thought=is_thought)
    texts = stacked([title, bubble], 8)
    if portrait is None:
        return texts
    return beside([disc_piece(portrait, DISC), texts], _TAIL + 12, 0.0)


def width_beside_disc(max_width: int, portrait: Portrait | None) -> int:
    """Return the width in pixels that a player's disc leaves for texts beside it.

    Args:
        max_width: the width of disc and texts together, in pixels.
        portrait: what the disc shows, or ``None`` for no disc.
    """
    return max_width - (0 if portrait is None else DISC + _TAIL + 12)


def _bubble(text: str, max_width: int, *, has_disc: bool, is_thought: bool) -> Piece:
    if not text:
        return NOTHING
    lines = lines_piece(text, _SPEECH_LETTERS, max_width - 2 * _BUBBLE_INSET, colours.INK)
    wide = lines.width + 2 * _BUBBLE_INSET
    high = lines.height + 24
    # The bubble, and the tail or the circles that lead to the player.
    ops = [Op(Box(wide, high, 36, colours.PAPER), 0, 0, wide, high)]
    if has_disc:
        for x, size in ((-18, 24), (-40, 16)) if is_thought else ((-14, 28), (-24, 18), (-32, 10)):
            y = 24 + (28 - size) // 2
            ops.append(Op(Box(size, size, size // 2, colours.PAPER), x, y, size, size))
    ops += lines.at(_BUBBLE_INSET, 12)
    return Piece(wide, high, tuple(ops))
