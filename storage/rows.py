"""Rows of the database as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Protocol, TypeAlias, get_args

import msgspec
from msgspec import Meta

# --- fields -------------------------------------------------------------------------------------------------
# Types of database columns, with the values that they allow.

LAST_MS = 253_402_300_799_999
"""The end of the year 9999, the last time that calendars can express."""

UnixMs: TypeAlias = int
"""A time in Unix milliseconds."""

ZoneName: TypeAlias = str
"""The IANA name of a time zone."""

PersonRowId: TypeAlias = int
"""The row id of a person, which stays when the person's data is deleted."""

Time: TypeAlias = Annotated[int, Meta(ge=0, le=LAST_MS)]
"""Unix milliseconds."""

Id: TypeAlias = Annotated[int, Meta(ge=0)]
"""An id given by Discord."""

Count: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 31)]
"""The number of a seat, a move or a decision."""

Decision: TypeAlias = Annotated[int, Meta(ge=-5, lt=1 << 31)]
"""The number of a decision for which a player was pinged. Of a planned lobby: -1 for its opening, -2 for a
new time of which people are still to be notified, -3 after that.
"""

Weekday: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
"""Day of the week, 0 for Monday."""

Hour: TypeAlias = Annotated[int, Meta(ge=0, le=23)]
"""Hour of the day."""

Minute: TypeAlias = Annotated[int, Meta(ge=0, lt=24 * 60)]
"""Minute of the day."""

Venue: TypeAlias = Annotated[str, Meta(pattern="^(channel|thread|barred)$")]
PlayVenue: TypeAlias = Annotated[str, Meta(pattern="^(channel|thread)$")]
Scope: TypeAlias = Annotated[str, Meta(pattern="^(server|everywhere)$")]
Status: TypeAlias = Annotated[str, Meta(pattern="^(lobby|playing|over|cancelled)$")]
Maker: TypeAlias = Annotated[str, Meta(pattern="^(stand-in|itself)$")]
Reason: TypeAlias = Annotated[str, Meta(pattern="^(won|agreed|ended|left|deserted|closed|standing)$")]
VoteAct: TypeAlias = Annotated[str, Meta(pattern="^[a-z]+(:[0-9]+)?$")]

if TYPE_CHECKING:

    class Name:
        """A person's display name: any text that Discord allows.

        The type checker does not accept a ``Name`` as a ``str``, because it must be escaped by
        ``bot.language`` before it is shown.
        """

        def __init__(self, written: str = "") -> None: ...
        def __bool__(self) -> bool: ...

else:
    Name = str

NOBODY = Name("")
"""The empty name, for example that of a person whose data was deleted."""


class Weekly(msgspec.Struct, frozen=True):
    """The local time of the week at which a weekly table opens."""

    weekday: Weekday  # local
    minute: Minute  # local
    zone: str  # IANA name of the time zone


class Paired(msgspec.Struct, frozen=True):
    """The place of a table in a tournament. Rounds and tables are numbered from 1."""

    tournament: str
    round: Count
    number: Count
    is_final: bool = False


# --- choices ------------------------------------------------------------------------------------------------
# The settings of a server.

NOTHING = 0
"""The id of no channel and no role, which stands for a list that cannot be read: an empty list allows all."""

NO_GAME = ""
"""The id of no game, which stands for a list of games that cannot be read."""


def _closed(value: object) -> Meta:
    # Declares the value of a setting that cannot be read, if the default may allow what managers closed.
    return Meta(extra={"closed": value})


