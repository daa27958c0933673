"""Descriptions of tables and of panels (private messages to a seat) for display, independent of the language.

A presenter turns a view (what one viewer knows) into values that a front end can print: texts, rows of cards,
questions. It gets only a view, so it cannot reveal what the viewer may not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Generic, Literal, TypeAlias

import msgspec

from games.core.cards import Card
from games.core.events import Event
from games.core.feats import Feat
from games.core.match import GameHistory
from games.core.moves import Move
from games.core.questions import Question
from games.core.results import Result
from games.core.rules import V
from games.core.words import Seat, Text

# --- the picture of a table -------------------------------------------------------------------------

Mark: TypeAlias = Literal["", "hot", "dim", "new"]
"""How a card is highlighted: ``hot`` is relevant (framed), ``dim`` cannot be used, ``new`` was just added."""


class Face(msgspec.Struct, frozen=True, gc=False):
    """One card in a picture. An empty ``card`` is shown face down."""

    card: Card
    mark: Mark = ""
    caption: Seat | Text | None = None  # a label such as the card's owner
    turn: int = 0  # the step in which the card is turned face up, from 1; 0 if it always is


BACK = Face("")


class Chip(msgspec.Struct, frozen=True, gc=False):
    """A short text on a coloured background, such as a call."""

    text: Text
    mark: Mark = ""


WinKind: TypeAlias = Literal["game", "judgement", "contest"]
"""What the seat of a framed row has won.

``game`` is the whole game. ``judgement``: the seat was right when a claim was checked. ``contest``: the seat
won this comparison of cards, and the game may go on.
"""


Ink: TypeAlias = Literal["red", "blue"]
"""The colour of a disc: a small circle in a picture that stands for one or more chips or lives."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """One row of a picture: a title, cards, and a short note at the end."""

    title: Seat | Text
    groups: tuple[tuple[Face, ...], ...] = ()  # the cards; a gap separates two groups
    note: Text | None = None  # such as a seat's score or number of cards
    is_turn: bool = False
    is_won: bool = False  # the row is framed; see ``win_kind``
    chips: tuple[Chip, ...] = ()  # short texts after the cards
    is_small: bool = False  # whether the cards are drawn small because only their number matters
    place: int = 0  # the seat's final place in the game, shown as a medal; 0 for none
    # drawn instead of the note, each as its colour and the number printed on it
    discs: tuple[tuple[Ink, int], ...] = ()
    is_leader: bool = False  # the seat leads or deals
    is_out: bool = False  # the seat no longer takes part in the game; its disc is drawn hollow
    win_kind: WinKind = "game"  # decides the words for ``is_won``

    @property
    def cards(self) -> tuple[Face, ...]:
        return tuple(face for group in self.groups for face in group)


Colours: TypeAlias = Literal["four", "two"]
"""The colours of playing cards: one for each suit (``four``), or red and black (``two``)."""

Tone: TypeAlias = Literal["good", "bad", "plain"]
"""The meaning of a stamp: something was true (``good``), was false (``bad``), or neither."""


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """One or two words printed across a picture of revealed cards, such as *lie!*."""

    text: Text
    tone: Tone = "plain"


Cloth: TypeAlias = Literal["felt", "pasture", "parlour", "night", "tatami", "walnut"]
"""The look of a table: its colours, its edge, and the emblem in the middle. Each of our games has its own."""


class Board(msgspec.Struct, frozen=True, gc=False):
    """A picture of a table or a hand, made of rows, which is also described in text."""

    # Rows with a seat as title are drawn around the table, clockwise in playing order. Rows before the first
    # seat are drawn in the middle, and rows after the last seat below. Without seats, all rows are drawn from
    # top to bottom.

    family: str  # the name of the kind of deck
    rows: tuple[Row, ...]
    colours: Colours = "four"
    cloth: Cloth = "felt"
    stamp: Stamp | None = None


def faces(cards: Sequence[Card], hot: Sequence[Card] = (), dim: Sequence[Card] = ()) -> tuple[Face, ...]:
    """Return pictures of cards: highlighted if in ``hot``, dimmed if in ``dim``.

    Each entry of ``hot`` or ``dim`` applies to one copy of its card.
    """
    return _faces(tuple(cards), tuple(hot), tuple(dim))


@lru_cache(maxsize=10_000)
def _faces(cards: tuple[Card, ...], hot: tuple[Card, ...], dim: tuple[Card, ...]) -> tuple[Face, ...]:
    # Each entry marks one copy, so entries are used up.
    hot_left, dim_left = list(hot), list(dim)
    out: list[Face] = []
    for card in cards:
        mark: Mark = ""
        if card in hot_left:
            hot_left.remove(card)
            mark = "hot"
        elif card in dim_left:
            dim_left.remove(card)
            mark = "dim"
        out.append(Face(card, mark))
    return tuple(out)


def backs(count: int) -> tuple[Face, ...]:
    """Return face-down cards."""
    return (BACK,) * count


# --- what a table and a panel show --------------------------------------------------------------------


class TableScene(msgspec.Struct, frozen=True, gc=False):
    """The public content of a table, made from a spectator's view."""

    headline: Text  # the most important fact, such as the last call or the trick
    line: Text | None = None  # one more line, for facts that are nowhere else
    board: Board | None = None  # a picture with all open cards and each seat's numbers (score, cards)


