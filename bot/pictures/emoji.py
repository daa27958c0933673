"""Cards as emoji: small square pictures in which rank and suit fill the square.

An emoji's name is read aloud by screen readers, so it contains the card's plain name. It ends with a
fingerprint of the drawing: a changed drawing gets another name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from bot.caches import cached
from bot.pictures.cards import draw_square, draw_square_back
from bot.pictures.kanji_cards import draw_square_tesca, draw_square_tile, draw_square_tomoe
from bot.pictures.pen import Pen
from games.core.cards import MAHJONG, NUMBERS, STANDARD, TESCA, TOMOE, Card

SIZE = 128
"""Width and height of an emoji in pixels, as Discord's documentation names them."""

FINGERPRINT = 5
"""Number of hexadecimal digits at the end of an emoji's name."""

_RADIUS = 16
"""Radius of the corners, in units of the pen."""


class CardDrawing(NamedTuple):
    """An emoji of a card: its plain name, and how the card is drawn.

    Attributes:
        stem: the beginning of the emoji's name, different for each drawing.
    """

    stem: str
    draw: Callable[[Pen], None]

    def image(self) -> Image.Image:
        """Return the drawing, with transparent corners."""
        pen = Pen(SIZE, is_square=True)
        self.draw(pen)
        return pen.finish_smoothly(_RADIUS)


class EmojiFile(NamedTuple):
    """An emoji as it is uploaded.

    Attributes:
        name: with the fingerprint of the drawing.
        png: the picture.
    """

    stem: str
    name: str
    png: bytes


@cached(512, of_people=False)
def emoji_file(drawing: CardDrawing) -> EmojiFile:
    """Return an emoji as it is uploaded. Equal drawings have equal names.

    The result is cached, since the bot compares all of them with Discord's once an hour.
    """
    image = drawing.image()
    # The pixels are hashed, as the bytes of a PNG depend on the library that compresses it.
    digest = hashlib.sha256(image.tobytes()).hexdigest()[:FINGERPRINT]
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return EmojiFile(drawing.stem, f"{drawing.stem}_{digest}", out.getvalue())


# --- all of them --------------------------------------------------------------------------------------------

_SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"}
_TILES = {"m": "man", "p": "pin", "s": "sou"}
_HONOURS = ("east", "south", "west", "north", "white_dragon", "green_dragon", "red_dragon")
_ELEMENTS = {"k": "wood", "h": "fire", "m": "water"}
_TOMOE = {"r": "red", "a": "blue", "g": "green", "o": "orange", "k": "black", "p": "purple"}
_METALS = {"Au": "gold", "Ag": "silver", "Cu": "bronze"}


def _playing_card(card: Card) -> str:
    if card == "Jk":
        return "joker"
    rank = card[:-1]
    suit = card[-1]
    return f"{_NAMES.get(rank, rank)}_of_{_SUITS[suit]}"


def _tile(card: Card) -> str:
    rank = card[0]
    suit = card[1]
    if suit == "z":
        return _HONOURS[int(rank) - 1]
    return f"{rank}_{_TILES[suit]}"


def _tesca(card: Card) -> str:
    rank = card[:-1]
    suit = card[-1]
    if suit in _ELEMENTS:
        return f"{_ELEMENTS[suit]}_{rank}"
    if rank == "0":
        return "taiji_0"
    return f"yang_{rank}" if int(rank) % 2 else f"yin_{rank}"


def _tomoe(card: Card) -> str:
    return _METALS.get(card) or f"{_TOMOE[card[1]]}_{card[0]}"


def _drawings() -> Iterator[tuple[str, Card, CardDrawing]]:
    # Each set of card drawings with its cards. Cards that look alike in two sets share one emoji.
    for card in STANDARD.cards:
        four = CardDrawing(
            f"card_{_playing_card(card)}", partial(draw_square, card=card, family=STANDARD, colours="four")
        )
        two = four
        if card[-1] in "dc":
            draw = partial(draw_square, card=card, family=STANDARD, colours="two")
            two = CardDrawing(f"{four.stem}_{'red' if card[-1] == 'd' else 'black'}", draw)
        yield "standard", card, four
        yield "standard-two", card, two
        if card[0] == "A":
            draw = partial(draw_square, card=card, family=NUMBERS, colours="four")
            yield "numbers", card, CardDrawing(f"card_1_of_{_SUITS[card[-1]]}", draw)
        else:
            yield "numbers", card, four
    for card in MAHJONG.cards:
        yield "mahjong", card, CardDrawing(f"card_{_tile(card)}", partial(draw_square_tile, card=card))
    for card in TESCA.cards:
        yield "tesca", card, CardDrawing(f"card_{_tesca(card)}", partial(draw_square_tesca, card=card))
    for card in TOMOE.cards:
        for art, has_kanji in (("tomoe", True), ("tomoe-letters", False)):
            stem = f"card_{_tomoe(card)}{'_kanji' if has_kanji else ''}"
            yield art, card, CardDrawing(stem, partial(draw_square_tomoe, card=card, has_kanji=has_kanji))


BACK_DRAWING = CardDrawing("card_back", draw_square_back)

CARD_DRAWINGS: Mapping[tuple[str, Card], CardDrawing] = {
    (art, card): drawing for art, card, drawing in _drawings()
}
"""The drawing of each card, by the name of the set of card drawings (``art_name``) and the card."""

DRAWINGS: Mapping[str, CardDrawing] = {
    drawing.stem: drawing for drawing in (BACK_DRAWING, *CARD_DRAWINGS.values())
}
"""All drawings by their stem."""
