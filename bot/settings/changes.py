"""The settings of a server that are changed by menus, and their possible values."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from bot import LANGUAGES
from bot.interactions.taps import number_in
from bot.refused import Refused
from bot.tables.clocks import CLOCKS
from bot.wire.components import CHOICES_LIMIT
from games import GAMES
from storage.changes import ListChange
from storage.rows import CHANNEL, THREAD, GuildSettings
from storage.servers.settings import SCOPES

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
