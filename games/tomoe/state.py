"""The positions, events and views of Tomoefuda."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from games.core.cards import Card
from games.core.events import OpenEvent
from games.core.rules import State, View
from games.tomoe.tricks import Trick

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards by seat, each hand in canonical order."""


class Variant(msgspec.Struct, frozen=True):
    """The options of a table, read once; ``ace`` counts half points."""

    deck: tuple[Card, ...]
    ace: int
    first: int


class GameDealt(OpenEvent, frozen=True):
    """A game of the match began; ``number`` counts from 1."""

    number: int
    leader: int


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card; ``was_hidden`` tells from which part of its hand."""

    seat: int
    card: Card
    was_hidden: bool


class TrickWon(OpenEvent, frozen=True):
    """A trick was complete; ``number`` counts from 1, ``points`` is what it counts."""

    number: int
    trick: Trick
    points: float


class GameEnded(OpenEvent, frozen=True):
    """All cards of a game were played; points of that game and of the match by seat."""

    number: int
    points: tuple[float, ...]
    totals: tuple[float, ...]


class MatchExtended(OpenEvent, frozen=True):
    """The highest total was shared, so the match goes on to ``games`` games."""

    seats: tuple[int, ...]
    games: int


class TomoeState(State, frozen=True, kw_only=True):
    """A position; points are counted in halves.

    ``number`` is the game being played or just finished (0 before the first deal), ``games`` how many there
    will be, ``leader`` led its first trick, ``lead`` leads the running trick, ``halves`` are those of this
    game, ``past`` those of the games before.
    """

    variant: Variant
    games: int
    number: int = 0
    leader: int
    lead: int
    open: Hands = ((), (), ())
    hidden: Hands = ((), (), ())
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    halves: tuple[int, ...] = (0, 0, 0)
    past: tuple[tuple[int, ...], ...] = ()

    def places(self) -> object:
        return self.open, self.hidden, self.trick, [trick.cards for trick in self.tricks]


class TomoeView(View, frozen=True, kw_only=True):
    """What a seat knows of the running game (tomoe.md, What is open).

    Args:
        number: the game being played or just finished, from 1; 0 before the first deal.
        games: how many games the match has, extra ones included.
        leader: who led the first trick of this game.
        lead: who leads the running trick.
        open: the open hands by seat.
        hidden_counts: how many hidden cards each seat has left.
        hidden: the viewer's own hidden cards.
        trick: the cards of the running trick, in the order played.
        tricks: the finished tricks of this game.
        points: points of this game by seat.
        totals: points of the match by seat, this game's included.
        past: points by seat of each earlier game.
    """

    number: int
    games: int
    leader: int
    lead: int
    open: Hands
    hidden_counts: tuple[int, ...]
    hidden: tuple[Card, ...]
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    points: tuple[float, ...]
    totals: tuple[float, ...]
    past: tuple[tuple[float, ...], ...]
