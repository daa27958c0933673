"""What a page may show besides a snapshot."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.words import Text


@dataclass(frozen=True)
class PanelContext:
    """What a panel shows besides its snapshot.

    Attributes:
        chosen: what has been picked so far on the way to a move.
        is_newcomer: its person has never finished a game of this kind.
        said: why the last tap did nothing.
        looks: its person looks at the whole table before deciding.
    """

    chosen: tuple[str, ...] = ()
    is_newcomer: bool = False
    said: Text | None = None
    looks: bool = False


@dataclass(frozen=True)
class Reminder:
    """What a call reminds people of.

    Attributes:
        what: ``HALF_TIME`` or ``EXTRA_TIME`` of ``bot.tables.clocks``.
        until: when their time ends, Unix milliseconds.
    """

    what: int
    until: int
