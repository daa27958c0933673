"""Planned lobbies: lobbies that open at a set time. Pure functions, like ``bot.tables.lobby``."""

from __future__ import annotations

from collections.abc import Collection
from zoneinfo import ZoneInfo

import msgspec

from bot.language import public_label, usual_zone
from bot.lists import user_ids, without_user
from bot.refused import Refused
from bot.tables import lobby
from bot.tables.snapshot import Snapshot
from bot.tables.state import SeatDecision, TableState
from bot.times import PlannedTime, next_start, weekly_at
from games.core.match import ShuffleKey
from storage.rows import CANCELLED, GatheringRow, InvitationRow, Name
from storage.scores import seasons
from storage.tables.lifecycle import NextPlannedLobby

PING_MS = 600_000
"""How long before a planned lobby opens the people who have signed up are pinged."""

OPENING_PINGED = (SeatDecision(0, -1),)
"""Value of ``SentRow.called`` after the people who have signed up for a planned lobby were pinged."""

NEW_TIME = SeatDecision(0, -2)
"""Entry of ``SentRow.called`` after a change of time, while people are still to be notified."""

NEW_TIME_SENT = SeatDecision(0, -3)
"""Entry of ``SentRow.called`` after people were notified of a new time."""

HOST_FORGOTTEN = SeatDecision(0, -4)
"""Entry of ``SentRow.called`` after the host, whom an invitation names, has deleted their data."""

MOST_UNASKED = 20
"""Limit of "maybe" and "cannot come" answers of people who were not invited."""

OPEN_MS = 12 * 3_600_000
"""How long a planned lobby stays open after it has opened."""


def zone_of(name: str | None, language: str) -> ZoneInfo:
    """Return the time zone called ``name``. Without a name, return the usual zone of the language."""
    return seasons.zone_of(name or usual_zone(language))


def opening_time(table: TableState) -> int | None:
    """Return when a planned lobby opens, in Unix milliseconds; ``None`` for any other table."""
    return table.gathering.starts_at if table.is_lobby else None


def change_time(table: TableState, host_id: int, planned: PlannedTime) -> TableState:
    """Return the planned lobby after its host has chosen another time. A weekly lobby stays weekly.

    Raises:
        Refused: the user is not the host, or the lobby has opened.
    """
    lobby.check_host(table, host_id)
    if opening_time(table) is None:
        raise Refused("planned-is-open")
    before = table.gathering.weekly
    weekly = planned.weekly
    if weekly is None and before is not None:
        weekly = weekly_at(planned.at, seasons.zone_of(before.zone))
    return table.with_gathering(starts_at=planned.at, weekly=weekly)


def ids_to_tell(table: TableState) -> tuple[int, ...]:
    """Return the user ids of those who come or may come to a planned game, without its host."""
    people = [seat.user_id for seat in table.people if seat.user_id != table.row.host_id]
    people += [invitation.user_id for invitation in table.gathering.invitations if invitation.is_maybe]
    return tuple(user_id for user_id in people if user_id is not None)


def is_to_tell(called: Collection[tuple[int, int]]) -> bool:
    """Return whether people are still to be notified of a new time, by ``SentRow.called``."""
    return NEW_TIME in called and NEW_TIME_SENT not in called


def is_opening_pinged(called: Collection[tuple[int, int]]) -> bool:
    """Return whether people were pinged for the opening, by ``SentRow.called``."""
    return OPENING_PINGED[0] in called


def answer_maybe(table: TableState, user_id: int, name: Name, guild_id: int) -> TableState:
    """Return the planned lobby with a person's answer "may come".

    Raises:
        Refused: the person cannot answer, or answered on another server.
    """
    table.check_server(guild_id)
    return _answered(table, InvitationRow(user_id, name, is_told=True, is_maybe=True))


def answer_not_coming(table: TableState, user_id: int, name: Name, guild_id: int) -> TableState:
    """Return the planned lobby with a person's answer "cannot come". The person's seat, if any, becomes free.

    Raises:
        Refused: the person cannot answer, or answered on another server.
    """
    table.check_server(guild_id)
    return _answered(table, InvitationRow(user_id, name, is_told=True, has_declined=True))


def _answered(table: TableState, answer: InvitationRow) -> TableState:
    if opening_time(table) is None:
        raise Refused("lobby-closed")
    if table.was_removed(answer.user_id):
        raise Refused("removed-from-lobby")
    after = table
    comes = table.seat_of(answer.user_id) is not None
    if comes:
        if len(table.people) == 1:
            raise Refused("planned-alone", more=public_label("button-more", table.row.locale))
        after = lobby.leave(table, answer.user_id)
    others = without_user(after.gathering.invitations, answer.user_id)
    if answer.user_id not in user_ids(lobby.guests(table)):
        answer = msgspec.structs.replace(answer, is_unasked=True)
        if sum(invitation.is_unasked for invitation in others) >= MOST_UNASKED:
            # The seat is freed, but the list of names is full.
            if comes:
                return after
            coming = public_label("button-coming", table.row.locale)
            raise Refused("too-many-answers", most=MOST_UNASKED, coming=coming)
    return after.with_gathering(invitations=(*others, answer))


def has_too_few_players(table: TableState | Snapshot) -> bool:
    """Return whether the table has fewer players than its game needs. Computer players count."""
    return len(table.seats) < max(2, table.game.rules.seats[0])


def open_planned(table: TableState, now: int) -> TableState:
    """Return the planned lobby at its opening time: open, or cancelled if too few people have signed up.

    Raises:
        Refused: the table has no opening time, or the time has not come.
    """
    at = opening_time(table)
    if at is None or now < at:
        raise Refused("lobby-closed")
    if has_too_few_players(table):
        return table.with_row(status=CANCELLED)
    # People who have answered are asked no more; invited people who have not answered still are.
    waited = tuple(
        invitation
        for invitation in table.gathering.invitations
        if not (invitation.is_maybe or invitation.has_declined)
    )
    after = table.with_gathering(starts_at=None, weekly=None, invitations=waited)
    return after.with_row(deadline=now + OPEN_MS)


def next_weekly(table: TableState, table_id: str, seed: bytes, now: int) -> NextPlannedLobby | None:
    """Return the lobby for next week; ``None`` if the table is not weekly.

    Args:
        table_id: the id of the new lobby.
        seed: the secret of the new lobby's shuffles.
        now: Unix milliseconds.
    """
    at = table.gathering.starts_at
    weekly = table.gathering.weekly
    if weekly is None or at is None:
        return None
    # The host is first, so that the planned game stays theirs if they may have one more.
    host_candidates = sorted(table.people, key=lambda seat: seat.user_id != table.row.host_id)
    # A new table with the same settings, a new secret and no history.
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
    return NextPlannedLobby(row, tuple(host_candidates), gathering)
