"""Events, positions and views of Tomoefuda.

Source: tomoe.md, section "What is open".
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from games.core.cards import Card, CardGroup, own_card_groups
from games.core.events import OpenEvent
from games.core.moves import ChanceRequest
from games.core.rules import State, View
from games.tomoe.tricks import DECKS, Trick


class GameDealt(OpenEvent, frozen=True):
    """A game of the match began. ``number`` counts from 1."""

    number: int
    leader: int


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card, from the hidden part of its hand if ``was_hidden``."""

    seat: int
    card: Card
    was_hidden: bool


class TrickWon(OpenEvent, frozen=True):
    """A trick was completed. ``number`` counts from 1; ``points`` is the winner's gain."""

    number: int
    trick: Trick
    points: float


class GameEnded(OpenEvent, frozen=True):
    """All cards of a game were played. ``points`` (of the game) and ``totals`` (of the match) are by seat."""

    number: int
    points: tuple[float, ...]
    totals: tuple[float, ...]


class MatchExtended(OpenEvent, frozen=True):
    """The match was extended to ``games`` games, because ``seats`` share the highest total."""

    seats: tuple[int, ...]
    games: int


# --- positions and views ---------------------------------------------------------------------------------


Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of each seat in canonical order."""


class Variant(msgspec.Struct, frozen=True):
    """The options of a game as values. ``ace`` is the number of points for a trick won with rank 1."""

    deal: ChanceRequest  # the deal of the whole deck before each game
    ace: float


class TomoeState(State, frozen=True, kw_only=True):
    """A position of Tomoefuda. Points are listed by seat.

    Args:
        number: number of the current or just ended game of the match; 0 before the first deal.
        points: each seat's points in this game.
        totals: each seat's points in the match, this game included.
        past: each seat's points in each earlier game.
    """

    variant: Variant
    games: int  # number of games in the match, extra games included
    number: int = 0
    leader: int  # the seat that led the first trick of this game
    lead: int  # the seat that leads the current trick
    open: Hands = ((), (), ())
    hidden: Hands = ((), (), ())
    trick: tuple[Card, ...] = ()  # the cards of the current trick, in the order played
    tricks: tuple[Trick, ...] = ()  # the completed tricks of this game
    points: tuple[float, ...] = (0.0, 0.0, 0.0)
    totals: tuple[float, ...] = (0.0, 0.0, 0.0)
    past: tuple[tuple[float, ...], ...] = ()

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return all cards in hands and tricks, each group with the seats that may see it."""
        played = (self.trick, *[trick.cards for trick in self.tricks])
        return (*own_card_groups(self.hidden), CardGroup(self.open, None), CardGroup(played, None))


class TomoeView(View, frozen=True, kw_only=True):
    """What a seat or a spectator knows (tomoe.md, section "What is open"). Most fields are those of
    ``TomoeState``.

    Args:
        hidden_counts: number of hidden cards of each seat.
        hidden: the viewer's own hidden cards.
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

    @property
    def deck(self) -> tuple[Card, ...]:
        """All cards of the deck in play."""
        return DECKS[self.options["metals"]]

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the viewer has not seen. All of them are in other seats' hands."""
        seen = {*self.hidden, *self.trick}
        seen.update(card for hand in self.open for card in hand)
        seen.update(card for trick in self.tricks for card in trick.cards)
        return tuple(card for card in self.deck if card not in seen)
