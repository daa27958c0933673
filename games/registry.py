"""The registry of games, in the order in which players see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import overload

from games.core.errors import SetupError
from games.core.game import Game
from games.core.moves import shorten


class Registry(Sequence[Game]):
    """A sequence of all games that can be played. Their ids differ."""

    def __init__(self, *games: Game) -> None:
        self._games: dict[str, Game] = {}
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

    def find(self, game_id: object) -> Game:
        """Return a game, given its id.

        Raises:
            SetupError: there is no such game.
        """
        game = self._games.get(game_id) if isinstance(game_id, str) else None
        if game is None:
            raise SetupError(f"there is no game {shorten(str(game_id))!r}")
        return game

    @contextmanager
    def with_game(self, game: Game) -> Iterator[None]:
        """Register one more game for the duration of a ``with`` block."""
        self._add(game)
        try:
            yield
        finally:
            del self._games[game.id]

    def _add(self, game: Game) -> None:
        if game.id in self._games:
            raise ValueError(f"two games of the id {game.id!r}")
        self._games[game.id] = game
