"""Changes of a tournament, as pure functions from its present to its next state.

They raise ``Refused`` if a change is not possible. They do not check who may make it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

import msgspec

from bot.lists import without_user
from bot.pairing.rounds import MOST_PEOPLE, MOST_ROUNDS, Pairing
from bot.refused import Refused
from bot.tables.clocks import CLOCKS
from bot.tables.lobby import unanswered, with_changes, with_invited
from bot.tournaments.state import FEWEST, WEEK, TournamentState, allowed_sizes
from games.core.errors import SetupError
from storage.rows import Name
from storage.tables.gathering import removed_key
from storage.tournaments import (
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

PING_MS = 600_000
"""How long before a scheduled start the people who signed up are pinged."""

MOST_INVITED = 25
"""Limit of invitations that have not been answered."""


CancelReason: TypeAlias = Literal["host", "few", "gone", "paused"]
"""By the host, because of too few people, because the channel or the server was deleted, or because it was
paused for too long.
"""


# --- people -------------------------------------------------------------------------------------------------


def join(
    state: TournamentState, user_id: int, name: Name, handle: Name, join_id: int, now: int
) -> TournamentState:
    """Return the tournament with a person signed up. After the start this needs an invitation.

    Args:
        name: the person's name on the server.
        handle: the person's Discord user name.
        join_id: id of the interaction.
        now: Unix milliseconds.
    """
    _check_not_over(state)
    if state.was_removed(user_id):
        raise Refused("removed-from-tournament")
    entrant = state.entrant_of(user_id)
    if entrant is not None and entrant.status != OUT:
        raise Refused("tournament-joined-already")
    # An entry that is out belongs to a person who withdrew, or was banned and no longer is.
    if not state.is_open and entrant is None and not state.is_invited(user_id):
        raise Refused("tournament-begun")
    return _with_person(state, user_id, name, handle, join_id, now)


def _with_person(
    state: TournamentState, user_id: int, name: Name, handle: Name, join_id: int, now: int
) -> TournamentState:
    row = state.row
    _check_round_left(state)
    if len(state.remaining) >= row.most:
        raise Refused("tournament-full", most=row.most)
    # People who sign up after the ping before a scheduled start count as present.
    is_here = row.starts_at is not None and now >= row.starts_at - PING_MS
    state = _without_invitation(state, user_id)
    if (known := state.entrant_of(user_id)) is not None:
        return state.with_entrant(known.number, status=IN, is_here=is_here)
    number = 1 + max((entrant.number for entrant in state.entrants), default=0)
    entry = EntrantRow(number, user_id, name, handle, join_id, is_here=is_here)
    return replace(state, entrants=(*state.entrants, entry))


def _without_invitation(state: TournamentState, user_id: int) -> TournamentState:
    others = without_user(state.invitations, user_id)
    return replace(state, invitations=tuple(others))


def _check_round_left(state: TournamentState) -> None:
    if not state.has_round_left:
        raise Refused("tournament-last-round")


def leave(state: TournamentState, user_id: int) -> TournamentState:
    """Return the tournament after a person has withdrawn from the sign-up or from all further rounds."""
    _check_not_over(state)
    entrant = state.entrant_of(user_id)
    if entrant is None or entrant.status == OUT:
        raise Refused("tournament-not-in")
    if state.is_open:
        others = [other for other in state.entrants if other.number != entrant.number]
        return replace(state, entrants=tuple(others))
    return state.with_entrant(entrant.number, status=OUT)


def take_out(state: TournamentState, user_id: int) -> TournamentState:
    """Return the tournament after its host has taken a person out. The person cannot come back."""
    after = leave(state, user_id)
    # The key stays even if the person's data is deleted later.
    return replace(after, excluded_keys=state.excluded_keys | {removed_key(state.row.seed, user_id)})


def without_banned(state: TournamentState, user_id: int) -> TournamentState:
    """Return the tournament without a banned person, who loses their place or invitation."""
    entrant = state.entrant_of(user_id)
    if entrant is None or entrant.status == OUT:
        after = state
    else:
        after = leave(state, user_id)
    if state.is_invited(user_id):
        return _without_invitation(after, user_id)
    return after


def confirm_presence(state: TournamentState, user_id: int) -> TournamentState:
    """Return the tournament with a person marked as present. People who had withdrawn come back."""
    _check_not_over(state)
    entrant = state.entrant_of(user_id)
    if entrant is None or (entrant.status == OUT and state.is_open):
        raise Refused("tournament-not-in")
    if entrant.status == OUT:
        return join(state, user_id, entrant.name, entrant.handle, entrant.join_id, 0)
    if entrant.status == IN and (entrant.is_here or not state.is_open):
        raise Refused("tournament-here-already")
    return state.with_entrant(entrant.number, is_here=True, status=IN)


# --- invitations --------------------------------------------------------------------------------------------


def invite(state: TournamentState, people: Sequence[int]) -> TournamentState:
    """Return the tournament after its host has invited people. They take part once they accept.

    People who cannot be invited are skipped.

    Args:
        people: user ids.

    Raises:
        Refused: no person can be invited, or too many have not answered yet.
    """
    _check_not_over(state)
    _check_round_left(state)
    obstacles = {user_id: _invitation_obstacle(state, user_id) for user_id in people}
    new = [user_id for user_id, obstacle in obstacles.items() if not obstacle]
    if not new:
        raise Refused(next(iter(obstacles.values()), "stale-button"))
    if len(unanswered(state.invitations)) + len(new) > MOST_INVITED:
        raise Refused("tournament-too-many-invited", most=MOST_INVITED)
    return replace(state, invitations=with_invited(state.invitations, new))


def _invitation_obstacle(state: TournamentState, user_id: int) -> str:
    # The reason why a person cannot be invited; empty if they can.
    if state.was_removed(user_id):
        return "tournament-removed-other"
    entrant = state.entrant_of(user_id)
    if entrant is not None:
        if entrant.status == OUT:
            return "tournament-withdrew-other"
        return "tournament-joined-already-other"
    if state.is_invited(user_id):
        return "tournament-invited-already"
    return ""


def decline(state: TournamentState, user_id: int) -> TournamentState:
    """Return the tournament with an invited person's answer "not now". They may still accept later."""
    _check_not_over(state)
    if not state.is_invited(user_id):
        raise Refused("tournament-not-invited")
    return replace(state, invitations=with_changes(state.invitations, [user_id], has_declined=True))


