"""Chooses the trophy that is named in the message of a finished game."""

from __future__ import annotations

from bot.tables.table_facts import TableFacts
from games.trophies import find_trophy
from storage.rows import WonTrophy

METALS = ("gold", "silver", "bronze")


def named_trophy(table: TableFacts) -> WonTrophy | None:
    """Return the trophy that the message of a finished game names: the one that the fewest people of the
    server have.

    Of equally rare ones it is the one that is harder to win. ``None`` if the game brought none, or the server
    wants none to be named. Trophies that would reveal a lie of a person who keeps lies private are left out.
    """
    ranked = []
    for won in table.trophies:
        trophy = find_trophy(won.name)
        if trophy is None or not won.is_named:
            continue
        if not (trophy.tells_lie and table.seats[won.seat].user_id in table.discreet):
            ranked.append((won.holders, METALS.index(trophy.metal), won.name, won.seat, won))
    return min(ranked)[-1] if ranked else None
