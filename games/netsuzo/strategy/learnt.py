"""What many games between strong and steady players have taught, in figures.

How far a declaration is to be believed, how often one is rejected, how a hand ends once somebody has taken it
over: the first two are logistic regressions, the others frequencies. ``lab/learning/netsuzo.py`` plays
such games and fits the figures.
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
"""How likely a hand ends with the rejection of the next declaration, the one after that, and so on: of one
that is true, of one that is not. The last pair stands for all later ones."""

SMALL_STEP = 16
"""Number of the lowest allowed declarations that count as a small step."""
KNOTS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
"""Chances of being able to go higher for which ``TAKEN`` has a row."""


class Evidence(NamedTuple):
    """What a declaration looks like to somebody who doubts it.

    Args:
        share: the part of the possible hands that make it.
        able: the part of them that could go high enough truly.
        higher: the part of them that make this or something higher.
        size: how many cards the declarer holds.
        step: how many places of the ladder it is above what was allowed.
        kind: what kind of hand it is.
    """

    share: float
    able: float
    higher: float
    size: int
    step: int
    kind: str

    def features(self) -> tuple[float, ...]:
        """Give what the regression works with."""
        size = self.size
        return (
            1.0,
            _logit(self.share),
            _logit(self.higher),
            log(self.able),
            size == 1,
            size == 2,
            min(size, 6) / 6,
            self.step < SMALL_STEP,
            self.kind == "flush",
        )


class Prospect(NamedTuple):
    """What a declaration looks like to the neighbour, as far as its declarer can tell.

    Args:
        gain: how much more rejecting seems worth to the neighbour than accepting, in shares of opponents.
        share: as in ``Evidence``.
        able: how likely the neighbour thinks it could go higher with the hand.
        true: how far the neighbour should believe it.
        size: how many cards the declarer holds.
    """

    gain: float
    share: float
    able: float
    true: float
    size: int

    def features(self) -> tuple[float, ...]:
        """Give what the regression works with."""
        return 1.0, self.gain, _logit(self.share), self.able, self.true, self.size == 1


class Figures(msgspec.Struct, frozen=True):
    """What a player reckons with.

    Args:
        belief: weights of what ``Evidence`` gives.
        doubt: weights of what ``Prospect`` gives.
        ends: how a hand ends after it was accepted, by the number of cards passed on (the last row for all
            larger ones) and by ``KNOTS``, counted from the declaration of who took it over.
        endings: how a hand ends, counted from its first declaration.
    """

    belief: tuple[float, ...]
    doubt: tuple[float, ...]
    ends: tuple[tuple[Ends, ...], ...]
    endings: Ends

    def believed(self, evidence: Evidence) -> float:
        """Say how likely a declaration is to be true."""
        return chance_of(sum(map(mul, self.belief, evidence.features())))

    def doubted(self, prospect: Prospect) -> float:
        """Say how likely a declaration is to be rejected."""
        return chance_of(sum(map(mul, self.doubt, prospect.features())))

    def taken(self, size: int, able: float) -> Ends:
        """Say how a hand ends after it was accepted.

        Args:
            size: how many cards were passed on.
            able: how likely their new owner can go higher truly.
        """
        rows = self.ends[min(size, len(self.ends)) - 1]
        at, part = between(able)
        pairs = zip(rows[at], rows[at + 1], strict=True)
        return tuple([(t + part * (u - t), f + part * (g - f)) for (t, f), (u, g) in pairs])


def between(able: float) -> tuple[int, float]:
    """Find the knot below a chance, and how much of the way to the next one it lies."""
    at = min(max(1, bisect_left(KNOTS, able)), len(KNOTS) - 1) - 1
    return at, (able - KNOTS[at]) / (KNOTS[at + 1] - KNOTS[at])


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))


@cache
def learnt() -> Figures:
    """Read what ``hard`` reckons with."""
    return msgspec.json.decode(files(__package__).joinpath("learnt.json").read_bytes(), type=Figures)


@cache
def naive() -> Figures:
    """Give figures to those who have not watched: hands speak for themselves, and doubts follow belief."""
    return replace(learnt(), belief=(2.8, 1.0, *[0.0] * 7), doubt=(4.4, 0.0, 0.0, 0.0, -8.0, 0.0))
