"""Positions, views and events of Three Cards Trick Poker (trick3.md, What is open)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.core.cards import Card
from games.core.events import Event, OpenEvent
from games.core.rules import State, View
from games.trick3.moves import DOWN, UP

Hand: TypeAlias = tuple[Card, ...]
Phase: TypeAlias = Literal["deal", "expose", "play", "refill", "over"]


class Variant(msgspec.Struct, frozen=True):
    """The options of a table, read once; ``deck`` is the name of the deck in play."""

    deck: str
    family: str
    end: str
    games: int


# --- what happened ------------------------------------------------------------------------------------------


class HandsDealt(OpenEvent, frozen=True):
    """A game began: ``each`` cards to everybody, the rest into the pot."""

    game: int
    lead: int
    each: int
    pot: Hand


class ExposedChosen(OpenEvent, frozen=True):
    """A seat chose its first exposed hand, unseen."""

    seat: int


class HandsExposed(OpenEvent, frozen=True):
    """Everybody has chosen: the exposed hands, seat by seat."""

    exposed: tuple[Hand, ...]


class CardPlayed(Event, frozen=True):
    """A seat played a card; ``card`` is empty for who saw only its back."""

    seat: int
    card: Card
    round: int
    way: str

    def seen_by(self, viewer: int | None) -> CardPlayed:
        """Hide from the others a card that lies face down."""
        if viewer != self.seat and is_face_down(self.round, self.way):
            return CardPlayed(self.seat, "", self.round, self.way)
        return self


class Folded(OpenEvent, frozen=True):
    """A seat gave up the battle: its played cards and its penalty, if any, went to the pot face up."""

    seat: int
    cards: Hand
    penalty: Card
    is_forced: bool


class HandFilled(OpenEvent, frozen=True):
    """An empty hidden hand was filled from the stock by force."""

    seat: int
    count: int


class Refilled(OpenEvent, frozen=True):
    """A seat moved hidden cards to its exposed hand and drew from its stock."""

    seat: int
    cards: Hand
    drawn: int


class GameLeft(OpenEvent, frozen=True):
    """A seat ran out of hidden cards and stock and left; the rest of its cards went to the pot."""

    seat: int
    cards: Hand


class ShownHand(msgspec.Struct, frozen=True):
    """What a seat showed: its cards in the order played and the name of its hand, empty for none."""

    seat: int
    cards: Hand
    hand: str


class Showdown(OpenEvent, frozen=True):
    """A battle was decided.

    Args:
        battle: its number in this game.
        hands: who was still in, in turn order.
        winners: the seats with the best hand, in turn order; empty when nobody had one.
        each: how many cards each winner took.
        pot: how many cards are in the pot after it.
    """

    battle: int
    hands: tuple[ShownHand, ...]
    winners: tuple[int, ...]
    each: int
    pot: int


class AllFolded(OpenEvent, frozen=True):
    """A battle ended without a showdown; ``seat`` was the last to fold."""

    battle: int
    seat: int


class GameEnded(OpenEvent, frozen=True):
    """A game ended.

    Args:
        game: its number in the match.
        points: the points of each seat in it.
        shares: how many of them come from the share-out of what was not captured.
        totals: the points of each seat in the match so far.
    """

    game: int
    points: tuple[int, ...]
    shares: tuple[int, ...]
    totals: tuple[int, ...]


# --- positions ----------------------------------------------------------------------------------------------


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

    def places(self) -> object:
        return self.sides, self.pot


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


def is_face_down(round_: int, way: str) -> bool:
    """Tell whether a card played in this round lies face down (trick3.md, A battle)."""
    return (round_ == 1 and way == DOWN) or (round_ == 3 and way == UP)
