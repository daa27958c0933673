"""The moves of Lost Poker, their notation, and lists of legal moves that are computed on demand (lost.md,
sections "Set-up" and "On one's turn").
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate, combinations
from typing import ClassVar

from games.core.cards import STANDARD, Card
from games.core.errors import NotationError
from games.core.moves import CardMove, CardsMove, LazyMoves, Move, Word, by_notation, shorten
from games.core.poker import SUITS, natural_cards
from games.lost.hands import BIT, JOKER, RANKS

CLAIMS: tuple[str, ...] = tuple(SUITS + RANKS) + ("joker",)
"""All claims: the card is of a suit, of a rank, or the joker."""


class LayFirstCards(CardsMove, frozen=True):
    """Lay three cards of the hand face down at the start of the game.

    Args:
        cards: the three cards, in canonical order.
    """

    verb: ClassVar[str] = "field"


class Play(Move, frozen=True):
    """Play a card face down to another seat with a claim: its suit, its rank, or that it is the joker."""

    card: Card
    target: int
    claim: str

    def __str__(self) -> str:
        return f"play {self.card} to {self.target} as {self.claim}"


class Trust(Word, frozen=True):
    """Answer that the claim is true."""

    notation: ClassVar[str] = "trust"


class Doubt(Word, frozen=True):
    """Answer that the claim is false."""

    notation: ClassVar[str] = "doubt"


class DeclareLost(Word, frozen=True):
    """Discard the received card, instead of trusting or doubting its claim."""

    notation: ClassVar[str] = "lost"


class PlaceCard(CardMove, frozen=True):
    """Lay a card of the hand face up, after discarding a received card."""

    verb: ClassVar[str] = "place"


class DiscardFromHand(CardMove, frozen=True):
    """Discard a card of the hand."""

    verb: ClassVar[str] = "lost hand"


class ReplaceFaceUpCard(Move, frozen=True):
    """Discard one of the seat's face-up cards, and lay a card of the hand in its place."""

    card: Card
    placed: Card

    def __str__(self) -> str:
        return f"lost field {self.card} place {self.placed}"


class TakeJokerBack(CardsMove, frozen=True):
    """Take the joker back into the hand, and lay two cards of the hand face up.

    Args:
        cards: the two cards, in canonical order.
    """

    verb: ClassVar[str] = "back"


class Pass(Word, frozen=True):
    """Do nothing; legal only when no other move is."""

    notation: ClassVar[str] = "pass"


TRUST = Trust()
DOUBT = Doubt()
LOST = DeclareLost()
PASS = Pass()
JUDGEMENTS: tuple[Move, ...] = (TRUST, DOUBT)
ANSWERS: tuple[Move, ...] = JUDGEMENTS + (LOST,)
PLACES: dict[Card, PlaceCard] = {card: PlaceCard(card) for card in BIT}


def is_true(card: Card, claim: str) -> bool:
    """True if a claim is true of a card. Only the claim ``joker`` is true of the joker."""
    if card == JOKER:
        return claim == "joker"
    return claim in card


# --- notation ---------------------------------------------------------------------------------------

_WORDS = by_notation(ANSWERS + (PASS,))
_SEATS = {"0": 0, "1": 1, "2": 2, "3": 3}
_CLAIMS = {claim.lower(): claim for claim in CLAIMS}


def parse_words(words: list[str]) -> Move:
    """Return the move that words in lower case describe.

    Raises:
        NotationError: the words do not describe a move of this game.
    """
    match words:
        case ["play", card, "to", seat, "as", claim]:
            return Play(_card(card), _seat(seat), _claim(claim))
        case ["field", first, second, third]:
            return LayFirstCards(STANDARD.sort((_card(first), _card(second), _card(third))))
        case ["place", card]:
            return PLACES[_card(card)]
        case ["lost", "hand", card]:
            return DiscardFromHand(_card(card))
        case ["lost", "field", card, "place", placed]:
            return ReplaceFaceUpCard(_card(card), _card(placed))
        case ["back", first, second]:
            return TakeJokerBack(STANDARD.sort((_card(first), _card(second))))
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


# --- long lists -------------------------------------------------------------------------------------


@cache
def _index_combinations(size: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(size), count))


