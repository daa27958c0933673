"""Check that computer players move in time on a slow machine, and measure how long eliminated people wait.

    python -m lab.pace [--slowness 3] [--seats 3] [--games 3] [--level LEVEL] [game ...]
    python -m lab.pace --waits [--options "end=first"] [--games 40] [--level LEVEL] [game ...]

Computer players play whole games, one table at a time, through the bot's ``Thinkers``. The clock of the bot
is simulated: it advances by the processor time of each move, multiplied by ``--slowness``. At a table a
computer player moves after a random pause of 1 to 2.5 s. A move is late if computing it takes longer than
this pause. Without ``--level``, every level that people can choose is measured.

Each row has the number of moves with a choice, the mean effort, the computing time per move (median, 99th
percentile and longest, in milliseconds on the simulated machine), how many moves were late, and the greatest
delay in milliseconds.

With ``--waits`` each row is a game with a number of seats, from the least to the most that the rules allow.
It has the length of a game in plays and in minutes, the number of seats that are out before the end, how many
minutes such a seat waits for the end (mean and longest), and the share of plays after which the winner, or
every place, was certain already. Minutes are given twice: at the pace of computer players, and with people
who take 12 s a play. Both include the time for which revealed cards are shown. A place is certain if it is
the same in all of ``CONTINUATIONS`` games that are played on with random moves and shuffles.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Callable, Iterator
from statistics import fmean, median
from typing import Any, NamedTuple

from benchmarks import add_games, command, print_table
from bot.thinking import thinkers
from games import Game
from games.core.game import DEFAULT_LEVEL
from games.core.match import Match, ShuffleKey
from games.core.rules import CHANCE, OVER, Result, Rules, State
from lab.arena.series import options_in

PAUSE = (1.0, 2.5)
"""Shortest and longest pause before a computer player's move, in seconds (``bot/driving/driver.py``)."""

PERSON_SECONDS = 12.0
"""Time that a person takes for a play, in seconds."""

CONTINUATIONS = 24
"""Number of random continuations that must agree for a place to be certain."""

LONGEST_CONTINUATION = 2_000
"""Limit of moves of a random continuation. A longer one counts as undecided."""


class SlowMachine:
    """A simulated machine whose clock advances only while a computer player thinks.

    Args:
        slowness: how many times longer computations take than on this machine.
    """

    def __init__(self, slowness: float) -> None:
        self._slowness = slowness
        self.now = 0.0  # seconds on the simulated clock
        self.took = 0.0  # computing time of the last move, in seconds
        self.effort = 0.0  # share of the full thinking time that the last move was allowed

    async def run(self, work: Any, *args: Any) -> Any:
        """Return ``work(*args)``, and advance the clock by the computing time.

        The last argument is the computer player's share of the full thinking time.
        """
        began = time.thread_time()
        answer = work(*args)
        self.took = self._slowness * (time.thread_time() - began)
        self.effort = args[-1]
        self.now += self.took
        return answer

    def kill(self) -> None:
        """Do nothing, since the simulated machine has no process to end."""

    close = kill


class ThinkingTimes(NamedTuple):
    """The computing times of one level of one game, in milliseconds.

    They are measured on the simulated slow machine.
    """

    name: str  # the game and the level
    moves: int  # number of moves with a choice
    effort: float  # mean share of the full thinking time that these moves were allowed
    median: float  # computing time of a move
    p99: float  # computing time of a move
    longest: float  # computing time of a move
    late: int  # number of moves whose computing time exceeded the pause before the move
    latest: float  # greatest delay of a late move; 0 if no move was late


async def measure(game: Game, level: str, options: argparse.Namespace) -> ThinkingTimes:
    """Play games between computer players of one level on a ``SlowMachine``, and return their computing
    times.
    """
    machine = SlowMachine(options.slowness)
    module: Any = thinkers
    loop: Any = asyncio.get_running_loop()
    real_worker = module.Worker
    real_time = loop.time
    took: list[float] = []
    efforts: list[float] = []
    late: list[float] = []
    # The bot's own scheduling runs on the simulated machine and its clock.
    module.Worker = lambda: machine
    loop.time = lambda: machine.now
    try:
        players = thinkers.Thinkers(1)
        for number in range(options.games_each):
            rng = random.Random(f"pace {number}")
            seats = max(options.seats, game.rules.seats[0])
            match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
            for seat in match.decisions(ShuffleKey.from_text(f"pace {number}")):
                view = match.view(seat)
                legal = match.legal(seat)
                pause = rng.uniform(*PAUSE)
                began = machine.now
                seed = rng.getrandbits(32)
                match.play(seat, await players.advise(game.id, view, legal, level, seed, pause))
                # A move without a choice takes no time.
                if len(legal) > 1:
                    took.append(1000 * machine.took)
                    efforts.append(machine.effort)
                    late.append(1000 * (machine.now - began - pause))
                machine.now = max(machine.now, began + pause)
    finally:
        module.Worker = real_worker
        loop.time = real_time
    ranked = sorted(took)
    slowest = ranked[int(0.99 * (len(ranked) - 1))]
    return ThinkingTimes(
        f"{game.id}, {level}",
        len(took),
        fmean(efforts),
        median(ranked),
        slowest,
        ranked[-1],
        sum(by > 0 for by in late),
        max([0.0] + late),
    )


