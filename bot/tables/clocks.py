"""Time limits of turns: deadlines, extra time, delayed pings and reminders."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import NamedTuple

import msgspec

from bot.refused import Refused
from bot.tables.positions import is_away, is_deserted
from bot.tables.state import Change, SeatDecision, TableState

# When a person's time runs out for the first time in a game, they get extra time of the same length. The next
# time, they are *away*: a computer player moves for them until they move or return. If everybody is away, the
# game stops, and the table is closed after a day.
#
# In a game without a time limit, a person who has not moved for a day is *idle*. The other players may vote
# to let a computer player move for an idle person. A practice game is closed if its only person has not
# moved for a week.

CLOCKS = {"evening": 180, "blitz": 45, "week": 86_400, "none": 0}
"""The time limits of a turn in seconds, by name; 0 is no limit."""

DESERTED_MS = 86_400_000
"""Time after which a table is closed if everybody is away."""

IDLE_MS = 86_400_000
"""Time without a move after which a person is idle in a game without a time limit."""

PRACTICE_MS = 7 * 86_400_000
"""Time without a move after which a practice game without a time limit is closed."""

HALF_TIME = 1
EXTRA_TIME = 2
"""Kinds of reminders: half of the time is over; extra time has begun."""

LOOKING_MS = 180_000
"""A player who used the private panel within this time before their turn counts as active.

It is the time of a round in which each of four others takes the 45 seconds of the shortest clock.
"""

PING_DELAY_MS = 25_000
"""How long after the start of a turn an active player is pinged; at most a quarter of the turn."""


class OpenPanel(NamedTuple):
    """A person's open panel (private message). Times are Unix milliseconds."""

    tapped_at: int  # the last tap in the panel
    expires_at: int  # the panel can no longer be updated from then on
    is_pushed_up: bool = False  # the table's message was posted below it since the last tap


class Reminded(NamedTuple):
    """A reminder of the time left for a decision."""

    seat: int
    decision: int
    kind: int  # ``HALF_TIME`` or ``EXTRA_TIME``

    @property
    def turn(self) -> SeatDecision:
        """The seat and the number of the decision."""
        return SeatDecision(self.seat, self.decision)


def turn_ms(table: TableState) -> int:
    """Return the table's time limit for a turn, in milliseconds; 0 without a limit."""
    return CLOCKS.get(table.row.clock, 0) * 1000


def next_deadline(before: TableState, after: TableState, now: int) -> int | None:
    """Return the deadline for the next moves, in Unix milliseconds; ``None`` without a deadline."""
    people = [seat for seat in after.awaited(human=True) if not is_idle(after, seat)]
    if not people:
        return None
    if after.is_paused:
        assert after.row.paused_at is not None
        now = after.row.paused_at  # the deadline is set when play continues
    pause = after.position.reveal_pause
    begins = now if pause is None else now + pause.lasts
    old = before.row.deadline if before.is_playing else None
    waiting = before.open_decisions()
    decisions = after.position.decisions
    if old is not None and now < old and all((seat, decisions[seat]) in waiting for seat in people):
        return old + begins - now  # the others of a simultaneous phase get no extra time
    return begins + (turn_ms(after) or (PRACTICE_MS if after.is_practice else IDLE_MS))


def apply_timeout(table: TableState, now: int) -> Change:
    """Return the table after its deadline. Late players get extra time once, then count as away."""
    if table.row.deadline is None or now < table.row.deadline or not table.pending():
        return Change(table)
    seats = list(table.seats)
    # The first time each late player gets extra time; the second time they are away. Without a time limit
    # they are idle instead.
    for seat, decision in table.pending():
        row = seats[seat]
        seats[seat] = (
            msgspec.structs.replace(row, grace=decision)
            if row.grace is None or not turn_ms(table)
            else msgspec.structs.replace(row, is_away=True)
        )
    return Change(with_new_deadline(table, replace(table, seats=tuple(seats)), now))


