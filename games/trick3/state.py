"""Positions and views of Three Cards Trick Poker (trick3.md, What is open)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.core.cards import Place, own_places
from games.core.rules import State, View
from games.trick3.events import Showdown
from games.trick3.moves import FACE_DOWN, Hand

Phase: TypeAlias = Literal["deal", "expose", "play", "refill", "over"]
"""What must be done next: deal (by chance), expose cards, play or fold, or refill; or the match is over."""


class Variant(msgspec.Struct, frozen=True):
    """The options of a table. ``deck`` is the name of the deck in play."""

    deck: str
    family: str
    end: str
    games: int


class Side(msgspec.Struct, frozen=True):
    """All cards of one seat. ``hidden`` and ``exposed`` are sorted; ``stock`` begins with its top card."""

    hidden: Hand = ()
    exposed: Hand = ()
    stock: Hand = ()
    played: Hand = ()
    captured: Hand = ()


class Trick3State(State, frozen=True, kw_only=True):
    """A position of Three Cards Trick Poker.

    Args:
        phase: what the seats in ``to_act`` must do.
        sides: the cards of each seat. Until all have chosen, ``hidden`` is the whole hand of nine cards.
        pot: the cards in the middle.
        chosen: in the phase ``expose``, the cards that each seat has chosen; empty for a seat still choosing.
        game: number of the game in the match, from 1; 0 before the first deal.
        battle: number of the battle in the game, from 1; 0 before the first.
        lead: the seat that leads this battle, or will lead the first battle of the next game.
        order: the seats of this battle, in turn order.
        round: the round of the battle, 1 to 3.
        way: ``up`` or ``down``: whether the first card of the battle lies face up or down; empty before that
            card.
        folded: the seats that folded in this battle, in order, with those that left the game during it.
        left: the seats that left this game, in order.
        totals: the points of each seat in the finished games.
        remains: the cards of each seat when the last game ended, before the rest was shared out.
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
        """Return where each card is and which seats know it."""
        # The index of the face-down card among the played ones; 3 (no card) while the way is unknown.
        down = FACE_DOWN.get(self.way, 4) - 1
        hidden = [(side.hidden, side.played[down : down + 1]) for side in self.sides]
        played = [(*side.played[:down], *side.played[down + 1 :]) for side in self.sides]
        shown = [(side.exposed, side.captured) for side in self.sides]
        stocks = [side.stock for side in self.sides]
        return (*own_places(hidden), Place(stocks), Place((played, shown, self.pot), None))


class Trick3View(View, frozen=True, kw_only=True):
    """The part of a position that one seat may know. Other fields are as in ``Trick3State``.

    Args:
        deck: the name of the deck in play.
        number: number of the game in the match, from 1.
        hand: the viewer's hidden hand, sorted; nine cards until all have chosen what to expose.
        chosen: the cards that the viewer has chosen to expose, while others still choose.
        exposed, captured: the cards of each seat.
        played: the cards of each seat in the order played. A face-down card is empty for other viewers.
        hidden, stock: number of cards of each seat.
        hands, stocks: the hidden hands and stocks when the last game ended; empty until the match is over.
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
        """The seats that have left the last game of the match. A seat that leaves an earlier game returns."""
        return self.left if self.number == int(self.options["games"]) else ()

    @property
    def settled(self) -> tuple[int, ...]:
        """No seats: no place is final before the end, when points are counted."""
        return ()
