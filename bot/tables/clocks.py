"""Clocks: how much time a turn has, and what becomes of a table when time runs out.

The first turn that a person lets run out gets as much time again, once in a game. After that they are *away*:
a computer player moves for them, at its own pace, until they move or say that they are back. A table at which
everybody is away stands still, and is closed without a result when nobody has come back for a day.

With no limit nobody moves for anybody. Whoever has not moved for a day is *idle* then: the others may let a
computer player move for them.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace
from typing import NamedTuple

import msgspec

from bot.refused import Refused
from bot.tables.absence import is_away, is_deserted
from bot.tables.state import Change, TableState

CLOCKS = {"evening": 180, "blitz": 45, "week": 86_400, "none": 0}
"""Seconds for a turn, by the name of the clock; 0 is no limit."""

DESERTED_MS = 86_400_000
"""A table that everybody has left is closed after this time."""

IDLE_MS = 86_400_000
"""With no time limit, the others may give a seat to a computer player after this time without a move."""

HALF_TIME, EXTRA_TIME = 1, 2
"""What people are reminded of: half of their time is over; all of it is, and they have the extra time now."""

LOOKING_MS = 90_000
"""Time before a turn within which a tap in a panel shows that its person looks at it.

It is a round of six people who take fifteen seconds each: who plays along without a break is always looking.
"""

CALL_DELAY_MS = 25_000
"""Delay of the call for somebody who has the game in view; at most a quarter of a turn."""


class OpenPanel(NamedTuple):
    """Somebody's open panel: when they last tapped something in it, and until when it stays open without.

    Both are Unix milliseconds.
    """

    acted_at: int
    until: int


Reminded = tuple[int, int, int]
"""Seat, number of the decision, and what its person is reminded of."""


def turn_ms(table: TableState) -> int:
    """Say how long a turn may take, 0 for ever."""
    return CLOCKS.get(table.row.clock, 0) * 1000


def deadline_of(before: TableState, after: TableState, now: int) -> int | None:
    """Say until when people have time for the decisions that they face now."""
    people = [seat for seat in after.awaited(human=True) if not is_idle(after, seat)]
    if not people:
        return None
    if after.is_paused:
        assert after.row.paused_at is not None
        now = after.row.paused_at  # what time there is then is given when the game goes on
    begins = now if after.hold is None else now + after.hold.lasts
    old = before.row.deadline if before.is_playing else None
    waiting = before.open_decisions()
    if old is not None and now < old and all((seat, after.decisions[seat]) in waiting for seat in people):
        return old + begins - now  # the others of a simultaneous phase get no extra time
    return begins + (turn_ms(after) or IDLE_MS)


def run_out(table: TableState, now: int) -> Change:
    """Let time run out: who has not decided gets extra time, or is away if they had it before.

    With no limit who has not decided is idle. Whoever was quicker than the clock has decided.
    """
    if table.row.deadline is None or now < table.row.deadline or not table.pending():
        return Change(table)
    seats = list(table.seats)
    for seat, decision in table.pending():
        row = seats[seat]
        seats[seat] = (
            msgspec.structs.replace(row, grace=decision)
            if row.grace is None or not turn_ms(table)
            else msgspec.structs.replace(row, away=True)
        )
    return Change(clocked(table, replace(table, seats=tuple(seats)), now))


def is_idle(table: TableState, seat: int) -> bool:
    """Tell whether somebody has not moved for so long that others may give the seat away, with no limit."""
    return not turn_ms(table) and (seat, table.seats[seat].grace) in table.open_decisions()


def back(table: TableState, now: int, seat: int) -> Change:
    """Give a person who was away the seat back, with a whole turn's time if it is theirs.

    Raises:
        Refused: the game is over, or nobody is away there.
    """
    if not table.is_playing:
        raise Refused("game-is-over")
    if not is_away(table.seats[seat]):
        raise Refused("not-away")
    return Change(clocked(table, table.with_seat(seat, away=False), now))


def stood_still(table: TableState, now: int) -> Change:
    """Set when a table is closed at which everybody is away."""
    is_known = not table.is_deserted or table.row.deserted_until is not None
    return Change(table if is_known else _deserted(table, now))


def _deserted(table: TableState, now: int) -> TableState:
    return table.with_row(deadline=None, deserted_until=now + DESERTED_MS)


def clocked(table: TableState, after: TableState, now: int) -> TableState:
    """Return the table after other people are there than before, with the time that they have now."""
    after = after.with_row(deserted_until=None)
    if is_deserted(after.seats):
        return _deserted(after, now)
    return after.with_row(deadline=deadline_of(table, after, now))


# --- calling and reminding ------------------------------------------------------------------------------


def time_to_call(table: TableState, panel: OpenPanel | None) -> int:
    """Say when somebody who is to act may be called, in Unix milliseconds; 0 is at once.

    Who acted a short while ago looks at their panel, which says that it is their turn; they are called when
    they have done nothing for some time. Who has tapped something since their turn began is choosing, and is
    left in peace while the panel is open; extra time begins anew.
    """
    deadline, turn = table.row.deadline, turn_ms(table)
    if deadline is None or panel is None:
        return 0
    since = deadline - (turn or IDLE_MS)
    if panel.acted_at < since - LOOKING_MS:
        return 0
    if panel.acted_at > since:
        return panel.until
    return since + min(CALL_DELAY_MS, turn // 4) if turn else since + CALL_DELAY_MS


def next_reminder(
    table: TableState, known: Container[Reminded], time_to_call: Callable[[int], int]
) -> tuple[int, tuple[Reminded, ...]] | None:
    """Say when people who are waited for are to be reminded next, and of what."""
    deadline, turn = table.row.deadline, turn_ms(table)
    if deadline is None or not turn:
        return None
    times: dict[Reminded, int] = {}
    for seat, decision in table.pending():
        is_extra = table.seats[seat].grace == decision
        one = seat, decision, EXTRA_TIME if is_extra else HALF_TIME
        if one not in known:
            begins = deadline - (turn if is_extra else turn // 2)
            times[one] = max(begins, time_to_call(seat))
    at = min(times.values(), default=0)
    return (at, tuple([one for one, due in times.items() if due == at])) if times else None
