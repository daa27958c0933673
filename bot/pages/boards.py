"""Pictures of a table or a hand in a message. Pictures are drawn only when they have to be sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from itertools import chain, groupby
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.language import Localizer, encoded, plain, unmarked
from bot.pages.people import PlayerName, drawn_names, portraits_of, texts_of
from bot.pictures import (
    EXTENSION,
    MAX_BOARD_HEIGHT,
    CardRow,
    Drawing,
    LazyPicture,
    PictureFacts,
    Poster,
    RowTexts,
    art_name,
    board_picture,
    draw_board,
    least_height,
    picture_facts,
)
from bot.pictures.colours import PixelSize
from bot.pictures.drawing import StampText
from bot.pictures.labels import printable
from bot.pictures.moving import ANIMATION, key_of, moving_picture, size_of
from bot.pictures.pen import Portrait
from bot.wire.components import Button, Item, MediaGallery, button, gallery
from bot.wire.messages import Page
from games.core.presentation import BACK, Board, Cloth, Example, Face, Presenter, Row, faces
from games.core.rules import View
from games.core.words import Seat, Text, text


class Picture:
    """A picture of a table, a hand or a result in one language. It is drawn only when it is sent.

    Args:
        stem: the beginning of the file name, different for each picture in a message.
    """

    def __init__(self, drawing: Drawing, stem: str) -> None:
        self.drawing = drawing
        self.stem = stem

    @cached_property
    def _facts(self) -> PictureFacts:
        return picture_facts(self.drawing)

    @cached_property
    def filename(self) -> str:
        """The file name, which contains a hash of the pixels: one picture has one name in all messages."""
        return f"{self.stem}-{self._facts.digest}.{EXTENSION}"

    @property
    def size(self) -> PixelSize:
        """The size of the picture."""
        return self._facts.size

    @cached_property
    def least_height(self) -> float:
        """A height in points that the picture has at least; 0 if its size is known."""
        return least_height(self.drawing)

    @property
    def phone_height(self) -> float:
        """The height of the picture on a phone, in points."""
        return self._facts.phone_height

    async def data(self) -> bytes:
        """Return the picture's PNG file."""
        return await board_picture(self.drawing)


class MovingPicture(LazyPicture):
    """An animation of cards that are turned over one after another.

    Args:
        drawings: one for each frame.
        stem: the beginning of the file name, different for each picture in a message.
        frame_ms: the duration of each frame in milliseconds.
    """

    extension = ANIMATION

    def __init__(self, drawings: Sequence[Drawing], stem: str, frame_ms: int) -> None:
        super().__init__(stem, key_of(drawings, frame_ms), partial(draw_board, drawings[-1]))
        self.drawings = drawings
        self.frame_ms = frame_ms

    @cached_property
    def size(self) -> PixelSize:
        """The size of all frames."""
        return size_of(self.drawings)

    async def data(self) -> bytes:
        """Return the animation's WebP file."""
        return await moving_picture(self.drawings, self.frame_ms)


class BoardGallery(NamedTuple):
    """A gallery (component of a message) and the picture that it shows."""

    gallery: MediaGallery
    picture: Picture


class MovingGallery(NamedTuple):
    """A gallery (component of a message) and the animation that it shows."""

    gallery: MediaGallery
    picture: MovingPicture


class BoardItems(NamedTuple):
    """Items of a message, and the pictures that they show."""

    items: list[Item]
    pictures: list[Picture]


NOW = "now"
"""Last part of the custom id of the button that asks which game to start at once."""


def play_now_button(words: Localizer) -> Button:
    """Return the button that starts a game with computer players at once."""
    return button("which", "all", words("help-now"), NOW, style="primary")


def with_hands(public: Board | None, presenter: Presenter[Any], views: Iterable[View], family: str) -> Board:
    """Return a board with the hands of some seats added.

    Args:
        public: the board that everybody sees, or ``None`` for an empty one.
        presenter: turns the view of a seat into a row of cards.
        views: the views of the seats whose hands are added.
        family: the kind of deck of an empty board.
    """
    rows = [] if public is None else [*public.rows]
    for view in views:
        # A hand replaces the backs in its seat's row; without such a row it gets one.
        hand = presenter.hand(view)
        if hand is None:
            continue
        at = next((at for at, row in enumerate(rows) if row.title == hand.title), None)
        if at is None:
            rows.append(hand)
        else:
            rows[at] = _with_hand_for_backs(rows[at], hand)
    if public is None:
        return Board(family, tuple(rows))
    return replace(public, rows=tuple(rows))


