"""Upkeep of the database: old data, privacy, checks, restores."""

from __future__ import annotations

import os
import shutil
import sqlite3
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, NamedTuple, Self

import msgspec

from storage import people
from storage.daily import remember_answers
from storage.engine import sqlite
from storage.engine.database import (
    Connection,
    DatabaseFile,
    Store,
    get_meta,
    lengthy,
    opening_error,
    put,
    set_meta,
)
from storage.engine.migrate import check_ours
from storage.engine.reading import column_of, dicts_of, meta_number, read_if_sound, rows_of, setting_aside
from storage.engine.sqlite import FileLock
from storage.errors import NotOurs, NotWhole, StorageFailed
from storage.rows import LOBBY, Count, PersonRowId, StoredTable, Time, TrophyCounter, UnixMs
from storage.scores import results, stats, trophies
from storage.scores.results import read_facts
from storage.scores.stats import FinishedGame
from storage.scores.trophies import progress_counts
from storage.serving import ALIVE, load_heartbeats
from storage.tables import gathering, lifecycle, loading
from storage.tournaments import leave_tournaments, load_damaged_ids

# --- maintenance --------------------------------------------------------------------------------------------
# Checks of the database's content, and recomputation of what is derived from results and kept.

STALE = "scores"
"""Key of a mark, left by a migration: ratings must be recomputed."""

COPYING = "copying"
"""Key of the mark in a database that another is being copied into; its value is the other's name."""


PROBE = "probe"
"""Key of a value that exists only inside a transaction that tests whether the database can be written."""


def probe(conn: Connection) -> None:
    """Write and remove a value, to test whether the database can be written."""
    set_meta(conn, PROBE, "1")
    set_meta(conn, PROBE, None)


def expect_whole(conn: Connection) -> None:
    """Raise ``NotWhole`` if the database is an unfinished copy of another one."""
    source = get_meta(conn, COPYING)
    if source is not None:
        raise NotWhole(f"a copy of {source} into it was not finished: run tefuda db copy again")


@lengthy
def finish_upgrade(conn: Connection, counting: TrophyCounter | None = None) -> None:
    """Recompute the values that an upgrade of the database has left out of date.

    Args:
        counting: if given, trophies are counted again if their definitions have changed.

    Raises:
        NotWhole: the database is an unfinished copy of another database.
    """
    expect_whole(conn)
    gathering.exclude_players(conn)
    gathering.complete_weekly(conn)
    people.strengthen_keys(conn)
    if get_meta(conn, STALE) is not None:
        # A damaged row must not keep the bot from starting. The mark stays, and the next start tries again.
        with setting_aside(conn, "recomputed ratings"):
            results.rerate(conn)
            set_meta(conn, STALE, None)
    if counting is not None:
        trophies.recount_if_outdated(conn, counting)


@lengthy
def rerate_all(conn: Connection, counting: TrophyCounter) -> int:
    """Recompute all ratings and trophies from the results, and return the number of rated games.

    It takes about a minute per million games and delays moves, so stop the bot first.
    """
    count = results.rerate(conn)
    trophies.recount(conn, counting)
    return count


async def finished_tables(store: Store) -> AsyncIterator[tuple[FinishedGame, StoredTable]]:
    """Yield all finished games, oldest first, each with its table and moves."""
    number = 0
    while batch := await store.read(_finished_after, number):
        for pair in batch:
            yield pair
        number = batch[-1][0].number


def _finished_after(conn: Connection, number: int) -> list[tuple[FinishedGame, StoredTable]]:
    games = stats.load_games_after(conn, number, limit=100)
    if not games:
        return []
    stored = loading.load_finished(conn, games[0].number, games[-1].number)
    return [(game, stored[game.table_id]) for game in games]


