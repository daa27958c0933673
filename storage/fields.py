"""Types of database columns, with the values that they allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec
from msgspec import Meta

LAST_MS = 253_402_300_799_999
"""The end of the year 9999, the last time that calendars can express."""

UnixMs: TypeAlias = int
"""A time in Unix milliseconds."""

ZoneName: TypeAlias = str
"""The IANA name of a time zone."""

PersonRowId: TypeAlias = int
"""The row id of a person, which stays when the person's data is deleted."""

Time: TypeAlias = Annotated[int, Meta(ge=0, le=LAST_MS)]
"""Unix milliseconds."""

Id: TypeAlias = Annotated[int, Meta(ge=0)]
"""An id given by Discord."""

Count: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 31)]
"""The number of a seat, a move or a decision."""

Decision: TypeAlias = Annotated[int, Meta(ge=-1, lt=1 << 31)]
"""The number of a decision for which a player was called; -1 for the opening of a lobby."""

Weekday: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
"""Day of the week, 0 for Monday."""

Hour: TypeAlias = Annotated[int, Meta(ge=0, le=23)]
"""Hour of the day."""

Minute: TypeAlias = Annotated[int, Meta(ge=0, lt=24 * 60)]
"""Minute of the day."""

Venue: TypeAlias = Annotated[str, Meta(pattern="^(channel|thread|barred)$")]
PlayVenue: TypeAlias = Annotated[str, Meta(pattern="^(channel|thread)$")]
Scope: TypeAlias = Annotated[str, Meta(pattern="^(server|everywhere)$")]
Status: TypeAlias = Annotated[str, Meta(pattern="^(lobby|playing|over|cancelled)$")]
Maker: TypeAlias = Annotated[str, Meta(pattern="^(stand-in|itself)$")]
Reason: TypeAlias = Annotated[str, Meta(pattern="^(won|agreed|ended|left|deserted|closed|standing)$")]
VoteAct: TypeAlias = Annotated[str, Meta(pattern="^[a-z]+(:[0-9]+)?$")]

if TYPE_CHECKING:

    class Name:
        """A person's display name: any text that Discord allows.

        The type checker does not accept a ``Name`` as a ``str``, because it must be escaped by
        ``bot.language.names`` before it is shown.
        """

        def __init__(self, written: str = "") -> None: ...
        def __bool__(self) -> bool: ...

else:
    Name = str

NOBODY = Name("")
"""The empty name, for example that of a person whose data was deleted."""


class Weekly(msgspec.Struct, frozen=True):
    """The local time of the week at which a weekly table opens."""

    weekday: Weekday  # local
    minute: Minute  # local
    zone: str  # IANA name of the time zone


class Paired(msgspec.Struct, frozen=True):
    """The place of a table in a tournament. Rounds and tables are numbered from 1."""

    tournament: str
    round: Count
    number: Count
    is_final: bool = False
