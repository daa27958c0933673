"""Moderation of a server: people barred from its tables, and the log of moderators' actions."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.writing import columns_of, insert, put
from storage.fields import NOBODY, Name, PersonRowId, UnixMs
from storage.people import people
from storage.people.bars import bar_key, delete_ended_bars
from storage.rows import Closer
from storage.scores.periods import DAY_MS

KEPT_MS = 14 * DAY_MS
"""Milliseconds for which a moderator's action is kept in the log."""

MOST_ACTS = 200
"""Limit of the actions of moderators that are kept for a server."""

CLOSED, REMOVED, BARRED, ADMITTED, CHANGED = "closed", "removed", "barred", "admitted", "changed"
CLOSED_STANDING = "closed_standing"
CUP_CANCELLED, CUP_OUT, CUP_ASIDE = "cup_cancelled", "cup_out", "cup_aside"
"""Kinds of acts of moderators.

In this order: close a table, remove a person from a lobby, bar a person, lift a bar, change a setting, close
a game with its present places as the result, cancel a tournament, remove a person from it, set aside the
result of one of its tables.
"""


class ActTable(msgspec.Struct, frozen=True):
    """What a moderation log shows about a table."""

    game: str
    channel_id: int
    opened_at: int


class Act(msgspec.Struct, frozen=True):
    """An entry of a moderation log: an action of a moderator."""

    at: int  # Unix milliseconds
    kind: str  # such as CLOSED
    by_id: int | None  # user id of the moderator; None if deleted
    by: Name  # "" if the moderator is deleted
    whom_id: int | None = None  # user id of the person concerned, if any; None if deleted
    whom: Name = Name("")  # "" if that person is deleted
    about: str = ""  # the id of the table, or the name of the setting, that the action concerns
    reason: str = ""  # "" if there is none
    until: int | None = None  # end of a ban, Unix milliseconds; None for a ban without an end
    # facts about the table, if the action concerns a table; filled in when entries are read
    table: ActTable | None = None
    by_former: int = 0  # a number that tells deleted people apart on one page; 0 for other people
    whom_former: int = 0  # a number of the same kind


class Bar(msgspec.Struct, frozen=True):
    """A person who may not open or join tables on a server."""

    user_id: int | None  # None for a deleted person
    name: Name  # "" for a deleted person
    since: int  # Unix milliseconds
    until: int | None = None  # Unix milliseconds; None for a ban without an end
    reason: str = ""
    former: int = 0  # a number that tells deleted people apart in one list; 0 for other people


class BarredPerson(NamedTuple):
    """A server, and a person who is barred from its tables."""

    guild_id: int
    user_id: int


def record_act(conn: Connection, guild_id: int, act: Act) -> None:
    """Write a moderator's action to the log. A ban, or the end of a ban, takes effect."""
    by = people.ensure(conn, act.by_id or 0, act.by, guild_id)
    whom = None if act.whom_id is None else people.ensure(conn, act.whom_id, act.whom or None, guild_id)
    if act.whom_id is not None and act.kind == BARRED:
        barred = {"guild_id": guild_id, "bar_key": bar_key(guild_id, act.whom_id), "person": whom}
        about = {"since": act.at, "until": act.until, "reason": act.reason, "is_told": False}
        put(conn, "bar", [{**barred, **about}], ("guild_id", "bar_key"))
        for where in ("subscription", "daily_member"):
            conn.execute(f"DELETE FROM {where} WHERE guild_id = ? AND person = ?", (guild_id, whom))
    # A bar is found by a hash of the user id, because it outlives the person's data.
    elif act.whom_id is not None and act.kind == ADMITTED:
        given = (guild_id, bar_key(guild_id, act.whom_id))
        conn.execute("DELETE FROM bar WHERE guild_id = ? AND bar_key = ?", given)
    (last,) = conn.execute("SELECT max(number) FROM act WHERE guild_id = ?", (guild_id,)).fetchone()
    # The number orders entries, since Discord's times may be equal. The log keeps the newest ones.
    number = (last or 0) + 1
    done = columns_of(act, "at", "kind", "about", "reason", "until")
    insert(conn, "act", [{"guild_id": guild_id, "number": number, "person": by, "whom": whom, **done}])
    conn.execute("DELETE FROM act WHERE guild_id = ? AND number <= ?", (guild_id, number - MOST_ACTS))
    # Old entries are deleted by comparison with the time of this one.
    delete_old_entries(conn, act.at)


