"""How things look: pure functions of a snapshot and a language, given by the subjects that know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.tables.snapshot import Snapshot
from bot.wire.events import About
from bot.wire.messages import Page
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


@dataclass(frozen=True)
class Views:
    """All that a table shows by itself.

    Attributes:
        public: the table's message, in whatever phase.
        notice: what the lobby's message becomes when the game has started.
        call: the message that calls the people at some seats, or reminds them.
        invitation: the message that calls people to a lobby, by their ids.
        lobby_over: what a private page of a lobby becomes that has started or was closed.
        thread_name: what the table's own thread is called.
        event: what the event of an appointment says; server and channel come before the language.
        panel: a person's private panel; the snapshot is theirs.
        watch: the private panel of somebody who plays no more and sees all hands.
        guess: the private panel of somebody who guesses along.
        pointer: what a panel becomes when its person has another one, further down or further up; the
            last argument tells which kind it is: ``panel``, ``watch`` or ``guess``.
    """

    public: Callable[[Snapshot, str], Page]
    notice: Callable[[Snapshot, str], Page]
    call: Callable[[Snapshot, Sequence[int], str, Reminder | None], Page]
    invitation: Callable[[Snapshot, Sequence[int], str], Page]
    lobby_over: Callable[[Snapshot, str], Page]
    thread_name: Callable[[Snapshot, str], str]
    event: Callable[[Snapshot, int, int, str], About]
    panel: Callable[[Snapshot, str, PanelContext], Page]
    watch: Callable[[Snapshot, str], Page]
    guess: Callable[[Snapshot, str], Page]
    pointer: Callable[[str, bool, str], Page]
