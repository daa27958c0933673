"""The value of chips: the share of opponents that a seat is expected to beat in the end.

The outcomes of hands are drawn from statistics of games between strong players. Values are exact if there are
few positions; otherwise they are means of simulated games. All positions use the same random numbers, so that
small differences between them are reliable.
"""

from __future__ import annotations

import random
from bisect import bisect
from functools import cache, lru_cache
from itertools import accumulate
from math import prod
from operator import add
from typing import NamedTuple, TypeAlias

from games.core.seats import clockwise, next_active_seat, rank_seats, replace_at
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.learnt import learnt_model

Chips: TypeAlias = tuple[int, ...]
BeatenShares: TypeAlias = tuple[float, ...]
"""For each seat, the expected share of opponents that it will still beat, 0 to 1; 0 for seats already out."""

EXACT_POSITIONS = 800
"""Number of chip positions up to which values are computed exactly."""
MOST_GAMES = 150
"""Number of simulated games for a position with full effort."""


class ChipPosition(NamedTuple):
    """The chips of all seats at the start of a hand."""

    reds: Chips
    blues: Chips
    goal: int  # number of blue chips that win
    starter: int  # the seat that declares first in the hand

    @property
    def alive(self) -> int:
        """Number of seats still in the game."""
        return len(self.reds) - self.reds.count(0)


class HandEnd(NamedTuple):
    """A possible end of a hand: a rejected declaration."""

    place: int  # the declaring seat's place in turn order, 0 for the starter of the hand
    is_true: bool  # whether the declaration is true
    chance: float  # the probability of this end


class HandOutcome(NamedTuple):
    """The result of a hand."""

    # The share of opponents that each seat has beaten; 0 for a seat whose game goes on.
    shares: BeatenShares
    # The chips at the start of the next hand; ``None`` if the game is over.
    next_position: ChipPosition | None


class ChipValues:
    """Computes the value of all seats' chips after each possible end of the current hand.

    Args:
        games: number of games to simulate for each position.
    """

    def __init__(self, view: NetsuzoView, games: int = MOST_GAMES) -> None:
        self._now = ChipPosition(view.reds, view.blues, int(view.options["blues"]), starter=0)
        self._games = games
        self.alive = [seat for seat, red in enumerate(view.reds) if red]

    def left_of(self, seat: int, steps: int = 1) -> int:
        """Return the seat ``steps`` places to the left, counting only seats still in the game."""
        return self.alive[(self.alive.index(seat) + steps) % len(self.alive)]

    def after_rejection(self, caller: int, is_true: bool) -> BeatenShares:
        """Return the share of opponents that each seat is expected to beat after a rejected declaration.

        Args:
            caller: the declaring seat.
            is_true: whether the declaration is true.
        """
        return _values_after(self._now._replace(starter=caller), 0, is_true, self._games)


def chip_values(at: ChipPosition, games: int = MOST_GAMES) -> BeatenShares:
    """Return the share of opponents that each seat is expected to beat.

    Args:
        games: number of games to simulate if there are too many positions for an exact result.
    """
    positions = prod(red + 1 for red in at.reds) * prod(at.goal - blue for blue in at.blues)
    return exact_values(at) if positions <= EXACT_POSITIONS else simulated_values(at, games)


@lru_cache(maxsize=8192)
def _values_after(at: ChipPosition, place: int, is_true: bool, games: int) -> BeatenShares:
    shares, then = _hand_outcome(at, place, is_true)
    return tuple(map(add, shares, chip_values(then, games))) if then else shares


@lru_cache(maxsize=8192)
def _hand_outcome(at: ChipPosition, place: int, is_true: bool) -> HandOutcome:
    reds, blues, goal, starter = at
    # A false declaration costs its seat a life and rewards the rejecter; a true one costs the rejecter.
    alive = [seat for seat in clockwise(starter, len(reds)) if reds[seat]]
    rejecter = alive[(place + 1) % len(alive)]
    loser = rejecter if is_true else alive[place]
    seats = len(reds)
    out = reds.count(0)
    reds = replace_at(reds, loser, reds[loser] - 1)
    shares = [0.0] * seats
    if not is_true:
        blues = replace_at(blues, rejecter, blues[rejecter] + 1)
    if not reds[loser]:
        # An eliminated seat has beaten the seats that were out before it.
        shares[loser] = out / (seats - 1)
        out += 1
    if out < seats - 1 and blues[rejecter] < goal:
        starter = loser if reds[loser] else next_active_seat(reds, loser)
        return HandOutcome(tuple(shares), ChipPosition(reds, blues, goal, starter))
    has_won = blues[rejecter] >= goal
    # The game is over: rank the survivors by winner, blue chips, red chips; equal seats share their places.
    chips = {seat: (has_won and seat == rejecter, blues[seat], red) for seat, red in enumerate(reds) if red}
    below = seats
    for group in rank_seats(chips):
        below -= len(group)
        for seat in group:
            shares[seat] = (below + (len(group) - 1) / 2) / (seats - 1)
    return HandOutcome(tuple(shares), None)


@lru_cache(maxsize=8192)
def exact_values(at: ChipPosition) -> BeatenShares:
    """Return each seat's expected share of opponents beaten from a position, computed without simulation."""
    values = [0.0] * len(at.reds)
    for place, is_true, chance in _hand_ends(at.alive):
        ended = _values_after(at, place, is_true, 0)
        values = [total + chance * value for total, value in zip(values, ended, strict=True)]
    return tuple(values)


def simulated_values(at: ChipPosition, games: int) -> BeatenShares:
    """Return each seat's mean share of opponents beaten over simulated games from a position."""
    totals = (0.0,) * len(at.reds)
    for game in range(games):
        then: ChipPosition | None = at
        for die in _random_numbers(game):
            if then is None:
                break
            place, is_true, _ = _hand_ends(then.alive)[bisect(_cumulative_chances(then.alive), die)]
            shares, then = _hand_outcome(then, place, is_true)
            totals = tuple(map(add, totals, shares))
    return tuple([total / games for total in totals])


@lru_cache(maxsize=MOST_GAMES)
def _random_numbers(game: int) -> list[float]:
    rng = random.Random(game)
    return [rng.random() for _ in range(60)]


@cache
def _hand_ends(seats: int) -> list[HandEnd]:
    chances: dict[tuple[int, bool], float] = {}
    for at, (true, false) in enumerate(learnt_model().endings):
        for is_true, chance in ((True, true), (False, false)):
            chances[at % seats, is_true] = chances.get((at % seats, is_true), 0.0) + chance
    total = sum(chances.values())  # the figures are rounded
    return [HandEnd(place, is_true, chance / total) for (place, is_true), chance in chances.items()]


@cache
def _cumulative_chances(seats: int) -> list[float]:
    sums = [*accumulate(end.chance for end in _hand_ends(seats))]
    return [*sums[:-1], 1.0]
