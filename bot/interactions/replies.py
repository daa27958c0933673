"""Private answers to whoever acts, in their own language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import aiohttp
import discord

from bot.language.catalogue import language_of
from bot.language.localizer import Localizer

UNREACHABLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""All that can be raised when Discord does not do what it was asked (time-outs are an ``OSError``)."""


def mentioning(user_ids: Iterable[int] = ()) -> discord.AllowedMentions:
    """Let a message notify these people and nobody else, whoever it names."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def reader(interaction: discord.Interaction[Any]) -> Localizer:
    """Speak the language of the person who acts."""
    return Localizer(language_of(interaction.locale))


async def answer(
    interaction: discord.Interaction[Any],
    view: discord.ui.LayoutView,
    files: Sequence[discord.File] = (),
) -> discord.InteractionCallbackResponse[Any] | discord.WebhookMessage:
    """Answer privately: by a message of one's own, also when something was answered already."""
    if interaction.response.is_done():
        return await interaction.followup.send(view=view, files=list(files), ephemeral=True, wait=True)
    return await interaction.response.send_message(view=view, files=list(files), ephemeral=True)


async def update(
    interaction: discord.Interaction[Any], view: discord.ui.LayoutView, attachments: Sequence[Any] = ()
) -> discord.InteractionCallbackResponse[Any] | discord.InteractionMessage | None:
    """Answer a tap by showing something else on the message that was tapped, acknowledged before or not."""
    if interaction.response.is_done():
        return await interaction.edit_original_response(view=view, attachments=list(attachments))
    return await interaction.response.edit_message(view=view, attachments=list(attachments))


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Say that a tap has arrived, and nothing else; whatever is to be seen comes by itself, or later."""
    if not interaction.response.is_done():
        await interaction.response.defer()
