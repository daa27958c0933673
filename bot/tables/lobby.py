"""Changes of a lobby, as pure functions from one table value to the next. ``Table.change`` carries them out.

Each change raises ``Refused`` if the lobby is no longer open or the change is not possible. Some changes also
raise it if the person ``by`` is not the host.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Concatenate, ParamSpec

import msgspec

from bot.language.names import skeleton
from bot.refused import Refused
from bot.tables.clocks import CLOCKS
from bot.tables.news import closing
from bot.tables.state import TableState
from bot.tables.table_facts import teams_of
from games.core.errors import SetupError
from games.core.game import Game
from games.core.seats import clockwise, replace_at
from games.core.shuffle import draw_first_seat
from games.core.words import Text
from storage.fields import NOBODY, Name
from storage.rows import CANCELLED, PLAYING, InvitationRow, SeatRow
from storage.tables.sat import key as sat_key
from storage.tables.sat import out_key

P = ParamSpec("P")


def is_full(game: Game, seats: int) -> bool:
    """True if a table of this game with ``seats`` players has no free seat."""
    return seats >= game.rules.seats[1]


def can_swap(game: Game, seats: int, options: Mapping[str, str]) -> bool:
    """True if the players are in at least two teams, so that seats can be swapped between teams."""
    return len({*teams_of(game, seats, options)[:seats]}) > 1


def obstacle(game: Game, seats: int, options: Mapping[str, str]) -> Text | None:
    """Return the reason why the game cannot start yet; ``None`` if it can."""
    low = game.rules.seats[0]
    if seats < low:
        return Text("lobby-needs-more", {"missing": low - seats})
    try:
        game.rules.setup(seats, options)
    except SetupError as clash:
        if clash.refusal is None:
            return Text("lobby-options-clash")
        return Text(f"{game.id}-clash-{clash.refusal.code}", clash.refusal.args)
    return None


def sealed_change(
    tap_id: int, act: Callable[Concatenate[TableState, P], TableState]
) -> Callable[Concatenate[TableState, P], TableState]:
    """Return a function that calls ``act``, and stores the tap's id if the change affects the deal.

    Args:
        tap_id: the id that Discord gave to the tap.
        act: a function that changes a lobby.
    """

    def once(table: TableState, /, *args: P.args, **kwargs: P.kwargs) -> TableState:
        after = act(table, *args, **kwargs)
        # The shuffles depend on the id, so no person can try out changes until a good deal comes.
        return after if _dealt_by(after) == _dealt_by(table) else after.with_row(change_id=tap_id)

    return once


def _dealt_by(table: TableState) -> object:
    return table.row.options, [(seat.user_id, seat.join_id, seat.level) for seat in table.seats]


def join(
    table: TableState, user_id: int, name: Name, join_id: int, guild_id: int, handle: Name = NOBODY
) -> TableState:
    """Return the lobby with a person added.

    Args:
        table: the lobby.
        user_id: the person.
        name: the person's name.
        join_id: id that Discord gave to the tap; the shuffles depend on it.
        guild_id: the server on which they tapped.
        handle: the person's user name.
    """
    _check_own(table)
    table.only_on(guild_id)
    if table.seat_of(user_id) is not None:
        raise Refused("already-joined")
    if table.was_taken_out(user_id):
        raise Refused("removed-from-lobby")
    _has_room(table)
    after = _seated(table, (*table.seats, SeatRow(0, user_id, name, None, join_id, handle=handle)))
    others = tuple(invitation for invitation in table.gathering.invitations if invitation.user_id != user_id)
    return after.with_gathering(invitations=others)


def swap(table: TableState, user_id: int) -> TableState:
    """Return the lobby after a person has swapped seats with the next player of another team, clockwise."""
    _check_own(table)
    mine = table.seat_of(user_id)
    if mine is None:
        raise Refused("not-at-table")
    count = len(table.seats)
    if not can_swap(table.game, count, table.row.options):
        raise Refused("stale-button")
    teams = table.teams
    # The next player clockwise who is in another team.
    other = next(seat for seat in clockwise(mine, count) if teams[seat] != teams[mine])
    seats = replace_at(table.seats, mine, table.seats[other])
    return _seated(table, replace_at(seats, other, table.seats[mine]))


def leave(table: TableState, user_id: int) -> TableState:
    """Return the lobby after a person has left. If the host leaves, another person becomes host.

    If nobody is left, the lobby is closed.
    """
    _check_own(table)
    mine = table.seat_of(user_id)
    if mine is None:
        raise Refused("not-at-table")
    after = as_ordinary_lobby(_seated(table, (seat for seat in table.seats if seat.seat != mine)))
    if not after.people:
        return after.with_row(status=CANCELLED)
    if table.row.host_id != user_id:
        return after
    return after.with_row(host_id=after.people[0].user_id)


def remove(table: TableState, by: int, name: Name, whom: int, *, is_moderator: bool = False) -> TableState:
    """Return the lobby after the host or a moderator has removed a person, who cannot join it again.

    Args:
        table: the lobby.
        by: the host or moderator.
        name: the name of the host or moderator.
        whom: the person to remove.
        is_moderator: ``by`` is a moderator and need not be the host.
    """
    check_open(table)
    if not is_moderator:
        check_host(table, by)
    # Hosts and moderators leave a lobby themselves by *Leave*.
    seat = table.seat_of(whom)
    if seat is None or whom == by:
        raise Refused("not-at-table-other")
    after = leave(table, whom)
    # An invitation that is marked as removed tells the person why they cannot join.
    out = InvitationRow(
        whom, table.seats[seat].name, is_told=True, is_removed=True, remover_id=by, remover=name
    )
    after = after.with_gathering(invitations=(*after.gathering.invitations, out))
    # The key stays even if the person's data is deleted later.
    return replace(after, sat=table.sat | {out_key(table.row.seed, whom)})


def close_for_server(table: TableState, name: Name, reason: str) -> TableState:
    """Return the lobby closed by a moderator. ``name`` is the moderator's name."""
    after = close(table)
    return replace(after, news=(*table.news, closing(name, reason)))


