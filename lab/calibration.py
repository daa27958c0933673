"""Check whether the predictions of hints and reviews come true.

    python -m lab.calibration [--level expert] [--seats 3] [--games 60] [--effort 0.1]
        [--advice 0] [--noise 0] [game ...]

Players of a level play against each other. Each move has two predictions:

- The share of opponents that the player will beat.
- The probability that the move is a false claim and is doubted at once.

The output has a line for each tenth of the range 0 to 1: the mean prediction, the mean outcome with its 95 %
interval, and the number of predictions.

``--advice`` sets the number of decisions at which the advised move and the next best move are both played
out. ``--noise`` sets the number of decisions that are judged twice with different random numbers, to measure
the random error of the estimates.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import chain, count
from operator import mul
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

from benchmarks import Figure, add_games, command, print_table
from games import Game
from games.core.match import Match, ShuffleKey
from games.core.rules import find_event
from games.lost.rules import CardJudged
from lab.advice import AdviceCheck, check_advice
from lab.arena.standings import mean_with_error, ratio_text
from lab.responders.respond import player_of_level, share_beaten

Pairs: TypeAlias = list[tuple[float, float]]
"""Pairs of a prediction and its outcome."""

PLAYS = 4
"""Number of times that each move is played out when hints are checked."""


class PredictionLog:
    """The predictions of hints and reviews in games of one level, and the real outcomes."""

    def __init__(self, game: Game, level: str, seats: int, effort: float) -> None:
        self._game = game
        self._level = level
        self._seats = seats
        self._effort = effort
        # by game and move: the predicted and the real share of opponents beaten
        self.worths: list[Pairs] = []
        # by game and move: the predicted probability of a lie that is doubted at once, and 1.0 if it happened
        self.risks: list[Pairs] = []

    def play(self, seed: str) -> None:
        """Play one game, and log its predictions and outcomes."""
        game = self._game
        assert game.assess is not None
        rng = random.Random(seed)
        whims = random.Random(f"{seed} whims")
        match = Match(game.rules, game.rules.setup(self._seats, {}, rng.randrange(self._seats)))
        predicted: list[tuple[int, float]] = []
        risk: float | None = None
        risks: Pairs = []
        for seat in match.decisions(ShuffleKey.from_text(seed)):
            view = match.view(seat)
            legal = match.legal(seat)
            before = match.state
            move = legal[0]
            estimates = []
            if len(legal) > 1:
                move = game.advise(view, legal, self._level, rng, self._effort)
                # ``whims`` keeps the judgement's chance apart, so that it does not change the game.
                judged = game.assess(view, legal, (move,), whims, self._effort)
                estimates = [entry for entry in judged if entry.move == move]
            match.play(seat, move)
            # The next decision shows what came of the last claim.
            if risk is not None:
                risks.append((risk, float(_lie_was_exposed(before, match.state))))
            risk = estimates[0].risk if estimates else None
            predicted += [(seat, entry.expected_share) for entry in estimates]
        self.worths.append([(worth, share_beaten(match, seat)) for seat, worth in predicted])
        self.risks.append(risks)

    def rows(self) -> Iterator[tuple[Figure, ...]]:
        """Yield table rows with mean predictions and outcomes, for each tenth of the range 0 to 1."""
        for name, games in (("opponents beaten", self.worths), ("doubted and false", self.risks)):
            for tenth in range(10):
                # The sums of each game, whose cases are not independent.
                predicted: list[float] = []
                actual: list[float] = []
                counts: list[int] = []
                for game in games:
                    sums = _sums_in_tenth(game, tenth)
                    predicted.append(sums.predicted)
                    actual.append(sums.actual)
                    counts.append(sums.cases)
                if any(counts):
                    yield name, sum(predicted) / sum(counts), ratio_text(actual, counts)


class _Sums(NamedTuple):
    """Sums over some predictions."""

    predicted: float
    actual: float
    cases: int


def _sums_in_tenth(pairs: Pairs, tenth: int) -> _Sums:
    # The sums over the predictions from ``tenth`` / 10 to the next tenth.
    predicted = 0.0
    actual = 0.0
    count = 0
    for prediction, outcome in pairs:
        if min(9, int(10 * prediction)) == tenth:
            predicted += prediction
            actual += outcome
            count += 1
    return _Sums(predicted, actual, count)


def _lie_was_exposed(before: Any, after: Any) -> bool:
    showdown = getattr(after, "shown", None)
    if showdown is not None:
        return showdown is not before.shown and not getattr(
            showdown, "is_good", getattr(showdown, "is_true", True)
        )
    judged = find_event(after.news, CardJudged)
    return judged is not None and judged.answer == "doubt" and judged.is_right


def advice(options: argparse.Namespace, game: Game) -> Iterator[tuple[Figure, ...]]:
    """Yield table rows with the mean lead of advised moves over the next best moves.

    Each row has the predicted lead and the actual lead. The rows differ by the smallest predicted lead that
    counts.
    """
    cases: list[AdviceCheck] = []
    for number in count():
        if len(cases) >= options.advice:
            break
        seed = f"{options.seed} advice {number}"
        cases += check_advice(game, options.level, options.seats, options.effort, PLAYS, seed)
    # Larger predicted leads should come with larger real ones.
    for least in (0.0, 0.02, 0.05):
        some = [case for case in cases if case.predicted >= least]
        if len(some) > 1:
            predicted, actual = zip(*some, strict=True)
            outcome, spread = mean_with_error(actual)
            yield (
                f"better by {least} or more",
                fmean(predicted),
                f"{outcome:.3f} ± {spread:.3f} of {len(some)}",
            )


def noise(options: argparse.Namespace, game: Game) -> Iterator[tuple[Figure, ...]]:
    """Yield a table row with the random error of the estimated difference between two moves."""
    assert game.assess is not None
    rng = random.Random(options.seed)
    differences = list[float]()
    choose = player_of_level(game, "easy", 0.05)
    # Play games until enough decisions have been judged twice.
    for number in count():
        if len(differences) >= options.noise:
            break
        match = Match(game.rules, game.rules.setup(options.seats, {}, rng.randrange(options.seats)))
        for seat in match.decisions(ShuffleKey.from_text(f"{options.seed} noise {number}")):
            view = match.view(seat)
            legal = match.legal(seat)
            if len(legal) > 1 and rng.randrange(8) == 0 and len(differences) < options.noise:
                best, *others = game.assess(view, legal, (), rng, options.effort)
                if others:
                    second = others[0]
                    both = (best.move, second.move)
                    again = {
                        estimate.move: estimate.expected_share
                        for estimate in game.assess(view, legal, both, rng, options.effort)
                    }
                    lead = best.expected_share - second.expected_share
                    lead_again = again[best.move] - again[second.move]
                    differences.append(lead - lead_again)
            match.play(seat, choose(view, legal, rng))
    # The difference of two independent estimates has twice the variance of one.
    error = (sum(map(mul, differences, differences)) / len(differences) / 2) ** 0.5
    yield f"error of a difference, {len(differences)} times", error, ""


def main() -> None:
    """Run the command line: print the tables for each chosen game."""
    parser = command(__doc__)
    add_games(parser)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", dest="games_each", type=int, default=60)
    parser.add_argument("--effort", type=float, default=0.1)
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--advice", type=int, default=0, help="decisions at which advice is played out")
    parser.add_argument("--noise", type=int, default=0, help="decisions that are judged twice")
    options = parser.parse_args()
    for game in options.games:
        log = PredictionLog(game, options.level, options.seats, options.effort)
        for number in range(options.games_each):
            log.play(f"{options.seed} {number}")
        print(f"{game.id}, {options.seats} seats, {options.games_each} games of {options.level}")
        rows = chain(
            log.rows(),
            advice(options, game) if options.advice else (),
            noise(options, game) if options.noise else (),
        )
        print_table(("", "predicted", "actual"), rows)


if __name__ == "__main__":
    main()
