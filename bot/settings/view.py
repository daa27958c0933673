"""The panel in which those who run a server set how the bot behaves there."""

from __future__ import annotations

from collections.abc import Mapping

from bot.interactions import colours
from bot.language.catalogue import LANGUAGES
from bot.language.localizer import Localizer, plain
from bot.settings.changes import AUTOMATIC, NO, TABLES, YES, ZONES
from bot.tables.clocks import CLOCKS
from bot.wire.components import (
    CHOICES_LIMIT,
    FORUM_CHANNEL,
    PLACEHOLDER_LIMIT,
    TEXT_CHANNEL,
    VOICE_CHANNEL,
    ActionRow,
    ChannelSelect,
    Item,
    RoleSelect,
    button,
    button_rows,
    clip,
    custom_id,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from games import GAMES
from storage.rows import CHANNEL, THREAD, GuildSettings
from storage.servers.settings import SCOPES

CHANNEL_TYPES = (TEXT_CHANNEL, VOICE_CHANNEL, FORUM_CHANNEL)


PAGES = {
    "tables": ("language", "channels", "clock", "venue"),
    "limits": ("games", "tables", "pings", "players", "keepers"),
    "scores": ("scope", "records", "zone"),
}
"""The pages of the panel, each no longer than a phone's screen, and what is set there."""


def page_of(setting: str) -> str:
    """Name the page on which something is set."""
    return next((page for page, settings in PAGES.items() if setting in settings), "tables")


def settings_page(settings: GuildSettings, words: Localizer, clock: str, page: str = "tables") -> Page:
    """Render a page of a server's settings, a menu for each.

    Args:
        settings: what the server has chosen.
        words: the reader's words.
        clock: of tables on servers that have not chosen one.
        page: which page.
    """
    menus = _menus(settings, words, clock)
    items: list[Item] = []
    for name in PAGES[page]:
        said = text_display(words(f"settings-{name}"), f"-# {words(f'settings-{name}-about')}")
        items += [said, menus[name]]
    others = [
        button("settings", "all", words(f"button-settings-{one}"), one, disabled=one == page) for one in PAGES
    ]
    return framed(text_display(words("settings-title")), *items, *button_rows(others), accent=colours.LOBBY)


def _menus(settings: GuildSettings, words: Localizer, clock: str) -> dict[str, ActionRow]:
    """Make the menu of each setting."""
    usual = words("settings-clock-auto", clock=words(f"clock-{clock}"))
    one_of: dict[str, tuple[str, dict[str, str]]] = {
        "language": (
            settings.locale or AUTOMATIC,
            {code: words(f"settings-language-{code}") for code in (AUTOMATIC, *LANGUAGES)},
        ),
        "clock": (
            settings.clock or AUTOMATIC,
            {AUTOMATIC: usual, **{name: words(f"clock-{name}") for name in CLOCKS}},
        ),
        "venue": (settings.venue, {one: words(f"settings-venue-{one}") for one in (CHANNEL, THREAD)}),
        "zone": (
            settings.time_zone or AUTOMATIC,
            {AUTOMATIC: words("settings-zone-auto"), **{name: name for name in ZONES}},
        ),
        "scope": (settings.board_scope, {one: words(f"settings-scope-{one}") for one in SCOPES}),
        "records": (
            YES if settings.share_records else NO,
            {one: words(f"settings-records-{one}") for one in (YES, NO)},
        ),
        "tables": (
            str(settings.most_tables or AUTOMATIC),
            {
                AUTOMATIC: words("settings-tables-auto"),
                **{str(most): words("settings-tables-most", most=most) for most in TABLES},
            },
        ),
        "pings": (YES if settings.pings else NO, {one: words(f"settings-pings-{one}") for one in (YES, NO)}),
    }
    menus = {name: _menu(name, chosen, named, words) for name, (chosen, named) in one_of.items()}
    games = [option(game.id, words(f"{game.id}-name"), chosen=game.id in settings.games) for game in GAMES]
    prompt = words("settings-games-all")
    menus["games"] = menu("set", "all", prompt, games, "games", least=0, most=len(games))
    menus["channels"] = _channels(settings.channel_ids, words)
    menus["players"] = _roles("players", settings.player_roles, words)
    menus["keepers"] = _roles("keepers", settings.keeper_roles, words)
    return menus


def _menu(name: str, chosen: str, named: Mapping[str, str], words: Localizer) -> ActionRow:
    options = [option(value, said, chosen=value == chosen) for value, said in named.items()]
    return menu("set", "all", plain(words(f"settings-{name}")), options, name)


def _roles(name: str, chosen: tuple[int, ...], words: Localizer) -> ActionRow:
    """Offer the server's roles."""
    select = RoleSelect(
        custom_id("r", "set", "all", name),
        clip(words(f"settings-{name}-none"), PLACEHOLDER_LIMIT),
        tuple({"id": str(role_id), "type": "role"} for role_id in chosen[:CHOICES_LIMIT]),
        min_values=0,
        max_values=CHOICES_LIMIT,
    )
    return ActionRow((select,))


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