def seat_computers(
    table: TableState, by: int, names: Sequence[Name], level: str, most: int | None = None
) -> TableState:
    """Return the lobby with computer players added, under names that are not taken at the table.

    Args:
        table: the lobby.
        by: the host.
        names: the names to choose from.
        level: the strength of the computer players.
        most: the highest number of computer players; by default they fill the table to its usual size.
    """
    check_host(table, by)
    _has_room(table)
    free = table.game.rules.seats[1] - len(table.seats)
    taken = {skeleton(seat.name) for seat in table.seats}
    new = [name for name in dict.fromkeys(names) if skeleton(name) not in taken]
    count = max(0, table.game.table_size - len(table.seats)) if most is None else min(most, free)
    return _seated(table, (*table.seats, *(SeatRow(0, None, name, level) for name in new[:count])))


def remove_computers(table: TableState, by: int, most: int | None = None) -> TableState:
    """Return the lobby without its computer players, or without the last ``most`` of them. ``by`` is the
    host.
    """
    check_host(table, by)
    computers = [seat for seat in table.seats if seat.level is not None]
    if not computers:
        raise Refused("lobby-no-computer")
    gone = computers[-(most or len(computers)) :]
    return _seated(table, (seat for seat in table.seats if seat not in gone))


def set_option(table: TableState, by: int, name: str, value: str) -> TableState:
    """Return the lobby with an option of the game changed by the host ``by``.

    Later options that no longer fit are set to their default values.
    """
    check_host(table, by)
    rules = table.game.rules
    if value not in rules.options.get(name, ()):
        raise Refused("lobby-no-such-option")
    seats = max(rules.seats[0], len(table.seats))
    return as_ordinary_lobby(table).with_row(
        options=rules.fit_options({**table.row.options, name: value}, seats)
    )


def switch(table: TableState, by: int, what: str, is_on: bool) -> TableState:
    """Return the lobby with a feature switched on or off by its host.

    Args:
        table: the lobby.
        by: the host.
        what: ``"hints"`` (players may ask for hints), ``"watching"`` (people who no longer play may see all
            hands) or ``"crowd"`` (spectators may guess whether claims are lies).
        is_on: the feature is on from now on.
    """
    check_host(table, by)
    return table.with_row(**{what: is_on})


