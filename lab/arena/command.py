"""The command ``tefuda arena``, which this package registers by an entry point."""

from __future__ import annotations

import os
import sys

import click

from bot.administration.terminal import UNUSABLE, stop
from games.core.errors import RulesError
from lab.arena.players import ArenaError
from lab.arena.series import Series, options_in, play_series
from lab.arena.standings import align, heading, manners, standings, table
from lab.responders.respond import report


@click.command()
@click.argument("game")
@click.option(
    "--seats",
    "players",
    default="expert,expert,expert",
    help="Who plays: a level (hard, hard:bold), random or engine each.",
)
@click.option(
    "--respond", "learning", default=0, type=click.IntRange(0), help="Games to learn to beat a level from."
)
@click.option(
    "--games", default=300, show_default=True, type=click.IntRange(1), help="Rounded up to whole deals."
)
@click.option("--options", default="", metavar="'NAME=VALUE ...'", help="Of the game, as in a record.")
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="COMMAND",
    help="A program that speaks the engine protocol; again for engine2.",
)
@click.option(
    "--effort",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 1, min_open=True),
    help="How much of its full thinking each level does.",
)
@click.option("--seed", default="arena", show_default=True, help="Deals and whims come from it.")
@click.option("--jobs", default=0, type=click.IntRange(0), help="Processes; all cores unless told.")
def arena(
    game: str,
    players: str,
    learning: int,
    games: int,
    options: str,
    engines: tuple[str, ...],
    effort: float,
    seed: str,
    jobs: int,
) -> None:
    """Play a series of GAME among computer players to measure their strength (docs/ARENA.md).

    Every deal is played with each rotation of the seats. With --respond one seat belongs to a learner.
    """
    names = tuple(map(str.strip, players.split(",")))
    series = Series(game, names, options_in(options), engines, seed, effort)
    count = len(series.players)
    deals = []
    try:
        series.check()
        if learning:
            for line in report(series, learning, games):
                click.echo(line)
            return
        # Whole deals are played, so there may be a few more games than asked for.
        with click.progressbar(length=-(-games // count) * count, label=game, file=sys.stderr) as bar:
            for deal in play_series(series, -(-games // count), jobs or os.cpu_count() or 1):
                deals.append(deal)
                bar.update(len(deal))
    except (ArenaError, RulesError) as error:
        stop(str(error), UNUSABLE)
    for line in [heading(game, deals)] + table(standings(deals)) + align(manners(deals)):
        click.echo(line)
