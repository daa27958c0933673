"""Games that end early: their result, and who becomes host. Pure functions.

Players read the rules in ``locales/<language>/endings-rules.md``.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.language.catalogue import usual_zone
from bot.refused import Refused
from bot.tables import seating
from bot.tables.absence import is_away
from bot.tables.news import closing_news, is_person
from bot.tables.state import Change, TableState
from bot.tables.table_facts import is_rated
from games.core.results import Result
from games.core.seats import group_by_team
from games.core.words import Seat
from games.trophies import COUNTING
from storage.rows import AGREED, CANCELLED, CLOSED, DESERTED, LEFT, OVER, STANDING, WON, EarlyEnd, Outcome
from storage.servers.order import CLOSED_STANDING, Act

# A game counts for ratings if people had all seats at its start. If it ends early, the people who stayed
# share the first place. Below them are the people who left, then the people whom the rules had eliminated.
# Without leavers and eliminated people, there is usually no result.


def settled_seats(state: TableState) -> tuple[int, ...]:
    """Return the eliminated seats whose final place is certain, in the order of their elimination."""
    return () if state.match is None else state.match.view(None).settled_seats


def settled_seat(state: TableState, user_id: int) -> int | None:
    """Return a person's seat if the person is eliminated and the final place is certain, or ``None``."""
    seat = state.seat_of(user_id)
    return seat if state.is_playing and seat in settled_seats(state) else None


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


def resign(state: TableState, now: int, seat: int) -> Change:
    """Return the table after a person has resigned. A computer player gets the seat, and the game may end.

    Raises:
        Refused: no person plays at the seat, the game is over, or the person is out of the game.
    """
    if not state.is_playing:
        state.check_outcome_public()
        raise Refused("game-is-over")
    if not is_person(state.seats[seat]):
        raise Refused("already-left")
    if seat in state.gone:
        raise Refused("nothing-to-leave")
    return resolve_departures(seating.replace_by_computer(state, seat), now)


def resolve_departures(state: TableState, now: int) -> Change:
    """Return the table after people have left. The game may end, or another person may become host."""
    if not state.is_playing:
        return Change(state)
    if not state.people:
        return close(state, now, LEFT)
    new_host = _next_host(state)
    if new_host is not None:
        user_id = state.seats[new_host].user_id  # who voted as one of many has not decided as the host
        votes = {
            act: tuple(voter for voter in people if voter != user_id)
            for act, people in state.row.votes.items()
        }
        state = state.with_row(
            host_id=user_id, votes={act: people for act, people in votes.items() if people}
        )
        state = seating.add_news(state, "log-host", seat=Seat(new_host))
    if not _is_won(state):
        return Change(state)
    verdict = EarlyEnd(WON, contenders(state), state.seq)
    paused_at = now if state.row.paused_at is None else state.row.paused_at
    after = state.with_row(verdict=verdict, paused_at=paused_at, votes={})
    return Change(after, _early_outcome(state, WON, now))


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
        return Change(state.with_row(votes={}).ended(OVER, now))
    outcome = _early_outcome(state, why, now)
    verdict = EarlyEnd(why, by, None if outcome is None else state.seq)
    status = CANCELLED if outcome is None else OVER
    return Change(state.with_row(verdict=verdict, votes={}).ended(status, now), outcome)


def close_by_moderator(state: TableState, now: int, act: Act) -> Change:
    """Return a running game closed by a moderator. The news names the moderator and the reason.

    Args:
        now: Unix milliseconds.
        act: the entry for the moderation log. If its kind is ``CLOSED_STANDING``, the present scores decide.
    """
    if not state.is_playing:
        return Change(state)
    # A moderator who plays cannot close the game to their own advantage.
    before = seating.count_moderator_as_resigned(state, act.by_id)
    if act.kind == CLOSED_STANDING and (standing := result_by_scores(before)) is not None:
        change = _closed_by_scores(before, now, standing)
    else:
        change = close(before, now, CLOSED)
    verdict = change.state.row.verdict
    # The reason is stored with the result, and shown with it.
    if verdict is not None:
        reasoned = msgspec.structs.replace(verdict, reason=act.reason)
        change = change._replace(state=change.state.with_row(verdict=reasoned))
    news = (*change.state.news, closing_news(act.by, act.reason))
    return change._replace(state=replace(change.state, news=news), act=act)


def result_by_scores(state: TableState) -> Result | None:
    """Return a rated game's result by its present scores.

    Returns:
        ``None`` if the game is not rated, has no scores, or all scores are equal.
    """
    standing = state.match.provisional_result() if state.match is not None and will_be_rated(state) else None
    return standing if standing is not None and len(standing.ranking) > 1 else None


def _closed_by_scores(state: TableState, now: int, standing: Result) -> Change:
    assert state.match is not None
    absent, least = (
        tuple(made.is_absent for made in state.decision_counts),
        state.min_decisions(settled_seats(state)),
    )
    facts = state.match.facts()
    zone = usual_zone(state.row.locale)
    outcome = Outcome(
        standing.places, standing.scores, now, True, facts, absent, standing.teams, least, COUNTING, zone
    )
    after = state.with_row(verdict=EarlyEnd(STANDING, (), state.seq), votes={}).ended(OVER, now)
    return Change(after, outcome)


def _is_won(state: TableState) -> bool:
    has_left = any(row.has_left or row.is_taken for row in state.seats)
    return has_left and will_be_rated(state) and len(group_by_team(contenders(state), state.teams)) == 1


def _next_host(state: TableState) -> int | None:
    host = state.row.host_id
    if not state.people or (host is not None and state.seat_of(host) is not None):
        return None
    out = settled_seats(state)
    return min(state.people, key=lambda row: (is_away(row), row.seat in out, row.is_taken, row.seat)).seat


def _early_outcome(state: TableState, why: str, now: int) -> Outcome | None:
    # The comment at the top of this module explains the places.
    match, seats = state.match, state.seats
    assert match is not None
    out, still, counts = settled_seats(state), contenders(state), is_rated(seats)
    # Without anybody out or gone, the game ends without a result.
    lost = any(row.has_left or row.is_taken for row in seats) or why in (DESERTED, LEFT)
    if not (counts and lost) and not any(seats[seat].level is None or seats[seat].has_left for seat in out):
        return None
    # People who are still there win together, with their partners.
    stayed = still if counts and why in (WON, AGREED, CLOSED) else ()
    teams = state.teams
    first = tuple(
        seat for side in group_by_team(range(len(seats)), teams) if {*side} & {*stayed} for seat in side
    )
    # Places behind them: who left, then who dropped out, the last one first.
    others = tuple(row.seat for row in seats if row.seat not in (*first, *out))
    ranking = tuple(group for group in (first, others, *group_by_team(reversed(out), teams)) if group)
    result = Result(ranking, (0.0,) * len(seats), teams)
    # People who made too few decisions count as absent, and so do those who abandoned the game.
    absent = tuple(
        seat not in stayed and (seat in still or made.is_absent)
        for seat, made in enumerate(state.decision_counts)
    )
    least = state.min_decisions(out)
    facts, zone = match.facts(), usual_zone(state.row.locale)
    return Outcome(result.places, result.scores, now, counts, facts, absent, teams, least, COUNTING, zone)
