"""Subscriptions to notices of new lobbies."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import NamedTuple

from storage.changes import ListChange
from storage.engine.connection import Connection
from storage.engine.reading import column_of, rows_of
from storage.fields import Id, Name, PersonRowId, UnixMs
from storage.people import people
from storage.people.bars import expect_not_barred, is_barred
from storage.rows import ANY_GAME, InvitationRow

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
        Barred: the person may not play there.
    """
    if games:
        expect_not_barred(conn, guild_id, user_id)
    # Ending subscriptions must not create a row for an unknown person.
    person = people.ensure(conn, user_id, name, guild_id) if games else people.find(conn, user_id)
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

    People who have waited longest for a notice come first. Barred people are left out.

    Args:
        excluded: user ids of people who need no notice, such as the host.
    """
    rows = rows_of(
        conn,
        _Subscriber,
        f"""
        SELECT DISTINCT person.id, user_id, {people.NAME_THERE.format(guild="subscription.guild_id")},
            coalesce(told_at, 0) AS last_told
        FROM subscription JOIN person ON person.id = subscription.person
        WHERE guild_id = ? AND game IN (?, ?) AND (told_at IS NULL OR told_at <= ? OR told_at > ?)
        ORDER BY last_told, person.id
        """,
        (guild_id, game, ANY_GAME, now - TELL_PAUSE_MS, now),
    )
    # Bars are checked one by one, and only until enough people are chosen.
    admitted = (
        row for row in rows if row.user_id not in excluded and not is_barred(conn, guild_id, row.user_id)
    )
    chosen = [*islice(admitted, MOST_TOLD)]
    conn.executemany(
        "UPDATE subscription SET told_at = ? WHERE guild_id = ? AND person = ?",
        [(now, guild_id, person) for person, *_ in chosen],
    )
    return tuple(
        InvitationRow(user_id, name, is_subscriber=True, is_told=True) for _, user_id, name, _ in chosen
    )
