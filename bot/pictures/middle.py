"""Lays out the rows of a board that belong to no seat. They are in the middle of the table, in boxes below
it, or in a hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.cloths import LOOKS, Look
from bot.pictures.colours import Colour
from bot.pictures.drawing import Band
from bot.pictures.holdings import faces, fanned, initial, is_hidden
from bot.pictures.labels import width
from bot.pictures.pieces import (
    LETTERS,
    NAME,
    NOTHING,
    Piece,
    beside,
    chip,
    flowing,
    lines_of,
    of,
    stacked,
    written,
)
from bot.pictures.sprites import Disc, Sign
from games.core.presentation import Cloth

_CLAIM, _LESS = 64, 54
"""Sizes of the letters of a claim: of a short one, and of one that needs more than a line."""

_CLAIM_DISC = 76
_PARTS = " · "
_BESIDE = 60
"""Pixels between two rows that lie beside each other in the middle."""

_SMALLER = {176: 128, 152: 112, 128: 96, 112: 84, 96: 72, 84: 72, 72: 72}
"""Width of the cards of a row that is marked as small, by the width of all other cards; both in pixels."""


@cached(1024)
def middle_piece(bands: Sequence[Band], limit: int, card: int, art: str, cloth: Cloth) -> Piece:
    """Return the layout of the middle of the table: the cards that lie there, and the claim in large letters.

    Args:
        bands: the rows of the board that belong to no seat.
        limit: greatest width of the result in pixels.
        card: width of a card in pixels.
        art: name of the cards' drawings.
        cloth: the look of the table.
    """
    look = LOOKS[cloth]
    # a single row is drawn large, even if it is small elsewhere
    sizes = [_SMALLER[card] if band.is_small and len(bands) > 1 else card for band in bands]
    pieces = [_centred(band, limit, size, art, look) for band, size in zip(bands, sizes, strict=True)]
    if len(pieces) == 2 and sum(piece.width for piece in pieces) + _BESIDE <= limit:
        return beside(pieces, _BESIDE)
    return stacked(pieces, 14, 0.5)


def _centred(band: Band, limit: int, card: int, art: str, look: Look) -> Piece:
    ground = look.deep
    told = f"{band.title}{_PARTS}{band.note}" if band.note and band.title else band.title or band.note
    title = lines_of(told, LETTERS, limit, ground, colours.NOTE, side=0.5, parts=_PARTS)
    # The claim to beat is large; other chips are small.
    claims = [
        _claim(chips.text, chips.tone, limit - (card + 60 if len(band.cards) == 1 else 0), ground)
        for chips in band.chips
        if chips.mark == "hot"
    ]
    others = [
        chip(chips.text, chips.mark, limit, look, ground) for chips in band.chips if chips.mark != "hot"
    ]
    cards = _cards(band, art, card, limit, look, ground, 0.5)
    shown = [cards, flowing(others, limit, 10, 0.5)]
    # A single card and a single claim fit beside each other.
    if cards.width and len(band.cards) == 1 and len(claims) == 1 and not others:
        shown, claims = [beside([cards, *claims], 28)], []
    elif cards.width and sum(piece.width + 20 for piece in (cards, *others)) <= limit:
        shown = [beside([cards, *others], 20)]
    return stacked([title, *shown[:1], *claims, *shown[1:]], 6, 0.5)


def _cards(band: Band, art: str, card: int, limit: int, look: Look, ground: Colour, side: float) -> Piece:
    if is_hidden(band):
        return fanned(len(band.cards), card)
    return faces(band, art, card, limit, look, ground, side)


def _claim(text: str, tone: int | None, limit: int, ground: Colour) -> Piece:
    """Return a claim in large letters, with the disc of the player who made it.

    Args:
        text: the claim, beginning with the player's name.
        tone: the number of the player's colour; ``None`` for a claim without a disc.
        limit: greatest width in pixels.
        ground: the background.
    """
    disc = NOTHING if tone is None else of(Disc(initial(text), tone, _CLAIM_DISC), (_CLAIM_DISC, _CLAIM_DISC))
    room = limit - (disc.width + 16 if disc.width else 0)
    size = _CLAIM if width(text, _CLAIM) <= room else _LESS
    return beside([disc, lines_of(text, size, room, ground, colours.GOLD)], 16)


@cached(1024)
def strip_piece(band: Band, limit: int, card: int, art: str, cloth: Cloth) -> Piece:
    """Return the layout of a row in a box below the table: title and note at the left, then the row's cards
    and chips (short texts).

    Args:
        band: the row.
        limit: greatest width of the result, in pixels.
        card: width of a card, in pixels.
        art: name of the set of card drawings.
        cloth: the look of the table.
    """
    look, ground = LOOKS[cloth], LOOKS[cloth].deep
    chips = [chip(chip_text.text, chip_text.mark, limit, look, ground) for chip_text in band.chips]
    title = _title(band, limit * 3 // 5, ground, stack=True)
    cards = _cards(band, art, card, limit, look, ground, 0.0)
    line = [title, cards, *chips]
    if sum(piece.width + 20 for piece in line if piece.width) - 20 <= limit:
        return beside(line, 20)
    if title.width + 20 + cards.width <= limit and title.width <= limit * 2 // 5:
        return stacked([beside([title, cards], 20), flowing(chips, limit)], 6)
    return stacked([_title(band, limit, ground), flowing([cards, *chips], limit)], 6)


def _title(band: Band, limit: int, ground: Colour, *, stack: bool = False) -> Piece:
    """Return title and note of a row without a seat: in one line or, with ``stack``, below each other."""
    ink = colours.WON if band.is_won else colours.GOLD if band.is_turn else colours.TITLE
    crown = of(Sign("crown", 48), (48, 36)) if band.is_won else NOTHING
    size = NAME if width(band.title, NAME) <= limit else LETTERS
    title = beside([crown, lines_of(band.title, size, limit, ground, ink)], 10)
    room = limit if stack else limit - title.width - 24
    if not stack and width(band.note, LETTERS) <= room:
        note = written(band.note, LETTERS, room, ground, colours.NOTE)
        gap = limit - title.width - note.width if note.width else 0
        return beside([title, note], gap)
    return stacked([title, lines_of(band.note, LETTERS, limit, ground, colours.NOTE, parts=_PARTS)])


@cached(1024)
def hand_piece(band: Band, limit: int, card: int, art: str, cloth: Cloth, side: float = 0.0) -> Piece:
    """Return the layout of a row of a player's hand: its title, its cards, and its chips (short texts).

    Args:
        band: the row.
        limit: greatest width of the result in pixels.
        card: width of a card in pixels.
        art: name of the cards' drawings.
        cloth: the look of the table.
        side: 0 for parts that begin at the left, 0.5 for centred ones.
    """
    if band.is_small and (band.cards or band.chips):
        return strip_piece(band, limit, _SMALLER[card], art, cloth)
    look, ground = LOOKS[cloth], LOOKS[cloth].felt
    chips = [chip(chip_text.text, chip_text.mark, limit, look, ground) for chip_text in band.chips]
    cards = _cards(band, art, card, limit, look, ground, side)
    title = _title(band, limit, ground, stack=side > 0)
    return stacked([title, cards, flowing(chips, limit, side=side)], 6, side)
