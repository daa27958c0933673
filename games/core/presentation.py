"""What a table looks like, described without any language.

A presenter turns a *view* into values that a front end can print: catalogue keys with arguments, rows of
cards, menus. It holds no prose (that is in the catalogues, under the game's id) and knows no front end. What
it is given is a view, so it cannot show what the viewer may not know.
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
from games.core.match import Past
from games.core.moves import Move
from games.core.questions import Question
from games.core.results import Result
from games.core.rules import V
from games.core.words import Seat, Text

# --- the picture of a table -------------------------------------------------------------------------

Mark: TypeAlias = Literal["", "hot", "dim", "new"]
"""How a card stands out: ``hot`` counts now (framed), ``dim`` cannot be used, ``new`` has just come."""


class Face(msgspec.Struct, frozen=True, gc=False):
    """One card in a picture; an empty card is a back. Its caption says whose it is or what it did."""

    card: Card
    mark: Mark = ""
    caption: Seat | Text | None = None


BACK = Face("")


class Chip(msgspec.Struct, frozen=True, gc=False):
    """A short text on a ground of its own (a call of the round, a heap of chips)."""

    text: Text
    mark: Mark = ""


Ink: TypeAlias = Literal["red", "blue"]
"""The colour of a disc: chips and lives are counted by discs, which are quicker to read than words."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """A labelled row: whose (a seat) or what (a text), with a short note at its end.

    Args:
        title: its label.
        groups: cards, printed with gaps between the groups.
        note: a seat's figures, or what there is to say of the row.
        is_turn: whether this row's seat is to act.
        is_won: whether this row has won: it is framed, and nothing else on a board looks like it.
        chips: short texts after the cards, in their order.
        is_small: the cards are there to be counted rather than read.
        place: a place at the end of a game, shown by a medal before the title; 0 for none.
        discs: how many of which colour, shown in the place of the note, which says the same in words.
    """

    title: Seat | Text
    groups: tuple[tuple[Face, ...], ...] = ()
    note: Text | None = None
    is_turn: bool = False
    is_won: bool = False
    chips: tuple[Chip, ...] = ()
    is_small: bool = False
    place: int = 0
    discs: tuple[tuple[Ink, int], ...] = ()

    @property
    def cards(self) -> tuple[Face, ...]:
        return tuple(face for group in self.groups for face in group)


Colours: TypeAlias = Literal["four", "two"]
"""The colours of playing cards: one for each suit, or red and black."""


class Board(msgspec.Struct, frozen=True, gc=False):
    """A picture: rows of cards of one family. Its text is its description for who cannot see it.

    Args:
        family: the cards' family.
        rows: from top to bottom.
        colours: ``two`` where it counts whether playing cards are red or black.
    """

    family: str
    rows: tuple[Row, ...]
    colours: Colours = "four"


def faces(cards: Sequence[Card], hot: Sequence[Card] = (), dim: Sequence[Card] = ()) -> tuple[Face, ...]:
    """Make faces of cards, marking single copies as hot or dim."""
    return _faces(tuple(cards), tuple(hot), tuple(dim))


@lru_cache(maxsize=10_000)
def _faces(cards: tuple[Card, ...], hot: tuple[Card, ...], dim: tuple[Card, ...]) -> tuple[Face, ...]:
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
    """Make as many backs."""
    return (BACK,) * count


# --- what a table and a panel show --------------------------------------------------------------------


class TableScene(msgspec.Struct, frozen=True, gc=False):
    """What the channel sees, made from a spectator's view: what happens now, the picture, what can be done.

    Args:
        headline: the one thing that has to be understood at once (the last call, the trick).
        line: one line under it, for what neither headline nor picture says.
        board: the picture: everything that lies open, and each seat's figures.
    """

    headline: Text
    line: Text | None = None
    board: Board | None = None


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A moment of truth: what has come to light stands alone for a while, before play goes on.

    Args:
        headline: the verdict, in one sentence.
        board: what has come to light.
        line: one line more where the moment is a great one (a lie that lived through three rounds).
        seats: between whom it was; none if it concerns all whom it means something to.
    """

    headline: Text
    board: Board | None = None
    line: Text | None = None
    seats: tuple[int, ...] = ()


class PanelScene(msgspec.Struct, frozen=True, gc=False):
    """What one seat sees in private, made from its view: its own, and while it decides all that decides.

    Args:
        lines: what is known, most important first.
        hand: a picture of what is the seat's own: its cards, its figures.
        table: a picture of all else that decides; ``None`` while the seat waits, as the table shows it.
        last: what came to light last, in a small row: it stays in sight for who was away or comes late.
    """

    lines: tuple[Text, ...] = ()
    hand: Board | None = None
    table: Board | None = None
    last: Board | None = None

    @property
    def board(self) -> Board | None:
        """All in one picture, the table above the hand."""
        boards = [board for board in (self.table, self.hand, self.last) if board is not None]
        rows = tuple([row for board in boards for row in board.rows])
        return msgspec.structs.replace(boards[0], rows=rows) if boards else None


Example: TypeAlias = tuple[Text, tuple[Card, ...]]
"""A hand in words, with cards that make it."""


