"""The strong player: legal, blind to what it may not see, hard to read, and no prey of habits."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from games.core.moves import Move
from games.netsuzo import NETSUZO
from games.netsuzo.state import NetsuzoView
from tests.games.effort import calls_of
from tests.games.netsuzo.tables import accept_lowest, actor, deal, new, play

MOST_CALLS = 300_000
"""What a decision may cost with little effort, with nothing remembered from decisions before."""
LITTLE = 0.01


def hard(view: NetsuzoView, legal: Sequence[Move], rng: random.Random) -> Move:
    return NETSUZO.advise(view, legal, "hard", rng, LITTLE)


# --- judgement --------------------------------------------------------------------------------------


def test_strong_player_is_quick_even_with_the_largest_hands() -> None:
    """So many calls of functions at most, in a very long hand of ten."""
    match = new(10)
    deal(match)
    for number, state in enumerate(accept_lowest(match)):
        if number > 40 and state.stage == "declare":
            seat = actor(match)
            view, legal = match.view(seat), match.legal(seat)
            assert 0 < calls_of(lambda v=view, m=legal: hard(v, m, random.Random(1))) < MOST_CALLS
            break


@pytest.mark.parametrize("seed", range(12))
def test_something_is_declared_however_little_is_left_above(seed: int) -> None:
    """Only one or two declarations are left, and nobody could believe either."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"})
    play(match, f"declare five {'QK'[seed % 2]}", "accept")
    while match.view(1).stage != "declare":
        play(match, str(match.legal(1)[0]))
    view, legal = match.view(1), match.legal(1)
    assert len(legal) == 2 - seed % 2
    assert hard(view, [*legal, *legal], random.Random(seed)) in legal


def test_nothing_is_left_to_draw_where_one_holds_all_that_is_not_open() -> None:
    """In the longest hands, which hardly anybody plays."""
    match = new(10)
    deal(match)
    next(state for number, state in enumerate(accept_lowest(match)) if number == 170)
    seat = actor(match)
    assert len(match.view(seat).hand) == 49
    legal = match.legal(seat)
    assert NETSUZO.advise(match.view(seat), legal, "hard", random.Random(1), 0.0) in legal
