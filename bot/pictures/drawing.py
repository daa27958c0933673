"""A board with its texts in the reader's language: everything that its picture depends on."""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import msgspec

from bot.pictures.labels import printable
from games.core.cards import Card
from games.core.presentation import Chip, Cloth, Ink, Mark, Row, Tone
from games.core.words import Seat

TALL = 340
"""Greatest height of a board in a message of its own, in points of a phone. It is exceeded only if no layout
is that low.
"""

Drawn: TypeAlias = tuple[Card, Mark]
"""A card with its mark (such as highlighted or faded). An empty card is a back."""


class Wording(msgspec.Struct, frozen=True, gc=False):
    """The texts of a row in the reader's language.

    Attributes:
        captions: one text for each card; no texts if no card has a caption.
        tones: the colour number of each seat; by default the number of the seat.
    """

    title: str
    note: str = ""
    captions: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    tones: tuple[int, ...] = ()


class ChipText(msgspec.Struct, frozen=True, gc=False):
    """A chip: a short text in a coloured box beside a row.

    ``tone`` is the colour number of the first player whose name is in the text.
    """

    text: str
    mark: Mark = ""
    tone: int | None = None


class Band(msgspec.Struct, frozen=True, gc=False):
    """A row of a picture, with texts that the font can print. Fields that are not listed here are as in
    ``Row`` and ``Wording``.

    Attributes:
        seat: the seat of the row, if it has one.
        tone: the colour number of the player at this seat.
        owners: for each card, the colour number of the player whose name is in its caption.
    """

    groups: tuple[tuple[Drawn, ...], ...]
    title: str
    note: str
    captions: tuple[str, ...]
    chips: tuple[ChipText, ...]
    is_turn: bool
    is_won: bool
    is_small: bool
    place: int = 0
    discs: tuple[tuple[Ink, int], ...] = ()
    seat: int | None = None
    is_leader: bool = False
    owners: tuple[int | None, ...] = ()
    tone: int = 0

    @staticmethod
    def of(row: Row, words: Wording) -> Band:
        """Return a row of a picture with the texts in ``words``."""
        # Without any caption the row needs no space for captions.
        captions = tuple([printable(caption) for caption in words.captions])
        owners = [_tone(face.caption, words) for face in row.cards]
        return Band(
            tuple([tuple([(face.card, face.mark) for face in group]) for group in row.groups]),
            printable(words.title),
            "" if row.discs else printable(words.note),
            captions if any(captions) else (),
            tuple([_said(chip, text, words) for text, chip in zip(words.chips, row.chips, strict=True)]),
            row.is_turn,
            row.is_won,
            row.is_small,
            row.place,
            row.discs,
            row.title.seat if isinstance(row.title, Seat) else None,
            row.is_leader,
            tuple(owners) if any(captions) else (),
            _tone(row.title, words) or 0,
        )

    @property
    def cards(self) -> tuple[Drawn, ...]:
        """All cards of the row from left to right."""
        return tuple(drawn for group in self.groups for drawn in group)


def _said(chip: Chip, text: str, words: Wording) -> ChipText:
    tones = [_tone(arg, words) for arg in chip.text.args.values() if isinstance(arg, Seat)]
    return ChipText(printable(text), chip.mark, tones[0] if tones else None)


def _tone(named: object, words: Wording) -> int | None:
    """Return the number of a player's colour if ``named`` is a ``Seat``, otherwise ``None``."""
    if not isinstance(named, Seat):
        return None
    return words.tones[named.seat] if named.seat < len(words.tones) else named.seat


class Quote(msgspec.Struct, frozen=True, gc=False):
    """The best moment of a game, for its poster.

    Attributes:
        title: the kind of moment, such as *best bluff*.
        name: the player's name.
        tone: the number of the player's colour.
        said: what the player said.
        cards: the cards that decided.
        stamp: the verdict: its text, and its kind (``Drawing.stamp``).
        judge: name and colour number of the player who saw through the bluff; ``None`` if no player did.
        told: a description of the moment, for people who cannot see the picture.
    """

    title: str
    name: str
    tone: int
    said: str
    told: str
    cards: tuple[Drawn, ...] = ()
    stamp: tuple[str, Tone] | None = None
    judge: tuple[str, int] | None = None


class Poster(msgspec.Struct, frozen=True, gc=False):
    """The texts and the best moment on the poster of a game's result.

    Attributes:
        title: the game.
        line: the date and the server, with " · " between them.
        foot: a line about the evening (series of games with mostly the same people).
        quote: the best moment of the game.
    """

    title: str
    line: str = ""
    foot: str = ""
    quote: Quote | None = None

    def around(self, players: str) -> str:
        """Return all texts of the poster as one text. ``players`` is the part about the players."""
        above = " · ".join(filter(None, [self.title, self.line]))
        quote = "" if self.quote is None else self.quote.told
        return "\n".join(filter(None, [above, players, quote, self.foot]))


class Drawing(msgspec.Struct, frozen=True, dict=True):
    """A board to be drawn. Equal drawings give equal pictures.

    Args:
        art: name of the set of card drawings (``art_name``).
        bands: the rows: first those in the middle of the table, then the seats, then those below the table.
        tall: greatest height on a phone, in points. It is exceeded only if no layout fits.
        is_hand: the board is one player's hand.
        cloth: the look of the table.
        stamp: the verdict after a reveal: its text, and ``"good"``, ``"bad"`` or ``"plain"`` for its colour.
        poster: the texts of a poster; ``None`` for a table or a hand.
        least: smallest height of a table or a hand on a phone, in points.
    """

    art: str
    bands: tuple[Band, ...]
    tall: int = TALL
    is_hand: bool = False
    cloth: Cloth = "felt"
    stamp: tuple[str, Tone] | None = None
    poster: Poster | None = None
    least: int = 0

    @cached_property
    def encoded(self) -> bytes:
        """The drawing as JSON bytes. Its picture is cached under these bytes."""
        return msgspec.json.encode(
            (self.art, self.bands, self.tall, self.is_hand, self.cloth, self.stamp, self.poster, self.least)
        )
