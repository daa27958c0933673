"""Measure how much better the moves advised by hints are than the next best moves.

Both moves are played out at some decisions of a game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from games import Game
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from lab.responders.respond import player_of_level, share_beaten

LOOKED_AT = 6
"""By default, a hint is checked at each decision with the probability 1 / this number."""


class AdviceCheck(NamedTuple):
    """The lead of the advised move over the next best move, in share of opponents beaten."""

    predicted: float  # the difference that the hint predicts
    actual: float  # the mean difference when both moves were played out


def check_advice(
    game: Game,
    level: str,
    seats: int,
    effort: float,
    plays_per_move: int,
    seed: str,
    min_lead: float = 0.0,
    interval: int = LOOKED_AT,
) -> Iterator[AdviceCheck]:
    """Play a game of computer players, and compare the two best moves at random decisions.

    The advised move and the next best move are both played out with the same cards.

    Args:
        effort: share of the full thinking time, for players and hints.
        min_lead: smallest predicted lead of the advised move for which a decision is checked.
        interval: mean number of decisions from one check to the next.
    """
    assert game.assess is not None
    rng = random.Random(seed)
    choose = player_of_level(game, level, effort)
    key = ShuffleKey.from_text(seed)
    match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
    for seat in match.decisions(key):
        view = match.view(seat)
        legal = match.legal(seat)
        # Check the hint at random decisions, if the advised move is far enough ahead.
        if len(legal) > 1 and rng.randrange(interval) == 0:
            best, *others = game.assess(view, legal, (), rng, effort)
            if others and best.expected_share - others[0].expected_share >= min_lead:
                lead = 0.0
                for number in range(plays_per_move):
                    again = f"{seed} {len(match.moves)} {number}"
                    lead += _share_beaten_after(match, seat, best.move, game, level, effort, again)
                    lead -= _share_beaten_after(match, seat, others[0].move, game, level, effort, again)
                yield AdviceCheck(best.expected_share - others[0].expected_share, lead / plays_per_move)
        match.play(seat, choose(view, legal, rng))


def _share_beaten_after(
    match: Match, seat: int, move: Move, game: Game, level: str, effort: float, seed: str
) -> float:
    rng = random.Random(seed)
    choose = player_of_level(game, level, effort)
    line = match.with_move(seat, move)
    for other in line.decisions(ShuffleKey.from_text(seed)):
        line.play(other, choose(line.view(other), line.legal(other), rng))
    return share_beaten(line, seat)