def _is_selection(cards: tuple[Card, ...], hand: tuple[Card, ...], count: int) -> bool:
    return len(cards) == count and tuple([card for card in hand if card in cards]) == cards


@cache
def _running_totals(*counts: int) -> tuple[int, ...]:
    return tuple(accumulate(counts))


class OpeningMoves(LazyMoves):
    """A lazy list of all ways to lay three cards of a hand at the start (``LayFirstCards``).

    Args:
        hand: the dealt cards, in canonical order.
    """

    __slots__ = ("_choices", "_hand")

    def __init__(self, hand: tuple[Card, ...]) -> None:
        self._hand = hand
        self._choices = _index_combinations(len(hand), 3)

    def __len__(self) -> int:
        return len(self._choices)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, LayFirstCards) and _is_selection(move.cards, self._hand, 3)

    def _move_at(self, i: int) -> Move:
        first, second, third = self._choices[i]
        hand = self._hand
        return LayFirstCards((hand[first], hand[second], hand[third]))


class TurnMoves(LazyMoves):
    """A list of all legal moves of a turn, computed on demand.

    The order is: plays, plays of the joker, discards from the hand, exchanges of face-up cards, taking the
    joker back. If there are none, the only move is a pass.

    Args:
        hand: the hand, in canonical order, so that a joker is its last card.
        face_up: the seat's own face-up cards.
        others: the other seats.
        joker_targets: the seats to which the joker may be played.
    """

    __slots__ = ("_ends", "_hand", "_losable", "_others", "_plain", "_size", "_spare", "_targets")

    def __init__(
        self,
        hand: tuple[Card, ...],
        face_up: tuple[Card, ...],
        others: tuple[int, ...],
        joker_targets: tuple[int, ...],
        may_discard: bool,
    ) -> None:
        self._hand = hand
        self._others = others
        # The parts of the list are counted, not built: a turn has up to several hundred moves.
        self._plain = hand
        self._targets: tuple[int, ...] = ()
        backs = 0
        # The joker is in the hand or in the field, never in both. In the hand it can be played, but never
        # lost.
        if hand[-1] == JOKER:
            self._plain = hand[:-1]
            self._targets = joker_targets
        elif JOKER in face_up:
            face_up = tuple(natural_cards(face_up))
            backs = len(hand) * (len(hand) - 1) // 2
        self._spare, self._losable = (face_up, self._plain) if may_discard else ((), ())
        self._ends = _running_totals(
            len(self._plain) * len(others) * len(CLAIMS),
            len(self._targets),
            len(self._losable),
            len(self._spare) * len(hand),
            backs,
        )
        # With no other move the list has one element, the pass.
        self._size = self._ends[-1] or 1

    def __len__(self) -> int:
        return self._size

    def __contains__(self, move: object) -> bool:
        match move:
            case Play(card=card, target=target, claim=claim):
                if card == JOKER:
                    return claim == "joker" and target in self._targets
                return card in self._plain and target in self._others and claim in CLAIMS
            case DiscardFromHand(card=card):
                return card in self._losable
            case ReplaceFaceUpCard(card=card, placed=placed):
                return card in self._spare and placed in self._hand
            case TakeJokerBack(cards=cards):
                return self._ends[-1] > self._ends[-2] and _is_selection(cards, self._hand, 2)
        return move == PASS and not self._ends[-1]

    def _move_at(self, i: int) -> Move:
        plays, jokers, from_hand, from_field, backs = self._ends
        # Find the part that holds index ``i``; inside a part, cards vary slowest.
        if i < plays:
            rest, claim = divmod(i, len(CLAIMS))
            card, target = divmod(rest, len(self._others))
            return Play(self._plain[card], self._others[target], CLAIMS[claim])
        if i < jokers:
            return Play(JOKER, self._targets[i - plays], "joker")
        if i < from_hand:
            return DiscardFromHand(self._losable[i - jokers])
        if i < from_field:
            card, placed = divmod(i - from_hand, len(self._hand))
            return ReplaceFaceUpCard(self._spare[card], self._hand[placed])
        if i < backs:
            first, second = _index_combinations(len(self._hand), 2)[i - from_field]
            return TakeJokerBack((self._hand[first], self._hand[second]))
        return PASS
