"""Boards as pictures in a message, with the same in words for who cannot see them.

Making a page is a pure function of a snapshot and a language: no waiting, no drawing. A picture is described
here and drawn only when it has to be sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.language.localizer import Localizer, encoded, plain
from bot.pictures import TALL, Band, Drawing, Drawn, Wording, art_name, board_picture, draw_board, planned
from bot.wire.components import Button, Item, MediaGallery, button, gallery
from games.core.presentation import Board, Face, Presenter, Row
from games.core.rules import View
from games.core.words import Seat, Text


class Picture(Drawn):
    """A board in somebody's language.

    Args:
        drawing: what is drawn.
        stem: what the file is called, before what tells it apart from others.
    """

    def __init__(self, drawing: Drawing, stem: str) -> None:
        super().__init__(stem, drawing.encoded, partial(draw_board, drawing))
        self.drawing = drawing

    @cached_property
    def size(self) -> tuple[int, int]:
        """How wide and how high it is, in pixels."""
        plan = planned(self.drawing).plan
        return plan.width, plan.height

    async def data(self) -> bytes:
        """Draw it, or give what was drawn of it lately."""
        return await board_picture(self.drawing)


NOW = "now"
"""The way to a game that is dealt at once, among those that ``/help`` shows."""


def play_now(words: Localizer) -> Button:
    """Offer a game with computer players that is dealt at once."""
    return button("which", "all", words("help-now"), NOW, style="primary")


def with_hands(
    lies_open: Board | None, presenter: Presenter[Any], views: Iterable[View], family: str
) -> Board:
    """Put some hands under what everybody sees.

    Args:
        lies_open: what everybody sees, if anything.
        presenter: the game's presenter.
        views: the views of the seats whose hands are shown.
        family: the cards' family, where nothing lies open.
    """
    hands = tuple([row for view in views if (row := presenter.hand(view)) is not None])
    if lies_open is None:
        return Board(family, hands)
    return replace(lies_open, rows=(*lies_open.rows, *hands))


class ToldBoard(msgspec.Struct, frozen=True, gc=False):
    """A board in somebody's words, to be shown as high as there is room.

    Args:
        art: which drawings of cards it has.
        bands: its rows as they are drawn.
        said: the same for who cannot see them.
    """

    art: str
    bands: tuple[Band, ...]
    said: str

    def shown(self, stem: str, tall: int, *, is_hand: bool = False) -> tuple[MediaGallery, Picture]:
        """Put it into a message; as ``board_gallery``, and ``is_hand`` as in ``Drawing``."""
        picture = Picture(Drawing(self.art, self.bands, tall, is_hand), stem)
        return gallery(picture.filename, self.said), picture


def told_board(board: Board, words: Localizer, names: Sequence[str]) -> ToldBoard:
    """Put a board into words; as ``board_gallery``."""
    plainly, family = Localizer(words.language, names), board.family
    rows = [plainly.once((family, encoded(row)), partial(_told, row, family, plainly)) for row in board.rows]
    said = "\n".join([told.line for told in rows])
    return ToldBoard(art_name(family, board.colours), tuple([told.band for told in rows]), said)


def board_gallery(
    board: Board,
    words: Localizer,
    names: Sequence[str],
    stem: str,
    tall: int = TALL,
) -> tuple[MediaGallery, Picture]:
    """Put a board into a message, with the same in words for who cannot see it.

    Args:
        board: what is drawn.
        words: the reader's words.
        names: plain names of the seats.
        stem: what the file is called, before what tells it apart from others.
        tall: how high a phone may show it, in points; less where another picture stands beside it.
    """
    return told_board(board, words, names).shown(stem, tall)


def board_items(
    board: Board | None, words: Localizer, names: Sequence[str], stem: str, tall: int = TALL
) -> tuple[list[Item], list[Picture]]:
    """Put a board into a message, as ``board_gallery``, if there is anything on it: items, pictures."""
    if board is None or not board.rows:
        return [], []
    shown, picture = board_gallery(board, words, names, stem, tall)
    return [shown], [picture]


class _Told(msgspec.Struct, frozen=True, gc=False):
    """A row in words: as it is drawn, and as it is said."""

    band: Band
    line: str


def _told(row: Row, family: str, words: Localizer) -> _Told:
    """Put a row into words: what is written there, its cards, its chips."""
    wording = _wording(row, words)
    title = words("picture-turn", title=wording.title) if row.is_turn else wording.title
    title = words("picture-won", title=title) if row.is_won else title
    title = words("picture-place", place=row.place, title=title) if row.place else title
    note = f" ({wording.note})" if wording.note else ""
    shown = _cards_text(family, row, wording.captions, words)
    if chips := " · ".join(wording.chips):
        shown = f"{shown} · {chips}" if shown else chips
    return _Told(Band.of(row, wording), f"{title}{note}: {shown}" if shown else f"{title}{note}")


def _cards_text(family: str, row: Row, captions: Sequence[str], words: Localizer) -> str:
    """Print the groups of a row, each card with its caption, those that count marked."""
    left = iter(captions or ("",) * len(row.cards))
    groups = []
    for group in filter(None, row.groups):
        told = [(_card_text(family, face, words), next(left)) for face in group]
        groups.append(" ".join([f"{card} ({caption})" if caption else card for card, caption in told]))
    return " | ".join(groups)


def _card_text(family: str, face: Face, words: Localizer) -> str:
    """Print a card, one that counts marked as such; cards that cannot be used are told by what can be."""
    card = words.cards([face.card], family)
    return words("picture-hot", card=card) if face.mark == "hot" else card


def _wording(row: Row, words: Localizer) -> Wording:
    """Put into words what is written on a row."""
    captions: tuple[str, ...] = ()
    if any(face.caption for face in row.cards):
        captions = tuple([_name(face.caption, words) if face.caption else "" for face in row.cards])
    return Wording(
        _name(row.title, words),
        plain(words(row.note)) if row.note else "",
        captions,
        tuple([plain(words(chip.text)) for chip in row.chips]),
    )


def _name(title: Seat | Text, words: Localizer) -> str:
    return words.name(title.seat) if isinstance(title, Seat) else plain(words(title))
