"""Finds the best feat (remarkable act) of a tournament's winner."""

from __future__ import annotations

from bot.driving.registry import TableRegistry
from bot.pages.people import players_localizer
from bot.refused import Refused
from bot.tournaments.state import TournamentState
from storage.errors import StorageError


async def best_feat_of_winner(state: TournamentState, tables: TableRegistry) -> str:
    """Return a line about the best feat (remarkable act) of a tournament's winner; empty if there is none."""
    if not state.standings:
        return ""
    winner = state.standings[0].player
    for each in reversed(state.rounds):
        for table in each.tables:
            if winner in table.seats and (line := await _moment(state, tables, table.id, winner)):
                return line
    return ""


async def _moment(state: TournamentState, tables: TableRegistry, table_id: str, winner: int) -> str:
    try:
        table = await tables.find_state(table_id)
    except (Refused, StorageError):
        return ""
    user_id = state.entrant(winner).user_id
    seat = next((row.seat for row in table.seats if row.user_id == user_id and user_id is not None), None)
    tales = table.feat_stories(seat) if seat is not None else ()
    if not tales:
        return ""
    return players_localizer(table, tales[0].players, state.row.locale)(tales[0].tale.headline)