def mark_pinged(state: TournamentState, people: Collection[int]) -> TournamentState:
    """Return the tournament with invited people (user ids) marked as pinged."""
    return replace(state, invitations=with_changes(state.invitations, people, is_told=True))


def hand_over(state: TournamentState, host_id: int) -> TournamentState:
    """Return the tournament with another host, who must take part."""
    _check_not_over(state)
    heir = state.entrant_of(host_id)
    if heir is None or heir.status == OUT:
        raise Refused("tournament-not-in-other")
    return state.with_row(host_id=host_id)


# --- settings -----------------------------------------------------------------------------------------------


def set_option(state: TournamentState, name: str, value: str) -> TournamentState:
    """Return the tournament with one option of its game changed.

    Later options that no longer fit get their default values.
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


def choose_setting(state: TournamentState, name: str, value: str) -> TournamentState:
    """Return the tournament with a setting changed, which is possible until the start.

    Args:
        name: a key of ``choices_of(state)``, such as ``"seats"``.
        value: one of its values there.
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


def choose_settings(state: TournamentState, chosen: Mapping[str, str]) -> TournamentState:
    """Return the tournament with several settings changed at once, by the names of ``choices_of``."""
    for name, value in chosen.items():
        state = choose_setting(state, name, value)
    return state


def choices_of(state: TournamentState) -> dict[str, tuple[str, ...]]:
    """Return the possible values of each setting, such as ``{"final": ("no", "yes")}``."""
    fewest = len(state.remaining)
    most = [count for count in (8, 12, 16, 24, 32, 48, 64, 100, MOST_PEOPLE) if count >= fewest]
    # A round a week makes sense only where a game takes days.
    paces: tuple[str, ...] = ("once",)
    if state.row.clock == WEEK:
        paces = ("once", "weekly")
    # If every number of people can be divided into tables, no seat is left for a computer player.
    levels: tuple[str, ...] = ()
    if state.may_need_computers:
        levels = ("none", *state.game.levels)
    return {
        "seats": tuple(map(str, sorted(state.allowed))),
        "rounds": ("auto", *map(str, range(1, MOST_ROUNDS + 1))),
        "final": ("no", "yes"),
        "clock": tuple(clock for clock in CLOCKS if clock != "none"),
        "pace": paces,
        "computers": levels,
        "most": tuple(map(str, most)),
    }


