"""How many opponents a seat of Porker Bull can expect to beat after each outcome of a round.

All remaining seats are assumed to be equally likely to lose each later round.
"""

from __future__ import annotations

from functools import cache

from games.bull.rules import MAX_CARDS
from games.bull.state import BullView


@cache
def chance_to_outlast(lives: int, other_lives: int) -> float:
    """Return the probability that a seat stays in the game longer than another.

    Args:
        lives: number of lost rounds that eliminates the seat.
        other_lives: number of lost rounds that eliminates the other seat.
    """
    if not lives or not other_lives:
        return float(not other_lives)
    return 0.5 * chance_to_outlast(lives - 1, other_lives) + 0.5 * chance_to_outlast(lives, other_lives - 1)


@cache
def chance_to_be_first_out(lives: int, other_lives: tuple[int, ...]) -> float:
    """Return the probability that a seat is eliminated before all others.

    Args:
        lives: number of lost rounds that eliminates the seat.
        other_lives: numbers of lost rounds that eliminate the other seats, in ascending order.
    """
    if not lives or not other_lives[0]:
        return float(not lives)
    total = chance_to_be_first_out(lives - 1, other_lives)
    for at, count in enumerate(other_lives):
        total += chance_to_be_first_out(
            lives, tuple(sorted((*other_lives[:at], count - 1, *other_lives[at + 1 :])))
        )
    return total / (1 + len(other_lives))


def share_by_loser(view: BullView) -> list[float]:
    """Return the viewer's expected score, from 0 to 1, if a seat loses the round.

    The score is the share of opponents that the viewer beats in the end.

    Returns:
        The scores by the seat that loses; 0 for eliminated seats.
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
            values.append((1.0 - chance_to_be_first_out(mine, tuple(sorted(others)))) * staying)
        else:
            values.append(sum(chance_to_outlast(mine, theirs) for theirs in others) / len(others))
    return values
