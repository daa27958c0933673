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
        return 0.0 if theirs else 1.0
    return 0.5 * outlasts(mine - 1, theirs) + 0.5 * outlasts(mine, theirs - 1)


@cache
def first_out(mine: int, others: tuple[int, ...]) -> float:
    """Give the chance to be the first one out; ``others`` in ascending order."""
    if not mine:
        return 1.0
    if not others[0]:
        return 0.0
    total = first_out(mine - 1, others)
    for at, lives in enumerate(others):
        total += first_out(mine, tuple(sorted((*others[:at], lives - 1, *others[at + 1 :]))))
    return total / (1 + len(others))


def worths(view: BullView) -> list[float]:
    """Give for each seat what the game is worth to the one who looks once that seat has lost the round."""
    lives = [_lives(size, view.options["deal"] == "up") for size in view.sizes]
    return [_worth(view, _without_one(lives, loser)) if lives[loser] else 0.0 for loser in range(view.seats)]


def _lives(size: int, grows: bool) -> int:
    return MAX_CARDS + 1 - size if grows and size else size


def _without_one(lives: list[int], loser: int) -> list[int]:
    return [left - (seat == loser) for seat, left in enumerate(lives)]


def _worth(view: BullView, lives: list[int]) -> float:
    assert view.seat is not None
    mine = lives[view.seat]
    others = [left for seat, left in enumerate(lives) if seat != view.seat]
    if view.options["end"] == "first":
        staying = (1.0 + 0.5 * (len(others) - 1)) / len(others)
        return (1.0 - first_out(mine, tuple(sorted(others)))) * staying
    return sum(outlasts(mine, left) for left in others) / len(others)
