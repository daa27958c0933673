"""Tests of players who see all cards in card-counting games: they use the real cards."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games import find_game
from games.core.match import Match, ShuffleKey
from games.tomoe import strategy as tomoe
from games.tomoe.possible import bits
from games.trick3 import strategy as trick3
from lab.seers import seeing


def begun(game_id: str) -> tuple[Any, Any]:
    """Return a position in the middle of a game, and the view of the seat to act."""
    game = find_game(game_id)
    match, rng = Match(game.rules, game.rules.setup(3, {}, 0)), random.Random(1)
    for seat in match.decisions(ShuffleKey.from_text("seers")):
        if len(match.moves) > 9:
            return match.state, match.view(seat)
        match.play(seat, rng.choice(match.legal(seat)))
    raise AssertionError("the game is over")


@pytest.mark.parametrize("game_id", ["tomoe", "trick3"])
def test_search_uses_real_cards_only_inside_seeing(game_id: str) -> None:
    state, view = begun(game_id)
    if game_id == "tomoe":
        others = [(view.seat + step) % 3 for step in range(3)]
        true = tuple(bits((*state.open[seat], *state.hidden[seat])) for seat in others)
        with seeing(state):
            assert tomoe.possible_deals(view) == [true]
        assert len(tomoe.possible_deals(view)) > 1
    else:
        with seeing(state):
            table = next(iter(trick3.random_deals(view, random.Random(1))))
        assert table.hidden == [side.hidden for side in state.sides]
        guessed = next(trick3.random_deals(view, random.Random(1)))
        assert guessed.hidden != table.hidden
