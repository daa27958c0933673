"""Settings: how the bot behaves on a server."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from discord import app_commands

from bot import LANGUAGES, interactions
from bot.app import Action, Interaction, Tap
from bot.interactions import (
    answer,
    ask,
    command,
    number_in,
    preselected_values,
    update,
    why_not_posted,
    words_for,
)
from bot.language import Localizer, plain, usual_zone
from bot.moderation import new_log_entry
from bot.pages.standings import season_end, season_name
from bot.refused import Refused
from bot.tables.clocks import CLOCKS
from bot.wire.components import (
    CHOICES_LIMIT,
    FORUM_CHANNEL,
    ONE_LINE,
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
from games.core.words import Text, text
from storage.rows import CHANNEL, NO_GAME, NOTHING, THREAD, GuildSettings, ListChange, Name
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


def season_items(running: Season | None, words: Localizer) -> list[Item]:
    """Return the components about the running season, with buttons to begin, change or end one."""
    if running is None:
        now = words("season-none")
    else:
        name = season_name(running, words)
        now = words("settings-seasons-now", season=name, when=season_end(running))
    # Only a season that managers began has a name, and can be changed.
    if running is not None and running.name:
        ways = [
            button("season_ask", "all", words("button-season-change"), "change"),
            button("season_end", "all", words("button-season-end"), style="danger"),
        ]
    else:
        ways = [button("season_ask", "all", words("button-season-begin"), style="primary", emoji="🏁")]
    return [Separator(), text_display(now, words("settings-seasons-about")), *button_rows(ways)]


def season_form(running: Season | None, words: Localizer) -> Form:
    """Return the form in which managers enter the name and the length of a season.

    Args:
        running: the season to change; ``None`` for a new one.
    """
    if running is None:
        verb = "season_begin"
        current_name = None
        weeks = USUAL_WEEKS
    else:
        verb = "season_change"
        current_name = str(running.name)
        weeks = round((running.ends_at - running.starts_at) / WEEK_MS)
    # The length of a season is rounded to weeks that the menu offers.
    current_weeks = max(1, min(weeks, MOST_WEEKS))
    options = []
    for count in range(1, MOST_WEEKS + 1):
        label = words("season-form-week", weeks=count)
        options.append(option(str(count), label, chosen=count == current_weeks))
    name = field(words("season-form-name"), TextInput("name", ONE_LINE, LONGEST_NAME, current_name))
    length = field(words("season-form-weeks"), FormSelect("weeks", tuple(options)))
    return Form(custom_id("m", verb, "all"), clip(words("season-form"), TITLE_LIMIT), (name, length))


class SeasonForm(NamedTuple):
    """The values of a filled-in form for a season."""

    name: Name
    weeks: int


def read_season_form(fields: Mapping[str, tuple[str, ...]]) -> SeasonForm:
    """Return the name and the length from a filled-in form.

    Raises:
        Refused: there is no name, or the length is not possible.
    """
    name = " ".join(" ".join(fields.get("name", ())).split())[:LONGEST_NAME]
    if not name:
        raise Refused("season-not-named")
    weeks = number_in("".join(fields.get("weeks", ())), MOST_WEEKS + 1)
    if not weeks:
        raise Refused("season-not-named")
    return SeasonForm(Name(name), weeks)


# --- declarations -------------------------------------------------------------------------------------------
# Each setting is declared once, in ``SETTINGS``. From there it is read, changed and shown.

AUTOMATIC = "auto"
YES_OR_NO = {"yes": True, "no": False}

MOST_TABLES = (1, 2, 3, 5, 8)
"""Limits of open tables per channel that a server can choose."""

ZONES = (
    "UTC",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Asia/Shanghai",
    "Asia/Singapore",
    "Asia/Kolkata",
    "Asia/Dubai",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Africa/Johannesburg",
    "America/Sao_Paulo",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "Pacific/Honolulu",
    "Australia/Perth",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Time zones that the menu offers."""

