"""The moves of Lost Poker and their notation (lost.md, Set-up and On one's turn)."""

from __future__ import annotations

from games.core.cards import STANDARD, Card
from games.core.errors import NotationError
from games.core.moves import Move, shorten
from games.lost.hands import BIT, JOKER, RANKS, SUITS

CLAIMS: tuple[str, ...] = (*SUITS, *RANKS, "joker")
"""Everything that can be said of a card: a suit, a rank, or that it is the joker."""


class LayField(Move, frozen=True):
    """Lay three cards of one's hand as one's first field; in canonical order."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "field " + " ".join(self.cards)


class Play(Move, frozen=True):
    """Lay a card face down before another seat and claim something of it."""

    card: Card
    target: int
    claim: str

    def __str__(self) -> str:
        return f"play {self.card} to {self.target} as {self.claim}"


class Trust(Move, frozen=True):
    """Believe the claim."""

    def __str__(self) -> str:
        return "trust"


class Doubt(Move, frozen=True):
    """Disbelieve the claim."""

    def __str__(self) -> str:
        return "doubt"


class DeclareLost(Move, frozen=True):
    """Take the card that was played out of the game instead of judging it."""

    def __str__(self) -> str:
        return "lost"


class Place(Move, frozen=True):
    """Lay a card of one's hand in one's field, after a declared lost."""

    card: Card

    def __str__(self) -> str:
        return f"place {self.card}"


class LoseFromHand(Move, frozen=True):
    """Take a card of one's hand out of the game."""

    card: Card

    def __str__(self) -> str:
        return f"lost hand {self.card}"


class LoseFromField(Move, frozen=True):
    """Take a card of one's field out of the game and lay one of one's hand instead."""

    card: Card
    placed: Card

    def __str__(self) -> str:
        return f"lost field {self.card} place {self.placed}"


class Back(Move, frozen=True):
    """Take the joker of one's field into one's hand for two cards of it; in canonical order."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "back " + " ".join(self.cards)


class Pass(Move, frozen=True):
    """Do nothing, because nothing can be done."""

    def __str__(self) -> str:
        return "pass"


TRUST, DOUBT, LOST, PASS = Trust(), Doubt(), DeclareLost(), Pass()
PLACES: dict[Card, Place] = {card: Place(card) for card in BIT}

_WORDS: dict[str, Move] = {str(move): move for move in (TRUST, DOUBT, LOST, PASS)}
_SEATS = {"0": 0, "1": 1, "2": 2, "3": 3}
_CLAIMS = {claim.lower(): claim for claim in CLAIMS}


def is_true(card: Card, claim: str) -> bool:
    """Tell whether a claim fits a card; of the joker nothing else is true than that it is the joker."""
    return claim == "joker" if card == JOKER else claim in card


def parse_words(words: list[str]) -> Move:
    """Read a player's move from lower-case words.

    Raises:
        NotationError: the words are no move of this game.
    """
    match words:
        case ["play", card, "to", seat, "as", claim]:
            return Play(_card(card), _seat(seat), _claim(claim))
        case ["field", first, second, third]:
            return LayField(STANDARD.sort((_card(first), _card(second), _card(third))))
        case ["place", card]:
            return PLACES[_card(card)]
        case ["lost", "hand", card]:
            return LoseFromHand(_card(card))
        case ["lost", "field", card, "place", placed]:
            return LoseFromField(_card(card), _card(placed))
        case ["back", first, second]:
            return Back(STANDARD.sort((_card(first), _card(second))))
        case [word] if word in _WORDS:
            return _WORDS[word]
    raise NotationError(
        "a move is 'field C C C', 'play C to S as X', 'trust', 'doubt', 'lost', 'place C', 'lost hand C', "
        "'lost field C place C', 'back C C' or 'pass'"
    )


def _card(word: str) -> Card:
    card = STANDARD.parse(word)
    if card not in BIT:
        raise NotationError(f"{card} is not in this deck, which has ranks A to T and the joker Jk")
    return card


def _seat(word: str) -> int:
    if word not in _SEATS:
        raise NotationError(f"{shorten(word)!r} is no seat")
    return _SEATS[word]


def _claim(word: str) -> str:
    if word not in _CLAIMS:
        raise NotationError(
            f"{shorten(word)!r} is no claim: name a suit (s h d c), a rank (A 2 .. T) or joker"
        )
    return _CLAIMS[word]
