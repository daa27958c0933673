"""The panel in which those who run a server set how the bot behaves there."""

from __future__ import annotations

from bot.interactions import colours
from bot.language.catalogue import LANGUAGES
from bot.language.localizer import Localizer, plain
from bot.settings.changes import AUTOMATIC, NO, YES
from bot.tables.clocks import CLOCKS
from bot.wire.components import (
    CHOICES_LIMIT,
    FORUM_CHANNEL,
    PLACEHOLDER_LIMIT,
    TEXT_CHANNEL,
    VOICE_CHANNEL,
    ActionRow,
    ChannelSelect,
    Option,
    TextDisplay,
    clip,
    custom_id,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from storage.rows import CHANNEL, THREAD, GuildSettings
from storage.servers.settings import SCOPES

CHANNEL_TYPES = (TEXT_CHANNEL, VOICE_CHANNEL, FORUM_CHANNEL)


def settings_page(settings: GuildSettings, words: Localizer, clock: str) -> Page:
    """Render a server's settings, a menu for each.

    Args:
        settings: what the server has chosen.
        words: the reader's words.
        clock: of tables on servers that have not chosen one.
    """
    language = [
        option(AUTOMATIC, words("settings-language-auto"), chosen=settings.locale is None),
        *(
            option(code, words(f"settings-language-{code}"), chosen=settings.locale == code)
            for code in LANGUAGES
        ),
    ]
    usual = words("settings-clock-auto", clock=words(f"clock-{clock}"))
    clocks = [
        option(AUTOMATIC, usual, chosen=settings.clock is None),
        *(option(name, words(f"clock-{name}"), chosen=settings.clock == name) for name in CLOCKS),
    ]
    venues = [
        option(venue, words(f"settings-venue-{venue}"), chosen=settings.venue == venue)
        for venue in (CHANNEL, THREAD)
    ]
    scopes = [
        option(scope, words(f"settings-scope-{scope}"), chosen=settings.board_scope == scope)
        for scope in SCOPES
    ]
    records = [
        option(value, words(f"settings-records-{value}"), chosen=settings.share_records == (value == YES))
        for value in (YES, NO)
    ]
    return framed(
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


def _setting(name: str, options: list[Option], words: Localizer) -> tuple[TextDisplay, ActionRow]:
    title = words(f"settings-{name}")
    return text_display(title, f"-# {words(f'settings-{name}-about')}"), menu(
        "set", "all", plain(title), options, name
    )


def _channels(channel_ids: tuple[int, ...], words: Localizer) -> ActionRow:
    """Offer the server's channels; none chosen means all."""
    chosen = [{"id": str(channel_id), "type": "channel"} for channel_id in channel_ids[:CHOICES_LIMIT]]
    select = ChannelSelect(
        custom_id("c", "set", "all", "channels"),
        clip(words("settings-channels-all"), PLACEHOLDER_LIMIT),
        CHANNEL_TYPES,
        tuple(chosen),
        min_values=0,
        max_values=CHOICES_LIMIT,
    )
    return ActionRow((select,))
