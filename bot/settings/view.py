"""The panel in which those who run a server set how the bot behaves there."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions import colours
from bot.interactions.components import (
    CHOICES_LIMIT,
    Option,
    SettledView,
    container_view,
    custom_id,
    menu,
    text_display,
)
from bot.language.catalogue import LANGUAGES
from bot.language.localizer import Localizer, plain
from bot.settings.changes import AUTOMATIC, NO, YES
from bot.tables.clocks import CLOCKS
from storage.rows import CHANNEL, THREAD, GuildSettings
from storage.settings import SCOPES

CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.voice, discord.ChannelType.forum]


def settings_view(settings: GuildSettings, words: Localizer) -> SettledView:
    """Render a server's settings, a menu for each."""
    language = [
        Option(AUTOMATIC, words("settings-language-auto"), chosen=settings.locale is None),
        *(
            Option(code, words(f"settings-language-{code}"), chosen=settings.locale == code)
            for code in LANGUAGES
        ),
    ]
    clocks = [
        Option(AUTOMATIC, words("settings-clock-auto"), chosen=settings.clock is None),
        *(Option(name, words(f"clock-{name}"), chosen=settings.clock == name) for name in CLOCKS),
    ]
    venues = [
        Option(venue, words(f"settings-venue-{venue}"), chosen=settings.venue == venue)
        for venue in (CHANNEL, THREAD)
    ]
    scopes = [
        Option(scope, words(f"settings-scope-{scope}"), chosen=settings.board_scope == scope)
        for scope in SCOPES
    ]
    records = [
        Option(value, words(f"settings-records-{value}"), chosen=settings.share_records == (value == YES))
        for value in (YES, NO)
    ]
    return container_view(
        text_display(words("settings-title")),
        *_setting("language", language, words),
        text_display(words("settings-channels"), f"-# {words('settings-channels-about')}"),
        _channels(settings.channel_ids, words),
        *_setting("clock", clocks, words),
        *_setting("venue", venues, words),
        *_setting("scope", scopes, words),
        *_setting("records", records, words),
        accent=colours.LOBBY,
    )


def _setting(
    name: str, options: list[Option], words: Localizer
) -> tuple[discord.ui.TextDisplay[Any], discord.ui.ActionRow[Any]]:
    title = words(f"settings-{name}")
    return text_display(title, f"-# {words(f'settings-{name}-about')}"), menu(
        "set", "all", plain(title), options, name
    )


def _channels(channel_ids: tuple[int, ...], words: Localizer) -> discord.ui.ActionRow[Any]:
    """Offer the server's channels; none chosen means all."""
    item: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        placeholder=words("settings-channels-all"),
        channel_types=CHANNEL_TYPES,
        default_values=[
            discord.SelectDefaultValue(id=channel_id, type=discord.SelectDefaultValueType.channel)
            for channel_id in channel_ids[:CHOICES_LIMIT]
        ],
        min_values=0,
        max_values=CHOICES_LIMIT,
        custom_id=custom_id("c", "set", "all", "channels"),
    )
    return discord.ui.ActionRow(item)
