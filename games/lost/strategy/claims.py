"""The game within a play: what is claimed of a card, and whether that is believed.

Who plays chooses a card and a claim, who answers sees the claim alone. Both are taken to choose what is
better for them the likelier, and each to know it of the other (a logit quantal response equilibrium); it is
found by letting them answer each other in turns. Who plays so cannot be read: what is equally good is
equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

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
        self._stakes, self._may_take = stakes, may_take
        self._least = min(min(at.hit, at.miss) for at in stakes.values())
        self._solved: dict[str, Solution] = {}

    def solve(self, claim: str) -> Solution:
        """Work out one claim, once."""
        found = self._solved.get(claim)
        if found is None:
            found = self._solved[claim] = self._solution(claim)
        return found

    def _solution(self, claim: str) -> Solution:
        rows = [
            self._row(card, at, claim)
            for card, at in self._stakes.items()
            if card != JOKER or claim == JOKER_CLAIM
        ]
        trust, doubt, take = (0.45, 0.45, 0.1) if self._may_take else (0.5, 0.5, 0.0)
        weights: list[float] = []
        for i in range(ITERATIONS):
            weights = [
                share * exp(trust * trusted + doubt * doubted + take * taken)
                for share, trusted, doubted, taken, _, _, _ in rows
            ]
            total = sum(weights)
            if not total:
                break
            costs = [0.0, 0.0, 0.0]
            for weight, row in zip(weights, rows, strict=True):
                costs[0] += weight * row[4]
                costs[1] += weight * row[5]
                costs[2] += weight * row[6]
            new = respond(costs[0] / total, costs[1] / total, costs[2] / total if self._may_take else None)
            step = max(0.3, 1 / (1 + i))
            trust += step * (new[0] - trust)
            doubt += step * (new[1] - doubt)
            take += step * (new[2] - take)
        cards = [card for card in self._stakes if card != JOKER or claim == JOKER_CLAIM]
        return Solution((trust, doubt, take), dict(zip(cards, weights, strict=True)))

    def _row(
        self, card: Card, at: Stakes, claim: str
    ) -> tuple[float, float, float, float, float, float, float]:
        """Say how often who does not care claims this of a card, what each answer brings, what it costs."""
        share = claim_share(card, claim)
        hit, miss = (self._least - at.hit) / CLAIM_HEAT, (self._least - at.miss) / CLAIM_HEAT
        taken = (self._least - at.taken) / CLAIM_HEAT
        if is_true(card, claim):
            return share, miss, hit, taken, at.miss_target, at.hit_target, at.taken_target
        return share, hit, miss, taken, at.hit_target, at.miss_target, at.taken_target


def respond(trust: float, doubt: float, take: float | None) -> Answers:
    """Turn what the answers would cost into how likely each is; no cost for one that is not allowed."""
    costs = [trust, doubt] if take is None else [trust, doubt, take]
    lowest = min(costs)
    weights = [exp((lowest - cost) / ANSWER_HEAT) for cost in costs]
    total = sum(weights)
    shares = [(1 - WHIM) * weight / total + WHIM / len(costs) for weight in weights]
    return shares[0], shares[1], shares[2] if take is not None else 0.0
