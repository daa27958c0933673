"""Decisions of moderators and hosts, which are written to the server's moderation log."""

from __future__ import annotations

from functools import partial

from bot.app import Interaction
from bot.clock import made_at
from bot.driving.table import Table
from bot.tables import lobby
from storage.fields import Name
from storage.servers.order import REMOVED, Act, record_act


def new_log_entry(
    interaction: Interaction,
    kind: str,
    whom_id: int | None = None,
    about: str = "",
    reason: str = "",
    *,
    is_host: bool,
) -> Act:
    """Return a moderation-log entry for a decision of the person who tapped.

    Args:
        kind: the kind of decision, such as ``CLOSED``.
        whom_id: id of the person concerned.
        about: id of the table or name of the setting concerned.
        is_host: the person has the right to decide as a host, not as a moderator.
    """
    user = interaction.user
    name = Name(user.display_name)
    at = made_at(interaction.id)
    return Act(at, kind, user.id, name, whom_id, about=about, reason=reason, is_host=is_host)


async def log_decision(
    interaction: Interaction, kind: str, whom_id: int | None = None, about: str = ""
) -> None:
    """Write a moderator's decision to the moderation log. If it ends a ban, delete the ban.

    Args:
        kind: the kind of decision, such as ``ADMITTED``.
        whom_id: id of the person concerned.
        about: id of the table or name of the setting concerned.
    """
    act = new_log_entry(interaction, kind, whom_id, about=about, is_host=False)
    await interaction.client.store.write(record_act, interaction.guild_id or 0, act)


async def remove_from_lobby(interaction: Interaction, table: Table, whom: int, *, is_moderator: bool) -> None:
    """Remove a person from a lobby permanently, and log the removal for moderators.

    Args:
        is_moderator: false if the lobby's host removes the person.

    Raises:
        Refused: the person cannot be removed.
    """
    by = interaction.user
    act = lobby.sealed_change(interaction.id, lobby.remove)
    change = partial(
        act, remover_id=by.id, remover=Name(by.display_name), user_id=whom, is_moderator=is_moderator
    )
    entry = new_log_entry(interaction, REMOVED, whom, table.id, is_host=not is_moderator)
    await table.moderate(entry, change)
