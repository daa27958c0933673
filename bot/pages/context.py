"""Data that private panels and reminders need in addition to the snapshot of their table."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.words import Text


@dataclass(frozen=True)
class PanelContext:
    """Data for a private panel in addition to its snapshot.

    Attributes:
        chosen: the answers chosen so far, for a move that takes several questions.
        is_newcomer: the person has never finished a game of this kind.
        remark: the reason why the last tap had no effect.
        looks: the person has asked to see the whole table instead of the question.
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
