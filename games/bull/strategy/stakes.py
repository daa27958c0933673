"""How many opponents a seat of Porker Bull can expect to beat after each outcome of a round.

All remaining seats are assumed to be equally likely to lose each later round.
"""

from __future__ import annotations

from functools import cache

from games.bull.rules import MAX_CARDS
from games.bull.state import BullView


@cache
def outlasts(lives: int, other_lives: int) -> float:
    """Return the probability that one seat stays in the game longer than another.

    ``lives`` and ``other_lives`` are the numbers of lost rounds that eliminate each of the two seats.
    """
    if not lives or not other_lives:
        return float(not other_lives)
    return 0.5 * outlasts(lives - 1, other_lives) + 0.5 * outlasts(lives, other_lives - 1)


@cache
def first_out(lives: int, other_lives: tuple[int, ...]) -> float:
    """Return the probability that a seat is eliminated before all others.

    ``lives`` is the number of lost rounds that eliminate the seat. ``other_lives`` has the number for each
    other seat, in ascending order.
    """
    if not lives or not other_lives[0]:
        return float(not lives)
    total = first_out(lives - 1, other_lives)
    for at, count in enumerate(other_lives):
        total += first_out(lives, tuple(sorted((*other_lives[:at], count - 1, *other_lives[at + 1 :]))))
    return total / (1 + len(other_lives))


def worths(view: BullView) -> list[float]:
    """Return one number for each seat: the share of opponents that the viewer can expect to beat if this seat
    loses the round.

    Shares are between 0 and 1. The number for an eliminated seat is 0.
    """
    grows = view.options["deal"] == "up"
    lives = [MAX_CARDS + 1 - size if grows and size else size for size in view.sizes]
    values = []
    for loser in range(view.seats):
        others = [theirs - (seat == loser) for seat, theirs in enumerate(lives)]
        mine = others.pop(view.seat or 0)
        if not lives[loser]:
            values.append(0.0)
        # The first elimination ends the game: all others tie, and a tie counts as half a win.
        elif view.options["end"] == "first":
            staying = (1.0 + 0.5 * (len(others) - 1)) / len(others)
            values.append((1.0 - first_out(mine, tuple(sorted(others)))) * staying)
        else:
            values.append(sum(outlasts(mine, theirs) for theirs in others) / len(others))
    return values
