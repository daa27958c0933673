"""A Monte Carlo tree search for games with hidden cards (information set MCTS).

Each iteration plays one random world, that is, one possible distribution of the hidden cards. All iterations
share one tree of moves, so a move's value is its average over all worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log, sqrt
from typing import Protocol, TypeAlias

Draw: TypeAlias = Callable[[], float]
"""A function that returns a random number from 0 up to, but not including, 1."""


class World(Protocol):
    """A mutable position with one possible distribution of the hidden cards."""

    seat: int
    """The seat to act."""

    def options(self) -> int:
        """Return the possible moves as bits of an integer; 0 at the end of the game."""

    def act(self, option: int) -> None:
        """Play one move of the seat to act.

        Args:
            option: the move, as one bit of ``options``.
        """

    def finish(self) -> Sequence[float]:
        """Play to the end by a simple strategy, and return a reward of about 0 to 1 for each seat."""


class Node:
    """A move in the search tree.

    Attributes:
        visits: number of iterations in which the move was played.
        possible: number of iterations in which the move was possible.
        reward: the sum, over all visits, of the rewards of the seat that made the move.
        children: the nodes of the next moves. The key of a move is its bit in ``World.options``.
    """

    __slots__ = ("children", "possible", "reward", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.possible = 0
        self.reward = 0.0
        self.children: dict[int, Node] = {}

    def choose(self, options: int, explore: float, draw: Draw) -> tuple[int, Node]:
        """Return the move to try next, as a bit, and its node. Prefer untried moves, then promising ones.

        Args:
            options: the possible moves, as bits.
            explore: exploration constant; see ``search``.
        """
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
            # UCB1, counting only the iterations in which this move was possible.
            child.possible += 1
            visits = child.visits
            value = child.reward / visits + explore * sqrt(log(child.possible) / visits)
            if value > best:
                best, best_option = value, option
        if not untried:
            return best_option, children[best_option]
        option = random_bit(untried, draw)
        child = children[option] = Node()
        child.possible = 1
        return option, child


def random_bit(options: int, draw: Draw) -> int:
    """Return a random set bit of an integer, as an integer with only this bit."""
    for _ in range(int(draw() * options.bit_count())):
        options &= options - 1
    return options & -options


def search(worlds: Iterable[World], explore: float, draw: Draw) -> dict[int, Node]:
    """Run a tree search, and return the statistics of each first move.

    Args:
        worlds: one possible position for each iteration. The same seat is to act in all of them.
        explore: exploration constant. The larger it is, the more often rarely tried moves are chosen.

    Returns:
        a node for each tried move. The keys are bits of ``World.options``.
    """
    root = Node()
    for world in worlds:
        node = root
        path: list[tuple[int, Node]] = []
        # Descend until a new node is added, then play the world to its end.
        while options := world.options():
            seat = world.seat
            option, node = node.choose(options, explore, draw)
            path.append((seat, node))
            world.act(option)
            if not node.visits:
                break
        rewards = world.finish()
        for seat, node in path:
            node.visits += 1
            node.reward += rewards[seat]
    return root.children
