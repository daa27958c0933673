"""What happens in Tomoefuda; all of it in the open (tomoe.md, What is open)."""

from __future__ import annotations

from games.core.cards import Card
from games.core.events import OpenEvent
from games.tomoe.tricks import Trick


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
