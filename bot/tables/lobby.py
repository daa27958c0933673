"""A lobby: who sits where, who is invited, and what the host sets. Pure functions of a table."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec

import msgspec

from bot.language import ROBOT, Localizer, public_label, skeleton
from bot.lists import user_ids, without_user
from bot.refused import Refused
from bot.tables import clocks
from bot.tables.clocks import CLOCKS
from bot.tables.positions import NewsItem, closing_news
from bot.tables.snapshot import Snapshot, is_rated, teams_of
from bot.tables.state import Change, TableState
from games.core.cards import all_but
from games.core.errors import SetupError
from games.core.game import DEFAULT_LEVEL, EVEN, TEMPERAMENTS, Game, Temperament
from games.core.match import draw_first_seat
from games.core.rules import CHANCE, clockwise, replace_at
from games.core.words import Seat, Text
from storage.rows import (
    CANCELLED,
    CHANNEL,
    NOBODY,
    PLAYING,
    THREAD,
    InvitationRow,
    Name,
    SeatRow,
    Sitting,
    Venue,
)
from storage.tables.gathering import player_key, removed_key

# --- computers ----------------------------------------------------------------------------------------------
# Names of computer players. The sign at the end of a name stands for the style of play (temperament).
#
# The style is stored only as this sign.


def new_computer_names(game: Game, names: Sequence[str], seed: bytes | None) -> list[Name]:
    """Return names for new computer players in random order. Each name ends in the sign of a style of play.

    Args:
        seed: the table's secret, which decides the order.
    """
    # Successive names have different signs.
    signs = _signs(game, seed)
    return [
        Name(f"{name} {ROBOT}{signs[place % len(signs)]}")
        for place, name in enumerate(_shuffled(seed, names))
    ]


def computer_names(table: TableState) -> list[Name]:
    """Return names for new computer players at a table, in random order."""
    names = Localizer(table.row.locale).computer_names
    spare = [str(number) for number in range(1, 2 * table.game.rules.seats[1])]
    seed = table.row.seed
    return new_computer_names(table.game, names, seed) + new_computer_names(table.game, spare, seed)


def free_computer_names(table: TableState, names: Sequence[Name]) -> list[Name]:
    """Return those names that are not like the name of a player at the table."""
    used_names = {skeleton(seat.name) for seat in table.seats}
    return [name for name in dict.fromkeys(names) if skeleton(name) not in used_names]


def rematch_computer_names(computers: Sequence[SeatRow], game: Game, seed: bytes | None) -> list[Name]:
    """Return names for the computer players in a rematch: the same names, with the same styles of play.

    Args:
        computers: the players' seat rows in the previous game.
        seed: the new table's secret. It chooses a style for each player that had none.
    """
    signs = _signs(game, seed)
    names = []
    for place, row in enumerate(computers):
        sign = temperament(row).sign
        if game.has_temperaments and sign:
            temper_sign = sign
        else:
            temper_sign = signs[place % len(signs)]
        names.append(Name(str(row.name).removesuffix(sign) + temper_sign))
    return names


def is_computer(row: SeatRow) -> bool:
    """Return whether the seat belongs to a computer player. False for a person who is away."""
    return row.user_id is None and row.level is not None and not row.has_left


def temperament(row: SeatRow) -> Temperament:
    """Return the style of play of the seat's computer player; ``EVEN`` (neutral) for a person's seat."""
    if not is_computer(row):
        return EVEN
    return next((temper for temper in TEMPERAMENTS if str(row.name).endswith(temper.sign)), EVEN)


def _signs(game: Game, seed: bytes | None) -> list[str]:
    if game.has_temperaments:
        return _shuffled(seed, [temper.sign for temper in TEMPERAMENTS])
    return [""]


def _shuffled(seed: bytes | None, words: Iterable[str]) -> list[str]:
    key = seed or b""
    return sorted(
        words, key=lambda word: hmac.digest(key, f"tefuda computer {word}".encode(), hashlib.sha256)
    )


# --- seating ------------------------------------------------------------------------------------------------
# People who join and leave a running game. Pure functions of table values.
#
# A person who has left a game knows its secrets, and can never take a seat there again.


def replace_by_computer(state: TableState, seat: int) -> TableState:
    """Return the table with a computer player at the seat of a person who has left."""
    after = replace(
        state.with_seat(seat, has_left=True, level=DEFAULT_LEVEL), sittings=end_sitting(state, seat)
    )
    return add_news(after, "log-replaced", seat=Seat(seat))


def end_sitting(table: TableState, seat: int) -> tuple[Sitting, ...]:
    """Return the table's sittings after the person at ``seat`` has left."""
    row = table.seats[seat]
    before = [sitting for sitting in table.sittings if sitting.seat == seat]
    if before:
        sat = before[-1]
    else:
        sat = Sitting(seat, 0, None, row.user_id, row.name)
    return _with_sitting(table, sat, msgspec.structs.replace(sat, until=table.seq))


