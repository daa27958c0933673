"""The trophies of Tomoefuda."""

from __future__ import annotations

from games.core.trophies import PlayedPart, Trophy, finished, reached, won
from games.tomoe.tricks import CASES, won_as


def _tricks(played: PlayedPart) -> int:
    """Return the number of tricks that the person took in the match."""
    return sum(played.facts.get(won_as(case), 0) for case in CASES)


def _all_cases(played: PlayedPart) -> int:
    """Return 1 if the person took tricks of all kinds in the match, otherwise 0."""
    return int(all(played.facts.get(won_as(case), 0) for case in CASES))


def _most(played: PlayedPart) -> int:
    return int(2 * _tricks(played) > played.facts.get("tricks", 0))


TROPHIES = (
    Trophy("first", finished, with_computers=True),
    Trophy("win", won),
    Trophy("below", reached(won_as("lower-pair"), 1)),
    Trophy("string", reached("best_row", 4)),
    Trophy("row", reached("best_row", 6), metal="silver"),
    Trophy("seven", _all_cases, metal="gold"),
    Trophy("share", _most, metal="gold"),
    Trophy("cranes", _tricks, 1000, metal="gold"),
    Trophy("wins", won, 30, metal="gold"),
)
