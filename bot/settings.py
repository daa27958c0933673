"""Settings: how the bot behaves on a server."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from discord import app_commands

from bot import LANGUAGES, interactions
from bot.app import Action, Interaction, Tap
from bot.interactions import (
    answer,
    ask,
    command,
    number_in,
    preselected_values,
    reader,
    update,
    why_not_posted,
)
from bot.language import Localizer, plain, usual_zone
from bot.moderation import new_log_entry
from bot.pages.standings import season_end, season_name
from bot.refused import Refused
from bot.tables.clocks import CLOCKS
from bot.wire.components import (
    CHOICES_LIMIT,
    FORUM_CHANNEL,
    PLACEHOLDER_LIMIT,
    TEXT_CHANNEL,
    TITLE_LIMIT,
    VOICE_CHANNEL,
    ActionRow,
    ChannelSelect,
    Form,
    FormSelect,
    Item,
    RoleSelect,
    Separator,
    TextInput,
    button,
    button_rows,
    clip,
    custom_id,
    field,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from games import GAMES
from storage.changes import ListChange
from storage.rows import CHANNEL, NO_GAME, NOTHING, THREAD, GuildSettings, Name
from storage.scores.results import WEEK_MS
from storage.scores.seasons import Season, load_running_season
from storage.servers import (
    CHANGED,
    MOST_WEEKS,
    SCOPES,
    begin_season,
    change_season,
    change_setting,
    end_season,
    load_settings,
)

# --- seasons view -------------------------------------------------------------------------------------------
# The season section of a server's settings, and the form that defines a season.

LONGEST_NAME = 40
"""Length limit of a season's name, in characters."""
USUAL_WEEKS = 4
_ONE_LINE = 1
"""Discord's style of a text field with one line."""


def season_items(running: Season | None, words: Localizer) -> list[Item]:
    """Return the components about the running season, with buttons to begin, change or end one."""
    if running is None:
        now = words("season-none")
    else:
        name = season_name(running, words)
        now = words("settings-seasons-now", season=name, when=season_end(running))
    begin = button("season_ask", "all", words("button-season-begin"), style="primary", emoji="🏁")
    ways = [begin]
    if running is not None and running.name:
        change = button("season_ask", "all", words("button-season-change"), "change")
        ways = [change, button("season_end", "all", words("button-season-end"), style="danger")]
    return [Separator(), text_display(now, words("settings-seasons-about")), *button_rows(ways)]


def season_form(running: Season | None, words: Localizer) -> Form:
    """Return the form in which managers enter the name and the length of a season.

    Args:
        running: the season to change; ``None`` for a new one.
    """
    weeks = USUAL_WEEKS if running is None else round((running.ends_at - running.starts_at) / WEEK_MS)
    options = [
        option(
            str(count), words("season-form-week", weeks=count), chosen=count == max(1, min(weeks, MOST_WEEKS))
        )
        for count in range(1, MOST_WEEKS + 1)
    ]
    current_name = None if running is None else str(running.name)
    name = field(words("season-form-name"), TextInput("name", _ONE_LINE, LONGEST_NAME, current_name))
    length = field(words("season-form-weeks"), FormSelect("weeks", tuple(options)))
    verb = "season_begin" if running is None else "season_change"
    return Form(custom_id("m", verb, "all"), clip(words("season-form"), TITLE_LIMIT), (name, length))


class SeasonForm(NamedTuple):
    """The values of a filled-in form for a season."""

    name: Name
    weeks: int


def read_season_form(values: tuple[str, ...]) -> SeasonForm:
    """Return the name and the length from a filled-in form.

    Raises:
        Refused: there is no name, or the length is not possible.
    """
    name = " ".join(values[0].split())[:LONGEST_NAME] if values else ""
    if not name:
        raise Refused("season-not-named")
    weeks = number_in(values[1] if len(values) > 1 else "", MOST_WEEKS + 1)
    if not weeks:
        raise Refused("season-not-named")
    return SeasonForm(Name(name), weeks)


# --- changes ------------------------------------------------------------------------------------------------
# The settings of a server that are changed by menus, and their possible values.

AUTOMATIC = "auto"
YES, NO = "yes", "no"

TABLES = (1, 2, 3, 5, 8)
"""Limits of open tables per channel that a server can choose."""

_MEANINGS: dict[str, object] = {AUTOMATIC: None, YES: True, NO: False, **{str(most): most for most in TABLES}}


