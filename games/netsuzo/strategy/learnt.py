"""Statistics from many games between strong players of Netsuzo Poker.

They estimate how likely a declaration is true, how likely it is rejected, and how a hand ends after a
declaration was accepted. ``lab/learning/netsuzo.py`` plays the games and fits the numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from importlib.resources import files
from math import log
from operator import mul
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from games.core.learner import chance_of

EndChances: TypeAlias = tuple[tuple[float, float], ...]
"""The probabilities of all ends of a hand. A hand ends when a declaration is rejected.

The first pair is for the next declaration, the second for the one after it, and so on; the last pair is for
all later ones. A pair has the probability that this declaration is rejected and true, and that it is rejected
and false.
"""

SMALL_STEP = 16
"""A declaration counts as a small step if it is among this many of the lowest allowed ones."""
RARE = 0.06
"""A declaration counts as rare if less than this share of the possible hands make it."""
FEW = 5
"""A hand is small if it has at most this many cards."""
KNOTS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
"""Probabilities for which ``OpponentModel.ends`` has entries; values between them are interpolated.

They are probabilities that the seat which took the hand can truthfully make a higher declaration.
"""


class DeclarationFacts(NamedTuple):
    """Facts from which an opponent estimates whether a declaration is true."""

    true_share: float  # fraction of the declaring seat's possible hands that make the declaration true
    able_share: float  # fraction of these hands that make at least one allowed declaration true
    higher_share: float  # fraction of these hands that are at least as high as the declared hand
    hand_size: int  # number of cards in the declaring seat's hand
    step: int  # number of allowed declarations from the lowest up to this declaration
    kind: str

    def features(self) -> tuple[float, ...]:
        """Return the inputs of the regression that estimates whether the declaration is true."""
        size, share = self.hand_size, _logit(self.true_share)
        # The more cards there are, the more the possible hands decide, and the less the bidding does.
        large = min(4, max(0, size - 3)) / 4
        # The order is that of the weights in ``OpponentModel.belief``.
        return (
            1.0,
            share,
            _logit(self.higher_share),
            log(self.able_share),
            size == 1,
            size == 2,
            min(size, 6) / 6,
            self.step < SMALL_STEP,
            self.kind == "flush",
            share * (size == 1),
            share * large,
            large,
            float(self.true_share < RARE),
            float(size <= FEW and self.higher_share < RARE),
        )


class AnswerFacts(NamedTuple):
    """Facts that predict whether the left neighbour rejects a declaration.

    All are estimates of the declaring seat.
    """

    # The neighbour's expected share of opponents beaten after rejecting, minus its share after accepting.
    gain: float
    true_share: float  # fraction of the declaring seat's possible hands that make the declaration true
    able_chance: float  # probability that the neighbour could truthfully make a higher declaration
    truth_chance: float  # the neighbour's estimate of the probability that the declaration is true
    hand_size: int  # number of cards in the declaring seat's hand

    def features(self) -> tuple[float, ...]:
        """Return the inputs of the regression that estimates whether the declaration is rejected."""
        return (
            1.0,
            self.gain,
            _logit(self.true_share),
            self.able_chance,
            self.truth_chance,
            self.hand_size == 1,
        )


class OpponentModel(msgspec.Struct, frozen=True):
    """A learnt model that predicts the declarations and answers of other players."""

    # Regression weights for ``DeclarationFacts``, to estimate whether a declaration is true.
    belief: tuple[float, ...]
    # Weights like ``belief``, to predict the left neighbour's estimate. They are lower, since players who
    # expect to be believed lie more.
    trust: tuple[float, ...]
    # Regression weights for ``AnswerFacts``, to estimate whether a declaration is rejected.
    doubt: tuple[float, ...]
    # How a hand ends after an acceptance. There is a row for each number of cards passed on, and a column
    # for each probability in ``KNOTS``. The last row also holds for larger numbers.
    ends: tuple[tuple[EndChances, ...], ...]
    endings: EndChances  # how a hand ends, before its first declaration

    def truth_chance(self, facts: DeclarationFacts) -> float:
        """Return the probability that a declaration is true."""
        return chance_of(sum(map(mul, self.belief, facts.features())))

    def model_of_neighbour(self) -> OpponentModel:
        """Return the model that the left neighbour is expected to use."""
        return replace(self, belief=self.trust)

    def doubt_chance(self, facts: AnswerFacts) -> float:
        """Return the probability that the left neighbour rejects a declaration."""
        return chance_of(sum(map(mul, self.doubt, facts.features())))

    def ends_after_acceptance(self, hand_size: int, able_chance: float) -> EndChances:
        """Return the probabilities of how a hand ends after it was passed on.

        Args:
            hand_size: number of cards passed on.
            able_chance: probability that the new holder can truthfully make a higher declaration.
        """
        rows = self.ends[min(hand_size, len(self.ends)) - 1]
        at, part = knot_position(able_chance)
        # Interpolate between the two neighbouring knots.
        pairs = zip(rows[at], rows[at + 1], strict=True)
        return tuple([(t + part * (u - t), f + part * (g - f)) for (t, f), (u, g) in pairs])


def knot_position(chance: float) -> tuple[int, float]:
    """Return where a probability lies between two neighbouring entries of ``KNOTS``.

    Returns:
        The index of the lower entry, and a number from 0 (at the lower entry) to 1 (at the higher entry).
    """
    at = min(max(1, bisect_left(KNOTS, chance)), len(KNOTS) - 1) - 1
    return at, (chance - KNOTS[at]) / (KNOTS[at + 1] - KNOTS[at])


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))


@cache
def learnt_model() -> OpponentModel:
    """Return the learnt model that the stronger levels use."""
    return msgspec.json.decode(files(__package__).joinpath("learnt.json").read_bytes(), type=OpponentModel)


@cache
def naive_model() -> OpponentModel:
    """Return the model that weaker levels use. It has few weights, fitted to games of the level
    ``normal``.
    """
    return replace(
        learnt_model(),
        belief=(1.2, 0.0, 0.16, 1.33, 1.63, *[0.0] * 9),
        trust=(2.8, 1.0, *[0.0] * 12),
        doubt=(4.4, 0.0, 0.0, 0.0, -8.0, 0.0),
    )