class Moment(msgspec.Struct, frozen=True, gc=False):
    """The text and pictures that everybody sees while play pauses after a reveal of cards."""

    headline: Text  # the outcome in one sentence
    board: Board | None = None
    # about a remarkable moment, such as a lie that lasted three rounds; at the end, about the winners
    line: Text | None = None
    seats: tuple[int, ...] = ()  # the seats involved; empty if all are
    panel_line: Text | None = None  # one sentence about the revealed cards, for private messages
    # the picture shown while cards are turned over; ``None`` to show ``board``
    suspense_board: Board | None = None


class PanelScene(msgspec.Struct, frozen=True, gc=False):
    """The content of a seat's panel (private message), made from that seat's view."""

    lines: tuple[Text, ...] = ()  # known facts, the most important first
    hand: Board | None = None  # a picture of the seat's own cards and numbers (score, lives)
    table: Board | None = None  # a picture of the public cards that matter to the seat
    last_reveal: Board | None = None  # the last revealed cards, which a panel repeats in words
    needs_table: bool = False  # whether ``table`` is shown even if there is little room

    @property
    def board(self) -> Board | None:
        """All pictures as one, with the table above the hand; ``None`` if there are none."""
        boards = [board for board in (self.table, self.hand, self.last_reveal) if board is not None]
        rows = tuple([row for board in boards for row in board.rows])
        return msgspec.structs.replace(boards[0], rows=rows) if boards else None


Example: TypeAlias = tuple[Text, tuple[Card, ...]]
"""A kind of hand in words, with cards that make it."""


class Measure(msgspec.Struct, frozen=True):
    """A statistic of one game that leaderboards compare between players."""

    counter: str  # the counter's name in ``Rules.facts``
    name: Text
    # returns a value in words; ``None`` to print the plain number
    value_text: Callable[[int], Text] | None = None


class StoryPicture(msgspec.Struct, frozen=True):
    """One of the three pictures of a ``PictureStory``, such as a claim or the revealed cards."""

    title: Text
    seat: int | None = None  # the seat that the picture is about, if any
    bubble: Text | None = None  # the seat's speech or thought
    rows: tuple[Row, ...] = ()
    line: Text | None = None  # one line below the cards that explains them


class PictureStory(msgspec.Struct, frozen=True):
    """A remarkable act of a finished game, as a headline and three pictures."""

    headline: Text  # the act in one line, which begins with an emoji
    family: str  # the name of the kind of deck
    frames: tuple[StoryPicture, StoryPicture, StoryPicture]  # the last picture shows the decisive cards
    stamp: Stamp | None = None  # *true* or *lie* for a claim; ``None`` for other acts


