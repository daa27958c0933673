"""Chooses the trophy to mention in the message of a finished game."""

from __future__ import annotations

from bot.tables.table_facts import TableFacts
from games.trophies import find_trophy
from storage.rows import WonTrophy

METALS = ("gold", "silver", "bronze")


def named_trophy(table: TableFacts) -> WonTrophy | None:
    """Return the trophy to mention in the message of a finished game; ``None`` if there is none.

    The trophy that the fewest people on the server have is chosen. Among equally rare trophies, the metal
    decides: gold before silver before bronze. Trophies that would reveal a private lie are left out.
    """
    ranked = []
    for won in table.trophies:
        trophy = find_trophy(won.name)
        if trophy is None or not won.is_named:
            continue
        if not (trophy.tells_lie and table.seats[won.seat].user_id in table.discreet):
            ranked.append((won.holders, METALS.index(trophy.metal), won.name, won.seat, won))
    return min(ranked)[-1] if ranked else None