class GuildSettings(msgspec.Struct, frozen=True):
    """The settings of a server, with the defaults for a server that has never chosen anything."""

    guild_id: Id
    locale: str | None = None  # language of public texts; None = the server's language in Discord
    # channels where the bot may play; empty = all
    channel_ids: Annotated[tuple[Id, ...], _closed((NOTHING,))] = ()
    clock: str | None = None  # the default time limit of a table's turns; None = the bot's default
    # "everywhere" if the server has joined the global leaderboard, else "server"
    board_scope: Scope = "server"
    share_records: Annotated[bool, _closed(False)] = True  # records of finished games may be downloaded
    venue: PlayVenue = "channel"  # place of a table unless its host chooses: "channel" or "thread"
    # ids of the games that may be played; empty = all
    games: Annotated[tuple[str, ...], _closed((NO_GAME,))] = ()
    # limit of open tables per channel; None = no limit
    most_tables: Annotated[Count | None, _closed(0)] = None
    pings: Annotated[bool, _closed(False)] = True  # people may be notified
    # roles that may open and join tables; empty = everybody
    player_roles: Annotated[tuple[Id, ...], _closed((NOTHING,))] = ()
    keeper_roles: tuple[Id, ...] = ()  # roles of moderators, besides members who may manage the server
    time_zone: str | None = None  # IANA name; None = the usual time zone of the language
    # may open tournaments: "managers" (moderators, and members who may manage events) or "everybody"
    organizers: str = "managers"
    daily_channel: Id | None = None  # channel for the daily puzzle; None = nowhere
    daily_hour: Hour = 8  # local hour of that post
    # messages of tables may name the rarest trophy that was won in a game
    trophies: Annotated[bool, _closed(False)] = True
    season_channel: Id | None = None  # channel for the first three of a season; None = nowhere
    results_channel: Id | None = None  # channel for results of games; None = nowhere


SETTING_LISTS = tuple(field.name for field in msgspec.structs.fields(GuildSettings) if field.default == ())
"""The settings that are lists, which the database holds as JSON."""


def _closed_settings() -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(GuildSettings):
        for meta in get_args(field.type):
            if isinstance(meta, Meta) and meta.extra is not None:
                yield field.name, meta.extra["closed"]


CLOSED_SETTINGS: Mapping[str, Any] = MappingProxyType(dict(_closed_settings()))
"""Values instead of settings that cannot be read, where the default may allow what managers closed."""


class ListChange(msgspec.Struct, frozen=True):
    """A person's edit of a list: the added and the removed entries.

    The change can be applied to a newer version of the list.
    """

    added: tuple[int | str, ...] = ()
    removed: tuple[int | str, ...] = ()

    @classmethod
    def between(cls, before_edit: Iterable[int | str], chosen: Iterable[int | str]) -> ListChange:
        """Return the change that turns the list ``before_edit`` into the list ``chosen``."""
        before = tuple(before_edit)
        after = tuple(chosen)
        added = tuple(item for item in after if item not in before)
        return cls(added, tuple(item for item in before if item not in after))

    def applied_to(self, present: Iterable[int | str]) -> tuple[int | str, ...]:
        """Return a list after the change.

        >>> ListChange(added=(4,), removed=(1,)).applied_to([1, 2, 3])
        (2, 3, 4)
        """
        remaining = tuple(item for item in present if item not in self.removed)
        return remaining + tuple(item for item in self.added if item not in remaining)


# --- parts --------------------------------------------------------------------------------------------------
# The effects of a game's result on a person: new trophies, and the change of the rating.


class Part(msgspec.Struct, frozen=True):
    """A person's part in a finished game, from which trophies are counted."""

    person: int  # row id of the person
    result: int  # row id of the result
    guild_id: int
    game: str
    ended_at: int  # Unix milliseconds
    month: int  # when the month of ended_at began (UTC), Unix milliseconds
    is_rated: bool  # at least two people took part, and no computer player
    is_finished: bool  # the game was played to its end, and the person stayed and made enough decisions
    has_left: bool
    has_won: bool  # the person was first, and it was no tie of the whole table
    is_shared: bool  # the person was first together with another side
    score: float
    statistics: dict[str, int]  # counters of what the person did, such as {"lies": 3}
    opponents: tuple[int, ...]  # row ids of the people on other sides who stayed and made enough decisions


class TrophyCounter(Protocol):
    """Interface of an object that counts trophies. The games implement it."""

    @property
    def fingerprint(self) -> str:
        """A hash of all definitions of trophies, which changes when a definition changes."""

    def count(self, progress: str, played: Part, /) -> tuple[str, tuple[str, ...]]:
        """Count another game of a person, and return their new progress and the names of new trophies.

        Args:
            progress: the person's earlier progress as JSON; ``""`` before the first game.
        """


