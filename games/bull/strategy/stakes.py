"""What losing a round costs, as the share of opponents that a seat is expected to beat in the end.

Reckoned as if from now on everybody still in were as likely as anybody else to lose a round.
"""

from __future__ import annotations

from functools import cache

from games.bull.rules import MAX_CARDS
from games.bull.state import BullView


@cache
def outlasts(mine: int, theirs: int) -> float:
    """Give the chance to outlast an opponent, from how many rounds each may lose until it is out."""
    if not mine or not theirs:
        return float(not theirs)
    return 0.5 * outlasts(mine - 1, theirs) + 0.5 * outlasts(mine, theirs - 1)


@cache
def first_out(mine: int, others: tuple[int, ...]) -> float:
    """Give the chance to be the first one out; ``others`` in ascending order."""
    if not mine or not others[0]:
        return float(not mine)
    total = first_out(mine - 1, others)
    for at, lives in enumerate(others):
        total += first_out(mine, tuple(sorted((*others[:at], lives - 1, *others[at + 1 :]))))
    return total / (1 + len(others))


def worths(view: BullView) -> list[float]:
    """Give for each seat what the game is worth to the one who looks once that seat has lost the round."""
    grows = view.options["deal"] == "up"
    lives = [MAX_CARDS + 1 - size if grows and size else size for size in view.sizes]
    found = []
    for loser in range(view.seats):
        others = [left - (seat == loser) for seat, left in enumerate(lives)]
        mine = others.pop(view.seat or 0)
        if not lives[loser]:
            found.append(0.0)
        elif view.options["end"] == "first":
            staying = (1.0 + 0.5 * (len(others) - 1)) / len(others)
            found.append((1.0 - first_out(mine, tuple(sorted(others)))) * staying)
        else:
            found.append(sum(outlasts(mine, left) for left in others) / len(others))
    return found