def _has_only_backs(group: Sequence[Face]) -> bool:
    return all(replace(face, turn=0) == BACK for face in group)


def _with_hand_for_backs(row: Row, hand: Row) -> Row:
    others = [group for group in row.groups if not _has_only_backs(group)]
    if not others:
        return replace(row, groups=hand.groups, is_small=False)
    # Hand and open cards are two groups, each with a caption, so that they are drawn apart.
    groups = [_captioned(hand.cards, hand.note or text("picture-hand"))]
    open_cards = tuple(chain.from_iterable(others))
    if any(face.caption is not None for face in open_cards):
        groups += others
    else:
        groups.append(_captioned(open_cards, text("picture-open")))
    return replace(row, groups=tuple(groups), is_small=False)


def _captioned(group: tuple[Face, ...], caption: Text) -> tuple[Face, ...]:
    first, *more = group
    return (replace(first, caption=caption), *more)


class WordedBoard(msgspec.Struct, frozen=True, gc=False):
    """A picture of cards with its texts in one language. It can be drawn at different heights."""

    art: str  # the name of the set of card drawings
    rows: tuple[CardRow, ...]  # the rows of the picture
    description: str  # for people who cannot see the picture
    cloth: Cloth = "felt"  # decides the table's colours
    stamp: StampText | None = None

    @property
    def as_hand(self) -> WordedBoard:
        """The board without seats, so that a player's own cards are drawn as a hand, not as a table."""
        return replace(self, rows=tuple([replace(row, seat=None, portrait=None) for row in self.rows]))

    def picture(
        self,
        stem: str,
        max_height: int,
        *,
        is_hand: bool = False,
        poster: Poster | None = None,
        min_height: int = 0,
        is_below: bool = False,
    ) -> Picture:
        """Return the picture in a size that fits.

        Args:
            stem: the beginning of the file name, different for each picture in a message.
            max_height: of the picture, in points of a phone's screen.
            is_hand: the board is a single hand.
            poster: additional texts for the picture of a result.
            min_height: of the picture, in points of a phone's screen.
            is_below: the rows are in boxes below a table that has a picture of its own.
        """
        drawing = Drawing(
            self.art, self.rows, max_height, is_hand, self.cloth, self.stamp, poster, min_height, is_below
        )
        return Picture(drawing, stem)

    def at_height(
        self, stem: str, max_height: int, *, poster: Poster | None = None, min_height: int = 0
    ) -> BoardGallery:
        """Return the picture in a size that fits, and the gallery (component of a message) with the picture.

        The arguments are those of ``picture``.
        """
        picture = self.picture(stem, max_height, poster=poster, min_height=min_height)
        if poster is None:
            description = self.description
        else:
            description = poster.description(self.description)
        return BoardGallery(gallery(picture.filename, description), picture)


def worded_board(board: Board, words: Localizer, names: Sequence[PlayerName]) -> WordedBoard:
    """Add texts in the reader's language to a picture of cards.

    Args:
        names: the players' names without Markdown.
    """
    family = board.family
    labels = tuple(texts_of(names))
    shown_names = drawn_names(names)
    labelled = Localizer(words.language, labels)
    if shown_names == labels:
        drawn = labelled
    else:
        drawn = Localizer(words.language, shown_names)
    portraits = portraits_of(names)
    texts = _BoardTexts(labelled, drawn, portraits)
    # Rows that have not changed keep their texts.
    rows = [
        texts.words.get_or_make(
            (family, shown_names, portraits, encoded(row)), partial(_worded_row, row, family, texts)
        )
        for row in board.rows
    ]
    # The verdict is in the picture and in its description.
    if board.stamp is None:
        stamp = None
    else:
        stamp = (plain(texts.words(board.stamp.text)), board.stamp.tone)
    lines = ([stamp[0]] if stamp else []) + [worded.line for worded in rows]
    # The description explains the mark of highlighted cards.
    if _has_highlight(board):
        lines.append(words("picture-legend"))
    if board.spoken is not None:
        lines.append(words.plain(board.spoken))
    art = art_name(family, board.colours, words.language)
    card_rows = tuple([worded.card_row for worded in rows])
    if stamp is None:
        stamp_text = None
    else:
        stamp_text = StampText(printable(stamp[0]), stamp[1])
    return WordedBoard(art, card_rows, "\n".join(lines), board.cloth, stamp_text)


