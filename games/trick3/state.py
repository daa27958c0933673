"""Positions and views of Three Cards Trick Poker (trick3.md, What is open)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.core.cards import Place, own_places
from games.core.rules import State, View
from games.trick3.events import Showdown
from games.trick3.moves import FACE_DOWN, Hand

Phase: TypeAlias = Literal["deal", "expose", "play", "refill", "over"]


class Variant(msgspec.Struct, frozen=True):
    """The options of a table, read once; ``deck`` is the name of the deck in play."""

    deck: str
    family: str
    end: str
    games: int


class Side(msgspec.Struct, frozen=True):
    """All cards of one seat; ``hidden`` and ``exposed`` sorted, ``stock`` from its top."""

    hidden: Hand = ()
    exposed: Hand = ()
    stock: Hand = ()
    played: Hand = ()
    captured: Hand = ()


class Trick3State(State, frozen=True, kw_only=True):
    """A position.

    Args:
        phase: what ``to_act`` has to do.
        sides: the cards of each seat; before all have chosen, ``hidden`` are the nine of the hand.
        chosen: in the phase ``expose``, what each seat has chosen; empty for who has not.
        lead: who leads this battle, or is to lead the first one of the next game.
        order: the seats of this battle in turn order.
        folded: who folded, in order; who left during this battle is among them.
        left: who left this game, in order.
        totals: the points of the games that have ended.
        remains: the cards of each seat when the last game ended, before any share-out.
        shown: the last showdown of this game.
    """

    variant: Variant
    phase: Phase
    sides: tuple[Side, ...]
    pot: Hand = ()
    chosen: tuple[Hand, ...] = ()
    game: int = 0
    battle: int = 0
    lead: int
    order: tuple[int, ...] = ()
    round: int = 1
    way: str = ""
    folded: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    totals: tuple[int, ...]
    remains: tuple[Side, ...] = ()
    shown: Showdown | None = None

    def places(self) -> tuple[Place, ...]:
        """Hidden hands with the card played face down, stocks, all that lies open."""
        down = FACE_DOWN.get(self.way, 4) - 1
        hidden = [(side.hidden, side.played[down : down + 1]) for side in self.sides]
        played = [(*side.played[:down], *side.played[down + 1 :]) for side in self.sides]
        shown = [(side.exposed, side.captured) for side in self.sides]
        stocks = [side.stock for side in self.sides]
        return (*own_places(hidden), Place(stocks), Place((played, shown, self.pot), None))


class Trick3View(View, frozen=True, kw_only=True):
    """What a seat knows.

    Args:
        deck: the name of the deck in play.
        number: which game of the match this is, from 1.
        hand: one's own hidden hand (nine cards before all have chosen what to expose), sorted.
        chosen: what oneself has chosen to expose while others still choose.
        exposed, captured: by seat.
        played: by seat, in the order played; a card that lies face down is empty for the others.
        hidden, stock: numbers of cards by seat.
        hands, stocks: hidden hands and stocks by seat as the last game ended, when all is over; else empty.
        others: as in the position.
    """

    phase: Phase
    deck: str
    number: int
    battle: int
    lead: int
    order: tuple[int, ...]
    round: int
    way: str
    hand: Hand
    chosen: Hand
    exposed: tuple[Hand, ...]
    played: tuple[Hand, ...]
    hidden: tuple[int, ...]
    stock: tuple[int, ...]
    captured: tuple[Hand, ...]
    pot: Hand
    folded: tuple[int, ...]
    left: tuple[int, ...]
    totals: tuple[int, ...]
    shown: Showdown | None
    hands: tuple[Hand, ...]
    stocks: tuple[Hand, ...]

    @property
    def gone(self) -> tuple[int, ...]:
        """Those who have left the last game of the match; who leaves an earlier one comes back."""
        return self.left if self.number == int(self.options["games"]) else ()

    @property
    def settled(self) -> tuple[int, ...]:
        """Nobody: points are counted at the end."""
        return ()
