"""Votes during a game, as pure functions of table values.

People vote for *acts*, which are written as words:

    pause, resume, end
    cover:2    a computer player moves for the idle person at seat 2
    free:2     the seat of an absent person is offered to others
    offer:2    a seat that its person has left is offered to others
    watch      people who left may see all hands

A person's votes are dropped when the person leaves. Votes for a pause are kept during the pause, so that the
table can name the people who paused it.
"""

from __future__ import annotations

from bot.refused import Refused
from bot.tables import clocks, ending, seating
from bot.tables.absence import free_pause_at, is_away, paused_until
from bot.tables.clocks import is_idle
from bot.tables.ending import will_be_rated
from bot.tables.news import is_person
from bot.tables.state import Change, TableState
from storage.rows import AGREED, ENDED

PAUSE, RESUME, END, WATCH = "pause", "resume", "end", "watch"
LEAST_TOGETHER = 2
"""Least number of votes to take a seat away, or to pause a game that counts for ratings."""


def possible_acts(state: TableState) -> tuple[str, ...]:
    """Return the acts for which people can vote now, such as ``pause``, ``end`` or ``cover:2``."""
    if not state.is_playing:
        return ()
    gone = state.gone
    # Who is away and who is idle decides which seats can be covered or freed.
    away = [row.seat for row in state.people if is_away(row) and row.seat not in gone]
    idle = [row.seat for row in state.people if is_idle(state, row.seat) and not is_away(row)]
    covered = [f"cover:{seat}" for seat in idle]
    freed = [f"free:{seat}" for seat in away if len(_there(state)) >= LEAST_TOGETHER]
    offered = [
        f"offer:{row.seat}"
        for row in state.seats
        if row.has_left and not row.is_offered and row.seat not in gone
    ]
    # Open hands only if there is anybody to see them.
    watch = [WATCH] if _can_open_hands(state) else []
    return (RESUME if state.is_paused else PAUSE, END, *covered, *freed, *offered, *watch)


def seat_of(act: str) -> int | None:
    """Return the seat in an act such as ``cover:2``; ``None`` if the act is about no seat."""
    _, _, seat = act.partition(":")
    return int(seat) if seat else None


def absent(state: TableState) -> tuple[int, ...]:
    """Return the seats of people who are away. Without a time limit, idle people count as away."""
    return tuple(row.seat for row in state.people if is_away(row) or is_idle(state, row.seat))


def playing(state: TableState) -> frozenset[int]:
    """Return the seats of people who are still in the game."""
    return frozenset(row.seat for row in state.people if row.seat not in state.gone)


def needs_all_votes(state: TableState, act: str, now: int) -> bool:
    """Return whether an act such as ``end`` needs the votes of all players instead of a majority."""
    # All must agree to a second pause within a day and, in a rated game, to an early end and to open hands.
    if act == PAUSE:
        free_at = free_pause_at(state.row)
        return free_at is not None and now < free_at
    return act in (END, WATCH) and will_be_rated(state)


def can_host_decide(state: TableState, act: str) -> bool:
    """Return whether the host can decide an act alone. In a rated game the host never can."""
    return not will_be_rated(state) and not act.startswith("free:")


def vote(state: TableState, now: int, seat: int, act: str) -> Change:
    """Return the table after a person has given or withdrawn their vote for an act such as ``pause``.

    The act is carried out if it now has enough votes.

    Raises:
        Refused: the person does not play, or the act is not possible.
    """
    if not state.is_playing:
        raise Refused("game-is-over")
    user_id = state.seats[seat].user_id
    if not is_person(state.seats[seat]) or user_id is None:
        raise Refused("already-left")
    if act not in possible_acts(state):
        raise Refused("act-not-possible")
    # The host may decide alone, even without a seat in the game.
    if seat not in playing(state) and (seat != _host(state) or not can_host_decide(state, act)):
        raise Refused("act-not-yours")
    # A second vote for the same act withdraws the first.
    before = state.row.votes.get(act, ())
    after = tuple(voter for voter in before if voter != user_id) if user_id in before else (*before, user_id)
    others = {name: people for name, people in state.row.votes.items() if name != act}
    return carry_out_decision(
        state.with_row(votes={**others, act: tuple(sorted(after))} if after else others), now
    )


