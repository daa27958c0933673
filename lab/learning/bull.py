"""Learn what each choice in Porker Bull is worth, and save the learnt tables of a level.

    python -m lab.learning.bull normal [--rounds 700000] [--games 150000] [--plain 0.36]
        [--seed 1] [--out FILE]
    python -m lab.learning.bull hard [--games 60000] [--normal 0.3] [--plain 0.06] [--start normal]
        [--seed 1] [--out FILE]

The learner plays games of several kinds:

- One learner among players that follow a simple formula, hardly lie, and doubt too much. ``--plain`` is the
  share of these games.
- Only for ``hard``: one learner among ``normal`` computer players. ``--normal`` is the share of these games.
- All other games: the learner plays all seats except one. A rival plays the last seat and learns to exploit
  the learner.

The result is the mean of the learnt tables over the later half of the games.

For ``hard``, learner and rival start from the tables of the level ``--start``. For ``normal``, the first
tables are learnt in ``--rounds`` single rounds, with random numbers of players, hand sizes and rules.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from benchmarks import command
from games.bull.possible import PLANS, CardSet, cards_at, chance
from games.bull.strategy import normal_choice_weights
from games.bull.strategy.choices import (
    BASIC_LAYOUT,
    BASIC_TABLES,
    DOUBT,
    FINER_LAYOUT,
    Candidate,
    ChoiceFeatures,
    FormulaSettings,
    Round,
    choose_by_formula,
    judge_choices,
)
from games.core.rules import next_active_seat
from games.core.strategy import LookupModel, load_models
from lab.learning.learner import Learner, choice_weights, write_tables

STRATEGY = Path(__file__).parents[2] / "games/bull/strategy"
NAMES = ("doubts", "calls", "risks")
WILD = 0.15
"""Share of rounds in which twos are wild."""
STRAY = 0.03
"""Probability that a choice is random, so that every choice is tried."""
LOOKS = 50
"""Number of times that the tables' numbers are added to their running means."""

Way: TypeAlias = Callable[[Round, int, CardSet, random.Random], Candidate]
"""A fixed way to play: a function of the round so far, the seat, its hand and a random generator."""


class DealtHands(NamedTuple):
    """All dealt cards together, and each seat's hand."""

    all_cards: CardSet
    hands: list[CardSet]


def deal_hands(sizes: Sequence[int], rng: random.Random) -> DealtHands:
    """Deal random hands of these sizes."""
    drawn = rng.sample(range(52), sum(sizes))
    all_cards = cards_at(drawn)
    hands = []
    for size in sizes:
        hands.append(cards_at(drawn[:size]))
        del drawn[:size]
    return DealtHands(all_cards, hands)


class ChoiceLearner:
    """A player that learns the values of choices from their outcomes, and prefers the best ones.

    Args:
        tables: the learnt tables to start from, in the order of ``NAMES``.
        rates: the first and the lowest learning rate.
    """

    def __init__(self, tables: Iterable[LookupModel], rates: tuple[float, float]) -> None:
        self.doubts, self.worths, self.risks = self._all = [Learner(known, *rates) for known in tables]
        self._has_finer_tables = len(self.worths.tables.weights) > BASIC_LAYOUT.size
        self.heat = 0.0
        """Loss in worth that makes a choice e times less likely than the best one."""

    def choose(
        self, table: Round, seat: int, hand: CardSet, is_good: bool, way: Way | None, rng: random.Random
    ) -> tuple[int, tuple[int, ...]]:
        """Choose a call or a challenge, and learn whether the last call was true.

        Args:
            is_good: whether the last call was true; used only for learning.
            way: a function that chooses in place of the learner, if given.

        Returns:
            the call's number or ``DOUBT``, and the indexes of the choice in the learnt tables.
        """
        features = ChoiceFeatures(table, seat, hand, self._has_finer_tables)
        # The worth of every option: the chance not to lose the round with it.
        options = []
        values = []
        for choice in features.candidates(rng.random):
            keys = features.keys(choice)
            options.append((choice.call, keys))
            values.append(self.worths.tables.chance(keys))
        if table.calls:
            keys = features.keys(features.candidate(DOUBT))
            options.append((DOUBT, keys))
            values.append(self.doubts.tables.chance(keys))
            self.doubts.learn(keys, float(not is_good))
        # A fixed player chooses, and the learner learns from its choice.
        if way is not None:
            choice = way(table, seat, hand, rng)
            return choice.call, features.keys(choice)
        if rng.random() < STRAY:
            return rng.choice(options)
        # A softmax: options that are about as good take turns.
        return rng.choices(options, choice_weights(values, self.heat))[0]

    def record_for_mean(self) -> None:
        for learner in self._all:
            learner.record_for_mean()

    def mean_tables(self) -> list[LookupModel]:
        return list(map(Learner.mean_tables, self._all))


