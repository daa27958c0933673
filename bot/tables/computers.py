"""Names of computer players. The sign at the end of a name stands for the style of play (temperament).

The style is stored only as this sign.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence

from bot.language.names import ROBOT
from games.core.game import Game
from games.core.temperaments import EVEN, TEMPERAMENTS, Temperament
from storage.fields import Name
from storage.rows import SeatRow


def new_computer_names(game: Game, names: Sequence[str], seed: bytes | None) -> list[Name]:
    """Return names for new computer players in random order. Each name ends in the sign of a style of play.

    Args:
        seed: the table's secret, which decides the order.
    """
    # Successive names have different signs.
    signs = _signs(game, seed)
    return [
        Name(f"{name} {ROBOT}{signs[place % len(signs)]}")
        for place, name in enumerate(_shuffled(seed, names))
    ]


def rematch_computer_names(computers: Sequence[SeatRow], game: Game, seed: bytes | None) -> list[Name]:
    """Return names for the computer players in a rematch: the same names, with the same styles of play.

    Args:
        computers: the players' seat rows in the previous game.
        seed: the new table's secret. It chooses a style for each player that had none.
    """
    signs, names = _signs(game, seed), []
    for place, row in enumerate(computers):
        sign = temperament(row).sign
        temper_sign = sign if game.has_temperaments and sign else signs[place % len(signs)]
        names.append(Name(str(row.name).removesuffix(sign) + temper_sign))
    return names


def is_computer(row: SeatRow) -> bool:
    """Return whether the seat belongs to a computer player. False for a person who is away."""
    return row.user_id is None and row.level is not None and not row.has_left


def temperament(row: SeatRow) -> Temperament:
    """Return the style of play of the seat's computer player; ``EVEN`` (neutral) for a person's seat."""
    if not is_computer(row):
        return EVEN
    return next((temper for temper in TEMPERAMENTS if str(row.name).endswith(temper.sign)), EVEN)


def _signs(game: Game, seed: bytes | None) -> list[str]:
    return _shuffled(seed, [temper.sign for temper in TEMPERAMENTS]) if game.has_temperaments else [""]


def _shuffled(seed: bytes | None, words: Iterable[str]) -> list[str]:
    key = seed or b""
    return sorted(
        words, key=lambda word: hmac.digest(key, f"tefuda computer {word}".encode(), hashlib.sha256)
    )
