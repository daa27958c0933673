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
from games.lost.hands import JOKER
from games.lost.moves import CLAIMS, is_true

CLAIM_HEAT = 0.05
"""By how much more probable losing is with a claim that is made e times less often."""
ANSWER_HEAT = 0.06
"""The same for answers."""
WHIM = 0.12
"""How often an answer is taken to be anything at all."""
ROUNDS = 8
"""How often the two sides answer each other."""

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


def claim_share(card: Card, claim: str, honesty: float) -> float:
    """Say how often a claim is made of a card by who does not care: the two true ones share ``honesty``."""
    if card == JOKER:
        return float(claim == JOKER_CLAIM)
    return honesty / 2 if claim in card else (1 - honesty) / (len(CLAIMS) - 2)


JOKER_CLAIM = CLAIMS[-1]


class ClaimGame:
    """The equilibrium of one play.

    Args:
        stakes: by card, for every card that may be played.
        honesty: how often claims are true of who does not care.
        may_take: whether the target has a lost left.
    """

    def __init__(self, stakes: Mapping[Card, Stakes], honesty: float, may_take: bool) -> None:
        start = (0.45, 0.45, 0.1) if may_take else (0.5, 0.5, 0.0)
        self.answers: dict[str, Answers] = dict.fromkeys(CLAIMS, start)
        self.made: dict[str, dict[Card, float]] = {}
        self._may_take = may_take
        self._least = min(min(at.hit, at.miss) for at in stakes.values())
        self._rows = {
            claim: [
                (card, at, claim_share(card, claim, honesty), is_true(card, claim))
                for card, at in stakes.items()
                if card != JOKER or claim == JOKER_CLAIM
            ]
            for claim in CLAIMS
        }
        for i in range(ROUNDS):
            for claim in CLAIMS:
                self._answer(claim, max(0.3, 1 / (1 + i)))

    def _answer(self, claim: str, step: float) -> None:
        """Let the claim be made where it pays, and answered so."""
        before = self.answers[claim]
        made: dict[Card, float] = {}
        trust = doubt = take = total = 0.0
        for card, at, share, is_so in self._rows[claim]:
            weight = share * exp((self._least - at.loss(is_so, before)) / CLAIM_HEAT)
            made[card] = weight
            total += weight
            trust += weight * (at.miss_target if is_so else at.hit_target)
            doubt += weight * (at.hit_target if is_so else at.miss_target)
            take += weight * at.taken_target
        self.made[claim] = made
        if total > 0:
            new = respond(trust / total, doubt / total, take / total if self._may_take else None)
            old_trust, old_doubt, old_take = before
            self.answers[claim] = (
                old_trust + step * (new[0] - old_trust),
                old_doubt + step * (new[1] - old_doubt),
                old_take + step * (new[2] - old_take),
            )


def respond(trust: float, doubt: float, take: float | None) -> Answers:
    """Turn what the answers would cost into how likely each is; no cost for one that is not allowed."""
    costs = [trust, doubt] if take is None else [trust, doubt, take]
    lowest = min(costs)
    weights = [exp((lowest - cost) / ANSWER_HEAT) for cost in costs]
    total = sum(weights)
    shares = [(1 - WHIM) * weight / total + WHIM / len(costs) for weight in weights]
    return shares[0], shares[1], shares[2] if take is not None else 0.0
