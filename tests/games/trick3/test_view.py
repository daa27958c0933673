"""What each seat may know (trick3.md, What is open)."""

from __future__ import annotations

import json

import msgspec
import pytest

from games.core.rules import CHANCE, OVER
from games.trick3.moves import is_face_down
from games.trick3.possible import unseen
from games.trick3.state import Trick3State
from tests.games.trick3.tables import RULES, THREE, at, random_states


def as_json(state: Trick3State, seat: int | None) -> str:
    return json.dumps(msgspec.to_builtins(RULES.view(state, seat)), sort_keys=True)


def hidden_places(state: Trick3State, viewer: int | None) -> list[tuple[int, str, int]]:
    """List where cards lie that a viewer cannot see: seat, part, index."""
    places: list[tuple[int, str, int]] = []
    for seat, side in enumerate(state.sides):
        places += [(seat, "stock", i) for i in range(len(side.stock))]
        if seat != viewer:
            places += [(seat, "hidden", i) for i in range(len(side.hidden))]
            places += [(seat, "played", i) for i in range(len(side.played)) if is_face_down(i + 1, state.way)]
    return places


@pytest.mark.parametrize("end", ["S", "M"])
def test_everything_is_open_when_all_is_over(end: str) -> None:
    """When the game is over the hands and stocks that were left are shown, not before."""
    states = random_states(9, end=end)
    assert all(not RULES.view(state, None).hands for state in states[:-1])
    last = states[-1]
    assert last.to_act == OVER
    view = RULES.view(last, None)
    assert view.hands == tuple(side.hidden for side in last.remains)
    assert view.stocks == tuple(side.stock for side in last.remains)
    assert any(view.hands)
    assert view.result == RULES.result(last)


@pytest.mark.parametrize("seed", range(2))
def test_unseen_cards_are_those_that_a_view_does_not_show(seed: int) -> None:
    """What the computer player takes for unseen is just what lies hidden from its seat."""
    for state in random_states(seed + 20, end="L")[::9]:
        if state.to_act in (CHANCE, OVER):
            continue
        for seat in range(len(state.sides)):
            hidden = [getattr(state.sides[who], part)[i] for who, part, i in hidden_places(state, seat)]
            assert sorted(unseen(RULES.view(state, seat))) == sorted(hidden)


def test_who_has_left_is_gone_in_the_last_game_of_a_match_only() -> None:
    """After an earlier one everybody is dealt in again (trick3.md, Set-up)."""
    for games, gone in ((1, (1,)), (2, ())):
        state = at(*THREE, games=games, left=(1,), end="L")
        assert RULES.view(state, None).gone == gone
