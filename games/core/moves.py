"""Base classes of moves, the moves of chance and its dice, and lists of bids in order of strength.

A move's class is named by an imperative (``Call``, ``Play``). ``str(move)`` is the move's only notation.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, overload

import msgspec

from games.core.cards import Card
from games.core.errors import NotationError


class Move(msgspec.Struct, frozen=True, gc=False):
    """A move of a game. ``str(move)`` is its notation."""

    def __str__(self) -> str:
        raise NotImplementedError


class Word(Move, frozen=True):
    """A move without arguments, such as ``challenge``. Subclasses define its ``notation``."""

    notation: ClassVar[str]

    def __str__(self) -> str:
        return self.notation


class CardMove(Move, frozen=True):
    """A move with one card. Subclasses define ``verb``, the first word of the notation."""

    verb: ClassVar[str]
    card: Card

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"


class CardsMove(Move, frozen=True):
    """A move with several cards. Subclasses define ``verb``, the first word of the notation."""

    verb: ClassVar[str]
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.verb} {' '.join(self.cards)}"


class ChanceMove(CardsMove, frozen=True):
    """A move of chance: shuffled cards, the top card first."""


class Deal(ChanceMove, frozen=True):
    """The move of chance that shuffles the whole deck."""

    verb: ClassVar[str] = "deal"


class Reshuffle(ChanceMove, frozen=True):
    """The move of chance that shuffles the discard pile, which becomes the draw pile."""

    verb: ClassVar[str] = "reshuffle"


CHANCE_MOVES: dict[str, type[ChanceMove]] = {Deal.verb: Deal, Reshuffle.verb: Reshuffle}
"""The classes of chance's moves with cards by the first word of their notation."""


def by_notation(moves: Iterable[Move]) -> dict[str, Move]:
    """Return moves by their notation in lower case."""
    return {str(move).lower(): move for move in moves}


class Roll(Move, frozen=True):
    """The move of chance that rolls dice: the number on each die, from 1."""

    verb: ClassVar[str] = "roll"
    dice: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.verb} {' '.join(map(str, self.dice))}"


Draw: TypeAlias = Callable[[int], int]
"""A function that returns a random number from 0 up to, but not including, its argument."""


def shuffled(cards: Sequence[Card], draw: Draw) -> tuple[Card, ...]:
    """Return cards in an order that ``draw`` determines."""
    pile = list(cards)
    for last in range(len(pile) - 1, 0, -1):
        chosen = draw(last + 1)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return tuple(pile)


class ChanceRequest(msgspec.Struct, frozen=True, dict=True):
    """The cards that chance must shuffle now, sorted.

    Args:
        kind: ``deal`` or ``reshuffle``.
    """

    # Requests cache their sorted cards, so a request for the same cards should be a constant of its game.
    kind: str
    cards: tuple[Card, ...]

    def is_answered_by(self, cards: tuple[Card, ...]) -> bool:
        """True if ``cards`` are exactly the requested cards, in any order."""
        if len(cards) != len(self.cards):
            return False
        distinct = self._distinct
        if distinct:
            return distinct == set(cards)
        return sorted(cards) == self._sorted_cards

    def drawn(self, draw: Draw) -> ChanceMove:
        """Return the move of chance that random numbers determine."""
        return CHANCE_MOVES[self.kind](shuffled(self.cards, draw))

    @cached_property
    def _distinct(self) -> frozenset[Card]:
        # Empty if a card occurs twice, since sets cannot count.
        cards = frozenset(self.cards)
        if len(cards) < len(self.cards):
            return frozenset()
        return cards

    @cached_property
    def _sorted_cards(self) -> list[Card]:
        return sorted(self.cards)


class RollRequest(msgspec.Struct, frozen=True):
    """The dice that chance must roll now. The faces of each die are numbered from 1."""

    kind: ClassVar[str] = Roll.verb
    dice: int  # number of dice
    faces: int  # number of faces of each die; 2 for a coin

    def is_answered_by(self, dice: tuple[int, ...]) -> bool:
        """True if ``dice`` are the requested number of dice, each with a face that exists."""
        return len(dice) == self.dice and all(1 <= die <= self.faces for die in dice)

    def drawn(self, draw: Draw) -> Roll:
        """Return the move of chance that random numbers determine."""
        return Roll(tuple([draw(self.faces) + 1 for _ in range(self.dice)]))


AnyChanceRequest: TypeAlias = ChanceRequest | RollRequest
"""What chance has to do now: order cards, or roll dice."""


