"""Examines a decision: is the best move clearly better than all moves of other kinds?

Moves of one kind are variations of the same decision (``Examiner.kind``). To compare moves, each move is
played out in the same positions, with the same random numbers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import partial
from operator import sub
from typing import Any, NamedTuple

import msgspec

from bot.daily.puzzles import MeasuredMove
from bot.thinking.reviews import FAIR, GOOD
from games import Game
from games.core.game import Estimate
from games.core.match import Match
from games.core.moves import Move
from lab.puzzles.examiner import Examiner

BATCH = 20
MOST = 400
"""Number of continuations between two checks of the result, and the most continuations of a move."""
RIVALS = 3
"""Number of moves of other kinds that are played out."""
SURE = 3.0
"""Number of standard errors by which the best move must be ahead of the best move of each other kind."""
INTERVAL = 1.96
"""Half the width of a 95 % interval, in standard errors."""
MOST_CLOSE = 40
"""Most moves that may be nearly right. With more of them, a decision hardly matters and is no puzzle."""
QUICK = 0.3
"""Share of the effort for a quick look at a decision."""
LEAST_GAP = 0.03
"""Least estimated lead of the best move for an examination, as a share of opponents beaten."""


class Rivals(NamedTuple):
    """The moves to compare, and the estimated lead of the best move over each kind of move."""

    moves: list[Move]  # the best move of all, then the best moves of other kinds
    # for each kind, how far the estimate of its best move is below the highest estimate
    leads: Mapping[str, float]


class PlayOuts(NamedTuple):
    """The values of each move in all continuations, and whether the first move is clearly better."""

    values: list[list[float]]
    is_clear: bool


class MeanDifference(NamedTuple):
    """The mean difference between two moves, and its standard error."""

    mean: float
    error: float


class _Grades(NamedTuple):
    # notations of the moves that are right, and of those that are nearly right
    best: tuple[str, ...]
    close: tuple[str, ...]


class Examination(msgspec.Struct, frozen=True):
    """The result of examining a decision that has a clear best move."""

    tried: tuple[MeasuredMove, ...]  # the moves that were played out, the best first
    continuations: int  # how often each of these moves was played out
    best: tuple[str, ...]  # notations of the right answers
    close: tuple[str, ...]  # notations of the moves that are nearly right
    is_lie: bool  # every best move is a lie
    # the best move won every time, and each other move that was played out failed at least once
    is_sure: bool


def estimates(
    game: Game, examiner: Examiner, match: Match, seat: int, rng: random.Random, is_full: bool = True
) -> list[Estimate]:
    """Return the strongest player's estimates of moves, the best first.

    Args:
        is_full: if false, only promising moves are estimated, with less effort.
    """
    assert game.assess is not None
    view = match.view(seat)
    legal = match.legal(seat)
    effort = examiner.effort if is_full else QUICK * examiner.effort
    judged = game.assess(view, legal, list(legal) if is_full else (), rng, effort)
    return sorted(judged, key=lambda estimate: -estimate.expected_share)


def rivals_of(examiner: Examiner, view: Any, judged: Sequence[Estimate]) -> Rivals:
    """Return the moves to play out for a comparison with the best move.

    If moves of other kinds are nearly as good, return only the best move.

    Args:
        judged: estimates of the moves, the best first.
    """
    # The estimates are sorted, so the first move of each kind is its best one.
    best = judged[0]
    kinds: dict[str, Estimate] = {}
    for estimate in judged:
        kinds.setdefault(examiner.kind(estimate.move, view), estimate)
    first, *others = kinds.values()
    if not others or first.expected_share - others[0].expected_share < LEAST_GAP:
        return Rivals([best.move], {})
    leads = {kind: best.expected_share - estimate.expected_share for kind, estimate in kinds.items()}
    return Rivals([estimate.move for estimate in [first] + others[:RIVALS]], leads)


def play_out_moves(
    examiner: Examiner,
    state: Any,
    seat: int,
    moves: Sequence[Move],
    rng: random.Random,
    max_continuations: int = MOST,
) -> PlayOuts:
    """Play moves out repeatedly, until it is clear whether the first move is better than all others.

    Cards that the seat does not know are dealt at random.
    """
    # All moves are played in the same worlds with the same random numbers, so that their differences are
    # precise.
    worlds = examiner.worlds(state, seat, rng, max_continuations)
    brought: list[list[float]] = [[] for _ in moves]
    for number, world in enumerate(worlds, 1):
        seed = rng.random()
        for move, values in zip(moves, brought, strict=True):
            values.append(examiner.play_out(world, seat, move, random.Random(seed)))
        if number % BATCH:
            continue
        leads = [mean_difference(brought[0], other) for other in brought[1:] if other != brought[0]]
        if number > BATCH and all(map(_is_sure, leads)):
            return PlayOuts(brought, bool(leads))
        # The error shrinks with the square root of the number of continuations.
        if any(map(partial(_is_hopeless, math.sqrt(number / max_continuations)), leads)):
            return PlayOuts(brought, False)
    return PlayOuts(brought, False)


def _is_sure(lead: MeanDifference) -> bool:
    return lead.mean - SURE * lead.error > 0


def _is_hopeless(shrinking: float, lead: MeanDifference) -> bool:
    # The other move is ahead, or the lead would be unsure even with the error after all continuations.
    return lead.mean + lead.error < 0 or lead.mean - SURE * lead.error * shrinking <= 0


def mean_difference(mine: Sequence[float], other: Sequence[float]) -> MeanDifference:
    """Return the mean of the differences ``mine[i] - other[i]`` with its standard error."""
    pairs = list(map(sub, mine, other))
    count = len(pairs)
    mean = sum(pairs) / count
    variance = sum((pair - mean) ** 2 for pair in pairs) / max(1, count - 1)
    return MeanDifference(mean, math.sqrt(variance / count))


def examine(
    game: Game, examiner: Examiner, match: Match, seat: int, seed: str, judged: Sequence[Estimate]
) -> Examination | None:
    """Examine a decision; ``None`` if no move is clearly better than all moves of other kinds.

    Args:
        judged: estimates of all legal moves, the best first.
    """
    view = match.view(seat)
    moves, leads = rivals_of(examiner, view, judged)
    # The best move has no rival, or is not far enough ahead to be worth the time.
    if len(moves) == 1:
        return None
    # The first move must be clearly ahead each time, on positions drawn with other random numbers.
    brought: list[list[float]] = [[] for _ in moves]
    for number in range(examiner.passes):
        rng = random.Random(f"{seed} {number}")
        outcomes, is_clear = play_out_moves(examiner, match.state, seat, moves, rng)
        if not is_clear:
            return None
        for all_of_it, part in zip(brought, outcomes, strict=True):
            all_of_it += part
    # The best move comes first; all others are compared with it, continuation by continuation.
    tried = []
    for move, values in zip(moves, brought, strict=True):
        mean, error = mean_difference(brought[0], values)
        share = round(sum(values) / len(values), 4)
        tried.append(MeasuredMove(str(move), share, round(mean, 4), round(INTERVAL * error, 4)))
    best, close = _grades(examiner, view, judged, tried, leads)
    if any(0.0 < move.behind <= GOOD for move in tried) or len(close) > MOST_CLOSE:
        return None
    # A win is certain if every continuation brought the highest value, of which ``top`` is nine tenths.
    certain_value = examiner.top(view) / 0.9 - 0.0001
    lowest = list(map(min, brought))
    return Examination(
        tuple(sorted(tried, key=lambda move: move.behind)),
        len(brought[0]),
        best,
        close,
        all(
            examiner.is_lie(move, view)
            for move, played in zip(moves, tried, strict=True)
            if not played.behind
        ),
        lowest[0] >= certain_value > max(lowest[1:]),
    )


def _grades(
    examiner: Examiner,
    view: Any,
    judged: Sequence[Estimate],
    tried: Sequence[MeasuredMove],
    leads: Mapping[str, float],
) -> _Grades:
    # The loss (difference to the best move's value) of a move that was played out is known. That of another
    # move is taken from its estimate, but is at least the loss of the best move of its kind. If none of that
    # kind was played out, it is at least the smallest loss of all other moves that were played out.
    behind = {move.move: move.behind for move in tried}
    # First the loss of each kind, which is that of its best move.
    by_kind: dict[str, float] = {}
    nearest = min(filter(None, behind.values()))
    for estimate in judged:
        kind = examiner.kind(estimate.move, view)
        by_kind.setdefault(kind, behind.get(str(estimate.move), max(nearest, leads[kind])))
    best = []
    close = []
    for estimate in judged:
        text = str(estimate.move)
        kind = examiner.kind(estimate.move, view)
        loss = max(judged[0].expected_share - estimate.expected_share, by_kind[kind])
        loss = behind.get(text, loss)
        if behind.get(text) == 0.0 or (loss <= GOOD and by_kind[kind] == 0.0):
            best.append(text)
        elif loss <= FAIR:
            close.append(text)
    return _Grades(tuple(best), tuple(close))
