"""Chooses the trophy that the message of a finished game mentions."""

from __future__ import annotations

from bot.tables.table_facts import TableFacts
from games.trophies import find_trophy
from storage.rows import WonTrophy

METALS = ("gold", "silver", "bronze")


def named_trophy(table: TableFacts) -> WonTrophy | None:
    """Return the rarest trophy won in a finished game; ``None`` if none may be mentioned."""
    # Fewest holders on the server first; among equally rare trophies gold before silver before bronze.
    ranked = []
    for won in table.trophies:
        trophy = find_trophy(won.name)
        if trophy is None or not won.is_named:
            continue
        # A trophy must not reveal a private lie.
        if not (trophy.tells_lie and table.seats[won.seat].user_id in table.discreet):
            ranked.append((won.holders, METALS.index(trophy.metal), won.name, won.seat, won))
    return min(ranked)[-1] if ranked else None
