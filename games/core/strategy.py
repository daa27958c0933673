"""What computer players share: tables of learnt values, and games played out in possible worlds."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log, sqrt
from operator import mul
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

# --- tables of learnt values --------------------------------------------------------------------------------
# Estimates of probabilities by lookup tables of learnt numbers.
#
# Each situation has one index into each table, computed from features of the situation. The log odds of an
# event are the sum of the numbers at these indexes. ``lab.learning.learner`` learns them.

SCALE = 50
"""Factor between an entry and the whole number that stands for it in a file."""


def sigmoid(log_odds: float) -> float:
    """Return the probability, from 0 to 1, for log odds."""
    # Below this, ``exp`` grows without end, and the probability is 0 in any case.
    if log_odds <= -40.0:
        return 0.0
    return 1.0 / (1.0 + exp(-log_odds))


class TableLayout:
    """Where the entries of several lookup tables lie in one common array.

    A table has one entry for each combination of the values of a few features.

    Args:
        sizes: the number of values of each feature, by the feature's name.
        tables: for each table, the names of its features, separated by spaces.

    Attributes:
        starts: the index of each table's first entry, then ``size``.
        size: number of entries in all tables.

    >>> layout = TableLayout({"kind": 3, "size": 5}, ("kind size", "size"))
    >>> layout.keys({"kind": 2, "size": 1}), layout.starts
    ((11, 16), (0, 15, 20))
    """

    def __init__(self, sizes: Mapping[str, int], tables: Sequence[str]) -> None:
        self._features = [tuple(table.split()) for table in tables]
        self._steps: list[list[int]] = []
        starts = [0]
        for features in self._features:
            # Neighbouring values of a feature are as many entries apart as the features after it have values.
            steps: list[int] = []
            size = 1
            for feature in reversed(features):
                steps.insert(0, size)
                size *= sizes[feature]
            self._steps.append(steps)
            starts.append(starts[-1] + size)
        self.starts = tuple(starts)
        self.size = starts[-1]

    def keys(self, values: Mapping[str, int]) -> tuple[int, ...]:
        """Return the index of the entry for these features in each table.

        Args:
            values: the value of each feature, from 0.
        """
        value_of = values.__getitem__
        return tuple([
            start + sum(map(mul, map(value_of, features), steps))
            for start, features, steps in zip(self.starts, self._features, self._steps, strict=False)
        ])  # fmt: skip


class LookupModel:
    """Lookup tables for estimating the probability of one kind of event. All tables lie in one array.

    Args:
        entries: the numbers, multiplied by ``SCALE``; or how many zeros to start with.
    """

    __slots__ = ("weights",)

    def __init__(self, entries: Sequence[int] | int) -> None:
        if isinstance(entries, int):
            self.weights = array("f", bytes(4 * entries))
        else:
            self.weights = array("f", [entry / SCALE for entry in entries])

    def log_odds(self, keys: Sequence[int]) -> float:
        """Return the log odds of the event: the sum of the numbers at the indexes ``keys``."""
        weights = self.weights
        total = 0.0
        for key in keys:
            total += weights[key]
        return total

    def chance(self, keys: Sequence[int]) -> float:
        """Return the probability of the event, from 0 to 1.

        Args:
            keys: indexes of the numbers whose sum is the log odds.
        """
        return sigmoid(self.log_odds(keys))

    def scaled_integers(self) -> list[int]:
        """Return all numbers, multiplied by ``SCALE`` and rounded, as the constructor accepts them."""
        return [round(SCALE * weight) for weight in self.weights]


@cache
def load_models(package: str, name: str) -> Mapping[str, LookupModel]:
    """Return the learnt tables in a package's file ``<name>.json``, by the name of the estimated event."""
    tables = msgspec.json.decode(files(package).joinpath(f"{name}.json").read_bytes())
    # The entry ``made`` is the command that made the file.
    return {part: LookupModel(entries) for part, entries in tables.items() if part != "made"}


# --- worlds -------------------------------------------------------------------------------------------------
# Moves are judged by games played out in random worlds. A world is a position in which the cards that a view
# does not show are dealt in one possible way.
#
# A game deals the worlds and plays them out. The functions here decide how many worlds there are, and which
# move is tried in which world: ``mean_rewards`` tries all moves in each world, ``search`` grows a tree.

W = TypeVar("W")
M = TypeVar("M")


class Budget(NamedTuple):
    """Limits of the number of worlds that are played out for one decision."""

    fewest: int
    most: int
    moves: int  # number of moves to play in all worlds together at full effort

    def worlds(self, moves_in_world: int, effort: float = 1.0) -> int:
        """Return how many worlds to play out.

        Args:
            moves_in_world: number of moves to play in each world.
            effort: share of the full thinking time, at most 1.0.
        """
        return max(self.fewest, min(self.most, int(self.moves * effort / moves_in_world)))


def normalized(weights: Sequence[float]) -> list[float]:
    """Return weights as probabilities: divided by their sum."""
    total = sum(weights)
    return [weight / total for weight in weights]


def mean_rewards(worlds: Iterable[W], moves: Sequence[M], play_out: Callable[[W, M], float]) -> list[float]:
    """Return the mean reward of each move.

    All moves are tried in the same worlds, so that differences come from the moves alone.

    Args:
        play_out: plays a move and the rest of the game in a copy of a world, and returns the reward.
    """
    totals = [0.0] * len(moves)
    count = 0
    for world in worlds:
        count += 1
        for number, move in enumerate(moves):
            totals[number] += play_out(world, move)
    return [total / count for total in totals]


# --- search -------------------------------------------------------------------------------------------------
# A Monte Carlo tree search for games with hidden cards (information set MCTS).
#
# Each iteration plays out one random world. All iterations share one tree of moves, so a move's value is its
# average over all worlds.

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
                best = value
                best_option = option
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
