"""What the bot may do in a channel, and which permission is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.refused import Refused
from games.core.words import Joined, Text

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")

FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
"""What it takes to play in a thread made for it."""

FOR_EVENTS = ("create_events",)
"""What it takes to make an appointment an event of its server; nobody is told where it is missing."""


def check_channel(interaction: discord.Interaction[Any], allowed: Sequence[int]) -> discord.Guild:
    """Return the server where a table can stand; ``allowed`` are its channels for games, empty for all.

    Raises:
        Refused: outside a server; saying which permission is missing, or that this channel is not for games.
    """
    guild, channel = interaction.guild, interaction.channel
    if guild is None or channel is None:
        raise Refused("only-in-servers")
    names = IN_THREADS if isinstance(channel, discord.Thread) else NEEDED
    _expect(interaction, names)
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    if allowed and channel.id not in allowed and parent not in allowed:
        raise Refused("not-in-this-channel")
    return guild


def has_threads(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether threads can be made in a channel; not in one, nor in the talk of a voice channel."""
    return isinstance(interaction.channel, discord.TextChannel)


def can_have_thread(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether a game can have a thread of its own here."""
    return has_threads(interaction) and _missing(interaction, FOR_THREADS) is None


def check_threads(interaction: discord.Interaction[Any]) -> None:
    """Refuse where no game can have a thread of its own.

    Raises:
        Refused: saying which permission is missing, or that there are no threads here.
    """
    if not has_threads(interaction):
        raise Refused("no-threads-here")
    _expect(interaction, FOR_THREADS)


def shut_out(interaction: discord.Interaction[Any]) -> Text | None:
    """Say which permissions are missing where something was done, and who can give them; or nothing."""
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
    missing = [name for name in names if not getattr(interaction.app_permissions, name)]
    if not missing:
        return None
    return Joined(tuple(Text(f"permission-{name.replace('_', '-')}") for name in missing))
