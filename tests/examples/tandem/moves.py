"""The only move of Tandem: play a card (tandem.md, A trick)."""

from typing import ClassVar

from games.core.cards import STANDARD, Card
from games.core.errors import NotationError
from games.core.moves import CardMove

RANKS = "9TJQKA"
"""All ranks from the lowest to the highest."""


class Play(CardMove, frozen=True):
    """Play a card to the trick."""

    verb: ClassVar[str] = "play"


PLAYS: dict[Card, Play] = {card: Play(card) for card in STANDARD.cards if STANDARD.rank[card] in {*RANKS}}
BY_TEXT = {str(play).lower(): play for play in PLAYS.values()}


def parse_words(words: list[str]) -> Play:
    """Return the move that words in lower case describe.

    Raises:
        NotationError: the words are no play.
    """
    if (play := BY_TEXT.get(" ".join(words))) is None:
        raise NotationError("a move is 'play' and a card from nine to ace, as in 'play Qs'")
    return play
