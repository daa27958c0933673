"""Where a table is played and shown, and who is invited to it or excluded from it."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from storage import people
from storage.engine.database import Connection, columns_of, get_meta, insert, put, set_meta, value_of
from storage.engine.reading import column_of, rows_of
from storage.errors import NoSuchTable
from storage.people import find_banned
from storage.rows import GatheringRow, Id, InvitationRow, Name, PersonRowId, SentRow, Time, Weekly

# --- invitations --------------------------------------------------------------------------------------------
# The place of a table (channel or thread), and the invitations to a table or a tournament.

ZONES = "weekly"
"""Key of a mark, left by a migration: weekly rules must still be computed from time zones."""

GATHERING_COLUMNS = """
    gathering.venue, gathering.thread_id,
    (
        SELECT json_group_array(
            json_array(
                number, asked.user_id, CASE WHEN here.name IS NULL THEN asked.name ELSE here.name END,
                is_subscriber, is_told, has_declined, is_removed, taker.user_id,
                CASE WHEN there.name IS NULL THEN taker.name ELSE there.name END, is_maybe,
                is_unasked
            )
        )
        FROM invitation JOIN person AS asked ON asked.id = invitation.person
        LEFT JOIN nickname AS here
            ON here.person = invitation.person AND here.guild_id = game_table.guild_id
        LEFT JOIN person AS taker ON taker.id = invitation.remover
        LEFT JOIN nickname AS there
            ON there.person = invitation.remover AND there.guild_id = game_table.guild_id
        WHERE invitation.table_id = game_table.id
    ),
    gathering.is_rematch, gathering.starts_at, gathering.weekly, gathering.paired, gathering.answer_until
