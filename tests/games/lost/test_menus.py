"""Menus that lead to every move, and warnings of those that eliminate oneself."""

from __future__ import annotations

import random

import pytest

from games.core.menu import menu_path
from games.core.rules import is_to_act
from games.lost import LOST_POKER
from games.lost.state import LostState, LostView
from tests.games.lost.tables import FIELDS, HANDS, RULES, do, new_match, position, random_move

FACE = LOST_POKER.presenter

# --- warnings ---------------------------------------------------------------------------------------


def warned(state: LostState) -> dict[str, str]:
    assert isinstance(state.to_act, tuple)
    seat = state.to_act[0]
    panel = FACE.panel(RULES.view(state, seat), RULES.legal(state, seat))
    return {move: text.key for move, text in panel.warnings.items()}


def test_warnings_on_a_turn() -> None:
    """Moves that eliminate oneself are warned of, and plays that would if they were judged rightly."""
    state = position(HANDS, ["Ah 4h 7h", *FIELDS[1:]])
    found = warned(state)
    assert found["play 5h to 1 as s"] == "lost-warn-risk"
    assert "play 2s to 1 as s" not in found
    assert "lost field Ah place 5h" not in found  # the five replaces a heart
    state = position(HANDS, ["Ah 4h 7h Ts", *FIELDS[1:]])
    assert warned(state)["lost field Ts place 5h"] == "lost-warn-made"


def test_warnings_of_the_last_card() -> None:
    """Every move with the last card is warned of."""
    state = position(["5h", *HANDS[1:]], FIELDS)
    assert set(warned(state)) == {str(move) for move in RULES.legal(state, 0)}


@pytest.mark.parametrize("seed", range(8))
def test_warnings_are_true_and_complete(seed: int) -> None:
    """Each move that eliminates its own seat at once is warned of, and no safe one as if it did."""
    rng = random.Random(seed)
    match = new_match(3, rng, str(seed % 6))
    while not match.is_over:
        seat = match.to_act[0]
        options = RULES.legal(match.state, seat)
        found = FACE.panel(match.view(seat), options).warnings
        for move in options:
            after = RULES.step(match.state, seat, move)
            sure = found.get(str(move))
            kind = type(move).__name__
            if kind not in ("Play", "Trust", "Doubt", "DeclareLost"):
                assert (seat in after.out) == (sure is not None)
        random_move(match, rng)


def test_warnings_of_answers() -> None:
    """An answer that surely eliminates if it is wrong is warned of, and a lost that leaves nothing."""
    fields = [FIELDS[0], "Ad 5d 8d", FIELDS[2]]
    state = do(position(HANDS, fields), "play 5h to 1 as d")
    assert warned(state) == {"doubt": "lost-warn-wrong"}
    state = do(position([HANDS[0], "3s", HANDS[2]], FIELDS), "play 5h to 1 as d")
    assert warned(state) == {"lost": "lost-warn-last"}
    state = do(position([HANDS[0], "3d 4d", HANDS[2]], fields), "play 5h to 1 as 5")
    assert warned(state)["lost"] == "lost-warn-place"


def test_warnings_of_a_void_place() -> None:
    """The card placed beside a joker may complete a hand."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [FIELDS[0], "6d 8d Ac", FIELDS[2]])
    assert warned(do(state, "play Jk to 1 as joker", "lost")) == {"place 9d": "lost-warn-made"}


@pytest.mark.parametrize("seed", range(5))
def test_steps_lead_to_every_move(seed: int) -> None:
    """Each move that has steps is reached by its own path of at most five menus with at most 25 choices."""
    rng = random.Random(seed)
    match = new_match(4, rng)
    for _ in range(14):
        if match.is_over:
            return
        for seat in range(4):
            if not is_to_act(match.to_act, seat):
                continue
            view, options = match.view(seat), match.legal(seat)
            paths = {tuple(step.value for step in FACE.steps(move, view)): move for move in options}
            stepped = [move for move in options if FACE.steps(move, view)]
            assert len([path for path in paths if path]) == len(stepped)
            for path, _move in list(paths.items())[::40]:
                if path:
                    _check_menus(view, options, path)
        random_move(match, rng)


def _check_menus(view: LostView, options: object, path: tuple[str, ...]) -> None:
    assert len(path) <= 5
    shown: list[str] = []
    for value in path:
        menus = menu_path(FACE, view, options, shown).menus
        for menu in menus:
            values = [choice.value for choice in menu.choices]
            assert len(set(values)) == len(values)
            assert all(len(value) <= 60 for value in values)
            assert len(values) <= 25 or menu.is_pick
        if len(menus) > len(shown) and value in [choice.value for choice in menus[-1].choices]:
            shown.append(value)
    assert str(menu_path(FACE, view, options, shown).move)


def test_steps_pick_three_cards_at_once() -> None:
    """The opening is one choice of three cards."""
    match = new_match(3, random.Random(0))
    menus = menu_path(FACE, match.view(0), match.legal(0), ()).menus
    assert len(menus) == 1
    assert menus[0].is_pick
    assert menus[0].sizes == (3, 3)
    assert menus[0].cards == match.state.hands[0]
