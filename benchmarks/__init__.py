"""Measurements. Each module is a command; ``--help`` describes it."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from games import GAMES, find_game

Figure: TypeAlias = str | int | float


def command(about: str | None) -> ArgumentParser:
    """Return a command-line parser whose help text is ``about``."""
    return ArgumentParser(description=about, formatter_class=RawDescriptionHelpFormatter)


def add_games(parser: ArgumentParser) -> None:
    """Add an argument to a command-line parser: the games to measure, all of them by default."""
    parser.add_argument("games", nargs="*", metavar="game", type=find_game, default=GAMES)


def print_table(head: Sequence[str], rows: Iterable[Sequence[Figure]]) -> None:
    """Print a table, each row as soon as it has been measured.

    Args:
        head: headings of the columns.
    """
    name, *columns = head
    for row in chain([head], rows):
        first, *others = map(_cell, row)
        cells = [f"{cell:>{max(9, len(title))}}" for cell, title in zip(others, columns, strict=True)]
        print(f"{first:<{max(32, len(name))}}", *cells, sep="  ", flush=True)


def _cell(value: Figure) -> str:
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"
    return str(value)
