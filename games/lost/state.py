"""Events, positions and views of Lost Poker (lost.md, section "What is open")."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.core.cards import Card, CardGroup, own_card_groups
from games.core.events import Event, OpenEvent, OwnCardEvent
from games.core.rules import State, View
from games.lost.hands import JOKER, HandKind


class HandsDealt(OpenEvent, frozen=True):
    """Each seat was dealt ``size`` cards, beginning with seat ``first``."""

    first: int
    size: int


class FieldLaid(OpenEvent, frozen=True):
    """A seat laid three cards face down at the start of the game."""

    seat: int


class FieldsShown(OpenEvent, frozen=True):
    """The three cards that each seat had laid at the start were turned face up."""

    fields: tuple[tuple[Card, ...], ...]


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card face down to another seat with a claim."""

    seat: int
    target: int
    claim: str


class CardJudged(OpenEvent, frozen=True):
    """A played card was turned up, because its target trusted or doubted the claim."""

    seat: int
    target: int
    claim: str
    answer: str
    card: Card
    is_right: bool  # whether the target judged rightly
    taker: int  # the seat that got the card: face up or, for a joker that was judged rightly, in its hand


class CardTaken(Event, frozen=True):
    """The target of a play discarded the card. Only the two seats involved know the card."""

    seat: int
    target: int
    claim: str
    card: Card

    def seen_by(self, viewer: int | None) -> CardTaken:
        """Return the event as a viewer may see it: with the card only for the two seats involved."""
        if viewer in (self.seat, self.target):
            return self
        return CardTaken(self.seat, self.target, self.claim, "")


class LostVoided(OpenEvent, frozen=True):
    """A seat tried to discard a received joker. The joker went to the seat's face-up cards instead."""

    seat: int
    target: int
    claim: str

    @property
    def card(self) -> Card:
        """The played card, which is the joker."""
        return JOKER


class CardPlaced(OpenEvent, frozen=True):
    """A seat laid a card of its hand face up after discarding a received card."""

    seat: int
    card: Card


class HandCardLost(OwnCardEvent, frozen=True):
    """A seat discarded a card of its hand. The other seats do not see the card."""


class FieldCardLost(OpenEvent, frozen=True):
    """A seat discarded one of its face-up cards and laid another card in its place."""

    seat: int
    card: Card
    placed: Card


class JokerTakenBack(OpenEvent, frozen=True):
    """A seat took the joker back into its hand, and laid two cards of the hand face up."""

    seat: int
    cards: tuple[Card, ...]


class Passed(OpenEvent, frozen=True):
    """A seat passed, because it had no other legal move."""

    seat: int


class Eliminated(OpenEvent, frozen=True):
    """A seat was eliminated."""

    seat: int
    # The kind of hand among its face-up cards, or ``hand`` if the seat has no card left.
    reason: HandKind | Literal["hand"]
    cards: tuple[Card, ...] = ()  # the four cards of the face-up hand


OUTCOMES = (CardJudged, CardTaken, LostVoided)
"""The events that can end a claim."""


# --- positions and views ---------------------------------------------------------------------------------


class Variant(msgspec.Struct, frozen=True):
    """The options of a game."""

    losts: int  # number of cards that each seat may discard


class LostCard(msgspec.Struct, frozen=True):
    """A card in a seat's discard pile."""

    # The card; empty in a view whose viewer has not seen it.
    card: Card
    source: int  # the seat that the card came from: the pile's owner, or the seat that played the card
    was_open: bool = False  # whether the card had been face up, so that all players saw it


_HIDDEN = tuple(LostCard("", source) for source in range(4))

Piles: TypeAlias = tuple[tuple[LostCard, ...], ...]
"""The lost piles of all seats, in order of seats."""

CardsBySeat: TypeAlias = tuple[tuple[Card, ...], ...]
"""One tuple of cards for each seat: all hands, or all face-up cards."""


class Played(msgspec.Struct, frozen=True):
    """A played card that lies face down, with the claim that the seat ``target`` must answer."""

    seat: int
    target: int
    claim: str
    # The card; empty in the views of all seats but the one that played it.
    card: Card


class LostState(State, frozen=True, kw_only=True):
    """A position of Lost Poker. The game is over as soon as a seat is eliminated (``out``)."""

    variant: Variant
    first: int  # takes the first turn
    turn: int  # the seat whose turn it is, also while another seat answers
    hands: CardsBySeat  # in canonical order
    # The first three cards of each seat while they lie face down; empty otherwise.
    laid: CardsBySeat
    fields: CardsBySeat  # the face-up cards of each seat, in the order in which they came
    piles: Piles  # the cards that each seat has discarded
    play: Played | None = None
    # A seat has taken the played card out of the game, and must now lay a card face up.
    is_placing: bool = False
    # For each seat: how many of its claims were shown to be true, and how many false.
    told: tuple[tuple[int, int], ...]
    # The seat that, as all players know, holds the joker or has just played it.
    joker_in: int | None = None
    # The outcome of the last claim, and the events after it.
    log: tuple[Event, ...] = ()
    aside: tuple[Card, ...] = ()  # dealt to no seat
    out: tuple[int, ...] = ()

    @property
    def waiting(self) -> Played:
        """The played card that waits for an answer.

        Raises:
            AssertionError: no card waits for an answer.
        """
        assert self.play is not None
        return self.play

    def losts_left(self, seat: int) -> int:
        """Return the number of cards that a seat may still discard."""
        return self.variant.losts - len(self.piles[seat])

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return all cards in groups, with the seats that may see each group."""
        # A judged card is already face up or discarded while its judge still has to lay another card.
        lost = [
            CardGroup(lost.card, None if lost.was_open else (owner, lost.source))
            for owner, pile in enumerate(self.piles)
            for lost in pile
        ]
        waiting = [CardGroup(self.play.card, (self.play.seat,))] if self.play and not self.is_placing else []
        own = (*own_card_groups(self.hands), *own_card_groups(self.laid))
        return (*own, CardGroup(self.fields, None), *lost, CardGroup(self.aside), *waiting)


class LostView(View, frozen=True, kw_only=True):
    """The part of a position that one seat may know. Fields are named as in ``LostState``."""

    first: int
    turn: int
    limit: int  # number of cards that each seat may discard
    hand: tuple[Card, ...]
    laid: tuple[Card, ...]  # the viewer's first three cards, while they lie face down
    sizes: tuple[int, ...]
    fields: CardsBySeat
    piles: Piles
    play: Played | None
    is_placing: bool
    told: tuple[tuple[int, int], ...]
    joker_in: int | None
    log: tuple[Event, ...]
    out: tuple[int, ...]
    # All hands; empty until the game is over.
    hands: CardsBySeat = ()
    # The cards that were not dealt; empty until the game is over.
    aside: tuple[Card, ...] = ()

    @property
    def gone(self) -> tuple[int, ...]:
        """The eliminated seats."""
        return self.out

    def losts_left(self, seat: int) -> int:
        """Return the number of cards that a seat may still discard."""
        return self.limit - len(self.piles[seat])


def seen_piles(piles: Piles, viewer: int | None) -> Piles:
    """Return the discard piles as a viewer may see them; cards that the viewer has not seen are empty
    strings.
    """
    return tuple(
        [
            pile if owner == viewer else tuple([_seen(lost, viewer) for lost in pile])
            for owner, pile in enumerate(piles)
        ]
    )


def _seen(lost: LostCard, viewer: int | None) -> LostCard:
    return lost if lost.was_open or lost.source == viewer else _HIDDEN[lost.source]