def current_value(state: TournamentState, name: str) -> str:
    """Return the present value of a setting. The names and values are those of ``choices_of``."""
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
    """Return the tournament cancelled, because its sign-up was open or its rounds were paused too long.

    Raises:
        Refused: its time has not come.
    """
    at = state.expires_at
    if at is None or now < at:
        raise Refused("tournament-closed")
    return cancel(state, "few" if state.is_open else "paused", now)


# --- its course ---------------------------------------------------------------------------------------------


def begin(state: TournamentState, now: int) -> TournamentState:
    """Return the tournament after its start. The number of rounds is now fixed.

    Raises:
        Refused: too few people have signed up.
    """
    _check_open(state)
    if len(state.players) < FEWEST:
        raise Refused("tournament-too-few", missing=FEWEST - len(state.players))
    # People who declined could sign up until now. From now on they need another invitation.
    waiting = unanswered(state.invitations)
    kept = tuple(invitation for invitation in state.invitations if invitation.user_id in waiting)
    begun = replace(state, invitations=kept)
    return begun.with_row(status=RUNNING, starts_at=state.row.starts_at or now, most_rounds=state.round_count)


def begin_as_scheduled(
    state: TournamentState, now: int, pinged_ids: Collection[int] | None = None
) -> TournamentState:
    """Return the tournament started at its scheduled time, or cancelled if too few people are present.

    Args:
        pinged_ids: user ids of the people who count as away if they have not confirmed their presence;
            ``None`` for everybody.
    """
    _check_open(state)
    if state.row.starts_at is None or now < state.row.starts_at:
        raise Refused("tournament-closed")
    here = state
    if state.asks_for_presence:
        for entrant in state.players:
            if not entrant.is_here and (pinged_ids is None or entrant.user_id in pinged_ids):
                here = here.with_entrant(entrant.number, status=AWAY)
    if len(here.players) < FEWEST:
        return cancel(state, "few", now)
    return begin(here, now)


def add_round(
    state: TournamentState, pairing: Pairing, tables: tuple[PairedTable, ...], now: int
) -> TournamentState:
    """Return the tournament with its next round begun.

    Args:
        tables: the tables of ``pairing``, with their ids.
    """
    players = tuple(entrant.number for entrant in state.players)
    row = RoundRow(players, tables, pairing.bye, state.is_final_next, now)
    return state.with_row(rounds=(*state.rounds, row))


def record_results(state: TournamentState, ends: Mapping[str, TableEnd]) -> TournamentState:
    """Return the tournament with the results of ended tables. People who left a game become absent.

    Args:
        ends: the results by table id.

    Raises:
        Refused: there is no new result.
    """
    if not any(table.id in ends for table in state.unfinished):
        # Only tables that have ended since the last look are new.
        raise Refused("tournament-closed")
    tables = []
    leavers = set[int]()
    for table in state.rounds[-1].tables:
        if table.is_done or table.id not in ends:
            tables.append(table)
        else:
            tables.append(_with_result(table, ends[table.id]))
            leavers.update(ends[table.id].leavers)
    last = msgspec.structs.replace(state.rounds[-1], tables=tuple(tables))
    after = state.with_row(rounds=(*state.rounds[:-1], last))
    # People who left a game are not paired again before they say that they are back.
    for number in leavers:
        if state.entrant(number).status == IN:
            after = after.with_entrant(number, status=AWAY, is_here=False)
    return after