class SettingMenu(msgspec.Struct, frozen=True):
    """A menu that changes a setting of a server."""

    field: str  # the field of GuildSettings that the menu changes
    choices: tuple[str, ...] = ()  # the possible values; empty for a menu of channels, roles or games
    is_single: bool = False  # the field holds one channel or role


HOURS = tuple(f"h{hour}" for hour in range(24))
"""The hours of a day, as values of a menu."""

ZONES = (
    *("UTC", "Asia/Tokyo", "Asia/Seoul", "Asia/Shanghai", "Asia/Singapore", "Asia/Kolkata", "Asia/Dubai"),
    *(
        "Europe/London",
        "Europe/Lisbon",
        "Europe/Paris",
        "Europe/Berlin",
        "Europe/Helsinki",
        "Europe/Istanbul",
    ),
    *("Africa/Johannesburg", "America/Sao_Paulo", "America/New_York", "America/Chicago", "America/Denver"),
    *("America/Los_Angeles", "Pacific/Honolulu", "Australia/Perth", "Australia/Sydney", "Pacific/Auckland"),
)
"""Time zones that the menu offers."""

CHANGES = {
    "language": SettingMenu("locale", (AUTOMATIC, *LANGUAGES)),
    "channels": SettingMenu("channel_ids"),
    "clock": SettingMenu("clock", (AUTOMATIC, *CLOCKS)),
    "zone": SettingMenu("time_zone", (AUTOMATIC, *ZONES)),
    "venue": SettingMenu("venue", (CHANNEL, THREAD)),
    "scope": SettingMenu("board_scope", SCOPES),
    "records": SettingMenu("share_records", (YES, NO)),
    "trophies": SettingMenu("trophies", (YES, NO)),
    "games": SettingMenu("games"),
    "tables": SettingMenu("most_tables", (AUTOMATIC, *map(str, TABLES))),
    "pings": SettingMenu("pings", (YES, NO)),
    "daily": SettingMenu("daily_channel", is_single=True),
    "hour": SettingMenu("daily_hour", HOURS),
    "season": SettingMenu("season_channel", is_single=True),
    "results": SettingMenu("results_channel", is_single=True),
    "players": SettingMenu("player_roles"),
    "keepers": SettingMenu("keeper_roles"),
    "organizers": SettingMenu("organizers", ("managers", "everybody")),
}


class SettingChange(NamedTuple):
    """The field of ``GuildSettings`` to change, and its new value (of a list, a ``ListChange``)."""

    field: str
    value: object


def read_change(
    setting: str, selected: tuple[str, ...], selected_before: tuple[str, ...] = ()
) -> SettingChange:
    """Return the change that a person has made in the menu of a setting.

    Raises:
        Refused: there is no such setting or value.
    """
    change = CHANGES.get(setting)
    # Menus offer no such thing, so this is an old or forged custom id.
    if change is None or len(selected) > CHOICES_LIMIT:
        raise Refused("settings-no-such")
    # A choice among fixed values.
    if change.choices and len(selected) == 1 and selected[0] in change.choices:
        if setting == "hour":
            return SettingChange(change.field, HOURS.index(selected[0]))
        return SettingChange(change.field, _MEANINGS.get(selected[0], selected[0]))
    # A single channel or role, which may be removed.
    if change.is_single and len(selected) <= 1:
        return SettingChange(change.field, number_in(selected[0]) if selected else None)
    # Lists keep entries that the menu could not show, so only the difference is applied.
    if setting == "games" and {*selected} <= {game.id for game in GAMES}:
        return SettingChange(change.field, ListChange.between(selected_before, selected))
    if setting != "games" and not change.choices and not change.is_single:
        return SettingChange(
            change.field, ListChange.between(map(int, selected_before), map(number_in, selected))
        )
    raise Refused("settings-no-such")


def menu_choice(settings: GuildSettings, name: str) -> str:
    """Return the menu entry for the present value of a setting."""
    value = getattr(settings, CHANGES[name].field)
    if name == "hour":
        return HOURS[int(value)]
    if isinstance(value, bool):
        return YES if value else NO
    return AUTOMATIC if value is None else str(value)


# --- view ---------------------------------------------------------------------------------------------------
# The pages on which managers see and change a server's settings.

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
    return framed(*items, *button_rows(others), accent=interactions.LOBBY)


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


# --- actions ------------------------------------------------------------------------------------------------
# Handlers of /settings, for people who manage a server.

SEASON = "seasons"
"""Name of the setting in the moderation log when a season is begun, changed or ended."""