def findings(conn: Connection, damages: Iterable[str] = ()) -> list[str]:
    """Check the database's content, and return the faults in one sentence each.

    Args:
        damages: faults of the file that are already known. They begin the result.
    """
    faults = list(damages)
    for rule in _RULES:
        faults += [rule.sentence.format(*row) for row in rows_of(conn, tuple[Any, ...], rule.query)]
    if people.has_lost_salt(conn):
        faults.append(
            "the salt of the keys of bans cannot be read, so banned people whose data was deleted pass"
        )
    faults += _unreadable_facts(conn)
    faults += [f"tournament {tournament_id} cannot be read" for tournament_id in load_damaged_ids(conn)]
    # Ratings that come from broken results say nothing, so they are compared only if all else is sound.
    return faults or _wrong_ratings(conn)


def _unreadable_facts(conn: Connection) -> Iterator[str]:
    after = (-1, -1)
    while batch := rows_of(conn, _Counters, _COUNTERS, after):
        for row in batch:
            if results.decode_facts(row.facts) is None:
                where = f"the result of table {row.table_id} has counters of seat {row.seat}"
                yield f"{where} that cannot be read"
        after = (batch[-1].result, batch[-1].seat)


class _Counters(NamedTuple):
    result: int
    seat: int
    table_id: str
    facts: str


_COUNTERS = """
    SELECT result, seat, table_id, facts FROM result_seat CROSS JOIN result ON result.id = result_seat.result
    WHERE (result, seat) > (?, ?) ORDER BY result, seat LIMIT 2000
"""


class _Rule(NamedTuple):
    """A rule of the database's content."""

    sentence: str  # the fault, with the columns of a row as {0}, {1} and so on
    query: str  # selects a row for each place that breaks the rule


# A game that is decided early may be played on: its table has a verdict and a result, and is still played.
_RULES = (
    _Rule(
        "table {0} is over and has no result",
        "SELECT id FROM game_table WHERE status = 'over' AND id NOT IN (SELECT table_id FROM result)",
    ),
    _Rule(
        "table {0} has a result and is {1}",
        """
        SELECT game_table.id, status FROM result CROSS JOIN game_table ON game_table.id = table_id
        WHERE status <> 'over' AND NOT (status = 'playing' AND verdict IS NOT NULL)
        """,
    ),
    _Rule(
        "the result of table {0} has {1} seats where the table has {2}",
        """
        SELECT table_id, found, taken FROM (
            SELECT table_id, seats, found,
                (SELECT count(*) FROM seat WHERE seat.table_id = result.table_id) AS taken
            FROM (SELECT result AS number, count(*) AS found FROM result_seat GROUP BY result) AS counted
                JOIN result ON result.id = number
        ) AS compared
        WHERE NOT (found = taken AND found = seats)
        """,
    ),
    _Rule(
        "result {0} has no seats",
        "SELECT id FROM result WHERE NOT EXISTS (SELECT 1 FROM result_seat WHERE result = id)",
    ),
    _Rule(
        "the moves of table {0} are not numbered without gaps from 0",
        "SELECT table_id FROM move GROUP BY table_id HAVING count(*) <> max(seq) + 1",
    ),
    _Rule(
        "the seats of table {0} are not numbered without gaps from 0",
        "SELECT table_id FROM seat GROUP BY table_id HAVING count(*) <> max(seat) + 1",
    ),
)


def _wrong_ratings(conn: Connection) -> list[str]:
    expected: dict[tuple[int, str], results.Rating] = {}  # by person and game
    for _ in results.recompute(conn, expected):
        pass  # the ratings after each game are not needed, only the last ones, which are in the dictionary
    query = "SELECT person, game, mu, sigma, games FROM rating"
    stored: dict[tuple[int, str], results.Rating] = {}
    for person, game, mu, sigma, games in rows_of(conn, tuple[int, str, float, float, int], query):
        stored[person, game] = results.Rating(mu, sigma, games)
    wrong = sum(stored.get(key) != expected.get(key) for key in stored.keys() | expected.keys())
    if not wrong:
        return []
    return [f"{wrong} ratings differ from those that the results give; make them again with rerate"]


# --- owner --------------------------------------------------------------------------------------------------
# Decisions of the bot's owner: blocked servers, and an announced restart.

RESTART = "restart"
"""Key of the last announcement in ``meta``: its number, and the announced time (empty if lifted)."""


