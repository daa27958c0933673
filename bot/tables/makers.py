"""Finds who made which move. Seats change hands, but each line of news keeps the name of the player who made
the move.

A player is represented by the seat's row at that time: a person, or a stand-in (``left``). The *cast* of a
table is all players that its texts name, former ones included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bot.language.names import skeleton
from bot.tables.table_facts import TableFacts
from games.core.game import DEFAULT_LEVEL
from games.core.presentation import TableScene
from games.core.rules import CHANCE
from games.core.words import Arg, Joined, Seat, Seats, Text
from storage.fields import Name
from storage.rows import SeatRow, Sitting


def who_made(table: TableFacts, number: int) -> SeatRow | None:
    """Return the player who made move ``number`` (counted from 0), as a seat row of that time; ``None`` for
    chance.
    """
    assert table.match is not None
    actor, _ = table.match.moves[number]
    if actor == CHANCE:
        return None
    row = player_at(table, int(actor), number)
    return _stand_in(row) if number in table.stood_in else row


def is_by(table: TableFacts, number: int, user_id: int) -> bool:
    """True if a person made a move themselves, not a computer player for them."""
    row = who_made(table, number)
    return row is not None and row.user_id == user_id and not row.left


def player_at(table: TableFacts, seat: int, number: int) -> SeatRow:
    """Return the player who had a seat after ``number`` moves, as a seat row of that time."""
    row = table.seats[seat]
    sat = [one for one in table.sittings if one.seat == seat and one.since <= number]
    if not sat:
        return row
    last = sat[-1]
    then = SeatRow(seat, last.user_id, last.name)
    if last.until is not None and number >= last.until:
        then = _stand_in(then)
    return row if is_same(row, then) else then


def speakers(table: TableFacts, count: int) -> tuple[SeatRow, ...]:
    """Return for each seat the player of its last move among the first ``count`` moves, or else its first
    player.
    """
    if table.match is None or not (table.sittings or table.stood_in):
        return table.seats
    last = {actor: number for number, (actor, _) in enumerate(table.match.moves[:count])}
    made = [who_made(table, last[seat]) if seat in last else None for seat in range(len(table.seats))]
    return tuple([row or player_at(table, seat, count) for seat, row in enumerate(made)])


def players(table: TableFacts, count: int) -> tuple[SeatRow, ...]:
    """Return the players of all seats after ``count`` moves."""
    return tuple([player_at(table, seat, count) for seat in range(len(table.seats))])


def with_user_names(rows: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return seat rows in which players whose names look alike have their user name added."""
    looks: dict[str, set[int | None]] = {}
    for row in rows:
        looks.setdefault(skeleton(row.name), set()).add(row.user_id)
    return tuple([_with_handle(row) if len(looks[skeleton(row.name)]) > 1 else row for row in rows])


def _with_handle(row: SeatRow) -> SeatRow:
    """Return a seat row with the user name added to the name, if the row has both."""
    if not (row.name and row.handle):
        return row
    return msgspec.structs.replace(row, name=Name(f"{row.name} @{row.handle}"), handle=Name(""))


def is_same(one: SeatRow, other: SeatRow) -> bool:
    """True if two seat rows mean the same player."""
    return (one.user_id, one.name, one.left) == (other.user_id, other.name, other.left)


def stood_up(table: TableFacts, seat: int) -> tuple[Sitting, ...]:
    """Return the list of who sat where and when, with the seat's person as having left now."""
    row, before = table.seats[seat], [one for one in table.sittings if one.seat == seat]
    sat = before[-1] if before else Sitting(seat, 0, None, row.user_id, row.name)
    return _sorted(table, sat, msgspec.structs.replace(sat, until=table.seq))


def sat_down(table: TableFacts, seat: int, user_id: int, name: Name) -> tuple[Sitting, ...]:
    """Return the list of who sat where and when, with a person who takes a seat over now."""
    return _sorted(table, None, Sitting(seat, table.seq, None, user_id, name))


def _sorted(table: TableFacts, old: Sitting | None, new: Sitting) -> tuple[Sitting, ...]:
    others = [one for one in table.sittings if one != old]
    return tuple(sorted([*others, new], key=lambda one: one.seat))  # stable: in order at each seat


def _stand_in(row: SeatRow) -> SeatRow:
    """Return the seat row of the computer player that moves for the row's person."""
    return SeatRow(row.seat, row.user_id, row.name, DEFAULT_LEVEL, left=True)


class Cast:
    """Numbers the players that a table's texts name: first those at the seats, then former ones.

    Args:
        seats: the players at the seats.
        companies: for each text, or group of texts, the players that its seats mean.

    Attributes:
        others: the former players; texts name them by the numbers after those of the seats.
    """

    def __init__(self, seats: Sequence[SeatRow], companies: Iterable[Sequence[SeatRow]] = ()) -> None:
        self._seats = tuple(seats)
        self.others: tuple[SeatRow, ...] = ()
        for company in companies:
            for seat, row in enumerate(company):
                if not is_same(self._seats[seat], row) and row not in self.others:
                    self.others += (row,)

    def with_players(self, said: Text, players: Sequence[SeatRow]) -> Text:
        """Return a text in which each seat's number is replaced by the number of the given player of that
        seat.
        """
        return renamed(said, self.numbers(players))

    def numbers(self, players: Sequence[SeatRow]) -> tuple[int, ...]:
        """Return for each seat the number by which texts name its player in ``players``."""
        seats = self._seats
        return tuple(
            [
                seat if is_same(seats[seat], row) else len(seats) + self.others.index(row)
                for seat, row in enumerate(players)
            ]
        )


def renamed(said: Text, numbers: Sequence[int]) -> Text:
    """Return the text with each seat number ``i`` replaced by ``numbers[i]``."""
    if all(seat == number for seat, number in enumerate(numbers)):
        return said
    return _renamed(said, numbers)


def scene_with_numbers(scene: TableScene, numbers: Sequence[int]) -> TableScene:
    """Return a scene with each seat number ``i`` in its lines replaced by ``numbers[i]``. Its picture stays
    the same.
    """
    line = None if scene.line is None else renamed(scene.line, numbers)
    return msgspec.structs.replace(scene, headline=renamed(scene.headline, numbers), line=line)


def _renamed(said: Text, numbers: Sequence[int]) -> Text:
    return Text(said.key, {name: _argument(arg, numbers) for name, arg in said.args.items()})


def _argument(arg: Arg, numbers: Sequence[int]) -> Arg:
    match arg:
        case Seat():
            return Seat(numbers[arg.seat])
        case Seats():
            return Seats(tuple([numbers[seat] for seat in arg.seats]))
        case Text():
            return _renamed(arg, numbers)
        case Joined():
            return Joined(tuple([_renamed(text, numbers) for text in arg.texts]))
    return arg
