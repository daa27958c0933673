"""Checks of the bot's permissions in a channel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.refused import Refused
from games.core.words import Joined, Text
from storage.choices import NOTHING

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")

FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
"""Permissions for playing in a thread made for the game."""

FOR_EVENTS = ("create_events",)
"""Permissions for announcing a planned lobby as a server event. If they are missing the lobby is planned
without one.
"""


def is_hosted(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction comes from a server that the bot has joined."""
    guild_id = interaction.guild_id
    if guild_id is None:
        return False
    return interaction.is_guild_integration() or interaction.client.get_guild(guild_id) is not None


def may_practise(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction comes from a direct message with the bot, where people can practise."""
    return interaction.guild_id is None and not interaction.context.private_channel


def check_channel(interaction: discord.Interaction[Any], allowed: Sequence[int]) -> discord.Guild:
    """Check that games may be played in the interaction's channel, and return its server.

    Args:
        allowed: ids of the server's channels for games; empty if all are allowed.

    Raises:
        Refused: this is no server, a permission is missing, or the channel is not allowed.
    """
    guild, channel = interaction.guild, interaction.channel
    if guild is None or channel is None:
        raise Refused("only-in-servers")
    names = IN_THREADS if isinstance(channel, discord.Thread) else NEEDED
    _expect(interaction, names)
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    if NOTHING in allowed:
        raise Refused("setting-unreadable")
    if allowed and channel.id not in allowed and parent not in allowed:
        raise Refused("not-in-this-channel")
    return guild


def has_threads(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the interaction's channel is of a kind that can have threads."""
    return isinstance(interaction.channel, discord.TextChannel)


def can_have_thread(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot may open a thread in the interaction's channel."""
    return has_threads(interaction) and _missing(interaction, FOR_THREADS) is None


def check_threads(interaction: discord.Interaction[Any]) -> None:
    """Check that the bot may open a thread in the interaction's channel.

    Raises:
        Refused: a permission is missing, or the channel has no threads.
    """
    if not has_threads(interaction):
        raise Refused("no-threads-here")
    _expect(interaction, FOR_THREADS)


def missing_permissions_text(interaction: discord.Interaction[Any]) -> Text | None:
    """Return a sentence that lists the bot's missing permissions in the channel; ``None`` if it has all."""
    names = IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
    missing = _missing(interaction, names)
    if missing is None:
        return None
    can_give = interaction.permissions.manage_roles or interaction.permissions.manage_channels
    return Text("shut-out-yours" if can_give else "shut-out", {"permissions": missing})


def _expect(interaction: discord.Interaction[Any], names: Sequence[str]) -> None:
    if (missing := _missing(interaction, names)) is not None:
        raise Refused("missing-permissions", permissions=missing)


def _missing(interaction: discord.Interaction[Any], names: Sequence[str]) -> Joined | None:
    return _lacking(interaction.app_permissions, names)


def missing_permissions_in(guild: discord.Guild, channel_id: int) -> Joined | None:
    """Return the permissions that the bot lacks in a channel; ``None`` if it has all."""
    channel = guild.get_channel(channel_id)
    return None if channel is None else _lacking(channel.permissions_for(guild.me), NEEDED)


def _lacking(permissions: discord.Permissions, names: Sequence[str]) -> Joined | None:
    missing = [name for name in names if not getattr(permissions, name)]
    if not missing:
        return None
    return Joined(tuple(Text(f"permission-{name.replace('_', '-')}") for name in missing))
