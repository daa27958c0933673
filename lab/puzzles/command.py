"""The command ``tefuda puzzles``, which this package registers by an entry point."""

from __future__ import annotations

import random
import time
from functools import partial
from pathlib import Path
from statistics import fmean

import click

from bot.daily import puzzles as product
from bot.daily.puzzles import FILE, Puzzle
from games import GAMES, find_game
from lab.puzzles.examine import play_out_moves
from lab.puzzles.find import EXAMINERS, SearchCounts, search
from lab.puzzles.pool import Pool, arrange

DAYS = Path(product.__file__).with_name(FILE)


@click.group()
def puzzles() -> None:
    """Find the puzzles of the hand of the day (docs/PUZZLES.md)."""


@puzzles.command()
@click.argument("pool", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--minutes", default=60.0, show_default=True, help="When to stop.")
@click.option("--days", default=730, show_default=True, help="Stop when there are enough for so many days.")
@click.option("--game", "only", multiple=True, help="Search this game only; again for more.")
@click.option("--seed", default="puzzles", show_default=True, help="Another one finds other puzzles.")
def find(pool: Path, minutes: float, days: int, only: tuple[str, ...], seed: str) -> None:
    """Search games of strong players, and add each puzzle that is found to the file POOL.

    The next game to search is always the one with the fewest puzzles in POOL.
    """
    puzzle_pool = Pool(pool)
    games = _examined_games()
    if only:
        games = list(filter(only.__contains__, games))
    end = time.monotonic() + 60 * minutes
    number = 0
    while time.monotonic() < end and len(puzzle_pool.entries) < days:
        # Each game gets its turn when it has the fewest puzzles.
        game_id = puzzle_pool.rarest(games)
        count = puzzle_pool.counts.setdefault(game_id, SearchCounts())
        start = f"{seed} {game_id} {len(puzzle_pool.entries)} {number} {count.looked_at}"
        number += 1
        began = time.process_time()
        for puzzle in search(find_game(game_id), start, count, partial(puzzle_pool.is_wanted, game_id)):
            puzzle_pool.add(puzzle)
            if time.monotonic() > end:
                break
        count.seconds += time.process_time() - began
        puzzle_pool.save_counts()
    # Print the totals, including those of earlier runs.
    for game_id, count in puzzle_pool.counts.items():
        click.echo(
            f"{game_id}: {count.looked_at} looked at, {count.examined} examined, {count.passed} passed"
        )


@puzzles.command("arrange")
@click.argument("pool", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--file", default=DAYS, type=click.Path(path_type=Path), help="The product's file, by default.")
def arrange_days(pool: Path, file: Path) -> None:
    """Assign puzzles from POOL to new days, which follow the last day. Earlier days keep their puzzles."""
    days = product.read(file.read_bytes()) if file.exists() else ()
    likenesses = list(map(likeness_of, days))
    arranged = arrange(days, likenesses, Pool(pool).entries, _examined_games())
    file.write_bytes(product.write(arranged))
    click.echo(f"{len(arranged)} days, {len(arranged) - len(days)} of them new")


@puzzles.command()
@click.option("--file", default=DAYS, type=click.Path(path_type=Path, exists=True))
@click.option("--only", default=0, help="Check so many, chosen at random; 0 for all.")
@click.option("--seed", default="again", show_default=True)
def check(file: Path, only: int, seed: str) -> None:
    """Evaluate puzzles again with another seed, and print those whose best move is no longer the best."""
    days = list(enumerate(product.read(file.read_bytes()), 1))
    if only:
        days = random.Random(seed).sample(days, only)
    failed = [number for number, puzzle in days if not is_still_best(puzzle, f"{seed} {number}")]
    click.echo(f"{len(days) - len(failed)} of {len(days)} stand")
    if failed:
        raise SystemExit(f"not these days: {', '.join(map(str, failed))}")


def _examined_games() -> list[str]:
    return [game.id for game in GAMES if game.id in EXAMINERS]


def is_still_best(puzzle: Puzzle, seed: str, max_continuations: int = 200) -> bool:
    """True if a puzzle's best move is still the best when the moves are played out again."""
    match = puzzle.match()
    rng = random.Random(seed)
    moves = [match.rules.parse(move.move) for move in puzzle.tried]
    examiner = EXAMINERS[puzzle.game]
    played = play_out_moves(examiner, match.state, puzzle.seat, moves, rng, max_continuations)
    means = list(map(fmean, played.values))
    return all(means[0] > mean for mean, move in zip(means, puzzle.tried, strict=True) if move.behind)


def likeness_of(puzzle: Puzzle) -> str:
    """Return a text that is equal for similar puzzles."""
    match = puzzle.match()
    return EXAMINERS[puzzle.game].likeness(match.rules.parse(puzzle.best[0]), match.view(puzzle.seat))
