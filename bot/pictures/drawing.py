"""A board in the reader's words: all that a picture of it depends on."""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import msgspec

from bot.pictures.labels import printable
from games.core.cards import Card
from games.core.presentation import Ink, Mark, Row

TALL = 340
"""Points: a phone shows a board that stands alone no higher, if that can be helped."""

Drawn: TypeAlias = tuple[Card, Mark]
"""A card as it is drawn; an empty one is a back."""


class Wording(msgspec.Struct, frozen=True, gc=False):
    """What is written on a row in the reader's language; captions are for each card, or none at all."""

    title: str
    note: str = ""
    captions: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()


class Band(msgspec.Struct, frozen=True, gc=False):
    """A row as it is seen; its texts are printable. See ``Row`` and ``Wording``."""

    groups: tuple[tuple[Drawn, ...], ...]
    title: str
    note: str
    captions: tuple[str, ...]
    chips: tuple[tuple[str, Mark], ...]
    is_turn: bool
    is_won: bool
    is_small: bool
    place: int = 0
    discs: tuple[tuple[Ink, int], ...] = ()

    @staticmethod
    def of(row: Row, words: Wording) -> Band:
        """Put a row and its words together: a text for each chip, and for each card if there are captions."""
        captions = tuple([printable(caption) for caption in words.captions])
        return Band(
            tuple([tuple([(face.card, face.mark) for face in group]) for group in row.groups]),
            printable(words.title),
            "" if row.discs else printable(words.note),
            captions if any(captions) else (),
            tuple([(printable(text), chip.mark) for text, chip in zip(words.chips, row.chips, strict=True)]),
            row.is_turn,
            row.is_won,
            row.is_small,
            row.place,
            row.discs,
        )

    @property
    def cards(self) -> tuple[Drawn, ...]:
        return tuple(drawn for group in self.groups for drawn in group)


class Drawing(msgspec.Struct, frozen=True, dict=True):
    """A board as it is seen: equal drawings are equal pictures.

    A phone shows it ``tall`` points high at most; but a hand of a few large cards is as high as it gets.
    """

    art: str
    bands: tuple[Band, ...]
    tall: int = TALL
    is_hand: bool = False

    @cached_property
    def encoded(self) -> bytes:
        """Give all of it as bytes, to tell drawings apart."""
        return msgspec.json.encode((self.art, self.bands, self.tall, self.is_hand))