class OwnerDecisions(NamedTuple):
    """The decisions of the bot's owner that are in force."""

    number: int  # number of announcements so far, including announcements that were withdrawn
    restart_at: int | None  # announced time of the next restart, Unix milliseconds; None if there is none
    blocked: frozenset[int]  # ids of blocked servers


class _Announcement(NamedTuple):
    number: Count = 0
    at: Time | None = None


def load_owner_decisions(conn: Connection) -> OwnerDecisions:
    """Return the decisions of the bot's owner that are in force."""
    blocked = column_of(conn, int, "SELECT guild_id FROM blocked_server")
    announced = read_if_sound(lambda: _announcement(conn), _Announcement(), what="announcement")
    return OwnerDecisions(*announced, frozenset(blocked))


def _announcement(conn: Connection) -> _Announcement:
    number, _, at = (get_meta(conn, RESTART) or "0 ").partition(" ")
    return msgspec.convert((number, at or None), _Announcement, strict=False)


def announce_restart(conn: Connection, at: UnixMs | None) -> None:
    """Announce a restart; ``None`` withdraws the announcement."""
    number = load_owner_decisions(conn).number + 1
    set_meta(conn, RESTART, f"{number} {'' if at is None else at}")


def block_server(conn: Connection, guild_id: int, at: UnixMs) -> None:
    """Block a server from the time ``at`` on. Do nothing if the server is blocked already."""
    if blocked_since(conn, guild_id) is None:
        put(conn, "blocked_server", [{"guild_id": guild_id, "since": at}], ("guild_id",))


def unblock_server(conn: Connection, guild_id: int) -> None:
    """End the block of a server, so that it can invite the bot again."""
    conn.execute("DELETE FROM blocked_server WHERE guild_id = ?", (guild_id,))


def blocked_since(conn: Connection, guild_id: int) -> UnixMs | None:
    """Return when a server was blocked; ``None`` if it is not blocked."""
    row = conn.execute("SELECT since FROM blocked_server WHERE guild_id = ?", (guild_id,)).fetchone()
    return None if row is None else int(row[0])


