"""The strong player: legal anywhere, from the view alone, and its judgements agree with what it plays."""

from __future__ import annotations

import random

from games.core.game import Estimate
from games.trick3.moves import Fold
from games.trick3.player import assess
from games.trick3.state import Trick3State
from games.trick3.strategy.strong import choose
from tests.games.trick3.tables import RULES, THREE, at


def judged(state: Trick3State, effort: float = 0.2) -> list[Estimate]:
    return list(assess(RULES.view(state, 0), RULES.legal(state, 0), (), random.Random(3), effort))


def test_the_winning_card_is_worth_most_and_throwing_it_away_least() -> None:
    """Seven of spades makes the straight flush: playing it is far better than folding."""
    state = at("7s Qs | 4h | 3d Kc | 5s 6s", "2h 9c | 4d | 3h | 6d 6h 2c", round_=3, way="down", lead=1)
    found = judged(state)
    assert str(found[0].move) == "play 7s"
    fold = next(estimate for estimate in found if isinstance(estimate.move, Fold))
    assert found[0].worth - fold.worth > 0.2


def test_a_hopeless_last_card_is_kept() -> None:
    """Against three open cards that are better than anything it can make, it gives up."""
    state = at("Qd 8s | 4h | 3d Kc 2c | 5s 9h", "2h 9c | 4d | 3h | 6s 6h 6d", round_=3, way="down", lead=1)
    assert isinstance(judged(state)[0].move, Fold)


def test_moves_as_good_as_each_other_are_all_played() -> None:
    """Which of them it is tells nobody anything; a move that is worse is none of them."""
    state = at(*THREE)
    view, legal = RULES.view(state, 0), RULES.legal(state, 0)
    found = [Estimate(legal[0], 0.51), Estimate(legal[1], 0.509), Estimate(legal[2], 0.48)]
    chosen = {choose(view, found, random.Random(seed)) for seed in range(20)}
    assert chosen == {legal[0], legal[1]}
