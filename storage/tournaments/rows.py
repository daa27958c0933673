"""The values of a tournament that are written to the database and read from it."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from storage.fields import Count, Id, Name, Time
from storage.rows import InvitationRow, ShownRow

OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"
"""Values of a tournament's ``status``; the last two are those of a closed one."""

IN, AWAY, OUT = "in", "away", "out"
"""Values of ``EntrantRow.status``: takes part, is away and not paired until they return, has left."""

Status: TypeAlias = Annotated[str, Meta(pattern="^(open|running|over|cancelled)$")]
EntrantStatus: TypeAlias = Annotated[str, Meta(pattern="^(in|away|out)$")]


class EntrantRow(msgspec.Struct, frozen=True):
    """A person who takes part in a tournament or has taken part."""

    number: Count  # from 1, in the order of signing up; results refer to people by it
    user_id: Id | None  # None for a deleted person
    name: Name  # the name to show; "" for a deleted person
    handle: Name = Name("")  # the person's user name on Discord
    join_id: Id = 0  # id of the interaction by which the person was entered
    status: EntrantStatus = IN  # IN, AWAY or OUT
    is_here: bool = False  # the person has confirmed that they are present
    place: Count | None = None  # the final place, once the tournament is over


class PairedTable(msgspec.Struct, frozen=True):
    """A table of a tournament's round, and its result once there is one."""

    id: str  # of the table where the game is played
    seats: tuple[Count, ...]  # the number of the entrant at each seat; 0 for a computer player
    is_done: bool = False  # the game is over; without a result if places is empty
    places: tuple[Count, ...] = ()  # of each seat
    left: tuple[Count, ...] = ()  # numbers of people who left, or were away for half of the game
    teams: tuple[Count, ...] = ()  # of each seat; empty if everybody plays alone
    # 0 if the result counts; if it was cancelled, the number of the first round that ignores it
    aside: Count = 0
    reason: str = ""  # why the result was cancelled


class RoundRow(msgspec.Struct, frozen=True):
    """A round of a tournament."""

    players: tuple[Count, ...]  # numbers of the entrants to pair
    tables: tuple[PairedTable, ...]
    bye: Count | None = None  # number of the entrant who sits out, if any
    is_final: bool = False
    begun_at: Time = 0


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament: its settings, its state, and all rounds."""

    id: str
    guild_id: Id
    channel_id: Id
    host_id: Id | None
    game: str
    options: dict[str, str]
    locale: str
    clock: str
    usual_size: Count = msgspec.field(name="wanted")  # the usual number of seats at a table
    level: str | None  # of the computer players that fill tables up; None for none
    most_rounds: Count | None  # the number of rounds; None to choose it by the number of people
    has_final: bool  # after the last round the best people play a final
    most: Count  # the largest number of people
    starts_at: Time | None  # None if the host starts the tournament
    status: Status
    is_paused: bool  # no further round begins
    seed: bytes
    reason: str  # why the tournament was cancelled
    rounds: tuple[RoundRow, ...]
    created_at: Time
    ended_at: Time | None = None
    revision: Count = 0  # number of changes, for optimistic locking
    is_weekly: bool = False  # a league, whose rounds begin at least a week apart
    zone: str = ""  # IANA name of the league's time zone; "" = the usual time zone of the language
    method: Count = 1  # number of the pairing method; 1 for tournaments begun by version 1.0.0
    paused_at: Time | None = None  # when it was paused; None if it is not paused, or if that was not stored

    def __repr__(self) -> str:  # without the seed, which stays secret until the tournament is over
        return f"TournamentRow(id={self.id!r}, game={self.game!r}, {self.status!r}, guild_id={self.guild_id})"


class StoredTournament(NamedTuple):
    """A tournament with its people, in the order of their numbers, and the messages that show it."""

    row: TournamentRow
    entrants: tuple[EntrantRow, ...]
    shown_row: ShownRow
    is_end_shown: bool = False  # the messages already show the end of the tournament
    invitations: tuple[InvitationRow, ...] = ()  # people who were invited and have not joined, in order
    excluded_keys: frozenset[str] = frozenset()  # hashed ids of people whom the host has taken out


class WrittenPeople(NamedTuple):
    """The people of a tournament as they were written: without barred people."""

    entrants: tuple[EntrantRow, ...]
    invitations: tuple[InvitationRow, ...]


class OpenTournamentId(NamedTuple):
    """The id of an open tournament, and the id of the server."""

    tournament_id: str
    guild_id: int


class TableEnd(NamedTuple):
    """How a game of a tournament ended."""

    people: tuple[int, ...]  # the entrant's number at each seat; 0 for a computer player
    places: tuple[int, ...]  # of each seat; empty if there is no result
    leavers: tuple[int, ...]  # numbers of the people who left, or were away for half of the game
    teams: tuple[int, ...]  # of each seat; empty if everybody plays alone
