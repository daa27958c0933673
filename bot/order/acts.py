"""What is done to keep order, and remembered."""

from __future__ import annotations

from functools import partial

from bot.app import Interaction
from bot.driving.table import Table
from bot.tables import lobby
from storage.servers.order import REMOVED, Act, note_act


def act_of(interaction: Interaction, kind: str, whom_id: int | None = None, about: str = "") -> Act:
    """Make the act of who has tapped or typed something.

    Args:
        kind: a word of ``storage.servers.order``.
        whom_id: to whom, if to anybody.
        about: the table's id, or the setting.
    """
    now, user = interaction.client.clock.now_ms(), interaction.user
    return Act(now, kind, user.id, user.display_name, whom_id, about=about)


async def noted(interaction: Interaction, kind: str, whom_id: int | None = None, about: str = "") -> None:
    """Remember an act that changes no table; a bar begins or ends with it."""
    act = act_of(interaction, kind, whom_id, about=about)
    await interaction.client.store.write(note_act, interaction.guild_id or 0, act)


async def take_out(interaction: Interaction, table: Table, whom: int, *, is_keeper: bool) -> None:
    """Take somebody out of a lobby, and remember who did.

    Args:
        whom: who cannot come back to it.
        is_keeper: whoever does it keeps order on the server, and need not be host.

    Raises:
        Refused: not the host, or the other does not sit there.
    """
    by = interaction.user
    act = lobby.stamped(interaction.id, lobby.taken_out)
    change = partial(act, by=by.id, name=by.display_name, whom=whom, is_keeper=is_keeper)
    await table.keep_order(act_of(interaction, REMOVED, whom, table.id), change)