class WonTrophy(msgspec.Struct, frozen=True):
    """A trophy that the player of a seat won in a game."""

    seat: int
    name: str
    holders: int  # number of people of the table's server who have the trophy
    is_named: bool = True  # the server allows its tables' messages to name trophies


class RatingChange(msgspec.Struct, frozen=True):
    """A person's displayed rating before and after one game."""

    before: int
    after: int


Ratings: TypeAlias = tuple[RatingChange | None, ...]
"""The rating change of each seat; empty for an unrated game."""

# --- rows ---------------------------------------------------------------------------------------------------
# The values that are written to the database and read from it.
#
# Times are Unix milliseconds. Ids of users, servers, channels, messages and interactions are Discord's ids.

LOBBY = "lobby"
PLAYING = "playing"
OVER = "over"
CANCELLED = "cancelled"
"""Values of a table's ``status``; the last two are those of a closed table."""

STAND_IN = "stand-in"
ITSELF = "itself"
"""Values of ``MoveRow.made_by``: a computer player for an absent person, or the rules alone."""

CHANNEL = "channel"
THREAD = "thread"
NO_THREAD = "barred"
"""Where a table is played: its channel, its own thread, or its channel because no thread can be made."""

NOTICE = "notice"
"""Key of the former lobby message, which becomes a notice at the start, in ``SentRow.posts``."""

PRACTICE = 0
"""The ``guild_id`` of tables of practice in a direct message; nothing of them counts."""

ANY_GAME = "any"
"""The value of a subscription's ``game`` that means all games."""

WON = "won"
AGREED = "agreed"
ENDED = "ended"
LEFT = "left"
DESERTED = "deserted"
CLOSED = "closed"
STANDING = "standing"
"""Reasons why a game ended early: the others left, all agreed, an uncounted game was ended, no player was
left, no player came back, the table was closed, or a moderator closed it with the places as they stood."""


class EarlyEnd(msgspec.Struct, frozen=True):
    """How a game ended early."""

    why: Reason  # the kind of end, such as AGREED
    seats: tuple[Count, ...] = ()  # the seats that ended the game
    moves: Count | None = None  # number of moves when the result was written; None without a result
    reason: str = ""  # the reason that a moderator gave


class EveningPerson(msgspec.Struct, frozen=True):
    """A player's games and wins in an evening (a series of games with mostly the same people)."""

    user_id: int
    name: Name
    games: int
    won: int
    right: int = 0  # number of right guesses after being eliminated
    guesses: int = 0  # number of all such guesses


class EveningRow(msgspec.Struct, frozen=True):
    """An evening (a series of games with mostly the same people), and its score."""

    id: str  # the id of the first table
    games: int = 0  # number of games played to their end
    people: tuple[
        EveningPerson, ...
    ] = ()  # those who finished a game, most wins, then most right guesses first
    ended_at: Time | None = None  # None while the evening goes on


class SeatRow(msgspec.Struct, frozen=True):
    """A seat of a table and its player."""

    seat: Count  # number of the seat, from 0 without gaps
    user_id: Id | None  # the person; None for a computer player or a deleted person
    name: Name  # the name to show; "" for a deleted person
    level: str | None = None  # of the computer player at the seat; None while a person plays
    # id of the interaction by which the person joined; 0 for a computer player, unless it replaces a person
    join_id: Id = 0
    has_left: bool = (
        False  # the person resigned or was replaced; a computer player plays on, but user_id stays
    )
    # number of the decision at which the person used their extra time (given once a game)
    grace: Count | None = None
    is_away: bool = False  # the person ran out of time and is not back; a computer player moves for them
    is_offered: bool = False  # other people may take the seat over
    # the person took the seat over from another one, for whom the game counts as resigned
    is_taken: bool = False
    leaver_id: int | None = None  # user id of the first player of a seat that was taken over; None if deleted
    handle: Name = Name("")  # the person's unique user name on Discord
    is_asked: bool = False  # the person was asked whether they are still there, and has not answered


