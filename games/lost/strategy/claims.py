"""Predict which claim a player makes about a card, and how the target answers it.

The player chooses a card and a claim; the target sees only the claim. Better choices are more likely on both
sides (a logit quantal response equilibrium, found by iteration).

``learnt.json`` has three tables, learnt from games of computer players (``lab.learning.lost``). For the
features of a claim, each table gives a probability:

- ``truths``: that the claim is true.
- ``doubts``: that the claim is doubted rather than trusted, separately for false and true claims.
- ``takes``: that the target discards the card.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import repeat
from math import exp
from operator import add, mul
from typing import NamedTuple, TypeAlias

from games.core.cards import Card
from games.core.learner import table_starts
from games.lost.hands import JOKER, JOKER_BIT
from games.lost.moves import CLAIMS, is_true
from games.lost.strategy.elimination import COLUMNS, SUITS, TableCounts, threats

CLAIM_TEMPERATURE = 0.03
"""Rise in the probability of losing that makes a claim e times less likely to be made."""
ANSWER_TEMPERATURE = 0.06
"""Rise in the probability of losing that makes an answer e times less likely to be chosen."""
RANDOM_ANSWER_CHANCE = 0.12
"""Probability that an answer is random."""
ITERATIONS = 8
"""Number of rounds in which the two sides respond to each other."""

JOKER_CLAIM = CLAIMS[-1]
MASKS = dict(zip(CLAIMS, (*SUITS, *COLUMNS, JOKER_BIT), strict=True))
"""For each claim: the cards of which it is true, as a mask."""
JOKER_LIES = 10
"""The weight of the false claim ``joker`` among all false claims: as much as a claim of a suit.

By the number of cards of which it is true, it would have the weight 1. Then nearly every claim of the joker
would be true.
"""
LIE_WEIGHTS = {claim: mask.bit_count() for claim, mask in MASKS.items()} | {JOKER_CLAIM: JOKER_LIES}
"""For each claim: its weight among the false claims of a player who lies at random."""
LIES = sum(LIE_WEIGHTS.values()) - 14
"""Sum of the weights of all false claims about one card.

It is the same for every card except the joker, since the two true claims of a card always have the weight 14:
10 for the suit and 4 for the rank.
"""

Answers: TypeAlias = tuple[float, float, float]
"""Three numbers for the answers trust, doubt and discard: their probabilities, or the risks they lead to."""


class Stakes(NamedTuple):
    """The probabilities that a played card eliminates its player or its target.

    The target is the seat that must answer. The probabilities differ by where the card goes: ``given`` (face
    up
    to the target), ``returned`` (face up to the player), or ``discarded`` (by the target).
    """

    player_if_given: float
    player_if_returned: float
    player_if_discarded: float
    target_if_given: float
    target_if_returned: float
    target_if_discarded: float

    def player_risks(self, is_claim_true: bool) -> Answers:
        """Return the player's probabilities of elimination after trust, doubt and discard."""
        # The target gets the card after trust in a lie or doubt of the truth.
        if is_claim_true:
            return self.player_if_returned, self.player_if_given, self.player_if_discarded
        return self.player_if_given, self.player_if_returned, self.player_if_discarded

    def target_risks(self, is_claim_true: bool) -> Answers:
        """Return the target's probabilities of elimination after trust, doubt and discard."""
        if is_claim_true:
            return self.target_if_returned, self.target_if_given, self.target_if_discarded
        return self.target_if_given, self.target_if_returned, self.target_if_discarded


@cache
def random_claim_chance(card: Card, claim: str) -> float:
    """Return the probability that a player who claims at random makes this claim about the card.

    The player lies half of the time, but never about the joker.
    """
    if card == JOKER:
        return float(claim == JOKER_CLAIM)
    return 0.25 if claim in card else 0.5 * LIE_WEIGHTS[claim] / LIES


class ClaimEquilibrium(NamedTuple):
    """The equilibrium of one claim: the target's answers, and the player's choice of the card."""

    answers: Answers  # the probabilities of the answers trust, doubt and discard
    card_weights: dict[Card, float]  # for each card, the relative probability that the claim is made about it


EquilibriumRows: TypeAlias = dict[Card, list[tuple[float, float, float, float, float]]]
"""For each card: the result of ``_equilibrium_row`` for a false claim, then for a true claim."""


def equilibria_by_claim(
    stakes: Mapping[Card, Stakes], may_discard: bool
) -> Callable[[str], ClaimEquilibrium]:
    """Return a function that computes the equilibrium of any claim.

    Args:
        stakes: the probabilities of elimination for each card that may be played.
        may_discard: whether the target may discard the card.
    """
    least = min(min(at.player_if_given, at.player_if_returned) for at in stakes.values())
    rows = {
        card: [_equilibrium_row(at, is_claim_true, least) for is_claim_true in (False, True)]
        for card, at in stakes.items()
    }
    return cache(partial(_equilibrium, rows, may_discard))


