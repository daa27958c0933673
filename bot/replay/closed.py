"""Finding a game that goes on no more, for who may look through it."""

from __future__ import annotations

from bot.app import Tap
from bot.refused import Refused
from bot.tables.state import TableState
from storage.servers.settings import load_settings


async def closed_game(tap: Tap, table_id: str) -> TableState:
    """Find a game that goes on no more and that this person may look through.

    Raises:
        Refused: the game goes on or never began, or its server keeps records to those who played.
    """
    state = await tap.app.tables.look_up(table_id)
    if not state.is_closed:
        raise Refused("not-over-yet")
    if state.match is None:
        raise Refused("lobby-closed")
    if all(seat.user_id != tap.user.id for seat in state.seats):  # who left has played, too
        settings = await tap.app.store.read(load_settings, state.row.guild_id)
        if not settings.share_records:
            raise Refused("records-not-shared")
    return state
