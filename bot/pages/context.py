"""Data that a page needs in addition to the snapshot of its table: for a private panel, and for a
reminder.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.core.words import Text


@dataclass(frozen=True)
class PanelContext:
    """What a private panel shows apart from its snapshot.

    Attributes:
        chosen: the answers that the person has chosen so far, if a move takes several questions.
        is_newcomer: the person has never finished a game of this kind.
        remark: the reason why the last tap did nothing.
        looks: show the whole table, as the person has asked before deciding.
        heading: a line above everything else.
    """

    chosen: tuple[str, ...] = ()
    is_newcomer: bool = False
    remark: Text | None = None
    looks: bool = False
    heading: Text | None = None


@dataclass(frozen=True)
class Reminder:
    """A reminder of the time left, shown in the message that pings players.

    Attributes:
        what: ``HALF_TIME`` or ``EXTRA_TIME`` of ``bot.tables.clocks``.
        until: end of the players' time, Unix milliseconds.
    """

    what: int
    until: int