def _with_result(table: PairedTable, end: TableEnd) -> PairedTable:
    # People without a seat in the result were removed before the deal, and count as left.
    missing = {player for player in table.seats if player and player not in end.people}
    left = tuple(sorted(missing.union(end.leavers)))
    # Teams are those of the pairing only if nobody was removed.
    teams = end.teams if len(end.people) == len(table.seats) else ()
    return msgspec.structs.replace(
        table, is_done=True, places=_places_of_seats(table, end), left=left, teams=teams
    )


def _places_of_seats(table: PairedTable, end: TableEnd) -> tuple[int, ...]:
    """Return the place of each seat of the pairing; empty if the game ended without places.

    The people of a result are entry numbers, and 0 for each computer player. The places of computer players
    go to the seats without a person in order. With seats ``(7, 0, 9, 0)``, people ``(9, 0, 7, 0)`` and places
    ``(1, 2, 3, 4)``, the places are ``(3, 2, 1, 4)``. A person who is missing in the result is placed behind
    all others.
    """
    if not end.places:
        return ()
    place_of_person = {}
    places_of_computers = []
    for person, place in zip(end.people, end.places, strict=False):
        if person:
            place_of_person[person] = place
        else:
            places_of_computers.append(place)
    behind_all = len(table.seats) + 1
    computers = iter(places_of_computers)
    places = []
    for person in table.seats:
        if person:
            places.append(place_of_person.get(person, behind_all))
        else:
            places.append(next(computers, behind_all))
    return tuple(places)


def finish(state: TournamentState, now: int) -> TournamentState:
    """Return the tournament as ended, with everybody's final place."""
    after = _with_final_places(state)
    return after.with_row(status=OVER, ended_at=now, is_paused=False, paused_at=None)


def _with_final_places(state: TournamentState) -> TournamentState:
    places = {standing.player: standing.place for standing in state.standings}
    entrants = [
        msgspec.structs.replace(entrant, place=places.get(entrant.number)) for entrant in state.entrants
    ]
    return replace(state, entrants=tuple(entrants))


def cancel(state: TournamentState, reason: CancelReason, now: int) -> TournamentState:
    """Return the tournament closed without medals. Running games continue."""
    _check_not_over(state)
    return state.with_row(status=CANCELLED, reason=reason, ended_at=now)


def set_paused(state: TournamentState, is_paused: bool, now: int) -> TournamentState:
    """Return the tournament paused or continued. A paused tournament begins no round."""
    if not state.is_running:
        _check_not_over(state)
        raise Refused("tournament-not-begun")
    if is_paused and state.row.paused_at is not None:
        return state
    return state.with_row(is_paused=is_paused, paused_at=now if is_paused else None)


def exclude_result(
    state: TournamentState, table_id: str, reason: str, *, is_unreadable: bool
) -> TournamentState:
    """Return the tournament with a table's result excluded. The table then is a tie of those who stayed.

    Args:
        reason: is shown to everybody.
        is_unreadable: the table's game cannot be read, so the table need not have ended.
    """
    if not (state.is_running or state.is_over):
        _check_not_over(state)
        raise Refused("tournament-not-begun")
    table = next((table for table in state.all_tables if table.id == table_id), None)
    # A result can be set aside once.
    if table is None or table.aside or not (table.is_done or is_unreadable):
        raise Refused("stale-button")
    changed = msgspec.structs.replace(table, is_done=True, aside=len(state.rounds) + 1, reason=reason)
    rounds = [_with_table(each, changed) for each in state.rounds]
    after = state.with_row(rounds=tuple(rounds))
    if after.is_over:
        return _with_final_places(after)
    return after


def _with_table(each: RoundRow, changed: PairedTable) -> RoundRow:
    tables = list(each.tables)
    for index, table in enumerate(tables):
        if table.id == changed.id:
            tables[index] = changed
    return msgspec.structs.replace(each, tables=tuple(tables))


def _check_open(state: TournamentState) -> None:
    if state.row.status != OPEN:
        _check_not_over(state)
        raise Refused("tournament-begun")


def _check_not_over(state: TournamentState) -> None:
    if state.is_closed:
        raise Refused("tournament-closed")
