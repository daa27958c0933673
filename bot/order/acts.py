"""What is done to keep order, and remembered."""

from __future__ import annotations

from bot.app import Interaction
from storage.servers.order import Act, note_act


async def noted(
    interaction: Interaction, kind: str, whom_id: int | None = None, whom: str = "", about: str = ""
) -> None:
    """Remember what who acts has done on this server; a bar begins or ends with it.

    Args:
        interaction: what was done, and by whom.
        kind: a word of ``storage.servers.order``.
        whom_id, whom: to whom, if to anybody, and what they are called there.
        about: the table's id, or the setting.
    """
    app, user = interaction.client, interaction.user
    act = Act(app.clock.now_ms(), kind, user.id, user.display_name, whom_id, whom, about, whom_id is not None)
    await app.store.write(note_act, interaction.guild_id or 0, act)