CHANNEL_TYPES = (TEXT_CHANNEL, VOICE_CHANNEL, FORUM_CHANNEL)


@dataclass(frozen=True)
class Setting(ABC):
    """A setting of a server, with the menu that changes it."""

    page: str  # the page of the panel that shows it
    name: str  # in custom ids, in the log, and in the texts ``settings-<name>`` and ``settings-<name>-about``
    field: str  # the field of ``GuildSettings``, which has the default

    @abstractmethod
    def read(self, selected: tuple[str, ...], selected_before: tuple[str, ...]) -> object:
        """Return the new value for the entries selected in the menu; for a list, a ``ListChange``.

        Raises:
            Refused: the menu offers no such entries, so the custom id is old or forged.
        """

    @abstractmethod
    def choices(self, present: Any, words: Localizer, default_clock: str) -> ActionRow:
        """Return the menu, with the present value selected."""


@dataclass(frozen=True)
class ChoiceSetting(Setting):
    """A setting with fixed values."""

    values: Mapping[str, object]  # the stored value of each entry of the menu
    labels: Mapping[str, Text | str] = dataclasses.field(
        default_factory=dict
    )  # otherwise ``settings-<name>-<entry>``

    def read(self, selected: tuple[str, ...], selected_before: tuple[str, ...]) -> object:
        if len(selected) != 1 or selected[0] not in self.values:
            raise Refused("settings-no-such")
        return self.values[selected[0]]

    def choices(self, present: Any, words: Localizer, default_clock: str) -> ActionRow:
        options = [
            option(entry, self._label(entry, words, default_clock), chosen=value == present)
            for entry, value in self.values.items()
        ]
        return menu("set", "all", plain(words(f"settings-{self.name}")), options, self.name)

    def _label(self, entry: str, words: Localizer, default_clock: str) -> str:
        label = self.labels.get(entry)
        if isinstance(label, str):
            return label
        if label is not None:
            return words(label)
        return words(f"settings-{self.name}-{entry}", clock=words(f"clock-{default_clock}"))


class GameList(Setting):
    """A setting that holds games; none stands for all."""

    def read(self, selected: tuple[str, ...], selected_before: tuple[str, ...]) -> object:
        if not set(selected) <= set(GAMES.ids):
            raise Refused("settings-no-such")
        return ListChange.between(selected_before, selected)

    def choices(self, present: Any, words: Localizer, default_clock: str) -> ActionRow:
        games = [option(game.id, words(f"{game.id}-name"), chosen=game.id in present) for game in GAMES]
        return menu("set", "all", words("settings-games-all"), games, self.name, least=0, most=len(games))


class OneChannel(Setting):
    """A setting that holds a text channel, or none."""

    def read(self, selected: tuple[str, ...], selected_before: tuple[str, ...]) -> object:
        if len(selected) > 1:
            raise Refused("settings-no-such")
        if not selected:
            return None
        return number_in(selected[0])

    def choices(self, present: Any, words: Localizer, default_clock: str) -> ActionRow:
        prompt = clip(words(f"settings-{self.name}-none"), PLACEHOLDER_LIMIT)
        selected = _selected("channel", [present] if present else [])
        ident = custom_id("c", "set", "all", self.name)
        select = ChannelSelect(ident, prompt, (TEXT_CHANNEL,), selected, min_values=0, max_values=1)
        return ActionRow((select,))


class IdList(Setting):
    """A setting that holds channels or roles."""

    def read(self, selected: tuple[str, ...], selected_before: tuple[str, ...]) -> object:
        if len(selected) > CHOICES_LIMIT:
            raise Refused("settings-no-such")
        # The list keeps entries that the menu could not show, so only the difference is applied.
        return ListChange.between(map(int, selected_before), map(number_in, selected))


