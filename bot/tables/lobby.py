"""Changes of a lobby, as pure functions from one table value to the next. ``Table.change`` carries them out.

Each change raises ``Refused`` if the lobby is no longer open or the change is not possible. Changes that
only the host may make raise it for everybody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Concatenate, ParamSpec

import msgspec

from bot.language.names import skeleton
from bot.refused import Refused
from bot.tables.clocks import CLOCKS
from bot.tables.news import closing_news
from bot.tables.state import TableState
from bot.tables.table_facts import teams_of
from games.core.errors import SetupError
from games.core.game import Game
from games.core.seats import clockwise, replace_at
from games.core.shuffle import draw_first_seat
from games.core.words import Text
from storage.fields import NOBODY, Name
from storage.rows import CANCELLED, PLAYING, InvitationRow, SeatRow
from storage.tables.exclusions import player_key, removed_key

P = ParamSpec("P")


HOST_GONE_MS = 600_000
"""How long a lobby's host may be gone before anybody who is seated can take their place."""


def is_full(game: Game, seats: int) -> bool:
    """Return whether a table of this game with ``seats`` players has no free seat."""
    return seats >= game.rules.seats[1]


def can_swap(game: Game, seats: int, options: Mapping[str, str]) -> bool:
    """Return whether ``seats`` players form at least two teams, so that they can swap seats."""
    return len({*teams_of(game, seats, options)[:seats]}) > 1


def start_obstacle(game: Game, seats: int, options: Mapping[str, str]) -> Text | None:
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
    """Return a function that makes a change of a lobby, and stores the id of the tap that made the change.

    The shuffles depend on this id. It is stored only if the change affects the deal.
    """

    def once(table: TableState, /, *args: P.args, **kwargs: P.kwargs) -> TableState:
        after = act(table, *args, **kwargs)
        # The shuffles depend on the id, which Discord chooses, so no person can try out changes until a good
        # deal comes.
        is_same_deal = _deal_inputs(after) == _deal_inputs(table)
        return after if is_same_deal else after.with_row(change_id=tap_id)

    return once


def _deal_inputs(table: TableState) -> object:
    return table.row.options, [(seat.user_id, seat.join_id, seat.level) for seat in table.seats]


def join(
    table: TableState, user_id: int, name: Name, join_id: int, guild_id: int, handle: Name = NOBODY
) -> TableState:
    """Return the lobby with a person added.

    Args:
        join_id: the id that Discord gave to the tap; the shuffles depend on it.
        guild_id: the server on which the person tapped.
        handle: the person's user name.
    """
    _check_own(table)
    table.check_server(guild_id)
    if table.seat_of(user_id) is not None:
        raise Refused("already-joined")
    if table.was_removed(user_id):
        raise Refused("removed-from-lobby")
    _check_room(table)
    after = _seated(table, (*table.seats, SeatRow(0, user_id, name, None, join_id, handle=handle)))
    others = tuple(invitation for invitation in table.gathering.invitations if invitation.user_id != user_id)
    return after.with_gathering(invitations=others)


def swap(table: TableState, user_id: int) -> TableState:
    """Return the lobby after a person has swapped seats with the next player of another team."""
    _check_own(table)
    mine = table.seat_of(user_id)
    if mine is None:
        raise Refused("not-at-table")
    count = len(table.seats)
    if not can_swap(table.game, count, table.options):
        raise Refused("stale-button")
    teams = table.teams
    # The next player clockwise who is in another team.
    other = next(seat for seat in clockwise(mine, count) if teams[seat] != teams[mine])
    seats = replace_at(table.seats, mine, table.seats[other])
    return _seated(table, replace_at(seats, other, table.seats[mine]))


def leave(table: TableState, user_id: int) -> TableState:
    """Return the lobby without a person. Another person becomes host if needed; an empty lobby is closed."""
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