def begin_sitting(table: TableState, seat: int, user_id: int, name: Name) -> tuple[Sitting, ...]:
    """Return the table's sittings after a person has taken ``seat``."""
    return _with_sitting(table, None, Sitting(seat, table.seq, None, user_id, name))


def _with_sitting(table: TableState, old: Sitting | None, new: Sitting) -> tuple[Sitting, ...]:
    sittings = all_but(table.sittings, (old,)) + (new,)
    return tuple(sorted(sittings, key=lambda sitting: sitting.seat))  # stable: in order at each seat


def has_stake(state: TableState, user_id: int | None) -> bool:
    """Return whether a person is still playing in a game that counts for ratings."""
    if user_id is None:
        return False
    seat = state.seat_of(user_id)
    return seat is not None and seat not in state.gone and state.is_still_rated


def count_moderator_as_resigned(state: TableState, user_id: int | None) -> TableState:
    """Return the table without the moderator as a player if the game counts for ratings."""
    if user_id is None:
        return state
    seat = state.seat_of(user_id)
    if seat is not None and has_stake(state, user_id):
        return replace_by_computer(state, seat)
    return state


def offer_seat(state: TableState, seat: int) -> TableState:
    """Return the table with a seat offered to other people. A computer player plays until it is taken."""
    if state.seats[seat].has_left:
        after = state
    else:
        after = replace_by_computer(state, seat)
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
    state.check_playing()
    is_there = 0 <= seat < len(state.seats)
    if not is_there or not state.seats[seat].is_offered or seat in state.gone:
        raise Refused("seat-is-taken")
    # Former players know hidden cards, and removed people must stay out.
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
    is_over = state.is_closed and state.may_tell()
    counts = is_rated(state.seats) and not state.row.is_decided and not is_over
    return state.row.leavers_watch or not counts


def with_all_hands(state: TableState, user_id: int) -> Snapshot:
    """Return the snapshot with all hands, for a person who no longer plays.

    Raises:
        Refused: the person may not see all hands.
    """
    if not may_watch(state, user_id):
        raise Refused("watching-not-yours")
    assert state.match is not None
    hands = tuple(map(state.match.view, range(len(state.seats))))
    return replace(state.snapshot, hands=hands)


def is_left_to_computers(state: TableState) -> bool:
    """Return whether the game is running and only computer players are still in it."""
    is_going_on = state.is_playing and not state.is_over
    return is_going_on and {row.seat for row in state.people}.issubset(state.gone)


def add_news(state: TableState, key: str, **args: Seat) -> TableState:
    """Return the table with a line of news.

    Args:
        key: the id of the text.
        args: the seats that the text names.
    """
    return state.with_news(NewsItem(texts=(Text(key, args),), players=state.seats))


# --- lobby --------------------------------------------------------------------------------------------------
# Changes of a lobby, as pure functions from one table value to the next. ``Table.change`` carries them out.
#
# Each change raises ``Refused`` if the lobby is no longer open or the change is not possible. Changes that
# only the host may make raise it for everybody else.

HOST_GONE_MS = 600_000
"""How long a lobby's host may be gone before anybody who is seated can take their place."""


def is_full(game: Game, seats: int) -> bool:
    """Return whether a table of this game with ``seats`` players has no free seat."""
    return seats >= game.rules.seats[1]


