"""Shown ratings of a club after a year: by luck alone, and with differences in strength.

``python -m tests.bot.scores.luck`` prints the figures of docs/SCORES.md.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from storage.scores.results import PROVISIONAL_GAMES, Rating, ResultSeat, StoredResult, rate

PEOPLE, GAMES = 20, 730
"""A club with two games a day for a year; each person plays about 110 of them."""


class Career(NamedTuple):
    """A person's shown rating at the end of the year, and the highest one that was not provisional."""

    last: int
    peak: int


def year(spread: float, seed: int, people: int = PEOPLE, games: int = GAMES) -> list[Career]:
    """Return the careers of a club's people.

    Args:
        spread: the standard deviation of people's strength. The luck of a game has 1; with 0 all are equal.
    """
    rng = random.Random(seed)
    strengths = [rng.gauss(0, spread) for _ in range(people)]
    ratings = {person: Rating() for person in range(people)}
    peaks = dict.fromkeys(ratings, 0)
    for number in range(games):
        seated = rng.sample(range(people), rng.randint(2, 4))
        scores = {person: strengths[person] + rng.gauss(0, 1) for person in seated}
        best_first = sorted(seated, key=lambda person: -scores[person])
        seats = tuple([ResultSeat(place, person, False, place) for place, person in enumerate(best_first, 1)])
        result = StoredResult(number, str(number), 1, "bull", 0, True, seats)
        firsts = dict.fromkeys(permutations(seated, 2), 1)
        ratings |= rate(result, {person: ratings[person] for person in seated}, firsts)
        for person in seated:
            if ratings[person].games >= PROVISIONAL_GAMES:
                peaks[person] = max(peaks[person], ratings[person].display_value)
    return [Career(ratings[person].display_value, peaks[person]) for person in ratings]


def quantiles(numbers: Sequence[int]) -> list[int]:
    """Return the lowest number, the quartiles, and what 95 and 99 in 100 do not exceed."""
    ordered = sorted(numbers)
    return [ordered[int(share * (len(ordered) - 1))] for share in (0, 0.25, 0.5, 0.75, 0.95, 0.99)]


def main() -> None:
    """Print the distributions over 25 clubs."""
    print("spread, then lowest, 25 %, 50 %, 75 %, 95 %, 99 %")
    for spread in (0.0, 0.5, 1.0):
        careers = [career for seed in range(25) for career in year(spread, seed)]
        print(spread, "last", quantiles([career.last for career in careers]))
        print(spread, "peak", quantiles([career.peak for career in careers]))


if __name__ == "__main__":
    main()
