"""What people have posted in channels with the bot's help (database table ``shared``)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.reading import column_of, row_of
from storage.engine.writing import insert
from storage.fields import Id, Name, Time, UnixMs
from storage.people import people
from storage.people.bars import expect_not_barred

MOST_SHARED = 3
"""Limit of what one person posts within ``WAIT_MS``."""

WAIT_MS = 600_000


class Sharing(msgspec.Struct, frozen=True):
    """What a person wants to post in a channel.

    Attributes:
        thing: text that is equal for equal things.
        slow_ms: the channel's own wait between two messages of one person.
        can_repeat: the same thing may be posted again after ``WAIT_MS``.
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
        Barred: the person is banned on the server.
    """
    # In one transaction with the entry, so that no ban and no second post can come in between.
    if sharing.guild_id is not None:
        expect_not_barred(conn, sharing.guild_id, sharing.user_id)
    person = people.ensure(conn, sharing.user_id, sharing.name, sharing.guild_id)
    place = sharing.channel_id, sharing.thing
    stored = "SELECT message_id, at FROM shared WHERE channel_id = ? AND thing = ?"
    row = row_of(conn, _Shared, stored, place)
    if row is not None and not (sharing.can_repeat and row.at <= sharing.at - WAIT_MS):
        return SharingBegun(message_id=row.message_id, is_uncertain=row.message_id is None)
    allowed_at = _end_of_wait(conn, person, sharing)
    if allowed_at > sharing.at:
        return SharingBegun(allowed_at)
    conn.execute("DELETE FROM shared WHERE channel_id = ? AND thing = ?", place)
    shared = {"channel_id": sharing.channel_id, "thing": sharing.thing, "person": person, "at": sharing.at}
    insert(conn, "shared", [{**shared, "message_id": None}])
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
