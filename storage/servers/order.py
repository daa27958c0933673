"""Order on a server: who may not open or join tables there, and what those who keep order have done."""

from __future__ import annotations

import msgspec

from storage.engine.connection import Connection
from storage.engine.writing import columns_of, insert
from storage.fields import Name
from storage.people import people
from storage.people.bars import key
from storage.scores.periods import DAY_MS

KEPT_MS = 14 * DAY_MS
"""An act is kept for this time."""

MOST_ACTS = 200
"""Limit of acts kept for a server."""

CLOSED, REMOVED, BARRED, ADMITTED, CHANGED = "closed", "removed", "barred", "admitted", "changed"
"""What can be done: close a table, take somebody out of a lobby, forbid and allow again, change a setting."""


class Act(msgspec.Struct, frozen=True):
    """Something that somebody did to keep order.

    Attributes:
        at: when, Unix milliseconds.
        kind: one of the words above.
        by_id, by: who did it, by id and name there; ``None`` and ``""`` for who is forgotten.
        whom_id, whom: whom it was done to, in the same way, if anybody.
        about: the table's id, or the setting.
    """

    at: int
    kind: str
    by_id: int | None
    by: Name
    whom_id: int | None = None
    whom: Name = Name("")
    about: str = ""


class Bar(msgspec.Struct, frozen=True):
    """Somebody who may not open or join tables on a server, since when; forgotten ones have no id or name."""

    user_id: int | None
    name: Name
    since: int


def note_act(conn: Connection, guild_id: int, act: Act) -> None:
    """Remember an act, forget those that are too old or too many, and let a bar begin or end with it.

    Its time must be Discord's: acts are forgotten by it.
    A bar ends the person's subscriptions on the server. The lobbies where they sit are ``bar_person``'s.
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
    """Forget the acts, on all servers, that are too old.

    Args:
        now: Discord's time, Unix milliseconds. A host's clock that is wrong for a moment would erase them.
    """
    conn.execute("DELETE FROM act WHERE at < ?", (now - KEPT_MS,))


def closer_of(conn: Connection, guild_id: int, table_id: str) -> Name | None:
    """Return the name of who closed a table for its server, empty if forgotten; ``None`` if nobody did."""
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
    """Return what was done on a server since a time, newest first; not the newest that are ``skipped``."""
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
    """Return who may not open or join tables on a server, the newest first."""
    named = people.NAME_THERE.format(guild="bar.guild_id")
    rows = conn.execute(
        f"""
        SELECT user_id, {named}, since FROM bar JOIN person ON person.id = bar.person
        WHERE guild_id = ? ORDER BY since DESC, bar_key LIMIT ?
        """,
        (guild_id, limit),
    )
    return tuple(Bar(user_id, Name(name or ""), since) for user_id, name, since in rows)
