"""Data that a page needs besides the snapshot of its table: of a private panel, and of a reminder."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.words import Text


@dataclass(frozen=True)
class PanelContext:
    """What a private panel shows besides its snapshot.

    Attributes:
        chosen: answers that the person has chosen so far for a move of several questions.
        is_newcomer: the person has never finished a game of this kind.
        said: the reason why the last tap did nothing.
        looks: the person has asked to see the whole table before deciding.
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