def is_idle(table: TableState, seat: int) -> bool:
    """Return whether a person has not moved for a day. Always false in practice and with a time limit."""
    if table.is_practice:  # there is nobody to vote on it
        return False
    return not turn_ms(table) and (seat, table.seats[seat].grace) in table.open_decisions()


def end_absence(table: TableState, now: int, user_id: int) -> Change:
    """Return the table after an absent person has come back. A person on turn gets the full time.

    Raises:
        Refused: the game is over or shows revealed cards, or the person does not play or is not away.
    """
    seat = table.seat_of_player(user_id)
    table.check_playing()
    if not is_away(table.seats[seat]):
        raise Refused("not-away")
    return Change(with_new_deadline(table, table.with_seat(seat, is_away=False), now))


def mark_deserted(table: TableState, now: int) -> Change:
    """Return the table with a closing time if everybody is away; otherwise return it unchanged."""
    is_known = not table.is_deserted or table.row.deserted_until is not None
    return Change(table if is_known else _deserted(table, now))


def _deserted(table: TableState, now: int) -> TableState:
    return table.with_row(deadline=None, deserted_until=now + DESERTED_MS)


def with_new_deadline(before: TableState, after: TableState, now: int) -> TableState:
    """Return the table with a new deadline; if everybody is away, with the time at which it closes."""
    after = after.with_row(deserted_until=None)
    if is_deserted(after.seats):
        return _deserted(after, now)
    return after.with_row(deadline=next_deadline(before, after, now))


# --- pinging and reminding ------------------------------------------------------------------------------


def time_to_ping(table: TableState, panel: OpenPanel | None, seat: int | None = None) -> int:
    """Return when to ping a player whose turn it is, in Unix milliseconds; 0 for at once.

    Args:
        panel: the player's open private message, if any. Recent taps in it delay the ping.
    """
    deadline = table.row.deadline
    turn = turn_ms(table)
    # Without a time limit or an open panel, there is nothing to wait for.
    if deadline is None or panel is None:
        return 0
    # The person was not at the table shortly before their turn.
    since = deadline - (turn or IDLE_MS)
    if panel.tapped_at < since - LOOKING_MS:
        return 0
    # A person who taps, or whose own move led on, is choosing.
    made = table.match.moves[-1:] if table.match is not None else []
    goes_on = seat is not None and [actor for actor, _ in made] == [seat]
    if panel.tapped_at > since or (goes_on and table.seats[seat or 0].grace is None):
        return panel.expires_at
    # A panel that is out of sight tells nobody that it is their turn.
    if panel.is_pushed_up:
        return 0
    if turn:
        return since + min(PING_DELAY_MS, turn // 4)
    return since + PING_DELAY_MS


class DueReminders(NamedTuple):
    """Reminders of the time left, and when to send the reminders in Unix milliseconds."""

    at: int
    reminders: tuple[Reminded, ...]


def next_reminders(
    table: TableState, sent: Container[tuple[int, int, int]], ping_times: Mapping[int, int]
) -> DueReminders | None:
    """Return the next reminders of the time left; ``None`` if there are none.

    Args:
        sent: the reminders that were already sent.
        ping_times: when the players who are to move may be pinged, in Unix milliseconds, by seat.
    """
    deadline = table.row.deadline
    turn = turn_ms(table)
    if deadline is None or not turn:
        return None
    times: dict[Reminded, int] = {}
    for seat, decision in table.pending():
        is_extra = table.seats[seat].grace == decision
        # Half of the time is over, or extra time has begun.
        reminder = Reminded(seat, decision, EXTRA_TIME if is_extra else HALF_TIME)
        if reminder not in sent:
            begins = deadline - (turn if is_extra else turn // 2)
            times[reminder] = max(begins, ping_times[seat])
    if not times:
        return None
    # Several reminders of one time are one message.
    at = min(times.values())
    return DueReminders(at, tuple([reminder for reminder, due in times.items() if due == at]))
