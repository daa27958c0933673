"""Data that private panels and reminders need in addition to the snapshot of their table."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.words import Text


@dataclass(frozen=True)
class PanelContext:
    """Data for a private panel in addition to the table's snapshot.

    Attributes:
        answers: the answers so far to the questions about the next move.
        is_newcomer: the person has never finished a game of this kind.
        remark: the reason why the last tap had no effect.
        shows_whole_table: the panel shows the table in place of the question.
        heading: the first line.
    """

    answers: tuple[str, ...] = ()
    is_newcomer: bool = False
    remark: Text | None = None
    shows_whole_table: bool = False
    heading: Text | None = None


@dataclass(frozen=True)
class Reminder:
    """The time left to the players whose turn it is."""

    what: int  # HALF_TIME or EXTRA_TIME of bot.tables.clocks
    until: int  # the end of the players' time, Unix milliseconds
