"""Moderation of a server: bars, and the log of moderators' acts."""

from __future__ import annotations

import msgspec

from storage.engine.connection import Connection
from storage.engine.writing import columns_of, insert
from storage.fields import Name
from storage.people import people
from storage.people.bars import key
from storage.scores.periods import DAY_MS

KEPT_MS = 14 * DAY_MS
"""Time for which an act is kept."""

MOST_ACTS = 200
"""Limit of acts kept per server."""

CLOSED, REMOVED, BARRED, ADMITTED, CHANGED = "closed", "removed", "barred", "admitted", "changed"
"""Kinds of acts: close a table, remove a person from a lobby, bar a person, lift a bar, change a setting."""


class Act(msgspec.Struct, frozen=True):
    """An act of a moderator.

    Attributes:
        at: when, Unix milliseconds.
        kind: a kind of act, such as ``CLOSED``.
        by_id, by: id and name of the moderator; ``None`` and ``""`` if deleted.
        whom_id, whom: likewise the person concerned, if any.
        about: the table's id, or the name of the setting.
    """

    at: int
    kind: str
    by_id: int | None
    by: Name
    whom_id: int | None = None
    whom: Name = Name("")
    about: str = ""


class Bar(msgspec.Struct, frozen=True):
    """A person who may not open or join tables on a server; without id and name if deleted."""

    user_id: int | None
    name: Name
    since: int


def note_act(conn: Connection, guild_id: int, act: Act) -> None:
    """Log an act, delete old ones, and start or lift a bar if the act is one.

    The act's time must be Discord's, because old acts are deleted by comparison with it. A bar ends the
    person's subscriptions on the server; ``bar_person`` removes them from lobbies.
    """
    by = people.ensure(conn, act.by_id or 0, act.by, guild_id)
    whom = None if act.whom_id is None else people.ensure(conn, act.whom_id, act.whom or None, guild_id)
    if act.whom_id is not None and act.kind == BARRED:
        conn.execute(
            "INSERT INTO bar (guild_id, bar_key, person, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (guild_id, key(guild_id, act.whom_id), whom, act.at),
        )
        conn.execute("DELETE FROM subscription WHERE guild_id = ? AND person = ?", (guild_id, whom))
    elif act.whom_id is not None and act.kind == ADMITTED:
        given = (guild_id, key(guild_id, act.whom_id))
        conn.execute("DELETE FROM bar WHERE guild_id = ? AND bar_key = ?", given)
    (last,) = conn.execute("SELECT max(number) FROM act WHERE guild_id = ?", (guild_id,)).fetchone()
    number = (last or 0) + 1
    done = columns_of(act, "at", "kind", "about")
    insert(conn, "act", [{"guild_id": guild_id, "number": number, "person": by, "whom": whom, **done}])
    conn.execute("DELETE FROM act WHERE guild_id = ? AND number <= ?", (guild_id, number - MOST_ACTS))
    forget_old(conn, act.at)


def forget_old(conn: Connection, now: int) -> None:
    """Delete old acts on all servers.

    Args:
        now: Discord's time, Unix milliseconds; a wrong clock of the host would delete too much.
    """
    conn.execute("DELETE FROM act WHERE at < ?", (now - KEPT_MS,))


def closer_of(conn: Connection, guild_id: int, table_id: str) -> Name | None:
    """Return the name of the moderator who closed a table, empty if deleted; ``None`` if no moderator did."""
    named = people.NAME_THERE.format(guild="act.guild_id")
    row = conn.execute(
        f"""
        SELECT (SELECT {named} FROM person WHERE person.id = act.person)
        FROM act WHERE guild_id = ? AND kind = ? AND about = ?
        """,
        (guild_id, CLOSED, table_id),
    ).fetchone()
    return None if row is None else Name(row[0] or "")


def load_acts(conn: Connection, guild_id: int, since: int, limit: int, skipped: int = 0) -> tuple[Act, ...]:
    """Return a server's acts since a time, newest first, without the first ``skipped``."""
    named = people.NAME_THERE.format(guild="act.guild_id")
    rows = conn.execute(
        f"""
        SELECT at, kind,
            (SELECT user_id FROM person WHERE person.id = act.person),
            (SELECT {named} FROM person WHERE person.id = act.person),
            (SELECT user_id FROM person WHERE person.id = act.whom),
            (SELECT {named} FROM person WHERE person.id = act.whom), about
        FROM act WHERE guild_id = ? AND at >= ? ORDER BY number DESC LIMIT ? OFFSET ?
        """,
        (guild_id, since, limit, skipped),
    )
    return tuple(
        Act(at, kind, by_id, Name(by or ""), whom_id, Name(whom or ""), about)
        for at, kind, by_id, by, whom_id, whom, about in rows
    )


def load_bars(conn: Connection, guild_id: int, limit: int) -> tuple[Bar, ...]:
    """Return a server's bars, newest first, at most ``limit``."""
    named = people.NAME_THERE.format(guild="bar.guild_id")
    rows = conn.execute(
        f"""
        SELECT user_id, {named}, since FROM bar JOIN person ON person.id = bar.person
        WHERE guild_id = ? ORDER BY since DESC, bar_key LIMIT ?
        """,
        (guild_id, limit),
    )
    return tuple(Bar(user_id, Name(name or ""), since) for user_id, name, since in rows)
