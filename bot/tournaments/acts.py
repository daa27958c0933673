"""Changes of a tournament, as pure functions: each takes the present state and returns the next state.

They raise ``Refused`` if a change is not possible. The handlers in ``bot.organizing`` check the host's
permissions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from bot.pairing.rounds import MOST_ROUNDS, Pairing
from bot.refused import Refused
from bot.tables.clocks import CLOCKS
from bot.tournaments.state import FEWEST, WEEK, TournamentState, allowed_sizes
from games.core.errors import SetupError
from storage.fields import Name
from storage.tournaments.rows import (
    AWAY,
    CANCELLED,
    IN,
    OPEN,
    OUT,
    OVER,
    RUNNING,
    EntrantRow,
    PairedTable,
    RoundRow,
    TableEnd,
)

MOST_PEOPLE = 200
"""Limit of people in a tournament."""

SIGN_UP_MS = 60 * 86_400_000
"""How long a sign-up without a scheduled start stays open."""

CALL_MS = 600_000
"""How long before a scheduled start the people who signed up are pinged."""


# --- people -------------------------------------------------------------------------------------------------


def join(
    state: TournamentState, user_id: int, name: Name, handle: Name, join_id: int, now: int
) -> TournamentState:
    """Return the tournament with a person signed up. Near the start, the person counts as present.

    Args:
        name: the person's name on the server.
        handle: the person's Discord user name.
        join_id: id of the person's interaction.
        now: Unix milliseconds.
    """
    _check_open(state)
    entrant = state.entrant_of(user_id)
    # An entry that is out belongs to a person who was banned, and no longer is.
    if entrant is not None and entrant.status != OUT:
        raise Refused("tournament-joined-already")
    return _with_person(state, user_id, name, handle, join_id, now)


def add(
    state: TournamentState, user_id: int, name: Name, handle: Name, join_id: int, now: int
) -> TournamentState:
    """Return the tournament with a person added by the host. The person plays from the next round on.

    The arguments are the same as for ``join``; ``join_id`` is the id of the host's interaction.
    """
    _check_not_over(state)
    entrant = state.entrant_of(user_id)
    if entrant is None or entrant.status == OUT:
        return _with_person(state, user_id, name, handle, join_id, now)
    if entrant.status == IN:
        raise Refused("tournament-joined-already-other")
    return state.with_entrant(entrant.number, status=IN)


def _with_person(
    state: TournamentState, user_id: int, name: Name, handle: Name, join_id: int, now: int
) -> TournamentState:
    """Return the tournament with a person signed up. The arguments are the same as for ``join``."""
    row = state.row
    if len(state.remaining) >= row.most:
        raise Refused("tournament-full", most=row.most)
    # People who sign up after the ping before a scheduled start count as present.
    is_here = row.starts_at is not None and now >= row.starts_at - CALL_MS
    if (known := state.entrant_of(user_id)) is not None:
        return state.with_entrant(known.number, status=IN, is_here=is_here)
    number = 1 + max((entrant.number for entrant in state.entrants), default=0)
    entry = EntrantRow(number, user_id, name, handle, join_id, is_here=is_here)
    return replace(state, entrants=(*state.entrants, entry))


def leave(state: TournamentState, user_id: int) -> TournamentState:
    """Return the tournament after a person has withdrawn, from the sign-up or from all further rounds."""
    _check_not_over(state)
    entrant = state.entrant_of(user_id)
    if entrant is None or entrant.status == OUT:
        raise Refused("tournament-not-in")
    if state.is_open:
        return replace(
            state, entrants=tuple(other for other in state.entrants if other.number != entrant.number)
        )
    return state.with_entrant(entrant.number, status=OUT)


def come(state: TournamentState, user_id: int) -> TournamentState:
    """Return the tournament with a person marked as present."""
    _check_not_over(state)
    entrant = state.entrant_of(user_id)
    if entrant is None or entrant.status == OUT:
        raise Refused("tournament-not-in")
    if entrant.status == IN and (entrant.is_here or not state.is_open):
        raise Refused("tournament-here-already")
    return state.with_entrant(entrant.number, is_here=True, status=IN)


def hand_over(state: TournamentState, to: int) -> TournamentState:
    """Return the tournament with another host, whose user id is ``to``."""
    _check_not_over(state)
    return state.with_row(host_id=to)


# --- settings -----------------------------------------------------------------------------------------------


def set_option(state: TournamentState, name: str, value: str) -> TournamentState:
    """Return the tournament with one option of its game changed.

    Later options that no longer fit are set to their default values.
    """
    _check_open(state)
    rules = state.game.rules
    if value not in rules.options.get(name, ()):
        raise Refused("lobby-no-such-option")
    # Later options may conflict, or change the possible sizes of tables.
    try:
        options = rules.fit_options({**state.row.options, name: value}, state.row.usual_size)
    except SetupError:
        raise Refused("lobby-options-clash") from None
    sizes = allowed_sizes(state.game, dict(options))
    usual_size = min(sizes, key=lambda size: (abs(size - state.row.usual_size), size))
    return state.with_row(options=dict(options), usual_size=usual_size)


def set_up(state: TournamentState, name: str, value: str) -> TournamentState:
    """Return the tournament with a setting changed before the start.

    ``name`` is one of the keys of ``choices_of(state)``, such as ``"seats"``; ``value`` is one of its values.
    """
    _check_open(state)
    choices = choices_of(state)
    # Menus offer no such value, so this is an old or forged custom id.
    if value not in choices.get(name, ()):
        raise Refused("lobby-no-such-option")
    number = int(value) if value.isdecimal() else None
    match name:
        case "seats":
            return state.with_row(usual_size=number)
        case "rounds":
            return state.with_row(most_rounds=number)
        case "final":
            return state.with_row(has_final=value == "yes")
        case "clock":
            return state.with_row(clock=value, is_weekly=state.row.is_weekly and value == WEEK)
        case "pace":
            return state.with_row(is_weekly=value == "weekly")
        case "computers":
            return state.with_row(level=None if value == "none" else value)
        case _:
            return state.with_row(most=number)


def choices_of(state: TournamentState) -> dict[str, tuple[str, ...]]:
    """Return the possible values of each setting, such as ``{"final": ("no", "yes")}``."""
    fewest = len(state.remaining)
    most = [count for count in (8, 12, 16, 24, 32, 48, 64, 100, MOST_PEOPLE) if count >= fewest]
    return {
        "seats": tuple(map(str, sorted(state.allowed))),
        "rounds": ("auto", *map(str, range(1, MOST_ROUNDS + 1))),
        "final": ("no", "yes"),
        "clock": tuple(clock for clock in CLOCKS if clock != "none"),
        # A round a week makes sense only where a game takes days.
        "pace": ("once", "weekly") if state.row.clock == WEEK else ("once",),
        "computers": ("none", *state.game.levels),
        "most": tuple(map(str, most)),
    }


def current_value(state: TournamentState, name: str) -> str:
    """Return the present value of the setting ``name``, which is one of the keys of ``choices_of(state)``."""
    row = state.row
    values = {
        "seats": str(row.usual_size),
        "rounds": "auto" if row.most_rounds is None else str(row.most_rounds),
        "final": "yes" if row.has_final else "no",
        "clock": row.clock,
        "pace": "weekly" if row.is_weekly else "once",
        "computers": row.level or "none",
        "most": str(row.most),
    }
    return values[name]


def expire(state: TournamentState, now: int) -> TournamentState:
    """Return the tournament closed after ``SIGN_UP_MS`` of sign-up; raise ``Refused`` before that."""
    if not state.is_open or now < state.row.created_at + SIGN_UP_MS:
        raise Refused("tournament-closed")
    return cancel(state, "few", now)


# --- its course ---------------------------------------------------------------------------------------------


def begin(state: TournamentState, now: int) -> TournamentState:
    """Return the tournament after its start. The number of rounds is now fixed.

    Raises:
        Refused: too few people have signed up.
    """
    _check_open(state)
    if len(state.players) < FEWEST:
        raise Refused("tournament-too-few", missing=FEWEST - len(state.players))
    return state.with_row(status=RUNNING, starts_at=state.row.starts_at or now, most_rounds=state.all_rounds)


def begin_in_time(state: TournamentState, now: int, *, were_asked: bool = True) -> TournamentState:
    """Return the tournament started at its scheduled time, or closed if too few people are present.

    If ``were_asked``, people who did not confirm their presence are marked as away.
    """
    _check_open(state)
    if state.row.starts_at is None or now < state.row.starts_at:
        raise Refused("tournament-closed")
    here = state
    if state.asks_for_presence and were_asked:
        for entrant in state.players:
            here = here if entrant.is_here else here.with_entrant(entrant.number, status=AWAY)
    if len(here.players) < FEWEST:
        return cancel(state, "few", now)
    return begin(here, now)


def next_round(
    state: TournamentState, pairing: Pairing, tables: tuple[PairedTable, ...], now: int
) -> TournamentState:
    """Return the tournament with its next round begun. ``tables`` are the tables of ``pairing``."""
    players = tuple(entrant.number for entrant in state.players)
    row = RoundRow(players, tables, pairing.bye, state.is_final_next, now)
    return state.with_row(rounds=(*state.rounds, row))


def note_results(state: TournamentState, ends: Mapping[str, TableEnd]) -> TournamentState:
    """Return the tournament with the results of ended tables. ``ends`` has the results by table id.

    A person who left a game is not paired again before returning to the tournament.

    Raises:
        Refused: there is no new result.
    """
    if not any(table.id in ends for table in state.unfinished):
        # Only tables that have ended since the last look are new.
        raise Refused("tournament-closed")
    *before, last = state.rounds
    tables = tuple(
        _with_result(table, ends[table.id]) if not table.is_done and table.id in ends else table
        for table in last.tables
        # People who left a game are not paired again before they say that they are back.
    )
    after = state.with_row(rounds=(*before, msgspec.structs.replace(last, tables=tables)))
    gone = {number for table in state.unfinished if table.id in ends for number in ends[table.id].leavers}
    for number in gone:
        if state.entrant(number).status == IN:
            after = after.with_entrant(number, status=AWAY, is_here=False)
    return after


def _with_result(table: PairedTable, end: TableEnd) -> PairedTable:
    # Places of computer players are given to their seats in order.
    computers = iter([place for player, place in zip(end.people, end.places, strict=False) if not player])
    places = dict(zip(end.people, end.places, strict=False))
    last = len(table.seats) + 1
    final_places = tuple(
        places.get(player, last) if player else next(computers, last) for player in table.seats
    )
    # People without a seat in the result were removed before the deal, and count as left.
    missing = {player for player in table.seats if player and player not in end.people}
    is_same = len(end.people) == len(table.seats)
    return msgspec.structs.replace(
        table,
        is_done=True,
        places=final_places if end.places else (),
        left=tuple(sorted({*end.leavers, *missing})),
        teams=end.teams if is_same else (),
    )


def finish(state: TournamentState, now: int) -> TournamentState:
    """Return the tournament as ended, with everybody's final place."""
    return _with_final_places(state).with_row(status=OVER, ended_at=now, is_paused=False)


