"""Private answers to whoever acts, in their own language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import aiohttp
import discord

from bot.language.catalogue import language_of
from bot.language.localizer import Localizer

UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""All that can be raised when Discord does not do what it was asked (time-outs are an ``OSError``)."""


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