"""
"""The columns of a ``GatheringRow``, in the order of its fields. The invitations are packed as JSON."""


class _PackedInvitation(NamedTuple):
    """An invitation as ``GATHERING_COLUMNS`` packs it."""

    number: int
    user_id: Id
    name: str
    is_subscriber: bool
    is_told: bool
    has_declined: bool
    is_removed: bool
    remover_id: Id | None
    remover: str | None
    is_maybe: bool
    is_unasked: bool


_INVITATIONS = msgspec.json.Decoder(list[_PackedInvitation], strict=False)


def save_gathering(conn: Connection, table_id: str, gathering: GatheringRow) -> GatheringRow:
    """Replace a table's stored place, opening time and invitations, and return them as stored.

    Banned people are not invited.
    """
    columns = ("venue", "thread_id", "is_rematch", "starts_at", "weekly", "paired", "answer_until")
    place = columns_of(gathering, *columns) | {"table_id": table_id}
    put(conn, "gathering", [place], ("table_id",))
    (guild_id,) = conn.execute("SELECT guild_id FROM game_table WHERE id = ?", (table_id,)).fetchone()
    invitations = save_invitations(conn, table_id, guild_id, gathering.invitations)
    return msgspec.structs.replace(gathering, invitations=invitations)


def save_invitations(
    conn: Connection, table_id: str, guild_id: int, invitations: Sequence[InvitationRow]
) -> tuple[InvitationRow, ...]:
    """Replace the stored invitations to a table or a tournament, and return them as stored.

    Banned people are not invited.

    Args:
        table_id: the id of the table or the tournament.
    """
    # All invitations are replaced: a stored invitation that is missing here is deleted.
    delete_invitations(conn, table_id)
    # Removed people stay, banned or not: their rows keep them from coming back.
    banned = find_banned(conn, guild_id, [row.user_id for row in invitations if not row.is_removed])
    kept = tuple(row for row in invitations if row.is_removed or row.user_id not in banned)
    # The order of invitations is kept by a number.
    marks = ("is_subscriber", "is_told", "has_declined", "is_removed", "is_maybe", "is_unasked")
    rows = []
    for number, row in enumerate(kept):
        person = people.ensure(conn, row.user_id, row.name or None, guild_id)
        remover = None
        if row.remover_id is not None:
            remover = people.ensure(conn, row.remover_id, row.remover or None, guild_id)
        ids = {"table_id": table_id, "number": number, "person": person, "remover": remover}
        rows.append(ids | columns_of(row, *marks))
    insert(conn, "invitation", rows)
    return kept


def load_invitations(conn: Connection, tournament_id: str, guild_id: int) -> tuple[InvitationRow, ...]:
    """Return the invitations to a tournament, in order."""
    rows = rows_of(
        conn,
        InvitationRow,
        f"""
        SELECT user_id, coalesce({people.NAME_THERE.format(guild="?")}, ''), is_subscriber, is_told,
            has_declined, is_removed, NULL, '', is_maybe, is_unasked
        FROM invitation JOIN person ON person.id = invitation.person
        WHERE invitation.table_id = ? ORDER BY number
        """,
        (guild_id, tournament_id),
    )
    return tuple(rows)


def save_removal(conn: Connection, table_id: str, person: PersonRowId, remover: PersonRowId) -> None:
    """Store that a person was removed from a lobby. Their invitation must be deleted first."""
    conn.execute("UPDATE gathering SET is_rematch = 0 WHERE table_id = ?", (table_id,))
    conn.execute(
        """
        INSERT INTO invitation
            (table_id, number, person, is_subscriber, is_told, has_declined, is_removed, remover)
        SELECT ?, coalesce(max(number), -1) + 1, ?, 0, 1, 0, 1, ? FROM invitation WHERE table_id = ?
        """,
        (table_id, person, remover, table_id),
    )


class _OldWeekly(NamedTuple):
    table_id: str
    starts_at: Time
    zone: str


def complete_weekly(conn: Connection) -> None:
    """Fill in the weekday and the time of day of weekly tables from older versions."""
    # Old versions stored only a time zone and the next date, from which both follow.
    if get_meta(conn, ZONES) is None:
        return
    # The first condition on the status is that of the partial index, the second is the one that is wanted.
    rows = rows_of(
        conn,
        _OldWeekly,
        """
        SELECT id, starts_at, weekly FROM game_table INDEXED BY open_table
        CROSS JOIN gathering ON table_id = id
        WHERE status IN ('lobby', 'playing') AND status = 'lobby'
            AND weekly IS NOT NULL
        """,
    )
    for table_id, starts_at, name in rows:
        # A zone that this machine does not know becomes UTC; the host sees the time and can change it.
        try:
            zone = ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError):
            zone = ZoneInfo("UTC")
        at = datetime.fromtimestamp(starts_at / 1000, zone)
        rule = Weekly(at.weekday(), 60 * at.hour + at.minute, zone.key)
        packed = msgspec.json.encode(rule).decode()
        conn.execute("UPDATE gathering SET weekly = ? WHERE table_id = ?", (packed, table_id))
    set_meta(conn, ZONES, None)


def delete_invitations(conn: Connection, table_id: str) -> None:
    """Delete the invitations to a table or a tournament."""
    conn.execute("DELETE FROM invitation WHERE table_id = ?", (table_id,))


def decode_gathering(columns: Sequence[Any]) -> GatheringRow:
    """Return a table's place and invitations, read from the database columns ``GATHERING_COLUMNS``."""
    values = dict(zip(GatheringRow.__struct_fields__, columns, strict=True))
    # The numbers differ, so they alone decide the order.
    packed = sorted(_INVITATIONS.decode(values["invitations"]))
    invitations = tuple(map(_unpack_invitation, packed))
    # A table of an older version has no row of its own: it is played in its channel.
    if values["venue"] is None:
        return GatheringRow(invitations=invitations)
    values["invitations"] = invitations
    return value_of(GatheringRow, values.values(), "weekly", "paired")


def _unpack_invitation(packed: _PackedInvitation) -> InvitationRow:
    return InvitationRow(
        user_id=packed.user_id,
        name=Name(packed.name),
        is_subscriber=packed.is_subscriber,
        is_told=packed.is_told,
        has_declined=packed.has_declined,
        is_removed=packed.is_removed,
        remover_id=packed.remover_id,
        remover=Name(packed.remover or ""),
        is_maybe=packed.is_maybe,
        is_unasked=packed.is_unasked,
    )


# --- exclusions ---------------------------------------------------------------------------------------------
# Hashes of people who may not sit down at a table or enter a tournament (database table ``sat``).
#
# These people have seen a hand, or were removed from the lobby or the tournament. A hash names no person, so
# it may stay after ``/privacy delete``. The hashes are deleted when the secret of the table or tournament is
# published.

EXCLUDED_COLUMN = "(SELECT json_group_array(json_array(key)) FROM sat WHERE sat.table_id = game_table.id)"


