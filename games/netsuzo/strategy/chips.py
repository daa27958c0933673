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
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import TypeAlias

from games.core.seats import at_seat, clockwise, next_in, ranked
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.learnt import ENDINGS

Chips: TypeAlias = tuple[int, ...]
Values: TypeAlias = tuple[float, ...]
"""The expected share of opponents beaten of each seat, 0 to 1."""

EXACT_POSITIONS = 800
"""Limit of positions of chips that are worked out exactly."""
GAMES = 150
"""Limit of random games simulated for a position."""
LEAST = 40


class Stakes:
    """What hangs on how the current hand of a view ends.

    Args:
        view: what a seat sees.
        effort: the part of all games with dice that are played, 0 to 1.
    """

    def __init__(self, view: NetsuzoView, effort: float) -> None:
        self._reds, self._blues = view.reds, view.blues
        self._goal = int(view.options["blues"])
        self._games = LEAST + round((GAMES - LEAST) * effort)
        self.alive = [seat for seat, red in enumerate(view.reds) if red]

    def left_of(self, seat: int, steps: int = 1) -> int:
        """Find the seat so many places further on among those in the game."""
        return self.alive[(self.alive.index(seat) + steps) % len(self.alive)]

    def after(self, caller: int, is_true: bool) -> Values:
        """Value the end of the hand in which a seat's declaration is rejected."""
        rejecter = self.left_of(caller)
        return _ended(self._reds, self._blues, self._goal, caller, rejecter, is_true, self._games)


def value(reds: Chips, blues: Chips, goal: int, starter: int, games: int = GAMES) -> Values:
    """Value a position between two hands.

    Args:
        reds: red chips of each seat.
        blues: blue chips of each seat.
        goal: the option ``blues``.
        starter: the seat that starts the next hand.
        games: how many games with dice stand for a position that is not worked out exactly.
    """
    if prod(red + 1 for red in reds) * prod(goal - blue for blue in blues) <= EXACT_POSITIONS:
        return _exact(reds, blues, goal, starter)
    return _played(reds, blues, goal, starter, games)


@lru_cache(maxsize=8192)
def _ended(
    reds: Chips, blues: Chips, goal: int, caller: int, rejecter: int, is_true: bool, games: int
) -> Values:
    after, gained, loser = _settled(reds, blues, caller, rejecter, is_true)
    shares = _result(after, gained, goal, rejecter)
    if shares is None:
        starter = loser if after[loser] else next_in(after, loser)
        shares = value(after, gained, goal, starter, games)
    if not after[loser]:
        shares = at_seat(shares, loser, reds.count(0) / (len(reds) - 1))
    return shares


def _settled(
    reds: Chips, blues: Chips, caller: int, rejecter: int, is_true: bool
) -> tuple[Chips, Chips, int]:
    """Settle a showdown; the loser comes last."""
    loser = rejecter if is_true else caller
    reds = at_seat(reds, loser, reds[loser] - 1)
    if not is_true:
        blues = at_seat(blues, rejecter, blues[rejecter] + 1)
    return reds, blues, loser


def _result(reds: Chips, blues: Chips, goal: int, rejecter: int) -> Values | None:
    """Share out a game that is over; whoever was out before counts nothing, having its share already."""
    left = [seat for seat, red in enumerate(reds) if red]
    if len(left) > 1 and blues[rejecter] < goal:
        return None
    winner = rejecter if blues[rejecter] >= goal else left[0]
    worth = {seat: (seat == winner, blues[seat], reds[seat]) for seat in left}
    shares, below = [0.0] * len(reds), len(reds)
    for group in ranked(worth):
        below -= len(group)
        for seat in group:
            shares[seat] = (below + (len(group) - 1) / 2) / (len(reds) - 1)
    return tuple(shares)


@lru_cache(maxsize=8192)
def _exact(reds: Chips, blues: Chips, goal: int, starter: int) -> Values:
    alive = _alive_from(reds, starter)
    values = [0.0] * len(reds)
    for at, is_true, chance in _endings(len(alive)):
        ended = _ended(reds, blues, goal, alive[at], alive[(at + 1) % len(alive)], is_true, 0)
        values = [total + chance * one for total, one in zip(values, ended, strict=True)]
    return tuple(values)


@lru_cache(maxsize=1024)
def _played(reds: Chips, blues: Chips, goal: int, starter: int, games: int) -> Values:
    totals = [0.0] * len(reds)
    for game in range(games):
        for seat, share in enumerate(_play([*reds], [*blues], goal, starter, _dice(game))):
            totals[seat] += share
    return tuple([total / games for total in totals])


@lru_cache(maxsize=GAMES)
def _dice(game: int) -> tuple[float, ...]:
    rng = random.Random(game)
    return tuple([rng.random() for _ in range(60)])


def _play(
    reds: list[int], blues: list[int], goal: int, starter: int, dice: Sequence[float]
) -> Sequence[float]:
    out = reds.count(0)
    shares = [0.0] * len(reds)
    alive = _alive_from(reds, starter)
    for die in dice:
        at, is_true, _ = _endings(len(alive))[bisect(_sums(len(alive)), die)]
        first = alive.index(starter)
        caller = alive[(first + at) % len(alive)]
        rejecter = alive[(first + at + 1) % len(alive)]
        loser = rejecter if is_true else caller
        starter = loser
        reds[loser] -= 1
        blues[rejecter] += not is_true
        if not reds[loser]:
            shares[loser] = out / (len(reds) - 1)
            out += 1
            starter = alive[(alive.index(loser) + 1) % len(alive)]
            alive.remove(loser)
        if len(alive) == 1 or blues[rejecter] >= goal:
            break
    final = _result(tuple(reds), tuple(blues), goal, rejecter) or shares
    return [final[seat] if red else shares[seat] for seat, red in enumerate(reds)]


def _alive_from(reds: Sequence[int], starter: int) -> list[int]:
    """List who is in the game, from a seat on; from its left neighbour on if it is out itself."""
    return [seat for seat in clockwise(starter, len(reds)) if reds[seat]]


@lru_cache(maxsize=16)
def _endings(seats: int) -> tuple[tuple[int, bool, float], ...]:
    """List how a hand ends: places of the caller after the starter, whether it was true, how likely."""
    chances: dict[tuple[int, bool], float] = {}
    for at, (true, false) in enumerate(ENDINGS):
        for is_true, chance in ((True, true), (False, false)):
            chances[at % seats, is_true] = chances.get((at % seats, is_true), 0.0) + chance
    total = sum(chances.values())  # the figures are rounded
    return tuple([(at, is_true, chance / total) for (at, is_true), chance in chances.items()])


@lru_cache(maxsize=16)
def _sums(seats: int) -> tuple[float, ...]:
    sums = [*accumulate(chance for _, _, chance in _endings(seats))]
    return (*sums[:-1], 1.0)
