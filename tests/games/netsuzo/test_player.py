"""The computer player: legal, repeatable, honest about what it knows, and better than chance."""

from __future__ import annotations

import random

import pytest

from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE
from games.netsuzo import NETSUZO
from games.netsuzo.hands import is_true, tally
from games.netsuzo.moves import ACCEPT, BY_NOTATION, REJECT
from tests.games.effort import calls_of
from tests.games.netsuzo.tables import accept_lowest, actor, deal, new, play

MOST_CALLS = 250_000
"""What a decision may cost."""


def advise(match: Match, level: str = "normal", seed: int = 1) -> Move:
    seat = actor(match)
    effort = 0.01 if level == "hard" else 1.0
    return NETSUZO.advise(match.view(seat), match.legal(seat), level, random.Random(seed), effort)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_player_rejects_what_is_hardly_possible(level: str) -> None:
    """Five aces with one card in hand and no joker in sight."""
    match = new(3)
    deal(match, {1: "As"})
    play(match, "declare quads A K")
    assert all(advise(match, level, seed) == REJECT for seed in range(10))


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_player_accepts_what_lies_open(level: str) -> None:
    """A pair that everybody sees, lower than what it makes with its own cards."""
    match = new(3)
    deal(match, {1: "Ks"}, middle="Kd Kh 8c 2s")
    play(match, "declare pair K 8")
    assert sum(advise(match, level, seed) == ACCEPT for seed in range(10)) >= 8


def test_player_tells_the_truth_when_it_can_and_lies_low_when_it_must() -> None:
    """With measure: hardly ever without need, and never with five of a kind."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ac")
    have = tally((*match.view(0).hand, *match.view(0).open))
    honest = [is_true(BY_NOTATION[str(advise(match, seed=seed))], have, exact=True) for seed in range(20)]
    assert sum(honest) >= 15
    play(match, "declare trips A K", "accept", "discard 9h")
    lies = [advise(match, seed=seed) for seed in range(10)]
    assert not any(str(lie).split()[1] in ("quads", "sflush", "five") for lie in lies)


def test_player_discards_what_it_can_spare() -> None:
    """Of two kings and a three it keeps the kings."""
    match = new(3)
    deal(match, {0: "Ks", 1: "3h"}, middle="Kd 8c 7h 2s")
    play(match, "declare pair 8 K", "accept")
    assert str(advise(match)) == "discard 3h"


def test_player_is_quick_even_with_the_largest_hands() -> None:
    """So many calls of functions at most, at every stage of a very long hand."""
    match = new(10)
    deal(match)
    most = 0
    for number, state in enumerate(accept_lowest(match)):
        if number % 13 == 0 and state.to_act != CHANCE:
            most = max(most, calls_of(lambda: advise(match)))
        if number == 200:
            break
    assert 0 < most < MOST_CALLS
