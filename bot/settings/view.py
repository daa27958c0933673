"""The panel in which those who run a server set how the bot behaves there."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions import colours
from bot.interactions.components import (
    CHOICES_LIMIT,
    Option,
    container_view,
    custom_id,
    menu,
    text_display,
)
from bot.language.catalogue import LANGUAGES
from bot.language.localizer import Localizer, plain
from bot.settings.changes import AUTOMATIC, NO, YES
from storage.rows import GuildSettings
from storage.settings import SCOPES

TURN_SECONDS = (60, 120, 300, 600, 1800, 3600, 21_600, 86_400, 259_200)
CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.voice, discord.ChannelType.forum]


def settings_view(settings: GuildSettings, words: Localizer) -> discord.ui.LayoutView:
    """Render a server's settings, a menu for each."""
    language = [
        Option(AUTOMATIC, words("settings-language-auto"), chosen=settings.locale is None),
        *(
            Option(code, words(f"settings-language-{code}"), chosen=settings.locale == code)
            for code in LANGUAGES
        ),
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
        *_setting("turn", _turn_options(settings.turn_seconds, words), words),
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


def _turn_options(seconds: int | None, words: Localizer) -> list[Option]:
    """List the times for a turn; one that is set but not offered any more stays in the list."""
    known = sorted({*TURN_SECONDS, *([seconds] if seconds else [])})
    return [
        Option(AUTOMATIC, words("settings-turn-auto"), chosen=seconds is None),
        *(Option(str(time), _time(time, words), chosen=seconds == time) for time in known),
        Option("0", words("settings-turn-none"), chosen=seconds == 0),
    ]


def _time(seconds: int, words: Localizer) -> str:
    if seconds % 86_400 == 0:
        return words("settings-days", days=seconds // 86_400)
    if seconds % 3600 == 0:
        return words("settings-hours", hours=seconds // 3600)
    return words("settings-minutes", minutes=max(1, seconds // 60))