def _equilibrium(played: EquilibriumRows, may_discard: bool, claim: str) -> ClaimEquilibrium:
    # Start from a guess of the answers and improve it.
    doubt, take = (0.45, 0.1) if may_discard else (0.5, 0.0)
    cards = [card for card in played if card != JOKER or claim == JOKER_CLAIM]
    shares = [random_claim_chance(card, claim) for card in cards]
    if not any(shares):
        return ClaimEquilibrium((1.0 - doubt - take, doubt, take), dict.fromkeys(cards, 0.0))
    rows = [played[card][is_true(card, claim)] for card in cards]
    counts, by_doubt, by_take, doubt_costs, take_costs = zip(*rows, strict=True)
    counts = tuple(map(mul, shares, counts))
    even = RANDOM_ANSWER_CHANCE / (3 if may_discard else 2)
    weights: list[float] = []
    for i in range(ITERATIONS):
        # Smaller steps later keep the two sides from swinging around the equilibrium.
        step = max(0.3, 1 / (1 + i))
        # Respond for the player: cards whose claim fares better against these answers get more weight.
        tilts = map(add, map(mul, by_doubt, repeat(doubt)), map(mul, by_take, repeat(take)))
        weights = list(map(mul, counts, map(exp, tilts)))
        total = sum(weights)
        # Respond for the target: its answers follow from the mean cost over the cards behind the claim.
        doubts, takes = exp(-sum(map(mul, weights, doubt_costs)) / total), 0.0
        if may_discard:
            takes = exp(-sum(map(mul, weights, take_costs)) / total)
            take += step * ((1 - RANDOM_ANSWER_CHANCE) * takes / (1.0 + doubts + takes) + even - take)
        doubt += step * ((1 - RANDOM_ANSWER_CHANCE) * doubts / (1.0 + doubts + takes) + even - doubt)
    return ClaimEquilibrium((1.0 - doubt - take, doubt, take), dict(zip(cards, weights, strict=True)))


def _equilibrium_row(
    at: Stakes, is_claim_true: bool, lowest_risk: float
) -> tuple[float, float, float, float, float]:
    trust, doubt, take = at.player_risks(is_claim_true)
    trusting, doubting, taking = at.target_risks(is_claim_true)
    return (
        # The card's weight if the claim is trusted, and the player's gains from a doubt and from a discard.
        exp((lowest_risk - trust) / CLAIM_TEMPERATURE),
        (trust - doubt) / CLAIM_TEMPERATURE,
        (trust - take) / CLAIM_TEMPERATURE,
        # The target's losses from a doubt and from a discard, both in comparison with trust.
        (doubting - trusting) / ANSWER_TEMPERATURE,
        (taking - trusting) / ANSWER_TEMPERATURE,
    )


# --- what came of claims -------------------------------------------------------------------------------

STEPS = (0.08, 0.18, 0.28, 0.36, 0.43, 0.5, 0.57, 0.64, 0.72, 0.82, 0.92)
"""Limits between the classes of probabilities in the learnt tables."""
ODDS, KIND, SEEN, FIELD, RECORD, CARDS = len(STEPS) + 1, 4, 8, 4, 5, 4
"""Number of values of each feature of a claim in the learnt tables.

In order: a probability, the kind of claim, seen cards of which it is true, face-up cards before a seat of
which it is true, earlier claims of the player, cards in its hand.
"""
SHAPES = (
    (ODDS, KIND),
    (KIND, SEEN, FIELD),
    (KIND, FIELD, FIELD, 2, 2),
    (KIND, RECORD, CARDS),
    (ODDS, RECORD),
    (len(CLAIMS), CARDS),
    (ODDS, 2, 2, CARDS),
)
"""For each learnt table: the number of values of each feature."""
TABLE_STARTS = table_starts(SHAPES)
"""Index of the first entry of each learnt table; the last number is the end of all."""


def feature_indices(
    table: TableCounts,
    claim: str,
    player: int,
    target: int,
    true_and_false: tuple[int, int],
    known_mask: int,
    probability: float,
) -> tuple[int, ...]:
    """Return the indices of a claim's features in the learnt tables.

    Args:
        true_and_false: numbers of the player's earlier claims that were shown to be true, and to be false.
        known_mask: the cards whose place is known, as a bit mask.
        probability: equilibrium probability of a doubt (tables ``doubts`` and ``takes``) or of a true claim
            (table ``truths``).
    """
    cards, at = MASKS[claim], CLAIMS.index(claim)
    # Kind of claim: 0 suit, 1 rank, 2 joker, 3 joker by the seat known to hold it.
    kind = (3 if table.joker_in == player else 2) if cards == JOKER_BIT else int(at >= len(SUITS))
    mine, theirs = table.field_masks[player], table.field_masks[target]
    there, here = min(3, (theirs & cards).bit_count()), min(3, (mine & cards).bit_count())
    # Whether a card that fits the claim would complete a hand in the target's, or in the player's field.
    kills, killed = threats(theirs).fatal & cards > 0, threats(mine).fatal & cards > 0
    known = min(SEEN - 1, (known_mask & cards).bit_count())
    # The player's record: how many of its claims were shown to be true, minus those shown to be false.
    record = min(RECORD - 1, max(0, true_and_false[0] - true_and_false[1] + 2))
    held = min(CARDS - 1, table.hand_sizes[player] // 2)
    level = bisect_right(STEPS, probability)
    s = TABLE_STARTS
    return (
        s[0] + level * KIND + kind,
        s[1] + (kind * SEEN + known) * FIELD + there,
        s[2] + (((kind * FIELD + there) * FIELD + here) * 2 + kills) * 2 + killed,
        s[3] + (kind * RECORD + record) * CARDS + held,
        s[4] + level * RECORD + record,
        s[5] + at * CARDS + held,
        s[6] + ((level * 2 + kills) * 2 + killed) * CARDS + held,
    )


def doubt_indices(claim_indices: Sequence[int], is_claim_true: bool) -> tuple[int, ...]:
    """Return the indices of a claim's features in the table ``doubts``.

    True claims and false claims have different entries.

    Args:
        claim_indices: the result of ``feature_indices``.
    """
    # The second half of the table is for true claims.
    return tuple([key + TABLE_STARTS[-1] * is_claim_true for key in claim_indices])
