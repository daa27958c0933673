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
    """A menu that changes a setting of a server.

    Attributes:
        field: the field of ``GuildSettings`` that the menu changes.
        choices: the possible values; empty for a menu of channels, roles or games.
        is_single: the field holds one channel or role.
    """

    field: str
    choices: tuple[str, ...] = ()
    is_single: bool = False


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


def read_change(name: str, values: tuple[str, ...], before: tuple[str, ...] = ()) -> SettingChange:
    """Return the change that a person has made in a menu.

    Args:
        name: the name of the setting.
        values: the entries that are selected now.
        before: the entries that were selected when the menu was shown.

    Raises:
        Refused: there is no such setting or value.
    """
    change = CHANGES.get(name)
    # Menus offer no such thing, so this is an old or forged custom id.
    if change is None or len(values) > CHOICES_LIMIT:
        raise Refused("settings-no-such")
    # A choice among fixed values.
    if change.choices and len(values) == 1 and values[0] in change.choices:
        if name == "hour":
            return SettingChange(change.field, HOURS.index(values[0]))
        return SettingChange(change.field, _MEANINGS.get(values[0], values[0]))
    # A single channel or role, which may be removed.
    if change.is_single and len(values) <= 1:
        return SettingChange(change.field, number_in(values[0]) if values else None)
    # Lists keep entries that the menu could not show, so only the difference is applied.
    if name == "games" and {*values} <= {game.id for game in GAMES}:
        return SettingChange(change.field, ListChange.between(before, values))
    if name != "games" and not change.choices and not change.is_single:
        return SettingChange(change.field, ListChange.between(map(int, before), map(number_in, values)))
    raise Refused("settings-no-such")


def menu_choice(settings: GuildSettings, name: str) -> str:
    """Return the menu entry for the present value of a setting."""
    value = getattr(settings, CHANGES[name].field)
    if name == "hour":
        return HOURS[int(value)]
    if isinstance(value, bool):
        return YES if value else NO
    return AUTOMATIC if value is None else str(value)
