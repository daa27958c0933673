"""Early ends of a game: votes, resignations, closings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from bot.language import usual_zone
from bot.lists import without_key
from bot.refused import Refused
from bot.tables import clocks, lobby
from bot.tables.clocks import is_idle
from bot.tables.positions import closing_news, free_pause_at, is_away, paused_until
from bot.tables.snapshot import is_rated
from bot.tables.state import Change, TableState
from games.core.cards import all_but
from games.core.rules import Result, group_by_team
from games.core.words import Seat
from games.trophies import COUNTING
from storage.rows import (
    AGREED,
    CANCELLED,
    CLOSED,
    DESERTED,
    ENDED,
    LEFT,
    OVER,
    STANDING,
    WON,
    EarlyEnd,
    Outcome,
    SeatRow,
)
from storage.servers import CLOSED_STANDING, Act

# --- ending -------------------------------------------------------------------------------------------------
# Games that end early: their result, and who becomes host. Pure functions.
#
# Players read the rules in ``locales/<language>/endings-rules.md``.

# A game counts for ratings if people had all seats at its start. If it ends early, the people who stayed
# share the first place. Below them are the people who left, then the people whom the rules had eliminated.
# Without leavers and eliminated people, there is usually no result.


def settled_seats(state: TableState) -> tuple[int, ...]:
    """Return the eliminated seats whose final place is certain, in the order of their elimination."""
    if state.match is None:
        return ()
    return state.match.view(None).settled_seats


def settled_seat(state: TableState, user_id: int) -> int | None:
    """Return a person's seat if the person is eliminated and the final place is certain, or ``None``."""
    seat = state.seat_of(user_id)
    if state.is_playing and seat in settled_seats(state):
        return seat
    return None


def will_be_rated(state: TableState) -> bool:
    """Return whether the result of a running game will count for ratings."""
    return state.is_playing and not state.is_over and not state.row.is_decided and is_rated(state.seats)


def contenders(state: TableState) -> tuple[int, ...]:
    """Return the seats of people who have played from the start and are not eliminated."""
    out = settled_seats(state)
    return tuple(row.seat for row in state.people if not row.is_taken and row.seat not in out)


def has_unresolved_departures(state: TableState) -> bool:
    """Return whether ``resolve_departures`` would change the table."""
    return state.is_playing and (_is_won(state) or not state.people or _next_host(state) is not None)


def resign(state: TableState, now: int, user_id: int) -> Change:
    """Return the table after a person has resigned. A computer player gets the seat, and the game may end.

    Raises:
        Refused: the person does not play, the game is over or shows revealed cards, or the person is out of
            the game.
    """
    seat = state.seat_of_player(user_id)
    state.check_playing()
    if seat in state.gone:
        raise Refused("nothing-to-leave")
    return resolve_departures(lobby.replace_by_computer(state, seat), now)


def resolve_departures(state: TableState, now: int) -> Change:
    """Return the table after people have left. The game may end, or another person may become host."""
    if not state.is_playing:
        return Change(state)
    if not state.people:
        return close(state, now, LEFT)
    new_host = _next_host(state)
    if new_host is not None:
        user_id = state.seats[new_host].user_id
        state = state.with_row(host_id=user_id, votes=_votes_of_others(state, user_id))
        state = lobby.add_news(state, "log-host", seat=Seat(new_host))
    if not _is_won(state):
        return Change(state)
    verdict = EarlyEnd(WON, contenders(state), state.seq)
    paused_at = now if state.row.paused_at is None else state.row.paused_at
    after = state.with_row(verdict=verdict, paused_at=paused_at, votes={})
    return Change(after, _early_outcome(state, WON, now))


def _votes_of_others(state: TableState, user_id: int | None) -> dict[str, tuple[int, ...]]:
    # A new host's votes are dropped, since a vote is not a host's decision.
    votes = {}
    for act, voters in state.row.votes.items():
        others = all_but(voters, {user_id})
        if others:
            votes[act] = others
    return votes


