"""The values of a tournament that are written to the database and read from it."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from storage.fields import Count, Id, Name, Time
from storage.rows import ShownRow

OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"
"""Values of a tournament's ``status``; the last two are those of a closed one."""

IN, AWAY, OUT = "in", "away", "out"
"""Values of ``EntrantRow.status``: takes part, is away and not paired until they return, has left."""

Status: TypeAlias = Annotated[str, Meta(pattern="^(open|running|over|cancelled)$")]
EntrantStatus: TypeAlias = Annotated[str, Meta(pattern="^(in|away|out)$")]


class EntrantRow(msgspec.Struct, frozen=True):
    """A person who takes part in a tournament or has taken part.

    Attributes:
        number: from 1, in the order of signing up; results use it to refer to the person.
        user_id: the person; ``None`` if deleted.
        name: the name to show; ``""`` if deleted.
        handle: the person's Discord user name.
        join_id: id of the interaction by which the person was entered.
        status: ``IN``, ``AWAY`` or ``OUT``.
        is_here: the person has confirmed that they are present.
        place: the final place, once the tournament is over.
    """

    number: Count
    user_id: Id | None
    name: Name
    handle: Name = Name("")
    join_id: Id = 0
    status: EntrantStatus = IN
    is_here: bool = False
    place: Count | None = None


class PairedTable(msgspec.Struct, frozen=True):
    """A table of a tournament's round, and its result once there is a result.

    Attributes:
        id: id of the table where the game is played.
        seats: the number of the entrant at each seat; 0 for a computer player.
        is_done: the game is over. It has no result if ``places`` is empty.
        places: the place of each seat.
        left: the people who left, or were away for half of the game.
        teams: the team of each seat; empty if everybody plays alone.
        aside: 0 if the result counts; the number of the first round that ignores it if it was cancelled.
        reason: why the result was cancelled.
    """

    id: str
    seats: tuple[Count, ...]
    is_done: bool = False
    places: tuple[Count, ...] = ()
    left: tuple[Count, ...] = ()
    teams: tuple[Count, ...] = ()
    aside: Count = 0
    reason: str = ""


class RoundRow(msgspec.Struct, frozen=True):
    """A round of a tournament.

    Attributes:
        players: the numbers of the entrants to pair.
        bye: the number of the entrant who sits out; ``None`` if nobody does.
    """

    players: tuple[Count, ...]
    tables: tuple[PairedTable, ...]
    bye: Count | None = None
    is_final: bool = False
    begun_at: Time = 0


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament: its settings, its state, and all rounds.

    ``seed`` is secret until it is over, so the representation leaves it out.

    Attributes:
        wanted: the usual number of seats at a table.
        level: strength of the computer players that fill tables up; ``None`` for none.
        most_rounds: the number of rounds; ``None`` to choose it by the number of people.
        has_final: after the last round the best people play a final.
        most: the largest number of people.
        starts_at: when it begins; ``None`` if the host starts it.
        is_paused: no further round begins.
        reason: why it was cancelled.
        revision: the number of changes, for optimistic locking.
        is_weekly: it is a league, whose rounds begin at least a week apart.
        zone: the IANA name of the league's time zone; ``""`` for the usual time zone of the language.
        method: the number of the pairing method; 1 for tournaments that version 1.0.0 began.
    """

    id: str
    guild_id: Id
    channel_id: Id
    host_id: Id | None
    game: str
    options: dict[str, str]
    locale: str
    clock: str
    wanted: Count
    level: str | None
    most_rounds: Count | None
    has_final: bool
    most: Count
    starts_at: Time | None
    status: Status
    is_paused: bool
    seed: bytes
    reason: str
    rounds: tuple[RoundRow, ...]
    created_at: Time
    ended_at: Time | None = None
    revision: Count = 0
    is_weekly: bool = False
    zone: str = ""
    method: Count = 1

    def __repr__(self) -> str:
        return f"TournamentRow(id={self.id!r}, game={self.game!r}, {self.status!r}, guild_id={self.guild_id})"


class StoredTournament(NamedTuple):
    """A tournament with its people, in the order of their numbers, and the messages that show it.

    Attributes:
        is_end_shown: the messages already show the end of the tournament.
    """

    row: TournamentRow
    entrants: tuple[EntrantRow, ...]
    shown: ShownRow
    is_end_shown: bool = False


class TableEnd(NamedTuple):
    """How a game of a tournament ended, seat by seat.

    Attributes:
        people: the entrants' numbers; 0 for a computer player.
        places: the place of each seat; empty if there is no result.
        left: the people who left, or were away for half of the game.
        teams: the team of each seat; empty if everybody plays alone.
    """

    people: tuple[int, ...]
    places: tuple[int, ...]
    left: tuple[int, ...]
    teams: tuple[int, ...]
