"""What happens in Three Cards Trick Poker, and who sees it (trick3.md, What is open)."""

from __future__ import annotations

import msgspec

from games.core.cards import Card
from games.core.events import OpenEvent, OwnCardEvent
from games.trick3.moves import Hand, is_face_down


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


class CardPlayed(OwnCardEvent, frozen=True):
    """A seat played a card; ``card`` is empty for who saw only its back."""

    round: int
    way: str

    def seen_by(self, viewer: int | None) -> CardPlayed:
        """Hide a card that lies face down."""
        return super().seen_by(viewer) if is_face_down(self.round, self.way) else self


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