def can_swap(game: Game, seats: int, options: Mapping[str, str]) -> bool:
    """Return whether ``seats`` players form at least two teams, so that they can swap seats."""
    return len(set(teams_of(game, seats, options)[:seats])) > 1


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


P = ParamSpec("P")


def record_tap(
    tap_id: int, act: Callable[Concatenate[TableState, P], TableState]
) -> Callable[Concatenate[TableState, P], TableState]:
    """Return a function that makes a change of a lobby, and stores the id of the tap that made the change.

    The shuffles depend on this id. It is stored only if the change affects the deal.
    """

    def once(table: TableState, /, *args: P.args, **kwargs: P.kwargs) -> TableState:
        after = act(table, *args, **kwargs)
        # The shuffles depend on the id, which Discord chooses, so no person can try out changes until a good
        # deal comes.
        if _deal_inputs(after) == _deal_inputs(table):
            return after
        return after.with_row(change_id=tap_id)

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
        raise Refused("already-joined", more=public_label("button-more", table.row.locale))
    if table.was_removed(user_id):
        raise Refused("removed-from-lobby")
    _check_room(table)
    after = _seated(table, (*table.seats, SeatRow(0, user_id, name, None, join_id, handle=handle)))
    others = without_user(table.gathering.invitations, user_id)
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
    after = as_ordinary_lobby(_seated(table, without_user(table.seats, user_id)))
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
    return close(table).with_news(closing_news(moderator, reason))


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
    new = free_computer_names(table, names)
    if max_count is None:
        count = max(0, table.game.table_size - len(table.seats))
    else:
        count = min(max_count, free)
    seats = list(table.seats)
    seats += [SeatRow(0, None, name, level) for name in new[:count]]
    return _seated(table, seats)


def remove_computers(table: TableState, host_id: int, count: int | None = None) -> TableState:
    """Return the lobby after its host has removed the last ``count`` computer players, by default all."""
    check_host(table, host_id)
    computers = [seat for seat in table.seats if seat.level is not None]
    if not computers:
        raise Refused("lobby-no-computer")
    gone = computers[-(count or len(computers)) :]
    return _seated(table, all_but(table.seats, gone))


def set_option(table: TableState, host_id: int, name: str, value: str) -> TableState:
    """Return the lobby after its host has changed an option. Clashing options get their defaults."""
    check_host(table, host_id)
    return as_ordinary_lobby(_with_options(table, {name: value}))


def _with_options(table: TableState, chosen: Mapping[str, str]) -> TableState:
    rules = table.game.rules
    if any(value not in rules.options.get(name, ()) for name, value in chosen.items()):
        raise Refused("lobby-no-such-option")
    seats = max(rules.seats[0], len(table.seats))
    return table.with_row(options=rules.fit_options(dict(table.options) | dict(chosen), seats))


def set_options(
    table: TableState,
    host_id: int,
    chosen: Mapping[str, str],
    clock: str,
    features: Mapping[str, bool],
    venue: Venue | None = None,
) -> TableState:
    """Return the lobby after its host has set several options at once. Clashing options get their defaults.

    Args:
        chosen: the game's options to change, by their names.
        clock: the time limit for turns, a name in ``CLOCKS``.
        features: features to switch on or off, as for ``switch_feature``.
        venue: ``CHANNEL`` or ``THREAD``; ``None`` to keep the place of the game.
    """
    check_host(table, host_id)
    after = _with_options(table, chosen).with_row(**features)
    if clock != table.row.clock:
        after = set_clock(after, host_id, clock)
    # A rematch whose rules stay as they were still starts by itself.
    if after.options != table.options:
        after = as_ordinary_lobby(after)
    if venue is not None:
        after = after.with_gathering(venue=venue)
    return after


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
    return is_own and bool(all_but(user_ids(table.people), {table.row.host_id}))


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
    gathering = table.gathering
    ended_at = table.row.ended_at or 0
    is_called_off = gathering.starts_at is None or ended_at < gathering.starts_at
    is_alone = len(table.people) <= 1 and not gathering.invitations
    return is_closed_unplayed(table) and is_called_off and is_alone and not table.position.news


