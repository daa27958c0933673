"""Whether the bot may write in a channel, and what a person can do if it may not.

All features that post messages ask here: tables, tournaments, shared moments and results, settings.
Three things decide:

- the permissions, which come with each interaction, or with the server;
- what Discord has refused lately (``Places.is_refused``), for reasons that permissions do not show;
- for a private thread, whether the bot is a member. The permissions look complete even if it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.refused import Refused
from bot.wire.errors import DiscordError, RequestRejected
from bot.wire.limits import Priority, Route
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


async def check_writable(interaction: discord.Interaction[Any], allowed: Sequence[int]) -> discord.Guild:
    """Check that the bot may post about games in the interaction's channel, and return its server.

    Args:
        allowed: ids of the server's channels for games; empty if all are allowed.

    Raises:
        Refused: the bot may not write there; the reason says what to do.
    """
    guild = check_channel(interaction, allowed)
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and _is_private(channel):
        advice = None if await _can_read(interaction, channel) else _join_advice(interaction.client)
    else:
        advice = advice_on_refusal(interaction.client, guild, interaction.channel_id or 0)
    if advice is not None:
        raise Refused("cannot-write", advice=advice)
    return guild


def advice_on_refusal(client: Any, guild: discord.Guild | None, channel_id: int) -> Text | None:
    """Return what a person can do if Discord refuses the bot's messages in a channel.

    Returns:
        ``None`` if no refusal is known.
    """
    thread = None if guild is None else guild.get_thread(channel_id)
    if thread is not None and _is_locked_for_bot(thread):
        return Text("cannot-write-locked")
    if not client.places.is_refused(channel_id):
        return None
    # A private thread that the bot cannot see is not among the channels and threads that it knows.
    is_known = thread is not None or (guild is not None and guild.get_channel(channel_id) is not None)
    if not is_known or (thread is not None and _is_private(thread)):
        return _join_advice(client)
    return Text("cannot-write-refused")


def _is_locked_for_bot(thread: discord.Thread) -> bool:
    is_moderator = thread.parent is not None and thread.permissions_for(thread.guild.me).manage_threads
    return thread.locked and not is_moderator


def _is_private(thread: discord.Thread) -> bool:
    return thread.type is discord.ChannelType.private_thread


def _join_advice(client: Any) -> Text:
    return Text("cannot-write-private", {"bot": f"<@{client.user.id}>"})


async def _can_read(interaction: discord.Interaction[Any], thread: discord.Thread) -> bool:
    # Members and moderators of a private thread can read it, and nobody else.
    places, transport = interaction.client.places, interaction.client.transport_to(interaction.guild_id)
    try:
        async with transport.permit(Priority.CALL, Route.LOOK, thread.id):
            await transport.history(thread.id, 1)
    except RequestRejected as refusal:
        places.note_refused(thread.id, refusal)
        return False
    except DiscordError:
        return True  # without an answer nothing is known against it
    places.note_opened(thread.id)
    return True


def check_channel(interaction: discord.Interaction[Any], allowed: Sequence[int]) -> discord.Guild:
    """Check that games may be played in the interaction's channel, and return its server.

    This covers the server's settings and the permissions. Before the bot posts there, ``check_writable``
    checks the rest.

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


def why_not_updated(interaction: discord.Interaction[Any]) -> Text | None:
    """Return why the bot cannot update its messages in the channel, and what to do; ``None`` if it can."""
    # In a direct message there are no permissions, and only some of them are listed as given.
    if interaction.guild_id is None:
        return None
    names = IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
    missing = _missing(interaction, names)
    if missing is None:
        advice = advice_on_refusal(interaction.client, interaction.guild, interaction.channel_id or 0)
        return None if advice is None else Text("shut-out-refused", {"advice": advice})
    can_give = interaction.permissions.manage_roles or interaction.permissions.manage_channels
    return Text("shut-out-yours" if can_give else "shut-out", {"permissions": missing})


def _expect(interaction: discord.Interaction[Any], names: Sequence[str]) -> None:
    if (missing := _missing(interaction, names)) is not None:
        raise Refused("missing-permissions", permissions=missing)


def _missing(interaction: discord.Interaction[Any], names: Sequence[str]) -> Joined | None:
    return _lacking(interaction.app_permissions, names)


def why_not_posted(client: Any, guild: discord.Guild, channel_id: int) -> Text | None:
    """Return why the bot cannot post in a channel of a server; ``None`` if it can, as far as is known."""
    channel = guild.get_channel(channel_id)
    missing = None if channel is None else _lacking(channel.permissions_for(guild.me), NEEDED)
    if missing is not None:
        return Text("settings-closed", {"channel": f"<#{channel_id}>", "permissions": missing})
    advice = advice_on_refusal(client, guild, channel_id)
    return (
        None
        if advice is None
        else Text("settings-refused", {"channel": f"<#{channel_id}>", "advice": advice})
    )


def _lacking(permissions: discord.Permissions, names: Sequence[str]) -> Joined | None:
    missing = [name for name in names if not getattr(permissions, name)]
    if not missing:
        return None
    return Joined(tuple(Text(f"permission-{name.replace('_', '-')}") for name in missing))
