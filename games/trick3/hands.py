"""The thirty decks, the kinds of hands of three cards, and their strengths in each deck.

Source: trick3.md, sections "Decks" and "Hands of three cards".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple, TypeAlias, TypeVar

from games.core.cards import MAHJONG, STANDARD, TESCA, Card, Family

# --- decks --------------------------------------------------------------------------------------------------
# The cards of each deck, its order of hands, and the recommended decks.

FAMILIES: Mapping[str, Family] = {"trump": STANDARD, "mahjong": MAHJONG, "tesca": TESCA}
"""The card families, by the values of the option ``family``."""

LENGTHS: Mapping[str, tuple[str, ...]] = {
    "trump": ("long", "mid", "short"),
    "mahjong": ("long", "short"),
    "tesca": ("long", "short"),
}
"""The lengths of games in each family, in the order of the columns of ``_RECOMMENDED``."""

MIN_CARDS = 9
"""The fewest cards that a deck must have for each player."""

RANKS: Mapping[str, tuple[str, ...]] = {
    "52": tuple("A23456789TJQK"),
    "48": tuple("A23456789JQK"),
    "40": tuple("A234567JQK"),
    "36": tuple("A23456JQK"),
    "M9": tuple("123456789"),
    "M7": tuple("2345678"),
    "T52": tuple(map(str, range(13))),
    "T44": tuple(map(str, range(11))),
    "T36": tuple(map(str, range(9))),
}
"""The ranks of each set of cards, from low to high, without honour tiles. A deck has copies of one set."""

HANDS = ("CLF", "HF", "P1", "MW", "RN2", "D2", "FL", "ST", "RaP", "K3", "SF", "CFL", "BoW", "D3")
"""All hands of all decks, roughly from weak to strong.

