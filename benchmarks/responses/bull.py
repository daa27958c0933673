"""Porker Bull: a player who learns the best answer to a level by playing against nothing else.

The responder starts with the values that ``hard`` plays by and learns on, for a while, with the level in
all other seats; then it always takes what it thinks best. What it wins above an equal share is a lower
bound for how much the level can be exploited by players who know calls as it does: by their look and
their chance.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from math import exp
from typing import TypeAlias

from benchmarks.bull_values import Learner, Way, any_sizes, by_habit, play
from games.bull.player import HABITS, SPREAD, move_of, read
from games.bull.state import BullView
from games.bull.strategy.choices import Choice, Round
from games.bull.strategy.judge import judge
from games.bull.strategy.odds import Cards
from games.bull.strategy.values import learnt
from games.core.moves import Move

Player: TypeAlias = Callable[[BullView, Sequence[Move], random.Random], Move]
"""Chooses a move from a view and the legal moves."""

TRUST = 40.0
"""As how many visits of each point what is known at the start counts."""
MIXING = (0.01, 0.05)
"""How far below the best a choice may be and be tried, and how often it is a blind one, while learning."""


def train(level: str, seconds: float, rng: random.Random, seats: int = 3, effort: float = 1.0) -> Player:
    """Learn to play against a level.

    Args:
        level: one of ``games.core.game.LEVELS``.
        seconds: processor time to learn for.
        rng: deals and whims.
        seats: of the games that it will play; rounds with fewer players are part of them.
        effort: makes no difference in this game.
    """
    learner = Learner()
    learner.values = deepcopy(learnt())
    for counts in learner.visits.values():
        for grid in counts:
            grid[:] = [[TRUST] * len(row) for row in grid]
    way = by_habit(HABITS[level]) if level in HABITS else _hard

    def seated(players: int) -> list[Way | None]:
        ways: list[Way | None] = [way] * players
        ways[rng.randrange(players)] = None
        return ways

    sittings = [*range(2, seats + 1), seats]
    end = time.process_time() + seconds
    while time.process_time() < end:
        play(learner, any_sizes(rng.choice(sittings), rng), seated, MIXING, rng)

    def respond(view: BullView, legal: Sequence[Move], rng: random.Random) -> Move:
        assert view.seat is not None
        table, hand = read(view)
        return move_of(table, judge(table, view.seat, hand, (), rng, learner.values)[0].choice)

    return respond


def _hard(table: Round, seat: int, hand: Cards, rng: random.Random) -> Choice:
    found = judge(table, seat, hand, (), rng)
    return rng.choices(found, [exp((one.safe - found[0].safe) / SPREAD) for one in found])[0].choice