def _with_final_places(state: TournamentState) -> TournamentState:
    places = {standing.player: standing.place for standing in state.standings}
    entrants = tuple(
        msgspec.structs.replace(entrant, place=places.get(entrant.number)) for entrant in state.entrants
    )
    return replace(state, entrants=entrants)


def cancel(state: TournamentState, reason: str, now: int) -> TournamentState:
    """Return the tournament closed without medals. Running games continue.

    ``reason`` is ``"host"`` (the host cancelled it), ``"few"`` (too few people took part) or ``"gone"`` (its
    channel or server was deleted). ``now`` is in Unix milliseconds.
    """
    _check_not_over(state)
    return state.with_row(status=CANCELLED, reason=reason, ended_at=now)


def pause(state: TournamentState, is_paused: bool) -> TournamentState:
    """Return the tournament paused or, if ``is_paused`` is false, continued.

    A paused tournament begins no round.
    """
    if not state.is_running:
        raise Refused("tournament-closed" if state.is_closed else "tournament-not-begun")
    return state.with_row(is_paused=is_paused)


def set_aside(state: TournamentState, table_id: str, reason: str, *, is_on_hold: bool) -> TournamentState:
    """Return the tournament with a table's result excluded. The table then counts as a tie.

    The change takes effect from the next round on, or at once after the end of the tournament.

    Args:
        table_id: a table of any round.
        reason: is shown to everybody.
        is_on_hold: true if the table's game cannot be read. Such a table need not have ended.
    """
    if not (state.is_running or state.is_over):
        raise Refused("tournament-closed" if state.is_closed else "tournament-not-begun")
    tables = [table for each in state.rounds for table in each.tables if table.id == table_id]
    # A result can be set aside once.
    if not tables or tables[0].aside or not (tables[0].is_done or is_on_hold):
        raise Refused("stale-button")
    changed = msgspec.structs.replace(tables[0], is_done=True, aside=len(state.rounds) + 1, reason=reason)
    # The table is replaced in the round that it belongs to.
    rounds = [
        msgspec.structs.replace(
            each, tables=tuple(changed if table.id == table_id else table for table in each.tables)
        )
        for each in state.rounds
    ]
    after = state.with_row(rounds=tuple(rounds))
    return _with_final_places(after) if after.is_over else after


def _check_open(state: TournamentState) -> None:
    """Raise ``Refused`` once the sign-up is over."""
    if state.row.status != OPEN:
        raise Refused("tournament-closed" if state.is_closed else "tournament-begun")


def _check_not_over(state: TournamentState) -> None:
    """Raise ``Refused`` once the tournament is over."""
    if state.is_closed:
        raise Refused("tournament-closed")
