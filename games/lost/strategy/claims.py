"""The game within a play: what is claimed of a card, and whether that is believed.

Who plays chooses a card and a claim, who answers sees the claim alone. Both are taken to choose what is
better for them the likelier, and each to know it of the other (a logit quantal response equilibrium); it is
found by letting them answer each other in turns. Who plays so cannot be read: what is equally good is
equally likely.

``learnt.json`` holds how claims turned out when computer players played each other; it was written by the
command in it (``lab.learning.lost``). A claim is told by what the equilibrium says of it, which knows
what the cards do, and by what a person could name: its kind, how many such cards are seen, what lies in the
two fields, what its player has been shown to do, how many cards are left. Learnt was how likely it is true
(``truths``), is doubted rather than trusted (``doubts``; first false claims, then true ones, since who
answers sees cards that its player does not see, and doubts lies the more often), and is taken (``takes``).
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
from games.core.learner import starts_of
from games.lost.hands import JOKER, JOKER_BIT
from games.lost.moves import CLAIMS, is_true
from games.lost.strategy.worth import COLUMNS, SUITS, Counts, outlook

CLAIM_HEAT = 0.03
"""By how much more probable losing is with a claim that is made e times less often."""
ANSWER_HEAT = 0.06
"""The same for answers."""
WHIM = 0.12
"""Probability that an answer is random."""
ITERATIONS = 8
"""Number of iterations in which each side answers the other."""

JOKER_CLAIM = CLAIMS[-1]
MASKS = dict(zip(CLAIMS, (*SUITS, *COLUMNS, JOKER_BIT), strict=True))
"""The cards of which each claim is true."""
LIES = sum(mask.bit_count() for mask in MASKS.values()) - 14
"""Number of cards of which claims are true, those left out that are true of any one card."""

Answers: TypeAlias = tuple[float, float, float]
"""Of the answers trust, doubt and lost: how likely each is, or what each brings."""


class Stakes(NamedTuple):
    """How likely a card that is played makes who plays it, and the target, lose.

    If the card goes to the target, if it comes back, and if the target declares a lost.
    """

    hit: float
    miss: float
    taken: float
    hit_target: float
    miss_target: float
    taken_target: float

    def by_answer(self, is_so: bool) -> tuple[Answers, Answers]:
        """Say what the answers to a true, or false, claim bring to who makes it, and to the target."""
        hit, miss, taken, hit_target, miss_target, taken_target = self
        if is_so:
            return (miss, hit, taken), (miss_target, hit_target, taken_target)
        return (hit, miss, taken), (hit_target, miss_target, taken_target)


@cache
def claim_share(card: Card, claim: str) -> float:
    """Say how often a claim is made of a card by who does not care.

    Half the time it is one of the two true ones; a lie is as likely as there are cards of which it would be
    true, so that what is claimed does not tell whether it is a lie.
    """
    if card == JOKER:
        return float(claim == JOKER_CLAIM)
    return 0.25 if claim in card else 0.5 * MASKS[claim].bit_count() / LIES


class Solution(NamedTuple):
    """Of one claim how likely each answer is, and by card how much it counts that the claim is made of it."""

    answers: Answers
    made: dict[Card, float]


Rows: TypeAlias = dict[Card, list[tuple[float, float, float, float, float]]]
"""By card how it looks when it is falsely, and truly, claimed (``_row``)."""


def claim_game(stakes: Mapping[Card, Stakes], may_take: bool) -> Callable[[str], Solution]:
    """Give the equilibrium of one play, to be worked out claim by claim when asked for.

    Args:
        stakes: by card, for every card that may be played.
        may_take: whether the target has a lost left.
    """
    least = min(min(at.hit, at.miss) for at in stakes.values())
    rows = {card: [_row(at, so, least) for so in (False, True)] for card, at in stakes.items()}
    return cache(partial(_solution, rows, may_take))


def _solution(played: Rows, may_take: bool, claim: str) -> Solution:
    doubt, take = (0.45, 0.1) if may_take else (0.5, 0.0)
    cards = [card for card in played if card != JOKER or claim == JOKER_CLAIM]
    shares = [claim_share(card, claim) for card in cards]
    if not any(shares):
        return Solution((1.0 - doubt - take, doubt, take), dict.fromkeys(cards, 0.0))
    rows = [played[card][is_true(card, claim)] for card in cards]
    counts, by_doubt, by_take, doubt_costs, take_costs = zip(*rows, strict=True)
    counts = tuple(map(mul, shares, counts))
    even = WHIM / (3 if may_take else 2)
    weights: list[float] = []
    for i in range(ITERATIONS):
        step = max(0.3, 1 / (1 + i))
        tilts = map(add, map(mul, by_doubt, repeat(doubt)), map(mul, by_take, repeat(take)))
        weights = list(map(mul, counts, map(exp, tilts)))
        total = sum(weights)
        doubts, takes = exp(-sum(map(mul, weights, doubt_costs)) / total), 0.0
        if may_take:
            takes = exp(-sum(map(mul, weights, take_costs)) / total)
            take += step * ((1 - WHIM) * takes / (1.0 + doubts + takes) + even - take)
        doubt += step * ((1 - WHIM) * doubts / (1.0 + doubts + takes) + even - doubt)
    return Solution((1.0 - doubt - take, doubt, take), dict(zip(cards, weights, strict=True)))


def _row(at: Stakes, is_so: bool, least: float) -> tuple[float, float, float, float, float]:
    """Look at a card that is claimed truly, or falsely; ``least`` is what any card costs at least.

    Returns:
        How much it counts that somebody claims so who expects to be trusted; what a doubt and a lost bring
        beside that, in ``CLAIM_HEAT``, and what they cost who answers beside trust, in ``ANSWER_HEAT``.
    """
    (trust, doubt, take), (trusting, doubting, taking) = at.by_answer(is_so)
    return (
        exp((least - trust) / CLAIM_HEAT),
        (trust - doubt) / CLAIM_HEAT,
        (trust - take) / CLAIM_HEAT,
        (doubting - trusting) / ANSWER_HEAT,
        (taking - trusting) / ANSWER_HEAT,
    )


# --- what came of claims -------------------------------------------------------------------------------

STEPS = (0.08, 0.18, 0.28, 0.36, 0.43, 0.5, 0.57, 0.64, 0.72, 0.82, 0.92)
"""Where what the equilibrium says is told apart."""
ODDS, KIND, SEEN, FIELD, RECORD, CARDS = len(STEPS) + 1, 4, 8, 4, 5, 4
SHAPES = (
    (ODDS, KIND),
    (KIND, SEEN, FIELD),
    (KIND, FIELD, FIELD, 2, 2),
    (KIND, RECORD, CARDS),
    (ODDS, RECORD),
    (len(CLAIMS), CARDS),
    (ODDS, 2, 2, CARDS),
)
STARTS = starts_of(SHAPES)


def keys(
    table: Counts, claim: str, player: int, target: int, told: tuple[int, int], seen: int, odds: float
) -> tuple[int, ...]:
    """Give the places that speak of a claim.

    Args:
        told: how many of the player's claims were shown to be true, and how many false.
        seen: the cards whose place is known, a mask.
        odds: what the equilibrium says, as a chance.
    """
    cards, at = MASKS[claim], CLAIMS.index(claim)
    kind = (3 if table.joker_in == player else 2) if cards == JOKER_BIT else int(at >= len(SUITS))
    mine, theirs = table.masks[player], table.masks[target]
    there, here = min(3, (theirs & cards).bit_count()), min(3, (mine & cards).bit_count())
    kills, killed = outlook(theirs).fatal & cards > 0, outlook(mine).fatal & cards > 0
    known = min(SEEN - 1, (seen & cards).bit_count())
    record = min(RECORD - 1, max(0, told[0] - told[1] + 2))
    left = min(CARDS - 1, table.sizes[player] // 2)
    said = bisect_right(STEPS, odds)
    s = STARTS
    return (
        s[0] + said * KIND + kind,
        s[1] + (kind * SEEN + known) * FIELD + there,
        s[2] + (((kind * FIELD + there) * FIELD + here) * 2 + kills) * 2 + killed,
        s[3] + (kind * RECORD + record) * CARDS + left,
        s[4] + said * RECORD + record,
        s[5] + at * CARDS + left,
        s[6] + ((said * 2 + kills) * 2 + killed) * CARDS + left,
    )


def if_true(places: Sequence[int], is_so: bool) -> tuple[int, ...]:
    """Give the places that speak of the doubt of a claim which is true, or is not."""
    return tuple([place + STARTS[-1] * is_so for place in places])
