"""Posts what a person asks the bot to post for everybody: results, moments, positions, leaderboards.

Every public message that a person asks for, except those of tables and tournaments, goes through
``publish`` or ``may_announce``. The person needs the permission to write in the channel, must not be banned,
waits between two posts, and posts the same thing in a channel once.
"""

from __future__ import annotations

from typing import NamedTuple

import discord

from bot.app import Interaction
from bot.clock import snowflake_time_ms
from bot.interactions import acknowledge, announce, check_writable, is_hosted, words_for
from bot.moderation import check_admission
from bot.posting import find_message, send_page
from bot.refused import Refused
from bot.wire.errors import AUTOMOD, UNKNOWN_INTERACTION, RequestRejected
from bot.wire.messages import Page
from storage.errors import Banned
from storage.people import Sharing, SharingBegun, begin_sharing, end_sharing
from storage.rows import Name


class PublicPlace(NamedTuple):
    """The channel in which a person posts, and the language of its public messages."""

    channel_id: int
    language: str


async def check_place(interaction: Interaction) -> PublicPlace:
    """Check that the person and the bot may post in the interaction's channel, and return the place.

    Raises:
        Refused: the person or the bot may not post there.
    """
    # Outside of servers, and where only the person has installed the app, Discord decides who sees an answer.
    channel_id = interaction.channel_id
    if channel_id is None:
        raise Refused("only-in-servers")
    if interaction.guild_id is not None and not _may_write(interaction):
        raise Refused("share-may-not")
    if not is_hosted(interaction):
        return PublicPlace(channel_id, words_for(interaction).language)
    settings = await check_admission(interaction)
    guild = await check_writable(interaction, settings.channel_ids)
    return PublicPlace(channel_id, await interaction.client.public_language(guild))


def _may_write(interaction: Interaction) -> bool:
    may = interaction.permissions
    is_thread = isinstance(interaction.channel, discord.Thread)
    return may.send_messages_in_threads if is_thread else may.send_messages


async def publish(interaction: Interaction, place: PublicPlace, key: str, page: Page) -> None:
    """Post a page in a channel for a person: as the answer to a command, or as a message after a tap.

    Args:
        place: the result of ``check_place``.
        key: unique custom id of a button in the page. It is equal for equal things.

    Raises:
        Refused: the person must wait, the same thing was posted before, or Discord refuses the message.
        Banned: the person is banned on the server.
    """
    begun = await _begin(interaction, _sharing(interaction, key))
    store = interaction.client.store
    is_tap = interaction.type is discord.InteractionType.component
    try:
        if is_tap:
            await acknowledge(interaction)
        # The process may have ended between sending and storing.
        if begun.is_uncertain:
            message_id = await _find(interaction, key)
        else:
            message_id = None
        is_repeat = message_id is not None
        if not is_repeat and is_tap:
            message_id = await send_page(
                interaction.client, interaction.guild_id or 0, place.channel_id, key, page
            )
        elif not is_repeat:
            message_id = (await announce(interaction, page)).message_id
    except RequestRejected as error:
        await store.write(end_sharing, place.channel_id, key, None)
        if error.code == UNKNOWN_INTERACTION:
            raise
        raise Refused("share-automod" if error.code == AUTOMOD else "share-refused") from error
    if message_id is not None:
        await store.write(end_sharing, place.channel_id, key, message_id)
    if is_repeat:
        raise Refused("share-already")


async def _find(interaction: Interaction, key: str) -> int | None:
    guild_id = interaction.guild_id
    channel_id = interaction.channel_id
    if not is_hosted(interaction) or guild_id is None or channel_id is None:
        return None
    return await find_message(interaction.client, guild_id, channel_id, key)


async def may_announce(interaction: Interaction, what: str) -> bool:
    """Return whether a command's answer may be public. A public answer counts like a post.

    Args:
        what: text that is equal for equal answers. The same answer to the same person may be public again
            after some minutes.
    """
    try:
        await check_place(interaction)
        await _begin(interaction, _sharing(interaction, what, can_repeat=True))
    except (Refused, Banned):
        return False
    return True


def _sharing(interaction: Interaction, thing: str, *, can_repeat: bool = False) -> Sharing:
    return Sharing(
        interaction.user.id,
        Name(interaction.user.display_name),
        interaction.guild_id,
        interaction.channel_id or 0,
        thing,
        snowflake_time_ms(interaction.id),
        _slow_ms(interaction),
        can_repeat,
    )


def _slow_ms(interaction: Interaction) -> int:
    # Discord's slow mode does not hold for bots, so it is applied to the person here.
    if interaction.permissions.bypass_slowmode:
        return 0
    return 1000 * int(getattr(interaction.channel, "slowmode_delay", 0) or 0)


async def _begin(interaction: Interaction, sharing: Sharing) -> SharingBegun:
    begun = await interaction.client.store.write(begin_sharing, sharing)
    if begun.allowed_at is not None:
        raise Refused("share-wait", when=f"<t:{-(-begun.allowed_at // 1000)}:R>")
    if begun.message_id is not None or (begun.is_uncertain and sharing.can_repeat):
        raise Refused("share-already")
    return begun
