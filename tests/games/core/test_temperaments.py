"""Tests of temperaments: preferences among nearly equal moves, without a loss of strength."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import pytest

from games import GAMES, Game, find_game
from games.core.game import EVEN, TEMPERAMENTS, Temperament
from games.core.match import ShuffleKey
from tests.games.play import new_match

BOLD, CAREFUL, TRICKY = TEMPERAMENTS
BLUFFS = [game.id for game in GAMES if game.has_temperaments]
EFFORT = 0.05

LEAST, MOST = 10, 80
"""The numbers of decisions that are compared: at least, and until each temperament has changed a move."""


@pytest.mark.parametrize("temper", TEMPERAMENTS)
@pytest.mark.parametrize("kind", [{"doubt": 1.0}, {"lie": -1.0, "height": -1.0}, {"doubt": -1.0, "lie": 1.0}])
def test_preference_of_temperament_is_bounded(temper: Temperament, kind: dict[str, float]) -> None:
    assert abs(temper.bonus(0.02, **kind)) <= 0.02
    assert EVEN.bonus(0.02, **kind) == 0.0


def positions(game: Game) -> Iterator[tuple[Any, Any]]:
    """Yield views and legal moves of decisions in games of level ``normal``."""
    for number in count(1):
        match, rng = new_match(game, 3), random.Random(number)
        for seat in match.decisions(ShuffleKey.from_text(f"tempers {number}")):
            view, legal = match.view(seat), match.legal(seat)
            if len(legal) > 1:
                yield view, legal
            match.play(seat, game.advise(view, legal, "normal", rng, EFFORT))


@pytest.mark.parametrize("game_id", BLUFFS)
def test_temperaments_change_moves_and_default_does_not(game_id: str) -> None:
    """Each temperament changes some move; without a temperament, moves equal those of ``advise``."""
    game = find_game(game_id)
    chosen: dict[str, list[str]] = {temper.name: [] for temper in (EVEN, *TEMPERAMENTS)}
    for at, (view, legal) in enumerate(islice(positions(game), MOST)):
        usual = game.advise(view, legal, "expert", random.Random(at), EFFORT)
        for temper in (EVEN, *TEMPERAMENTS):
            move = game.advise(view, legal, "expert", random.Random(at), EFFORT, temper)
            chosen[temper.name].append(str(move))
            assert temper != EVEN or move == usual
        are_all_different = len({tuple(moves) for moves in chosen.values()}) == len(chosen)
        if at > LEAST and are_all_different:
            return
    raise AssertionError("two temperaments always move alike")
