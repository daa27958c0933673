"""Invitations to a lobby or a tournament, and the place of a lobby's game.

All are pure functions, like ``bot.tables.lobby``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from bot.refused import Refused
from bot.tables import lobby
from bot.tables.state import TableState
from games.core.rules import CHANCE
from storage.fields import Name
from storage.rows import BARRED, CHANNEL, THREAD, InvitationRow

MOST_GUESTS = 7
"""Limit of people that a host may invite to one lobby."""


def awaits_thread(table: TableState) -> bool:
    """Return whether the game needs a thread that does not exist yet."""
    gathering = table.gathering
    return table.is_playing and gathering.venue == THREAD and gathering.thread_id is None


def is_round_opening(table: TableState) -> bool:
    """Return whether a tournament's table waits for its first move."""
    is_untouched = table.match is not None and all(actor == CHANCE for actor, _ in table.match.moves)
    return table.gathering.paired is not None and is_untouched


def is_in_channel(state: TableState, channel_id: int | None) -> bool:
    """Return whether a channel is the table's channel or its thread."""
    return channel_id in (state.row.channel_id, state.thread_id)


def invited(invitations: Iterable[InvitationRow]) -> tuple[InvitationRow, ...]:
    """Return the invitations of people whom the host has invited."""
    rows = [row for row in invitations if not (row.is_subscriber or row.is_removed)]
    return tuple(row for row in rows if not row.is_unasked)


def unanswered(invitations: Iterable[InvitationRow]) -> tuple[int, ...]:
    """Return the ids of invited people who have not answered yet."""
    return tuple(row.user_id for row in invited(invitations) if not row.has_declined)


def unnotified(invitations: Iterable[InvitationRow]) -> tuple[int, ...]:
    """Return the ids of people who have not been pinged yet."""
    return tuple(row.user_id for row in invitations if not row.is_told)


def with_invited(invitations: Sequence[InvitationRow], people: Sequence[int]) -> tuple[InvitationRow, ...]:
    """Return the invitations after the host has invited more people."""
    # Subscribers who are invited now were pinged already.
    told_by_user = {row.user_id: row.is_told for row in invitations}
    others = [row for row in invitations if row.user_id not in people]
    asked_now = [InvitationRow(user_id, is_told=told_by_user.get(user_id, False)) for user_id in people]
    return (*others, *asked_now)


def with_changes(
    invitations: Iterable[InvitationRow], people: Collection[int], **changes: Any
) -> tuple[InvitationRow, ...]:
    """Return the invitations with changed fields for some people."""
    return tuple(
        msgspec.structs.replace(row, **changes) if row.user_id in people else row for row in invitations
    )


def guests(table: TableState) -> tuple[InvitationRow, ...]:
    """Return the invitations of people whom the host of a lobby has invited."""
    return invited(table.gathering.invitations)


def ids_to_ping(table: TableState) -> tuple[int, ...]:
    """Return the ids of invited people who have not been pinged yet."""
    return unnotified(table.gathering.invitations)


def unanswered_ids(table: TableState) -> tuple[int, ...]:
    """Return the ids of invited people who have not answered yet."""
    return unanswered(table.gathering.invitations)


def invite(table: TableState, host_id: int, people: Sequence[int]) -> TableState:
    """Return the lobby after its host has invited more people. People who cannot be invited are skipped."""
    lobby.check_host(table, host_id)
    # Who is invited, seated or removed already is skipped.
    known_ids = {invitation.user_id for invitation in guests(table)} | {seat.user_id for seat in table.seats}
    new = [
        user_id
        for user_id in dict.fromkeys(people)
        if user_id not in known_ids and not table.was_removed(user_id)
    ]
    if len(guests(table)) + len(new) > MOST_GUESTS:
        raise Refused("too-many-guests", most=MOST_GUESTS)
    return table.with_gathering(invitations=with_invited(table.gathering.invitations, new))


def decline(table: TableState, user_id: int, name: Name, guild_id: int) -> TableState:
    """Return the lobby with an invited person's answer "cannot come". The person may still join later.

    Args:
        guild_id: the server on which the person answered.
    """
    lobby.check_open(table)
    table.check_server(guild_id)
    if table.seat_of(user_id) is not None:
        raise Refused("already-joined")
    if all(invitation.user_id != user_id for invitation in guests(table)):
        raise Refused("not-invited")
    return _with_invitations(table, {user_id}, name=name, has_declined=True, is_maybe=False)


def mark_pinged(table: TableState, people: Iterable[int], *, is_told: bool = True) -> TableState:
    """Return the lobby with invited people (user ids) marked as pinged.

    Args:
        is_told: false to mark the people as not pinged.
    """
    lobby.check_open(table)
    return _with_invitations(table, {*people}, is_told=is_told)


def forget_guests(table: TableState, people: Iterable[int]) -> TableState:
    """Return the lobby without the invitations of people who have left the server."""
    lobby.check_open(table)
    gone = {*people}
    remaining = tuple(
        invitation for invitation in table.gathering.invitations if invitation.user_id not in gone
    )
    return table.with_gathering(invitations=remaining)


def set_venue(table: TableState, host_id: int, venue: str) -> TableState:
    """Return the lobby after its host has chosen ``CHANNEL`` or ``THREAD`` as the place of its game."""
    lobby.check_host(table, host_id)
    if venue not in (CHANNEL, THREAD):
        raise Refused("lobby-no-such-option")
    return table.with_gathering(venue=venue)


def use_channel(table: TableState, host_id: int) -> TableState:
    """Return the lobby with the channel as the place of its game, since the bot may not open a thread."""
    lobby.check_host(table, host_id)
    return table.with_gathering(venue=BARRED)


def _with_invitations(table: TableState, people: set[int], **changes: Any) -> TableState:
    return table.with_gathering(invitations=with_changes(table.gathering.invitations, people, **changes))
