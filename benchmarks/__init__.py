"""Measurements. Each module is a command; ``--help`` describes it."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Awaitable, Iterable, Sequence
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
        line = f"{first:<{max(32, len(name))}}"
        for cell, title in zip(others, columns, strict=True):
            line += f"  {cell:>{max(9, len(title))}}"
        print(line, flush=True)


async def together(works: Iterable[Awaitable[object]]) -> None:
    """Wait for several works, which run at the same time."""
    await asyncio.gather(*works)


def _cell(value: Figure) -> str:
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"
    return str(value)