def count_open_tables(conn: Connection, guild_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of open tables on each server, by server id, without zeros."""
    if not guild_ids:
        return {}
    marks = ", ".join("?" * len(guild_ids))
    rows = rows_of(
        conn,
        tuple[int, int],
        f"""
        SELECT guild_id, count(*) FROM game_table INDEXED BY open_on_server
        WHERE status IN ('lobby', 'playing') AND guild_id IN ({marks}) GROUP BY guild_id
        """,
        guild_ids,
    )
    return dict(rows)


class ServiceState(NamedTuple):
    """The numbers of open lobbies and running games, and the last heartbeat of each group of servers."""

    lobbies: int  # number of open lobbies, including tables planned for later
    games: int  # number of running games
    # last heartbeat of each group (Unix milliseconds), by "number/count"; by "" if all form one group
    beats: dict[str, int]


def load_service_state(conn: Connection) -> ServiceState:
    """Count the open lobbies and running games, and load the last heartbeat of each group of servers."""
    rows = rows_of(
        conn,
        tuple[str, int],
        """
        SELECT status, count(*) FROM game_table INDEXED BY open_on_server
        WHERE status IN ('lobby', 'playing') GROUP BY status
        """,
    )
    number = dict(rows)
    beats = {key.removeprefix(ALIVE).strip(): at for key, at in load_heartbeats(conn)}
    return ServiceState(number.get("lobby", 0), number.get("playing", 0), beats)


# --- privacy ------------------------------------------------------------------------------------------------
# Export and deletion of a person's data.
#
# Deletion empties the person's row, so that the person is on no leaderboard. Seats, moves and results
# keep the row's number, so other people's records stay true.

FORGETTINGS = "forgettings"
"""Key of the counter by which processes notice deletions by other processes."""

HIDINGS = "hidden_faces"
"""Key of the counter by which processes notice that a face was hidden in another process."""


_TABLES_OF_ONE_PERSON = (
    "face",
    "subscription",
    "invitation",
    "vote",
    "guess",
    "note",
    "nickname",
    "daily_answer",
    "daily_streak",
    "daily_member",
    "trophy",
    "trophy_progress",
)
"""Tables whose rows are each about the one person in the column ``person``."""


_EXPORTED_PERSON = """
    SELECT user_id, name, handle, is_discreet, hides_titles, turn_messages FROM person WHERE id = :person
"""

_EXPORTED_ROWS = {
    "hosted": "SELECT id FROM game_table WHERE host = :person ORDER BY id",
    # Three sources: present seats, seats taken over and left again, and seats left by their first player.
    "seats": """
        SELECT table_id, guild_id, channel_id, game, status, created_at, seat,
            CASE WHEN taken_at IS NULL THEN join_id ELSE 0 END AS join_id, has_left, left_at, is_away,
            taken_at, is_asked
        FROM seat CROSS JOIN game_table ON id = table_id WHERE person = :person
        UNION ALL
        SELECT table_id, guild_id, channel_id, game, status, created_at, seat, 0, 1, left_at, 0,
            taken_at, 0
        FROM former_seat CROSS JOIN game_table ON id = table_id WHERE person = :person
        UNION ALL
        SELECT table_id, guild_id, channel_id, game, status, created_at, seat, join_id, 1, leaver_at,
            0, NULL, 0
        FROM seat INDEXED BY seat_of_leaver CROSS JOIN game_table ON id = table_id
        WHERE leaver = :person AND leaver IS NOT NULL
        ORDER BY created_at, table_id
    """,
    "moves": """
        SELECT move.table_id AS table_id, seq, move, at
        FROM seat CROSS JOIN move ON move.table_id = seat.table_id
        WHERE person = :person AND actor = seat AND (left_seq IS NULL OR seq < left_seq)
            AND (taken_seq IS NULL OR seq >= taken_seq) AND coalesce(made_by, '') <> 'stand-in'
        UNION ALL
        SELECT move.table_id AS table_id, seq, move, at FROM seat INDEXED BY seat_of_leaver
        CROSS JOIN move ON move.table_id = seat.table_id
        WHERE leaver = :person AND leaver IS NOT NULL AND actor = seat AND seq < leaver_seq
            AND coalesce(made_by, '') <> 'stand-in'
        UNION ALL
        SELECT move.table_id AS table_id, seq, move, at FROM former_seat
        CROSS JOIN move ON move.table_id = former_seat.table_id
        WHERE person = :person AND actor = seat AND seq >= taken_seq AND seq < left_seq
            AND coalesce(made_by, '') <> 'stand-in'
        ORDER BY table_id, seq
    """,
    "votes": "SELECT table_id, act FROM vote WHERE person = :person ORDER BY table_id, act",
    "guesses": "SELECT table_id, seq, is_lie FROM guess WHERE person = :person ORDER BY table_id, seq",
    "notes": "SELECT table_id, number, text FROM note WHERE person = :person ORDER BY table_id, number",
    "results": """
        SELECT table_id, game, guild_id, ended_at, rated, seat, has_left, place, score, won, shared, facts,
            counts, mu, sigma
        FROM result_seat CROSS JOIN result ON id = result WHERE person = :person ORDER BY result
    """,
    "ratings": "SELECT game, mu, sigma, shown, games FROM rating WHERE person = :person",
    "trophies": """
        SELECT DISTINCT name, at, table_id FROM trophy CROSS JOIN result ON result.id = trophy.result
        WHERE person = :person ORDER BY at, name
    """,
    "trophy_servers": "SELECT DISTINCT guild_id FROM trophy WHERE person = :person ORDER BY guild_id",
    "trophy_counts": "SELECT progress FROM trophy_progress WHERE person = :person",
    "seasons": """
        SELECT standing.guild_id AS guild_id, name, starts_at, ends_at, game, place, beaten, wins, games,
            medal
        FROM standing CROSS JOIN season
            ON season.guild_id = standing.guild_id AND number = standing.season
        WHERE person = :person ORDER BY starts_at, standing.guild_id, game
    """,
    "tournaments": """
        SELECT tournament, guild_id, game, tournament.status AS tournament_status, number, join_id,
            entrant.status AS status, is_here, place
        FROM entrant CROSS JOIN tournament ON id = tournament WHERE person = :person ORDER BY tournament
    """,
    "organized": "SELECT id FROM tournament WHERE host = :person ORDER BY id",
    "subscriptions": """
        SELECT guild_id, game, told_at FROM subscription WHERE person = :person ORDER BY guild_id, game
    """,
    "invitations": """
        SELECT table_id, is_subscriber, is_told, has_declined, is_maybe, is_removed, is_unasked
        FROM invitation WHERE person = :person ORDER BY table_id
    """,
    "removals": "SELECT table_id FROM invitation WHERE remover = :person ORDER BY table_id",
    "names": "SELECT guild_id, name FROM nickname WHERE person = :person ORDER BY guild_id",
    "bars": "SELECT guild_id, since, until, reason FROM bar WHERE person = :person ORDER BY guild_id",
    "daily_answers": """
        SELECT day, move, grade, points, is_late, at FROM daily_answer WHERE person = :person ORDER BY day
    """,
    "daily_streak": "SELECT day, days, longest FROM daily_streak WHERE person = :person",
    "daily_servers": "SELECT guild_id FROM daily_member WHERE person = :person ORDER BY guild_id",
    "shared": """
        SELECT channel_id, thing, at, message_id FROM shared WHERE person = :person ORDER BY at, thing
    """,
    "acts": """
        SELECT guild_id, at, kind, about, reason, until,
            CASE WHEN person = :person THEN 'by' ELSE 'on' END AS you
        FROM act WHERE person = :person OR whom = :person ORDER BY guild_id, number
    """,
}
"""The queries for the parts of an export, by the names of the parts. ``:person`` is the person's number."""


def export_person(conn: Connection, user_id: int) -> dict[str, Any]:
    """Return all stored data about a person, ready to be written as JSON; ``{}`` if there is none."""
    person = people.find(conn, user_id)
    if person is None:
        return {}
    given = {"person": person}
    (described,) = dicts_of(conn, _EXPORTED_PERSON, given)
    exported: dict[str, Any] = {"person": _exported(described), "face": _exported_faces(conn, person)}
    for name, query in _EXPORTED_ROWS.items():
        export = _EXPORTS.get(name, _exported)
        exported[name] = list(map(export, dicts_of(conn, query, given)))
    return exported


def _exported_faces(conn: Connection, person: PersonRowId) -> list[dict[str, str]]:
    faces = rows_of(conn, tuple[str, bytes], "SELECT avatar, picture FROM face WHERE person = ?", (person,))
    return [{"avatar": avatar, "picture": b64encode(picture).decode()} for avatar, picture in faces]


def _exported(row: Mapping[str, Any]) -> dict[str, Any]:
    exported = dict(row)
    for name, value in row.items():
        if isinstance(value, bytes):  # only a damaged text is read as bytes
            exported[name] = value.decode(errors="replace")
    return exported


def _exported_id(row: Mapping[str, Any]) -> Any:
    return _exported(row)["id"]


def _exported_result(row: Mapping[str, Any]) -> dict[str, Any]:
    exported = _exported(row)
    # Counters are stored as JSON, and exported as a structure.
    exported["facts"] = read_facts(exported["facts"])
    return exported


def _exported_counts(row: Mapping[str, Any]) -> Any:
    return progress_counts(_exported(row)["progress"])


_EXPORTS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "hosted": _exported_id,
    "organized": _exported_id,
    "results": _exported_result,
    "trophy_counts": _exported_counts,
}
"""What is exported of a row, for parts of an export that are not rows as they are stored."""