def words_of(text: str) -> list[str]:
    """Return the words of a move's notation in lower case.

    Raises:
        NotationError: the text is empty or has a character that occurs in no move.
    """
    words = text.lower().split()
    if not words or not text.isascii():
        raise NotationError(f"{shorten(text)!r} is no move")
    return words


def shorten(text: str) -> str:
    """Return a text cut to 60 characters, for error messages."""
    if len(text) <= 60:
        return text
    return text[:57] + "..."


class LazyMoves(Sequence[Move]):
    """A sequence that builds each move only when it is read.

    Subclasses define ``__len__`` and ``_move_at``, and ``__contains__`` if they can search faster.
    """

    __slots__ = ()

    @overload
    def __getitem__(self, i: int) -> Move: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Move]: ...
    def __getitem__(self, i: int | slice) -> Move | Sequence[Move]:
        size = len(self)
        if isinstance(i, slice):
            return tuple(map(self._move_at, range(*i.indices(size))))
        at = i if i >= 0 else i + size
        if not 0 <= at < size:
            raise IndexError(i)
        return self._move_at(at)

    def __iter__(self) -> Iterator[Move]:
        return map(self._move_at, range(len(self)))

    @abstractmethod
    def _move_at(self, i: int) -> Move: ...


M = TypeVar("M", bound=Move)


class BidOrder(Generic[M]):
    """All possible bids, sorted by strength. Several bids can be equally strong.

    Args:
        bids: every bid with a sort key for its strength. Equally strong bids keep their order.
    """

    def __init__(self, bids: Sequence[tuple[M, Any]]) -> None:
        ranked = sorted(bids, key=lambda bid: bid[1])
        self.bids: tuple[M, ...] = tuple([bid for bid, _ in ranked])
        self.index: dict[M, int] = {bid: i for i, bid in enumerate(self.bids)}
        self._above: list[int] = [0] * len(ranked)
        self._raises: dict[tuple[int, tuple[Move, ...]], HigherBids] = {}
        # From the strongest bid down: note for each bid the index of the first stronger one.
        end = len(ranked)
        for i in range(len(ranked) - 1, -1, -1):
            if i + 1 < len(ranked) and ranked[i][1] != ranked[i + 1][1]:
                end = i + 1
            self._above[i] = end

    def index_above(self, bid: M | None) -> int:
        """Return the index of the weakest bid that beats ``bid``; 0 for ``None``."""
        if bid is None:
            return 0
        return self._above[self.index[bid]]

    def relative_strength(self, bid: M) -> float:
        """Return the strength of a bid as a number above 0; the strongest bid has 1.0."""
        return self.index_above(bid) / len(self.bids)

    def is_highest(self, bid: M) -> bool:
        """True if no bid beats this one."""
        return self._above[self.index[bid]] == len(self.bids)

    def bids_above(self, bid: M | None, extra: tuple[Move, ...] = ()) -> HigherBids:
        """Return all bids that beat ``bid``, then the moves ``extra``. Every bid beats ``None``."""
        start = 0
        if bid is not None:
            start = self._above[self.index[bid]]
        raises = self._raises.get((start, extra))
        if raises is None:
            raises = self._raises[start, extra] = HigherBids(self, start, extra)
        return raises


class HigherBids(LazyMoves):
    """A lazy list of all bids of an order from the index ``start`` upwards, then of other moves."""

    __slots__ = ("_extra", "_length", "_order", "_start")

    def __init__(self, order: BidOrder[Any], start: int, extra: tuple[Move, ...]) -> None:
        self._order = order
        self._start = start
        self._extra = extra
        self._length = len(order.bids) - start + len(extra)

    def __len__(self) -> int:
        return self._length

    def _move_at(self, i: int) -> Move:
        bids = self._order.bids
        at = self._start + i
        move: Move = bids[at] if at < len(bids) else self._extra[at - len(bids)]
        return move

    def __contains__(self, move: object) -> bool:
        at = self._order.index.get(move)
        if at is None:
            return move in self._extra
        return at >= self._start

    def __iter__(self) -> Iterator[Move]:
        yield from self._order.bids[self._start :]
        yield from self._extra


def option_text(value: object) -> str:
    """Return the value of a game's option as text. Equal numbers give equal texts (``1.0`` gives ``1``)."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str):
        return value
    return quote(value)


def quote(value: object) -> str:
    """Return a short printable form of any value, for error messages."""
    if isinstance(value, str | int | float):
        return shorten(repr(value))
    return type(value).__name__
