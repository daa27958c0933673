"""The values that are written to the database and read from it; all are immutable.

Times are whole Unix milliseconds. Ids of users, servers, channels, messages and interactions are Discord's
ids.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from storage.choices import GuildSettings as GuildSettings
from storage.fields import (
    Count,
    Decision,
    Id,
    Maker,
    Name,
    Paired,
    Reason,
    Status,
    Time,
    Venue,
    VoteAct,
    Weekly,
)
from storage.parts import Counting
from storage.parts import RatingChange as RatingChange
from storage.parts import Ratings as Ratings
from storage.parts import WonTrophy as WonTrophy

LOBBY, PLAYING, OVER, CANCELLED = "lobby", "playing", "over", "cancelled"
"""Values of a table's ``status``; the last two are those of a closed table."""

STAND_IN, ITSELF = "stand-in", "itself"
"""Values of ``MoveRow.made_by``: a computer player for an absent person, or the rules alone."""

CHANNEL, THREAD, BARRED = "channel", "thread", "barred"
"""Where a table is played: its channel, its own thread, or its channel because no thread can be made."""

NOTICE = "notice"
"""Key of the former lobby message, which becomes a notice at the start, in ``ShownRow.posts``."""

PRACTICE = 0
"""The ``guild_id`` of tables of practice in a direct message; nothing of them counts."""

ANY_GAME = "any"
"""The value of a subscription's ``game`` that means all games."""

WON, AGREED, ENDED, LEFT, DESERTED, CLOSED = "won", "agreed", "ended", "left", "deserted", "closed"
STANDING = "standing"
"""Reasons why a game ended early: the others left, all agreed, an uncounted game was ended, no player was
left, no player came back, the table was closed, or a moderator closed it with the places as they stood."""


class Verdict(msgspec.Struct, frozen=True):
    """How a game ended early.

    Attributes:
        why: the kind of end, such as ``AGREED``.
        seats: the seats that ended it.
        moves: the number of moves when the result was written; ``None`` without a result.
        reason: the reason that a moderator gave.
    """

    why: Reason
    seats: tuple[Count, ...] = ()
    moves: Count | None = None
    reason: str = ""


class EveningPerson(msgspec.Struct, frozen=True):
    """A player's games and wins in an evening (a series of games with mostly the same people)."""

    user_id: int
    name: Name
    games: int
    won: int


class EveningRow(msgspec.Struct, frozen=True):
    """An evening: a series of games with mostly the same people, and their score.

    Attributes:
        id: the id of the first table.
        games: the number of games played to their end.
        people: the people who finished a game, most wins first.
        ended_at: when the evening ended; ``None`` while it goes on.
    """

    id: str
    games: int = 0
    people: tuple[EveningPerson, ...] = ()
    ended_at: Time | None = None


