"""What a column may hold, beyond its type; checked wherever a row is read (``storage.engine.writing``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec
from msgspec import Meta

LAST_MS = 253_402_300_799_999
"""The end of the year 9999, after which no calendar goes."""

Time: TypeAlias = Annotated[int, Meta(ge=0, le=LAST_MS)]
"""Unix milliseconds."""

Id: TypeAlias = Annotated[int, Meta(ge=0)]
"""A number of Discord's."""

Count: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 31)]
"""A number of ours: of a seat, a move, a decision."""

Decision: TypeAlias = Annotated[int, Meta(ge=-1, lt=1 << 31)]
"""The number of a decision, as somebody was called for it; -1 stands for the opening of a lobby."""

Weekday: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
"""0 for Monday."""

Minute: TypeAlias = Annotated[int, Meta(ge=0, lt=24 * 60)]
"""A minute of a day."""

Venue: TypeAlias = Annotated[str, Meta(pattern="^(channel|thread|barred)$")]
Status: TypeAlias = Annotated[str, Meta(pattern="^(lobby|playing|over|cancelled)$")]
Maker: TypeAlias = Annotated[str, Meta(pattern="^(stand-in|itself)$")]
Reason: TypeAlias = Annotated[str, Meta(pattern="^(won|agreed|ended|left|deserted|closed)$")]
VoteAct: TypeAlias = Annotated[str, Meta(pattern="^[a-z]+(:[0-9]+)?$")]

if TYPE_CHECKING:

    class Name:
        """What somebody is called, as they wrote it: anything that Discord allows.

        It is no text. Only ``bot.language.names`` makes one of it, which is harmless where it stands; a type
        check finds every other way. At run time it is a plain string.
        """

        def __init__(self, written: str = "") -> None: ...
        def __bool__(self) -> bool: ...

else:
    Name = str

NOBODY = Name("")
"""The name of who has none."""


class Weekly(msgspec.Struct, frozen=True):
    """When a table opens each week: what its people mean, whatever clocks are set to in between.

    Attributes:
        weekday, minute: by the clocks of the zone.
        zone: IANA's name of the time zone.
    """

    weekday: Weekday
    minute: Minute
    zone: str
