"""A deck's hands at a glance: strengths of all triples as rows of bytes, and what they tend to beat.

Cards are places in the deck's list of different cards, copies alike. All is worked out once per deck.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations

from games.core.cards import Card
from games.trick3.hands import classifier

CHOICES = 5
"""Assumed number of cards that a hidden card is chosen from."""
SAMPLES, SAMPLES_OF_CARD = 1000, 120
"""Numbers of random hands sampled: in all, and with each card."""


class Chart:
    """What a computer player knows of a deck by heart.

    Args:
        deck: the deck's name.

    Attributes:
        cards: the different cards, in canonical order.
        place: where each of them stands in this list.
        rows: by two places, the strength of the hand with each third card.
        strengths: how many strengths there are, 0 (no hand) included.
        beats: for each strength how likely it beats a hand of which nothing is known; a tie is half a win.
        goodness: the same where a tie is no win; what a hand is worth keeping for.
    """

    def __init__(self, deck: str) -> None:
        judge = classifier(deck)
        self.cards: tuple[Card, ...] = tuple(judge.pairs)
        self.place: dict[Card, int] = {card: place for place, card in enumerate(self.cards)}
        self.strengths = len(judge.deck.order) + 1
        count = len(self.cards)
        table = [[bytearray(count) for _ in range(count)] for _ in range(count)]
        for three in combinations_with_replacement(range(count), 3):
            strength = judge.strength(*[self.cards[place] for place in three])
            if strength:
                for one, two, other in set(permutations(three)):
                    table[one][two][other] = strength
        self.rows: list[list[bytes]] = [[bytes(row) for row in rows] for rows in table]
        rng = random.Random(deck)
        self._deck = deck
        pool = range(count)
        bests = [self.playable(rng.choices(pool, k=3), rng.choices(pool, k=6)) for _ in range(SAMPLES)]
        self.beats = self._beaten(bests)
        self.goodness = [
            sum(best < strength for best in bests) / SAMPLES for strength in range(self.strengths)
        ]
        self._with_one: dict[int, list[float]] = {}
        self._with_two: dict[tuple[int, int], list[float]] = {}

    def places(self, cards: Iterable[Card]) -> list[int]:
        """Give the places of cards."""
        return [self.place[card] for card in cards]

    def best(self, cards: Sequence[int]) -> int:
        """Find the strongest hand among any three cards."""
        rows, best, count = self.rows, 0, len(cards)
        for i in range(count - 2):
            row = rows[cards[i]]
            for j in range(i + 1, count - 1):
                strength = max(map(row[cards[j]].__getitem__, cards[j + 1 :]))
                if strength > best:
                    best = strength
        return best

    def playable(self, exposed: Sequence[int], hidden: Sequence[int]) -> int:
        """Find the strongest hand of one exposed card and two hidden ones."""
        rows, best, count = self.rows, 0, len(hidden)
        for card in exposed:
            row = rows[card]
            for i in range(count - 1):
                strength = max(map(row[hidden[i]].__getitem__, hidden[i + 1 :]))
                if strength > best:
                    best = strength
        return best

    def completed(self, one: int, exposed: Sequence[int], hidden: Sequence[int]) -> int:
        """Find the strongest hand of a card played, one exposed card and one hidden one."""
        if not hidden:
            return 0
        row = self.rows[one]
        return max([max(map(row[card].__getitem__, hidden)) for card in exposed], default=0)

    def beats_with_one(self, card: int) -> list[float]:
        """Tell, by strength, how likely it beats a hand of which one card is open."""
        known = self._with_one.get(card)
        if known is None:
            # Of the card's own generator, so that nothing depends on what was asked before.
            choices, pool = random.Random(f"{self._deck} {card}").choices, range(len(self.cards))
            bests = [
                self.completed(card, choices(pool, k=3), choices(pool, k=CHOICES))
                for _ in range(SAMPLES_OF_CARD)
            ]
            known = self._with_one[card] = self._beaten(bests)
        return known

    def beats_with_two(self, one: int, two: int) -> list[float]:
        """Tell, by strength, how likely it beats a hand of which two cards are open."""
        known = self._with_two.get((one, two))
        if known is None:
            row = self.rows[one][two]
            below, count = 0, len(row)
            known = []
            weaker = 0.0
            for strength in range(self.strengths):
                below += row.count(strength)
                up_to = (below / count) ** CHOICES
                known.append((weaker + up_to) / 2)
                weaker = up_to
            self._with_two[one, two] = known
        return known

    def _beaten(self, bests: Sequence[int]) -> list[float]:
        counts = [bests.count(strength) for strength in range(self.strengths)]
        return [
            (sum(counts[:strength]) + counts[strength] / 2) / len(bests) for strength in range(self.strengths)
        ]


@cache
def chart(deck: str) -> Chart:
    """Give the chart of a deck by the deck's name; made once, at its first use."""
    return Chart(deck)