def delete_old_entries(conn: Connection, now: UnixMs) -> None:
    """Delete old entries of all moderation logs, and bans from tables that have ended."""
    conn.execute("DELETE FROM act WHERE at < ?", (now - KEPT_MS,))
    delete_ended_bars(conn, now)


def load_closer(conn: Connection, guild_id: int, table_id: str) -> Closer | None:
    """Return the moderator who closed a table; ``None`` if no moderator did."""
    named = people.NAME_THERE.format(guild="act.guild_id")
    row = conn.execute(
        f"""
        SELECT (SELECT {named} FROM person WHERE person.id = act.person), reason
        FROM act WHERE guild_id = ? AND kind IN (?, ?) AND about = ?
        """,
        (guild_id, CLOSED, CLOSED_STANDING, table_id),
    ).fetchone()
    return None if row is None else Closer(Name(row[0] or ""), row[1])


class _FormerNumbers(dict[int, int]):
    """Numbers for the deleted people on a page, so that readers can tell them apart."""

    def number(self, person: PersonRowId | None, user_id: int | None) -> int:
        # A person without a user id is deleted.
        return 0 if person is None or user_id is not None else self.setdefault(person, len(self) + 1)


def load_acts(
    conn: Connection, guild_id: int, since: UnixMs, limit: int, skipped: int = 0
) -> tuple[Act, ...]:
    """Return up to ``limit`` entries of a server's moderation log, newest first.

    Args:
        since: leave out entries before this time.
        skipped: the number of newest entries to leave out.
    """
    named = people.NAME_THERE.format(guild="act.guild_id")
    # Names are read as they are now; the name of a deleted person is empty.
    rows = conn.execute(
        f"""
        SELECT at, kind, person, whom,
            (SELECT user_id FROM person WHERE person.id = act.person),
            (SELECT {named} FROM person WHERE person.id = act.person),
            (SELECT user_id FROM person WHERE person.id = act.whom),
            (SELECT {named} FROM person WHERE person.id = act.whom),
            about, reason, until, game, channel_id, created_at
        FROM act LEFT JOIN game_table ON game_table.id = act.about
        WHERE act.guild_id = ? AND at >= ? ORDER BY number DESC LIMIT ? OFFSET ?
        """,
        (guild_id, since, limit, skipped),
    )
    former_numbers = _FormerNumbers()
    return tuple(
        Act(
            at,
            kind,
            by_id,
            Name(by or ""),
            whom_id,
            Name(whom_name or ""),
            about,
            reason,
            until,
            None if game is None else ActTable(game, channel_id, opened_at),
            former_numbers.number(person, by_id),
            former_numbers.number(whom, whom_id),
        )
        for at, kind, person, whom, by_id, by, whom_id, whom_name, about, reason, until, game, channel_id,
        opened_at in rows
    )  # fmt: skip


def load_bars(conn: Connection, guild_id: int, limit: int) -> tuple[Bar, ...]:
    """Return up to ``limit`` people barred from a server's tables, the latest first."""
    named = people.NAME_THERE.format(guild="bar.guild_id")
    rows = conn.execute(
        f"""
        SELECT person.id, user_id, {named}, since, until, reason
        FROM bar JOIN person ON person.id = bar.person
        WHERE guild_id = ? ORDER BY since DESC, bar_key LIMIT ?
        """,
        (guild_id, limit),
    )
    former_numbers = _FormerNumbers()
    return tuple(
        Bar(user_id, Name(name or ""), since, until, reason, former_numbers.number(person, user_id))
        for person, user_id, name, since, until, reason in rows
    )


def load_bar(conn: Connection, guild_id: int, user_id: int) -> Bar | None:
    """Return a person's ban from a server's tables; ``None`` if they are not barred."""
    row = conn.execute(
        "SELECT since, until, reason FROM bar WHERE guild_id = ? AND bar_key = ?",
        (guild_id, bar_key(guild_id, user_id)),
    ).fetchone()
    return None if row is None else Bar(user_id, NOBODY, *row)


def load_unnotified(conn: Connection) -> frozenset[BarredPerson]:
    """Return the barred people who have not been notified yet."""
    rows = conn.execute(
        """
        SELECT guild_id, user_id FROM bar JOIN person ON person.id = bar.person
        WHERE is_told = 0 AND user_id IS NOT NULL
        """
    )
    return frozenset(BarredPerson(*row) for row in rows)


def mark_notified(conn: Connection, guild_id: int, user_id: int) -> None:
    """Store that a barred person has been notified."""
    given = (guild_id, bar_key(guild_id, user_id))
    conn.execute("UPDATE bar SET is_told = 1 WHERE guild_id = ? AND bar_key = ?", given)