Stored statistics are positions in this list: new hands may be added at the end, but no hand may move.
"""

_ORDERS = {
    "52D3 48D3": "CLF P1 RN2 FL D2 ST RaP K3 SF D3",
    "52D2 48D2": "CLF P1 RN2 FL ST D2 RaP K3 SF",
    "52D1 48D1": "CLF P1 RN2 FL ST RaP K3 SF",
    "40D3": "CLF P1 RN2 ST D2 FL RaP K3 SF D3",
    "36D3": "CLF P1 RN2 ST FL D2 RaP K3 SF D3",
    "40D2 36D2": "CLF P1 RN2 ST FL D2 RaP K3 SF",
    "40D1 36D1": "CLF P1 RN2 ST FL RaP K3 SF",
    "M9D4 M9D3 M9D4C3 M9D3C2": "HF P1 MW RN2 D2 FL ST RaP K3 SF CFL D3",
    "M9D2": "HF P1 MW RN2 D2 FL ST RaP K3 SF CFL",
    "M9D1": "HF P1 MW RN2 FL ST RaP SF K3 CFL",
    "M7D3": "HF P1 MW RN2 D2 ST FL RaP K3 SF CFL D3",
    "M7D2": "HF P1 MW RN2 D2 ST FL RaP K3 SF CFL",
    "M7D1": "HF P1 MW RN2 ST FL RaP SF K3 CFL",
    "T52D3": "HF P1 MW RN2 FL D2 ST RaP K3 SF BoW D3",
    "T52D2": "HF P1 MW RN2 FL ST D2 RaP K3 SF BoW",
    "T52D1": "HF P1 MW RN2 FL ST RaP K3 SF BoW",
    "T44D3": "HF P1 MW RN2 ST FL D2 RaP K3 SF BoW D3",
    "T44D2": "HF P1 MW RN2 ST FL D2 RaP K3 SF BoW",
    "T44D1": "HF P1 MW RN2 ST FL RaP K3 SF BoW",
    "T36D3": "HF P1 MW RN2 ST D2 FL RaP K3 SF BoW D3",
    "T36D2": "HF P1 MW RN2 ST FL D2 RaP K3 SF BoW",
    "T36D1": "HF P1 MW RN2 ST FL RaP K3 SF BoW",
}

_RECOMMENDED = """
52D1 40D1 36D1   M7D2 M9D1     T52D1 T44D1
40D2 52D1 48D1   M7D3 M7D2     T36D2 T52D1
48D2 36D2 52D1   M9D3 M9D2     T44D2 T36D2
40D3 48D2 36D2   M9D4C3 M7D3   T52D2 T44D2
48D3 52D2 40D2   M9D4 M9D3C2   T44D3 T52D2
52D3 40D3 48D2   M9D4 M9D3C2   T52D3 T44D3
52D3 40D3 48D2   M9D4 M9D3     T52D3 T44D3
"""
"""The names of the recommended decks: one line for each number of players from two to eight."""


class Deck(NamedTuple):
    """A deck of cards with its order of hands.

    Attributes:
        name: such as ``M9D4C3``.
        base: the name of a set of cards, such as ``M9``, of which the deck has one or more copies.
        cards: all cards in canonical order, with equal cards side by side.
        order: the names of the deck's hands, from weak to strong.
    """

    name: str
    family: str
    base: str
    cards: tuple[Card, ...]
    order: tuple[str, ...]


def _deck(name: str, order: str) -> Deck:
    parts = re.fullmatch(r"(M9|M7|T?\d\d)D(\d)(?:C(\d))?", name)
    assert parts is not None
    # A name is a base, the number of copies (D), and for some decks the number of honour tiles (C).
    base = parts[1]
    copies = int(parts[2])
    honours = int(parts[3] or parts[2])
    family = {"M": "mahjong", "T": "tesca"}.get(base[0], "trump")
    cards: list[Card] = []
    for card in FAMILIES[family].cards:
        if card.endswith("z"):
            cards += [card] * honours
        elif card[:-1] in RANKS[base] and card != "Jk":
            cards += [card] * copies
    return Deck(name, family, base, tuple(cards), tuple(order.split()))


DECKS: dict[str, Deck] = {}
"""The decks by name, in the order of the tables in the source."""
for _names, _order in _ORDERS.items():
    for _name in _names.split():
        DECKS[_name] = _deck(_name, _order)

_COLUMNS: list[tuple[str, str]] = []
for _family, _lengths in LENGTHS.items():
    _COLUMNS += [(_family, length) for length in _lengths]

RECOMMENDED: dict[tuple[int, str, str], str] = {}
"""The name of the recommended deck for each number of players, family and length."""
for _seats, _line in enumerate(_RECOMMENDED.strip().splitlines(), 2):
    for (_family, _length), _name in zip(_COLUMNS, _line.split(), strict=True):
        RECOMMENDED[_seats, _family, _length] = _name


def find_deck(seats: int, options: Mapping[str, str]) -> Deck:
    """Return the deck for a number of players and a table's options (trick3.md, section "Options").

    Raises:
        KeyError: no deck is recommended for these options.
    """
    if options["deck"] != "auto":
        return DECKS[options["deck"]]
    return DECKS[RECOMMENDED[seats, options["family"], options["length"]]]


# --- hands --------------------------------------------------------------------------------------------------
# The cards of a hand are compared two at a time. A kind of hand requires certain properties of all three
# pairs, or of at least one pair.

T = TypeVar("T")
StrengthTable: TypeAlias = Mapping[Card, Mapping[Card, Mapping[Card, int]]]
"""The strength of the hand that three cards make, by the first, the second and the third card."""

SAME = 1 << 0
"""Property of a pair of cards: identical."""
ALIKE = 1 << 1
"""Property of a pair of cards: equal ranks, or two identical honour tiles."""
NEXT = 1 << 2
"""Property of a pair of cards: one suit and neighbouring ranks."""
NEAR = 1 << 3
"""Property of a pair of cards: their ranks can be in one run of three."""
SUITED = 1 << 4
"""Property of a pair of cards: one suit, but no honour tiles."""
COLOUR = 1 << 5
"""Property of a pair of cards: both black or both red."""
HALF = 1 << 6
"""Property of a pair of cards: both can be in one half flush (one number suit and honour tiles)."""
MIXED = 1 << 7
"""Property of a pair of cards: one of a number suit, and one honour tile (in TESCA: a yin-yang card)."""
APART = 1 << 8
"""Property of a pair of cards: two different number suits."""
HONOURS = 1 << 9
"""Property of a pair of cards: two honour tiles."""
SHADE = 1 << 10
"""Property of a pair of cards: two yin-yang cards, both odd, or both even and above 0."""

TESTS: Mapping[str, tuple[int, int]] = {
    "CLF": (COLOUR, 0),
    "HF": (HALF, MIXED),
    "P1": (0, ALIKE),
    "MW": (APART, 0),
    "RN2": (0, NEXT),
    "D2": (0, SAME),
    "FL": (SUITED, 0),
    "ST": (NEAR, 0),
    "RaP": (0, ALIKE | NEXT),
    "K3": (ALIKE, 0),
    "SF": (NEAR | SUITED, 0),
    "CFL": (HONOURS, 0),
    "BoW": (SHADE, 0),
    "D3": (SAME, 0),
}
"""For each hand, two sets of properties (bits): of all three pairs, and of at least one pair."""

_RED = frozenset("hd")
_PLAIN_SUITS = frozenset("mpskh")
"""The number suits of mahjong and TESCA, of which half flushes and well mixed hands are made."""


def _pair_properties(first: Card, second: Card, deck: Deck) -> int:
    first_suit = first[-1]
    second_suit = second[-1]
    bits = SAME if first == second else 0
    bits |= _rank_bits(first, second, deck)
    if first_suit == second_suit != "z":
        bits |= SUITED
    if deck.family == "trump":
        if (first_suit in _RED) == (second_suit in _RED):
            bits |= COLOUR
        return bits
    # Mahjong and TESCA: number suits, honours and yin-yang cards.
    number_suits = (first_suit in _PLAIN_SUITS) + (second_suit in _PLAIN_SUITS)
    if number_suits == 2:
        return bits | (HALF if first_suit == second_suit else APART)
    bits |= HALF
    if number_suits == 1:
        return bits | MIXED
    if first_suit == "z":
        return bits | HONOURS
    # Only yin-yang cards are left here; rank 0 is neither black nor white.
    shade = _shade(int(first[:-1]))
    if shade and shade == _shade(int(second[:-1])):
        bits |= SHADE
    return bits


def _shade(rank: int) -> str:
    if not rank:
        return ""
    return "white" if rank % 2 else "black"


def _rank_bits(first: Card, second: Card, deck: Deck) -> int:
    if "z" in (first[-1], second[-1]):
        return ALIKE if first == second else 0
    ranks = RANKS[deck.base]
    low, high = sorted((ranks.index(first[:-1]), ranks.index(second[:-1])))
    if low == high:
        return ALIKE
    # Except in mahjong the ranks form a circle.
    gap = high - low
    if deck.family != "mahjong":
        gap = min(gap, len(ranks) - gap)
    bits = 0
    is_broken = deck.family == "trump" and (low, high) == (1, len(ranks) - 1)  # no king-ace-two
    if gap <= 2 and not is_broken:
        bits |= NEAR
    if gap == 1 and first[-1] == second[-1]:
        bits |= NEXT
    return bits


class LazyDict(dict[Card, T]):
    """A dictionary that computes a missing value at its first lookup."""

    def __init__(self, make: Callable[[Card], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, card: Card) -> T:
        made = self[card] = self._make(card)
        return made


class Classifier:
    """The strengths of all hands of three cards in one deck. If three cards make several hands, the strongest
    counts.

    Attributes:
        strengths: nested dictionaries with the strength of three cards, ``strengths[first][second][third]``.
        strength_count: number of different strengths, including 0 for no hand.
    """

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.strength_count = len(deck.order) + 1
        distinct = tuple(dict.fromkeys(deck.cards))
        self.pairs: dict[Card, dict[Card, int]] = {}
        for first in distinct:
            self.pairs[first] = {second: _pair_properties(first, second, deck) for second in distinct}
        self._known: dict[tuple[int, int], int] = {}
        self.strengths: LazyDict[LazyDict[dict[Card, int]]] = LazyDict(
            lambda first: LazyDict(partial(self._row, first))
        )
        self._best = LazyDict(
            lambda first: LazyDict(lambda second: max(self.strengths[first][second].values()))
        )

    def strength(self, first: Card, second: Card, third: Card) -> int:
        """Return the strength of three cards: 0 for no hand, 1 for the deck's weakest hand, and so on."""
        return self.strengths[first][second][third]

    def _row(self, first: Card, second: Card) -> dict[Card, int]:
        # The order of the two cards does not matter.
        known = self.strengths[second].get(first)
        if known is not None:
            return known
        # Combine the properties of the three pairs: those that all have, and those that any has.
        pair = self.pairs[first][second]
        row = {}
        for third in self.pairs:
            others = self.pairs[first][third], self.pairs[second][third]
            row[third] = self._strength_of((pair & others[0] & others[1], pair | others[0] | others[1]))
        return row

    def _strength_of(self, key: tuple[int, int]) -> int:
        # A key has the properties of all three pairs, and those of at least one pair.
        known = self._known.get(key)
        if known is not None:
            return known
        # The order goes from weak to strong, so the last hand that fits is the best.
        every, some = key
        level = 0
        for place, hand in enumerate(self.deck.order, 1):
            of_all, of_some = TESTS[hand]
            if every & of_all == of_all and some & of_some == of_some:
                level = place
        self._known[key] = level
        return level

    def best_with(self, first: Card, second: Card) -> int:
        """Return the greatest strength that two cards reach with any third card of the deck."""
        return self._best[first][second]

    def name(self, strength: int) -> str:
        """Return the name of the hand with this strength; empty for 0 (no hand)."""
        return self.deck.order[strength - 1] if strength else ""

    def hand(self, cards: Sequence[Card]) -> str:
        """Return the name of the best hand that three cards make; empty if they make none."""
        first, second, third = cards
        return self.name(self.strength(first, second, third))


@cache
def classifier(deck: str) -> Classifier:
    """Return the classifier of the deck with this name, which is created once."""
    return Classifier(DECKS[deck])
