"""Lays out cards: fans of card backs, and lines of faces that overlap where space is short."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from bot.pictures import colours
from bot.pictures.drawing import CardRow
from bot.pictures.figures import fan_number_point, fan_size
from bot.pictures.labels import text_width
from bot.pictures.palette import line_height
from bot.pictures.pen import SMALL, card_height
from bot.pictures.pieces import (
    LETTERS,
    NOTHING,
    Op,
    Piece,
    beside,
    line_piece,
    number_piece,
    piece_of,
    stacked,
)
from bot.pictures.sprites import CardFace, Disc, Fan, card_margin
from games.core.cards import Card
from games.core.presentation import Mark

_VISIBLE_SHARES = {"mahjong": 0.98}
_VISIBLE_SHARE, _VISIBLE_SHARE_OF_LARGE = 0.5, 0.38
"""Share of a card's width that identifies it: its corner with rank and sign. Tiles have no such corner."""

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

_APART, _LEAST_APART = 18, 8
"""Pixels between two groups, usually and at least. Only groups with a player's name are always apart."""

_OWNER = 40


class _CardSlot(NamedTuple):
    # A step is the distance in pixels from the left edge of the card to that of the next card.
    number: int  # the card's index in its row
    card: Card
    mark: Mark
    min_step: int
    usual_step: int
    is_last: bool  # in its group
    has_owner: bool  # the group has a player's name below it


def has_only_backs(row: CardRow) -> bool:
    """Return whether a row shows only card backs, without captions."""
    return bool(row.cards) and not any(card for card, _ in row.cards) and not any(row.captions)


def fan_piece(count: int, max_card_width: int, max_width: int = 9999) -> Piece:
    """Return a fan of card backs, with their number if there are many. Widths are pixels."""
    backs = min(count, _MOST_BACKS)
    widths = [width for width in (max_card_width, *_BACKS) if width <= max_card_width]
    card_width = next((width for width in widths if fan_size(backs, width)[0] <= max_width), _BACKS[-1])
    size = fan_size(backs, card_width)
    piece = piece_of(Fan(backs, card_width), size)
    if count <= _COUNTED:
        return piece
    label = number_piece(str(count), colours.INK, colours.PAPER, _LABEL)
    at_x, at_y = fan_number_point(backs, card_width)
    x, y = at_x - _LABEL // 2, min(at_y - _LABEL // 2, size[1] - _LABEL)
    return Piece(max(size[0], x + _LABEL), size[1], (*piece.ops, *label.at(x, y)))


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


def _card_slots(row: CardRow, art: str, card_width: int) -> list[_CardSlot]:
    usual_share = _VISIBLE_SHARE if card_width < SMALL else _VISIBLE_SHARE_OF_LARGE
    visible_width = round(_VISIBLE_SHARES.get(art, usual_share) * card_width)
    slots, number = list[_CardSlot](), 0
    for group in row.groups:
        has_owner = any(owner is not None for owner in row.owners[number : number + len(group)])
        for place, (face, mark) in enumerate(group):
            least = visible_width if face else visible_width // 2
            if row.captions and row.captions[number]:
                # a caption may reach below the next cards of its group that have none
                after = number + 1
                while after < number + len(group) - place and not row.captions[after]:
                    after += 1
                caption_width = text_width(row.captions[number], LETTERS) + _CAPTION_GAP
                if row.owners[number] is not None:
                    caption_width += _OWNER + 6
                more, is_end = after - number - 1, after == number + len(group) - place
                room = visible_width * more + (card_width - visible_width if more and is_end else 0)
                least = max(least, caption_width - room)
            usual, is_last = max(least, card_width + 6), place == len(group) - 1
            slots.append(_CardSlot(number, face, mark, least, usual, is_last, has_owner))
            number += 1
    return slots


