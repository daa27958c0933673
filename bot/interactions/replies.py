"""Answers to whoever acts, in their own language."""

from __future__ import annotations

from typing import Any

import discord

from bot.language.catalogue import language_of
from bot.language.localizer import Localizer
from bot.wire.components import Form
from bot.wire.exchange import Exchange
from bot.wire.messages import Page, Sent


def exchange_of(interaction: discord.Interaction[Any]) -> Exchange:
    """Find what is said back and forth in an interaction, from its first answer on."""
    exchange: Exchange | None = interaction.extras.get(Exchange)
    if exchange is None:
        exchange = interaction.extras[Exchange] = Exchange(
            interaction.client.transport,
            interaction.id,
            interaction.token,
            interaction.locale.value,
            interaction.client.clock.elapsed_ms(),
            interaction.channel_id or 0,
        )
    return exchange


def reader(interaction: discord.Interaction[Any]) -> Localizer:
    """Speak the language of the person who acts."""
    return Localizer(language_of(interaction.locale))


async def answer(interaction: discord.Interaction[Any], page: Page) -> Sent:
    """Answer privately: by a message of one's own, also when something was answered already."""
    return await exchange_of(interaction).say(page)


async def announce(interaction: discord.Interaction[Any], page: Page) -> Sent:
    """Answer a command so that everybody sees it."""
    return await exchange_of(interaction).announce(page)


async def update(interaction: discord.Interaction[Any], page: Page) -> Sent:
    """Answer a tap by showing something else on the message that was tapped."""
    return await exchange_of(interaction).update(page)


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Say that a tap has arrived, and nothing else; whatever is to be seen comes by itself, or later."""
    await exchange_of(interaction).acknowledge()


async def ask(interaction: discord.Interaction[Any], form: Form) -> None:
    """Answer a tap by a form."""
    await exchange_of(interaction).ask(form)
