"""The rules of all games. ``GAMES`` is their registry, to which a new game adds one line.

Games of other packages are found by their entry points (``games.installed``).

Rules are pure functions of a setup and a list of moves, without clock, files or randomness.
"""

from __future__ import annotations

from typing import Any

from games.bull import BULL
from games.core.game import Game
from games.core.rules import Rules
from games.installed import installed_games
from games.lost import LOST_POKER
from games.netsuzo import NETSUZO
from games.registry import Registry
from games.tomoe import TOMOE
from games.trick3 import TRICK3

GAMES = Registry(
    BULL,
    TOMOE,
    NETSUZO,
    LOST_POKER,
    TRICK3,
    find_installed=installed_games,
)


find_game = GAMES.find


def find_rules(game_id: object) -> Rules[Any, Any]:
    """Return the rules of a game, given its id.

    Raises:
        SetupError: there is no such game.
    """
    return GAMES.find(game_id).rules


__all__ = ["GAMES", "Game", "find_game", "find_rules"]