def _split_into_lines(
    slots: Sequence[_CardSlot], card_width: int, max_width: int
) -> list[Sequence[_CardSlot]]:
    # Sums of the smallest steps up to each card, from which the width of any part of the row follows.
    sums = [0, *accumulate([_next_step(slot, 0.0, card_width) for slot in slots])]

    def fits(start: int, end: int) -> bool:
        return sums[end - 1] - sums[start] + max(card_width, slots[end - 1].min_step) <= max_width

    count = len(slots)
    if count < 2 or fits(0, count):
        return [slots] if slots else []
    ends = [end + 1 for end, slot in enumerate(slots[:-1]) if slot.is_last]
    for ways in (ends, range(1, count)):
        fitting = [end for end in ways if fits(0, end) and fits(end, count)]
        if fitting:
            end = min(fitting, key=lambda end: abs(2 * end - count))
            return [slots[:end], slots[end:]]
    end = next(end for end in range(count, 0, -1) if end == 1 or fits(0, end))
    return [slots[:end], *_split_into_lines(slots[end:], card_width, max_width)]


def _next_step(slot: _CardSlot, share: float, card_width: int) -> int:
    # ``share`` is from 0, the smallest distance, to 1, the usual distance.
    if slot.is_last and slot.has_owner:
        # The cards of one player never cover those of another.
        return max(slot.min_step, card_width) + _LEAST_APART + round((_APART - _LEAST_APART) * share)
    if slot.is_last:
        return round(max(slot.min_step, card_width * (0.6 + 0.4 * share)) + _APART * share)
    return round(slot.min_step + (slot.usual_step - slot.min_step) * share)


def _line_of_cards(row: CardRow, slots: Sequence[_CardSlot], card_width: int, max_width: int) -> Piece:
    def line_width(share: float) -> int:
        return sum([_next_step(slot, share, card_width) for slot in slots[:-1]]) + max(
            card_width, slots[-1].min_step
        )

    share = (
        1.0
        if line_width(1.0) <= max_width
        else max(0.0, min(1.0, (max_width - line_width(0.0)) / max(1, line_width(1.0) - line_width(0.0))))
    )
    if line_width(share) > max_width:
        share = max(0.0, share - 0.03)
    margin, hot = card_margin(card_width), [slot.mark == "hot" for slot in slots]
    raised = _RAISED if any(hot) and not all(hot) else 0
    high = card_height(card_width) + 2 * margin
    ops, captions, x = list[Op](), list[Op](), 0
    for slot in slots:
        y = 0 if slot.mark == "hot" or not raised else raised
        own = max(card_width, slot.min_step) if slot is slots[-1] else _next_step(slot, share, card_width)
        # a card in a wide slot stands in its middle, above its caption
        indent = max(0, (min(own, slot.min_step) - card_width) // 2)
        size = card_width + 2 * margin, high
        ops.append(Op(CardFace(slot.card, slot.mark, card_width), x + indent - margin, y, *size))
        caption = _caption_piece(row, slot.number)
        if caption.width:
            room = max(own, card_width) if slot.is_last else own
            at = x + max(0, (room - caption.width) // 2) if caption.width <= room else x
            captions += caption.at(at, high + raised - margin)
        x += own
    below = line_height(LETTERS) - margin if captions else 0
    return Piece(x, high + raised + below, (*ops, *captions))


def _caption_piece(row: CardRow, number: int) -> Piece:
    # A caption that names a player has the player's disc beside it.
    if not row.captions or not row.captions[number]:
        return NOTHING
    text, owner = row.captions[number], row.owners[number]
    piece = line_piece(text, LETTERS, 600, colours.TITLE)
    if owner is None:
        return piece
    mini = piece_of(Disc(initial(text), owner, _OWNER), (_OWNER, _OWNER))
    return beside([mini, piece], 6)


def initial(name: str) -> str:
    """Return the letter on a person's disc.

    >>> initial("hana"), initial("花子")
    ('H', '花')
    """
    return next((letter for letter in name if letter.isalnum()), name[:1]).upper()
