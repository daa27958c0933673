"""Tests of temperaments: preferences among nearly equal moves, without a loss of strength."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games import GAMES, Game, find_game
from games.core.game import EVEN, TEMPERAMENTS, Temperament
from games.core.match import ShuffleKey
from tests.games.play import new_match

BOLD, CAREFUL, TRICKY = TEMPERAMENTS
BLUFFS = [game.id for game in GAMES if game.has_temperaments]
EFFORT = 0.05


@pytest.mark.parametrize("temper", TEMPERAMENTS)
@pytest.mark.parametrize("kind", [{"doubt": 1.0}, {"lie": -1.0, "height": -1.0}, {"doubt": -1.0, "lie": 1.0}])
def test_preference_of_temperament_is_bounded(temper: Temperament, kind: dict[str, float]) -> None:
    assert abs(temper.bonus(0.02, **kind)) <= 0.02
    assert EVEN.bonus(0.02, **kind) == 0.0


def positions(game: Game, count: int) -> list[tuple[Any, Any]]:
    """Return views and legal moves of decisions in games of level ``normal``."""
    choices: list[tuple[Any, Any]] = []
    number = 0
    while len(choices) < count:
        number += 1
        match, rng = new_match(game, 3), random.Random(number)
        for seat in match.decisions(ShuffleKey.from_text(f"tempers {number}")):
            view, legal = match.view(seat), match.legal(seat)
            if len(legal) > 1:
                choices.append((view, legal))
            match.play(seat, game.advise(view, legal, "normal", rng, EFFORT))
    return choices[:count]


@pytest.mark.parametrize("game_id", BLUFFS)
def test_temperaments_change_moves_and_default_does_not(game_id: str) -> None:
    """Each temperament changes some move; without a temperament, moves equal those of ``advise``."""
    game = find_game(game_id)
    chosen: dict[str, list[str]] = {}
    seen = positions(game, 40)
    for temper in (EVEN, *TEMPERAMENTS):
        for at, (view, legal) in enumerate(seen):
            move = game.advise(view, legal, "expert", random.Random(at), EFFORT, temper)
            chosen.setdefault(temper.name, []).append(str(move))
            if temper == EVEN:
                assert move == game.advise(view, legal, "expert", random.Random(at), EFFORT)
    assert len({tuple(moves) for moves in chosen.values()}) == 4