Player: TypeAlias = tuple[ChoiceLearner | None, Way | None]
"""The player of a seat: the learner that learns from its choices, and a fixed way to play.

Either may be None, but not both. Without a fixed way, the learner makes the choices.
"""


def play_round(
    players: Sequence[Player], sizes: Sequence[int], seat: int, wild: bool, rng: random.Random
) -> int:
    """Play a round of Porker Bull, and return the seat that loses the round.

    The learners among the players learn from the round.
    """
    # Deal, then play until a challenge.
    table = Round(sizes, wild)
    all_cards, hands = deal_hands(sizes, rng)
    made: list[tuple[ChoiceLearner, int, tuple[int, ...]]] = []
    is_good = False
    while True:
        learner, way = players[seat]
        if learner is not None:
            call, keys = learner.choose(table, seat, hands[seat], is_good, way, rng)
            # The outcome of the call is known only at the end of the round.
            made.append((learner, len(table.calls), keys))
        else:
            assert way is not None
            call = way(table, seat, hands[seat], rng).call
        if call == DOUBT:
            break
        table.add(seat, call)
        is_good = chance(PLANS[wild][call], all_cards, 0, wild, ()) > 0.5
        seat = next_active_seat(sizes, seat)
    # A doubt of a good call loses the round; otherwise the caller of the last call loses it.
    loser = seat if is_good else table.calls[-1][0]
    for learner, at, keys in made:
        if at < len(table.calls):  # the doubt is no call
            learner.worths.learn(keys, float(table.calls[at][0] != loser))
            learner.risks.learn(keys[: len(BASIC_TABLES)], float(at == len(table.calls) - 1 and not is_good))
    return loser


def cooling_rounds(
    learners: Sequence[ChoiceLearner], total: int, unit: str, warm: float, cold: float
) -> Iterator[None]:
    """Yield ``total`` times, once before each round. The learners choose less and less randomly.

    The randomness falls from ``warm`` to ``cold`` in the first half. In the second half the learners average
    what they have learnt.

    Args:
        unit: ``rounds`` or ``games``, for progress reports.
        warm: randomness of choices in the first round.
        cold: randomness of choices in the second half.
    """
    began = time.process_time()
    for number in range(total):
        done = number / total
        for learner in learners:
            learner.heat = max(cold, warm + (cold - warm) * 2 * done)
            if done >= 0.5 and number % max(1, total // (2 * LOOKS)) == 0:
                learner.record_for_mean()
        yield
        if number % max(1, total // 20) == 0:
            print(f"{number} {unit}, {time.process_time() - began:.0f} s", flush=True)


# --- rounds --------------------------------------------------------------------------------------------

PLAIN = FormulaSettings(0.05)
"""A player who follows the simple formula."""
OTHERS: tuple[FormulaSettings, ...] = (PLAIN, FormulaSettings(0.05, suspicion=0.0), FormulaSettings(0.22))
"""Fixed habits that play at some of the seats."""
SHARE_OF_OTHERS = 0.1
"""Share of seats that play by one of ``OTHERS``."""
PLAYERS = (2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 8)
"""Numbers of players of a round; each is drawn as often as it is listed."""


def any_sizes(players: int, rng: random.Random) -> list[int]:
    """Return random hand sizes of 1 to 5 cards, similar to those in the middle of a game."""
    middle = rng.randint(1, 5)
    return [max(1, min(5, middle + rng.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2)))) for _ in range(players)]


def learn_from_rounds(rounds: int, rng: random.Random) -> list[LookupModel]:
    """Return tables learnt in single rounds, mostly against the learner itself."""
    learner = ChoiceLearner([LookupModel(BASIC_LAYOUT.size) for _ in NAMES], (0.3, 0.002))
    others = [partial(choose_by_formula, settings=settings) for settings in OTHERS]
    for _ in cooling_rounds([learner], rounds, "rounds", 0.05, 0.012):
        sizes = any_sizes(rng.choice(PLAYERS), rng)
        players = []
        for _ in sizes:
            other = rng.choice(others) if rng.random() < SHARE_OF_OTHERS else None
            players.append((learner, other))
        play_round(players, sizes, 0, rng.random() < WILD, rng)
    return learner.mean_tables()


# --- games ---------------------------------------------------------------------------------------------

SEATS = (3,) * 12 + (2, 2, 4, 4, 4, 5, 5, 6)
"""Numbers of seats of a table; each is drawn as often as it is listed."""
MOST = 5
"""Largest hand size: a seat with this many cards that loses a round is out of the game."""
STEPS = (0.15, 0.002)
"""The first and the smallest learning rate of an entry."""


def enlarged(known: Iterable[LookupModel], sizes: Iterable[int]) -> Iterator[LookupModel]:
    """Yield copies of tables, enlarged to these sizes. The added entries are zero."""
    for tables, size in zip(known, sizes, strict=True):
        copy = LookupModel(size)
        copy.weights[: len(tables.weights)] = tables.weights
        yield copy


