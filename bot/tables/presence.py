"""Still there? A lobby that is started asks the people who have not tapped for long. Pure functions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import msgspec

from bot.lists import user_ids
from bot.refused import Refused
from bot.tables import lobby
from bot.tables.snapshot import Snapshot
from bot.tables.state import SeatDecision, TableState
from games.core.cards import all_but
from games.core.game import DEFAULT_LEVEL
from storage.rows import InvitationRow, SeatRow

SILENT_MS = 1_200_000
"""How long after a person's last tap at a lobby they are asked when the lobby is started."""

ANSWER_MS = 120_000
"""How long a lobby waits for the answers."""

ASKED = SeatDecision(0, -5)
"""Entry of ``SentRow.called`` after the people who are asked were pinged.

Numbers of decisions are not negative; those below 0 stand for pings that are not about a turn.
"""


def is_asking(table: TableState | Snapshot) -> bool:
    """Return whether a lobby was started, and begins once the people who were asked have answered."""
    return table.is_lobby and table.gathering.answer_until is not None


def asked_ids(table: TableState | Snapshot) -> tuple[int, ...]:
    """Return the user ids of the people who were asked and have not answered."""
    return tuple(user_ids(seat for seat in table.seats if seat.is_asked))


def ask(table: TableState, user_id: int, silent: Collection[int], now: int) -> TableState:
    """Return the lobby after it was started, while people are asked whether they are still there.

    Args:
        user_id: the person who starts it, as for ``lobby.start``.
        silent: user ids of the people to ask.
        now: Unix milliseconds.
    """
    lobby.check_start(table, user_id)
    after = _with_asked(table, silent).with_row(host_id=user_id)
    return after.with_gathering(answer_until=now + ANSWER_MS)


def confirm(table: TableState, user_id: int) -> TableState:
    """Return the lobby after a person has answered that they are there."""
    lobby.check_open(table)
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refused("not-at-table")
    if not table.seats[seat].is_asked:
        raise Refused("presence-known")
    return table.with_seat(seat, is_asked=False)


def keep_question(before: TableState, after: TableState) -> TableState:
    """Return a changed lobby, which begins no more by itself if that is impossible, or nobody wants it.

    That is the case if the person who started it has left, or nobody else is there.
    """
    if after.gathering.answer_until is None:
        return after
    has_starter = not is_asking(before) or after.seat_of(before.row.host_id or 0) is not None
    has_people = has_starter and len(after.people) > 1
    if after.is_lobby and has_people and _obstacle(after) is None:
        return after
    return _without_question(after)


def stop_waiting(table: TableState, seen: Collection[int], now: int) -> TableState:
    """Return the lobby after the time for answers. Computer players replace the people who have not answered.

    If that leaves only one person, the game does not begin: the seats are free, and their people are invited.

    Args:
        seen: user ids of people who have tapped anything at the lobby meanwhile, which is an answer as well.
        now: Unix milliseconds.

    Raises:
        Refused: the lobby asks nobody, or the time is not over.
    """
    _check_time_is_over(table, now)
    table = _with_asked(table, all_but(asked_ids(table), seen))
    here = [seat.user_id for seat in table.people if not seat.is_asked]
    if len(here) > 1 and table.row.host_id in here:
        return _with_computers(table)
    after = _without_question(table)
    silent = [seat for seat in table.seats if seat.is_asked]
    for seat in silent:
        after = lobby.leave(after, seat.user_id or 0)
    invited = [InvitationRow(seat.user_id or 0, seat.name, is_told=True) for seat in silent]
    return after.with_gathering(invitations=after.gathering.invitations + tuple(invited))


def wait_again(table: TableState, now: int) -> TableState:
    """Return the lobby after the time for answers, if the question could not be sent: the time begins again.

    Raises:
        Refused: the lobby asks nobody, or the time is not over.
    """
    _check_time_is_over(table, now)
    return table.with_gathering(answer_until=now + ANSWER_MS)


def _check_time_is_over(table: TableState, now: int) -> None:
    until = table.gathering.answer_until
    if not is_asking(table) or until is None or now < until:
        raise Refused("lobby-closed")


def _obstacle(table: TableState) -> object:
    return lobby.start_obstacle(table.game, len(table.seats), table.options)


def _with_asked(table: TableState, user_ids: Collection[int]) -> TableState:
    seats = [msgspec.structs.replace(seat, is_asked=seat.user_id in user_ids) for seat in table.seats]
    return replace(table, seats=tuple(seats))


def _without_question(table: TableState) -> TableState:
    return _with_asked(table, ()).with_gathering(answer_until=None)


def _with_computers(table: TableState) -> TableState:
    names = iter(lobby.free_computer_names(table, lobby.computer_names(table)))
    seats = []
    for seat in table.seats:
        if seat.is_asked:
            # The join stays, so that nobody changes the cards of the others by not answering.
            seats.append(SeatRow(seat.seat, None, next(names), DEFAULT_LEVEL, seat.join_id))
        else:
            seats.append(seat)
    return replace(table, seats=tuple(seats))
