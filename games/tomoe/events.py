"""The events of Tomoefuda. All of them are public (tomoe.md, What is open)."""

from __future__ import annotations

from games.core.cards import Card
from games.core.events import OpenEvent
from games.tomoe.tricks import Trick


class GameDealt(OpenEvent, frozen=True):
    """A game of the match began. ``number`` counts from 1."""

    number: int
    leader: int


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card. ``was_hidden`` is true if it came from the hidden part of its hand."""

    seat: int
    card: Card
    was_hidden: bool


class TrickWon(OpenEvent, frozen=True):
    """A trick was completed. ``number`` counts from 1; ``points`` are the points for the trick."""

    number: int
    trick: Trick
    points: float


class GameEnded(OpenEvent, frozen=True):
    """All cards of a game were played. ``points`` are those of the game, ``totals`` those of the match."""

    number: int
    points: tuple[float, ...]
    totals: tuple[float, ...]


class MatchExtended(OpenEvent, frozen=True):
    """Some seats share the highest total, so the match is extended to ``games`` games."""

    seats: tuple[int, ...]
    games: int
