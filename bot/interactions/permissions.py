"""What the bot may do in a channel, and which permission is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.refused import Refused
from games.core.words import Joined, Text

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")


def check_channel(interaction: discord.Interaction[Any], allowed: Sequence[int]) -> discord.Guild:
    """Refuse where no table can stand: outside a server, where something is missing, where it is not wanted.

    Args:
        interaction: what was done, and where.
        allowed: the channels that the server keeps games to; empty for all.

    Returns:
        The server.

    Raises:
        Refused: saying which permission is missing, or that this channel is not for games.
    """
    guild, channel = interaction.guild, interaction.channel
    if guild is None or channel is None:
        raise Refused("only-in-servers")
    if (missing := _missing(interaction)) is not None:
        raise Refused("missing-permissions", permissions=missing)
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    if allowed and channel.id not in allowed and parent not in allowed:
        raise Refused("not-in-this-channel")
    return guild


def shut_out(interaction: discord.Interaction[Any]) -> Text | None:
    """Say which permissions are missing where something was done, and who can give them; or nothing."""
    missing = _missing(interaction)
    if missing is None:
        return None
    can_give = interaction.permissions.manage_roles or interaction.permissions.manage_channels
    return Text("shut-out-yours" if can_give else "shut-out", {"permissions": missing})


def _missing(interaction: discord.Interaction[Any]) -> Joined | None:
    names = IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
    missing = [name for name in names if not getattr(interaction.app_permissions, name)]
    if not missing:
        return None
    return Joined(tuple(Text(f"permission-{name.replace('_', '-')}") for name in missing))
