"""What the computer player reckons with: hands as they may be, and how far a declaration is believed."""

from __future__ import annotations

import random

import pytest

from games.core.cards import STANDARD
from games.netsuzo.hands import best, is_true, tally
from games.netsuzo.moves import LADDER
from games.netsuzo.possible import lowest_true


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_truths_the_lowest_is_the_first_that_is_true(seed: int, exact: bool) -> None:
    """Of few cards and many, above no declaration and any; none above the best."""
    rng = random.Random(seed)
    for _ in range(16):
        have = tally(rng.sample(STANDARD.cards, rng.choice((5, 5, 6, 7, 8, 10, 14, 20, 40))))
        end = LADDER.start_above(best(have))
        for last in (None, best(have), LADDER.bids[rng.randrange(end)], rng.choice(LADDER.bids)):
            higher = LADDER.bids[LADDER.start_above(last) :]
            first = next((claim for claim in higher if is_true(claim, have, exact=exact)), None)
            assert lowest_true(have, last, exact=exact) == first
