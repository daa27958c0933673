"""Moves: the base classes, the two moves of chance, lazy lists, and an ordered ladder of bids.

A move is an imperative (``Call``, ``Play``); ``str(move)`` is its one canonical notation.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar, overload

import msgspec

from games.core.cards import Card
from games.core.errors import NotationError


class Move(msgspec.Struct, frozen=True, gc=False):
    """One move; subclasses print themselves in canonical notation."""

    def __str__(self) -> str:
        raise NotImplementedError


class Word(Move, frozen=True):
    """A move that is always written alike; subclasses give its notation."""

    notation: ClassVar[str]

    def __str__(self) -> str:
        return self.notation


class CardMove(Move, frozen=True):
    """A move with one card; subclasses say by which word it is written."""

    verb: ClassVar[str]
    card: Card

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"


class CardsMove(Move, frozen=True):
    """A move with several cards; subclasses say by which word it is written."""

    verb: ClassVar[str]
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.verb} {' '.join(self.cards)}"


class ChanceMove(CardsMove, frozen=True):
    """Chance: cards in their shuffled order, top first; subclasses say which."""


class Deal(ChanceMove, frozen=True):
    """The whole deck."""

    verb: ClassVar[str] = "deal"


class Reshuffle(ChanceMove, frozen=True):
    """A discard pile turned over."""

    verb: ClassVar[str] = "reshuffle"


CHANCE_MOVES: dict[str, type[ChanceMove]] = {kind.verb: kind for kind in (Deal, Reshuffle)}


class ChanceRequest(msgspec.Struct, frozen=True, dict=True):
    """What chance has to order: ``kind`` is ``deal`` or ``reshuffle``, ``cards`` in canonical order.

    One that is always the same is a constant of its game, so that what is worked out of it is kept.
    """

    kind: str
    cards: tuple[Card, ...]

    def is_answered_by(self, cards: tuple[Card, ...]) -> bool:
        """Tell whether these are exactly the cards asked for, in any order."""
        if len(cards) != len(self.cards):
            return False
        different = self._different
        return different == set(cards) if different else sorted(cards) == self._sorted

    @cached_property
    def _different(self) -> frozenset[Card]:
        """The cards, if no two are alike; else nothing."""
        cards = frozenset(self.cards)
        return cards if len(cards) == len(self.cards) else frozenset()

    @cached_property
    def _sorted(self) -> list[Card]:
        return sorted(self.cards)


def words_of(text: str) -> list[str]:
    """Split a move into lower-case words.

    Raises:
        NotationError: nothing there, or a character that no move has.
    """
    words = text.lower().split() if text.isascii() else []
    if not words:
        raise NotationError(f"{shorten(text)!r} is no move")
    return words


def shorten(text: str) -> str:
    """Quote at most 60 characters of what somebody typed."""
    return text if len(text) <= 60 else text[:57] + "..."


class LazyMoves(Sequence[Move]):
    """A sequence of moves of which nothing is built until asked for.

    Subclasses give ``__len__``, ``_at``, and ``__contains__`` where it can be told without looking at all.
    """

    __slots__ = ()

    @overload
    def __getitem__(self, i: int) -> Move: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Move]: ...
    def __getitem__(self, i: int | slice) -> Move | Sequence[Move]:
        size = len(self)
        if isinstance(i, slice):
            return tuple([self._at(at) for at in range(*i.indices(size))])
        at = i if i >= 0 else i + size
        if not 0 <= at < size:
            raise IndexError(i)
        return self._at(at)

    def __iter__(self) -> Iterator[Move]:
        return map(self._at, range(len(self)))

    @abstractmethod
    def _at(self, i: int) -> Move:
        """Build one move, counted from 0."""


M = TypeVar("M", bound=Move)


class Ladder(Generic[M]):
    """An ordered table of bids; bids of equal strength share a level.

    Args:
        bids: every bid with its strength, in any order; the order given is kept among equals.
    """

    def __init__(self, bids: Sequence[tuple[M, Any]]) -> None:
        ranked = sorted(bids, key=lambda bid: bid[1])
        self.bids: tuple[M, ...] = tuple(bid for bid, _ in ranked)
        self.index: dict[M, int] = {bid: i for i, bid in enumerate(self.bids)}
        self._above: list[int] = [0] * len(ranked)
        self._raises: dict[tuple[int, tuple[Move, ...]], Raises] = {}
        end = len(ranked)
        for i in range(len(ranked) - 1, -1, -1):
            if i + 1 < len(ranked) and ranked[i][1] != ranked[i + 1][1]:
                end = i + 1
            self._above[i] = end

    def start_above(self, bid: M | None) -> int:
        """Find where the bids begin that are higher than ``bid`` (0 for ``None``)."""
        return 0 if bid is None else self._above[self.index[bid]]

    def height(self, bid: M) -> float:
        """Tell how high a bid is, 1.0 for the highest; equal ones alike."""
        return self.start_above(bid) / len(self.bids)

    def is_top(self, bid: M) -> bool:
        """Tell whether nothing is higher."""
        return self._above[self.index[bid]] == len(self.bids)

    def above(self, bid: M | None, *extra: Move) -> Raises:
        """List lazily the bids higher than ``bid``, then the extra moves."""
        start = 0 if bid is None else self._above[self.index[bid]]
        raises = self._raises.get((start, extra))
        if raises is None:
            raises = self._raises[start, extra] = Raises(self, start, extra)
        return raises


class Raises(LazyMoves):
    """A lazy tail of a ladder followed by a few other moves."""

    __slots__ = ("_extra", "_ladder", "_length", "_start")

    def __init__(self, ladder: Ladder[Any], start: int, extra: tuple[Move, ...]) -> None:
        self._ladder, self._start, self._extra = ladder, start, extra
        self._length = len(ladder.bids) - start + len(extra)

    def __len__(self) -> int:
        return self._length

    def _at(self, i: int) -> Move:
        bids = self._ladder.bids
        at = self._start + i
        move: Move = bids[at] if at < len(bids) else self._extra[at - len(bids)]
        return move

    def __contains__(self, move: object) -> bool:
        at = self._ladder.index.get(move)
        return at >= self._start if at is not None else move in self._extra

    def __iter__(self) -> Iterator[Move]:
        yield from self._ladder.bids[self._start :]
        yield from self._extra


def option_text(value: object) -> str:
    """Write an option's value as text; equal numbers are written alike (``1.0`` as ``1``)."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else quote(value)


def quote(value: object) -> str:
    """Quote what a program sent; what can hold other values is not printed, however deep it may go."""
    return shorten(repr(value)) if isinstance(value, str | int | float) else type(value).__name__
