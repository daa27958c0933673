"""A Monte Carlo tree search for games with hidden cards (information set MCTS).

Each iteration plays one random world, that is, one possible distribution of the hidden cards. All iterations
share one tree of moves, so a move's value is its average over all worlds. At each node the acting seat
prefers the moves that were good for that seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log, sqrt
from typing import Protocol, TypeAlias

Draw: TypeAlias = Callable[[], float]
"""A function that returns a random number from 0 up to, but not including, 1."""


class World(Protocol):
    """One possible distribution of the hidden cards, as a position that the search can play on.

    Attributes:
        seat: the seat to act.
    """

    seat: int

    def options(self) -> int:
        """Return the possible moves as an integer with one bit for each; 0 at the end of the game."""

    def act(self, option: int) -> None:
        """Play a possible move of the seat to act, given as one bit of ``options``."""

    def finish(self) -> Sequence[float]:
        """Play to the end by a simple strategy, and return each seat's reward, about 0 to 1."""


class Node:
    """A move in the search tree.

    Attributes:
        visits: number of iterations in which it was played.
        possible: number of iterations in which it could have been played.
        reward: total value for its seat over all visits.
        children: the moves that were tried after it, each by its bit.
    """

    __slots__ = ("children", "possible", "reward", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.possible = 0
        self.reward = 0.0
        self.children: dict[int, Node] = {}

    def choose(self, options: int, explore: float, draw: Draw) -> tuple[int, Node]:
        """Return the move to try next and its node: a random untried move or, if all were tried, the most
        promising one.

        Args:
            options: the possible moves, one bit each; the returned move is one of these bits.
            explore: the exploration constant (see ``search``).
            draw: source of random numbers.
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
    """Return one of the set bits of a number, chosen at random."""
    for _ in range(int(draw() * options.bit_count())):
        options &= options - 1
    return options & -options


def search(worlds: Iterable[World], explore: float, draw: Draw) -> dict[int, Node]:
    """Try the moves of the seat to act, by playing many possible positions (worlds) to their ends.

    Args:
        worlds: one world for each iteration, all with the same seat to act.
        explore: exploration constant. With a larger one, rarely tried moves are chosen more often.
        draw: returns random numbers.

    Returns:
        For each tried move (a bit) its node in the search tree.
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
        worths = world.finish()
        for seat, node in path:
            node.visits += 1
            node.reward += worths[seat]
    return root.children
