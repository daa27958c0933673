"""Hashes of people who deleted their answer while answers to the puzzle still counted (``daily_deleted``).

Such a person has seen the solution, so a second answer must not count. A hash names no person. It is deleted
with its secret when answers to the puzzle no longer count for anybody.
"""

from __future__ import annotations

import hmac
from typing import NamedTuple

from storage.engine.connection import Connection
from storage.engine.reading import rows_of
from storage.fields import Count, PersonRowId, Time, UnixMs

LONGEST_DATE_MS = 50 * 3_600_000
"""How long a date lasts, from its beginning in the first time zone to its end in the last."""


class _Answered(NamedTuple):
    day: Count
    at: Time


class _Deleted(NamedTuple):
    key: str
    secret: bytes


def _key(secret: bytes, user_id: int, day: int) -> str:
    return hmac.new(secret, b"tefuda day %d %d" % (day, user_id), "sha256").hexdigest()


def remember_answers(
    conn: Connection, person: PersonRowId, user_id: int, secret: bytes, now: UnixMs | None
) -> None:
    """Store a hash for each answer of a person that may still count, before their answers are deleted.

    Args:
        secret: 32 random bytes.
        now: Unix milliseconds; ``None`` if it is unknown.
    """
    answers = rows_of(
        conn,
        _Answered,
        "SELECT day, at FROM daily_answer WHERE person = ? AND is_late = 0 AND at > ?",
        (person, 0 if now is None else now - LONGEST_DATE_MS),
    )
    for answer in answers:
        conn.execute(
            "INSERT INTO daily_deleted (day, key, secret, until) VALUES (?, ?, ?, ?)",
            (answer.day, _key(secret, user_id, answer.day), secret, answer.at + LONGEST_DATE_MS),
        )


def has_deleted_answer(conn: Connection, user_id: int, day: int) -> bool:
    """Return whether a person has deleted an answer to a puzzle that counted."""
    deleted = rows_of(conn, _Deleted, "SELECT key, secret FROM daily_deleted WHERE day = ?", (day,))
    return any(hmac.compare_digest(row.key, _key(row.secret, user_id, day)) for row in deleted)


def forget_old_answers(conn: Connection, now: UnixMs) -> None:
    """Delete the hashes for puzzles whose answers no longer count."""
    conn.execute("DELETE FROM daily_deleted WHERE until <= ?", (now,))
