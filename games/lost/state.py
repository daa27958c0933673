"""Positions and views of Lost Poker (lost.md, What is open)."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from games.core.cards import Card, Place, own_places
from games.core.events import Event
from games.core.rules import State, View


class Variant(msgspec.Struct, frozen=True):
    """The options of a table, read once; ``losts`` is how many a seat may make."""

    losts: int


class LostCard(msgspec.Struct, frozen=True):
    """A card of a lost pile.

    Args:
        card: the card; empty in a view of somebody who has not seen it.
        source: whose card it was: the owner's own, or that of the seat that had played it.
        was_open: whether everybody saw it, since it came from a field.
    """

    card: Card
    source: int
    was_open: bool = False


_HIDDEN = tuple(LostCard("", source) for source in range(4))

Piles: TypeAlias = tuple[tuple[LostCard, ...], ...]
"""The lost piles of all seats."""

CardsBySeat: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of all seats: their hands, or their fields."""


class Played(msgspec.Struct, frozen=True):
    """A card that lies before a seat and waits; in a view ``card`` is empty for all but its player."""

    seat: int
    target: int
    claim: str
    card: Card


class LostState(State, frozen=True, kw_only=True):
    """A position.

    Args:
        first: the seat that takes the first turn.
        turn: the seat whose turn it is, also while another one answers.
        hands: in canonical order.
        laid: the first three cards of each seat while they lie face down; empty otherwise.
        fields: in the order in which the cards came.
        piles: the lost piles; their sizes are the losts made.
        play: the card that waits for an answer.
        is_placing: whether a seat owes its field a card for its lost.
        told: for each seat how many of its claims were shown to be true, and how many false.
        joker_in: the seat that everybody knows to hold the joker (or to have just played it).
        log: the outcome of the last claim and what has happened since.
        aside: the cards that nobody was dealt.
        out: who was eliminated, and why; ends the game.
    """

    variant: Variant
    first: int
    turn: int
    hands: CardsBySeat
    laid: CardsBySeat
    fields: CardsBySeat
    piles: Piles
    play: Played | None = None
    is_placing: bool = False
    told: tuple[tuple[int, int], ...]
    joker_in: int | None = None
    log: tuple[Event, ...] = ()
    aside: tuple[Card, ...] = ()
    out: tuple[int, ...] = ()

    @property
    def waiting(self) -> Played:
        """The card that waits; to be asked only while one does."""
        assert self.play is not None
        return self.play

    def losts_left(self, seat: int) -> int:
        """Count the losts that a seat may still make."""
        return self.variant.losts - len(self.piles[seat])

    def places(self) -> tuple[Place, ...]:
        """A card that was judged already lies elsewhere while its judge owes another one."""
        lost = [
            Place(lost.card, None if lost.was_open else (owner, lost.source))
            for owner, pile in enumerate(self.piles)
            for lost in pile
        ]
        waiting = [Place(self.play.card, (self.play.seat,))] if self.play and not self.is_placing else []
        own = (*own_places(self.hands), *own_places(self.laid))
        return (*own, Place(self.fields, None), *lost, Place(self.aside), *waiting)


class LostView(View, frozen=True, kw_only=True):
    """What a seat knows; fields as in ``LostState``.

    Args:
        limit: how many losts each seat may make.
        hand: one's own hand.
        laid: one's own first three cards, while they lie face down.
        sizes: how many cards each hand has.
        hands: all hands, when the game is over; empty before.
        aside: the cards that nobody was dealt, when the game is over; empty before.
    """

    first: int
    turn: int
    limit: int
    hand: tuple[Card, ...]
    laid: tuple[Card, ...]
    sizes: tuple[int, ...]
    fields: CardsBySeat
    piles: Piles
    play: Played | None
    is_placing: bool
    told: tuple[tuple[int, int], ...]
    joker_in: int | None
    log: tuple[Event, ...]
    out: tuple[int, ...]
    hands: CardsBySeat = ()
    aside: tuple[Card, ...] = ()

    @property
    def gone(self) -> tuple[int, ...]:
        """The eliminated."""
        return self.out

    def losts_left(self, seat: int) -> int:
        """Count the losts that a seat may still make."""
        return self.limit - len(self.piles[seat])


def seen_piles(piles: Piles, viewer: int | None) -> Piles:
    """Show lost piles to a viewer: what came from a field, what was the viewer's, all of one's own."""
    return tuple(
        [
            pile if owner == viewer else tuple([_seen(lost, viewer) for lost in pile])
            for owner, pile in enumerate(piles)
        ]
    )


def _seen(lost: LostCard, viewer: int | None) -> LostCard:
    return lost if lost.was_open or lost.source == viewer else _HIDDEN[lost.source]