def close(state: TableState, now: int, why: str, by: tuple[int, ...] = ()) -> Change:
    """Return a running game closed early. It may have a result.

    Args:
        now: Unix milliseconds.
        why: a reason of ``storage.rows``, such as ``AGREED``.
        by: the seats whose players ended the game.
    """
    if not state.is_playing:
        return Change(state)
    if state.row.is_decided:
        return Change(state.with_row(votes={}).closed(OVER, now))
    outcome = _early_outcome(state, why, now)
    verdict = EarlyEnd(why, by, None if outcome is None else state.seq)
    status = CANCELLED if outcome is None else OVER
    return Change(state.with_row(verdict=verdict, votes={}).closed(status, now), outcome)


def close_by_moderator(state: TableState, now: int, act: Act) -> Change:
    """Return a running game closed by a moderator. The news names the moderator and the reason.

    Args:
        now: Unix milliseconds.
        act: the entry for the moderation log. If its kind is ``CLOSED_STANDING``, the present scores decide.

    Raises:
        Refused: the game is over or shows revealed cards.
    """
    state.check_playing()
    # A moderator who plays cannot close the game to their own advantage.
    before = lobby.count_moderator_as_resigned(state, act.by_id)
    if act.kind == CLOSED_STANDING and (standing := result_by_scores(before)) is not None:
        change = _closed_by_scores(before, now, standing)
    else:
        change = close(before, now, CLOSED)
    verdict = change.state.row.verdict
    # The reason is stored with the result, and shown with it.
    if verdict is not None:
        reasoned = msgspec.structs.replace(verdict, reason=act.reason)
        change = change._replace(state=change.state.with_row(verdict=reasoned))
    return change._replace(state=change.state.with_news(closing_news(act.by, act.reason)), act=act)


def result_by_scores(state: TableState) -> Result | None:
    """Return a rated game's result by its present scores.

    Returns:
        ``None`` if the game is not rated, has no scores, or all scores are equal.
    """
    if state.match is not None and will_be_rated(state):
        standing = state.match.provisional_result()
    else:
        standing = None
    if standing is not None and len(standing.ranking) > 1:
        return standing
    return None


def _closed_by_scores(state: TableState, now: int, standing: Result) -> Change:
    assert state.match is not None
    absent = state.position.absences
    least = state.min_decisions(settled_seats(state))
    statistics = state.statistics
    zone = usual_zone(state.row.locale)
    outcome = Outcome(
        standing.places, standing.scores, now, True, statistics, absent, standing.teams, least, COUNTING, zone
    )
    after = state.with_row(verdict=EarlyEnd(STANDING, (), state.seq), votes={}).closed(OVER, now)
    return Change(after, outcome)


def _is_won(state: TableState) -> bool:
    has_left = _has_anybody_left(state.seats)
    return has_left and will_be_rated(state) and len(group_by_team(contenders(state), state.teams)) == 1


def _has_anybody_left(seats: Iterable[SeatRow]) -> bool:
    return any(row.has_left or row.is_taken for row in seats)


def _next_host(state: TableState) -> int | None:
    host = state.row.host_id
    if not state.people or (host is not None and state.seat_of(host) is not None):
        return None
    out = settled_seats(state)
    return min(state.people, key=lambda row: (is_away(row), row.seat in out, row.is_taken, row.seat)).seat


def _early_outcome(state: TableState, why: str, now: int) -> Outcome | None:
    # The comment at the top of this module explains the places.
    match = state.match
    seats = state.seats
    assert match is not None
    out = settled_seats(state)
    still = contenders(state)
    counts = is_rated(seats)
    # Without anybody out or gone, the game ends without a result.
    lost = _has_anybody_left(seats) or why in (DESERTED, LEFT)
    if not (counts and lost) and not any(seats[seat].level is None or seats[seat].has_left for seat in out):
        return None
    # People who are still there win together, with their partners.
    stayed = still if counts and why in (WON, AGREED, CLOSED) else ()
    teams = state.teams
    first: list[int] = []
    for side in group_by_team(range(len(seats)), teams):
        if any(seat in stayed for seat in side):
            first += side
    # Places behind them: who left, then who dropped out, the last one first.
    others = tuple(row.seat for row in seats if row.seat not in first and row.seat not in out)
    groups = [tuple(first), others]
    groups += group_by_team(reversed(out), teams)
    ranking = tuple(filter(None, groups))
    result = Result(ranking, (0.0,) * len(seats), teams)
    # People who made too few decisions count as absent, and so do those who abandoned the game.
    absent = tuple(
        seat not in stayed and (seat in still or made.is_absent)
        for seat, made in enumerate(state.position.decision_counts)
    )
    least = state.min_decisions(out)
    statistics = state.statistics
    zone = usual_zone(state.row.locale)
    return Outcome(
        result.places, result.scores, now, counts, statistics, absent, teams, least, COUNTING, zone
    )