@command("settings")
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def settings(interaction: Interaction) -> None:
    """Open the settings of a server, for a person who may change them."""
    chosen = await interaction.client.store.read(load_settings, _managed_server(interaction))
    await answer(interaction, settings_page(chosen, reader(interaction), interaction.client.config.clock))


async def change_from_menu(tap: Tap) -> None:
    """Change a server's setting to the value that was selected in its menu.

    Raises:
        Refused: the person may not change settings.
    """
    guild_id = _managed_server(tap.interaction)
    field, value = read_change(tap.arg, tap.values, preselected_values(tap.interaction))
    act = new_log_entry(tap.interaction, CHANGED, about=tap.arg, is_host=False)
    await tap.app.store.write(change_setting, guild_id, field, value, act)
    await _show_page(tap, page_of(tap.arg))
    # The channel for a post may be one where the bot cannot write.
    guild = tap.interaction.guild
    if CHANGES[tap.arg].is_single and isinstance(value, int) and guild is not None:
        reason = why_not_posted(tap.app, guild, value)
        if reason is not None:
            sentence = reader(tap.interaction)(reason)
            await answer(tap.interaction, framed(text_display(sentence), accent=interactions.YOUR_TURN))


async def show_settings_page(tap: Tap) -> None:
    """Show another page of a server's settings."""
    if tap.arg not in PAGES:
        raise Refused("settings-no-such")
    await _show_page(tap, tap.arg)


async def _show_page(tap: Tap, page: str) -> None:
    guild_id = _managed_server(tap.interaction)
    chosen = await tap.app.store.read(load_settings, guild_id)
    running = await tap.app.store.read(load_running_season, guild_id, tap.app.clock.now_ms())
    words, clock = reader(tap.interaction), tap.app.config.clock
    await update(tap.interaction, settings_page(chosen, words, clock, page, running))


# --- seasons ------------------------------------------------------------------------------------------------


async def season_ask(tap: Tap) -> None:
    """Open the form for a new season, or for changes to the running season."""
    running = await tap.app.store.read(
        load_running_season, _managed_server(tap.interaction), tap.app.clock.now_ms()
    )
    own = running if running is not None and running.name else None
    await ask(tap.interaction, season_form(own if tap.arg else None, reader(tap.interaction)))


async def season_begin(tap: Tap) -> None:
    """Begin a season with the name and the length from the form.

    Raises:
        Refused: a season that managers began is running.
    """
    guild_id, (name, weeks) = _managed_server(tap.interaction), read_season_form(tap.values)
    app, act = tap.app, new_log_entry(tap.interaction, CHANGED, about=SEASON, is_host=False)
    guild = app.get_guild(guild_id)
    zone = usual_zone("" if guild is None else await app.public_language(guild))
    now = app.clock.now_ms()
    begun = await app.store.write(begin_season, guild_id, name, weeks, now, zone, act)
    if begun is None:
        raise Refused("season-running")
    await _show_page(tap, "seasons")


async def season_change(tap: Tap) -> None:
    """Change the name and the length of the running season to those in the form.

    Raises:
        Refused: no season that managers began is running.
    """
    guild_id, (name, weeks) = _managed_server(tap.interaction), read_season_form(tap.values)
    act = new_log_entry(tap.interaction, CHANGED, about=SEASON, is_host=False)
    now = tap.app.clock.now_ms()
    if await tap.app.store.write(change_season, guild_id, name, weeks, now, act) is None:
        raise Refused("season-not-own")
    await _show_page(tap, "seasons")


async def end_running_season(tap: Tap) -> None:
    """Set the running season to end today.

    Raises:
        Refused: no season that managers began is running.
    """
    act = new_log_entry(tap.interaction, CHANGED, about=SEASON, is_host=False)
    guild_id, now = _managed_server(tap.interaction), tap.app.clock.now_ms()
    if await tap.app.store.write(end_season, guild_id, now, act) is None:
        raise Refused("season-not-own")
    await _show_page(tap, "seasons")


def _managed_server(interaction: Interaction) -> int:
    if interaction.guild_id is None:
        raise Refused("only-in-servers")
    if not interaction.permissions.manage_guild:
        raise Refused("settings-not-allowed")
    return interaction.guild_id


COMMANDS = (settings,)
ACTIONS: dict[str, Action] = {
    "set": change_from_menu,
    "settings": show_settings_page,
    "season_ask": season_ask,
    "season_begin": season_begin,
    "season_change": season_change,
    "season_end": end_running_season,
}
