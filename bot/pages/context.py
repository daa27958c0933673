"""What pages show besides a snapshot."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.words import Text


@dataclass(frozen=True)
class PanelContext:
    """What a private panel shows besides its snapshot.

    Attributes:
        chosen: answers chosen so far on the way to a move.
        is_newcomer: the person has never finished a game of this kind.
        said: the reason why the last tap did nothing.
        looks: the person looks at the whole table before deciding.
        heading: a line above everything else.
    """

    chosen: tuple[str, ...] = ()
    is_newcomer: bool = False
    said: Text | None = None
    looks: bool = False
    heading: Text | None = None


@dataclass(frozen=True)
class Reminder:
    """A reminder of the remaining time, in the message that pings players.

    Attributes:
        what: ``HALF_TIME`` or ``EXTRA_TIME`` of ``bot.tables.clocks``.
        until: end of the players' time, Unix milliseconds.
    """

    what: int
    until: int
