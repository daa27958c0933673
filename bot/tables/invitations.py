"""Who is asked to a lobby, and where it will be played: pure acts, like those of ``bot.tables.lobby``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from bot.refused import Refused
from bot.tables import lobby
from bot.tables.state import TableState
from storage.rows import BARRED, CHANNEL, THREAD, InvitationRow

MOST_GUESTS = 7
"""Limit of people that a host may invite to one lobby."""


def awaits_thread(table: TableState) -> bool:
    """Tell whether a game is to be played in a thread that is not there yet."""
    gathering = table.gathering
    return table.is_playing and gathering.venue == THREAD and gathering.thread_id is None


def is_in(state: TableState, channel_id: int | None) -> bool:
    """Tell whether a table is of a channel, or is played in a thread."""
    return channel_id in (state.row.channel_id, state.gathering.thread_id)


def guests(table: TableState) -> tuple[InvitationRow, ...]:
    """List those whom the host has asked."""
    asked = (one for one in table.gathering.invitations if not (one.is_subscriber or one.is_removed))
    return tuple(one for one in asked if not one.is_unasked)


def untold(table: TableState) -> tuple[int, ...]:
    """List the people who were asked and have not been mentioned yet."""
    return tuple(one.user_id for one in table.gathering.invitations if not one.is_told)


def unanswered(table: TableState) -> tuple[int, ...]:
    """List the people whom the host has asked and who have said nothing yet."""
    return tuple(one.user_id for one in guests(table) if not one.has_declined)


def invited(table: TableState, by: int, people: Sequence[int]) -> TableState:
    """Ask people to come; whoever was asked before, or sits here, is not asked again."""
    lobby.only_host(table, by)
    asked = {one.user_id for one in guests(table)} | {seat.user_id for seat in table.seats}
    new = [one for one in dict.fromkeys(people) if one not in asked and not table.was_taken_out(one)]
    if len(guests(table)) + len(new) > MOST_GUESTS:
        raise Refused("too-many-guests", most=MOST_GUESTS)
    known = {one.user_id: one.is_told for one in table.gathering.invitations}
    others = [one for one in table.gathering.invitations if one.user_id not in new]
    asked_now = [InvitationRow(user_id, is_told=known.get(user_id, False)) for user_id in new]
    return table.with_gathering(invitations=(*others, *asked_now))


def declined(table: TableState, user_id: int, name: str, guild_id: int) -> TableState:
    """Say that it is not now; one may come all the same later."""
    lobby.still_open(table)
    table.only_on(guild_id)
    if table.seat_of(user_id) is not None:
        raise Refused("already-joined")
    if all(one.user_id != user_id for one in guests(table)):
        raise Refused("not-invited")
    return _noted(table, {user_id}, name=name, has_declined=True, is_maybe=False)


def told(table: TableState, people: Iterable[int], *, is_told: bool = True) -> TableState:
    """Note who has been mentioned; or who is still to be, by a message of their own."""
    lobby.still_open(table)
    return _noted(table, {*people}, is_told=is_told)


def without(table: TableState, people: Iterable[int]) -> TableState:
    """Return the lobby with some people not told of it: they are gone."""
    lobby.still_open(table)
    gone = {*people}
    left = tuple(one for one in table.gathering.invitations if one.user_id not in gone)
    return table.with_gathering(invitations=left)


def with_venue(table: TableState, by: int, venue: str) -> TableState:
    """Choose where the game is going to be played: in the channel, or in a thread of its own."""
    lobby.only_host(table, by)
    if venue not in (CHANNEL, THREAD):
        raise Refused("lobby-no-such-option")
    return table.with_gathering(venue=venue)


def barred(table: TableState, by: int) -> TableState:
    """Note, when a game is about to start, that it cannot have the thread that was wanted."""
    lobby.only_host(table, by)
    return table.with_gathering(venue=BARRED)


def _noted(table: TableState, people: set[int], **changes: Any) -> TableState:
    """Note something of some who were asked."""
    asked = table.gathering.invitations
    noted = (msgspec.structs.replace(one, **changes) if one.user_id in people else one for one in asked)
    return table.with_gathering(invitations=tuple(noted))
