"""Moderation acts, which are logged."""

from __future__ import annotations

from functools import partial

from bot.app import Interaction
from bot.clock import made_at
from bot.driving.table import Table
from bot.tables import lobby
from storage.fields import Name
from storage.servers.order import REMOVED, Act, note_act


def act_of(
    interaction: Interaction, kind: str, whom_id: int | None = None, about: str = "", reason: str = ""
) -> Act:
    """Return an act of the person who tapped; ``about`` is a table's id or a setting."""
    user = interaction.user
    name = Name(user.display_name)
    return Act(made_at(interaction.id), kind, user.id, name, whom_id, about=about, reason=reason)


async def noted(interaction: Interaction, kind: str, whom_id: int | None = None, about: str = "") -> None:
    """Log an act that changes no table; lifting a ban also deletes the ban."""
    act = act_of(interaction, kind, whom_id, about=about)
    await interaction.client.store.write(note_act, interaction.guild_id or 0, act)


async def take_out(interaction: Interaction, table: Table, whom: int, *, is_keeper: bool) -> None:
    """Remove a person from a lobby for good, and log the act.

    Args:
        is_keeper: the person who taps is a moderator; otherwise the host.

    Raises:
        Refused: it is not possible.
    """
    by = interaction.user
    act = lobby.sealed_change(interaction.id, lobby.remove)
    change = partial(act, by=by.id, name=Name(by.display_name), whom=whom, is_keeper=is_keeper)
    await table.keep_order(act_of(interaction, REMOVED, whom, table.id), change)
