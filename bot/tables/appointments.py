"""Lobbies that open at a time: who comes, and what becomes of them then; pure, like ``bot.tables.lobby``."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from bot.language.catalogue import language_of, time_words
from bot.refused import Refused
from bot.tables import invitations, lobby
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from games.core.shuffle import ShuffleKey
from storage.rows import CANCELLED, GatheringRow, InvitationRow, Weekly
from storage.tables.acts import Following

CALL_MS = 600_000
"""People who said that they come are called this long before the time."""

SUMMONED = ((0, -1),)
"""What ``ShownRow.called`` is once they were called: of a lobby nobody else is."""

MOST_UNASKED = 20
"""Limit of people in the lists of an appointment who answered it uninvited; who comes takes a seat."""

OPEN_MS = 12 * 3_600_000
"""The lobby stays open for this long from its time on."""


def zone_of(name: str | None, language: str) -> ZoneInfo:
    """Return the time zone of a server: its own choice, else what its language suggests."""
    try:
        return ZoneInfo(name or time_words(language_of(language))["time_zone"])
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def awaits(table: TableState) -> int | None:
    """Say when a lobby opens that is not open yet, Unix milliseconds; ``None`` for every other table."""
    return table.gathering.starts_at if table.is_lobby else None


def maybe(table: TableState, user_id: int, name: str, guild_id: int) -> TableState:
    """Say that one may come; ``guild_id`` is the server on which that is tapped."""
    table.only_on(guild_id)
    return _answered(table, InvitationRow(user_id, name, is_told=True, is_maybe=True))


def not_coming(table: TableState, user_id: int, name: str, guild_id: int) -> TableState:
    """Say that one cannot come; arguments and errors as for ``maybe``."""
    table.only_on(guild_id)
    return _answered(table, InvitationRow(user_id, name, is_told=True, has_declined=True))


def _answered(table: TableState, answer: InvitationRow) -> TableState:
    if awaits(table) is None:
        raise Refused("lobby-closed")
    if table.was_taken_out(answer.user_id):
        raise Refused("removed-from-lobby")
    after, comes = table, table.seat_of(answer.user_id) is not None
    if comes:
        if len(table.people) == 1:
            raise Refused("appointment-alone")
        after = lobby.left(table, answer.user_id)
    others = tuple(one for one in after.gathering.invitations if one.user_id != answer.user_id)
    if all(one.user_id != answer.user_id for one in invitations.guests(table)):
        answer = msgspec.structs.replace(answer, is_unasked=True)
        if sum(one.is_unasked for one in others) >= MOST_UNASKED:
            if comes:  # their seat is free again; only their name finds no room
                return after
            raise Refused("too-many-answers", most=MOST_UNASKED)
    return after.with_gathering(invitations=(*others, answer))


def has_too_few(table: TableState | Snapshot) -> bool:
    """Tell whether too few have come for a game, or nobody to play with."""
    return len(table.seats) < max(2, table.game.rules.seats[0])


def opened(table: TableState, now: int) -> TableState:
    """Return the lobby as it opens at its time; closed where too few have come."""
    at = awaits(table)
    if at is None or now < at:
        raise Refused("lobby-closed")
    if has_too_few(table):
        return table.with_row(status=CANCELLED)
    # Who has only said something is asked no more; whoever was invited and has not answered still is.
    waited = tuple(one for one in table.gathering.invitations if not (one.is_maybe or one.has_declined))
    after = table.with_gathering(starts_at=None, weekly=None, invitations=waited)
    return after.with_row(deadline=now + OPEN_MS)


def following(table: TableState, table_id: str, seed: bytes, now: int) -> Following | None:
    """Return the appointment of the next week, if there is to be one.

    It is the host's. Where the host may have none any more, it passes to the next person who comes, as a
    lobby does.
    """
    at, weekly = table.gathering.starts_at, table.gathering.weekly
    if weekly is None or at is None:
        return None
    heirs = sorted(table.people, key=lambda seat: seat.user_id != table.row.host_id)
    row = msgspec.structs.replace(
        table.row,
        id=table_id,
        created_at=now,
        seed=seed,
        commitment=ShuffleKey(seed, "").commitment,
        deadline=None,
        rematch_of=None,
        revision=0,
    )
    starts_at = next_start(weekly, max(at, now))
    gathering = GatheringRow(table.gathering.venue, starts_at=starts_at, weekly=weekly)
    return Following(row, tuple(heirs), gathering)


def next_start(weekly: Weekly, after: int) -> int:
    """Return when a weekly table opens next after a time; both Unix milliseconds."""
    zone = zone_of(weekly.zone, "")
    day = datetime.fromtimestamp(after / 1000, zone).date()
    day += timedelta(days=(weekly.weekday - day.weekday()) % 7)
    while (at := instants(day, weekly.minute, zone)[0]) <= after:
        day += timedelta(days=7)
    return at


def instants(day: date, minute: int, zone: ZoneInfo) -> tuple[int, ...]:
    """Return when clocks show a time of a day, Unix milliseconds: twice on the night when they are put back.

    A time that they leave out, when they are put forward, is as much later.
    """
    at = datetime.combine(day, time(*divmod(minute, 60)), zone)
    first, second = (int(at.replace(fold=fold).timestamp() * 1000) for fold in (0, 1))
    return (first, second) if second > first else (first,)
