"""The computer players are no fools."""

from __future__ import annotations

import random

import pytest

from games.core.game import LEVELS
from games.lost.player import advise, assess
from tests.games.lost.tables import FIELDS, HANDS, RULES, do, new_match, position


def test_does_not_trust_a_claim_that_cannot_be_true() -> None:
    """A joker claimed before a field that is one away is a lie by the rules: the doubt is sure."""
    state = do(position(HANDS, [FIELDS[0], "Ad 5d 8d", FIELDS[2]], losts=0), "play 5h to 1 as joker")
    view = RULES.view(state, 1)
    for level in ("normal", "hard", "expert"):
        for seed in range(5):
            assert str(advise(view, RULES.legal(state, 1), level, random.Random(seed))) == "doubt"


def test_avoids_a_sure_end() -> None:
    """Having to place a card, it never lays the one that makes a hand when another will do."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [FIELDS[0], "6d 8d Ac", FIELDS[2]])
    state = do(state, "play Jk to 1 as joker", "lost")
    for level in LEVELS:
        for seed in range(5):
            advice = advise(RULES.view(state, 1), RULES.legal(state, 1), level, random.Random(seed))
            assert str(advice) == "place 3s"


def test_the_beginning_is_open() -> None:
    """Well chosen, a first field is worth about as much as any; the worst one much less."""
    match = new_match(3, random.Random(3))
    seat = match.to_act[0]
    found = assess(match.view(seat), match.legal(seat), match.legal(seat), random.Random(0))
    assert found[0].worth == pytest.approx(0.5, abs=0.05)
    assert found[-1].worth < 0.4
