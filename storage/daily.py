"""The hand of the day in the database: answers, boards, streaks and posts."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from storage import people
from storage.engine.database import Connection, insert
from storage.engine.reading import column_of, row_of, rows_of
from storage.people import is_banned
from storage.rows import Count, Hour, Id, Name, PersonRowId, Time, UnixMs
from storage.serving import Servers

# --- forgotten ----------------------------------------------------------------------------------------------
# Hashes of people who deleted their answer while answers to the puzzle still counted (``daily_deleted``).
#
# Such a person has seen the solution, so a second answer must not count. A hash names no person. It is
# deleted with its secret when answers to the puzzle no longer count for anybody.

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


# --- answers ------------------------------------------------------------------------------------------------
# People's answers to the daily puzzle, their streaks, and a server's leaderboard.
#
# Late answers are stored, but do not count for streaks and leaderboards.


class DailyAnswer(msgspec.Struct, frozen=True):
    """A person's answer to a daily puzzle."""

    day: int  # number of the puzzle
    move: str  # the move's notation
    grade: str  # name of the grade of the move
    points: Count  # points of a late answer count on no leaderboard
    is_late: bool  # counts neither for points nor for streaks: given too late, or for the second time
    at: Time  # Unix milliseconds


class Streak(msgspec.Struct, frozen=True):
    """A person's streak: the number of days in a row on which the person answered the daily puzzle."""

    day: Count = 0  # number of the last puzzle in the current streak
    days: Count = 0  # length of the current streak
    longest: Count = 0  # length of the longest streak

    def on(self, day: int) -> int:
        """Return the length of the streak on a day; 0 if it had ended by then."""
        return self.days if self.day >= day - 1 else 0


class BoardEntry(msgspec.Struct, frozen=True):
    """A line of a server's leaderboard for the daily puzzle."""

    name: str
    points: int
    streak: int  # length of the current streak in days
    answers: int  # number of answered puzzles


MOST_POINTS = 1 << 20
"""Limit above which stored points are damaged."""

_COLUMNS = "day, move, grade, points, is_late, at"


def save_answer(
    conn: Connection, user_id: int, name: Name, guild_id: int | None, answer: DailyAnswer
) -> DailyAnswer:
    """Store a person's answer to a daily puzzle, if it is the person's first answer.

    The server's leaderboard names the person from now on, unless they are banned from its tables.

    Args:
        guild_id: the server where the person answered; ``None`` for an answer in a direct message.

    Returns:
        The person's first answer.
    """
    person = people.ensure(conn, user_id, name, guild_id)
    if guild_id is not None and not is_banned(conn, guild_id, user_id):
        conn.execute(
            "INSERT INTO daily_member (guild_id, person) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (guild_id, person),
        )
    # The first answer counts; a second try would be unfair.
    known = _answer_of(conn, person, answer.day)
    if known is not None:
        return known
    # A person who has deleted their answer has seen the solution, and is among the shares already.
    is_second = not answer.is_late and has_deleted_answer(conn, user_id, answer.day)
    if is_second:
        answer = msgspec.structs.replace(answer, is_late=True)
    insert(conn, "daily_answer", [{"person": person, **msgspec.structs.asdict(answer)}])
    if is_second:
        return answer
    conn.execute(
        """
        INSERT INTO daily_share (day, move, people) VALUES (?, ?, 1)
        ON CONFLICT (day, move) DO UPDATE SET people = daily_share.people + 1
        """,
        (answer.day, answer.move),
    )
    # A late answer counts neither for points nor for the streak.
    if not answer.is_late:
        _add_to_streak(conn, person, answer.day)
    return answer


def _add_to_streak(conn: Connection, person: PersonRowId, day: int) -> None:
    before = _streak_of(conn, person)
    # The usual case: yesterday was answered, too.
    if day == before.day + 1:
        after = Streak(day, before.days + 1, max(before.longest, before.days + 1))
    elif day > before.day:
        after = Streak(day, 1, max(before.longest, 1))
    else:
        # An earlier day was answered after a later one, so it may close a gap.
        days = _count_days_in_row_until(conn, person, before.day)
        after = Streak(before.day, days, max(before.longest, days))
    conn.execute(
        """
        INSERT INTO daily_streak (person, day, days, longest) VALUES (?, ?, ?, ?)
        ON CONFLICT (person) DO UPDATE
        SET day = excluded.day, days = excluded.days, longest = excluded.longest
        """,
        (person, after.day, after.days, after.longest),
    )


def _count_days_in_row_until(conn: Connection, person: PersonRowId, day: int) -> int:
    days = column_of(
        conn,
        int,
        "SELECT day FROM daily_answer WHERE person = ? AND day <= ? AND is_late = 0 ORDER BY day DESC",
        (person, day),
    )
    count = 0
    for answered in days:
        if answered != day - count:
            break
        count += 1
    return count


def load_answer(conn: Connection, user_id: int, day: int) -> DailyAnswer | None:
    """Return a person's answer to a daily puzzle; ``None`` if there is none."""
    person = people.find(conn, user_id)
    return None if person is None else _answer_of(conn, person, day)


def load_streak(conn: Connection, user_id: int) -> Streak:
    """Return a person's current and longest streak."""
    person = people.find(conn, user_id)
    return Streak() if person is None else _streak_of(conn, person)


