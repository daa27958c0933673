"""All trophies by name: the trophies of each game, and the trophies that can be won in any game."""

from __future__ import annotations

import hashlib

import msgspec

from games import GAMES
from games.core.trophies import (
    DAY_MS,
    Participation,
    Trophy,
    TrophyProgress,
    every_game,
    games_against,
    wins,
)

COMMON = "common"
"""Used instead of a game's id in the names of trophies that can be won in any game."""

VERSION = 1
"""Must be raised when a trophy is counted in a new way under the same name. Then all trophies are
recounted.
"""


def _game(played: Participation) -> frozenset[str]:
    return frozenset((played.game,))


def _game_won(played: Participation) -> frozenset[str]:
    return _game(played) if played.has_won else frozenset[str]()


def _day(played: Participation) -> frozenset[int]:
    return frozenset((played.ended_at // DAY_MS,))


def _month(played: Participation) -> frozenset[int]:
    return frozenset((played.month,))


def _people(played: Participation) -> frozenset[int]:
    return frozenset(played.opponents)


def _beaten(played: Participation) -> frozenset[int]:
    if played.has_won and not played.is_shared:
        return _people(played)
    return frozenset[int]()


OF_ALL_GAMES: tuple[Trophy, ...] = (
    Trophy("people", every_game),
    Trophy("win", wins),
    Trophy("table", games_against(5)),
    Trophy("games", _game, 5),
    Trophy("days", _day, 10),
    Trophy("row", wins, 3, in_a_row=True, metal="silver"),
    Trophy("faces", _people, 10, metal="silver"),
    Trophy("hand", every_game, 50, metal="silver"),
    Trophy("crowns", _game_won, 5, metal="silver"),
    Trophy("beaten", _beaten, 25, metal="gold"),
    Trophy("hundred", wins, 100, metal="gold"),
    Trophy("seasons", _month, 12, metal="gold"),
)
"""The trophies that can be won in any game, the easiest first."""


def trophies_of(kind: str) -> dict[str, Trophy]:
    """Return the trophies of a game by full name, such as ``"bull.catch"``.

    Args:
        kind: the game's id, or ``COMMON`` for the trophies that can be won in any game.
    """
    own = OF_ALL_GAMES if kind == COMMON else GAMES.find(kind).trophies
    return {f"{kind}.{trophy.id}": trophy for trophy in own}


def trophies_by_game() -> dict[str, dict[str, Trophy]]:
    """Return all trophies: for each game's id, and for ``COMMON``, the trophies by full name."""
    all_trophies = {COMMON: trophies_of(COMMON)}
    for game in GAMES:
        if game.trophies:
            all_trophies[game.id] = trophies_of(game.id)
    return all_trophies


def find_trophy(name: str) -> Trophy | None:
    """Return the trophy with a full name, such as ``"bull.catch"``; ``None`` if there is no such trophy."""
    kind, _, _ = name.partition(".")
    if kind != COMMON and kind not in GAMES.ids:
        return None
    return trophies_of(kind).get(name)


class Counting:
    """Counts the trophies that people win. Implements ``storage.rows.TrophyCounter``."""

    @property
    def fingerprint(self) -> str:
        """A hash of all trophy definitions. If it changes, all trophies are counted again."""
        known = []
        for trophies in trophies_by_game().values():
            for name, trophy in trophies.items():
                known.append((name, trophy.target, trophy.in_a_row, trophy.with_computers))
        return hashlib.sha256(msgspec.json.encode((VERSION, sorted(known)))).hexdigest()[:16]

    def count(self, progress: str, played: Participation) -> tuple[str, tuple[str, ...]]:
        """Return a person's updated progress, and the full names of the trophies won by a game.

        Args:
            progress: the result for the person's previous game; empty for the first.

        Raises:
            MsgspecError: the progress cannot be decoded.
        """
        if played.game not in GAMES.ids:
            return progress, ()
        if progress:
            before = _PROGRESS.decode(progress)
        else:
            before = TrophyProgress()
        after, names = before.after(played, _trophies_for(played.game))
        return msgspec.json.encode(after, order="sorted").decode(), names


_PROGRESS = msgspec.json.Decoder(TrophyProgress)


def _trophies_for(game_id: str) -> dict[str, Trophy]:
    return {**trophies_of(COMMON), **trophies_of(game_id)}


COUNTING = Counting()
