"""The rules of the games: pure functions of a setup and a list of moves, without clock, files or chance.

``GAMES`` is the registry; a new game is one more line there.
"""

from __future__ import annotations

from typing import Any

from games.bull import BULL
from games.core.errors import SetupError
from games.core.game import Game
from games.core.moves import shorten
from games.core.rules import Rules
from games.lost import LOST_POKER
from games.netsuzo import NETSUZO
from games.tomoe import TOMOE
from games.trick3 import TRICK3

GAMES: tuple[Game, ...] = (BULL, TOMOE, NETSUZO, LOST_POKER, TRICK3)

_BY_ID = {game.id: game for game in GAMES}


def find_game(game_id: object) -> Game:
    """Look a game up by its id.

    Raises:
        SetupError: there is no such game.
    """
    game = _BY_ID.get(game_id) if isinstance(game_id, str) else None
    if game is None:
        raise SetupError(f"there is no game {shorten(str(game_id))!r}")
    return game


def find_rules(game_id: object) -> Rules[Any, Any]:
    """Look up the rules of a game by its id; errors as for ``find_game``."""
    return find_game(game_id).rules


__all__ = ["GAMES", "Game", "find_game", "find_rules"]
