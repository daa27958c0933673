"""People who join and leave a running game. Pure functions of table values.

A person who has left a game knows its secrets, and can never take a seat there again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Concatenate, ParamSpec

from bot.refused import Refused
from bot.tables import clocks
from bot.tables.makers import begin_sitting, end_sitting
from bot.tables.news import NewsItem
from bot.tables.snapshot import Snapshot
from bot.tables.state import Change, TableState
from bot.tables.table_facts import is_rated
from games.core.game import DEFAULT_LEVEL
from games.core.seats import replace_at
from games.core.words import Seat, Text
from storage.fields import NOBODY, Name
from storage.rows import SeatRow
from storage.tables.exclusions import player_key

P = ParamSpec("P")


def at_seat_of(
    user_id: int, act: Callable[Concatenate[TableState, int, int, P], Change]
) -> Callable[Concatenate[TableState, int, P], Change]:
    """Return a function that calls ``act`` with a person's present seat.

    The function raises ``Refused`` if the person has no seat.
    """

    def once(state: TableState, now: int, /, *args: P.args, **kwargs: P.kwargs) -> Change:
        # A seat number in a button could belong to another person by now.
        seat = state.seat_of(user_id)
        if seat is None:
            if state.is_closed:
                state.check_outcome_public()
            raise Refused("game-is-over" if state.is_closed else "already-left")
        return act(state, now, seat, *args, **kwargs)

    return once


def replace_by_computer(state: TableState, seat: int) -> TableState:
    """Return the table with a computer player at the seat of a person who has left."""
    after = replace(
        state.with_seat(seat, has_left=True, level=DEFAULT_LEVEL), sittings=end_sitting(state, seat)
    )
    return add_news(after, "log-replaced", seat=Seat(seat))


def has_stake(state: TableState, user_id: int | None) -> bool:
    """Return whether a person is still playing in a game that counts for ratings."""
    seat = None if user_id is None else state.seat_of(user_id)
    return seat is not None and seat not in state.gone and state.is_still_rated


def count_moderator_as_resigned(state: TableState, user_id: int | None) -> TableState:
    """Return the table without the moderator as a player if the game counts for ratings."""
    seat = None if user_id is None else state.seat_of(user_id)
    return replace_by_computer(state, seat) if seat is not None and has_stake(state, user_id) else state


def offer_seat(state: TableState, seat: int) -> TableState:
    """Return the table with a seat offered to other people. A computer player plays until it is taken."""
    after = state if state.seats[seat].has_left else replace_by_computer(state, seat)
    return after.with_seat(seat, is_offered=True)


def take_seat(
    state: TableState, now: int, seat: int, user_id: int, name: Name, guild_id: int, handle: Name = NOBODY
) -> Change:
    """Return the table after a person has taken an offered seat. The result counts for the former player.

    Args:
        now: Unix milliseconds.
        guild_id: the server on which the person tapped.
        handle: the person's user name.

    Raises:
        Refused: the seat is not offered, the person may not take it, or the tap is from another server.
    """
    state.check_server(guild_id)
    check_taking(state, seat, user_id)
    before = state.seats[seat]
    leaver = before.leaver_id if before.is_taken else before.user_id
    row = SeatRow(seat, user_id, name, None, before.join_id, is_taken=True, leaver_id=leaver, handle=handle)
    sat = state.excluded_keys | {player_key(state.row.seed, user_id)}
    sittings = begin_sitting(state, seat, user_id, name)
    after = replace(state, seats=replace_at(state.seats, seat, row), excluded_keys=sat, sittings=sittings)
    return Change(clocks.with_new_deadline(state, add_news(after, "log-taken", seat=Seat(seat)), now))


def check_taking(state: TableState, seat: int, user_id: int) -> None:
    """Check that the seat is offered, and that the person may take it; otherwise raise ``Refused``."""
    if not state.is_playing:
        raise Refused("game-is-over")
    is_there = 0 <= seat < len(state.seats)
    if not is_there or not state.seats[seat].is_offered or seat in state.gone:
        raise Refused("seat-is-taken")
    # Who has sat here knows secrets of the game, and who was removed from the lobby is not wanted.
    if state.has_ever_sat(user_id):
        raise Refused("seat-not-for-you")
    if state.was_removed(user_id):
        raise Refused("removed-from-lobby")


def may_watch(state: TableState, user_id: int) -> bool:
    """Return whether a person who no longer plays may see all hands."""
    # The host must allow it. In a rated game, people who left their seat also need a vote of all players.
    if not state.row.watching or state.match is None or not state.has_ever_sat(user_id):
        return False
    seat = state.seat_of(user_id)
    if seat is not None:
        return seat in state.gone
    counts = is_rated(state.seats) and not state.row.is_decided and not state.is_closed
    return state.row.leavers_watch or not counts


def with_all_hands(state: TableState, user_id: int) -> Snapshot:
    """Return the snapshot with all hands, for a person who no longer plays.

    Raises:
        Refused: the person may not see all hands.
    """
    if not may_watch(state, user_id):
        raise Refused("watching-not-yours")
    assert state.match is not None
    hands = tuple(state.match.view(row.seat) for row in state.seats)
    return replace(state.snapshot, hands=hands)


def is_left_to_computers(state: TableState) -> bool:
    """Return whether the game is running and only computer players are still in it."""
    is_going_on = state.is_playing and not state.is_over
    return is_going_on and {row.seat for row in state.people} <= {*state.gone}


def add_news(state: TableState, key: str, **args: Seat) -> TableState:
    """Return the table with a line of news.

    Args:
        key: the id of the text.
        args: the seats that the text names.
    """
    return replace(state, news=(*state.news, NewsItem(texts=(Text(key, args),), players=state.seats)))
