"""The only move of Goofspiel: a sealed bid (goofspiel.md, A round)."""

from typing import ClassVar

from games.core.cards import NUMBERS, Card
from games.core.errors import NotationError
from games.core.moves import CardMove

SUITS = "shc"
"""The suit of each seat's hand. Diamonds are the prizes."""


class Bid(CardMove, frozen=True):
    """Bid a card face down."""

    verb: ClassVar[str] = "bid"


BIDS: dict[Card, Bid] = {card: Bid(card) for card in NUMBERS.cards if NUMBERS.suit[card] in {*SUITS}}
BY_TEXT = {str(bid).lower(): bid for bid in BIDS.values()}


def parse_words(words: list[str]) -> Bid:
    """Return the move that words in lower case describe.

    Raises:
        NotationError: the words are no bid.
    """
    if (bid := BY_TEXT.get(" ".join(words))) is None:
        raise NotationError("a move is 'bid' and a card of your suit, as in 'bid 9s'")
    return bid
