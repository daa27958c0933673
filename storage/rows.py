"""The values that go into the database and come out of it; all frozen.

Times are whole Unix milliseconds. Users, servers, channels, messages and interactions are Discord's numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import msgspec

from storage.fields import Count, Decision, Id, Maker, Name, Reason, Status, Time, Venue, VoteAct, Weekly

LOBBY, PLAYING, OVER, CANCELLED = "lobby", "playing", "over", "cancelled"
"""What an open table can be; a closed one is ``"over"`` or ``"cancelled"``."""

STAND_IN, ITSELF = "stand-in", "itself"
"""Values of ``MoveRow.made_by``: a computer player for an absent person, or the rules alone."""

CHANNEL, THREAD, BARRED = "channel", "thread", "barred"
"""Where a table is played: its channel, its own thread, or its channel because no thread can be made."""

ANY_GAME = "any"
"""Stands for all games in a subscription."""


WON, AGREED, ENDED, LEFT, DESERTED, CLOSED = "won", "agreed", "ended", "left", "deserted", "closed"
"""Why a game ended before its end: the others had left; all agreed; one that does not count was ended; nobody
was left; nobody came back; its place is gone, or somebody closed it for the server."""


class Verdict(msgspec.Struct, frozen=True):
    """How a game ended before its end: why, by which seats, and after how many moves, if with a result."""

    why: Reason
    seats: tuple[Count, ...] = ()
    moves: Count | None = None


class EveningPerson(msgspec.Struct, frozen=True):
    """Somebody of an evening: how many of its games they have finished, and won."""

    user_id: int
    name: Name
    games: int
    won: int


class EveningRow(msgspec.Struct, frozen=True):
    """Games that follow each other with mostly the same people, and what came of those that are over.

    Attributes:
        id: of the first table.
        games: how many were played to their end.
        people: who has finished a game, the most wins first; computer players count for nobody.
        ended_at: when nobody had gone on for long enough after the table by which the evening was asked for.
    """

    id: str
    games: int = 0
    people: tuple[EveningPerson, ...] = ()
    ended_at: Time | None = None


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits where.

    Attributes:
        seat: number of the seat, from 0 without gaps.
        user_id: the person; ``None`` for a computer player or a former player.
        name: the name to show; ``""`` for a former player.
        level: strength of the computer player that plays the seat, ``None`` while a person does.
        join_id: id of the interaction by which the person joined, 0 for computer players.
        left: a person sat here who resigned or was replaced: ``user_id``; ``level`` plays on.
        grace: number of the decision for which the person had the one extra time of the game.
        away: the person let time run out and has not come back; a computer player moves for them meanwhile.
        is_offered: whoever does not sit at the table may take it over.
        is_taken: it was taken over from a person, for whom the game counts as left.
        handle: the person's user name, which is nobody else's.
        leaver_id: the first person who sat there; ``None`` for one who is forgotten, too.
    """

    seat: Count
    user_id: Id | None
    name: Name
    level: str | None = None
    join_id: Id = 0
    left: bool = False
    grace: Count | None = None
    away: bool = False
    is_offered: bool = False
    is_taken: bool = False
    leaver_id: int | None = None
    handle: Name = Name("")


class Sitting(msgspec.Struct, frozen=True):
    """A person's time at a seat that has changed hands, in numbers of moves; between two a computer plays.

    ``until`` is ``None`` for who still sits there; a former player has neither ``user_id`` nor ``name``.
    """

    seat: Count
    since: Count
    until: Count | None
    user_id: Id | None
    name: Name