def carry_out_decision(state: TableState, now: int) -> Change:
    """Drop stale votes, carry out the act that has enough votes, and return the table."""
    after = without_stale_votes(state)
    act = decided_act(after, now)
    # Stale votes are dropped in any case.
    if act is None:
        return Change(after)
    by, seat = after.voters(act), seat_of(act)
    # Closing the game ends all other votes.
    if act == END:
        return ending.close(after, now, AGREED if needs_all_votes(after, act, now) else ENDED, by)
    others = {name: people for name, people in after.row.votes.items() if name != act}
    after = after.with_row(votes=others)
    # All other acts keep the votes for the rest.
    if act == WATCH:
        return Change(seating.add_news(after.with_row(leavers_watch=True), "log-watch"))
    if act == PAUSE:
        return Change(after.with_row(paused_at=now, votes={**others, PAUSE: state.row.votes[PAUSE]}))
    if seat is None:
        return Change(_resumed(after, now))
    if act.startswith("cover:"):
        return Change(clocks.with_new_deadline(state, after.with_seat(seat, is_away=True), now))
    return ending.resolve_departures(seating.offer_seat(after, seat), now)


def end_pause(state: TableState, now: int) -> Change:
    """Return the table with its pause ended if the time is up. A decided game is closed."""
    until = paused_until(state.row)
    if not state.is_paused or until is None or now < until:
        return Change(state)
    if state.row.is_decided:  # nobody has played on for fun
        return ending.close(state, now, ENDED)
    return Change(seating.add_news(_resumed(state, now), "log-pause-over"))


def decided_act(state: TableState, now: int) -> str | None:
    """Return the first act (such as ``pause``) that has enough votes; ``None`` if there is none."""
    if not state.row.votes:
        return None
    return next((act for act in possible_acts(state) if _is_enough(state, act, now)), None)


def _is_enough(state: TableState, act: str, now: int) -> bool:
    for_it, play = {*state.voters(act)}, playing(state)
    if not for_it:
        return False
    if needs_all_votes(state, act, now) and play:
        return play <= for_it
    if can_host_decide(state, act) and _host(state) in for_it:
        return True
    deciding = _there(state) | (play & for_it)  # who has voted is there
    is_grave = act.startswith("free:") or (act == PAUSE and will_be_rated(state))
    least = LEAST_TOGETHER if is_grave else 1
    return len(deciding & for_it) >= least and 2 * len(deciding & for_it) > len(deciding)


def without_stale_votes(state: TableState) -> TableState:
    """Return the table without votes for impossible acts, and without votes of people who have left."""
    if not state.row.votes:
        return state
    possible = (*possible_acts(state), *([PAUSE] if state.is_paused else []))
    valid = {
        act: people
        for act, voted in state.row.votes.items()
        if act in possible and (people := tuple(voter for voter in voted if state.seat_of(voter) is not None))
    }
    return state if valid == state.row.votes else state.with_row(votes=valid)


def _resumed(state: TableState, now: int) -> TableState:
    # The deadline moves on by the length of the pause.
    deadline, since = state.row.deadline, state.row.paused_at
    assert since is not None
    after = None if deadline is None else deadline + now - since
    votes = {act: people for act, people in state.row.votes.items() if act != PAUSE}
    return state.with_row(paused_at=None, pause_ended_at=now, deadline=after, votes=votes)


def _there(state: TableState) -> frozenset[int]:
    return playing(state) - {*absent(state)}


def _can_open_hands(state: TableState) -> bool:
    has_left = any(row.has_left or row.is_taken for row in state.seats)
    return has_left and will_be_rated(state) and state.row.watching and not state.row.leavers_watch


def _host(state: TableState) -> int | None:
    return None if state.row.host_id is None else state.seat_of(state.row.host_id)
