"""Events, positions and views of Three Cards Trick Poker.

Source: trick3.md, section "What is open".
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.core.cards import Card, CardGroup, own_card_groups
from games.core.events import OpenEvent, OwnCardEvent
from games.core.rules import State, View
from games.trick3.moves import FACE_DOWN, Hand, is_face_down


class HandsDealt(OpenEvent, frozen=True):
    """A game began. Each seat got ``each`` cards; the other cards form the pot in the middle."""

    game: int
    lead: int
    each: int
    pot: Hand


class ExposedChosen(OpenEvent, frozen=True):
    """A seat chose its first exposed hand, which stays secret until all seats have chosen."""

    seat: int


class HandsExposed(OpenEvent, frozen=True):
    """All seats have chosen their exposed hands, which now lie face up. ``exposed`` is by seat."""

    exposed: tuple[Hand, ...]


class CardPlayed(OwnCardEvent, frozen=True):
    """A seat played a card. ``card`` is empty for viewers that saw only its back."""

    round: int
    way: str

    def seen_by(self, viewer: int | None) -> CardPlayed:
        """Return the event as a viewer may see it. A face-down card is shown to its owner only."""
        return super().seen_by(viewer) if is_face_down(self.round, self.way) else self


class Folded(OpenEvent, frozen=True):
    """A seat folded. Its played cards and the ``penalty`` went to the pot.

    Args:
        penalty: the card that folding cost; empty if it cost none.
    """

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
    """A seat ran out of hidden cards and stock, and left the game. Its other cards went to the pot."""

    seat: int
    cards: Hand


class ShownHand(msgspec.Struct, frozen=True):
    """The cards that a seat showed at a showdown, in the order played.

    Args:
        hand: the name of the hand that they make; empty if they make none.
    """

    seat: int
    cards: Hand
    hand: str


class Showdown(OpenEvent, frozen=True):
    """The hands of a battle were compared, which decided the battle.

    Args:
        hands: the hands of the seats still in the battle, in turn order.
        winners: the seats with the best hand, in turn order; empty if no seat had a hand.
        each: number of cards that each winner took.
        pot: number of cards in the pot (the middle) afterwards.
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
    """A game of the match ended.

    Args:
        points: the points of each seat in this game.
        shares: the part of ``points`` that each seat got for uncaptured cards.
        totals: the points of each seat in the match so far.
    """

    game: int
    points: tuple[int, ...]
    shares: tuple[int, ...]
    totals: tuple[int, ...]


# --- positions and views ---------------------------------------------------------------------------------


Phase: TypeAlias = Literal["deal", "expose", "play", "refill", "over"]
"""What must be done next: deal (by chance), expose cards, play or fold, or refill; ``over`` after the
match.
"""


class Variant(msgspec.Struct, frozen=True):
    """The options of a table. ``deck`` is the name of the deck in play."""

    deck: str
    family: str
    end: str
    games: int


class SeatCards(msgspec.Struct, frozen=True):
    """All cards of one seat. ``hidden`` and ``exposed`` are sorted; ``stock`` (draw pile) begins with its
    top.
    """

    hidden: Hand = ()
    exposed: Hand = ()
    stock: Hand = ()
    played: Hand = ()
    captured: Hand = ()


class Trick3State(State, frozen=True, kw_only=True):
    """A position of Three Cards Trick Poker.

    Args:
        lead: the seat that leads this battle, or will lead the first battle of the next game.
        way: how the first card of the battle lies, ``up`` or ``down``; empty until it is played.
        remains: the cards of each seat at the end of the last finished game, before uncaptured cards were
            shared out.
    """

    variant: Variant
    phase: Phase  # what the seats in ``to_act`` must do
    sides: tuple[SeatCards, ...]  # in the phase ``expose``, ``hidden`` has all nine cards of a hand
    pot: Hand = ()  # the cards in the middle
    chosen: tuple[Hand, ...] = ()  # in the phase ``expose``; empty for a seat that has not chosen yet
    game: int = 0  # number of the game in the match, from 1; 0 before the first deal
    battle: int = 0  # number of the battle in the game, from 1; 0 before the first
    lead: int
    order: tuple[int, ...] = ()  # the seats of this battle, in turn order
    round: int = 1  # 1 to 3
    way: str = ""
    folded: tuple[int, ...] = ()  # the seats that have dropped out of this battle, in order
    left: tuple[int, ...] = ()  # the seats that left this game, in order
    totals: tuple[int, ...]  # the points of each seat in the finished games
    remains: tuple[SeatCards, ...] = ()
    shown: Showdown | None = None  # the most recent showdown of this game

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return all hands, stocks and other piles, each group with the seats that may see it."""
        # The index of the face-down card among the played ones; 3 (no card) while the way is unknown.
        down = FACE_DOWN.get(self.way, 4) - 1
        hidden = [(side.hidden, side.played[down : down + 1]) for side in self.sides]
        played = [(*side.played[:down], *side.played[down + 1 :]) for side in self.sides]
        face_up = [(side.exposed, side.captured) for side in self.sides]
        stocks = [side.stock for side in self.sides]
        return (*own_card_groups(hidden), CardGroup(stocks), CardGroup((played, face_up, self.pot), None))


class Trick3View(View, frozen=True, kw_only=True):
    """The part of a position that one seat may know. Most fields are those of ``Trick3State``.

    Args:
        chosen: the cards that the viewer has chosen to expose, while other seats still choose.
        played: the cards of each seat in the order played. Face-down cards of other seats are empty strings.
        hidden, stock: for each seat, the number of cards in its hidden hand, and in its stock.
        hands, stocks: each seat's hidden hand and stock at the end of the match; empty until then.
    """

    phase: Phase
    deck: str
    number: int  # number of the game in the match, from 1
    battle: int
    lead: int
    order: tuple[int, ...]
    round: int
    way: str
    hand: Hand  # the viewer's hidden hand; in the phase ``expose`` all nine cards
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
        """The seats that left the last game of the match; empty in earlier games."""
        # Seats that left an earlier game come back in the next one.
        return self.left if self.number == int(self.options["games"]) else ()

    @property
    def settled_seats(self) -> tuple[int, ...]:
        """Always empty, since no place in the ranking is final before the match ends."""
        return ()
