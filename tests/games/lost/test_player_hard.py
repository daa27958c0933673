"""The strongest computer player: legal, from its view alone, not to be read, and a fair judge of moves."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from games.core.game import Estimate
from games.core.match import Match
from games.core.moves import Move
from games.lost.player import assess
from tests.games.lost.tables import new_match, play_on


def positions(seed: int, moves: int) -> Match:
    rng = random.Random(seed)
    return play_on(new_match(3, rng), rng, moves)


def judged(match: Match, also: Sequence[Move] = ()) -> list[Estimate]:
    seat = match.to_act[0]
    return assess(match.view(seat), match.legal(seat), also, random.Random(0))


def test_the_beginning_is_open() -> None:
    """Well chosen, a first field is worth about as much as any; the worst one much less."""
    match = positions(3, 0)
    found = judged(match, list(match.legal(match.to_act[0])))
    assert found[0].worth == pytest.approx(0.5, abs=0.05)
    assert found[-1].worth < 0.4