class SeatRow(msgspec.Struct, frozen=True):
    """A seat of a table and its player.

    Attributes:
        seat: number of the seat, from 0 without gaps.
        user_id: the person; ``None`` for a computer player or a deleted person.
        name: the name to show; ``""`` for a deleted person.
        level: strength of the computer player that plays the seat; ``None`` while a person does.
        join_id: id of the interaction by which the person joined, 0 for computer players.
        left: the person resigned or was replaced. A computer player plays on, but ``user_id`` stays.
        grace: number of the decision at which the person used their extra time (given once a game).
        away: the person ran out of time and has not come back. A computer player moves for them meanwhile.
        is_offered: other people may take the seat over.
        is_taken: the person took the seat over from another person, for whom the game counts as resigned.
        handle: the person's Discord user name, which is unique.
        leaver_id: user id of the first player of a seat that was taken over; ``None`` if deleted.
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
    """A person's time at a seat that has had several players.

    Attributes:
        since: number of moves in the game when the person joined.
        until: number of moves when the person left; ``None`` if the person still sits there.
        user_id: the person; ``None`` if deleted.
    """

    seat: Count
    since: Count
    until: Count | None
    user_id: Id | None
    name: Name


class TableRow(msgspec.Struct, frozen=True):
    """A table: its place, its game, its state, and the secret seed of its shuffles.

    ``seed`` must stay secret while ``status`` is ``"playing"``, so the representation leaves it out.

    Attributes:
        clock: name of the time limit of a turn.
        deadline: when the turn or the lobby ends; ``None`` without a limit.
        revision: the number of changes to lobby, seats and status, for optimistic locking.
        deserted_until: when the game is closed if nobody comes back; ``None`` unless all people are away.
        paused_at: when the present pause began; ``None`` unless the game is paused.
        pause_ended_at: when the last pause ended.
        watching: people who have been eliminated may see all hands.
        hints: people may ask for hints; ``None`` is the game's default.
        leavers_watch: people who left may see all hands, because everybody has agreed.
        verdict: how the game ended early; ``None`` if it did not.
        seal: number of the method that sealed the deal (docs/FAIRNESS.md).
        change_id: id of the interaction that last changed the lobby, 0 for none (docs/FAIRNESS.md).
        crowd: spectators may guess whether claims are lies.
        votes: for each action that is voted on, the people in favour.
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
        """True if the game has an early result, which later moves do not change."""
        return self.verdict is not None and self.verdict.moves is not None

    def __repr__(self) -> str:
        return f"TableRow(id={self.id!r}, game={self.game!r}, {self.status!r}, guild_id={self.guild_id})"


class MoveRow(msgspec.Struct, frozen=True):
    """A move of a table's log.

    Attributes:
        seq: number of the move, from 0.
        actor: the acting seat; ``None`` for a move of chance, such as a deal.
        move: its notation.
        at: when it was made.
        made_by: ``stand-in`` if a computer player moved for an absent person, ``itself`` if the rules forced
            the move; ``None`` if the player of the seat made it.
    """

    seq: Count
    actor: Count | None
    move: str
    at: Time
    made_by: Maker | None = None

    def __repr__(self) -> str:
        return f"MoveRow(seq={self.seq}, actor={self.actor}, at={self.at})"  # A move may be secret.


class GuessRow(msgspec.Struct, frozen=True):
    """A spectator's guess about whether a claim is a lie.

    A ``seq`` of -1 means that the spectator has seen all hands and can no longer guess.

    Attributes:
        seq: the number of moves played before the guess, which identifies the claim.
        is_lie: the guess.
    """

    user_id: int
    name: Name
    seq: int
    is_lie: bool | None


class ShownRow(msgspec.Struct, frozen=True):
    """The Discord messages that show a table, and the players who have been pinged to take their turn.

    Attributes:
        message_id, mark: id of the table's message, and a hash of its content.
        call_id: id of the message that pings the players who must act.
        called: the pings sent, each as seat and number of the decision.
        stale: ids of messages that must still be deleted.
        sending: the bot has begun to send a message, whose id is not known yet.
        settled: the table is closed and all its messages are final.
        reminded: the reminders sent, each as seat, number of the decision, and kind of reminder.
        pictures: attachment id and URL of each picture of the table's message, by file name.
        event_id: id of the Discord event of a planned table; 0 if none can be made.
        posts: id and content hash of each further message, by key, such as ``NOTICE``.
    """

    table_id: str
    message_id: Id | None = None
    mark: str = ""
    call_id: Id | None = None
    called: tuple[tuple[Count, Decision], ...] = ()
    stale: tuple[Id, ...] = ()
    sending: bool = False
    settled: bool = False
    reminded: tuple[tuple[Count, Decision, int], ...] = ()
    pictures: dict[str, tuple[Id, str]] = {}
    event_id: Id | None = None
    posts: dict[str, tuple[Id, str]] = {}

    @property
    def notice_id(self) -> int | None:
        return self.posts[NOTICE][0] if NOTICE in self.posts else None

    @property
    def ids(self) -> tuple[int, ...]:
        """Ids of all messages of the table that should stay in the channel."""
        known = (self.message_id, self.call_id, *(message_id for message_id, _ in self.posts.values()))
        return tuple([known_id for known_id in known if known_id is not None])


