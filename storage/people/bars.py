"""Checks whether moderators have barred a person from a server's tables.

A ban refers to the person's row. When a person's data is deleted, their row loses the user id, and the ban
gets a key by which the person is recognised. A key is made from public numbers (the ids of the person and the
server) and a salt that is stored beside it, so a reader of the database can try candidates. Each try costs
``KEY_COST``, so a check makes keys only for people whose row is newer than the deletion.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypedDict

from storage.engine.connection import Connection
from storage.engine.reading import column_of, rows_of
from storage.engine.writing import get_meta, set_meta
from storage.errors import Barred
from storage.fields import PersonRowId, UnixMs

SALT = "bar_salt"
"""Name of the salt of all keys in the table ``meta``."""

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
    newest_person: PersonRowId


class _KeyCost(TypedDict):
    n: int
    r: int
    p: int


KEY_COST: _KeyCost = {"n": 2**14, "r": 8, "p": 1}
"""The cost of a key, in scrypt's terms: 16 MiB of memory and about 50 ms of a processor.

The interpreter is free meanwhile, and all checks run on the database's threads.
"""

KEPT_KEYS = 8192
"""Limit of computed keys in memory, so that the same person costs nothing at the next tap."""


def plain_key(guild_id: int, user_id: int) -> str:
    """Return a hash of both ids, as older versions stored it. The stored key is made from it."""
    return hashlib.sha256(b"tefuda bar %d %d" % (guild_id, user_id)).hexdigest()


@lru_cache(maxsize=KEPT_KEYS)
def slow_key(plain: str, salt: str) -> str:
    """Return the key that is stored for a ban of a deleted person; ``plain`` is the ``plain_key``."""
    return SLOW + hashlib.scrypt(plain.encode(), salt=bytes.fromhex(salt), dklen=32, **KEY_COST).hex()


def find_bars(conn: Connection, guild_id: int, user_ids: Iterable[int]) -> dict[int, PersonRowId]:
    """Return those of the given people who are barred from a server's tables, with the ``person`` of the ban.

    For a deleted person who has come back, ``person`` is their former row.
    """
    # No other function checks for bars. In the writer's transaction no bar can come in between.
    wanted = sorted({*user_ids})
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
    """Return those of the given people whose data was deleted while they were barred."""
    keyed = rows_of(
        conn,
        _KeyOfDeleted,
        "SELECT bar_key, person, newest_person FROM bar WHERE guild_id = ? AND bar_key IS NOT NULL",
        (guild_id,),
    )
    if not keyed or not user_ids:
        return {}
    banned = {row.key: row.person for row in keyed}
    oldest_deletion = min(row.newest_person for row in keyed)
    # People who had a row already when the first of these people was deleted are none of them.
    marks = ", ".join("?" * len(user_ids))
    older = f"SELECT user_id FROM person WHERE user_id IN ({marks}) AND id <= ?"
    others = {*column_of(conn, int, older, (*user_ids, oldest_deletion))}
    salt = get_meta(conn, SALT) or ""
    recognized = {}
    for user_id in user_ids:
        if user_id not in others:
            key = slow_key(plain_key(guild_id, user_id), salt)
            if key in banned:
                recognized[user_id] = banned[key]
    return recognized


def find_barred(conn: Connection, guild_id: int, user_ids: Iterable[int]) -> frozenset[int]:
    """Return the ids of the given people who are barred from a server's tables.

    Call this in the same transaction that seats, lists or notifies the people.
    """
    return frozenset(find_bars(conn, guild_id, user_ids))


def is_barred(conn: Connection, guild_id: int, user_id: int) -> bool:
    """Return whether a person is barred from a server's tables."""
    return bool(find_barred(conn, guild_id, (user_id,)))


def expect_not_barred(conn: Connection, guild_id: int, *user_ids: int) -> None:
    """Raise ``Barred`` if any of these people is barred from a server's tables."""
    if find_barred(conn, guild_id, user_ids):
        raise Barred(guild_id)


def delete_bar(conn: Connection, guild_id: int, user_id: int) -> None:
    """Delete a person's ban from a server's tables, if there is one."""
    for person in find_bars(conn, guild_id, (user_id,)).values():
        conn.execute("DELETE FROM bar WHERE guild_id = ? AND person = ?", (guild_id, person))


def delete_ended_bars(conn: Connection, now: UnixMs) -> None:
    """Delete the bans from tables that have ended."""
    # A ban whose end is damaged does not end by itself.
    conn.execute("DELETE FROM bar WHERE until IS NOT NULL AND until > since AND until <= ?", (now,))


def replace_ids_by_keys(conn: Connection, person: PersonRowId, user_id: int) -> None:
    """Store keys for a person's bans, by which the person is recognised once their user id is deleted."""
    for guild_id in column_of(conn, int, "SELECT guild_id FROM bar WHERE person = ?", (person,)):
        conn.execute(
            """
            UPDATE bar SET bar_key = ?, newest_person = (SELECT max(id) FROM person)
            WHERE guild_id = ? AND person = ?
            """,
            (slow_key(plain_key(guild_id, user_id), _salt(conn)), guild_id, person),
        )


def strengthen_keys(conn: Connection) -> None:
    """Replace the keys of older versions, which are quickly guessed. Each guess then costs ``KEY_COST``."""
    stored = "SELECT guild_id, person, bar_key FROM bar WHERE bar_key IS NOT NULL"
    for row in rows_of(conn, _StoredKey, stored):
        if not row.key.startswith(SLOW):
            key = slow_key(row.key, _salt(conn))
            given = (key, row.guild_id, row.person)
            conn.execute("UPDATE bar SET bar_key = ? WHERE guild_id = ? AND person = ?", given)


def _salt(conn: Connection) -> str:
    salt = get_meta(conn, SALT)
    if salt is None:
        salt = secrets.token_hex(16)
        set_meta(conn, SALT, salt)
    return salt
