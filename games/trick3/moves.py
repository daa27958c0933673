"""The moves of Three Cards Trick Poker and lazy lists of the long ones (trick3.md, Set-up and A battle)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from games.core.cards import Card, Family
from games.core.errors import NotationError
from games.core.moves import LazyMoves, Move
from games.trick3.decks import FAMILIES

EXPOSED = 3
"""How many cards an exposed hand holds at most."""
HIDDEN = 6
"""How many cards a hidden hand holds at most."""
UP, DOWN = "up", "down"
"""The two ways of a battle: 陽巡 begins face up, 陰巡 face down."""


class Expose(Move, frozen=True):
    """Choose one's first exposed hand: three cards in canonical order."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "expose " + " ".join(self.cards)


class Play(Move, frozen=True):
    """Play a card; ``way`` is given with the first card of a battle only."""

    card: Card
    way: str = ""

    def __str__(self) -> str:
        return f"play {self.card} {self.way}" if self.way else f"play {self.card}"


class Fold(Move, frozen=True):
    """Give up the battle; ``card`` is the penalty of round 1, empty later."""

    card: Card = ""

    def __str__(self) -> str:
        return f"fold {self.card}" if self.card else "fold"


class Refill(Move, frozen=True):
    """Move hidden cards to the exposed hand, then draw from the stock; neither is ``refill none``."""

    cards: tuple[Card, ...] = ()
    draw: int = 0

    def __str__(self) -> str:
        words = ["refill"]
        if self.cards:
            words += ["expose", *self.cards]
        if self.draw:
            words += ["draw", str(self.draw)]
        return " ".join(words) if len(words) > 1 else "refill none"


FOLD = Fold()
REFILL_NONE = Refill()

_CARDS = tuple(dict.fromkeys(card for family in FAMILIES.values() for card in family.cards))
PLAYS: dict[str, dict[Card, Play]] = {
    way: {card: Play(card, way) for card in _CARDS} for way in ("", UP, DOWN)
}
"""Every play by way and card, so that lists of legal moves need not make them anew."""
FOLDS: dict[Card, Fold] = {card: Fold(card) for card in _CARDS}
"""Every fold of round 1 by its penalty."""


# --- reading --------------------------------------------------------------------------------------------


def parse_words(words: list[str]) -> Move:
    """Read a player's move from lower-case words.

    A move does not say which family it is played with, so each card is read by the first family that has it;
    where two have it, it is written alike.

    Raises:
        NotationError: the words are no move of this game.
    """
    verb, rest = words[0], words[1:]
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
        draw, rest = int(rest[-1]), rest[:-2]
    if rest and not (rest[0] == "expose" and 2 <= len(rest) <= 1 + EXPOSED):
        raise NotationError(
            f"a refill is 'refill expose' with 1 to {EXPOSED} cards, then 'draw' and a number"
        )
    return Refill(_cards(rest[1:]), draw)


def _card(word: str) -> Card:
    for family in FAMILIES.values():
        try:
            return family.parse(word)
        except NotationError:
            continue
    raise NotationError(f"{word[:20]!r} is no card")


def _cards(words: Iterable[str]) -> tuple[Card, ...]:
    cards = [_card(word) for word in words]
    return _common_family(cards).sort(cards)


def _common_family(cards: Sequence[Card]) -> Family:
    """Find the family of all the cards; they can be sorted only there."""
    for family in FAMILIES.values():
        if all(card in family.order for card in cards):
            return family
    raise NotationError("these cards are not of one family")


# --- lazy lists -----------------------------------------------------------------------------------------

Way = tuple[tuple[int, ...], int]
"""Places in a hand, and how many cards to draw afterwards."""


class Picks(LazyMoves):
    """Sets of cards out of a sorted hand, each with a number of cards to draw; moves are made when asked for.

    Args:
        hand: the cards to pick from, sorted.
        ways: what may be picked, as places in the hand.
        are_refills: whether the moves are refills, not first exposed hands.
    """

    __slots__ = ("_are_refills", "_hand", "_index", "_ways")

    def __init__(self, hand: tuple[Card, ...], table: _Table, are_refills: bool) -> None:
        self._hand, self._ways, self._index = hand, table.ways, table.index
        self._are_refills = are_refills

    def _make(self, way: Way) -> Move:
        places, draw = way
        cards = tuple([self._hand[place] for place in places])
        return Refill(cards, draw) if self._are_refills else Expose(cards)

    def __len__(self) -> int:
        return len(self._ways)

    def _at(self, i: int) -> Move:
        return self._make(self._ways[i])

    def __iter__(self) -> Iterator[Move]:
        return map(self._make, self._ways)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Refill):
            return self._are_refills and self._has(move.cards, move.draw)
        return isinstance(move, Expose) and not self._are_refills and self._has(move.cards, 0)

    def _has(self, cards: tuple[Card, ...], draw: int) -> bool:
        places: list[int] = []
        at = 0
        for card in cards:
            try:
                at = self._hand.index(card, at) + 1
            except ValueError:
                return False
            places.append(at - 1)
        return (tuple(places), draw) in self._index


class _Table:
    """The ways to pick from all hands in which the same places hold equal cards."""

    def __init__(self, ways: Iterable[Way]) -> None:
        self.ways = tuple(ways)
        self.index = frozenset(self.ways)


def _subsets(firsts: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """List the different sets of cards; of equal cards those at the lowest places are picked."""
    for places in combinations(range(len(firsts)), size):
        if all(firsts[at] == at or firsts[at] != firsts[at - 1] or at - 1 in places for at in places):
            yield places


@lru_cache(maxsize=4096)
def _expose_table(firsts: tuple[int, ...]) -> _Table:
    return _Table((places, 0) for places in _subsets(firsts, EXPOSED))


@lru_cache(maxsize=4096)
def _refill_table(firsts: tuple[int, ...], room: int, stock: int) -> _Table:
    ways: list[Way] = []
    size = len(firsts)
    for count in range(min(room, size) + 1):
        left = size - count
        most = min(HIDDEN - left, stock) if left else 0  # a hand exposed to the last card fills by itself
        ways += [(places, draw) for places in _subsets(firsts, count) for draw in range(most, -1, -1)]
    return _Table(ways)


@lru_cache(maxsize=256)
def exposes(hand: tuple[Card, ...]) -> Picks:
    """List lazily every first exposed hand out of a sorted hand."""
    return Picks(hand, _expose_table(tuple(map(hand.index, hand))), False)


@lru_cache(maxsize=256)
def refills(hidden: tuple[Card, ...], exposed: int, stock: int) -> Picks:
    """List lazily every refill (trick3.md, A battle, Refill).

    Args:
        hidden: the hidden hand, sorted, not empty.
        exposed: how many cards the exposed hand holds.
        stock: how many cards the stock holds.

    Remembered, since a position is asked about its moves several times.
    """
    table = _refill_table(tuple(map(hidden.index, hidden)), EXPOSED - exposed, min(stock, HIDDEN))
    return Picks(hidden, table, True)
