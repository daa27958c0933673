"""What is done to keep order, and remembered."""

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
    """Make the act, ``about`` a table's id or a setting, of who has tapped or typed something."""
    user = interaction.user
    name = Name(user.display_name)
    return Act(made_at(interaction.id), kind, user.id, name, whom_id, about=about, reason=reason)


async def noted(interaction: Interaction, kind: str, whom_id: int | None = None, about: str = "") -> None:
    """Remember an act that changes no table; a bar ends with it."""
    act = act_of(interaction, kind, whom_id, about=about)
    await interaction.client.store.write(note_act, interaction.guild_id or 0, act)


async def take_out(interaction: Interaction, table: Table, whom: int, *, is_keeper: bool) -> None:
    """Take somebody out of a lobby, who cannot come back, and remember who did; ``Refused`` if it cannot be.

    Whoever does it is the host, or ``is_keeper`` of the server's order.
    """
    by = interaction.user
    act = lobby.sealed_change(interaction.id, lobby.remove)
    change = partial(act, by=by.id, name=Name(by.display_name), whom=whom, is_keeper=is_keeper)
    await table.keep_order(act_of(interaction, REMOVED, whom, table.id), change)
