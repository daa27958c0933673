"""Events, positions and views of Tandem, and the strength of cards (tandem.md, A trick and What is open)."""

from collections.abc import Sequence

from games.core.cards import STANDARD, Card, CardGroup, own_card_groups
from games.core.events import OpenEvent
from games.core.rules import State, View
from tests.examples.tandem.moves import RANKS


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card."""

    seat: int
    card: Card


class TrickTaken(OpenEvent, frozen=True):
    """A team won a trick. ``winner`` is the seat with its higher card, which leads next."""

    cards: tuple[Card, ...]
    leader: int
    winner: int


NO_CARDS: tuple[Card, ...] = ("",) * 4
ORDER = (0, 2, 1, 3)
"""The order of seats in pictures: partners next to each other."""


def height(card: Card, led: Card) -> int:
    """Return the strength of a card in a trick: 1 to 6; 0 if it does not follow suit."""
    is_of_suit = bool(card) and STANDARD.suit[card] == STANDARD.suit[led]
    return 1 + RANKS.index(STANDARD.rank[card]) if is_of_suit else 0


def strength(trick: Sequence[Card], leader: int, team: int) -> int:
    """Return the strength of a team in a trick: that of the weaker of its cards played so far."""
    played = [height(card, trick[leader]) for card in trick[team::2] if card]
    return min(played, default=0)


def playable(hand: Sequence[Card], trick: Sequence[Card], leader: int) -> list[Card]:
    """Return the cards that follow suit, or all cards if none does or the seat leads."""
    follow = [card for card in hand if trick[leader] and height(card, trick[leader])]
    return follow or list(hand)


class TandemState(State, frozen=True, kw_only=True):
    """A position: hands and trick by seat, its leader, tricks won by team, cards of earlier tricks."""

    hands: tuple[tuple[Card, ...], ...]
    trick: tuple[Card, ...] = NO_CARDS
    leader: int
    won: tuple[int, ...] = (0, 0)
    last: TrickTaken | None = None
    past: tuple[Card, ...] = ()

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return hands as groups of their seats, and all played cards as public."""
        return (*own_card_groups(self.hands), CardGroup((self.trick, self.past), None))


class TandemView(View, frozen=True, kw_only=True):
    """The knowledge of a seat: all played cards, tricks won by each team, and its own hand."""

    trick: tuple[Card, ...]
    leader: int
    won: tuple[int, ...]
    last: TrickTaken | None
    past: tuple[Card, ...]
    hand: tuple[Card, ...] = ()
