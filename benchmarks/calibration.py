"""Ask whether what hints and reviews call likely happens: of claims with a risk of 30 %, are 30 % caught?

    python -m benchmarks.calibration [--level expert] [--games 60] [--effort 0.1] [game ...]

Players of a level play among their own kind. For each of their claims the assessment of the move says how
likely it is doubted at once and false; in the end the claims are sorted by that into tenths, and each tenth
tells how many of its claims were.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import Any

from bot.arena.respond import decisions
from games import Game, find_game
from games.core.match import Match
from games.core.shuffle import ShuffleKey
from games.lost.events import CardJudged

GAMES = ("bull", "netsuzo", "lost")
"""The games in which people lie."""


def caught(before: Any, after: Any) -> bool:
    """Tell whether a move was a doubt that was right."""
    shown = getattr(after, "shown", None)
    if shown is not None:
        return shown is not before.shown and not getattr(shown, "is_good", getattr(shown, "is_true", True))
    judged = [event for event in after.news if isinstance(event, CardJudged)]
    return bool(judged) and judged[0].answer == "doubt" and judged[0].is_right


def claims(game: Game, level: str, effort: float, number: int) -> Iterator[tuple[float, bool]]:
    """Play a game; yield for each claim its risk, and whether it was doubted at once and false."""
    assert game.assess is not None
    seed = f"calibration {number}"
    rng, whims = random.Random(seed), random.Random(f"{seed} whims")
    match = Match(game.rules, game.rules.setup(3, {}, number % 3))
    risk: float | None = None
    for seat in decisions(match, ShuffleKey.from_text(seed)):
        view, legal, before = match.view(seat), match.legal(seat), match.state
        move = legal[0] if len(legal) == 1 else game.advise(view, legal, level, rng, effort)
        found = game.assess(view, legal, (move,), whims, effort) if len(legal) > 1 else ()
        match.play(seat, move)
        if risk is not None:
            yield risk, caught(before, match.state)
        risk = next((one.risk for one in found if one.move == move), None)


def report(game: Game, level: str, games: int, effort: float) -> Iterator[str]:
    """Sort the claims of some games into tenths; give lines to print."""
    tenths: list[list[tuple[float, bool]]] = [[] for _ in range(10)]
    for number in range(games):
        for risk, was in claims(game, level, effort, number):
            tenths[min(9, int(10 * risk))].append((risk, was))
    yield f"{game.id}, {games} games of {level}, {sum(map(len, tenths))} claims: told, happened, how many"
    for found in filter(None, tenths):
        told, happened = (sum(column) / len(found) for column in zip(*found, strict=True))
        yield f"  {told:.3f}  {happened:.3f}  {len(found)}"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_", nargs="*", metavar="game", default=GAMES)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--effort", type=float, default=0.1)
    args = parser.parse_args()
    for game_id in args.games_:
        for line in report(find_game(game_id), args.level, args.games, args.effort):
            print(line, flush=True)


if __name__ == "__main__":
    main()