MAX_BELOW = 100
"""Greatest height in points of the boxes below a table."""


class TableBoard:
    """A table, and the boxes below it, in one language.

    The boxes change less often than the table. As a picture of their own they are uploaded only then.
    """

    def __init__(self, board: Board, words: Localizer, names: Sequence[PlayerName]) -> None:
        end = len(board.rows)
        seats = [number for number, row in enumerate(board.rows) if isinstance(row.title, Seat)]
        if seats:
            end = seats[-1] + 1
        self._table = worded_board(replace(board, rows=board.rows[:end]), words, names)
        self._boxes = worded_board(replace(board, rows=board.rows[end:], stamp=None), words, names)

    def at_height(self, table_id: str, max_height: int) -> list[BoardGallery]:
        """Return the pictures in a size that fits, each in a gallery. The boxes are left out without room.

        Args:
            max_height: of both pictures, in points of a phone's screen.
        """
        stem = f"table-{table_id}"
        if self._boxes.rows:
            picture = self._boxes.picture(f"below-{table_id}", MAX_BELOW, is_below=True)
            height_left = max_height - round(picture.phone_height)
            above = self._table.at_height(stem, height_left)
            if above.picture.phone_height <= height_left:
                return [above, BoardGallery(gallery(picture.filename, self._boxes.description), picture)]
        return [self._table.at_height(stem, max_height)]


def moving_gallery(boards: Sequence[WordedBoard], stem: str, height: int, frame_ms: int) -> MovingGallery:
    """Return an animation with the gallery that shows it.

    The description is that of the first frame, so that it does not tell the outcome too early.

    Args:
        boards: one for each frame.
        stem: the beginning of the file name, different for each picture in a message.
        height: of the picture, in points of a phone's screen.
        frame_ms: the duration of each frame in milliseconds.
    """
    drawings = [board.picture(stem, height, min_height=height).drawing for board in boards]
    animation = MovingPicture(drawings, stem, frame_ms)
    return MovingGallery(gallery(animation.filename, boards[0].description), animation)


def board_gallery(
    board: Board,
    words: Localizer,
    names: Sequence[PlayerName],
    stem: str,
    max_height: int = MAX_BOARD_HEIGHT,
) -> BoardGallery:
    """Return a picture of cards with the gallery that shows it.

    Args:
        names: the players' names without Markdown.
        stem: the beginning of the file name, different for each picture in a message.
        max_height: points on a phone's screen.
    """
    return worded_board(board, words, names).at_height(stem, max_height)


def board_items(
    board: Board | None,
    words: Localizer,
    names: Sequence[PlayerName],
    stem: str,
    max_height: int = MAX_BOARD_HEIGHT,
) -> BoardItems:
    """Return a picture of cards as items of a message, or no items without a board."""
    if board is None or not board.rows:
        return BoardItems([], [])
    picture_gallery, picture = board_gallery(board, words, names, stem, max_height)
    return BoardItems([picture_gallery], [picture])


def guide_board(table: Board, entries: Sequence[Example], words: Localizer) -> Board:
    """Return the kinds of hands of a game, from high to low, as a board with one row for each.

    Args:
        table: the board whose cards and cloth it has.
    """
    rows: list[Row] = []
    for number, (about, cards) in enumerate(entries, 1):
        # Only the name of the hand: the message tells the rest.
        title = Text("guide-row", {"number": number, "name": before_colon(words(about))})
        rows.append(Row(title, (faces(cards),), is_small=True))
    return replace(table, rows=tuple(rows), stamp=None)


def before_colon(line: str) -> str:
    """Return a line without Markdown up to its first colon, English or Japanese."""
    return plain(line).partition(":")[0].partition("：")[0]


def board_lines(board: Board, words: Localizer, seats: int) -> list[str]:
    """Return the rows of a picture as lines of a message. Only highlighted cards are in bold type.

    Args:
        seats: the number of seats at the table.
    """
    words = words.with_names([unmarked(words.name(seat)) for seat in range(seats)])
    # An emoji cannot be bold.
    if _has_highlight(board):
        words = words.without_emoji
    return [
        _row_line(row, board.family, _row_texts(row, words, unmarked), words, "**{}**".format)
        for row in board.rows
    ]


