"""The face of a game: what a table looks like, described without any language.

A face turns a *view* into values that a front end can print: catalogue keys with arguments, rows of cards,
menus. It holds no prose (that is in the catalogues, under the game's id) and knows no front end. What a face
is given is a view, so it cannot show what the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from games.core.cards import Card
from games.core.moves import Move
from games.core.rules import Event, Result

# --- words ------------------------------------------------------------------------------------------


class Seat(msgspec.Struct, frozen=True, tag=True):
    """Name the person at a seat."""

    seat: int


class Seats(msgspec.Struct, frozen=True, tag=True):
    """Name several people."""

    seats: tuple[int, ...]


class Cards(msgspec.Struct, frozen=True, tag=True):
    """Print cards of a family, each by symbol and letter; an empty string is a card's back."""

    cards: tuple[Card, ...]
    family: str


class Rank(msgspec.Struct, frozen=True, tag=True):
    """Print a rank of a family (``T`` of the standard deck reads 10)."""

    rank: str
    family: str


class Suit(msgspec.Struct, frozen=True, tag=True):
    """Print a suit of a family by symbol and name."""

    suit: str
    family: str


class Text(msgspec.Struct, frozen=True, tag=True):
    """One message of the catalogues with its arguments.

    ``key`` starts with the game's id (``bull-called``) or is one of the shared ones. Arguments named as in
    the catalogue; plain strings are only used for choosing variants, never for prose.
    """

    key: str
    args: Mapping[str, Arg] = {}


class Joined(msgspec.Struct, frozen=True, tag=True):
    """Several texts as one list, in the reader's way of writing lists."""

    texts: tuple[Text, ...]


Arg: TypeAlias = "str | int | float | Seat | Seats | Cards | Rank | Suit | Text | Joined"


def text(key: str, **args: Arg) -> Text:
    """Write a ``Text`` shortly."""
    return Text(key, args)


# --- the picture of a table -------------------------------------------------------------------------

Mark: TypeAlias = Literal["", "hot", "dim", "new"]
"""How a card stands out: ``hot`` counts now (framed), ``dim`` cannot be used, ``new`` has just come."""


class Face(msgspec.Struct, frozen=True):
    """One card in a picture; an empty card is a back."""

    card: Card
    mark: Mark = ""


BACK = Face("")


class Row(msgspec.Struct, frozen=True):
    """A labelled row of cards: whose (a seat) or what (a text), with a short note at its end.

    ``groups`` are printed with gaps between them. ``is_turn`` marks the row of who is to act.
    """

    title: Seat | Text
    groups: tuple[tuple[Face, ...], ...]
    note: Text | None = None
    is_turn: bool = False

    @property
    def cards(self) -> tuple[Face, ...]:
        return tuple(face for group in self.groups for face in group)


class Board(msgspec.Struct, frozen=True):
    """A picture: rows of cards of one family. Its text is its description for who cannot see it."""

    family: str
    rows: tuple[Row, ...]


def faces(cards: Sequence[Card], hot: Sequence[Card] = (), dim: Sequence[Card] = ()) -> tuple[Face, ...]:
    """Make faces of cards, marking single copies as hot or dim."""
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


class Shortcut(msgspec.Struct, frozen=True):
    """A move that one tap makes; ``move`` is its notation."""

    label: Text
    move: str
    style: Literal["primary", "secondary", "success", "danger"] = "secondary"


class TableScene(msgspec.Struct, frozen=True):
    """What the channel sees, made from a spectator's view.

    Args:
        headline: the one thing that has to be understood at once (the last call, the trick).
        lines: more lines under it.
        seats: one line for each seat, in the order of play; the front end adds names and the turn's mark.
        board: the picture, if the table needs one.
        public: moves that the player to act may also make by buttons at the table itself.
    """

    headline: Text
    seats: tuple[tuple[int, Text], ...]
    lines: tuple[Text, ...] = ()
    board: Board | None = None
    public: tuple[Shortcut, ...] = ()


class PanelScene(msgspec.Struct, frozen=True):
    """What one seat sees in private, made from that seat's view.

    Args:
        lines: what is known, most important first.
        board: the hand (and what else belongs to it) as a picture.
        shortcuts: moves worth offering by one tap, best first, at most five.
        warnings: from a move's notation to what it would bring upon oneself.
    """

    lines: tuple[Text, ...]
    board: Board | None = None
    shortcuts: tuple[Shortcut, ...] = ()
    warnings: Mapping[str, Text] = {}


class Step(msgspec.Struct, frozen=True):
    """One choice on the way to a move.

    Args:
        prompt: what is being chosen.
        value: a stable word for this choice, unique among its siblings; at most 60 characters.
        label: how the choice reads.
        detail: one more line on it, if worth it.
        picks: for a choice of several cards at once: the cards; ``value`` is then made of them.
    """

    prompt: Text
    value: str
    label: Text
    detail: Text | None = None
    picks: tuple[Card, ...] | None = None


class GameFace(Protocol):
    """What each game gives beside its rules so that any front end can show it.

    Views and moves are those of the game itself, so implementations narrow ``Any``.
    """

    def table(self, view: Any) -> TableScene:
        """Describe the table from a spectator's view."""
        ...

    def panel(self, view: Any, legal: Sequence[Move]) -> PanelScene:
        """Describe a seat's private panel from its own view and its own legal moves."""
        ...

    def say(self, event: Event, view: Any) -> Text | None:
        """Tell an event of ``view.news``; ``None`` for one that needs no words."""
        ...

    def name(self, move: Move, view: Any) -> Text:
        """Put a move of the viewing seat into words."""
        ...

    def steps(self, move: Move, view: Any) -> tuple[Step, ...]:
        """Break a move into choices; moves that begin alike share their first steps.

        A move without any step is in no menu: the panel offers it as a shortcut instead.
        """
        ...

    def outcome(self, view: Any, result: Result) -> tuple[Text, ...]:
        """Say what the result means, beyond the ranking that every table prints; may be empty."""
        ...