def player_key(seed: bytes | None, user_id: int) -> str:
    """Return the hash that is stored for a person who has sat at a table.

    Args:
        seed: the secret of the table's shuffles.
    """
    return hmac.new(seed or b"", b"tefuda sat %d" % user_id, "sha256").hexdigest()


def removed_key(seed: bytes | None, user_id: int) -> str:
    """Return the hash that is stored for a person who was removed from a lobby or a tournament.

    Args:
        seed: the secret of the table's shuffles, or of the tournament.
    """
    return hmac.new(seed or b"", b"tefuda out %d" % user_id, "sha256").hexdigest()


def exclude(conn: Connection, table_id: str, keys: Iterable[str]) -> int:
    """Store hashes of people who may not take part. Return the number of new hashes.

    Args:
        table_id: the id of the table or the tournament.
    """
    given = [(table_id, hashed) for hashed in keys]
    statement = "INSERT INTO sat (table_id, key) VALUES (?, ?) ON CONFLICT DO NOTHING"
    return sum(conn.execute(statement, row).rowcount for row in given)


def load_excluded(conn: Connection, table_id: str) -> frozenset[str]:
    """Return the hashed ids of all people who are excluded from a table or a tournament."""
    return frozenset(column_of(conn, str, "SELECT key FROM sat WHERE table_id = ?", (table_id,)))


def delete_excluded(conn: Connection, table_id: str) -> None:
    """Delete the hashed ids of all people who are excluded from a table or a tournament."""
    conn.execute("DELETE FROM sat WHERE table_id = ?", (table_id,))


class _Player(NamedTuple):
    table_id: str
    seed: bytes | None
    user_id: int


def exclude_players(conn: Connection) -> None:
    """Store the players' hashes for each running game without stored hashes."""
    # The first condition on the status is that of the partial index, the second is the one that is wanted.
    rows = rows_of(
        conn,
        _Player,
        """
        SELECT game_table.id, seed, user_id FROM game_table INDEXED BY open_table
        CROSS JOIN seat ON seat.table_id = game_table.id
        CROSS JOIN person ON person.id = seat.person OR person.id = seat.leaver
        WHERE status IN ('lobby', 'playing') AND status = 'playing' AND user_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM sat WHERE sat.table_id = game_table.id)
        """,
    )
    for table_id, seed, user_id in rows:
        exclude(conn, table_id, [player_key(seed, user_id)])


# --- messages -----------------------------------------------------------------------------------------------
# The Discord messages that show a table, and the people pinged in them.

SHOWN_COLUMNS = ", ".join(SentRow.__struct_fields__[1:])


def save_shown(conn: Connection, row: SentRow) -> None:
    """Replace the stored messages of a table of any status.

    Raises:
        NoSuchTable: there is no such table.
    """
    if conn.execute("SELECT 1 FROM game_table WHERE id = ?", (row.table_id,)).fetchone() is None:
        raise NoSuchTable(row.table_id)
    put_shown(conn, row)


def save_message(conn: Connection, row: SentRow) -> None:
    """Store only the id of a table's message and the hash of its content."""
    stored = conn.execute(
        "UPDATE shown SET message_id = ?, mark = ? WHERE table_id = ?",
        (row.message_id, row.mark, row.table_id),
    )
    if stored.rowcount == 0:
        put_shown(conn, SentRow(row.table_id, row.message_id, row.mark))


def move_table(conn: Connection, gathered: GatheringRow, row: SentRow) -> None:
    """Write a table's new place (channel or thread) and its messages there.

    Raises:
        NoSuchTable: there is no such table.
    """
    save_shown(conn, row)
    save_gathering(conn, row.table_id, gathered)


def put_shown(conn: Connection, row: SentRow) -> None:
    """Replace the stored messages of a table, without checking that the table exists."""
    put(conn, "shown", [columns_of(row)], ("table_id",))


def decode_shown(table_id: str, columns: Sequence[Any]) -> SentRow:
    """Return a table's messages, read from the database columns ``SHOWN_COLUMNS``."""
    _, mark, *_ = columns
    # Only the message's id may be missing in a row: without a mark there is no row.
    if mark is None:
        return SentRow(table_id)
    return value_of(SentRow, chain([table_id], columns), "called", "stale", "reminded", "pictures", "posts")
