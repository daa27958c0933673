"""The registry of games, in the order in which players see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import overload

from games.core.errors import SetupError
from games.core.game import Game
from games.core.moves import shorten
from games.installed import InstalledGame, LeftOut

MOST_GAMES = 24
"""Limit of games: a menu of Discord has 25 entries, and one of them is for all games together."""

FindInstalled = Callable[[], Iterable[InstalledGame | LeftOut]]


class Registry(Sequence[Game]):
    """A sequence of all games that can be played. Their ids differ.

    Installed games are looked for when the registry is first read, not while modules are imported: their
    packages import the core themselves.

    Args:
        games: the games of this distribution.
        find_installed: yields the games of other packages.
    """

    def __init__(self, *games: Game, find_installed: FindInstalled = tuple) -> None:
        self._by_id: dict[str, Game] = {}
        self._find_installed = find_installed
        self._has_looked = False
        self.installed: dict[str, InstalledGame] = {}
        self.left_out: list[LeftOut] = []
        for game in games:
            self._add(game)

    def __repr__(self) -> str:
        return f"<Registry: {', '.join(self._games)}>"

    def __iter__(self) -> Iterator[Game]:
        return iter(tuple(self._games.values()))

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, i: int) -> Game: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Game]: ...
    def __getitem__(self, i: int | slice) -> Game | Sequence[Game]:
        return tuple(self._games.values())[i]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all games."""
        return tuple(self._games)

    @property
    def text_folders(self) -> tuple[str, ...]:
        """The folders with the texts of the installed games."""
        return tuple([installed.texts for installed in self.installed.values()])

    def find(self, game_id: object) -> Game:
        """Return a game, given its id.

        Raises:
            SetupError: there is no such game.
        """
        if isinstance(game_id, str):
            game = self._games.get(game_id)
        else:
            game = None
        if game is None:
            raise SetupError(f"there is no game {shorten(str(game_id))!r}")
        return game

    def look_again(self) -> None:
        """Look for installed games again, such as after a package was installed."""
        for game_id in self.installed:
            del self._by_id[game_id]
        self.installed.clear()
        self.left_out.clear()
        self._has_looked = True
        for entry in self._find_installed():
            if isinstance(entry, LeftOut):
                self.left_out.append(entry)
            elif entry.game.id in self._by_id:
                self.left_out.append(LeftOut(entry.package, f"another game has the id {entry.game.id!r}"))
            elif len(self._by_id) == MOST_GAMES:
                self.left_out.append(LeftOut(entry.package, f"there are {MOST_GAMES} games already"))
            else:
                self._add(entry.game)
                self.installed[entry.game.id] = entry

    def leave_out(self, game_id: str, reason: str) -> None:
        """Remove an installed game that turned out to be faulty."""
        del self._by_id[game_id]
        self.left_out.append(LeftOut(self.installed.pop(game_id).package, reason))

    @contextmanager
    def with_game(self, game: Game) -> Iterator[None]:
        """Register one more game for the duration of a ``with`` block."""
        self._add(game)
        try:
            yield
        finally:
            del self._by_id[game.id]

    @property
    def _games(self) -> dict[str, Game]:
        if not self._has_looked:
            self.look_again()
        return self._by_id

    def _add(self, game: Game) -> None:
        if game.id in self._by_id:
            raise ValueError(f"two games of the id {game.id!r}")
        self._by_id[game.id] = game
