"""What a choice in a menu makes of a server's settings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bot.language.catalogue import LANGUAGES
from bot.refused import Refused
from bot.tables.clocks import CLOCKS
from bot.wire.components import CHOICES_LIMIT
from games import GAMES
from storage.rows import CHANNEL, THREAD, GuildSettings
from storage.servers.settings import SCOPES

AUTOMATIC = "auto"
YES, NO = "yes", "no"

_CHANNELS = Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=CHOICES_LIMIT)]
_ROLES = Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=CHOICES_LIMIT)]
_GAMES = Annotated[tuple[str, ...], Meta(max_length=CHOICES_LIMIT)]
_MEANINGS: dict[str, object] = {AUTOMATIC: None, YES: True, NO: False}

TABLES = (1, 2, 3, 5, 8)
"""Limits of open tables per channel that a server can choose."""


class Change(msgspec.Struct, frozen=True):
    """What a menu sets.

    Attributes:
        field: of ``GuildSettings``.
        type: what its value must be, as ``msgspec.convert`` understands it.
        is_list: several values may be chosen, or none.
    """

    field: str
    type: Any
    is_list: bool = False


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
"""The time zones that are offered."""

CHANGES = {
    "language": Change("locale", Literal[LANGUAGES] | None),
    "channels": Change("channel_ids", _CHANNELS, is_list=True),
    "clock": Change("clock", Literal[tuple(CLOCKS)] | None),
    "zone": Change("time_zone", Literal[ZONES] | None),
    "venue": Change("venue", Literal[CHANNEL, THREAD]),
    "scope": Change("board_scope", Literal[SCOPES]),
    "records": Change("share_records", bool),
    "games": Change("games", _GAMES, is_list=True),
    "tables": Change("most_tables", Literal[TABLES] | None),
    "pings": Change("pings", bool),
    "players": Change("player_roles", _ROLES, is_list=True),
    "keepers": Change("keeper_roles", _ROLES, is_list=True),
}


def changed(settings: GuildSettings, name: str, values: tuple[str, ...]) -> GuildSettings:
    """Return settings with one changed.

    Raises:
        Refused: no such setting or value.
    """
    change = CHANGES.get(name)
    if change is None or not (values or change.is_list):
        raise Refused("settings-no-such")
    chosen: object = values if change.is_list else _MEANINGS.get(values[0], values[0])
    if change.type == Literal[TABLES] | None and isinstance(chosen, str) and chosen.isdecimal():
        chosen = int(chosen)  # a literal is taken as it is written
    try:
        value = msgspec.convert(chosen, change.type, strict=False)
    except msgspec.ValidationError:
        raise Refused("settings-no-such") from None
    if name == "games" and not {*values} <= {game.id for game in GAMES}:
        raise Refused("settings-no-such")
    return msgspec.structs.replace(settings, **{change.field: value})