class Measure(msgspec.Struct, frozen=True):
    """Something of one game that people compare.

    Args:
        fact: the counter of ``Rules.facts``; its name begins with ``best_`` (the greatest counts) or ``won_``
            (the sum).
        name: what it is called.
        tell: puts the number into words; ``None`` where the number speaks for itself.
    """

    fact: str
    name: Text
    tell: Callable[[int], Text] | None = None


class Frame(msgspec.Struct, frozen=True):
    """One of the three pictures that tell a feat: what was claimed, what was thought, what lay there.

    Args:
        title: what it is about, in a few words.
        seat: whose it is; ``None`` where it is nobody's alone.
        said: what that seat said or thought, in a bubble.
        rows: cards.
        line: one line below them, for what the cards mean.
    """

    title: Text
    seat: int | None = None
    said: Text | None = None
    rows: tuple[Row, ...] = ()
    line: Text | None = None


class Tale(msgspec.Struct, frozen=True):
    """A feat, told of a game that is over: in one line, and in frames from left to right.

    Args:
        headline: all of it in one line, which begins with an emoji.
        family: the cards' family.
        frames: the last one holds what decided.
    """

    headline: Text
    family: str
    frames: tuple[Frame, Frame, Frame]


class Presenter(ABC, Generic[V]):
    """What each game gives beside its rules so that any front end can show it."""

    # --- to be written by each game -------------------------------------------------------------

    @abstractmethod
    def table(self, view: V) -> TableScene:
        """Describe the table from a spectator's view."""

    @abstractmethod
    def panel(self, view: V, legal: Sequence[Move]) -> PanelScene:
        """Describe a seat's private panel from its own view and its own legal moves.

        Without legal moves the seat waits: then only what is its own, which stands still while others play.
        """

    @abstractmethod
    def say(self, event: Event, view: V) -> Text | None:
        """Tell an event of ``view.news``; ``None`` for one that needs no words."""

    @abstractmethod
    def name(self, move: Move, view: V) -> Text:
        """Put a move of the viewing seat into words."""

    def reason(self, move: Move, view: V) -> Text | None:
        """Say what speaks for or against a move by what the seat sees; ``None`` where that is little."""
        return None

    @abstractmethod
    def ask(self, view: V, chosen: tuple[str, ...]) -> Question | Move | None:
        """Say what comes next on the way to a move of the viewing seat: one question at a time.

        What is likely comes first, by the rules' own terms; in a game of bluff neither the number of choices
        nor their order and style tell whether a claim is true. What it takes does not grow with the number
        of legal moves: a panel asks each time it is drawn.

        Args:
            view: the view of the seat to act; or a spectator's, whose answers are the moves of whoever is to
                act that hide nothing, as buttons of the table itself.
            chosen: the answers given so far, to one question after the other.

        Returns:
            The next question, or the move that the answers make; ``None`` for answers that lead nowhere.
        """

    # --- what not every game has ----------------------------------------------------------------

    def warning(self, move: Move, view: V) -> Text | None:
        """Say what a legal move of the viewing seat would bring upon it, if that is worth a warning."""
        return None

    def hand(self, view: V) -> Row | None:
        """Lay the viewing seat's hidden cards open, as a row with that seat's name; from its own view."""
        return None

    def moment(self, view: V) -> Moment | None:
        """Say what the last move brought to light, from a spectator's view right after it.

        There is something to say wherever ``Rules.moment_seconds`` lets it stand, and nowhere else.
        """
        return None

    def suspense(self, view: V) -> Moment | None:
        """Say what everybody is curious about, its cards face down; the view is the one that ``moment`` has.

        There is something to say wherever ``Rules.suspense_seconds`` keeps it back, and nowhere else.
        """
        return None

    def verdict(self, view: V) -> Text | None:
        """Say what the last moment of truth means for the viewing seat, in its own terms; from its view."""
        return None

    def forced(self, view: V, legal: Sequence[Move]) -> Move | None:
        """Give the move that plays itself, since there is no choice and nothing to be enjoyed in it."""
        return None

    def farewell(self, view: V) -> Text | None:
        """Tell a seat that has nothing more to decide how it has done; ``None`` where its place tells."""
        return None

    def tip(self, view: V) -> Text | None:
        """Tell somebody who plays for the first time, in one sentence, what to do now."""
        return None

    def is_tense(self, view: V) -> bool:
        """Tell whether a claim stands that might be challenged: a computer player then takes its time."""
        return False

    def chapter(self, view: V) -> tuple[Text, ...]:
        """Name where in the game this position is, from large to small (game 2, battle 3), for replays."""
        return ()

    def score(self, view: V, result: Result, seat: int) -> Text | None:
        """Put a seat's score into the game's own words; ``None`` for a plain number."""
        return None

    def outcome(self, view: V, result: Result) -> tuple[Text, ...]:
        """Say what the result means, beyond the ranking that every table prints."""
        return ()

    def guide(self, view: V) -> tuple[Example, ...]:
        """List the hands that count at this table, in order, each explained and with an example."""
        return ()

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Tell what ``Rules.facts`` has counted of a person over games."""
        return ()

    def tale(self, feat: Feat, past: Past) -> Tale:
        """Tell a feat that this game's ``Rules.feats`` has found.

        Args:
            feat: the feat.
            past: the game, which is over: everybody may know what everybody saw.
        """
        raise NotImplementedError(feat.kind)

    def measures(self) -> tuple[Measure, ...]:
        """Name what people compare in this game besides wins, the greatest first."""
        return ()
