"""Table states as values, without store or clock: Alice, Bob and a computer player at Porker Bull."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.tables import clocks
from bot.tables.positions import Position, RevealPause, ShownReveal, replay_match
from bot.tables.state import TableState
from games import find_game
from games.core.match import Match
from storage.rows import LOBBY, OVER, PLAYING, SeatRow, TableRow
from tests.bot.tables.alone import ALICE, BOB
from tests.bot.turning import NOON

NOW = 5_000_000
"""Milliseconds of the monotonic clock at noon, so that it cannot be confused with the time of day."""


def a_lobby() -> TableState:
    """Return a lobby with Alice as host, Bob and a computer player."""
    options = {name: values[0] for name, values in find_game("bull").rules.options.items()}
    row = TableRow("t1", 1, 2, ALICE, "bull", options, LOBBY, "en", NOON, None, bytes(32), clock="blitz")
    people = SeatRow(0, ALICE, "Alice", None, 1), SeatRow(1, BOB, "Bob", None, 2)
    return TableState(row, (*people, SeatRow(2, None, "Bot", "normal"))).with_row(deadline=NOON + 7000)


def undealt() -> TableState:
    """Return a started game of Alice, Bob and a computer player before the deal."""
    return a_lobby().with_row(status=PLAYING, deadline=None, first=0).with_first_position()


def a_game(calls: int = 0) -> TableState:
    """Return a game of Alice, Bob and a computer player after the given number of calls."""
    state = undealt().with_deal()
    for _ in range(calls):
        (seat,) = state.to_act
        state = state.with_move(seat, str(state.match.legal(seat)[0]))
    return state.with_row(deadline=clocks.next_deadline(state, state, NOON))


def away(state: TableState, *seats: int) -> TableState:
    rows = [msgspec.structs.replace(row, is_away=row.seat in seats) for row in state.seats]
    return clocks.with_new_deadline(state, replace(state, seats=tuple(rows)), NOON)


def in_reveal(state: TableState, *seats_ready: int, opens: int | None = None) -> TableState:
    """Return the state during a pause for revealed cards, with suspense until ``opens`` if given."""
    return state.with_position(reveal_pause=RevealPause(NOW + 3000, 3000, opens, frozenset(seats_ready)))


def with_revealed_cards(state: TableState) -> TableState:
    """Return the state with revealed cards that panels show for four seconds."""
    truth = ShownReveal(state.match.state, frozenset(), {}, state.seq, NOW + 4000)
    return state.with_position(reveals=(truth,))


def over() -> TableState:
    """Return a finished game in which every call was challenged."""
    state = undealt().with_deal()
    while isinstance(state.to_act, tuple) and state.to_act:
        (seat,) = state.to_act
        state = state.with_move(seat, str(state.match.legal(seat)[-1])).with_deal()
    assert state.is_over
    return state.closed(OVER, NOON)


def after_match(state: TableState, match: Match) -> TableState:
    """Return the state after the moves of a match."""
    position = Position.first(Match(match.rules, match.setup))
    for after in replay_match(match):
        position = after
    return replace(state, position=position)
