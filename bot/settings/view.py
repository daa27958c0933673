"""The pages on which managers see and change a server's settings."""

from __future__ import annotations

from bot.interactions import colours
from bot.language.localizer import Localizer, plain
from bot.settings.changes import AUTOMATIC, CHANGES, menu_choice
from bot.settings.seasons_view import season_items
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
from storage.choices import NO_GAME, NOTHING
from storage.rows import GuildSettings
from storage.scores.seasons import Season

CHANNEL_TYPES = (TEXT_CHANNEL, VOICE_CHANNEL, FORUM_CHANNEL)

PAGES = {
    "tables": ("language", "channels", "clock", "venue", "organizers"),
    "limits": ("games", "tables", "pings", "players", "keepers"),
    "scores": ("scope", "records", "trophies", "zone"),
    "daily": ("daily", "hour"),
    "seasons": ("season", "results"),
}
"""The settings on each page of the panel, by the page's name. No page is higher than a phone's screen."""


def page_of(setting: str) -> str:
    """Return the name of the page that shows a setting."""
    return next((page for page, settings in PAGES.items() if setting in settings), "tables")


def settings_page(
    settings: GuildSettings,
    words: Localizer,
    default_clock: str,
    page: str = "tables",
    season: Season | None = None,
) -> Page:
    """Return one page of a server's settings, with a menu for each setting.

    Args:
        page: a key of ``PAGES``.
    """
    items: list[Item] = [text_display(words("settings-title"))]
    # Changes hold for new tables only.
    if page == "tables":
        items.append(text_display(words("settings-from-now-on")))
    for name in PAGES[page]:
        display = text_display(words(f"settings-{name}"), f"-# {words(f'settings-{name}-about')}")
        items += [display, _setting_menu(name, settings, words, default_clock)]
    if page == "seasons":
        items += season_items(season, words)
    others = [
        button(
            "settings", "all", words(f"button-settings-{page_name}"), page_name, disabled=page_name == page
        )
        for page_name in PAGES
    ]
    return framed(*items, *button_rows(others), accent=colours.LOBBY)


def _setting_menu(name: str, settings: GuildSettings, words: Localizer, clock: str) -> ActionRow:
    # ``clock`` is the bot's default time limit of a turn.
    present = getattr(settings, CHANGES[name].field)
    # A list that cannot be read shows nothing as chosen.
    if present in ((NOTHING,), (NO_GAME,)):
        present = ()
    # A setting with fixed values.
    if choices := CHANGES[name].choices:
        now = menu_choice(settings, name)
        options = [
            option(choice, _choice_label(name, choice, words, clock), chosen=choice == now)
            for choice in choices
        ]
        return menu("set", "all", plain(words(f"settings-{name}")), options, name)
    # A list of games; none means all.
    if name == "games":
        games = [option(game.id, words(f"{game.id}-name"), chosen=game.id in present) for game in GAMES]
        return menu("set", "all", words("settings-games-all"), games, name, least=0, most=len(games))
    # Channels and roles are Discord's own menus.
    sizes = {"min_values": 0, "max_values": 1 if CHANGES[name].is_single else CHOICES_LIMIT}
    if name == "channels" or CHANGES[name].is_single:
        ids = (
            present[:CHOICES_LIMIT]
            if name == "channels"
            else [chosen_id for chosen_id in (present,) if chosen_id]
        )
        default_values = tuple({"id": str(chosen_id), "type": "channel"} for chosen_id in ids)
        what = "settings-channels-all" if name == "channels" else f"settings-{name}-none"
        prompt = clip(words(what), PLACEHOLDER_LIMIT)
        ident = custom_id("c", "set", "all", name)
        types = CHANNEL_TYPES if name == "channels" else (TEXT_CHANNEL,)
        return ActionRow((ChannelSelect(ident, prompt, types, default_values, **sizes),))
    # All other settings are lists of roles.
    default_values = tuple({"id": str(chosen_id), "type": "role"} for chosen_id in present[:CHOICES_LIMIT])
    prompt = clip(words(f"settings-{name}-none"), PLACEHOLDER_LIMIT)
    return ActionRow((RoleSelect(custom_id("r", "set", "all", name), prompt, default_values, **sizes),))


def _choice_label(name: str, choice: str, words: Localizer, clock: str) -> str:
    if name == "clock":
        usual = words("settings-clock-auto", clock=words(f"clock-{clock}"))
        return usual if choice == AUTOMATIC else words(f"clock-{choice}")
    if name == "zone" and choice != AUTOMATIC:
        return choice
    if name == "hour":
        return words("settings-hour-at", hour=int(choice[1:]))
    if name == "tables" and choice != AUTOMATIC:
        return words("settings-tables-most", most=int(choice))
    return words(f"settings-{name}-{choice}")