async def forget_person(
    store: Store,
    user_id: int,
    *,
    level: str = "normal",
    at: UnixMs | None = None,
    decided_seats: Mapping[str, int] = MappingProxyType({}),
    secret: bytes = b"",
) -> tuple[str, ...]:
    """Delete a person's name and user id everywhere. Return the ids of changed open tables.

    Computer players take the person's seats in running games. In lobbies the seats are freed.

    Args:
        level: the level of these computer players.
        decided_seats: the person's seat, by table id, in games in which the person's place is decided.
            These seats stay as they are.
        secret: 32 random bytes, by which a second answer to a daily puzzle is recognised.
    """
    touched = await store.write(forget, user_id, level, at, decided_seats, secret)
    with suppress(StorageFailed):  # the data is deleted all the same
        await store.empty_log()
    return touched


def forget(
    conn: Connection,
    user_id: int,
    level: str,
    at: UnixMs | None,
    decided_seats: Mapping[str, int] = MappingProxyType({}),
    secret: bytes = b"",
) -> tuple[str, ...]:
    """Delete a person's data. This is the transaction of ``forget_person``, with the same arguments."""
    person = people.find(conn, user_id)
    if person is None:
        return ()
    touched = _open_tables_about(conn, person)
    for table in touched:
        _leave_table(conn, table, person, level, at, decided_seats.get(table.id, -1))
    # Rows that are only about this person are deleted; seats, moves and results keep the row's number.
    leave_tournaments(conn, person)
    remember_answers(conn, person, user_id, secret, at)
    for name in _TABLES_OF_ONE_PERSON:
        conn.execute(f"DELETE FROM {name} WHERE person = ?", (person,))
    people.forget_posts(conn, person)
    people.replace_ids_by_keys(conn, person, user_id)
    # The row itself stays, empty, since records of other people refer to it.
    conn.execute(
        """
        UPDATE person SET user_id = NULL, name = NULL, handle = NULL, is_discreet = 0, hides_titles = 0,
            turn_messages = ''
        WHERE id = ?
        """,
        (person,),
    )
    set_meta(conn, FORGETTINGS, str(count_data_deletions(conn) + 1))
    return tuple([table.id for table in touched])