def load_unanswered(conn: Connection, user_id: int, first: int, last: int) -> list[int]:
    """Return the numbers of the daily puzzles that a person has not answered, newest first.

    Args:
        first: the number of the first puzzle to look at.
        last: the number of the last one.
    """
    person = people.find(conn, user_id)
    days = "SELECT day FROM daily_answer WHERE person = ? AND day BETWEEN ? AND ?"
    answered = set(column_of(conn, int, days, (person or 0, first, last)))
    return [day for day in range(last, first - 1, -1) if day not in answered]


class _Share(NamedTuple):
    move: str
    people: Count


def load_shares(conn: Connection, day: int) -> Mapping[str, int]:
    """Return how many people chose each move in a daily puzzle, by the move's notation."""
    shares = "SELECT move, people FROM daily_share WHERE day = ? ORDER BY 2 DESC, 1"
    return {share.move: share.people for share in rows_of(conn, _Share, shares, (day,))}


class _BoardRow(NamedTuple):
    name: str
    points: Count
    day: int
    days: Count
    answers: int


def load_board(
    conn: Connection, guild_id: int, first: int, last: int, today: int, limit: int
) -> list[BoardEntry]:
    """Return a server's leaderboard for the daily puzzle, best first.

    Args:
        first: the number of the first puzzle that counts.
        last: the number of the last puzzle that counts.
        today: the number of today's puzzle, on which current streaks depend.
        limit: the maximum number of lines.
    """
    name = people.NAME_THERE.format(guild="daily_member.guild_id")
    rows = rows_of(
        conn,
        _BoardRow,
        f"""
        SELECT coalesce({name}, ''), CAST(sum(points) AS BIGINT), max(coalesce(daily_streak.day, 0)),
            max(coalesce(days, 0)), count(*)
        FROM daily_member
            JOIN daily_answer ON daily_answer.person = daily_member.person
                AND daily_answer.day BETWEEN ? AND ? AND is_late = 0 AND points BETWEEN 0 AND {MOST_POINTS}
            JOIN person ON person.id = daily_member.person
            LEFT JOIN daily_streak ON daily_streak.person = daily_member.person
        WHERE daily_member.guild_id = ?
        GROUP BY person.id, person.name, daily_member.guild_id
        ORDER BY 2 DESC, 5, person.id LIMIT ?
        """,
        (first, last, guild_id, limit),
    )
    # A streak in the database is that of the last answer; it is 0 if a day was missed since.
    return [
        BoardEntry(row.name, row.points, Streak(row.day, row.days).on(today), row.answers) for row in rows
    ]


def _answer_of(conn: Connection, person: PersonRowId, day: int) -> DailyAnswer | None:
    answer = f"SELECT {_COLUMNS} FROM daily_answer WHERE person = ? AND day = ?"
    return row_of(conn, DailyAnswer, answer, (person, day))


def _streak_of(conn: Connection, person: PersonRowId) -> Streak:
    streak = "SELECT day, days, longest FROM daily_streak WHERE person = ?"
    return row_of(conn, Streak, streak, (person,)) or Streak()


# --- posts --------------------------------------------------------------------------------------------------
# The servers on which the daily puzzle is posted, and the last puzzle posted on each.


class DailyServer(msgspec.Struct, frozen=True):
    """A server that wants the daily puzzle posted."""

    guild_id: Id
    channel_id: Id
    hour: Hour  # 0 to 23, in the server's time zone
    time_zone: str | None  # IANA name; None = the usual time zone of the language
    locale: str | None  # language of public texts; None = the server's language in Discord
    posted: Count  # number of the last puzzle whose posting has begun; 0 = none
    is_sent: bool  # True once the puzzle is known to have been sent


def load_daily_servers(conn: Connection, served: Servers, now: int = 0) -> list[DailyServer]:
    """Return those of some servers that want the daily puzzle posted.

    Args:
        now: ignored. Other kinds of posts need the time.
    """
    # All functions that load messages to post are called with the time.
    return rows_of(
        conn,
        DailyServer,
        f"""
        SELECT guild_settings.guild_id, daily_channel, daily_hour, time_zone, locale, coalesce(day, 0),
            coalesce(is_sent, 1)
        FROM guild_settings LEFT JOIN daily_posted ON daily_posted.guild_id = guild_settings.guild_id
        WHERE daily_channel IS NOT NULL AND {served.condition("guild_settings.guild_id")}
        ORDER BY guild_settings.guild_id
        """,
    )


def begin_daily_post(conn: Connection, guild_id: int, day: int) -> bool:
    """Store that a daily puzzle is about to be posted on a server.

    Returns:
        False if a post of this puzzle or of a later one was begun before.
    """
    row = conn.execute(
        """
        INSERT INTO daily_posted (guild_id, day, is_sent) VALUES (?, ?, 0)
        ON CONFLICT (guild_id) DO UPDATE SET day = excluded.day, is_sent = 0
        WHERE daily_posted.day < excluded.day
        RETURNING day
        """,
        (guild_id, day),
    ).fetchone()
    return row is not None


def end_daily_post(conn: Connection, guild_id: int, day: int) -> None:
    """Store that a daily puzzle has been posted on a server."""
    conn.execute("UPDATE daily_posted SET is_sent = 1 WHERE guild_id = ? AND day = ?", (guild_id, day))
