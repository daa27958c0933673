"""The contents of a picture: rows of cards, with texts in the reader's language."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeAlias

import msgspec

from bot.pictures.labels import initial, printable
from bot.pictures.pen import Portrait
from games.core.cards import Card
from games.core.presentation import Cloth, Face, Ink, Mark, Row, Tag, Tone
from games.core.words import Seat

MAX_BOARD_HEIGHT = 340
"""Greatest height of a board in a message of its own, in points of a phone. It is exceeded only if no layout
is that low.
"""

MarkedCard: TypeAlias = tuple[Card, Mark]
"""A card with its mark (such as highlighted or faded). An empty card is a back."""


class StampText(NamedTuple):
    """A verdict such as *a lie*, which is printed like a rubber stamp."""

    text: str
    tone: Tone  # decides the colour


class RowTexts(msgspec.Struct, frozen=True, gc=False):
    """The texts of a row of cards in the reader's language."""

    title: str
    note: str = ""
    captions: tuple[str, ...] = ()  # one for each card; empty if no card has a caption
    tags: tuple[str, ...] = ()
    portraits: tuple[Portrait, ...] = ()  # of the player at each seat


class TagText(msgspec.Struct, frozen=True, gc=False):
    """A short text in a coloured box beside a row of cards."""

    text: str
    mark: Mark = ""
    portrait: Portrait | None = None  # of the first player that the text names


class CardRow(msgspec.Struct, frozen=True, gc=False):
    """A row of cards in a picture, with texts that the font can print."""

    groups: tuple[tuple[MarkedCard, ...], ...]
    title: str
    note: str
    captions: tuple[str, ...]
    tags: tuple[TagText, ...]
    is_turn: bool
    is_won: bool
    is_small: bool
    place: int = 0
    discs: tuple[tuple[Ink, int], ...] = ()
    seat: int | None = None
    is_leader: bool = False
    is_out: bool = False
    owners: tuple[Portrait | None, ...] = ()  # for each card, the portrait of the player in its caption
    portrait: Portrait | None = None  # of the player at the seat
    is_spread: bool = False  # backs lie where their faces will be, since they are turned face up soon

    @staticmethod
    def of(row: Row, words: RowTexts) -> CardRow:
        """Return a board's row with its texts, ready to be drawn."""
        captions = list(map(printable, words.captions))
        owners = list[Portrait | None]()
        # Without any caption the row needs no space for captions.
        if not any(captions):
            captions = []
        else:
            for face, caption in zip(row.cards, captions, strict=True):
                owners.append(_portrait(face.caption, caption, words))
        title = printable(words.title)
        return CardRow(
            groups=tuple(map(_marked_cards, row.groups)),
            title=title,
            note="" if row.discs else printable(words.note),
            captions=tuple(captions),
            tags=tuple([_tag_text(tag, text, words) for text, tag in zip(words.tags, row.tags, strict=True)]),
            is_turn=row.is_turn,
            is_won=row.is_won,
            is_small=row.is_small,
            place=row.place,
            discs=row.discs,
            seat=row.title.seat if isinstance(row.title, Seat) else None,
            is_leader=row.is_leader,
            is_out=row.is_out,
            owners=tuple(owners),
            portrait=_portrait(row.title, title, words),
            is_spread=any(face.turn > 0 and not face.card for face in row.cards),
        )

    @property
    def cards(self) -> tuple[MarkedCard, ...]:
        """All cards of the row from left to right."""
        return tuple(chain.from_iterable(self.groups))


def _marked_cards(group: Sequence[Face]) -> tuple[MarkedCard, ...]:
    return tuple([(face.card, face.mark) for face in group])


def _tag_text(tag: Tag, text: str, words: RowTexts) -> TagText:
    first = next((arg for arg in tag.text.args.values() if isinstance(arg, Seat)), None)
    return TagText(printable(text), tag.mark, _portrait(first, printable(text), words))


def _portrait(seat_or_text: object, name: str, words: RowTexts) -> Portrait | None:
    if not isinstance(seat_or_text, Seat):
        return None
    seat = seat_or_text.seat
    if seat < len(words.portraits):
        return words.portraits[seat]
    return Portrait(initial(name), seat)


class Quote(msgspec.Struct, frozen=True, gc=False):
    """The best highlight of a game, for its poster: what a player said, and the decisive cards."""

    title: str  # the kind of moment, such as *best bluff*
    name: str  # of the player
    portrait: Portrait  # of the player
    speech: str  # empty for no bubble
    description: str  # of the whole moment, for people who cannot see the picture
    cards: tuple[MarkedCard, ...] = ()
    stamp: StampText | None = None
    judge: Portrait | None = None  # of the player who saw through the bluff


class Poster(msgspec.Struct, frozen=True, gc=False):
    """The texts and the best highlight on the poster of a game's result."""

    title: str  # the game
    line: str = ""  # the date and the server, with " · " between them
    foot: str = ""  # a line about the evening (series of games with mostly the same people)
    quote: Quote | None = None

    def description(self, players: str) -> str:
        """Return the poster as text, for people who cannot see it.

        Args:
            players: the lines of text about the players.
        """
        above = " · ".join(filter(None, [self.title, self.line]))
        quote = "" if self.quote is None else self.quote.description
        return "\n".join(filter(None, [above, players, quote, self.foot]))


class Drawing(msgspec.Struct, frozen=True, dict=True):
    """The contents of a picture of a table, a hand or a result. Equal drawings give equal pictures.

    Heights are in points, the unit of a phone's screen.
    """

    art: str  # the name of the set of card drawings (``art_name``)
    rows: tuple[CardRow, ...]  # the middle of the table, then the seats, then the boxes below the table
    max_height: int = MAX_BOARD_HEIGHT  # is exceeded only if no layout fits
    is_hand: bool = False
    cloth: Cloth = "felt"  # decides the table's colours
    stamp: StampText | None = None
    poster: Poster | None = None  # for a result
    min_height: int = 0  # of a table or a hand
    is_below: bool = False  # the rows are in boxes below a table that has a picture of its own

    @property
    def encoded(self) -> bytes:
        """The drawing as JSON."""
        return msgspec.json.encode(msgspec.structs.astuple(self))

    @cached_property
    def key(self) -> bytes:
        """A hash of the drawing, its key in caches."""
        return hashlib.blake2s(self.encoded, digest_size=16).digest()
