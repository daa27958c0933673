"""Ask whether what hints and reviews say comes true.

    python -m benchmarks.calibration [--level expert] [--seats 3] [--games 60] [--effort 0.1]
        [--advice 0] [game ...]

Players of a level play among their own kind. Each move that they make is judged as reviews do it: which share
of the opponents it beats, and how likely it is a claim that is doubted at once and false. In the end all that
was told is sorted by it into tenths, and each tenth says what was told on the mean, what happened, and how
often it was told. With
``--advice`` so many decisions are looked for at which what is advised and the next best are both played out.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from bot.arena.advice import Tried, tried
from bot.arena.respond import share_beaten
from bot.arena.standings import mean_of
from games import GAMES, Game, find_game
from games.core.match import Match
from games.core.shuffle import ShuffleKey
from games.lost.events import CardJudged

PLAYS = 4
"""How often each move is played out where advice is tried."""


class Watch:
    """What was told and what happened in all games of a level.

    Attributes:
        worths: shares of opponents told and beaten in the end.
        risks: chances told, and 1.0 where the claim was doubted at once and false.
    """

    def __init__(self, game: Game, level: str, seats: int, effort: float) -> None:
        self._game, self._level, self._seats, self._effort = game, level, seats, effort
        self.worths: list[tuple[float, float]] = []
        self.risks: list[tuple[float, float]] = []

    def play(self, seed: str) -> None:
        """Play a game among players of the level."""
        game = self._game
        assert game.assess is not None
        rng, whims = random.Random(seed), random.Random(f"{seed} whims")
        match = Match(game.rules, game.rules.setup(self._seats, {}, rng.randrange(self._seats)))
        told: list[tuple[int, float]] = []
        risk: float | None = None
        for seat in match.decisions(ShuffleKey.from_text(seed)):
            view, legal, before = match.view(seat), match.legal(seat), match.state
            move, found = legal[0], []
            if len(legal) > 1:
                move = game.advise(view, legal, self._level, rng, self._effort)
                judged = game.assess(view, legal, (move,), whims, self._effort)
                found = [one for one in judged if one.move == move]
            match.play(seat, move)
            if risk is not None:
                self.risks.append((risk, float(_caught(before, match.state))))
            risk = found[0].risk if found else None
            told += [(seat, one.worth) for one in found]
        self.worths += [(worth, share_beaten(match, seat)) for seat, worth in told]

    def lines(self) -> Iterator[str]:
        """Give lines to print."""
        for name, pairs in (("opponents beaten", self.worths), ("doubted and false", self.risks)):
            if pairs:
                yield f"  {name}: told, happened, how many"
                yield from _tenths(pairs)


def _caught(before: Any, after: Any) -> bool:
    """Tell whether a move was a doubt that was right."""
    shown = getattr(after, "shown", None)
    if shown is not None:
        return shown is not before.shown and not getattr(shown, "is_good", getattr(shown, "is_true", True))
    judged = [event for event in after.news if isinstance(event, CardJudged)]
    return bool(judged) and judged[0].answer == "doubt" and judged[0].is_right


def _tenths(pairs: Sequence[tuple[float, float]]) -> Iterator[str]:
    tenths: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for told, happened in pairs:
        tenths[min(9, int(10 * told))].append((told, happened))
    for found in filter(None, tenths):
        told, happened = (sum(column) / len(found) for column in zip(*found, strict=True))
        yield f"    {told:.3f}  {happened:.3f}  {len(found)}"


def advice(game: Game, level: str, seats: int, effort: float, positions: int, seed: str) -> Iterator[str]:
    """Play out what is advised and the next best; give lines to print."""
    found: list[Tried] = []
    for number in count():
        if len(found) >= positions:
            break
        found += tried(game, level, seats, effort, PLAYS, f"{seed} advice {number}")
    for least in (0.0, 0.02, 0.05):
        some = [one for one in found if one.told >= least]
        if len(some) > 1:
            told = sum(one.told for one in some) / len(some)
            came, spread = mean_of([one.happened for one in some])
            happened = f"{came:.3f} ± {spread:.3f}"
            yield f"  advised by {least} or more: told {told:.3f}, happened {happened}, {len(some)}"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_", nargs="*", metavar="game", default=[game.id for game in GAMES])
    parser.add_argument("--level", default="expert")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--effort", type=float, default=0.1)
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--advice", type=int, default=0, help="decisions at which advice is played out")
    args = parser.parse_args()
    for game_id in args.games_:
        watch = Watch(find_game(game_id), args.level, args.seats, args.effort)
        for number in range(args.games):
            watch.play(f"{args.seed} {number}")
        print(f"{game_id}, {args.seats} seats, {args.games} games of {args.level}", flush=True)
        for line in watch.lines():
            print(line, flush=True)
        if args.advice:
            for line in advice(
                find_game(game_id), args.level, args.seats, args.effort, args.advice, args.seed
            ):
                print(line, flush=True)


if __name__ == "__main__":
    main()
