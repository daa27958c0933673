"""A tree search where things are hidden: worlds that may be are played on, and what comes of it is counted.

Every line of play belongs to a world of its own, drawn by whoever asks; all of them grow one tree of what is
done, so that what is better in one world and worse in another comes out as it is on the whole. Each seat
prefers what has gone well for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log, sqrt
from typing import Protocol, TypeAlias

Draw: TypeAlias = Callable[[], float]
"""Gives a random number from 0 up to, not including, 1."""


class World(Protocol):
    """One way in which what is hidden may lie, played on.

    Attributes:
        seat: who is to act.
    """

    seat: int

    def options(self) -> int:
        """Give what may be done now, a bit for each; 0 at the end."""

    def act(self, option: int) -> None:
        """Do one of them."""

    def finish(self) -> Sequence[float]:
        """Play on to the end by rule of thumb, and say what that is worth to each seat, about 0 to 1."""


class Node:
    """Something done in the tree: its visits, how often it was possible, what it brought its seat in sum."""

    __slots__ = ("children", "possible", "reward", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.possible = 0
        self.reward = 0.0
        self.children: dict[int, Node] = {}

    def choose(self, options: int, explore: float, draw: Draw) -> tuple[int, Node]:
        """Take an option that is untried if there is one, else the most promising."""
        children = self.children
        untried = 0
        best = -9.0
        best_option = 0
        while options:
            option = options & -options
            options ^= option
            child = children.get(option)
            if child is None:
                untried |= option
                continue
            child.possible += 1
            visits = child.visits
            worth = child.reward / visits + explore * sqrt(log(child.possible) / visits)
            if worth > best:
                best, best_option = worth, option
        if not untried:
            return best_option, children[best_option]
        option = any_of(untried, draw)
        child = children[option] = Node()
        child.possible = 1
        return option, child


def any_of(options: int, draw: Draw) -> int:
    """Draw one of some bits."""
    for _ in range(int(draw() * options.bit_count())):
        options &= options - 1
    return options & -options


def search(worlds: Iterable[World], explore: float, draw: Draw) -> dict[int, Node]:
    """Try what the seat to act may do.

    Args:
        worlds: one for each line of play, all with the same seat to act; they are played to their end.
        explore: how much a line that has been tried little is worth trying.
        draw: where whims come from.

    Returns:
        For each option how often it was tried and what that brought in sum.
    """
    root = Node()
    for world in worlds:
        node = root
        path: list[tuple[int, Node]] = []
        while options := world.options():
            seat = world.seat
            option, node = node.choose(options, explore, draw)
            path.append((seat, node))
            world.act(option)
            if not node.visits:
                break
        worths = world.finish()
        for seat, node in path:
            node.visits += 1
            node.reward += worths[seat]
    return root.children
