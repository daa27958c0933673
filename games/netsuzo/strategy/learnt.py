"""Statistics from many games between strong players.

They show how far to believe a declaration, how often one is rejected, and how a hand ends after it was taken
over. The first two are logistic regressions, the others frequencies. ``lab/learning/netsuzo.py`` plays the
games and fits the numbers.
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

Ends: TypeAlias = tuple[tuple[float, float], ...]
"""Probabilities that a hand ends with the rejection of the next declaration, the one after that, and so on.

Each pair is for a true and for a false declaration. The last pair stands for all later declarations.
"""

SMALL_STEP = 16
"""A declaration among this many lowest allowed ones counts as a small step."""
RARE = 0.06
"""Share of the possible hands below which hardly any makes a declaration."""
KNOTS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
"""Probabilities of being able to go higher for which ``Figures.ends`` has entries."""


class Evidence(NamedTuple):
    """A declaration as it looks to an opponent who may doubt it.

    Args:
        share: fraction of the possible hands that make it.
        able: fraction of the possible hands of which some allowed declaration is true.
        higher: fraction of the possible hands that make this or something higher.
        size: number of cards that the declaring seat holds.
        step: how many declarations it is above the lowest allowed one.
        kind: its kind of hand.
    """

    share: float
    able: float
    higher: float
    size: int
    step: int
    kind: str

    def features(self) -> tuple[float, ...]:
        """Return the inputs of the regression."""
        size, share = self.size, _logit(self.share)
        # The more cards there are, the more the possible hands decide, and the less the bidding does.
        large = min(4, max(0, size - 3)) / 4
        return (
            1.0,
            share,
            _logit(self.higher),
            log(self.able),
            size == 1,
            size == 2,
            min(size, 6) / 6,
            self.step < SMALL_STEP,
            self.kind == "flush",
            share * (size == 1),
            share * large,
            large,
            float(self.share < RARE),
        )


class Prospect(NamedTuple):
    """A declaration as it looks to the neighbour who must answer, as far as the declaring seat can judge.

    Args:
        gain: how much better rejecting seems to the neighbour than accepting, in shares of opponents beaten.
        share: as in ``Evidence``.
        able: the neighbour's probability of being able to go higher truly with the hand.
        true: the probability that the neighbour should give to the declaration.
        size: number of cards that the declaring seat holds.
    """

    gain: float
    share: float
    able: float
    true: float
    size: int

    def features(self) -> tuple[float, ...]:
        """Return the inputs of the regression."""
        return 1.0, self.gain, _logit(self.share), self.able, self.true, self.size == 1


class Figures(msgspec.Struct, frozen=True):
    """The learnt numbers that a player uses.

    Args:
        belief: regression weights for ``Evidence``: is a declaration true?
        doubt: regression weights for ``Prospect``: is a declaration rejected?
        ends: how a hand ends after it was accepted, by the number of cards passed on (the last row for all
            larger numbers) and by ``KNOTS``. The first pair is for the declaration of the seat that took it
            over.
        endings: how a hand ends, counted from its first declaration.
    """

    belief: tuple[float, ...]
    doubt: tuple[float, ...]
    ends: tuple[tuple[Ends, ...], ...]
    endings: Ends

    def truth_chance(self, evidence: Evidence) -> float:
        """Return the probability that a declaration is true."""
        return chance_of(sum(map(mul, self.belief, evidence.features())))

    def doubt_chance(self, prospect: Prospect) -> float:
        """Return the probability that a declaration is rejected."""
        return chance_of(sum(map(mul, self.doubt, prospect.features())))

    def ends_after_acceptance(self, size: int, able: float) -> Ends:
        """Return how a hand ends after it was accepted.

        Args:
            size: number of cards passed on.
            able: probability that the new owner can go higher truly.
        """
        rows = self.ends[min(size, len(self.ends)) - 1]
        at, part = between(able)
        # Interpolate between the two neighbouring knots.
        pairs = zip(rows[at], rows[at + 1], strict=True)
        return tuple([(t + part * (u - t), f + part * (g - f)) for (t, f), (u, g) in pairs])


def between(able: float) -> tuple[int, float]:
    """Return the index of the knot below a probability, and how far it is to the next knot (0 to 1)."""
    at = min(max(1, bisect_left(KNOTS, able)), len(KNOTS) - 1) - 1
    return at, (able - KNOTS[at]) / (KNOTS[at + 1] - KNOTS[at])


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))


@cache
def learnt() -> Figures:
    """Return the learnt numbers that the stronger levels use."""
    return msgspec.json.decode(files(__package__).joinpath("learnt.json").read_bytes(), type=Figures)


@cache
def naive() -> Figures:
    """Return numbers for weaker levels: belief depends on the hands alone, and doubt follows belief."""
    return replace(learnt(), belief=(2.8, 1.0, *[0.0] * 11), doubt=(4.4, 0.0, 0.0, 0.0, -8.0, 0.0))
