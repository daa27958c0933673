"""Answers to interactions, in the language of the person who tapped."""

from __future__ import annotations

from typing import Any

import discord

from bot.language.catalogue import language_of
from bot.language.localizer import Localizer
from bot.wire.components import Form
from bot.wire.exchange import Exchange
from bot.wire.messages import Page, SentMessage


def exchange_of(interaction: discord.Interaction[Any]) -> Exchange:
    """Return the object that sends all answers to an interaction. The first call creates it."""
    exchange: Exchange | None = interaction.extras.get(Exchange)
    if exchange is None:
        exchange = interaction.extras[Exchange] = Exchange(
            interaction.client.transport_to(interaction.guild_id or 0),
            interaction.id,
            interaction.token,
            interaction.locale.value,
            interaction.client.clock.elapsed_ms(),
            interaction.channel_id or 0,
        )
    return exchange


def reader(interaction: discord.Interaction[Any]) -> Localizer:
    """Return a localizer for the language of the person who used a command or button."""
    return Localizer(language_of(interaction.locale))


async def answer(interaction: discord.Interaction[Any], page: Page) -> SentMessage:
    """Answer with a new message that only this person can see."""
    return await exchange_of(interaction).send_private(page)


async def announce(interaction: discord.Interaction[Any], page: Page) -> SentMessage:
    """Answer a command with a message that everybody in the channel can see."""
    return await exchange_of(interaction).announce(page)


async def update(interaction: discord.Interaction[Any], page: Page) -> SentMessage:
    """Answer a tap by replacing the content of the tapped message."""
    return await exchange_of(interaction).update(page)


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge a tap without a visible answer. An answer may follow later."""
    await exchange_of(interaction).acknowledge()


async def ask(interaction: discord.Interaction[Any], form: Form) -> None:
    """Answer a tap by opening a form (a modal dialog)."""
    await exchange_of(interaction).ask(form)