def check_start(table: TableState, user_id: int) -> None:
    """Check that the user may start the game, and that it can start; otherwise raise ``Refused``."""
    check_open(table)
    if user_id != table.row.host_id and not can_take_over(table, user_id):
        raise Refused("only-host")
    if table.gathering.starts_at is not None:
        raise Refused("planned-not-yet")
    reason = start_obstacle(table.game, len(table.seats), table.options)
    if reason is not None:
        raise Refused(reason.key, **reason.args)
    if any(seat.is_asked for seat in table.seats):
        raise Refused("lobby-asks")


def start(table: TableState, host_id: int, now: int) -> TableState:
    """Return the table after its host has started the game and the first cards are dealt.

    Args:
        host_id: the person who starts it: the host, or a person who takes the place of a host who is gone.
        now: Unix milliseconds.
    """
    check_start(table, host_id)
    # In a tournament the pairing decides the first seat, so that everybody gets it equally often.
    if table.gathering.paired:
        first = 0
    else:
        first = draw_first_seat(table.key, len(table.seats))
    after = table.with_row(status=PLAYING, first=first, started_at=now, deadline=None, host_id=host_id)
    after = after.with_gathering(invitations=(), is_rematch=False, answer_until=None)
    after = after.with_host_gone(False)
    sat = {player_key(table.row.seed, user_id) for user_id in user_ids(table.people)}
    return replace(after, excluded_keys=table.excluded_keys | sat).with_first_position().with_deal()


def can_start_automatically(table: TableState) -> bool:
    """Return whether the lobby can start without a tap, as in tournaments and complete rematches.

    So can a lobby that was started and whose people have all answered that they are still there.
    """
    gathering = table.gathering
    is_started = gathering.answer_until is not None
    if not (table.is_lobby and (gathering.is_rematch or gathering.paired or is_started)):
        return False
    if is_started:
        is_missing = any(seat.is_asked for seat in table.seats)
    else:
        is_missing = any(not invitation.is_subscriber for invitation in gathering.invitations)
    return not is_missing and start_obstacle(table.game, len(table.seats), table.options) is None


def is_ordinary(table: TableState) -> bool:
    """Return whether the lobby is open now, and is neither a rematch's nor a tournament's."""
    gathering = table.gathering
    is_free = gathering.starts_at is None and gathering.paired is None and not gathering.is_rematch
    return is_free and table.row.rematch_of is None


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


# --- invitations --------------------------------------------------------------------------------------------
# Invitations to a lobby or a tournament, and the place of a lobby's game.
#
# All are pure functions, like ``bot.tables.lobby``.

MOST_GUESTS = 7
"""Limit of people that a host may invite to one lobby."""


def awaits_thread(table: TableState) -> bool:
    """Return whether the game needs a thread that does not exist yet."""
    gathering = table.gathering
    return table.is_playing and gathering.venue == THREAD and gathering.thread_id is None


def is_round_opening(table: TableState) -> bool:
    """Return whether a tournament's table waits for its first move."""
    is_untouched = table.match is not None and all(actor == CHANCE for actor, _ in table.match.moves)
    return table.gathering.paired is not None and is_untouched


def is_in_channel(state: TableState, channel_id: int | None) -> bool:
    """Return whether a channel is the table's channel or its thread."""
    return channel_id in (state.row.channel_id, state.thread_id)


def invited(invitations: Iterable[InvitationRow]) -> tuple[InvitationRow, ...]:
    """Return the invitations of people whom the host has invited."""
    rows = [row for row in invitations if not (row.is_subscriber or row.is_removed)]
    return tuple(row for row in rows if not row.is_unasked)


def unanswered(invitations: Iterable[InvitationRow]) -> tuple[int, ...]:
    """Return the ids of invited people who have not answered yet."""
    return tuple(row.user_id for row in invited(invitations) if not row.has_declined)


def unnotified(invitations: Iterable[InvitationRow]) -> tuple[int, ...]:
    """Return the ids of people who have not been pinged yet."""
    return tuple(row.user_id for row in invitations if not row.is_told)