def remove(
    table: TableState, remover_id: int, remover: Name, user_id: int, *, is_moderator: bool = False
) -> TableState:
    """Return the lobby after its host or a moderator has removed a person. The person cannot join again."""
    check_open(table)
    if not is_moderator:
        check_host(table, remover_id)
    # Hosts and moderators leave a lobby themselves by *Leave*.
    seat = table.seat_of(user_id)
    if seat is None or user_id == remover_id:
        raise Refused("not-at-table-other")
    after = leave(table, user_id)
    # An invitation that is marked as removed tells the person why they cannot join.
    name = table.seats[seat].name
    out = InvitationRow(user_id, name, is_told=True, is_removed=True, remover_id=remover_id, remover=remover)
    after = after.with_gathering(invitations=(*after.gathering.invitations, out))
    # The key stays even if the person's data is deleted later.
    return replace(after, excluded_keys=table.excluded_keys | {removed_key(table.row.seed, user_id)})


def close_by_moderator(table: TableState, moderator: Name, reason: str) -> TableState:
    """Return the lobby closed by a moderator. The reason, which may be empty, is in the news."""
    after = close(table)
    return replace(after, news=(*table.news, closing_news(moderator, reason)))


def add_computers(
    table: TableState, host_id: int, names: Sequence[Name], level: str, max_count: int | None = None
) -> TableState:
    """Return the lobby after its host has added computer players of a level.

    Args:
        names: possible names; the first ones that are not taken at the table are used.
        max_count: by default, as many as fill the table to its usual size.
    """
    check_host(table, host_id)
    _check_room(table)
    free = table.game.rules.seats[1] - len(table.seats)
    used_names = {skeleton(seat.name) for seat in table.seats}
    new = [name for name in dict.fromkeys(names) if skeleton(name) not in used_names]
    count = max(0, table.game.table_size - len(table.seats)) if max_count is None else min(max_count, free)
    return _seated(table, (*table.seats, *(SeatRow(0, None, name, level) for name in new[:count])))


def remove_computers(table: TableState, host_id: int, count: int | None = None) -> TableState:
    """Return the lobby after its host has removed the last ``count`` computer players, by default all."""
    check_host(table, host_id)
    computers = [seat for seat in table.seats if seat.level is not None]
    if not computers:
        raise Refused("lobby-no-computer")
    gone = computers[-(count or len(computers)) :]
    return _seated(table, (seat for seat in table.seats if seat not in gone))


def set_option(table: TableState, host_id: int, name: str, value: str) -> TableState:
    """Return the lobby after its host has changed an option. Clashing options get their defaults."""
    check_host(table, host_id)
    rules = table.game.rules
    if value not in rules.options.get(name, ()):
        raise Refused("lobby-no-such-option")
    seats = max(rules.seats[0], len(table.seats))
    return as_ordinary_lobby(table).with_row(options=rules.fit_options({**table.options, name: value}, seats))


def switch_feature(table: TableState, host_id: int, feature: str, is_on: bool) -> TableState:
    """Return the lobby after its host has switched a feature on or off.

    Args:
        feature: ``"hints"``, ``"watching"`` (ex-players see all hands) or ``"crowd"`` (spectators guess).
    """
    check_host(table, host_id)
    return table.with_row(**{feature: is_on})


def set_clock(table: TableState, host_id: int, clock: str) -> TableState:
    """Return the lobby after its host has chosen a time limit for turns (a name in ``CLOCKS``)."""
    check_host(table, host_id)
    if clock not in CLOCKS:
        raise Refused("lobby-no-such-option")
    return as_ordinary_lobby(table).with_row(clock=clock)


def hand_over(table: TableState, host_id: int, new_host_id: int) -> TableState:
    """Return the lobby after its host has made another person the host."""
    check_host(table, host_id)
    if table.seat_of(new_host_id) is None:
        raise Refused("not-at-table-other")
    return table.with_row(host_id=new_host_id)


def awaits_host(table: TableState) -> bool:
    """Return whether people in an open lobby depend on its host."""
    gathering = table.gathering
    is_own = table.is_lobby and gathering.paired is None and gathering.starts_at is None
    return is_own and any(seat.user_id != table.row.host_id for seat in table.people)


def can_take_over(table: TableState, user_id: int) -> bool:
    """Return whether a person can become the host of a lobby, because its host is gone."""
    is_heir = table.seat_of(user_id) is not None and user_id != table.row.host_id
    return table.is_host_gone and awaits_host(table) and is_heir


