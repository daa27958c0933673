"""What the people at a table decide together while a game goes on: pure, from one value to the next.

An act is a word: ``pause``, ``resume``, ``end``, ``free:2`` (take seat 2 away from whoever is away, or has
not moved for a day where no clock runs), ``offer:2`` (let somebody take seat 2, which was left). The host
alone suffices for it, or a majority of the people who are there and still play. ``Table.vote`` carries it
out.
"""

from __future__ import annotations

from bot.refused import Refused
from bot.tables.absence import is_away
from bot.tables.clocks import is_idle
from bot.tables.news import is_person
from bot.tables.state import TableState

PAUSE, RESUME, END = "pause", "resume", "end"


def acts(state: TableState) -> tuple[str, ...]:
    """List what can be decided now."""
    if not state.is_playing or state.match is None:
        return ()
    freed = [f"free:{seat}" for seat in absent(state)]
    offered = [f"offer:{row.seat}" for row in state.seats if row.left and not row.is_offered]
    return (RESUME if state.is_paused else PAUSE, END, *freed, *offered)


def seat_of(act: str) -> int | None:
    """Find the seat that an act gives to somebody else."""
    kind, _, seat = act.partition(":")
    return int(seat) if kind in ("free", "offer") else None


def absent(state: TableState) -> tuple[int, ...]:
    """List the seats of people who are away, or idle where there is no limit."""
    return tuple(row.seat for row in state.seats if is_away(row) or is_idle(state, row.seat))


def playing(state: TableState) -> frozenset[int]:
    """List the seats of people who still play."""
    assert state.match is not None
    out = state.match.view(None).gone
    return frozenset(row.seat for row in state.people if row.seat not in out)


def voted(state: TableState, seat: int, act: str) -> TableState:
    """Return the table with a person being for an act, or no more.

    Raises:
        Refused: the person has left or does not play any more, or the act cannot be done.
    """
    if not state.is_playing:
        raise Refused("game-is-over")
    if not is_person(state.seats[seat]):
        raise Refused("already-left")
    if act not in acts(state):
        raise Refused("act-not-possible")
    if seat != _host(state) and seat not in playing(state):
        raise Refused("act-not-yours")
    before = state.row.votes.get(act, ())
    after = tuple(one for one in before if one != seat) if seat in before else (*before, seat)
    others = {name: seats for name, seats in state.row.votes.items() if name != act}
    return state.with_row(votes={**others, act: after} if after else others)


def carried(state: TableState) -> str | None:
    """Find an act that enough people are for: the host, or more than half of those who decide."""
    if not state.row.votes:
        return None
    there, host = playing(state) - {*absent(state)}, _host(state)
    for act in acts(state):
        seats = {*state.row.votes.get(act, ())}
        deciding = there | (playing(state) & seats)  # who has voted is there
        if seats and (host in seats or 2 * len(deciding & seats) > len(deciding)):
            return act
    return None


def tidied(state: TableState) -> TableState:
    """Return the table without votes on what cannot be done any more, as somebody has come back."""
    if not state.row.votes:
        return state
    possible = acts(state)
    left = {act: seats for act, seats in state.row.votes.items() if act in possible}
    return state if left == state.row.votes else state.with_row(votes=left)


def without(state: TableState, act: str) -> TableState:
    """Return the table with nobody voting on an act any more."""
    return state.with_row(votes={name: seats for name, seats in state.row.votes.items() if name != act})


def paused(state: TableState, now: int) -> TableState:
    """Return the table with play standing still."""
    return state.with_row(paused_at=now)


def resumed(state: TableState, now: int) -> TableState:
    """Return the table with play going on; nobody has lost time by the pause."""
    deadline, since = state.row.deadline, state.row.paused_at
    assert since is not None
    after = None if deadline is None else deadline + now - since
    return state.with_row(paused_at=None, deadline=after)


def _host(state: TableState) -> int | None:
    """Find the host's seat, if the host still sits here."""
    return None if state.row.host_id is None else state.seat_of(state.row.host_id)