def with_invited(invitations: Sequence[InvitationRow], people: Sequence[int]) -> tuple[InvitationRow, ...]:
    """Return the invitations after the host has invited more people."""
    # Subscribers who are invited now were pinged already.
    told_by_user = {row.user_id: row.is_told for row in invitations}
    after = [row for row in invitations if row.user_id not in people]
    after += [InvitationRow(user_id, is_told=told_by_user.get(user_id, False)) for user_id in people]
    return tuple(after)


def with_changes(
    invitations: Iterable[InvitationRow], people: Collection[int], **changes: Any
) -> tuple[InvitationRow, ...]:
    """Return the invitations with changed fields for some people."""
    after = []
    for row in invitations:
        if row.user_id in people:
            row = msgspec.structs.replace(row, **changes)
        after.append(row)
    return tuple(after)


def guests(table: TableState) -> tuple[InvitationRow, ...]:
    """Return the invitations of people whom the host of a lobby has invited."""
    return invited(table.gathering.invitations)


def ids_to_ping(table: TableState) -> tuple[int, ...]:
    """Return the ids of invited people who have not been pinged yet."""
    return unnotified(table.gathering.invitations)


def unanswered_ids(table: TableState | Snapshot) -> tuple[int, ...]:
    """Return the ids of invited people who have not answered yet."""
    return unanswered(table.gathering.invitations)


def invite(table: TableState, host_id: int, people: Sequence[int]) -> TableState:
    """Return the lobby after its host has invited more people. People who cannot be invited are skipped."""
    check_host(table, host_id)
    # People who are invited, seated or removed already are skipped.
    known_ids = set(user_ids(guests(table)))
    known_ids.update(user_ids(table.seats))
    strangers = all_but(dict.fromkeys(people), known_ids)
    new = [user_id for user_id in strangers if not table.was_removed(user_id)]
    if len(guests(table)) + len(new) > MOST_GUESTS:
        raise Refused("too-many-guests", most=MOST_GUESTS)
    return table.with_gathering(invitations=with_invited(table.gathering.invitations, new))


def decline(table: TableState, user_id: int, name: Name, guild_id: int) -> TableState:
    """Return the lobby with an invited person's answer "cannot come". The person may still join later.

    Args:
        guild_id: the server on which the person answered.
    """
    check_open(table)
    table.check_server(guild_id)
    if table.seat_of(user_id) is not None:
        raise Refused("already-joined", more=public_label("button-more", table.row.locale))
    if user_id not in user_ids(guests(table)):
        raise Refused("not-invited", join=public_label("button-join", table.row.locale))
    return _with_invitations(table, {user_id}, name=name, has_declined=True, is_maybe=False)


def mark_pinged(table: TableState, people: Iterable[int], *, is_told: bool = True) -> TableState:
    """Return the lobby with invited people (user ids) marked as pinged.

    Args:
        is_told: false to mark the people as not pinged.
    """
    check_open(table)
    return _with_invitations(table, set(people), is_told=is_told)


def forget_guests(table: TableState, people: Iterable[int]) -> TableState:
    """Return the lobby without the invitations of people who have left the server."""
    check_open(table)
    gone = set(people)
    remaining = tuple(
        invitation for invitation in table.gathering.invitations if invitation.user_id not in gone
    )
    return table.with_gathering(invitations=remaining)


def set_venue(table: TableState, host_id: int, venue: str) -> TableState:
    """Return the lobby after its host has chosen ``CHANNEL`` or ``THREAD`` as the place of its game."""
    check_host(table, host_id)
    if venue not in (CHANNEL, THREAD):
        raise Refused("lobby-no-such-option")
    return table.with_gathering(venue=venue)


def settle_venue(table: TableState, user_id: int, venue: Venue) -> TableState:
    """Return the lobby with the place of the game that this person, who may start it, now begins."""
    check_start(table, user_id)
    return table.with_gathering(venue=venue)


def _with_invitations(table: TableState, people: set[int], **changes: Any) -> TableState:
    return table.with_gathering(invitations=with_changes(table.gathering.invitations, people, **changes))