class _TableStatus(NamedTuple):
    id: str
    status: str


def _open_tables_about(conn: Connection, person: PersonRowId) -> list[_TableStatus]:
    # The condition on the status is that of the partial index, so only open tables are read.
    return rows_of(
        conn,
        _TableStatus,
        """
        SELECT id, status FROM game_table INDEXED BY open_table WHERE status IN ('lobby', 'playing')
            AND (host = :person OR EXISTS (SELECT 1 FROM seat WHERE table_id = id AND person = :person)
                OR EXISTS (
                    SELECT 1 FROM invitation WHERE table_id = id AND (person = :person OR remover = :person)
                )
                OR EXISTS (SELECT 1 FROM guess WHERE table_id = id AND person = :person))
        ORDER BY created_at, id
        """,
        {"person": person},
    )


def _leave_table(
    conn: Connection,
    table: _TableStatus,
    person: PersonRowId,
    level: str,
    at: UnixMs | None,
    decided_seat: int,
) -> None:
    # A lobby closes up. At a running table a computer player takes the seat, unless the seat's place is
    # decided (``decided_seat``; -1 for none).
    if table.status == LOBBY:
        lifecycle.leave_lobby(conn, table.id, person, at)
        return
    moves = lifecycle.count_moves(conn, table.id)
    conn.execute(
        """
        UPDATE seat SET level = ?, has_left = 1, left_at = ?, left_seq = ?
        WHERE table_id = ? AND person = ? AND has_left = 0 AND seat <> ?
        """,
        (level, at, moves, table.id, person, decided_seat),
    )
    lifecycle.raise_revision(conn, table.id)


def hide_face(conn: Connection, user_id: int) -> None:
    """Delete the face of a person who no longer shows it. All processes then drop what they know of it."""
    deleted = conn.execute(
        "DELETE FROM face WHERE person = (SELECT id FROM person WHERE user_id = ?) RETURNING 1", (user_id,)
    )
    if deleted.fetchone() is not None:
        set_meta(conn, HIDINGS, str(count_hidden_faces(conn) + 1))


def count_hidden_faces(conn: Connection) -> int:
    """Return how often a face has been hidden so far."""
    return meta_number(conn, HIDINGS)


def count_data_deletions(conn: Connection) -> int:
    """Return how often a person's data has been deleted so far."""
    return meta_number(conn, FORGETTINGS)


