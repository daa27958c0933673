"""Finds the player who made a move, and names former players in texts. Seats can change hands.

Every player is represented by a seat row, also a computer player that moves for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bot.language import skeleton
from bot.tables.table_facts import TableFacts
from games.core.game import DEFAULT_LEVEL
from games.core.presentation import TableScene
from games.core.rules import CHANCE
from games.core.words import Arg, Joined, Seat, Seats, Text
from storage.rows import Name, SeatRow, Sitting


def maker_of(table: TableFacts, number: int) -> SeatRow | None:
    """Return the player who made the move with this number (from 0); ``None`` for a move of chance."""
    assert table.match is not None
    actor, _ = table.match.moves[number]
    if actor == CHANCE:
        return None
    row = player_at(table, int(actor), number)
    return _stand_in(row) if number in table.stand_in_moves else row


def is_made_by(table: TableFacts, number: int, user_id: int) -> bool:
    """Return whether a person made a move. False if a computer player moved in the person's place."""
    row = maker_of(table, number)
    return row is not None and row.user_id == user_id and not row.has_left


def player_at(table: TableFacts, seat: int, number: int) -> SeatRow:
    """Return the player who had a seat after ``number`` moves."""
    row = table.seats[seat]
    sat = [sitting for sitting in table.sittings if sitting.seat == seat and sitting.since <= number]
    if not sat:
        return row
    last = sat[-1]
    then = SeatRow(seat, last.user_id, last.name)
    if last.until is not None and number >= last.until:
        then = _stand_in(then)
    return row if is_same_player(row, then) else then


def last_movers(table: TableFacts, count: int) -> tuple[SeatRow, ...]:
    """Return for each seat the player who made the seat's last move.

    Moves after the first ``count`` are ignored. A seat that has not moved has its player at that time.
    """
    if table.match is None or not (table.sittings or table.stand_in_moves):
        return table.seats
    last = {actor: number for number, (actor, _) in enumerate(table.match.moves[:count])}
    made = [maker_of(table, last[seat]) if seat in last else None for seat in range(len(table.seats))]
    return tuple([row or player_at(table, seat, count) for seat, row in enumerate(made)])


def players_after(table: TableFacts, count: int) -> tuple[SeatRow, ...]:
    """Return the players of all seats after ``count`` moves."""
    return tuple([player_at(table, seat, count) for seat in range(len(table.seats))])


def with_user_names(rows: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return seat rows with user names added to players' names that look alike."""
    looks: dict[str, set[int | None]] = {}
    for row in rows:
        looks.setdefault(skeleton(row.name), set()).add(row.user_id)
    return tuple([_with_handle(row) if len(looks[skeleton(row.name)]) > 1 else row for row in rows])


def _with_handle(row: SeatRow) -> SeatRow:
    if not (row.name and row.handle):
        return row
    return msgspec.structs.replace(row, name=Name(f"{row.name} @{row.handle}"), handle=Name(""))


def is_same_player(row: SeatRow, other: SeatRow) -> bool:
    """Return whether two seat rows belong to the same player."""
    return (row.user_id, row.name, row.has_left) == (other.user_id, other.name, other.has_left)


def end_sitting(table: TableFacts, seat: int) -> tuple[Sitting, ...]:
    """Return the table's sittings after the person at ``seat`` has left."""
    row, before = table.seats[seat], [sitting for sitting in table.sittings if sitting.seat == seat]
    sat = before[-1] if before else Sitting(seat, 0, None, row.user_id, row.name)
    return _sorted(table, sat, msgspec.structs.replace(sat, until=table.seq))


def begin_sitting(table: TableFacts, seat: int, user_id: int, name: Name) -> tuple[Sitting, ...]:
    """Return the table's sittings after a person has taken ``seat``."""
    return _sorted(table, None, Sitting(seat, table.seq, None, user_id, name))


def _sorted(table: TableFacts, old: Sitting | None, new: Sitting) -> tuple[Sitting, ...]:
    others = [sitting for sitting in table.sittings if sitting != old]
    return tuple(sorted([*others, new], key=lambda sitting: sitting.seat))  # stable: in order at each seat


def _stand_in(row: SeatRow) -> SeatRow:
    return SeatRow(row.seat, row.user_id, row.name, DEFAULT_LEVEL, has_left=True)


class PlayerNumbers:
    """Numbers that stand for players in a table's texts.

    The number of a present player is the player's seat. Former players have larger numbers.

    Args:
        seats: the present players.
        lineups: earlier players; each line-up has one player for each seat.
    """

    def __init__(self, seats: Sequence[SeatRow], lineups: Iterable[Sequence[SeatRow]] = ()) -> None:
        self._seats = tuple(seats)
        self.former_players: tuple[SeatRow, ...] = ()  # in the order of their numbers
        for lineup in lineups:
            for seat, row in enumerate(lineup):
                if not is_same_player(self._seats[seat], row) and row not in self.former_players:
                    self.former_players += (row,)

    def has_players(self, players: Sequence[SeatRow]) -> bool:
        """Return whether all the given players still have their seats.

        Args:
            players: the player of each seat at an earlier time.
        """
        return all(is_same_player(row, now) for row, now in zip(players, self._seats, strict=True))

    def with_numbers(self, text: Text, players: Sequence[SeatRow]) -> Text:
        """Replace each seat in a text by its player's number, so that the text still names that player.

        Args:
            players: the player of each seat when the text was written.
        """
        return replace_seats(text, self.of(players))

    def of(self, players: Sequence[SeatRow]) -> tuple[int, ...]:
        """Return each player's number.

        Args:
            players: the player of each seat at an earlier time.
        """
        seats = self._seats
        return tuple(
            [
                seat if is_same_player(seats[seat], row) else len(seats) + self.former_players.index(row)
                for seat, row in enumerate(players)
            ]
        )


def replace_seats(text: Text, numbers: Sequence[int]) -> Text:
    """Return a text with each seat number replaced by ``numbers[seat]``."""
    if all(seat == number for seat, number in enumerate(numbers)):
        return text
    return _replace_seats(text, numbers)


def replace_seats_in_scene(scene: TableScene, numbers: Sequence[int]) -> TableScene:
    """Return a table's scene with each seat number in its texts replaced by ``numbers[seat]``."""
    line = None if scene.line is None else replace_seats(scene.line, numbers)
    return msgspec.structs.replace(scene, headline=replace_seats(scene.headline, numbers), line=line)


def _replace_seats(text: Text, numbers: Sequence[int]) -> Text:
    return Text(text.key, {name: _argument(arg, numbers) for name, arg in text.args.items()})


def _argument(arg: Arg, numbers: Sequence[int]) -> Arg:
    match arg:
        case Seat():
            return Seat(numbers[arg.seat])
        case Seats():
            return Seats(tuple([numbers[seat] for seat in arg.seats]))
        case Text():
            return _replace_seats(arg, numbers)
        case Joined():
            return Joined(tuple([_replace_seats(text, numbers) for text in arg.texts]))
    return arg
