"""Tables as values, without store or clock: Alice, Bob and a computer player at Porker Bull."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.tables import clocks
from bot.tables.news import Hold, Truth
from bot.tables.state import TableState
from games import find_game
from storage.rows import LOBBY, OVER, PLAYING, SeatRow, TableRow
from tests.bot.tables.alone import ALICE, BOB
from tests.bot.turning import NOON

NOW = 5_000_000
"""Elapsed milliseconds at noon: nobody may take one for the other."""


def a_lobby() -> TableState:
    """Alice's lobby, with Bob and a computer player."""
    options = {name: values[0] for name, values in find_game("bull").rules.options.items()}
    row = TableRow("t1", 1, 2, ALICE, "bull", options, LOBBY, "en", NOON, None, bytes(32), clock="blitz")
    people = SeatRow(0, ALICE, "Alice", None, 1), SeatRow(1, BOB, "Bob", None, 2)
    return TableState(row, (*people, SeatRow(2, None, "Bot", "normal"))).with_row(deadline=NOON + 7000)


def undealt() -> TableState:
    """Their game, chance to act."""
    return a_lobby().with_row(status=PLAYING, deadline=None, first=0).begun()


def a_game(calls: int = 0) -> TableState:
    """Their game after so many calls; Alice, Bob and the computer player take turns."""
    state = undealt().dealt()
    for _ in range(calls):
        (seat,) = state.to_act
        state = state.played(seat, str(state.match.legal(seat)[0]))
    return state.with_row(deadline=clocks.deadline_of(state, state, NOON))


def away(state: TableState, *seats: int) -> TableState:
    rows = [msgspec.structs.replace(row, away=row.seat in seats) for row in state.seats]
    return clocks.with_new_deadline(state, replace(state, seats=tuple(rows)), NOON)


def held(state: TableState, *gone_on: int, opens: int | None = None) -> TableState:
    """Let a moment of truth stand for three seconds, with suspense until then if a time is given."""
    return replace(state, hold=Hold(NOW + 3000, 3000, opens, frozenset(gone_on)))


def looked_at(state: TableState) -> TableState:
    """Let what came to light be looked at in panels for four seconds."""
    truth = Truth(state.match.state, frozenset(), {}, state.seq, NOW + 4000)
    return replace(state, truths=(truth,))


def over() -> TableState:
    """Their game, played to its end by doubting everything."""
    state = undealt().dealt()
    while isinstance(state.to_act, tuple) and state.to_act:
        (seat,) = state.to_act
        state = state.played(seat, str(state.match.legal(seat)[-1])).dealt()
    assert state.is_over
    return state.ended(OVER, NOON)