# --- restoring ----------------------------------------------------------------------------------------------
# Restores a backup of an SQLite database; the old database is kept beside it.
#
# The path of the database always leads to a complete database, either the old or the restored one.

BESIDE = ("-wal", "-shm")
"""Suffixes of SQLite's side files, which belong to a database by name."""


class Restoration:
    """Replaces a database by a backup, and locks the database meanwhile.

    If the path is a symbolic link, the file behind it is replaced, and the link stays.

    As a context manager it removes temporary files and releases the lock.

    Raises:
        StorageUnavailable: the database cannot be written, belongs to another program, or is used by a bot.
    """

    def __init__(self, database: str) -> None:
        try:
            self._file = DatabaseFile.at(database)
            self._database = self._file.path
            self.part = self._file.beside(".restoring")
            self._file.expect_replaceable()
            self._file.expect_one_name()
            _expect_replaceable(self._file)
            self._lock = FileLock(self._file)
        except OSError as error:
            raise opening_error(database, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()
        self._lock.release()

    def fetch(self, backup: Path | BinaryIO) -> None:
        """Copy the backup to the file ``part`` beside the database.

        Raises:
            StorageFailed: the copy failed.
        """
        self._clear()
        try:
            # A file is copied by SQLite itself; a stream is copied as it is, and checked.
            if isinstance(backup, Path):
                sqlite.backup(backup, self.part)
            else:
                self.part.touch(mode=0o600)
                with self.part.open("wb") as part:
                    shutil.copyfileobj(backup, part)
                sqlite.expect_undamaged(DatabaseFile.at(self.part))
            self._give_to_owner_of_database()
        except OSError as error:
            raise StorageFailed(f"cannot bring the copy beside {self._database}: {error.strerror}") from error

    def swap(self) -> Path | None:
        """Replace the database by the backup.

        Returns:
            The path of the old database, which is kept; ``None`` if there was none.
        """
        old = None
        try:
            if self._database.exists():
                with suppress(StorageFailed):  # impossible if damaged; all its files are kept
                    sqlite.empty_log(self._file)
                # Link the old database to its new name first, so that at every moment a complete database has
                # the name.
                old = self._free_name()
                try:
                    os.link(self._database, old)
                except OSError:  # the file system has no hard links
                    shutil.copyfile(self._database, old)
                for end in BESIDE:
                    with suppress(FileNotFoundError):
                        self._file.beside(end).replace(_beside(old, end))
            self._replace(self.part)
        except OSError as error:
            why = f"cannot put the copy in the place of {self._database}: {error.strerror}"
            raise StorageFailed(why) from error
        return old

    def swap_back(self, old: Path | None) -> None:
        """Undo ``swap``: move the old database back to its place."""
        if old is not None:
            self._replace(old)
            for end in BESIDE:
                with suppress(FileNotFoundError):
                    _beside(old, end).replace(self._file.beside(end))

    def _replace(self, file: Path) -> None:
        file.replace(self._database)
        if hasattr(os, "O_DIRECTORY"):  # on systems that can flush a folder like a file
            folder = os.open(self._database.parent, os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _free_name(self) -> Path:
        number = 1
        while (name := self._file.beside(f".old{number}")).exists():
            number += 1
        return name

    def _give_to_owner_of_database(self) -> None:
        # Files that root has created must be writable for the bot.
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            owner = (self._database if self._database.exists() else self._database.parent).stat()
            for file in (self.part, self._file.beside(".lock")):
                os.chown(file, owner.st_uid, owner.st_gid)

    def _clear(self) -> None:
        self.part.unlink(missing_ok=True)
        for end in BESIDE:
            _beside(self.part, end).unlink(missing_ok=True)


def _expect_replaceable(database: DatabaseFile) -> None:
    if not database.path.is_file():
        return
    # A damaged database may be replaced.
    with suppress(sqlite3.Error), closing(sqlite3.connect(database.read_only_uri(), uri=True)) as conn:
        try:
            check_ours(conn, may_be_empty=True)
        except NotOurs as error:
            raise opening_error(database.name, error) from error


def _beside(file: Path, end: str) -> Path:
    return file.with_name(file.name + end)
