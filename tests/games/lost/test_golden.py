"""A whole game with every seat's view where cards come to light, kept as a file."""

from __future__ import annotations

import random

from games.core.match import Match
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from games.lost.events import CardJudged, CardTaken, FieldLaid, HandCardLost
from tests.games.golden import check_golden
from tests.games.lost.tables import RULES, random_move


def test_golden_transcript() -> None:
    """Nothing that anybody sees in this game has changed since the file was looked at last."""
    match = Match(RULES, RULES.setup(3, {}, 1))
    match.play(CHANCE, match.chance_move(ShuffleKey.from_text("lost golden")))
    rng = random.Random(29)
    while not match.is_over:
        random_move(match, rng)
    check_golden(match, __file__, FieldLaid, CardJudged, CardTaken, HandCardLost)