def _has_highlight(board: Board) -> bool:
    faces = chain.from_iterable([row.cards for row in board.rows])
    return any(face.mark == "hot" for face in faces)


class _WordedRow(msgspec.Struct, frozen=True, gc=False):
    card_row: CardRow
    line: str


class _BoardTexts(NamedTuple):
    words: Localizer  # of the description
    drawn_words: Localizer  # of the picture; the same object if the names are the same
    portraits: tuple[Portrait, ...]  # of the players


def _worded_row(row: Row, family: str, texts: _BoardTexts) -> _WordedRow:
    words = texts.words
    row_texts = _row_texts(row, words, plain)
    line = _row_line(row, family, row_texts, words, lambda card: words("picture-hot", card=card))
    if texts.drawn_words is words:
        drawn_texts = row_texts
    else:
        drawn_texts = _row_texts(row, texts.drawn_words, plain)
    return _WordedRow(CardRow.of(row, replace(drawn_texts, portraits=texts.portraits)), line)


def _row_line(
    row: Row, family: str, texts: RowTexts, words: Localizer, highlighted: Callable[[str], str]
) -> str:
    # The line says in words what a frame or a crown shows.
    if row.is_turn:
        title = words("picture-turn", title=texts.title)
    else:
        title = texts.title
    if row.is_won:
        title = words("picture-won", title=title, kind=row.win_kind)
    if row.is_leader:
        title = words("picture-leader", title=title)
    if row.place:
        title = words("picture-place", place=row.place, title=title)
    if texts.note:
        title = words("picture-note", title=title, note=texts.note)
    cards_text = _cards_text(family, row, texts.captions, words, highlighted)
    if tags := " · ".join(texts.tags):
        cards_text = f"{cards_text} · {tags}" if cards_text else tags
    return f"{title}: {cards_text}" if cards_text else title


def _cards_text(
    family: str, row: Row, captions: Sequence[str], words: Localizer, highlighted: Callable[[str], str]
) -> str:
    captions_left = iter(captions or ("",) * len(row.cards))
    groups = []
    for group in filter(None, row.groups):
        group_captions = [next(captions_left) for _ in group]
        # The name of the player to whom a group of cards belongs comes after all of them.
        if isinstance(group[0].caption, Seat) and not any(group_captions[1:]):
            group_captions = [*group_captions[1:], group_captions[0]]
        texts: list[str] = []
        captioned = ((face.card, face, caption) for face, caption in zip(group, group_captions, strict=True))
        for is_back, run in groupby(captioned, lambda item: not item[0] and not item[2]):
            if is_back:  # a screen reader skips the sign of a back
                texts.append(words("picture-backs", count=len([*run])))
            else:
                for _, face, caption in run:
                    card = _card_text(family, face, words, highlighted)
                    texts.append(words("picture-caption", card=card, caption=caption) if caption else card)
        groups.append(" ".join(texts))
    return words("picture-between").join(groups)


def _card_text(family: str, face: Face, words: Localizer, highlighted: Callable[[str], str]) -> str:
    if face.card:
        card = words.cards([face.card], family)
    else:
        card = words("picture-backs", count=1)
    # The description says in words what a frame or a dot shows.
    if face.mark == "new":
        card = words("picture-new", card=card)
    return highlighted(card) if face.mark == "hot" else card


def _caption(face: Face, words: Localizer, cleaned: Callable[[str], str]) -> str:
    return _name(face.caption, words, cleaned) if face.caption else ""


def _row_texts(row: Row, words: Localizer, cleaned: Callable[[str], str]) -> RowTexts:
    # A row without any caption has no captions, not empty ones.
    captions = tuple([_caption(face, words, cleaned) for face in row.cards])
    if not any(face.caption for face in row.cards):
        captions = ()
    return RowTexts(
        _name(row.title, words, cleaned),
        cleaned(words(row.note)) if row.note else "",
        captions,
        tuple([cleaned(words(tag.text)) for tag in row.tags]),
    )


def _name(title: Seat | Text, words: Localizer, cleaned: Callable[[str], str]) -> str:
    if isinstance(title, Seat):
        return words.name(title.seat)
    return cleaned(words(title))


def hand_height(page: Page) -> int | None:
    """Return the limit of the height of a panel's hand in points; ``None`` without a hand."""
    for file in page.files:
        if isinstance(file, Picture) and file.stem.startswith("hand-"):
            return file.drawing.max_height
    return None