class WaitTimes(NamedTuple):
    """How long eliminated seats wait for the end of a game, and how much of a game is decided.

    Times are in minutes, first at the pace of computer players, then at that of people.
    """

    name: str  # the game and the number of seats
    plays: float  # mean number of players' moves
    computers_last: float  # mean length of a game
    people_last: float
    out: float  # mean number of seats that are out before the end
    computers_mean: float  # mean time that such a seat waits
    people_mean: float
    computers_longest: float  # the longest time that any seat waited
    people_longest: float
    winner_certain: float  # share of plays after the winner is certain
    all_certain: float  # share of plays after every place is certain


class _Clocks(NamedTuple):
    """The times since the start of a game, in minutes."""

    computers: float = 0.0
    people: float = 0.0

    def later(self, plays: int, reveal: float) -> _Clocks:
        """Return the times after some plays, and after cards were shown for ``reveal`` seconds."""
        a_computer = sum(PAUSE) / 2
        return _Clocks(
            self.computers + (plays * a_computer + reveal) / 60,
            self.people + (plays * PERSON_SECONDS + reveal) / 60,
        )


def measure_waits(game: Game, seats: int, level: str, options: argparse.Namespace) -> WaitTimes:
    """Play games between computer players of one level, and return how long eliminated seats wait."""
    chosen = options_in(options.options)
    lengths: list[_Clocks] = []
    waits: list[_Clocks] = []
    plays = 0
    certain_winner = 0
    certain_places = 0
    for number in range(options.games_each):
        rng = random.Random(f"waits {number}")
        match = Match(game.rules, game.rules.setup(seats, chosen, rng.randrange(seats)))
        clocks = _Clocks()
        out_since: dict[int, _Clocks] = {}
        # The positions before each play, to look for the first one that decides the game.
        before: list[State] = []
        for seat in match.decisions(ShuffleKey.from_text(f"waits {number}")):
            before.append(match.state)
            legal = match.legal(seat)
            match.play(seat, game.advise(match.view(seat), legal, level, rng, options.effort))
            reveal = match.reveal_seconds + match.suspense_seconds
            clocks = clocks.later(1, reveal)
            for gone in match.view(None).gone:
                out_since.setdefault(gone, clocks)
        lengths.append(clocks)
        waits += [
            _Clocks(clocks.computers - since.computers, clocks.people - since.people)
            for since in out_since.values()
            if since != clocks
        ]
        plays += len(before)
        result = match.result()
        assert result is not None
        certain_winner += _plays_after_certain(game.rules, before, rng, result, _winners)
        certain_places += _plays_after_certain(game.rules, before, rng, result, _places)
    computers_lengths, people_lengths = zip(*lengths, strict=True)
    computers_waits, people_waits = zip(*(waits or [_Clocks()]), strict=True)
    return WaitTimes(
        f"{game.id}, {seats} seats",
        plays / options.games_each,
        fmean(computers_lengths),
        fmean(people_lengths),
        len(waits) / options.games_each,
        fmean(computers_waits),
        fmean(people_waits),
        max(computers_waits),
        max(people_waits),
        certain_winner / plays,
        certain_places / plays,
    )


def _winners(result: Result) -> object:
    return sorted(result.ranking[0])


def _places(result: Result) -> object:
    return result.places


def _plays_after_certain(
    rules: Rules[Any, Any],
    before: list[State],
    rng: random.Random,
    result: Result,
    outcome: Callable[[Result], object],
) -> int:
    # From the end back to the last position from which some random continuation ends otherwise.
    for number in reversed(range(len(before))):
        for _ in range(CONTINUATIONS):
            other = _random_result(rules, before[number], rng)
            if other is None or outcome(other) != outcome(result):
                return len(before) - 1 - number
    return len(before)


def _random_result(rules: Rules[Any, Any], state: State, rng: random.Random) -> Result | None:
    # The result after random moves and shuffles; None if the game does not end.
    for _ in range(LONGEST_CONTINUATION):
        if state.to_act == OVER:
            break
        if state.to_act == CHANCE:
            state = rules.apply(state, CHANCE, rules.chance(state).drawn(rng.randrange))
        else:
            assert isinstance(state.to_act, tuple)
            seat = state.to_act[0]
            state = rules.apply(state, seat, rng.choice(rules.legal(state, seat)))
    return rules.result(state)


def rows_of_waits(options: argparse.Namespace) -> Iterator[WaitTimes]:
    """Yield a table row for each game and number of seats."""
    for game in options.games:
        least, most = game.rules.seats
        for seats in range(least, most + 1):
            yield measure_waits(game, seats, options.level or DEFAULT_LEVEL, options)


def rows(options: argparse.Namespace) -> Iterator[ThinkingTimes]:
    """Yield a table row for each game and level."""
    for game in options.games:
        for level in [options.level] if options.level else game.levels:
            yield asyncio.run(measure(game, level, options))


WAITS_HEADS = (
    "minutes, computers and people",
    "plays",
    "lasts",
    "people",
    "out",
    "wait",
    "people",
    "longest",
    "people",
    "winner",
    "places",
)


def main() -> None:
    """Run the command line: print the table of computing times and late moves."""
    parser = command(__doc__)
    add_games(parser)
    parser.add_argument("--slowness", type=float, default=3.0)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", dest="games_each", type=int, default=3)
    parser.add_argument("--level")
    parser.add_argument("--waits", action="store_true", help="measure how long eliminated people wait")
    parser.add_argument("--options", default="", help="options of the game, as in a record")
    parser.add_argument("--effort", type=float, default=0.1)
    options = parser.parse_args()
    if options.waits:
        print_table(WAITS_HEADS, rows_of_waits(options))
        return
    heads = ("moves", "effort", "median", "p99", "longest", "late", "latest by")
    print_table((f"{options.slowness:g} times slower",) + heads, rows(options))


if __name__ == "__main__":
    main()