def set_clock(table: TableState, by: int, clock: str) -> TableState:
    """Return the lobby with another time limit for turns, a name in ``CLOCKS``. ``by`` is the host."""
    check_host(table, by)
    if clock not in CLOCKS:
        raise Refused("lobby-no-such-option")
    return as_ordinary_lobby(table).with_row(clock=clock)


def hand_over(table: TableState, by: int, to: int) -> TableState:
    """Return the lobby with the person ``to`` as its host. ``by`` is the present host."""
    check_host(table, by)
    if table.seat_of(to) is None:
        raise Refused("not-at-table-other")
    return table.with_row(host_id=to)


def close(table: TableState, by: int | None = None) -> TableState:
    """Return a closed lobby. ``by`` is the host who closes it; ``None`` if its time is up."""
    if by is None:
        check_open(table)
    else:
        check_host(table, by)
    return table.with_row(status=CANCELLED)


def is_closed_unplayed(table: TableState) -> bool:
    """True if a lobby was closed before its game began, but not because of an error."""
    return table.is_closed and not table.has_begun and table.incident is None


def is_unnoticed(table: TableState) -> bool:
    """True if a lobby was closed with at most one person in it and nobody invited.

    Its message can then be deleted.
    """
    gathering, ended_at = table.gathering, table.row.ended_at or 0
    is_called_off = gathering.starts_at is None or ended_at < gathering.starts_at
    is_alone = len(table.people) <= 1 and not gathering.invitations
    return is_closed_unplayed(table) and is_called_off and is_alone and not table.news


def check_start(table: TableState, by: int) -> None:
    """Raise ``Refused`` unless ``by`` is the host and the game can start."""
    check_open(table)
    if by != table.row.host_id:
        raise Refused("only-host")
    if table.gathering.starts_at is not None:
        raise Refused("appointment-not-yet")
    reason = obstacle(table.game, len(table.seats), table.row.options)
    if reason is not None:
        raise Refused(reason.key, **reason.args)


def start(table: TableState, by: int, now: int) -> TableState:
    """Return the table with its game started by the host ``by``, and the first cards dealt."""
    check_start(table, by)
    # Who acts first at a table of a tournament is paired, so that it is shared out over the rounds.
    first = 0 if table.gathering.paired else draw_first_seat(table.key, len(table.seats))
    after = table.with_row(status=PLAYING, first=first, started_at=now, deadline=None)
    after = after.with_gathering(invitations=(), is_rematch=False)
    sat = {sat_key(table.row.seed, row.user_id) for row in table.people if row.user_id is not None}
    return replace(after, sat=table.sat | sat).begun().dealt()


def can_start_itself(table: TableState) -> bool:
    """True if the lobby can start without a tap of its host.

    This is possible at a tournament's table, and in a rematch that all invited people have joined.
    """
    gathering = table.gathering
    if not (table.is_lobby and (gathering.is_rematch or gathering.paired)):
        return False
    is_missing = any(not invitation.is_subscriber for invitation in table.gathering.invitations)
    return not is_missing and obstacle(table.game, len(table.seats), table.row.options) is None


def as_ordinary_lobby(table: TableState) -> TableState:
    """Return the lobby of a rematch changed to an ordinary lobby, which does not start automatically."""
    return table.with_gathering(is_rematch=False)


def check_host(table: TableState, by: int) -> None:
    """Raise ``Refused`` unless the lobby is open, not part of a tournament, and ``by`` is its host."""
    _check_own(table)
    if by != table.row.host_id:
        raise Refused("only-host")


def check_open(table: TableState) -> None:
    """Raise ``Refused`` if the lobby has started or was closed."""
    if not table.is_lobby:
        raise Refused("lobby-closed")


def _check_own(table: TableState) -> None:
    """Raise ``Refused`` unless the lobby is open and not part of a tournament."""
    check_open(table)
    if table.gathering.paired is not None:
        raise Refused("tournament-seats")


def _has_room(table: TableState) -> None:
    if is_full(table.game, len(table.seats)):
        raise Refused("lobby-full")


def _seated(table: TableState, seats: Iterable[SeatRow]) -> TableState:
    numbered = tuple(msgspec.structs.replace(seat, seat=i) for i, seat in enumerate(seats))
    return replace(table, seats=numbered)