class Sitting(msgspec.Struct, frozen=True):
    """The time that a person spent at a seat with several players."""

    seat: Count
    since: Count  # number of moves in the game when the person joined
    until: Count | None  # number of moves when the person left; None if the person still sits there
    user_id: Id | None  # None for a deleted person
    name: Name


class TableRow(msgspec.Struct, frozen=True):
    """A table: its place, its game, its state, and the secret seed of its shuffles."""

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
    deadline: Time | None = None  # when the turn or the lobby ends; None without a limit
    rematch_of: str | None = None
    revision: Count = 0  # number of changes to lobby, seats and status, for optimistic locking
    clock: str = "none"  # name of the time limit of a turn
    # when the game is closed if nobody comes back; None unless all people are away
    deserted_until: Time | None = None
    paused_at: Time | None = None  # when the present pause began; None unless the game is paused
    watching: bool = True  # people who have been eliminated may see all hands
    hints: bool | None = None  # people may ask for hints; None = the game's default
    leavers_watch: bool = False  # people who left may see all hands, because everybody has agreed
    verdict: EarlyEnd | None = None  # how the game ended early; None if it did not
    seal: Count = 1  # number of the method that sealed the deal (docs/FAIRNESS.md)
    change_id: Id = 0  # id of the interaction that last changed the lobby; 0 = none (docs/FAIRNESS.md)
    crowd: bool = True  # spectators may guess whether claims are lies
    pause_ended_at: int | None = None  # end of the last pause
    votes: dict[VoteAct, tuple[int, ...]] = {}  # for each action that is voted on, the user ids in favour

    @property
    def is_decided(self) -> bool:
        """Whether the game has an early result, which later moves do not change."""
        return self.verdict is not None and self.verdict.moves is not None

    def __repr__(self) -> str:  # without the seed, which stays secret until the game is over
        return f"TableRow(id={self.id!r}, game={self.game!r}, {self.status!r}, guild_id={self.guild_id})"


class MoveRow(msgspec.Struct, frozen=True):
    """A move of a table's log."""

    seq: Count  # number of the move, from 0
    actor: Count | None  # the acting seat; None for a move of chance, such as a deal
    move: str  # the notation
    at: Time
    # "stand-in" = a computer player for an absent person, "itself" = forced by the rules; None = the seat's
    # player
    made_by: Maker | None = None

    def __repr__(self) -> str:
        return f"MoveRow(seq={self.seq}, actor={self.actor}, at={self.at})"  # A move may be secret.


class GuessRow(msgspec.Struct, frozen=True):
    """A spectator's guess whether a claim is a lie."""

    user_id: int
    name: Name
    # number of moves played before the guess; -1 = the spectator has seen all hands and can no longer guess
    seq: int
    is_lie: bool | None


