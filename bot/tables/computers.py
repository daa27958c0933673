"""Computer players at a table: their names, and the temperaments that these tell.

A temperament stands in the name as its sign, and is read from there: what is shown is what plays, also in a
game that is restored.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence

from games.core.game import Game
from games.core.temperaments import EVEN, TEMPERAMENTS, Temperament
from storage.rows import SeatRow

ROBOT = "🤖"


def names_for(game: Game, listed: Sequence[str], seed: bytes | None) -> list[str]:
    """Put names in the order in which computer players take them, with signs where the game has any.

    Neighbours in this order differ in temperament, and a name has the same one whenever it is asked for.

    Args:
        listed: names that may be taken, each once.
        seed: the table's secret, from which the order follows without giving it away.
    """
    signs = _signs(game, seed)
    return [
        f"{name} {ROBOT}{signs[place % len(signs)]}" for place, name in enumerate(_shuffled(seed, listed))
    ]


def names_of(computers: Sequence[SeatRow], game: Game, seed: bytes | None) -> list[str]:
    """Name computer players that go on to another table: each keeps its temperament where that shows any."""
    signs, found = _signs(game, seed), []
    for place, row in enumerate(computers):
        sign = temperament(row).sign
        kept = sign if game.has_temperaments and sign else signs[place % len(signs)]
        found.append(row.name.removesuffix(sign) + kept)
    return found


def unsigned(name: str) -> str:
    """Give a name without its sign: no two at a table differ in that alone."""
    return name.removesuffix(next((one.sign for one in TEMPERAMENTS if name.endswith(one.sign)), ""))


def temperament(row: SeatRow) -> Temperament:
    """Tell the temperament of who plays a seat; who plays for somebody else has none, nor have people."""
    if row.user_id is not None or row.level is None or row.left:
        return EVEN
    return next((temper for temper in TEMPERAMENTS if row.name.endswith(temper.sign)), EVEN)


def _signs(game: Game, seed: bytes | None) -> list[str]:
    return _shuffled(seed, [temper.sign for temper in TEMPERAMENTS]) if game.has_temperaments else [""]


def _shuffled(seed: bytes | None, words: Iterable[str]) -> list[str]:
    key = seed or b""
    return sorted(
        words, key=lambda word: hmac.digest(key, f"tefuda computer {word}".encode(), hashlib.sha256)
    )
