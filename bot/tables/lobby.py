"""What people do before a game starts: pure acts, from one value of the table to the next.

Each takes the table as it is and raises ``Refused`` when it cannot be done: where the lobby is none any more,
where ``by`` is not its host, and as the code says. ``Table.change`` carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Concatenate, ParamSpec

import msgspec

from bot.language.names import clean
from bot.refused import Refused
from bot.tables.clocks import CLOCKS
from bot.tables.computers import unsigned
from bot.tables.news import closing
from bot.tables.reading import teams_of
from bot.tables.state import TableState
from games.core.errors import SetupError
from games.core.game import Game
from games.core.seats import at_seat, clockwise
from games.core.shuffle import drawn_first
from games.core.words import Text
from storage.rows import CANCELLED, PLAYING, InvitationRow, SeatRow
from storage.tables.sat import key as sat_key
from storage.tables.sat import out_key

P = ParamSpec("P")


def is_full(game: Game, seats: int) -> bool:
    """Tell whether no seat is free."""
    return seats >= game.rules.seats[1]


def can_swap(game: Game, seats: int, options: Mapping[str, str]) -> bool:
    """True if people of different teams sit here, who can change places."""
    return len({*teams_of(game, seats, options)[:seats]}) > 1


def obstacle(game: Game, seats: int, options: Mapping[str, str]) -> Text | None:
    """Say why the game cannot start yet, or ``None`` when it can."""
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


def stamped(
    tap_id: int, act: Callable[Concatenate[TableState, P], TableState]
) -> Callable[Concatenate[TableState, P], TableState]:
    """Let an act that changes what decides the deal count among the joins, by the id of its interaction.

    So no lobby can be varied until its cards are good without anything new that Discord has numbered.
    """

    def once(table: TableState, /, *args: P.args, **kwargs: P.kwargs) -> TableState:
        after = act(table, *args, **kwargs)
        return after if _dealt_by(after) == _dealt_by(table) else after.with_row(change_id=tap_id)

    return once


def _dealt_by(table: TableState) -> object:
    return table.row.options, [(seat.user_id, seat.join_id, seat.level) for seat in table.seats]


def joined(table: TableState, user_id: int, name: str, join_id: int, guild_id: int) -> TableState:
    """Sit down; ``guild_id`` is the server on which somebody taps."""
    still_open(table)
    table.only_on(guild_id)
    if table.seat_of(user_id) is not None:
        raise Refused("already-joined")
    if table.was_taken_out(user_id):
        raise Refused("removed-from-lobby")
    _has_room(table)
    after = _seated(table, (*table.seats, SeatRow(0, user_id, name, None, join_id)))
    others = tuple(one for one in table.gathering.invitations if one.user_id != user_id)
    return after.with_gathering(invitations=others)


def swapped(table: TableState, user_id: int) -> TableState:
    """Let a person and the next player clockwise who is of another team change places.

    Whoever does so again and again has one partner after the other.
    """
    still_open(table)
    mine = table.seat_of(user_id)
    if mine is None:
        raise Refused("not-at-table")
    count = len(table.seats)
    if not can_swap(table.game, count, table.row.options):
        raise Refused("stale-button")
    teams = table.teams
    other = next(seat for seat in clockwise(mine, count) if teams[seat] != teams[mine])
    seats = at_seat(table.seats, mine, table.seats[other])
    return _seated(table, at_seat(seats, other, table.seats[mine]))


def left(table: TableState, user_id: int) -> TableState:
    """Stand up; the next person becomes host, and a lobby without people closes."""
    still_open(table)
    mine = table.seat_of(user_id)
    if mine is None:
        raise Refused("not-at-table")
    after = as_chosen(_seated(table, (seat for seat in table.seats if seat.seat != mine)))
    if not after.people:
        return after.with_row(status=CANCELLED)
    if table.row.host_id != user_id:
        return after
    return after.with_row(host_id=after.people[0].user_id)


def taken_out(table: TableState, by: int, name: str, whom: int, *, is_keeper: bool = False) -> TableState:
    """Take somebody out, who cannot come back to this lobby.

    Args:
        by, name: who does it, and what they are called.
        is_keeper: whoever does it keeps order on the server, and need not be host.
    """
    still_open(table)
    if not is_keeper:
        only_host(table, by)
    seat = table.seat_of(whom)
    if seat is None or whom == by:
        raise Refused("not-at-table-other")
    after = left(table, whom)
    out = InvitationRow(
        whom, table.seats[seat].name, is_told=True, is_removed=True, remover_id=by, remover=name
    )
    after = after.with_gathering(invitations=(*after.gathering.invitations, out))
    return replace(after, sat=table.sat | {out_key(table.row.seed, whom)})


def closed_for_server(table: TableState, name: str) -> TableState:
    """Close a lobby for those who keep order on the server; ``name`` is what who does it is called."""
    after = closed(table)
    return replace(after, news=(*table.news, closing(name)))


def with_computers(
    table: TableState, by: int, names: Sequence[str], level: str, most: int | None = None
) -> TableState:
    """Seat computer players, with the first of some names that nobody at the table has.

    Args:
        names: more than there are seats.
        most: how many; as many as make a good table if none is said.
    """
    only_host(table, by)
    _has_room(table)
    free = table.game.rules.seats[1] - len(table.seats)
    taken = {clean(unsigned(seat.name)).casefold() for seat in table.seats}
    new = [name for name in dict.fromkeys(names) if clean(unsigned(name)).casefold() not in taken]
    count = max(0, table.game.table_size - len(table.seats)) if most is None else min(most, free)
    return _seated(table, (*table.seats, *(SeatRow(0, None, name, level) for name in new[:count])))


def without_computers(table: TableState, by: int, most: int | None = None) -> TableState:
    """Take computer players away, the last first: all of them, or so many."""
    only_host(table, by)
    computers = [seat for seat in table.seats if seat.level is not None]
    if not computers:
        raise Refused("lobby-no-computer")
    gone = computers[-(most or len(computers)) :]
    return _seated(table, (seat for seat in table.seats if seat not in gone))


def with_option(table: TableState, by: int, name: str, value: str) -> TableState:
    """Set an option of the game; options behind it that do not go with it give way."""
    only_host(table, by)
    rules = table.game.rules
    if value not in rules.options.get(name, ()):
        raise Refused("lobby-no-such-option")
    seats = max(rules.seats[0], len(table.seats))
    return as_chosen(table).with_row(options=rules.fitting({**table.row.options, name: value}, seats))


def switched(table: TableState, by: int, what: str, is_on: bool) -> TableState:
    """Let something be in the game, or not.

    Args:
        what: ``"hints"`` of a strong player; ``"watching"`` all hands by who plays no more; ``"crowd"``: who
            watches may guess whether claims are lies.
    """
    only_host(table, by)
    return table.with_row(**{what: is_on})


def with_clock(table: TableState, by: int, clock: str) -> TableState:
    """Choose how much time a turn has."""
    only_host(table, by)
    if clock not in CLOCKS:
        raise Refused("lobby-no-such-option")
    return as_chosen(table).with_row(clock=clock)


def handed_over(table: TableState, by: int, to: int) -> TableState:
    """Make somebody else at the table the host."""
    only_host(table, by)
    if table.seat_of(to) is None:
        raise Refused("not-at-table-other")
    return table.with_row(host_id=to)


def closed(table: TableState, by: int | None = None) -> TableState:
    """Close a lobby that will not start; ``by`` is ``None`` when its time is up."""
    if by is None:
        still_open(table)
    else:
        only_host(table, by)
    return table.with_row(status=CANCELLED)


def is_closed_unplayed(table: TableState) -> bool:
    """True if a lobby was closed and its game never began; one that is set aside may come back."""
    return table.is_closed and not table.has_begun and table.incident is None


def is_unnoticed(table: TableState) -> bool:
    """True if a lobby was closed while nobody but its last person sat there, was called or had answered.

    Then no message is needed. An appointment that did not come about at its time needs one, and so does what
    was closed for the server.
    """
    gathering, ended_at = table.gathering, table.row.ended_at or 0
    is_called_off = gathering.starts_at is None or ended_at < gathering.starts_at
    is_alone = len(table.people) <= 1 and not gathering.invitations
    return is_closed_unplayed(table) and is_called_off and is_alone and not table.news


def check_start(table: TableState, by: int) -> None:
    """Refuse to start for anybody but the host, and while something is missing."""
    only_host(table, by)
    if table.gathering.starts_at is not None:
        raise Refused("appointment-not-yet")
    reason = obstacle(table.game, len(table.seats), table.row.options)
    if reason is not None:
        raise Refused(reason.key, **reason.args)


def started(table: TableState, by: int, now: int) -> TableState:
    """Turn a lobby into a running game, dealt."""
    check_start(table, by)
    first = drawn_first(table.key, len(table.seats))
    after = table.with_row(status=PLAYING, first=first, started_at=now, deadline=None)
    after = after.with_gathering(invitations=(), is_rematch=False)
    sat = {sat_key(table.row.seed, one.user_id) for one in table.people if one.user_id is not None}
    return replace(after, sat=table.sat | sat).begun().dealt()


def starts_itself(table: TableState) -> bool:
    """Tell whether a rematch can start and everybody who was asked sits there."""
    if not (table.is_lobby and table.gathering.is_rematch):
        return False
    is_missing = any(not one.is_subscriber for one in table.gathering.invitations)
    return not is_missing and obstacle(table.game, len(table.seats), table.row.options) is None


def as_chosen(table: TableState) -> TableState:
    """Return a lobby that its host starts: it is not the game any more for which the others have come."""
    return table.with_gathering(is_rematch=False)


def only_host(table: TableState, by: int) -> None:
    """Refuse everybody but the host of an open lobby."""
    still_open(table)
    if by != table.row.host_id:
        raise Refused("only-host")


def still_open(table: TableState) -> None:
    """Refuse when the lobby has started or was closed."""
    if not table.is_lobby:
        raise Refused("lobby-closed")


def _has_room(table: TableState) -> None:
    if is_full(table.game, len(table.seats)):
        raise Refused("lobby-full")


def _seated(table: TableState, seats: Iterable[SeatRow]) -> TableState:
    numbered = tuple(msgspec.structs.replace(seat, seat=i) for i, seat in enumerate(seats))
    return replace(table, seats=numbered)
