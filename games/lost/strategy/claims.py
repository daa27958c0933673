"""The game within a play: what is claimed of a card, and whether that is believed.

Who plays chooses a card and a claim, who answers sees the claim alone. Both are taken to choose what is
better for them the likelier, and each to know it of the other (a logit quantal response equilibrium); it is
found by letting them answer each other in turns. Who plays so cannot be read: what is equally good is
equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import exp
from operator import mul

import msgspec

from games.core.cards import Card
from games.lost.hands import DECK, JOKER
from games.lost.moves import CLAIMS, is_true

CLAIM_HEAT = 0.03
"""By how much more probable losing is with a claim that is made e times less often."""
ANSWER_HEAT = 0.06
"""The same for answers."""
WHIM = 0.12
"""Probability that an answer is random."""
ITERATIONS = 8
"""Number of iterations in which each side answers the other."""

JOKER_CLAIM = CLAIMS[-1]
CARDS = {claim: 1 if claim == JOKER_CLAIM else sum(claim in card for card in DECK) for claim in CLAIMS}
"""Number of cards of which each claim is true."""
LIES = sum(CARDS.values()) - 14
"""The same, all claims together that are lies of any one card: all but its suit and its rank."""

Row = tuple[float, float, float, float, float]
"""Of a card, truly or falsely claimed: how much it counts that somebody claims so who expects to be trusted,
what a doubt and a lost bring beside that, in ``CLAIM_HEAT``, and what they cost who answers beside trust, in
``ANSWER_HEAT``."""

Answers = tuple[float, float, float]
"""How likely a claim is trusted, doubted, or answered by a lost."""


class Stakes(msgspec.Struct, frozen=True):
    """What a card that is played would bring, as probabilities of losing.

    Args:
        hit: to who plays, if the card goes to the target.
        miss: to who plays, if it comes back.
        taken: to who plays, if the target declares a lost.
        hit_target: to the target, if it gets the card.
        miss_target: to the target, if the card goes back.
        taken_target: to the target, if it declares a lost.
    """

    hit: float
    miss: float
    taken: float
    hit_target: float
    miss_target: float
    taken_target: float

    def loss(self, is_so: bool, answers: Answers) -> float:
        """Weigh what a true, or false, claim brings to who makes it."""
        trust, doubt, take = answers
        if is_so:
            return doubt * self.hit + trust * self.miss + take * self.taken
        return trust * self.hit + doubt * self.miss + take * self.taken


@cache
def claim_share(card: Card, claim: str) -> float:
    """Say how often a claim is made of a card by who does not care.

    Half the time it is one of the two true ones; a lie is as likely as there are cards of which it would be
    true, so that what is claimed does not tell whether it is a lie.
    """
    if card == JOKER:
        return float(claim == JOKER_CLAIM)
    return 0.25 if claim in card else 0.5 * CARDS[claim] / LIES


class Solution(msgspec.Struct, frozen=True):
    """What is to be expected of one claim.

    Args:
        answers: how likely each answer is.
        made: by card, how much it counts that the claim is made of it.
    """

    answers: Answers
    made: dict[Card, float]


class ClaimGame:
    """The equilibrium of one play, worked out claim by claim when asked for.

    Args:
        stakes: by card, for every card that may be played.
        may_take: whether the target has a lost left.
    """

    def __init__(self, stakes: Mapping[Card, Stakes], may_take: bool) -> None:
        least = min(min(at.hit, at.miss) for at in stakes.values())
        self._cards = {card: _rows(at, least) for card, at in stakes.items()}
        self._may_take = may_take
        self._first: Answers = (0.45, 0.45, 0.1) if may_take else (0.5, 0.5, 0.0)
        self._solved: dict[str, Solution] = {}

    def solve(self, claim: str) -> Solution:
        """Work out one claim, once."""
        found = self._solved.get(claim)
        if found is None:
            found = self._solved[claim] = self._solution(claim)
        return found

    def _solution(self, claim: str) -> Solution:
        cards = [card for card in self._cards if card != JOKER or claim == JOKER_CLAIM]
        shares = [claim_share(card, claim) for card in cards]
        if not any(shares):
            return Solution(self._first, dict.fromkeys(cards, 0.0))
        rows = [self._cards[card][is_true(card, claim)] for card in cards]
        counts, by_doubt, by_take, doubt_costs, take_costs = zip(*rows, strict=True)
        counts = tuple(map(mul, shares, counts))
        _, doubt, take = self._first
        may_take = self._may_take
        even = WHIM / (3 if may_take else 2)
        weights: list[float] = []
        for i in range(ITERATIONS):
            step = max(0.3, 1 / (1 + i))
            if may_take:
                weights = [
                    count * exp(doubt * one + take * two)
                    for count, one, two in zip(counts, by_doubt, by_take, strict=True)
                ]
                total = sum(weights)
                doubts = exp(-sum(map(mul, weights, doubt_costs)) / total)
                takes = exp(-sum(map(mul, weights, take_costs)) / total)
                take += step * ((1 - WHIM) * takes / (1.0 + doubts + takes) + even - take)
            else:
                weights = [count * exp(doubt * one) for count, one in zip(counts, by_doubt, strict=True)]
                doubts, takes = exp(-sum(map(mul, weights, doubt_costs)) / sum(weights)), 0.0
            doubt += step * ((1 - WHIM) * doubts / (1.0 + doubts + takes) + even - doubt)
        return Solution((1.0 - doubt - take, doubt, take), dict(zip(cards, weights, strict=True)))


def _rows(at: Stakes, least: float) -> tuple[Row, Row]:
    """Look at a card that is claimed falsely, and truly; ``least`` is what any card costs at least."""
    brings = [(at.hit, at.hit_target), (at.miss, at.miss_target)]
    found = []
    for (trust, trust_costs), (doubt, doubt_costs) in (brings, brings[::-1]):
        found.append(
            (
                exp((least - trust) / CLAIM_HEAT),
                (trust - doubt) / CLAIM_HEAT,
                (trust - at.taken) / CLAIM_HEAT,
                (doubt_costs - trust_costs) / ANSWER_HEAT,
                (at.taken_target - trust_costs) / ANSWER_HEAT,
            )
        )
    return found[0], found[1]
