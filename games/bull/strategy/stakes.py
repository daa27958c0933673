"""How many opponents a seat of Porker Bull can expect to beat after each outcome of a round.

All remaining seats are assumed to be equally likely to lose each later round.
"""

from __future__ import annotations

from functools import cache

from games.bull.rules import MAX_CARDS
from games.bull.state import BullView


@cache
def outlasts(mine: int, theirs: int) -> float:
    """Return the probability that one seat stays in the game longer than another.

    Args:
        mine: number of lost rounds that eliminate the seat.
        theirs: number of lost rounds that eliminate the other seat.
    """
    if not mine or not theirs:
        return float(not theirs)
    return 0.5 * outlasts(mine - 1, theirs) + 0.5 * outlasts(mine, theirs - 1)


@cache
def first_out(mine: int, others: tuple[int, ...]) -> float:
    """Return the probability that a seat is eliminated before all others.

    Args:
        mine: number of lost rounds that eliminate the seat.
        others: for each other seat, the number of lost rounds that eliminate it, in ascending order.
    """
    if not mine or not others[0]:
        return float(not mine)
    total = first_out(mine - 1, others)
    for at, lives in enumerate(others):
        total += first_out(mine, tuple(sorted((*others[:at], lives - 1, *others[at + 1 :]))))
    return total / (1 + len(others))


def worths(view: BullView) -> list[float]:
    """Return the share of opponents that the viewer can expect to beat, for each possible loser of the round.

    The list has one share for each seat as the loser; the share is 0 for eliminated seats.
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
