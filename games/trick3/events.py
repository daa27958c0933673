"""The events of Three Cards Trick Poker and which viewers may see them (trick3.md, What is open)."""

from __future__ import annotations

import msgspec

from games.core.cards import Card
from games.core.events import OpenEvent, OwnCardEvent
from games.trick3.moves import Hand, is_face_down


class HandsDealt(OpenEvent, frozen=True):
    """A game began: each seat got ``each`` cards, and the rest went to the pot."""

    game: int
    lead: int
    each: int
    pot: Hand


class ExposedChosen(OpenEvent, frozen=True):
    """A seat chose its first exposed hand, unseen by the others."""

    seat: int


class HandsExposed(OpenEvent, frozen=True):
    """All seats have chosen, and the exposed hands were turned face up, in order of seats."""

    exposed: tuple[Hand, ...]


class CardPlayed(OwnCardEvent, frozen=True):
    """A seat played a card. ``card`` is empty for viewers that saw only its back."""

    round: int
    way: str

    def seen_by(self, viewer: int | None) -> CardPlayed:
        """Return the event as a viewer may see it: without a face-down card, except for its owner."""
        return super().seen_by(viewer) if is_face_down(self.round, self.way) else self


class Folded(OpenEvent, frozen=True):
    """A seat folded. Its played cards and the card that folding cost, if any, went to the pot face up."""

    seat: int
    cards: Hand
    penalty: Card
    is_forced: bool


class HandFilled(OpenEvent, frozen=True):
    """A seat's empty hidden hand was filled from its stock automatically."""

    seat: int
    count: int


class Refilled(OpenEvent, frozen=True):
    """A seat moved hidden cards to its exposed hand and drew from its stock."""

    seat: int
    cards: Hand
    drawn: int


class GameLeft(OpenEvent, frozen=True):
    """A seat ran out of hidden cards and stock and left the game. Its other cards went to the pot."""

    seat: int
    cards: Hand


class ShownHand(msgspec.Struct, frozen=True):
    """A seat's cards at a showdown, in the order played, and the name of its hand; empty for no hand."""

    seat: int
    cards: Hand
    hand: str


class Showdown(OpenEvent, frozen=True):
    """A battle was decided.

    Args:
        battle: its number in this game.
        hands: the hands of the seats still in the battle, in turn order.
        winners: the seats with the best hand, in turn order; empty if no seat had a hand.
        each: how many cards each winner took.
        pot: number of cards in the pot afterwards.
    """

    battle: int
    hands: tuple[ShownHand, ...]
    winners: tuple[int, ...]
    each: int
    pot: int


class AllFolded(OpenEvent, frozen=True):
    """A battle ended without a showdown. ``seat`` was the last to fold."""

    battle: int
    seat: int


class GameEnded(OpenEvent, frozen=True):
    """A game ended.

    Args:
        game: its number in the match.
        points: the points of each seat in it.
        shares: how many of these points come from sharing out the cards that were not captured.
        totals: the points of each seat in the match so far.
    """

    game: int
    points: tuple[int, ...]
    shares: tuple[int, ...]
    totals: tuple[int, ...]
