"""Subscriptions to notices of lobbies, by person, server and game."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from storage.changes import ListChange
from storage.engine.connection import Connection
from storage.fields import Name
from storage.people import people
from storage.people.bars import expect_admitted, is_barred
from storage.rows import ANY_GAME, InvitationRow

TELL_PAUSE_MS = 3_600_000
"""Rate limit per person and server: the time from one notice of a lobby to the next."""

MOST_TOLD = 20
"""Limit of people told of one lobby."""


def load_subscriptions(conn: Connection, user_id: int, guild_id: int) -> frozenset[str]:
    """Return the games that a person is told of on a server; ``ANY_GAME`` stands for all."""
    rows = conn.execute(
        """
        SELECT game FROM subscription JOIN person ON person.id = subscription.person
        WHERE user_id = ? AND guild_id = ?
        """,
        (user_id, guild_id),
    )
    return frozenset(game for (game,) in rows)


def save_subscriptions(
    conn: Connection, user_id: int, name: Name, guild_id: int, games: Collection[str]
) -> None:
    """Tell a person of lobbies of these games on a server, and of no others; none ends it.

    Raises:
        Barred: they may not play there, so they are told of nothing.
    """
    if games:
        expect_admitted(conn, guild_id, user_id)
    person = people.ensure(conn, user_id, name, guild_id) if games else people.find(conn, user_id)
    if person is None:
        return
    given = (person, guild_id)
    told = "SELECT max(told_at) FROM subscription WHERE person = ? AND guild_id = ?"
    (told_at,) = conn.execute(told, given).fetchone()
    conn.execute("DELETE FROM subscription WHERE person = ? AND guild_id = ?", given)
    conn.executemany(
        "INSERT INTO subscription (guild_id, game, person, told_at) VALUES (?, ?, ?, ?)",
        [(guild_id, game, person, told_at) for game in sorted(set(games))],
    )


def change_subscriptions(
    conn: Connection, user_id: int, name: Name, guild_id: int, change: ListChange
) -> None:
    """Tell a person of lobbies of other games on a server than before."""
    games = change.applied_to(load_subscriptions(conn, user_id, guild_id))
    save_subscriptions(conn, user_id, name, guild_id, tuple(map(str, games)))


def servers_told_of(conn: Connection, user_id: int) -> tuple[int, ...]:
    """Return the servers on which a person is told of anything."""
    rows = conn.execute(
        """
        SELECT DISTINCT guild_id FROM subscription JOIN person ON person.id = subscription.person
        WHERE user_id = ? ORDER BY guild_id
        """,
        (user_id,),
    )
    return tuple(guild_id for (guild_id,) in rows)


def tell(
    conn: Connection, guild_id: int, game: str, now: int, spared: Collection[int]
) -> tuple[InvitationRow, ...]:
    """Choose who is told of a new lobby, and note that they are; who has waited longest goes first.

    People who are barred there are not told, nor are those ``spared``: the host, and who is called anyway. A
    time ahead was written by a wrong clock, and counts for nothing.
    """
    rows = conn.execute(
        f"""
        SELECT DISTINCT person.id, user_id, {people.NAME_THERE.format(guild="subscription.guild_id")},
            coalesce(told_at, 0) AS last_told
        FROM subscription JOIN person ON person.id = subscription.person
        WHERE guild_id = ? AND game IN (?, ?) AND (told_at IS NULL OR told_at <= ? OR told_at > ?)
        ORDER BY last_told, person.id
        """,
        (guild_id, game, ANY_GAME, now - TELL_PAUSE_MS, now),
    ).fetchall()
    told = (row for row in rows if row[1] not in spared and not is_barred(conn, guild_id, row[1]))
    chosen = [*islice(told, MOST_TOLD)]
    conn.executemany(
        "UPDATE subscription SET told_at = ? WHERE guild_id = ? AND person = ?",
        [(now, guild_id, person) for person, *_ in chosen],
    )
    return tuple(
        InvitationRow(user_id, name, is_subscriber=True, is_told=True) for _, user_id, name, _ in chosen
    )