class ChannelList(IdList):
    """A setting that holds channels; none stands for all."""

    def choices(self, present: Any, words: Localizer, default_clock: str) -> ActionRow:
        prompt = clip(words(f"settings-{self.name}-all"), PLACEHOLDER_LIMIT)
        selected = _selected("channel", present)
        ident = custom_id("c", "set", "all", self.name)
        select = ChannelSelect(ident, prompt, CHANNEL_TYPES, selected, min_values=0, max_values=CHOICES_LIMIT)
        return ActionRow((select,))


class RoleList(IdList):
    """A setting that holds roles."""

    def choices(self, present: Any, words: Localizer, default_clock: str) -> ActionRow:
        prompt = clip(words(f"settings-{self.name}-none"), PLACEHOLDER_LIMIT)
        selected = _selected("role", present)
        ident = custom_id("r", "set", "all", self.name)
        return ActionRow((RoleSelect(ident, prompt, selected, min_values=0, max_values=CHOICES_LIMIT),))


def _selected(kind: str, ids: Sequence[int]) -> tuple[dict[str, str], ...]:
    return tuple({"id": str(chosen_id), "type": kind} for chosen_id in ids[:CHOICES_LIMIT])


def _same(entries: Iterable[str]) -> dict[str, object]:
    # The stored value is the name of the entry.
    return {entry: entry for entry in entries}


def _same_or_automatic(entries: Iterable[str]) -> dict[str, object]:
    return {AUTOMATIC: None} | _same(entries)


SETTINGS = (
    ChoiceSetting("tables", "language", "locale", _same_or_automatic(LANGUAGES)),
    ChannelList("tables", "channels", "channel_ids"),
    ChoiceSetting(
        "tables",
        "clock",
        "clock",
        _same_or_automatic(CLOCKS),
        {clock: Text(f"clock-{clock}") for clock in CLOCKS},
    ),
    ChoiceSetting("tables", "venue", "venue", _same((CHANNEL, THREAD))),
    ChoiceSetting("tables", "organizers", "organizers", _same(("managers", "everybody"))),
    GameList("limits", "games", "games"),
    ChoiceSetting(
        "limits",
        "tables",
        "most_tables",
        {AUTOMATIC: None} | {str(most): most for most in MOST_TABLES},
        {str(most): text("settings-tables-most", most=most) for most in MOST_TABLES},
    ),
    ChoiceSetting("limits", "pings", "pings", YES_OR_NO),
    RoleList("limits", "players", "player_roles"),
    RoleList("limits", "keepers", "keeper_roles"),
    ChoiceSetting("scores", "scope", "board_scope", _same(SCOPES)),
    ChoiceSetting("scores", "records", "share_records", YES_OR_NO),
    ChoiceSetting("scores", "trophies", "trophies", YES_OR_NO),
    ChoiceSetting("scores", "zone", "time_zone", _same_or_automatic(ZONES), {zone: zone for zone in ZONES}),
    OneChannel("daily", "daily", "daily_channel"),
    ChoiceSetting(
        "daily",
        "hour",
        "daily_hour",
        {f"h{hour}": hour for hour in range(24)},
        {f"h{hour}": text("settings-hour-at", hour=hour) for hour in range(24)},
    ),
    OneChannel("seasons", "season", "season_channel"),
    OneChannel("seasons", "results", "results_channel"),
)
"""The settings of a server, in the order in which the pages show them."""

PAGES = tuple(dict.fromkeys(setting.page for setting in SETTINGS))
"""The pages of the panel. No page is higher than a phone's screen."""


def find_setting(name: str) -> Setting:
    """Return the setting with a name; raise ``Refused`` if there is none."""
    for setting in SETTINGS:
        if setting.name == name:
            return setting
    raise Refused("settings-no-such")


# --- view ---------------------------------------------------------------------------------------------------
# The pages on which managers see and change a server's settings.