class InvitationRow(msgspec.Struct, frozen=True):
    """A person who was invited to a lobby, notified of it or removed from it, and does not sit there.

    Attributes:
        user_id: the person.
        name: the name to show; ``""`` if it is unknown.
        is_subscriber: the person was notified because of a subscription, not invited by the host.
        is_told: the person has been mentioned in a message.
        has_declined: the person answered "not now".
        is_removed: the person was removed from the lobby and cannot come back.
        is_maybe: the person answered "maybe" to an appointment (a table planned for later).
        remover_id, remover: id and name of the remover; ``None`` and ``""`` if deleted.
        is_unasked: the person answered an appointment without being invited.
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
    """Where a table is played, its invitations, and when it opens.

    Attributes:
        venue: ``"channel"``, ``"thread"``, or ``"barred"`` if a thread was wanted but cannot be made.
        thread_id: the table's own thread, once it is made.
        invitations: the people invited to an open lobby, in order.
        is_rematch: the game starts automatically when all invited people sit there.
        starts_at: when a planned table opens; ``None`` for a table that is open already.
        weekly: when the table opens each week; ``None`` for a table that opens once.
        paired: the table's place in a tournament; ``None`` outside tournaments.
    """

    venue: Venue = CHANNEL
    thread_id: Id | None = None
    invitations: tuple[InvitationRow, ...] = ()
    is_rematch: bool = False
    starts_at: Time | None = None
    weekly: Weekly | None = None
    paired: Paired | None = None


HERE = GatheringRow()
"""A table in its channel, without invitations."""


class StoredTable(msgspec.Struct, frozen=True):
    """All that is stored about a table: its row, seats, moves in order, messages, place and invitations.

    Attributes:
        evening: the evening (series of games) that the table belongs to, if any.
        ratings: the rating change of each seat; empty for an unrated game, or if not loaded.
        discreet: user ids of the people whose lies must not be shown after the game.
        guesses: guesses of spectators, oldest first.
        sat: hashes of people who have sat at the running game, or were removed from its lobby.
        places: the final place of each seat; empty without a result, or if not loaded.
        sittings: for seats that have had several players, who sat there when; by seat, oldest first.
        closer: the name of the moderator who closed the table (``""`` if deleted) and the reason.
        damage: why a row of the table cannot be read; the other fields then hold what is readable.
        champions: for a lobby, user ids of the people who won the server's last tournament of the game.
        trophies: the trophies that were won in the game, rarest first; empty if not loaded.
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
    closer: tuple[Name, str] | None = None
    places: tuple[int, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    damage: str = ""
    champions: frozenset[int] = frozenset()
    trophies: tuple[WonTrophy, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. Every tuple has one entry for each seat.

    Attributes:
        places: 1 for the best; tied seats share a place, and the next ones are skipped. A team takes one
            place.
        scores: points as the game counts them.
        ended_at: when the game ended.
        rated: the game may count for ratings; storage also requires two people and no computer seat.
        facts: counters of the seat's actions, such as ``{"lies": 3}``; empty if nothing is counted.
        absent: whether a computer player made most of the person's decisions; empty if false for all seats.
        teams: the team of each seat; seats of a team share a place. Empty if everybody plays alone.
        least: how many decisions the person needs for the game to count; empty if none are needed.
        counting: counts the trophies of the game; ``None`` to count none.
        zone: IANA name of the time zone for the server's seasons, used if the server has chosen none.
    """

    places: tuple[int, ...]
    scores: tuple[float, ...]
    ended_at: int
    rated: bool = True
    facts: tuple[Mapping[str, int], ...] = ()
    absent: tuple[bool, ...] = ()
    teams: tuple[int, ...] = ()
    least: tuple[int, ...] = ()
    counting: Counting | None = None
    zone: str = "UTC"