def take_over(table: TableState, user_id: int) -> TableState:
    """Return the lobby after a seated person has become its host, because its host is gone."""
    _check_own(table)
    if not can_take_over(table, user_id):
        raise Refused("only-host")
    return table.with_row(host_id=user_id)


def close(table: TableState, host_id: int | None = None) -> TableState:
    """Return the closed lobby.

    Args:
        host_id: the host who closes it; ``None`` if nobody in it does, as when its time is up.
    """
    if host_id is None:
        check_open(table)
    else:
        check_host(table, host_id)
    return table.with_row(status=CANCELLED)


def is_closed_unplayed(table: TableState) -> bool:
    """Return whether a lobby was closed before its game began. False if an error was the cause."""
    return table.is_closed and not table.has_begun and table.incident is None


def can_delete_message(table: TableState) -> bool:
    """Return whether a closed lobby's message concerned at most one person, and so can be deleted."""
    # At most one person was in the lobby, nobody was invited, and no moderator has closed it.
    gathering, ended_at = table.gathering, table.row.ended_at or 0
    is_called_off = gathering.starts_at is None or ended_at < gathering.starts_at
    is_alone = len(table.people) <= 1 and not gathering.invitations
    return is_closed_unplayed(table) and is_called_off and is_alone and not table.news


def check_start(table: TableState, user_id: int) -> None:
    """Check that the user may start the game, and that it can start; otherwise raise ``Refused``."""
    check_open(table)
    if user_id != table.row.host_id and not can_take_over(table, user_id):
        raise Refused("only-host")
    if table.gathering.starts_at is not None:
        raise Refused("appointment-not-yet")
    reason = start_obstacle(table.game, len(table.seats), table.options)
    if reason is not None:
        raise Refused(reason.key, **reason.args)


def start(table: TableState, host_id: int, now: int) -> TableState:
    """Return the table after its host has started the game and the first cards are dealt.

    Args:
        host_id: the person who starts it: the host, or a person who takes the place of a host who is gone.
        now: Unix milliseconds.
    """
    check_start(table, host_id)
    # Who acts first at a table of a tournament is paired, so that it is shared out over the rounds.
    first = 0 if table.gathering.paired else draw_first_seat(table.key, len(table.seats))
    after = table.with_row(status=PLAYING, first=first, started_at=now, deadline=None, host_id=host_id)
    after = after.with_gathering(invitations=(), is_rematch=False).with_host_gone(False)
    sat = {player_key(table.row.seed, row.user_id) for row in table.people if row.user_id is not None}
    return replace(after, excluded_keys=table.excluded_keys | sat).begun().dealt()


def can_start_automatically(table: TableState) -> bool:
    """Return whether the lobby can start without a tap, as in tournaments and complete rematches."""
    gathering = table.gathering
    if not (table.is_lobby and (gathering.is_rematch or gathering.paired)):
        return False
    is_missing = any(not invitation.is_subscriber for invitation in table.gathering.invitations)
    return not is_missing and start_obstacle(table.game, len(table.seats), table.options) is None


def as_ordinary_lobby(table: TableState) -> TableState:
    """Return a rematch's lobby as an ordinary lobby, which its host has to start."""
    return table.with_gathering(is_rematch=False)


def check_host(table: TableState, user_id: int) -> None:
    """Check that the user is the host of an open lobby.

    Raises:
        Refused: the user is not the host, the lobby is closed, or the table is part of a tournament.
    """
    _check_own(table)
    if user_id != table.row.host_id:
        raise Refused("only-host")


def check_open(table: TableState) -> None:
    """Raise ``Refused`` if the lobby has started or was closed."""
    if not table.is_lobby:
        raise Refused("lobby-closed")


def _check_own(table: TableState) -> None:
    check_open(table)
    if table.gathering.paired is not None:
        raise Refused("tournament-seats")


def _check_room(table: TableState) -> None:
    if is_full(table.game, len(table.seats)):
        raise Refused("lobby-full")


def _seated(table: TableState, seats: Iterable[SeatRow]) -> TableState:
    numbered = tuple(msgspec.structs.replace(seat, seat=i) for i, seat in enumerate(seats))
    return replace(table, seats=numbered)
