"""Which hand three cards make (trick3.md, Hands of three cards).

Every hand is a statement on the three pairs among its cards: it holds for one pair at least, or for all
three. So each pair of cards gets a word of bits once, and three cards are classified by joining three words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from games.core.cards import Card
from games.trick3.decks import DECKS, RANKS, Deck

SAME = 1 << 0
"""Identical cards."""
ALIKE = 1 << 1
"""Equal ranks; of honours, two alike."""
NEXT = 1 << 2
"""One suit and neighbouring ranks."""
NEAR = 1 << 3
"""Ranks that may stand in one run of three."""
SUITED = 1 << 4
"""One suit, not honours."""
COLOUR = 1 << 5
"""Both black or both red."""
HALF = 1 << 6
"""May stand in one half flush: not of two number suits."""
MIXED = 1 << 7
"""One of a number suit and one honour (TESCA: yin-yang)."""
APART = 1 << 8
"""Of two different number suits."""
HONOURS = 1 << 9
"""Two honours."""
SHADE = 1 << 10
"""Two yin-yang cards, both odd or both even above 0."""

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
"""For each hand: bits that all three pairs have, and bits that some pair has."""

HANDS = tuple(TESTS)

_RED = frozenset("hd")
_PLAIN_SUITS = frozenset("mpskh")
"""The suits of which half flushes and well mixed hands are made, beside honours; trump has neither."""


def _relation(first: Card, second: Card, deck: Deck) -> int:
    one, two = first[-1], second[-1]
    bits = SAME if first == second else 0
    bits |= _rank_bits(first, second, deck)
    if one == two != "z":
        bits |= SUITED
    if deck.family == "trump":
        return bits | (COLOUR if (one in _RED) == (two in _RED) else 0)
    plain = (one in _PLAIN_SUITS) + (two in _PLAIN_SUITS)
    if plain == 2:
        return bits | (HALF if one == two else APART)
    if plain == 1:
        return bits | HALF | MIXED
    bits |= HALF
    if one == "z":
        return bits | HONOURS
    shades = {_shade(int(first[:-1])), _shade(int(second[:-1]))}
    return bits | (SHADE if len(shades) == 1 and "" not in shades else 0)


def _shade(rank: int) -> str:
    return "white" if rank % 2 else "black" if rank else ""


def _rank_bits(first: Card, second: Card, deck: Deck) -> int:
    if "z" in (first[-1], second[-1]):
        return ALIKE if first == second else 0
    ranks = RANKS[deck.base]
    low, high = sorted((ranks.index(first[:-1]), ranks.index(second[:-1])))
    if low == high:
        return ALIKE
    gap = high - low
    if deck.family != "mahjong":
        gap = min(gap, len(ranks) - gap)
    is_broken = deck.family == "trump" and (low, high) == (1, len(ranks) - 1)  # no king-ace-two
    near = NEAR if gap <= 2 and not is_broken else 0
    return near | (NEXT if gap == 1 and first[-1] == second[-1] else 0)


class Classifier:
    """Tells the hands of one deck.

    Args:
        deck: the deck, whose order of hands decides which of several hands three cards are.
    """

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        distinct = tuple(dict.fromkeys(deck.cards))
        self.pairs: dict[Card, dict[Card, int]] = {
            one: {two: _relation(one, two, deck) for two in distinct} for one in distinct
        }
        self._known: dict[tuple[int, int], int] = {}
        self._best: dict[tuple[Card, Card], int] = {}

    def strength(self, one: Card, two: Card, three: Card) -> int:
        """Tell how strong three cards are: 0 for no hand, else 1 plus the place in the deck's order."""
        row = self.pairs[one]
        first, second, third = row[two], row[three], self.pairs[two][three]
        key = (first & second & third, first | second | third)
        known = self._known.get(key)
        return self._judge(key) if known is None else known

    def _judge(self, key: tuple[int, int]) -> int:
        every, some = key
        level = 0
        for place, hand in enumerate(self.deck.order, 1):
            of_all, of_some = TESTS[hand]
            if every & of_all == of_all and some & of_some == of_some:
                level = place
        self._known[key] = level
        return level

    def best_with(self, one: Card, two: Card) -> int:
        """Tell how strong two cards may become with any third card of the deck; worked out once."""
        best = self._best.get((one, two))
        if best is None:
            best = max(self.strength(one, two, three) for three in self.pairs)
            self._best[one, two] = best
        return best

    def name(self, strength: int) -> str:
        """Name a strength as in the deck's order; empty for no hand."""
        return self.deck.order[strength - 1] if strength else ""

    def hand(self, cards: Sequence[Card]) -> str:
        """Name the best hand that three cards make; empty for none."""
        one, two, three = cards
        return self.name(self.strength(one, two, three))


@cache
def classifier(deck: str) -> Classifier:
    """Give the classifier of a deck by the deck's name; made once, at its first use."""
    return Classifier(DECKS[deck])
