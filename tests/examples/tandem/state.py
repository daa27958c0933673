"""Positions and views of Tandem, and what cards are worth (tandem.md, A trick and What is open)."""

from collections.abc import Sequence

from games.core.cards import STANDARD, Card, Place, own_places
from games.core.rules import State, View
from tests.examples.tandem.events import TrickTaken
from tests.examples.tandem.moves import RANKS

NO_CARDS: tuple[Card, ...] = ("",) * 4
ORDER = (0, 2, 1, 3)
"""The seats as a picture shows them: partners side by side."""


def height(card: Card, led: Card) -> int:
    """Return what a card counts in a trick: 1 to 6, and 0 if it is not of the suit that was led."""
    is_of_suit = bool(card) and STANDARD.suit[card] == STANDARD.suit[led]
    return 1 + RANKS.index(STANDARD.rank[card]) if is_of_suit else 0


def strength(trick: Sequence[Card], leader: int, team: int) -> int:
    """Return how strong a team is in a trick: as the weaker of the cards that it has played so far."""
    played = [height(card, trick[leader]) for card in trick[team::2] if card]
    return min(played, default=0)


def playable(hand: Sequence[Card], trick: Sequence[Card], leader: int) -> list[Card]:
    """Return the cards that follow suit, or all where none does, or nothing was led."""
    follow = [card for card in hand if trick[leader] and height(card, trick[leader])]
    return follow or list(hand)


class TandemState(State, frozen=True, kw_only=True):
    """A position: hands and cards of the trick by seat, who led it, tricks by team, and what was played."""

    hands: tuple[tuple[Card, ...], ...]
    trick: tuple[Card, ...] = NO_CARDS
    leader: int
    won: tuple[int, ...] = (0, 0)
    last: TrickTaken | None = None
    past: tuple[Card, ...] = ()

    def places(self) -> tuple[Place, ...]:
        """Hands are their owners', all that was played lies open."""
        return (*own_places(self.hands), Place((self.trick, self.past), None))


class TandemView(View, frozen=True, kw_only=True):
    """What a seat knows: all that was played, tricks by team, its own hand."""

    trick: tuple[Card, ...]
    leader: int
    won: tuple[int, ...]
    last: TrickTaken | None
    past: tuple[Card, ...]
    hand: tuple[Card, ...] = ()