# --- votes --------------------------------------------------------------------------------------------------
# Votes during a game, as pure functions of table values.
#
# People vote for *acts*, which are written as words:
#
#     pause, resume, end
#     cover:2    a computer player moves for the idle person at seat 2
#     free:2     the seat of an absent person is offered to others
#     offer:2    a seat that its person has left is offered to others
#     watch      people who left may see all hands
#
# A person's votes are dropped when the person leaves. Votes for a pause are kept during the pause, so that
# the table can name the people who paused it.

PAUSE = "pause"
RESUME = "resume"
END = "end"
WATCH = "watch"
LEAST_TOGETHER = 2
"""Least number of votes to take a seat away, or to pause a game that counts for ratings."""


def possible_acts(state: TableState) -> tuple[str, ...]:
    """Return the acts for which people can vote now, such as ``pause``, ``end`` or ``cover:2``."""
    if not state.is_playing:
        return ()
    gone = state.gone
    acts = [RESUME if state.is_paused else PAUSE, END]
    # Seats of absent and of idle people can be covered or freed.
    acts += [f"cover:{row.seat}" for row in state.people if is_idle(state, row.seat) and not is_away(row)]
    away = [row.seat for row in state.people if is_away(row) and row.seat not in gone]
    if away and len(_there(state)) >= LEAST_TOGETHER:
        acts += [f"free:{seat}" for seat in away]
    left = [row.seat for row in state.seats if row.has_left and not row.is_offered]
    acts += [f"offer:{seat}" for seat in left if seat not in gone]
    # Open hands only if there is anybody to see them.
    if _can_open_hands(state):
        acts.append(WATCH)
    return tuple(acts)


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


def vote(state: TableState, now: int, user_id: int, act: str) -> Change:
    """Return the table after a person has given or withdrawn their vote for an act such as ``pause``.

    The act is carried out if it now has enough votes.

    Raises:
        Refused: the person does not play, or the act is not possible.
    """
    seat = state.seat_of_player(user_id)
    if not state.is_playing:
        raise Refused("game-is-over")
    if act not in possible_acts(state):
        raise Refused("act-not-possible")
    # The host may decide alone, even without a seat in the game.
    if seat not in playing(state) and (seat != _host(state) or not can_host_decide(state, act)):
        raise Refused("act-not-yours")
    # A second vote for the same act withdraws the first.
    before = state.row.votes.get(act, ())
    if user_id in before:
        after = all_but(before, {user_id})
    else:
        after = (*before, user_id)
    votes = _votes_without(state, act)
    if after:
        votes[act] = tuple(sorted(after))
    return carry_out_decision(state.with_row(votes=votes), now)


def _votes_without(state: TableState, act: str) -> dict[str, tuple[int, ...]]:
    return without_key(state.row.votes, act)


def carry_out_decision(state: TableState, now: int) -> Change:
    """Drop stale votes, carry out the act that has enough votes, and return the table."""
    after = without_stale_votes(state)
    act = decided_act(after, now)
    # Stale votes are dropped in any case.
    if act is None:
        return Change(after)
    by = after.voters(act)
    seat = seat_of(act)
    # Closing the game ends all other votes.
    if act == END:
        return close(after, now, AGREED if needs_all_votes(after, act, now) else ENDED, by)
    others = _votes_without(after, act)
    after = after.with_row(votes=others)
    # All other acts keep the votes for the rest.
    if act == WATCH:
        return Change(lobby.add_news(after.with_row(leavers_watch=True), "log-watch"))
    if act == PAUSE:
        return Change(after.with_row(paused_at=now, votes=others | {PAUSE: state.row.votes[PAUSE]}))
    if seat is None:
        return Change(_resumed(after, now))
    if act.startswith("cover:"):
        return Change(clocks.with_new_deadline(state, after.with_seat(seat, is_away=True), now))
    return resolve_departures(lobby.offer_seat(after, seat), now)