class Presenter(ABC, Generic[V]):
    """The base class of presenters, which describe a game's positions and moves for display."""

    cloth: Cloth = "felt"  # the look of the game's table in all pictures

    @abstractmethod
    def table(self, view: V) -> TableScene:
        """Return the public content of the table, from a spectator's view."""

    @abstractmethod
    def panel(self, view: V, legal: Sequence[Move]) -> PanelScene:
        """Return the content of a seat's panel (private message).

        Args:
            legal: empty if the seat is waiting. The panel then has only its own cards and numbers.
        """

    @abstractmethod
    def say(self, event: Event, view: V) -> Text | None:
        """Return an event of ``view.news`` in words; ``None`` if it needs no words."""

    @abstractmethod
    def name(self, move: Move, view: V) -> Text:
        """Return a move of the viewing seat in words."""

    def reason(self, move: Move, view: V) -> Text | None:
        """Return the best argument for or against a move from the seat's view; ``None`` if there is none."""
        return None

    @abstractmethod
    def ask(self, view: V, chosen: tuple[str, ...]) -> Question | Move | None:
        """Return the next question for choosing a move of the viewing seat, or the chosen move.

        In a bluffing game the number, order and style of the choices must not reveal whether a claim is true.

        Args:
            view: a spectator's view offers only moves that reveal no secrets.
            chosen: the answers so far, one for each question.

        Returns:
            ``None`` if the answers are impossible.
        """
        # This must stay fast with many legal moves: it is called whenever a panel is drawn.

    def warning(self, move: Move, view: V) -> Text | None:
        """Return a warning about a legal move of the viewing seat; ``None`` if no warning is needed."""
        return None

    def hand(self, view: V) -> Row | None:
        """Return the viewing seat's hidden cards with the seat's name; ``None`` without hidden cards."""
        return None

    def moment(self, view: V) -> Moment | None:
        """Return the text and pictures for a pause after a reveal; ``None`` if there is no pause."""
        return None

    def suspense(self, view: V) -> Text | None:
        """Return the question shown while cards are turned over; ``None`` if there is no suspense."""
        return None

    def verdict(self, view: V) -> Text | None:
        """Return what the last reveal of cards means for the viewing seat; ``None`` if it means nothing."""
        return None

    def forced_move(self, view: V, legal: Sequence[Move]) -> Move | None:
        """Return the only sensible move, which is played automatically; ``None`` if there is a choice."""
        return None

    def second_move(self, view: V) -> Move | None:
        """Return the second move of a turn (such as drawing) if it is played automatically; otherwise
        ``None``.
        """
        return None

    def farewell(self, view: V) -> Text | None:
        """Return a sentence about the play of a seat that was just eliminated; ``None`` for no sentence."""
        return None

    def tip(self, view: V) -> Text | None:
        """Return a one-sentence tip for a person who is new to this game; ``None`` for no tip."""
        return None

    def is_tense(self, view: V) -> bool:
        """True at a tense moment, at which computer players take longer to move."""
        return False

    def chapter(self, view: V) -> tuple[Text, ...]:
        """Return the headings of a position, from the larger part of the match to the smaller.

        Example: *game 2*, *battle 3*.
        """
        return ()

    def score(self, view: V, result: Result, seat: int) -> Text | None:
        """Return a seat's score in words; ``None`` to print a plain number."""
        return None

    def outcome(self, view: V, result: Result) -> tuple[Text, ...]:
        """Return lines about the result, which are shown below the ranking."""
        return ()

    def guide(self, view: V) -> tuple[Example, ...]:
        """Return the kinds of hands in this game, each with an example."""
        return ()

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Return lines of text about a person's statistics in this game.

        Args:
            counts: the person's counters by name (see ``Rules.facts``).
        """
        return ()

    def picture_story(self, feat: Feat, past: GameHistory) -> PictureStory:
        """Return a remarkable act of a finished game as a story in three pictures.

        Everything that happened in the game may be shown.
        """
        raise NotImplementedError(feat.kind)

    def measures(self) -> tuple[Measure, ...]:
        """Return the statistics of this game that leaderboards compare, the most important first."""
        return ()