class TableRow(msgspec.Struct, frozen=True):
    """A table: the place, the game, its state and the secrets of its shuffles.

    ``seed`` must not reach anybody while ``status`` is ``"playing"``, so the representation masks it.
    ``revision`` counts the changes of lobby, seats and status; whoever writes names the one they have seen.
    ``clock`` names how much time a turn has. ``deserted_until`` is set while everybody is away: when a game
    to which nobody comes back is closed. ``paused_at`` is ``None`` while the game goes on; ``watching`` says
    whether who does not play any more may see all hands; ``votes`` are the people who are for an act, by its
    name; ``hints`` says whether people may ask for hints, ``None`` leaves it to what is usual.
    ``leavers_watch``: all have agreed that who left sees all hands, too. ``verdict`` is how it ended before
    its end. ``crowd``: who watches may guess whether claims are lies. ``seal`` is the number of the method
    that sealed what decides the deal, and ``change_id`` the interaction that changed something of it last, 0
    for none (docs/FAIRNESS.md). ``pause_ended_at`` is the end of the last pause.
    """

    id: str
    guild_id: Id
    channel_id: Id
    host_id: Id | None
    game: str
    options: dict[str, str]
    status: Status
    locale: str
    created_at: Time
    first: Count | None = None
    seed: bytes | None = None
    commitment: str | None = None
    started_at: Time | None = None
    ended_at: Time | None = None
    deadline: Time | None = None
    rematch_of: str | None = None
    revision: Count = 0
    clock: str = "none"
    deserted_until: Time | None = None
    paused_at: Time | None = None
    watching: bool = True
    hints: bool | None = None
    leavers_watch: bool = False
    verdict: Verdict | None = None
    seal: Count = 1
    change_id: Id = 0
    crowd: bool = True
    pause_ended_at: int | None = None
    votes: dict[VoteAct, tuple[int, ...]] = {}

    @property
    def is_decided(self) -> bool:
        """Tell whether the result was written before the end; what is played on is for fun."""
        return self.verdict is not None and self.verdict.moves is not None

    def __repr__(self) -> str:
        return f"TableRow(id={self.id!r}, game={self.game!r}, {self.status!r}, guild_id={self.guild_id})"


class MoveRow(msgspec.Struct, frozen=True):
    """One move of the log.

    Attributes:
        seq: its number, from 0.
        actor: the acting seat; ``None`` is chance.
        move: its notation.
        at: when.
        made_by: who made it where the person at the seat did not, ``STAND_IN`` or ``ITSELF``.
    """

    seq: Count
    actor: Count | None
    move: str
    at: Time
    made_by: Maker | None = None

    def __repr__(self) -> str:
        return f"MoveRow(seq={self.seq}, actor={self.actor}, at={self.at})"  # a move may be secret


class GuessRow(msgspec.Struct, frozen=True):
    """What somebody who watches thinks of a claim.

    Attributes:
        user_id, name: who.
        seq: how many moves had been played when the claim stood.
        is_lie: what they think; ``None``, with -1, for who saw all hands, and guesses no more.
    """

    user_id: int
    name: Name
    seq: int
    is_lie: bool | None


class ShownRow(msgspec.Struct, frozen=True):
    """What people were shown of a table, and who was called.

    Attributes:
        message_id, mark: the message that shows the table, and a fingerprint of what it shows.
        notice_id, notice_mark: the same of the former lobby message, which becomes a notice at the start.
        call_id: the message that calls whoever is to act.
        called: pairs of a seat and the number of the decision that it was called for.
        stale: messages that are still to be deleted.
        sending: a message was about to be sent: after a crash it may stand in the channel unknown to us.
        settled: the table is closed and everything has been shown; nothing is left to do.
        reminded: what those who are waited for were reminded of: seat, number of the decision, and what.
        pictures: what the table's message shows, by file name: the attachment's id and its address.
        event_id: Discord's event of an appointment; 0 where none can be made.
    """

    table_id: str
    message_id: Id | None = None
    mark: str = ""
    notice_id: Id | None = None
    notice_mark: str = ""
    call_id: Id | None = None
    called: tuple[tuple[Count, Decision], ...] = ()
    stale: tuple[Id, ...] = ()
    sending: bool = False
    settled: bool = False
    reminded: tuple[tuple[Count, Decision, int], ...] = ()
    pictures: dict[str, tuple[Id, str]] = {}
    event_id: Id | None = None


class InvitationRow(msgspec.Struct, frozen=True):
    """Somebody who was asked to a lobby and does not sit there.

    Attributes:
        user_id: the person.
        name: the name to show of who has answered; ``""`` where it is unknown.
        is_subscriber: asked for being told of such lobbies, not by the host.
        is_told: has been mentioned.
        has_declined: said that it is not now.
        is_removed: was taken out of the lobby and cannot come back.
        is_maybe: said that they may come to an appointment; ``is_unasked``: answered one uninvited.
        remover_id, remover: by whom, with their name; ``None`` and ``""`` for who is forgotten.
    """

    user_id: int
    name: Name = Name("")
    is_subscriber: bool = False
    is_told: bool = False
    has_declined: bool = False
    is_removed: bool = False
    remover_id: int | None = None
    remover: Name = Name("")
    is_maybe: bool = False
    is_unasked: bool = False