def settings_page(
    settings: GuildSettings,
    words: Localizer,
    default_clock: str,
    page: str = "tables",
    season: Season | None = None,
) -> Page:
    """Return one page of a server's settings, with a menu for each setting.

    Args:
        page: one of ``PAGES``.
    """
    items: list[Item] = [text_display(words("settings-title"))]
    # Changes hold for new tables only.
    if page == "tables":
        items.append(text_display(words("settings-from-now-on")))
    for setting in SETTINGS:
        if setting.page == page:
            name = setting.name
            items.append(text_display(words(f"settings-{name}"), f"-# {words(f'settings-{name}-about')}"))
            items.append(setting.choices(_shown_value(settings, setting), words, default_clock))
    if page == "seasons":
        items += season_items(season, words)
    tabs = []
    for name in PAGES:
        label = words(f"button-settings-{name}")
        tabs.append(button("settings", "all", label, name, disabled=name == page))
    items += button_rows(tabs)
    return framed(items, accent=interactions.LOBBY)


def _shown_value(settings: GuildSettings, setting: Setting) -> object:
    value = getattr(settings, setting.field)
    # A list that cannot be read shows nothing as chosen.
    if value in ((NOTHING,), (NO_GAME,)):
        return ()
    return value


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
    await answer(interaction, settings_page(chosen, words_for(interaction), interaction.client.config.clock))


async def change_from_menu(tap: Tap) -> None:
    """Change a server's setting to the value that was selected in its menu.

    Raises:
        Refused: the person may not change settings.
    """
    guild_id = _managed_server(tap.interaction)
    setting = find_setting(tap.arg)
    value = setting.read(tap.values, preselected_values(tap.interaction))
    act = new_log_entry(tap.interaction, CHANGED, about=setting.name, is_host=False)
    await tap.app.store.write(change_setting, guild_id, setting.field, value, act)
    if setting.field == "board_scope":  # leaderboards of all servers have only those that have joined
        tap.app.boards.clear()
    await _show_page(tap, setting.page)
    # A chosen channel may be one where the bot cannot write.
    if isinstance(setting, OneChannel | ChannelList):
        reasons = [why_not_posted(tap.interaction, number_in(channel)) for channel in tap.values]
        lines = [words_for(tap.interaction)(reason) for reason in reasons if reason is not None]
        if lines:
            warning = text_display(lines)
            await answer(tap.interaction, framed(warning, accent=interactions.YOUR_TURN))


async def show_settings_page(tap: Tap) -> None:
    """Show another page of a server's settings."""
    if tap.arg not in PAGES:
        raise Refused("settings-no-such")
    await _show_page(tap, tap.arg)


async def _show_page(tap: Tap, page: str) -> None:
    guild_id = _managed_server(tap.interaction)
    chosen = await tap.app.store.read(load_settings, guild_id)
    running = await tap.app.store.read(load_running_season, guild_id, tap.app.clock.now_ms())
    words = words_for(tap.interaction)
    clock = tap.app.config.clock
    await update(tap.interaction, settings_page(chosen, words, clock, page, running))


# --- seasons ------------------------------------------------------------------------------------------------


async def season_ask(tap: Tap) -> None:
    """Open the form for a new season, or for changes to the running season."""
    running = await tap.app.store.read(
        load_running_season, _managed_server(tap.interaction), tap.app.clock.now_ms()
    )
    own = running if running is not None and running.name else None
    await ask(tap.interaction, season_form(own if tap.arg else None, words_for(tap.interaction)))


async def season_begin(tap: Tap) -> None:
    """Begin a season with the name and the length from the form.

    Raises:
        Refused: a season that managers began is running.
    """
    guild_id = _managed_server(tap.interaction)
    name, weeks = read_season_form(tap.fields)
    app = tap.app
    act = new_log_entry(tap.interaction, CHANGED, about=SEASON, is_host=False)
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
    guild_id = _managed_server(tap.interaction)
    name, weeks = read_season_form(tap.fields)
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
    guild_id = _managed_server(tap.interaction)
    now = tap.app.clock.now_ms()
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
