"""The moves and events of Three Cards Trick Poker, with lists that compute the legal moves on demand.

Source: trick3.md, sections "Set-up" and "A battle".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple, TypeAlias, overload

import msgspec

from games.core.cards import Card, find_card
from games.core.errors import NotationError
from games.core.moves import CardsMove, LazyMoves, Move
from games.core.rules import (
    OpenEvent,
    OwnCardEvent,
)
from games.trick3.hands import FAMILIES

Hand: TypeAlias = tuple[Card, ...]

EXPOSED = 3
"""Most cards that a seat may have in its exposed (face-up) hand."""
HIDDEN = 6
"""Most cards that a seat may have in its hidden hand."""
UP = "up"
DOWN = "down"
"""How the first card of a battle (three cards a seat) is played: face up (陽巡) or face down (陰巡)."""

EXPOSED_ROUND = 2
"""The round of a battle in which each seat plays an exposed card."""
BATTLE_CARDS = 3
"""Number of cards that each seat plays in a battle."""
FACE_DOWN = {UP: 3, DOWN: 1}
"""The round in which cards lie face down, by the way in which the first card of a battle is played."""


def is_face_down(round_: int, first_facing: str) -> bool:
    """True if a card played in this round of a battle lies face down.

    Args:
        first_facing: how the first card of the battle was played, ``up`` or ``down``.
    """
    return FACE_DOWN.get(first_facing) == round_


class Expose(CardsMove, frozen=True):
    """Choose three cards as the exposed (face-up) hand at the start of a game."""

    verb: ClassVar[str] = "expose"


class Play(Move, frozen=True):
    """Play a card. ``way`` is ``up`` or ``down`` for the first card of a battle, otherwise empty."""

    card: Card
    way: str = ""

    def __str__(self) -> str:
        if self.way:
            return f"play {self.card} {self.way}"
        return f"play {self.card}"


class Fold(Move, frozen=True):
    """Withdraw from the battle. In round 1 this costs ``card``; later ``card`` is empty."""

    card: Card = ""

    def __str__(self) -> str:
        return f"fold {self.card}" if self.card else "fold"


class Refill(Move, frozen=True):
    """Move ``cards`` from the hidden to the exposed (face-up) hand, then draw ``draw`` cards from the
    stock.
    """

    cards: Hand = ()
    draw: int = 0

    def __str__(self) -> str:
        words = ["refill"]
        if self.cards:
            words.append("expose")
            words += self.cards
        if self.draw:
            words += ["draw", str(self.draw)]
        return " ".join(words) if len(words) > 1 else "refill none"


FOLD = Fold()
REFILL_NONE = Refill()

_CARDS = tuple(dict.fromkeys(chain.from_iterable(family.cards for family in FAMILIES.values())))


def _plays(way: str) -> dict[Card, Play]:
    return {card: Play(card, way) for card in _CARDS}


PLAYS: dict[str, dict[Card, Play]] = {"": _plays(""), UP: _plays(UP), DOWN: _plays(DOWN)}
"""Every move that plays a card, by way (``up``, ``down``, or empty after the first card) and by card."""
FOLDS: dict[Card, Fold] = {card: Fold(card) for card in _CARDS}
"""Every move that folds (leaves the battle) in round 1, by the card that folding costs."""


# --- reading --------------------------------------------------------------------------------------------


def parse_words(words: list[str]) -> Move:
    """Return the move that ``words``, in lower case, describe, such as ``["play", "5s"]``.

    Raises:
        NotationError: the words are no move of this game.
    """
    # Only the shape is checked here; the rules decide what is legal.
    verb = words[0]
    rest = words[1:]
    if verb == "expose" and len(rest) == EXPOSED:
        return Expose(_cards(rest))
    if verb == "play" and (len(rest) == 1 or (len(rest) == 2 and rest[1] in (UP, DOWN))):
        return PLAYS["".join(rest[1:])][_card(rest[0])]
    if verb == "fold" and len(rest) < 2:
        return FOLDS[_card(rest[0])] if rest else FOLD
    if verb == "refill" and rest:
        return _parse_refill(rest)
    raise NotationError(
        "a move is 'expose' and three cards, 'play' and a card (with 'up' or 'down' if it is the first), "
        "'fold' (in round 1 with a card), or 'refill' with 'expose' and cards, 'draw' and a number, or 'none'"
    )


def _parse_refill(rest: list[str]) -> Refill:
    if rest == ["none"]:
        return REFILL_NONE
    draw = 0
    if len(rest) >= 2 and rest[-2] == "draw":
        if rest[-1] not in tuple("123456"):
            raise NotationError(f"one draws 1 to {HIDDEN} cards")
        draw = int(rest[-1])
        rest = rest[:-2]
    if rest and not (rest[0] == "expose" and 2 <= len(rest) <= 1 + EXPOSED):
        raise NotationError(
            f"a refill is 'refill expose' with 1 to {EXPOSED} cards, then 'draw' and a number"
        )
    return Refill(_cards(rest[1:]), draw)


def _card(word: str) -> Card:
    # Cards of two families with one notation are equal, so the first family that has the card is enough.
    card = find_card(word, FAMILIES.values())
    if card is None:
        raise NotationError(f"{word[:20]!r} is no card")
    return card


def _cards(words: Iterable[str]) -> Hand:
    cards = list(map(_card, words))
    for family in FAMILIES.values():
        if all(card in family.order for card in cards):
            return family.sort(cards)
    raise NotationError("these cards are not of one family")


# --- plays and folds ------------------------------------------------------------------------------------


_NO_CARD: tuple[Move, ...] = (FOLD,)


def legal_plays(hidden: Hand, exposed: Hand, round_: int, first_facing: str) -> Sequence[Move]:
    """Return the legal moves that play a card or fold (trick3.md, section "A battle").

    Args:
        round_: the round of the battle, 1 to 3.
        first_facing: how the first card of the battle was played, ``up`` or ``down``; empty until it is
            played.
    """
    if round_ > 1:
        return _moves_with(PLAYS[""], exposed if round_ == 2 else hidden) + _NO_CARD
    # Round 1: a fold costs any card, and only the first card of the battle chooses the way.
    folds = _moves_with(FOLDS, hidden + exposed)
    if first_facing:
        return _moves_with(PLAYS[""], hidden) + folds
    return _moves_with(PLAYS[UP], hidden) + _moves_with(PLAYS[DOWN], hidden) + folds


def _moves_with(moves_by_card: Mapping[Card, Move], cards: Hand) -> tuple[Move, ...]:
    # Copies of a card make the same move, so each card counts once.
    distinct = dict.fromkeys(cards)
    if len(distinct) > 1:
        moves: tuple[Move, ...] = itemgetter(*distinct)(moves_by_card)
        return moves
    return tuple([moves_by_card[card] for card in distinct])


# --- sets of cards --------------------------------------------------------------------------------------


class CardSelection(NamedTuple):
    """The cards of a sorted hand that a move selects, and the number of cards drawn afterwards.

    Args:
        pick: returns the selected cards of a hand.
    """

    pick: Callable[[Hand], Hand]
    draw: int


class SelectionMoves(LazyMoves):
    """A lazy list of moves that select cards of a sorted hand."""

    __slots__ = ("_hand", "_selections")

    def __init__(self, hand: Hand, selections: tuple[CardSelection, ...]) -> None:
        self._hand = hand
        self._selections = selections

    def __len__(self) -> int:
        return len(self._selections)

    def _has_in_order(self, cards: Hand) -> bool:
        if len(cards) == 1:
            return cards[0] in self._hand
        # Equal cards count separately: search each card behind the one before.
        at = 0
        for card in cards:
            if card not in self._hand[at:]:
                return False
            at = self._hand.index(card, at) + 1
        return True


class ExposeMoves(SelectionMoves):
    """A lazy list of all moves that expose three cards of a hand at the start of a game."""

    __slots__ = ()

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand, _expose_selections(_first_copy_indices(hand)))

    def _move_at(self, i: int) -> Move:
        return Expose(self._selections[i].pick(self._hand))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Expose) and len(move.cards) == EXPOSED and self._has_in_order(move.cards)

    def __reduce__(self) -> tuple[Any, ...]:
        return ExposeMoves, (self._hand,)


class RefillMoves(SelectionMoves):
    """A lazy list of all legal refills: expose hidden cards, then draw from the stock.

    Args:
        hand: the hidden hand, sorted.
        room: number of cards that the exposed (face-up) hand can still take.
    """

    __slots__ = ("_room", "_stock_size")

    def __init__(self, hand: Hand, room: int, stock_size: int) -> None:
        super().__init__(hand, _refill_selections(_first_copy_indices(hand), room, stock_size))
        self._room = room
        self._stock_size = stock_size

    @overload
    def __getitem__(self, i: int) -> Move: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Move]: ...
    def __getitem__(self, i: int | slice) -> Move | Sequence[Move]:
        if isinstance(i, slice):
            return super().__getitem__(i)
        return self._move_at(i)

    def _move_at(self, i: int) -> Move:
        pick, draw = self._selections[i]
        return Refill(pick(self._hand), draw)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Refill) or len(move.cards) > self._room:
            return False
        # Exposing comes before drawing, so it makes room for more cards.
        remaining = len(self._hand) - len(move.cards)
        return 0 <= move.draw <= max_draw(remaining, self._stock_size) and self._has_in_order(move.cards)

    def __reduce__(self) -> tuple[Any, ...]:
        return RefillMoves, (self._hand, self._room, self._stock_size)


def max_draw(hidden_size: int, stock_size: int) -> int:
    """Return the greatest number of cards that a seat may draw; 0 if its hidden hand is empty."""
    return min(HIDDEN - hidden_size, stock_size) if hidden_size else 0


def _first_copy_indices(hand: Hand) -> tuple[int, ...]:
    # For each card of the hand, the index of its first copy in the hand.
    if len(set(hand)) == len(hand):
        return _DIFFERENT[len(hand)]
    return tuple(map(hand.index, hand))


_DIFFERENT = [tuple(range(size)) for size in range(EXPOSED + HIDDEN + 1)]
"""The results of ``_first_copy_indices`` for hands without equal cards, by size of the hand."""


def _pickers(first_copies: tuple[int, ...], size: int) -> Iterator[Callable[[Hand], Hand]]:
    # Each picker takes another set of ``size`` cards from a hand.
    for places in combinations(range(len(first_copies)), size):
        # Of equal cards the first ones are picked.
        if all(
            first_copies[at] == at or first_copies[at] != first_copies[at - 1] or at - 1 in places
            for at in places
        ):
            yield itemgetter(*places) if size > 1 else _picker_of_one(*places)


def _picker_of_one(index: int | None = None) -> Callable[[Hand], Hand]:
    # ``itemgetter`` with one index would return a card instead of a tuple.
    return itemgetter(slice(0, 0) if index is None else slice(index, index + 1))


@cache
def _expose_selections(first_copies: tuple[int, ...]) -> tuple[CardSelection, ...]:
    return tuple(CardSelection(pick, 0) for pick in _pickers(first_copies, EXPOSED))


@cache
def _refill_selections(
    first_copies: tuple[int, ...], room: int, stock_size: int
) -> tuple[CardSelection, ...]:
    selections: list[CardSelection] = []
    for count in range(min(room, len(first_copies)) + 1):
        draws = range(max_draw(len(first_copies) - count, stock_size), -1, -1)
        for pick in _pickers(first_copies, count):
            selections += [CardSelection(pick, draw) for draw in draws]
    return tuple(selections)


def _draws(limit: int) -> tuple[Refill, ...]:
    return tuple([Refill((), draw) for draw in range(limit, -1, -1)])


_DRAWS = tuple(map(_draws, range(HIDDEN + 1)))
"""The refills that expose no card, by the largest number of cards that can be drawn."""


def legal_refills(hidden: Hand, exposed_size: int, stock_size: int) -> Sequence[Move]:
    """Return all legal refills: expose hidden cards, then draw (trick3.md, section "A battle").

    Args:
        hidden: the hidden hand, sorted, not empty.
    """
    # A seat never draws more than a full hidden hand.
    stock_size = min(stock_size, HIDDEN)
    room = EXPOSED - exposed_size
    if room:
        return RefillMoves(hidden, room, stock_size)
    return _DRAWS[max_draw(len(hidden), stock_size)]


# --- events -------------------------------------------------------------------------------------------------
# What happens by the moves, and who may see it (trick3.md, section "What is open").


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
        if is_face_down(self.round, self.way):
            return super().seen_by(viewer)
        return self


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
