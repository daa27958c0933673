"""Positions and views of Tomoefuda (tomoe.md, What is open)."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from games.core.cards import Card, Place, own_places
from games.core.moves import ChanceRequest
from games.core.rules import State, View
from games.tomoe.tricks import DECKS, Trick

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards by seat, each hand in canonical order."""


class Variant(msgspec.Struct, frozen=True):
    """The options of a table, read once.

    Args:
        deal: what chance orders before each game: the whole deck.
        ace: what a trick won with a card of rank 1 counts.
    """

    deal: ChanceRequest
    ace: float


class TomoeState(State, frozen=True, kw_only=True):
    """A position.

    ``number`` is the game being played or just finished (0 before the first deal), ``games`` how many there
    will be, ``leader`` led its first trick, ``lead`` leads the running trick. ``points`` are those of this
    game, ``past`` those of the games before, ``totals`` those of all (halves are exact, so they are numbers
    as people write them).
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
    points: tuple[float, ...] = (0.0, 0.0, 0.0)
    totals: tuple[float, ...] = (0.0, 0.0, 0.0)
    past: tuple[tuple[float, ...], ...] = ()

    def places(self) -> tuple[Place, ...]:
        """Both parts of the hands, the running trick, the finished ones."""
        played = (self.trick, *[trick.cards for trick in self.tricks])
        return (*own_places(self.hidden), Place(self.open, None), Place(played, None))


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

    @property
    def deck(self) -> tuple[Card, ...]:
        """All cards of a game at this table."""
        return DECKS[self.options["metals"]]

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that lie hidden with the other seats, nobody outside knows with whom."""
        seen = {*self.hidden, *self.trick}
        seen.update(card for hand in self.open for card in hand)
        seen.update(card for trick in self.tricks for card in trick.cards)
        return tuple(card for card in self.deck if card not in seen)
