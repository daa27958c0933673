"""Games in packages of their own, which people install beside Tefuda (docs/NEW_GAME.md).

A package names its game by an entry point of the group ``tefuda.games``:

    [project.entry-points."tefuda.games"]
    market = "tefuda_market:MARKET"

A game that cannot be imported is left out; it never stops the others.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import NamedTuple

from games.core.game import Game
from games.core.presentation import Presenter
from games.core.rules import Rules

GROUP = "tefuda.games"
"""The group of entry points of games."""

_ID = re.compile(r"[a-z][a-z0-9]{1,15}")
"""The possible ids of games. Ids are parts of custom ids, file names and keys of texts."""


class InstalledGame(NamedTuple):
    """A game from a package of its own."""

    package: str  # the name and version of the installed distribution
    game: Game
    texts: str  # the path of a folder like ``bot/locales``


class LeftOut(NamedTuple):
    """A game that is installed and cannot be played."""

    package: str
    reason: str


def installed_games() -> Iterator[InstalledGame | LeftOut]:
    """Yield the game of each installed entry point, or the reason why it is left out."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        if entry.dist is None:
            package = entry.module
        else:
            package = f"{entry.dist.name} {entry.dist.version}"
        try:
            yield _loaded(entry, package)
        # A foreign package may raise anything; it may even try to end the process.
        except (Exception, SystemExit) as error:
            yield LeftOut(package, describe(error))


def describe(error: BaseException) -> str:
    """Return an error of a foreign package as one line for its author."""
    message = " ".join(str(error).split())[:300]
    if message:
        return f"{type(error).__name__}: {message}"
    return type(error).__name__


def _loaded(entry: EntryPoint, package: str) -> InstalledGame:
    game = entry.load()
    if not isinstance(game, Game):
        raise TypeError(f"{entry.value} is no games.Game, but {type(game).__name__}")
    if not isinstance(game.rules, Rules) or not isinstance(game.presenter, Presenter):
        raise TypeError(f"{entry.value} has no games.core.rules.Rules and games.core.presentation.Presenter")
    if not _ID.fullmatch(game.id):
        raise ValueError(f"the id {game.id!r} is not 2 to 16 small letters and digits")
    module = sys.modules[entry.module]
    if not module.__package__:
        raise ValueError(f"{entry.module} is in no package, so it can have no folder of texts")
    return InstalledGame(package, game, str(files(module.__package__) / "locales"))
