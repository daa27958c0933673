"""People in the database: names, bans, subscriptions, titles."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypedDict

import msgspec

from storage.engine.database import (
    Connection,
    Unprepared,
    columns_of,
    insert,
    may_postpone,
    set_meta,
    value_of,
)
from storage.engine.reading import all_rows_of, column_of, report, row_of, rows_of
from storage.errors import Banned, DamagedRow
from storage.rows import (
    ANY_GAME,
    LOBBY,
    Id,
    InvitationRow,
    ListChange,
    Name,
    PersonRowId,
    SeatRow,
    TableRow,
    Time,
    UnixMs,
)

# --- people -------------------------------------------------------------------------------------------------
# People's user ids, and their names in general and on each server.

NAME_THERE = """
    coalesce((
        SELECT nickname.name FROM nickname
        WHERE nickname.person = person.id AND nickname.guild_id = {guild}
    ), person.name)
"""
"""SQL: the name of a row's person on a server, or else the general one; ``{guild}`` is the server's id."""


def find(conn: Connection, user_id: int) -> PersonRowId | None:
    """Return a person's row id; ``None`` if they are unknown or were deleted."""
    row = conn.execute("SELECT id FROM person WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else int(row[0])


def save_names(conn: Connection, user_id: int, name: Name, handle: Name) -> None:
    """Store a person's general display name and their user name."""
    conn.execute(
        """
        INSERT INTO person (user_id, name, handle) VALUES (?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, handle = excluded.handle
        WHERE person.name <> excluded.name OR coalesce(person.handle, '') <> excluded.handle
        """,
        (user_id, name, handle),
    )


def ensure(
    conn: Connection, user_id: int, name: Name | None = None, guild_id: int | None = None
) -> PersonRowId:
    """Return a person's row id, creating the row if needed.

    Args:
        name: the person's name on the server, also stored as their general name if that is unknown.
    """
    row = conn.execute("SELECT id, name FROM person WHERE user_id = ?", (user_id,)).fetchone()
    if row is None:
        given = (user_id, name or "")
        row = conn.execute(
            "INSERT INTO person (user_id, name) VALUES (?, ?) RETURNING id, name", given
        ).fetchone()
    elif not row[1] and name:  # the general name is still unknown
        conn.execute("UPDATE person SET name = ? WHERE id = ?", (name, row[0]))
    if name and guild_id is not None:
        conn.execute(
            """
            INSERT INTO nickname (person, guild_id, name) VALUES (?, ?, ?)
            ON CONFLICT (person, guild_id) DO UPDATE SET name = excluded.name
            WHERE nickname.name <> excluded.name
            """,
            (row[0], guild_id, name),
        )
    return int(row[0])


MOST_NOTES = 50
"""Limit of a person's notes about one game."""


def save_note(conn: Connection, user_id: int, name: Name, table_id: str, number: int, text: str) -> bool:
    """Store a person's note about a position of a finished game. Return whether there was room for it.

    Args:
        name: the person's name, if they have no row yet.
        number: the number of moves played.
        text: ``""`` to delete the note.
    """
    person = ensure(conn, user_id, name)
    place = {"person": person, "table_id": table_id, "number": number}
    conn.execute(
        "DELETE FROM note WHERE person = :person AND table_id = :table_id AND number = :number", place
    )
    if not text:
        return True
    count = "SELECT count(*) FROM note WHERE person = ? AND table_id = ?"
    if conn.execute(count, (person, table_id)).fetchone()[0] >= MOST_NOTES:
        return False
    insert(conn, "note", [place | {"text": text}])
    return True


def load_note(conn: Connection, user_id: int, table_id: str, number: int) -> str:
    """Return a person's note about a position of a finished game; ``""`` if there is none."""
    notes = column_of(
        conn,
        str,
        """
        SELECT text FROM note WHERE table_id = ? AND number = ?
            AND person = (SELECT id FROM person WHERE user_id = ?)
        """,
        (table_id, number, user_id),
    )
    return next(iter(notes), "")


CLOSED = "closed"
"""Stored instead of a language if Discord has refused a direct message to the person."""


def save_turn_messages(conn: Connection, user_id: int, name: Name, language: str) -> None:
    """Store in which language a person wants direct messages about their turns.

    Args:
        name: the person's name, if they have no row yet.
        language: ``""`` for no messages, ``CLOSED`` if Discord refuses them.
    """
    if language:
        ensure(conn, user_id, name)
    conn.execute("UPDATE person SET turn_messages = ? WHERE user_id = ?", (language, user_id))


def load_turn_messages(conn: Connection, user_ids: Collection[int]) -> dict[int, str]:
    """Return the languages of direct messages about turns, by user id; people without them are left out."""
    if not user_ids:
        return {}
    marks = ", ".join("?" * len(user_ids))
    wanted = f"SELECT user_id, turn_messages FROM person WHERE user_id IN ({marks}) AND turn_messages <> ''"
    return dict(rows_of(conn, tuple[int, str], wanted, tuple(user_ids)))


def save_discretion(conn: Connection, user_id: int, name: Name, is_discreet: bool) -> None:
    """Store whether a person forbids sharing pictures of their lies.

    Args:
        name: the person's name, if they have no row yet.
    """
    if is_discreet:
        ensure(conn, user_id, name)
    conn.execute("UPDATE person SET is_discreet = ? WHERE user_id = ?", (int(is_discreet), user_id))


def load_discreet(conn: Connection, user_ids: Collection[int]) -> frozenset[int]:
    """Return the ids of the given people who forbid sharing pictures of their lies."""
    if not user_ids:
        return frozenset()
    marks = ", ".join("?" * len(user_ids))
    # A damaged mark counts as a wish for discretion.
    wanted = f"SELECT user_id FROM person WHERE user_id IN ({marks}) AND is_discreet <> 0"
    return frozenset(column_of(conn, int, wanted, tuple(user_ids)))


def discreet_players(conn: Connection, table_id: str) -> frozenset[int]:
    """Return the user ids of a table's players, past and present, who forbid pictures of their lies."""
    discreet = column_of(
        conn,
        int,
        """
        SELECT user_id FROM person WHERE is_discreet <> 0 AND user_id IS NOT NULL AND id IN (
            SELECT person FROM seat WHERE table_id = :table
            UNION SELECT leaver FROM seat WHERE table_id = :table
            UNION SELECT person FROM former_seat WHERE table_id = :table
        )
        """,
        {"table": table_id},
    )
    return frozenset(discreet)


class FaceRow(NamedTuple):
    """The face of a person who shows it on pictures."""

    user_id: int
    avatar: str  # Discord's name of the picture from which it was made; "" if there is none yet
    picture: bytes  # a small PNG file; empty for letters


def allow_face(conn: Connection, user_id: int, name: Name) -> None:
    """Store that a person shows their face on pictures.

    Args:
        name: the person's name, if they have no row yet.
    """
    person = ensure(conn, user_id, name)
    conn.execute(
        "INSERT INTO face (person, avatar, picture) VALUES (?, '', ?) ON CONFLICT (person) DO NOTHING",
        (person, b""),
    )


def save_face(conn: Connection, face: FaceRow) -> bool:
    """Store the face of a person. Return whether they still show it; otherwise nothing is stored."""
    updated = conn.execute(
        """
        UPDATE face SET avatar = ?, picture = ? WHERE person = (SELECT id FROM person WHERE user_id = ?)
        RETURNING 1
        """,
        (face.avatar, face.picture, face.user_id),
    )
    return updated.fetchone() is not None


def load_faces(conn: Connection, user_ids: Collection[int]) -> list[FaceRow]:
    """Return the faces of those of the given people who show them on pictures."""
    if not user_ids:
        return []
    marks = ", ".join("?" * len(user_ids))
    wanted = f"""
        SELECT user_id, avatar, picture FROM person JOIN face ON face.person = person.id
        WHERE user_id IN ({marks})
    """
    return rows_of(conn, FaceRow, wanted, tuple(user_ids))


def find_shown_faces(conn: Connection, user_ids: Collection[int]) -> frozenset[int]:
    """Return the ids of those of the given people who show their faces."""
    if not user_ids:
        return frozenset()
    marks = ", ".join("?" * len(user_ids))
    wanted = f"SELECT user_id FROM person JOIN face ON face.person = person.id WHERE user_id IN ({marks})"
    return frozenset(column_of(conn, int, wanted, tuple(user_ids)))


def save_seats(conn: Connection, table_id: str, guild_id: int, seats: Iterable[SeatRow]) -> None:
    """Replace the stored seats of a table, and store the players' names on the server."""
    # Seats of a lobby change as a whole, so all rows are written again.
    conn.execute("DELETE FROM seat WHERE table_id = ?", (table_id,))
    rows = []
    for row in seats:
        columns = columns_of(row, "seat", "level", "join_id", "grace", "has_left", "is_away", "is_asked")
        columns["table_id"] = table_id
        # People's names are stored once, under their row.
        if row.user_id is None:
            columns["person"] = None
            columns["name"] = row.name
        else:
            columns["person"] = ensure(conn, row.user_id, row.name, guild_id)
            columns["name"] = None
        rows.append(columns)
    insert(conn, "seat", rows)


def load_seats(
    conn: Connection, table_ids_sql: str, parameters: tuple[object, ...]
) -> dict[str, list[SeatRow]]:
    """Return the seats of several tables, by table id.

    Args:
        table_ids_sql: an SQL statement that selects the table ids.
        parameters: the parameters of this statement.
    """
    # A name on the server comes before the general name and the name when the person sat down.
    rows = all_rows_of(
        conn,
        tuple[Any, ...],
        f"""
        SELECT table_id, seat, person.user_id, coalesce(nickname.name, person.name, seat.name, ''), level,
            join_id, has_left, grace, is_away, is_offered, leaver IS NOT NULL, former.user_id,
            coalesce(person.handle, ''), is_asked,
            (seat.person IS NOT NULL AND person.id IS NULL) OR (leaver IS NOT NULL AND former.id IS NULL)
        FROM seat LEFT JOIN person ON person.id = seat.person
            LEFT JOIN nickname ON nickname.person = seat.person
                AND nickname.guild_id = (SELECT guild_id FROM game_table WHERE id = seat.table_id)
            LEFT JOIN person AS former ON former.id = seat.leaver
        WHERE table_id IN ({table_ids_sql}) ORDER BY table_id, seat
        """,
        parameters,
    )
    seats: dict[str, list[SeatRow]] = {}
    for table_id, *seat, is_nobody in rows:
        # The row refers to a person whose row is missing.
        if is_nobody:
            raise DamagedRow(f"seat {seat[0]} is of a person that there is not")
        seats.setdefault(table_id, []).append(value_of(SeatRow, seat))
    return seats


# --- bars ---------------------------------------------------------------------------------------------------
# Checks whether moderators have banned a person from a server's tables.
#
# A ban refers to the person's row. When a person's data is deleted, their row loses the user id, and the ban
# gets a key by which the person is recognised. A key is made from public numbers (the ids of the person and
# the server) and a salt that is stored beside it, so a reader of the database can try candidates. Each try
# costs ``KEY_COST``, so a check makes keys only for people whose row is newer than the deletion.

SALT = "bar_salt"
"""Name of the salt of all keys in the table ``meta``."""

_SALT = re.compile("[0-9a-f]{32}")

SLOW = "scrypt:"
"""Begins each key. Keys of older versions are hashes that cost nothing, without this beginning."""


class _Known(NamedTuple):
    user_id: int
    person: PersonRowId


class _StoredKey(NamedTuple):
    guild_id: int
    person: PersonRowId
    key: str


class _KeyOfDeleted(NamedTuple):
    key: str
    person: PersonRowId
    newest_person: Any  # checked where it is used


class _KeyCost(TypedDict):
    n: int
    r: int
    p: int


KEY_COST: _KeyCost = {"n": 2**14, "r": 8, "p": 1}
"""The cost of a key, in scrypt's terms: 16 MiB of memory and about 50 ms of a processor.

No write waits for it: a transaction that lacks keys is undone, the keys are computed on another thread, and
the transaction begins again. A key is computed inside a transaction only if a read needs it, if the database
has no salt yet, or if keys are still missing after several tries.
"""

KEPT_KEYS = 8192
"""Limit of computed keys in memory, so that the same person costs nothing at the next tap."""


def plain_key(guild_id: int, user_id: int) -> str:
    """Return a hash of both ids, as older versions stored it. The stored key is made from it."""
    return hashlib.sha256(b"tefuda bar %d %d" % (guild_id, user_id)).hexdigest()


def slow_key(plain: str, salt: str) -> str:
    """Return the key that is stored for a ban of a deleted person; ``plain`` is the ``plain_key``."""
    return SLOW + hashlib.scrypt(plain.encode(), salt=bytes.fromhex(salt), dklen=32, **KEY_COST).hex()


_kept_keys: dict[tuple[str, str], str] = {}


def prepare_keys(plains: Iterable[str], salt: str) -> None:
    """Compute keys and keep them in memory. This takes ``KEY_COST`` for each new key."""
    for plain in plains:
        if (plain, salt) not in _kept_keys:
            if len(_kept_keys) >= KEPT_KEYS:
                _kept_keys.clear()
            _kept_keys[plain, salt] = slow_key(plain, salt)


def _keys(plains: Sequence[str], salt: str, *, may_wait: bool = True) -> dict[str, str]:
    """Return the keys, by the hashes that they are made from.

    Raises:
        Unprepared: keys must be computed first, outside of the transaction.
    """
    missing = [plain for plain in plains if (plain, salt) not in _kept_keys]
    if missing and may_wait and may_postpone():
        raise Unprepared(partial(prepare_keys, missing, salt))
    prepare_keys(missing, salt)
    return {plain: _kept_keys.get((plain, salt)) or slow_key(plain, salt) for plain in plains}


def find_bans(conn: Connection, guild_id: int, user_ids: Iterable[int]) -> dict[int, PersonRowId]:
    """Return those of the given people who are banned from a server's tables, with the ``person`` of the ban.

    For a deleted person who has come back, ``person`` is their former row.
    """
    # No other function checks for bars. In the writer's transaction no bar can come in between.
    wanted = sorted(set(user_ids))
    if not wanted:
        return {}
    marks = ", ".join("?" * len(wanted))
    rows = rows_of(
        conn,
        _Known,
        f"""
        SELECT user_id, person.id FROM person JOIN bar ON bar.person = person.id
        WHERE user_id IN ({marks}) AND guild_id = ?
        """,
        (*wanted, guild_id),
    )
    known = {row.user_id: row.person for row in rows}
    return known | _recognize(conn, guild_id, [user_id for user_id in wanted if user_id not in known])


def _recognize(conn: Connection, guild_id: int, user_ids: list[int]) -> dict[int, PersonRowId]:
    """Return those of the given people whose data was deleted while they were banned."""
    keyed = rows_of(
        conn,
        _KeyOfDeleted,
        "SELECT bar_key, person, newest_person FROM bar WHERE guild_id = ? AND bar_key IS NOT NULL",
        (guild_id,),
    )
    if not keyed or not user_ids:
        return {}
    salt = _stored_salt(conn)
    if salt is None:
        report(DamagedRow(f"the salt of bans cannot be read: {SALT} in the table meta"))
        return {}
    banned = {row.key: row.person for row in keyed}
    # After damage nobody counts as older, so everybody is compared.
    (newest,) = conn.execute("SELECT coalesce(max(id), 0) FROM person").fetchone()
    deletions = [row.newest_person for row in keyed]
    is_sound = all(isinstance(number, int) and 0 < number <= newest for number in deletions)
    oldest_deletion = min(deletions) if is_sound else 0
    # People who had a row already when the first of these people was deleted are none of them.
    marks = ", ".join("?" * len(user_ids))
    older = f"SELECT user_id FROM person WHERE user_id IN ({marks}) AND id <= ?"
    others = set(column_of(conn, int, older, (*user_ids, oldest_deletion)))
    plains = {plain_key(guild_id, user_id): user_id for user_id in user_ids if user_id not in others}
    keys = _keys(list(plains), salt)
    return {plains[plain]: banned[key] for plain, key in keys.items() if key in banned}


def _stored_salt(conn: Connection) -> str | None:
    # None if there is none, or if it is damaged.
    stored = column_of(conn, str, "SELECT value FROM meta WHERE key = ?", (SALT,))
    return next((salt for salt in stored if _SALT.fullmatch(salt)), None)


def has_lost_salt(conn: Connection) -> bool:
    """Return whether deleted people are banned and cannot be recognised, for want of the salt."""
    keyed = conn.execute("SELECT 1 FROM bar WHERE bar_key IS NOT NULL LIMIT 1").fetchone()
    return keyed is not None and _stored_salt(conn) is None


def find_banned(conn: Connection, guild_id: int, user_ids: Iterable[int]) -> frozenset[int]:
    """Return the ids of the given people who are banned from a server's tables.

    Call this in the same transaction that seats, lists or notifies the people.
    """
    return frozenset(find_bans(conn, guild_id, user_ids))


def is_banned(conn: Connection, guild_id: int, user_id: int) -> bool:
    """Return whether a person is banned from a server's tables."""
    return bool(find_banned(conn, guild_id, (user_id,)))


def check_not_banned(conn: Connection, guild_id: int, *user_ids: int) -> None:
    """Raise ``Banned`` if any of these people is banned from a server's tables."""
    if find_banned(conn, guild_id, user_ids):
        raise Banned(guild_id)


def delete_ban(conn: Connection, guild_id: int, user_id: int) -> None:
    """Delete a person's ban from a server's tables, if there is one."""
    for person in find_bans(conn, guild_id, (user_id,)).values():
        conn.execute("DELETE FROM bar WHERE guild_id = ? AND person = ?", (guild_id, person))


def delete_ended_bans(conn: Connection, now: UnixMs) -> None:
    """Delete the bans from tables that have ended."""
    # A ban whose end is damaged does not end by itself.
    conn.execute("DELETE FROM bar WHERE until IS NOT NULL AND until > since AND until <= ?", (now,))


def replace_ids_by_keys(conn: Connection, person: PersonRowId, user_id: int) -> None:
    """Store keys for a person's bans, by which the person is recognised once their user id is deleted."""
    guilds = column_of(conn, int, "SELECT guild_id FROM bar WHERE person = ?", (person,))
    if not guilds:
        return
    plains = {plain_key(guild_id, user_id): guild_id for guild_id in guilds}
    for plain, key in _new_keys(conn, list(plains)).items():
        conn.execute(
            """
            UPDATE bar SET bar_key = ?, newest_person = (SELECT max(id) FROM person)
            WHERE guild_id = ? AND person = ?
            """,
            (key, plains[plain], person),
        )


def strengthen_keys(conn: Connection) -> None:
    """Replace the keys of older versions, which are quickly guessed. Each guess then costs ``KEY_COST``."""
    stored = "SELECT guild_id, person, bar_key FROM bar WHERE bar_key IS NOT NULL"
    weak = [row for row in rows_of(conn, _StoredKey, stored) if not row.key.startswith(SLOW)]
    keys = _new_keys(conn, [row.key for row in weak]) if weak else {}
    for row in weak:
        given = (keys[row.key], row.guild_id, row.person)
        conn.execute("UPDATE bar SET bar_key = ? WHERE guild_id = ? AND person = ?", given)


def _new_keys(conn: Connection, plains: Sequence[str]) -> dict[str, str]:
    salt = _stored_salt(conn)
    if salt is not None:
        return _keys(plains, salt)
    # The first salt is written in this transaction, so its keys cannot be computed before.
    salt = secrets.token_hex(16)
    set_meta(conn, SALT, salt)
    return _keys(plains, salt, may_wait=False)


# --- subscriptions ------------------------------------------------------------------------------------------
# Subscriptions to notices of new lobbies.

TELL_PAUSE_MS = 3_600_000
"""Shortest time from one notice to the next, per person and server."""

MOST_TOLD = 20
"""Limit of people notified of one lobby."""


def load_subscriptions(conn: Connection, user_id: int, guild_id: int) -> frozenset[str]:
    """Return the ids of a person's subscribed games on a server. ``ANY_GAME`` stands for all games."""
    games = column_of(
        conn,
        str,
        """
        SELECT game FROM subscription JOIN person ON person.id = subscription.person
        WHERE user_id = ? AND guild_id = ?
        """,
        (user_id, guild_id),
    )
    return frozenset(games)


def save_subscriptions(
    conn: Connection, user_id: int, name: Name, guild_id: int, games: Collection[str]
) -> None:
    """Replace a person's subscriptions on a server. An empty list ends all subscriptions.

    Raises:
        Banned: the person may not play there.
    """
    if games:
        check_not_banned(conn, guild_id, user_id)
    # Ending subscriptions must not create a row for an unknown person.
    person = ensure(conn, user_id, name, guild_id) if games else find(conn, user_id)
    if person is None:
        return
    given = (person, guild_id)
    # Subscribing again must not lift the rate limit, so the time of the last notice is kept.
    statement = "SELECT max(told_at) FROM subscription WHERE person = ? AND guild_id = ?"
    (told_at,) = conn.execute(statement, given).fetchone()
    conn.execute("DELETE FROM subscription WHERE person = ? AND guild_id = ?", given)
    conn.executemany(
        "INSERT INTO subscription (guild_id, game, person, told_at) VALUES (?, ?, ?, ?)",
        [(guild_id, game, person, told_at) for game in sorted(set(games))],
    )


def change_subscriptions(
    conn: Connection, user_id: int, name: Name, guild_id: int, change: ListChange
) -> None:
    """Apply a change to the list of games to which a person has subscribed on a server."""
    games = change.applied_to(load_subscriptions(conn, user_id, guild_id))
    save_subscriptions(conn, user_id, name, guild_id, tuple(map(str, games)))


def subscribed_servers(conn: Connection, user_id: int) -> tuple[int, ...]:
    """Return the ids of the servers on which a person has subscriptions."""
    servers = column_of(
        conn,
        int,
        """
        SELECT DISTINCT guild_id FROM subscription JOIN person ON person.id = subscription.person
        WHERE user_id = ? ORDER BY guild_id
        """,
        (user_id,),
    )
    return tuple(servers)


class _Subscriber(NamedTuple):
    person: PersonRowId
    user_id: Id
    name: Name
    last_told: int


def choose_subscribers(
    conn: Connection, guild_id: int, game: str, now: UnixMs, excluded: Collection[int]
) -> tuple[InvitationRow, ...]:
    """Choose up to ``MOST_TOLD`` subscribers to notify of a new lobby, and return their invitations.

    People who have waited longest for a notice come first. Banned people are left out.

    Args:
        excluded: user ids of people who need no notice, such as the host.
    """
    rows = rows_of(
        conn,
        _Subscriber,
        f"""
        SELECT DISTINCT person.id, user_id, {NAME_THERE.format(guild="subscription.guild_id")},
            coalesce(told_at, 0) AS last_told
        FROM subscription JOIN person ON person.id = subscription.person
        WHERE guild_id = ? AND game IN (?, ?) AND (told_at IS NULL OR told_at <= ? OR told_at > ?)
        ORDER BY last_told, person.id
        """,
        (guild_id, game, ANY_GAME, now - TELL_PAUSE_MS, now),
    )
    wanted = [row for row in rows if row.user_id not in excluded]
    chosen: list[_Subscriber] = []
    # Bars are checked in portions, and only until enough people are chosen.
    for start in range(0, len(wanted), MOST_TOLD):
        portion = wanted[start : start + MOST_TOLD]
        banned = find_banned(conn, guild_id, [row.user_id for row in portion])
        chosen += [row for row in portion if row.user_id not in banned]
        if len(chosen) >= MOST_TOLD:
            break
    chosen = chosen[:MOST_TOLD]
    conn.executemany(
        "UPDATE subscription SET told_at = ? WHERE guild_id = ? AND person = ?",
        [(now, guild_id, person) for person, *_ in chosen],
    )
    return tuple(
        InvitationRow(user_id, name, is_subscriber=True, is_told=True) for _, user_id, name, _ in chosen
    )


# --- titles -------------------------------------------------------------------------------------------------
# Titles: marks beside the names of people who won a server's last tournament of a game.


def load_champions(conn: Connection, guild_id: int, game: str) -> frozenset[int]:
    """Return the user ids of the people who won a server's last tournament of a game.

    People who hide their titles are left out.
    """
    champions = column_of(
        conn,
        int,
        """
        SELECT user_id FROM entrant JOIN person ON person.id = entrant.person
        WHERE place = 1 AND user_id IS NOT NULL AND hides_titles = 0 AND tournament = (
            SELECT id FROM tournament WHERE guild_id = ? AND game = ? AND status = 'over'
            ORDER BY ended_at DESC, id DESC LIMIT 1
        )
        """,
        (guild_id, game),
    )
    return frozenset(champions)


def champions_for_lobby(conn: Connection, table: TableRow) -> frozenset[int]:
    """Return the user ids of people with a title for the table's game; empty if the table is no lobby."""
    if table.status == LOBBY:
        return load_champions(conn, table.guild_id, table.game)
    return frozenset()


def save_titles(conn: Connection, user_id: int, name: Name, are_hidden: bool) -> None:
    """Store whether a person hides the titles beside their name."""
    if are_hidden:
        ensure(conn, user_id, name)
    conn.execute("UPDATE person SET hides_titles = ? WHERE user_id = ?", (int(are_hidden), user_id))


# --- sharing ------------------------------------------------------------------------------------------------
# What people have posted in channels with the bot's help (database table ``shared``).

MOST_SHARED = 3
"""Limit of what one person posts within ``WAIT_MS``."""

WAIT_MS = 600_000

POST_KEPT_MS = 56 * 86_400_000
"""How long it is remembered that a thing was posted, so that it is not posted twice."""


class Sharing(msgspec.Struct, frozen=True):
    """What a person wants to post in a channel.

    Attributes:
        thing: text that is equal for equal things. It names nobody.
        slow_ms: the channel's own wait between two messages of one person.
        can_repeat: others may post the same thing, too, and the person again after ``WAIT_MS``.
    """

    user_id: int
    name: Name
    guild_id: int | None
    channel_id: int
    thing: str
    at: UnixMs
    slow_ms: int = 0
    can_repeat: bool = False


class SharingBegun(NamedTuple):
    """The answer to the question whether a person may post something now.

    Attributes:
        allowed_at: the time from which on the person may post, Unix milliseconds; ``None`` for now.
        message_id: the message in which the same thing was posted in the channel; ``None`` if there is none.
        is_uncertain: the same thing was to be posted before, and it is unknown whether it was.
    """

    allowed_at: UnixMs | None = None
    message_id: int | None = None
    is_uncertain: bool = False


class _Shared(NamedTuple):
    message_id: Id | None
    at: Time


def begin_sharing(conn: Connection, sharing: Sharing) -> SharingBegun:
    """Store that something is about to be posted for a person, unless it was posted or they must wait.

    Raises:
        Banned: the person is banned on the server.
    """
    # In one transaction with the entry, so that no ban and no second post can come in between.
    if sharing.guild_id is not None:
        check_not_banned(conn, sharing.guild_id, sharing.user_id)
    person = ensure(conn, sharing.user_id, sharing.name, sharing.guild_id)
    if sharing.can_repeat:
        thing = f"{sharing.thing} {person}"
    else:
        thing = sharing.thing
    place = sharing.channel_id, thing
    stored = "SELECT message_id, at FROM shared WHERE channel_id = ? AND thing = ?"
    row = row_of(conn, _Shared, stored, place)
    if row is not None and not (sharing.can_repeat and row.at <= sharing.at - WAIT_MS):
        return SharingBegun(message_id=row.message_id, is_uncertain=row.message_id is None)
    allowed_at = _end_of_wait(conn, person, sharing)
    if allowed_at > sharing.at:
        return SharingBegun(allowed_at)
    conn.execute("DELETE FROM shared WHERE channel_id = ? AND thing = ?", place)
    if sharing.can_repeat:
        kept_ms = max(WAIT_MS, sharing.slow_ms)
    else:
        kept_ms = POST_KEPT_MS
    shared = {"channel_id": sharing.channel_id, "thing": thing, "person": person, "message_id": None}
    shared["at"] = sharing.at
    shared["until"] = sharing.at + kept_ms
    insert(conn, "shared", [shared])
    return SharingBegun()


def _end_of_wait(conn: Connection, person: int, sharing: Sharing) -> UnixMs:
    latest = "SELECT at FROM shared WHERE person = ? ORDER BY at DESC LIMIT ?"
    newest = column_of(conn, Time, latest, (person, MOST_SHARED))
    here = conn.execute(
        "SELECT coalesce(max(at), 0) FROM shared WHERE person = ? AND channel_id = ?",
        (person, sharing.channel_id),
    ).fetchone()
    limit = newest[-1] + WAIT_MS if len(newest) == MOST_SHARED else 0
    return int(max(limit, here[0] + sharing.slow_ms))


def end_sharing(conn: Connection, channel_id: int, thing: str, message_id: int | None) -> None:
    """Store the message in which something was posted; ``None`` if it was not posted after all."""
    if message_id is None:
        conn.execute("DELETE FROM shared WHERE channel_id = ? AND thing = ?", (channel_id, thing))
        return
    conn.execute(
        "UPDATE shared SET message_id = ? WHERE channel_id = ? AND thing = ?",
        (message_id, channel_id, thing),
    )


def delete_old_posts(conn: Connection, now: UnixMs) -> None:
    """Delete what is remembered of posts that were made long ago."""
    conn.execute("DELETE FROM shared WHERE until <= ?", (now,))


def forget_posts(conn: Connection, person: PersonRowId) -> None:
    """Delete what is remembered of a person's posts, except that a thing is in a channel already."""
    conn.execute("DELETE FROM shared WHERE person = ? AND message_id IS NULL", (person,))