def learn_from_games(
    known: Sequence[LookupModel],
    has_finer_tables: bool,
    games: int,
    others: Mapping[Way, float],
    rng: random.Random,
) -> list[LookupModel]:
    """Improve lookup tables in simulated games, and return the improved tables.

    Args:
        known: the tables to start from. They are not changed.
        has_finer_tables: add tables with finer features.
        games: number of games.
        others: opponents that do not learn, each with its share of the games. In the other games the opponent
            learns to exploit the tables.
    """
    # The tables of risks have no finer features.
    basic = BASIC_LAYOUT.size
    finer = FINER_LAYOUT.size
    fine = (finer, finer, basic)
    learner = ChoiceLearner(enlarged(known, fine if has_finer_tables else [basic] * 3), STEPS)
    rival = ChoiceLearner(enlarged(known, fine), STEPS)
    kinds: list[tuple[ChoiceLearner, Player]] = [(learner, (None, way)) for way in others]
    kinds.append((rival, (learner, None)))
    # The rest of the games are against the rival, which learns to exploit the learner.
    shares = list(others.values())
    shares.append(1 - sum(shares))
    for _ in cooling_rounds([learner, rival], games, "games", 0.03, 0.015):
        play_game(*rng.choices(kinds, shares)[0], rng)
    return learner.mean_tables()


by_formula: Way = partial(choose_by_formula, settings=PLAIN)


def by_normal(table: Round, seat: int, hand: CardSet, rng: random.Random) -> Candidate:
    """Return the choice of a computer player of the level ``normal``."""
    judged = judge_choices(table, seat, hand, (), rng, "normal")
    return rng.choices(judged, normal_choice_weights(table, judged))[0].choice


def play_game(alone: ChoiceLearner, other: Player, rng: random.Random) -> None:
    """Play a game until a learner is eliminated or has won.

    Args:
        alone: the learner, which plays one seat.
        other: plays every other seat.
    """
    seats = rng.choice(SEATS)
    players = [other] * seats
    mine = rng.randrange(seats)
    players[mine] = alone, None
    sizes = [1] * seats
    wild = rng.random() < WILD
    seat = rng.randrange(seats)
    while sizes[mine] and sum(map(bool, sizes)) > 1:
        loser = play_round(players, sizes, seat, wild, rng)
        sizes[loser] = (sizes[loser] + 1) % (MOST + 1)
        seat = next_active_seat(sizes, loser)


# --- the commands --------------------------------------------------------------------------------------


def learn_normal(options: argparse.Namespace) -> list[LookupModel]:
    """Return newly learnt tables for the level ``normal``."""
    known = learn_from_rounds(options.rounds, random.Random(f"{options.seed} rounds"))
    return learn_from_games(
        known, False, options.games, {by_formula: options.plain}, random.Random(options.seed)
    )


def learn_hard(options: argparse.Namespace) -> list[LookupModel]:
    """Return newly learnt tables for the level ``hard``."""
    known = load_models("games.bull.strategy", options.start)
    shares = {by_normal: options.normal, by_formula: options.plain}
    tables = list(map(known.__getitem__, NAMES))
    return learn_from_games(tables, True, options.games, shares, random.Random(options.seed))


def main() -> None:
    """Run the command line: learn the tables of a level, and write them to its file."""
    parser = command(__doc__)
    levels = parser.add_subparsers(dest="level", required=True)
    normal = levels.add_parser("normal")
    hard = levels.add_parser("hard")
    normal.set_defaults(learn=learn_normal)
    normal.add_argument("--rounds", type=int, default=700_000)
    normal.add_argument("--games", type=int, default=150_000)
    normal.add_argument("--plain", type=float, default=0.36, help="share of games among the formula")
    hard.set_defaults(learn=learn_hard)
    hard.add_argument("--games", type=int, default=60_000)
    hard.add_argument("--normal", type=float, default=0.3, help="share of games among normal")
    hard.add_argument("--plain", type=float, default=0.06, help="share of games among the formula")
    hard.add_argument("--start", default="normal", help="level whose tables are the first ones")
    for level in (normal, hard):
        level.add_argument("--seed", type=int, default=1)
        level.add_argument("--out", type=Path)
    options = parser.parse_args()
    learnt_tables = options.learn(options)
    # The file names the command that made it.
    made = f"python -m lab.learning.bull {options.level}"
    for name in ("rounds", "games", "normal", "plain", "start", "seed"):
        if hasattr(options, name):
            made += f" --{name} {getattr(options, name)}"
    out = options.out or STRATEGY / f"{options.level}.json"
    write_tables(out, made, dict(zip(NAMES, learnt_tables, strict=True)))


if __name__ == "__main__":
    main()
