"""Lays out rows of cards: in the middle of the table, in boxes below it, and in a hand."""

from __future__ import annotations

from collections.abc import Sequence

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.cloths import COLOUR_SCHEMES, ColourScheme
from bot.pictures.colours import Colour
from bot.pictures.drawing import CardRow
from bot.pictures.figures import stamp_size
from bot.pictures.holdings import cards_piece, fan_piece, has_only_backs, initial
from bot.pictures.labels import MOST_LINES, fit, has_whole_words, text_width, wrapped_lines
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
    piece_of,
    stacked,
)
from bot.pictures.raster import PixelSize
from bot.pictures.sprites import Disc, Symbol, VerdictStamp
from games.core.presentation import Cloth, Tone

CLAIM, _LESS = 64, 54
"""Sizes of the letters of a claim: of a short one, and of one that needs more than a line."""

_LARGE_CLAIMS = (168, 132, 104, 84)
"""Sizes of the letters of a claim in a picture with much room, where it may take two lines."""

_ONE_LINE = 104
"""Smallest size of letters at which one line is better than two lines of larger letters."""

_CLAIM_DISC, _LARGEST_DISC = 76, 128
_STAMPS = (132, 104, 84, 76, 64)
"""Sizes of the letters of a verdict in pixels."""

_PARTS = " · "
_BESIDE = 60
"""Pixels between two rows that lie beside each other in the middle."""

_SMALLER = {264: 176, 240: 152, 208: 128, 176: 128, 152: 112, 128: 96, 112: 84, 96: 72, 84: 72, 72: 72}
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
    # a single row is drawn large, even if it is small elsewhere
    widths = [_SMALLER[card_width] if row.is_small and len(rows) > 1 else card_width for row in rows]
    pieces = [
        _middle_row(row, max_width, width, art, scheme, max_letters)
        for row, width in zip(rows, widths, strict=True)
    ]
    if len(pieces) == 2 and sum(piece.width for piece in pieces) + _BESIDE <= max_width:
        return beside(pieces, _BESIDE)
    return stacked(pieces, 14, 0.5)


def _middle_row(
    row: CardRow, max_width: int, card_width: int, art: str, scheme: ColourScheme, max_letters: int
) -> Piece:
    heading = f"{row.title}{_PARTS}{row.note}" if row.note and row.title else row.title or row.note
    title = lines_piece(heading, LETTERS, max_width, colours.NOTE, side=0.5, parts=_PARTS)
    # The claim to beat is large; other chips are small.
    claims = [
        _claim_piece(
            chips.text,
            chips.colour_number,
            max_width - (card_width + 60 if len(row.cards) == 1 else 0),
            max_letters,
        )
        for chips in row.chips
        if chips.mark == "hot"
    ]
    others = [
        chip_piece(chips.text, chips.mark, max_width, scheme) for chips in row.chips if chips.mark != "hot"
    ]
    cards = _cards_or_fan(row, art, card_width, max_width, 0.5)
    parts = [cards, flowing(others, max_width, 10, 0.5)]
    # A single card and a single claim fit beside each other.
    if cards.width and len(row.cards) == 1 and len(claims) == 1 and not others:
        parts, claims = [beside([cards, *claims], 28)], []
    elif cards.width and sum(piece.width + 20 for piece in (cards, *others)) <= max_width:
        parts = [beside([cards, *others], 20)]
    return stacked([title, *parts[:1], *claims, *parts[1:]], 6, 0.5)


def _cards_or_fan(row: CardRow, art: str, card_width: int, max_width: int, side: float) -> Piece:
    if has_only_backs(row):
        return fan_piece(len(row.cards), card_width)
    return cards_piece(row, art, card_width, max_width, side)