class GatheringRow(msgspec.Struct, frozen=True):
    """Where a table gathers, and who was asked to come.

    Attributes:
        venue: ``"channel"``, ``"thread"``, or ``"barred"`` where a thread was wanted and cannot be.
        thread_id: the table's own thread, once it is made.
        invitations: who was asked to an open lobby, in order.
        is_rematch: it starts by itself when everybody who was asked sits there.
        starts_at: when it opens, if it is not open yet.
        weekly: the rule by which it opens each week; ``None`` if it opens once.
    """

    venue: Venue = CHANNEL
    thread_id: Id | None = None
    invitations: tuple[InvitationRow, ...] = ()
    is_rematch: bool = False
    starts_at: Time | None = None
    weekly: Weekly | None = None


HERE = GatheringRow()
"""In the channel, with nobody asked."""


class RatingChange(msgspec.Struct, frozen=True):
    """What a game made of a person's rating: the number for people before it and after it."""

    before: int
    after: int


Ratings: TypeAlias = tuple[RatingChange | None, ...]
"""What a rated game made of each seat's rating; empty for a game that is not rated."""


class StoredTable(msgspec.Struct, frozen=True):
    """A table with its seats, all its moves in order, what was shown of it, and where it gathers.

    Attributes:
        evening: the games that it is one of; ``None`` for a table that stands alone.
        ratings: what a rated game made of each seat's rating; empty for any other, and where many are read.
        discreet: the people who want none of their lies told, once the game is over.
        guesses: what those who watched thought of claims, the older first.
        sat: keys of all who have ever sat at a running game, or were taken out of its lobby
            (``storage.tables.sat``).
        places: of each seat, where there is a result; empty where many are read.
        sittings: who sat when at the seats that have changed hands, by seat and in order.
        closer: what somebody is called who has closed it for the server, ``""`` for who is forgotten.
        damage: why a row of it cannot be read; all else is then what could be read.
    """

    table: TableRow
    seats: tuple[SeatRow, ...]
    moves: tuple[MoveRow, ...]
    shown: ShownRow
    gathering: GatheringRow = HERE
    ratings: Ratings = ()
    sat: frozenset[str] = frozenset()
    evening: EveningRow | None = None
    discreet: frozenset[int] = frozenset()
    guesses: tuple[GuessRow, ...] = ()
    closer: Name | None = None
    places: tuple[int, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    damage: str = ""


class Finished(NamedTuple):
    """What a result made of each seat's rating and of the evening; where no lies are told; the places."""

    ratings: Ratings = ()
    evening: EveningRow | None = None
    discreet: frozenset[int] = frozenset()
    places: tuple[int, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended; every tuple has one entry per seat.

    Attributes:
        places: 1 for the best; seats that tie share the place, and the places behind them are left out. A
            team counts as one.
        scores: points as the game counts them.
        ended_at: when.
        rated: whether the game may count for ratings; storage still asks for two people and no computer seat.
        facts: counters of what the seat did, such as ``{"lies": 3}``; empty when nothing is counted.
        absent: whether a computer player made most of the decisions of the person; empty when none did.
        teams: the team of each seat, whose seats share a place; empty where everybody plays alone.
        least: how many decisions the person must have made for the game to count; empty when none are needed.
    """

    places: tuple[int, ...]
    scores: tuple[float, ...]
    ended_at: int
    rated: bool = True
    facts: tuple[Mapping[str, int], ...] = ()
    absent: tuple[bool, ...] = ()
    teams: tuple[int, ...] = ()
    least: tuple[int, ...] = ()


class GuildSettings(msgspec.Struct, frozen=True):
    """What a server's owner chose; the defaults are those of a server that never chose.

    Attributes:
        locale: language of public texts, ``None`` = the server's own.
        channel_ids: where the bot may play; empty = everywhere.
        clock: the usual clock of a table, ``None`` = as the bot is configured.
        board_scope: ``"everywhere"`` when the server has joined the board of all servers, else ``"server"``.
        share_records: whether records of finished games may be handed out.
        venue: where a table is played unless its host chooses, ``"channel"`` or ``"thread"``.
        games: the ids of those that may be played; empty = all.
        most_tables: how many tables may be open in a channel at a time; ``None`` = as many as people open.
        pings: whether anybody is notified of anything.
        player_roles: who may open and join tables; empty = everybody.
        keeper_roles: who keeps order at the tables, besides those who may manage the server.
        time_zone: in which times are meant, IANA's name; ``None`` goes by the language.
    """

    guild_id: int
    locale: str | None = None
    channel_ids: tuple[int, ...] = ()
    clock: str | None = None
    board_scope: str = "server"
    share_records: bool = True
    venue: str = CHANNEL
    games: tuple[str, ...] = ()
    most_tables: int | None = None
    pings: bool = True
    player_roles: tuple[int, ...] = ()
    keeper_roles: tuple[int, ...] = ()
    time_zone: str | None = None