class SentRow(msgspec.Struct, frozen=True):
    """The Discord messages that show a table, and the players pinged on their turn."""

    table_id: str
    message_id: Id | None = None  # of the table's message
    mark: str = ""  # hash of that message's content
    call_id: Id | None = None  # id of the message that pings the players who must act
    called: tuple[tuple[Count, Decision], ...] = ()  # the pings sent, each as seat and number of the decision
    stale: tuple[Id, ...] = ()  # ids of messages that must still be deleted
    sending: bool = False  # the bot has begun to send a message, whose id is not known yet
    settled: bool = False  # the table is closed and all its messages are final
    # the reminders sent, each as seat, number of the decision, and kind of reminder
    reminded: tuple[tuple[Count, Decision, int], ...] = ()
    # attachment id and URL of each picture of the table's message, by file name
    pictures: dict[str, tuple[Id, str]] = {}
    event_id: Id | None = None  # the Discord event of a planned table; 0 if none can be made
    # id and content hash of each further message, by key, such as NOTICE
    posts: dict[str, tuple[Id, str]] = {}

    @property
    def notice_id(self) -> int | None:
        return self.posts[NOTICE][0] if NOTICE in self.posts else None

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of all messages of the table that should stay in the channel."""
        known = [self.message_id, self.call_id]
        known += [message_id for message_id, _ in self.posts.values()]
        return tuple([known_id for known_id in known if known_id is not None])


class InvitationRow(msgspec.Struct, frozen=True):
    """A person without a seat in a lobby: invited, notified, or removed."""

    user_id: int
    name: Name = Name("")  # "" if the name is unknown
    is_subscriber: bool = False  # the person was notified because of a subscription, not invited by the host
    is_told: bool = False  # the person has been mentioned in a message
    has_declined: bool = False  # the person answered "not now"
    is_removed: bool = False  # the person was removed from the lobby and cannot come back
    remover_id: int | None = None  # user id of the person who removed them; None if deleted
    remover: Name = Name("")  # name of the person; "" if deleted
    is_maybe: bool = False  # the person answered "maybe" to a planned game (a table planned for later)
    is_unasked: bool = False  # the person answered a planned game without being invited


class GatheringRow(msgspec.Struct, frozen=True):
    """The place where a table is played, its invitations, and its opening time."""

    venue: Venue = CHANNEL  # "channel", "thread", or "banned" if a thread was wanted but cannot be made
    # the table's own thread, once it is made; the game has left it if the venue is not "thread"
    thread_id: Id | None = None
    invitations: tuple[InvitationRow, ...] = ()  # people invited to an open lobby, in order
    is_rematch: bool = False  # the game starts automatically when all invited people sit there
    starts_at: Time | None = None  # when a planned table opens; None for a table that is open already
    weekly: Weekly | None = None  # when the table opens each week; None for a table that opens once
    paired: Paired | None = None  # the table's place in a tournament; None outside tournaments
    # until when a lobby that was started waits for answers of people; None if it was not started
    answer_until: Time | None = None


HERE = GatheringRow()
"""A table in its channel, without invitations."""


class Closer(NamedTuple):
    """The moderator who closed a table."""

    name: Name  # "" if the moderator's data is deleted
    reason: str


class StoredTable(msgspec.Struct, frozen=True):
    """All that is stored about a table."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    moves: tuple[MoveRow, ...]
    sent_row: SentRow
    gathering: GatheringRow = HERE
    ratings: Ratings = ()  # the rating change of each seat; empty for an unrated game, or if not loaded
    # hashes of people who have sat at the running game, or were removed from its lobby
    excluded_keys: frozenset[str] = frozenset()
    evening: EveningRow | None = None  # the evening (series of games) that the table belongs to
    # user ids of the people whose lies must not be shown after the game
    discreet: frozenset[int] = frozenset()
    guesses: tuple[GuessRow, ...] = ()  # of spectators, oldest first
    closer: Closer | None = None  # None unless a moderator closed the table
    places: tuple[int, ...] = ()  # the final place of each seat; empty without a result, or if not loaded
    sittings: tuple[Sitting, ...] = ()  # of seats that have had several players; by seat, oldest first
    damage: str = ""  # why a row of the table cannot be read; the other fields then hold what is readable
    # for a lobby, user ids of the winners of the server's last tournament of the game
    champions: frozenset[int] = frozenset()
    trophies: tuple[WonTrophy, ...] = ()  # those won in the game, rarest first; empty if not loaded


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. Every tuple has one entry for each seat."""

    # 1 for the best; tied seats share a place, the next ones are skipped; a team takes one place
    places: tuple[int, ...]
    scores: tuple[float, ...]  # points as the game counts them
    ended_at: int
    # the game may count for ratings; storage also requires two people and no computer seat
    rated: bool = True
    # counters of the seat's actions, such as {"lies": 3}; empty if nothing is counted
    facts: tuple[Mapping[str, int], ...] = ()
    # a computer player made most of the person's decisions; empty if false for all seats
    absent: tuple[bool, ...] = ()
    teams: tuple[int, ...] = ()  # the team of each seat; empty if everybody plays alone
    # decisions that the person must make for the game to count; empty if none are needed
    min_decisions: tuple[int, ...] = ()
    counting: TrophyCounter | None = None  # counts the trophies of the game; None to count none
    zone: str = "UTC"  # IANA time zone of the server's seasons, unless the server has chosen one