def _claim_piece(text: str, colour_number: int | None, max_width: int, max_letters: int) -> Piece:
    # One line of large letters is best, then two lines, then one line of the usual letters.
    sizes = [size for size in (*_LARGE_CLAIMS, CLAIM, _LESS) if size <= max_letters]
    ways = [(size, 1) for size in sizes if size >= _ONE_LINE] + [(size, 2) for size in sizes if size > CLAIM]
    if max_letters > CLAIM:
        ways += [(72, 2), (CLAIM, 2)]
    for size, most in (*ways, (CLAIM, 1), (_LESS, MOST_LINES)):
        circle = 0 if colour_number is None else min(_LARGEST_DISC, size * _CLAIM_DISC // CLAIM)
        room = max_width - (circle + 16 if circle else 0)
        lines = wrapped_lines(text, size, room)
        if len(lines) <= most and (most == 1 or has_whole_words(lines, text)):
            break
    disc = (
        NOTHING
        if colour_number is None
        else piece_of(Disc(initial(text), colour_number, circle), (circle, circle))
    )
    return beside([disc, lines_piece(text, size, room, colours.GOLD, side=0.0 if circle else 0.5)], 16)


def stamp_piece(verdict: str, tone: Tone, max_letters: int, max_width: int) -> Piece:
    """Return a verdict like a rubber stamp, with letters as large as possible.

    Args:
        verdict: printable text.
        tone: decides the colour.
        max_letters: the greatest size of the letters in pixels.
        max_width: pixels.
    """
    ink: Colour = {"good": colours.TRUE, "bad": colours.FALSE, "plain": colours.INK}[tone]
    smaller = {*[size for size in _STAMPS if size < max_letters], max_letters * 2 // 3}
    sizes = [max_letters, *sorted(smaller, reverse=True)]
    size = next((size for size in sizes if text_width(verdict, size) + 110 <= max_width), sizes[-1])
    text = fit(verdict, size, max_width - 110)
    # Small letters need as much room inside of the frame as large ones.
    frame = PixelSize(text_width(text, size) + 80, max(round(size * 1.5), size + 46))
    rotated = stamp_size(frame)
    return Piece(*rotated, (Op(VerdictStamp(text, size, ink, *frame), 0, 0, *rotated),))


@cached(1024)
def boxed_row_piece(row: CardRow, max_width: int, card_width: int, art: str, cloth: Cloth) -> Piece:
    """Return the layout of a row of cards in a box below the table. Widths are pixels."""
    scheme = COLOUR_SCHEMES[cloth]
    chips = [chip_piece(chip_text.text, chip_text.mark, max_width, scheme) for chip_text in row.chips]
    title = _title_piece(row, max_width * 3 // 5, stack=True)
    cards = _cards_or_fan(row, art, card_width, max_width, 0.0)
    excess = sum([piece.width + 20 for piece in (title, cards, *chips) if piece.width]) - 20 - max_width
    if excess > 0:
        # Cards that overlap more may leave room for the chips.
        close = _cards_or_fan(row, art, card_width, max(card_width, cards.width - excess), 0.0)
        if close.height == cards.height:
            excess, cards = excess - (cards.width - close.width), close
    if excess <= 0:
        return beside([title, cards, *chips], 20)
    if title.width + 20 + cards.width <= max_width and title.width <= max_width * 2 // 5:
        return stacked([beside([title, cards], 20), flowing(chips, max_width)], 6)
    return stacked([_title_piece(row, max_width), flowing([cards, *chips], max_width)], 6)


def _title_piece(row: CardRow, max_width: int, *, stack: bool = False) -> Piece:
    ink = colours.WON if row.is_won else colours.GOLD if row.is_turn else colours.TITLE
    crown = piece_of(Symbol("crown", 48), (48, 36)) if row.is_won else NOTHING
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
    if row.is_small and (row.cards or row.chips):
        return boxed_row_piece(row, max_width, _SMALLER[card_width], art, cloth)
    scheme = COLOUR_SCHEMES[cloth]
    chips = [chip_piece(chip_text.text, chip_text.mark, max_width, scheme) for chip_text in row.chips]
    cards = _cards_or_fan(row, art, card_width, max_width, 0.0)
    return stacked([_title_piece(row, max_width), cards, flowing(chips, max_width)], 6)
