"""What chips are worth: the share of opponents that a seat is expected to beat in the end.

How a hand ends is drawn from what was measured in games between strong players: which declaration after the
start is rejected, and whether it was true. A game in which every hand ends so is a small Markov chain, whose
values are exact where it has few positions (every hand costs a red chip, so it never turns in a circle) and
otherwise the mean of games played with dice. The dice are the same for all positions, so that differences are
sharper than values.
"""

from __future__ import annotations

import random
from bisect import bisect
from functools import cache, lru_cache
from itertools import accumulate
from math import prod
from operator import add
from typing import NamedTuple, TypeAlias

from games.core.seats import at_seat, clockwise, next_in, ranked
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.learnt import learnt

Chips: TypeAlias = tuple[int, ...]
Values: TypeAlias = tuple[float, ...]
"""The expected share of opponents beaten of each seat, 0 to 1; nothing more for who is out already."""

EXACT_POSITIONS = 800
"""Limit of positions of chips that are worked out exactly."""
MOST_GAMES = 150
"""Number of games with dice for a position with all effort."""


class Position(NamedTuple):
    """What stands between two hands.

    Args:
        reds: red chips of each seat.
        blues: blue chips of each seat.
        goal: the option ``blues``.
        starter: the seat that starts the next hand.
    """

    reds: Chips
    blues: Chips
    goal: int
    starter: int

    @property
    def alive(self) -> int:
        """How many are in the game."""
        return len(self.reds) - self.reds.count(0)


class Stakes:
    """What hangs on how the current hand of a view ends.

    Args:
        view: what a seat sees.
        games: the number of games with dice that stand for a position.
    """

    def __init__(self, view: NetsuzoView, games: int = MOST_GAMES) -> None:
        self._now = Position(view.reds, view.blues, int(view.options["blues"]), starter=0)
        self._games = games
        self.alive = [seat for seat, red in enumerate(view.reds) if red]

    def left_of(self, seat: int, steps: int = 1) -> int:
        """Find the seat so many places further on among those in the game."""
        return self.alive[(self.alive.index(seat) + steps) % len(self.alive)]

    def after(self, caller: int, is_true: bool) -> Values:
        """Value the end of the hand in which a seat's declaration is rejected."""
        return _after(self._now._replace(starter=caller), 0, is_true, self._games)


def value(at: Position, games: int = MOST_GAMES) -> Values:
    """Value a position, with so many games with dice if it is not worked out exactly."""
    positions = prod(red + 1 for red in at.reds) * prod(at.goal - blue for blue in at.blues)
    return exact(at) if positions <= EXACT_POSITIONS else played(at, games)


@lru_cache(maxsize=8192)
def _after(at: Position, place: int, is_true: bool, games: int) -> Values:
    shares, then = _settled(at, place, is_true)
    return tuple(map(add, shares, value(then, games))) if then else shares


@lru_cache(maxsize=8192)
def _settled(at: Position, place: int, is_true: bool) -> tuple[Values, Position | None]:
    """Settle the showdown of somebody so many places after the starter.

    Returns:
        The shares of those whose game is over with it; how it goes on for the others.
    """
    reds, blues, goal, starter = at
    alive = [seat for seat in clockwise(starter, len(reds)) if reds[seat]]
    rejecter = alive[(place + 1) % len(alive)]
    loser = rejecter if is_true else alive[place]
    seats = len(reds)
    out = reds.count(0)
    reds = at_seat(reds, loser, reds[loser] - 1)
    shares = [0.0] * seats
    if not is_true:
        blues = at_seat(blues, rejecter, blues[rejecter] + 1)
    if not reds[loser]:
        shares[loser] = out / (seats - 1)
        out += 1
    if out < seats - 1 and blues[rejecter] < goal:
        return tuple(shares), Position(reds, blues, goal, loser if reds[loser] else next_in(reds, loser))
    has_won = blues[rejecter] >= goal
    worth = {seat: (has_won and seat == rejecter, blues[seat], red) for seat, red in enumerate(reds) if red}
    below = seats
    for group in ranked(worth):
        below -= len(group)
        for seat in group:
            shares[seat] = (below + (len(group) - 1) / 2) / (seats - 1)
    return tuple(shares), None


@lru_cache(maxsize=8192)
def exact(at: Position) -> Values:
    """Work out what a position is worth."""
    values = [0.0] * len(at.reds)
    for place, is_true, chance in _endings(at.alive):
        ended = _after(at, place, is_true, 0)
        values = [total + chance * one for total, one in zip(values, ended, strict=True)]
    return tuple(values)


def played(at: Position, games: int) -> Values:
    """Play a position on with dice."""
    totals = (0.0,) * len(at.reds)
    for game in range(games):
        then: Position | None = at
        for die in _dice(game):
            if then is None:
                break
            place, is_true, _ = _endings(then.alive)[bisect(_sums(then.alive), die)]
            shares, then = _settled(then, place, is_true)
            totals = tuple(map(add, totals, shares))
    return tuple([total / games for total in totals])


@lru_cache(maxsize=MOST_GAMES)
def _dice(game: int) -> list[float]:
    rng = random.Random(game)
    return [rng.random() for _ in range(60)]


@cache
def _endings(seats: int) -> list[tuple[int, bool, float]]:
    """List how a hand ends: places of the caller after the starter, whether it was true, how likely."""
    chances: dict[tuple[int, bool], float] = {}
    for at, (true, false) in enumerate(learnt().endings):
        for is_true, chance in ((True, true), (False, false)):
            chances[at % seats, is_true] = chances.get((at % seats, is_true), 0.0) + chance
    total = sum(chances.values())  # the figures are rounded
    return [(at, is_true, chance / total) for (at, is_true), chance in chances.items()]


@cache
def _sums(seats: int) -> list[float]:
    sums = [*accumulate(chance for _, _, chance in _endings(seats))]
    return [*sums[:-1], 1.0]
