"""Where a game is played: in its channel, or in a thread of its own."""

from __future__ import annotations

from bot.app import Interaction, Tap
from bot.driving.table import Table
from bot.interactions.permissions import can_have_thread
from bot.tables import invitations
from bot.tables.state import TableState
from storage.fields import Venue
from storage.rows import CHANNEL, THREAD, GuildSettings


def venue_of_new_table(interaction: Interaction, settings: GuildSettings, after: TableState | None) -> Venue:
    """Return where a new table is played: ``CHANNEL`` or ``THREAD``.

    Args:
        after: the earlier table. Its kind of place is kept if possible.
    """
    # Pings of a second game would bury the private panels of the first.
    venue = THREAD if _has_running_game(interaction) else settings.venue
    if after is not None:
        venue = CHANNEL if after.gathering.venue == CHANNEL else THREAD
    return THREAD if venue == THREAD and can_have_thread(interaction) else CHANNEL


async def choose_venue_at_start(tap: Tap, table: Table) -> None:
    """Choose a thread for a game that begins, if another game has begun in the channel.

    If the bot may not open threads, choose the channel.
    """
    venue, may_open = table.state.gathering.venue, can_have_thread(tap.interaction)
    if venue == THREAD and not may_open:
        await table.change(invitations.use_channel, tap.user.id)
    elif venue == CHANNEL and may_open and _has_running_game(tap.interaction, table.state.row.created_at):
        await table.change(invitations.set_venue, tap.user.id, THREAD)


def _has_running_game(interaction: Interaction, since: int = 0) -> bool:
    channel_id = interaction.channel_id or 0
    tables = [table.state for table in interaction.client.tables.in_channel(channel_id)]
    games = [table for table in tables if table.has_begun and table.place_id == channel_id]
    return any(len(game.people) > 1 and (game.row.started_at or 0) >= since for game in games)