def end_pause(state: TableState, now: int) -> Change:
    """Return the table with its pause ended if the time is up. A decided game is closed."""
    until = paused_until(state.row)
    if not state.is_paused or until is None or now < until:
        return Change(state)
    if state.row.is_decided:  # nobody has played on for fun
        return close(state, now, ENDED)
    return Change(lobby.add_news(_resumed(state, now), "log-pause-over"))


def decided_act(state: TableState, now: int) -> str | None:
    """Return the first act (such as ``pause``) that has enough votes; ``None`` if there is none."""
    if not state.row.votes:
        return None
    return next((act for act in possible_acts(state) if _is_enough(state, act, now)), None)


class MissingVotes(NamedTuple):
    """The votes that an act still needs after one person's own vote."""

    needed: int
    seats: tuple[int, ...]  # seats that can vote


def missing_votes(state: TableState, act: str, seat: int, now: int) -> MissingVotes:
    """Return how many others must vote for an act, and who they can be, if the seat votes for it."""
    voted = frozenset(state.voters(act)) | {seat}
    host = _host(state)
    others = sorted(playing(state) - voted, key=lambda other: (other != host, other))
    count = 0
    while count < len(others) and not _are_enough(state, act, voted.union(others[:count]), now):
        count += 1
    # One vote may be enough only if it is the host's.
    is_host_alone = count == 1 and not _are_enough(state, act, voted | {others[-1]}, now)
    return MissingVotes(count, (others[0],) if is_host_alone else tuple(others))


def _is_enough(state: TableState, act: str, now: int) -> bool:
    return _are_enough(state, act, frozenset(state.voters(act)), now)


def _are_enough(state: TableState, act: str, for_it: frozenset[int], now: int) -> bool:
    play = playing(state)
    if not for_it:
        return False
    if needs_all_votes(state, act, now) and play:
        return play <= for_it
    if can_host_decide(state, act) and _host(state) in for_it:
        return True
    deciding = _there(state) | (play & for_it)  # voters count as present
    is_grave = act.startswith("free:") or (act == PAUSE and will_be_rated(state))
    least = LEAST_TOGETHER if is_grave else 1
    return len(deciding & for_it) >= least and 2 * len(deciding & for_it) > len(deciding)


def without_stale_votes(state: TableState) -> TableState:
    """Return the table without votes for impossible acts, and without votes of people who have left."""
    if not state.row.votes:
        return state
    possible = list(possible_acts(state))
    if state.is_paused:
        possible.append(PAUSE)
    valid = {}
    for act, voted in state.row.votes.items():
        voters = tuple([voter for voter in voted if state.seat_of(voter) is not None])
        if voters and act in possible:
            valid[act] = voters
    if valid == state.row.votes:
        return state
    return state.with_row(votes=valid)


def _resumed(state: TableState, now: int) -> TableState:
    # The deadline moves on by the length of the pause.
    deadline = state.row.deadline
    since = state.row.paused_at
    assert since is not None
    if deadline is not None:
        deadline += now - since
    votes = _votes_without(state, PAUSE)
    return state.with_row(paused_at=None, pause_ended_at=now, deadline=deadline, votes=votes)


def _there(state: TableState) -> frozenset[int]:
    return playing(state).difference(absent(state))


def _can_open_hands(state: TableState) -> bool:
    has_left = _has_anybody_left(state.seats)
    return has_left and will_be_rated(state) and state.row.watching and not state.row.leavers_watch


def _host(state: TableState) -> int | None:
    if state.row.host_id is None:
        return None
    return state.seat_of(state.row.host_id)
