"""What the stronger players take cards to be worth: the match decides, not the trick alone."""

from __future__ import annotations

import random

from games.tomoe.player import assess
from tests.games.tomoe.tables import RULES, play, position


def judged(points: tuple[float, ...]) -> dict[str, float]:
    """Judge the two cards of seat 0, which plays last to the last trick but one of the match."""
    start = position("1r 4r", "2r 6g", "5r 6k", lead=1, points=points, games=1)
    state = play(start, "2r", "5r")
    found = assess(RULES.view(state, 0), RULES.legal(state, 0), (), random.Random(1), 0.01)
    return {str(estimate.move): estimate.worth for estimate in found}


def test_a_trick_counts_as_much_as_it_changes_the_match() -> None:
    """Between equals the card that wins the trick is worth far more; far behind, either is worth nothing."""
    even, lost = judged((3.0, 3.0, 3.0)), judged((0.0, 5.0, 5.0))
    assert next(iter(even)) == "play 4r"
    assert even["play 4r"] > even["play 1r"] + 0.2
    assert max(lost.values()) < 0.05
