"""Names of a table's players: people, and the computer players that move for people who left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias

import msgspec

from bot.language.catalogue import catalogue
from bot.language.localizer import Localizer
from bot.language.names import ROBOT, bold, clean, escape, label, skeleton
from bot.pages.phone import LABEL, text_width
from bot.tables.absence import stand_in_number
from bot.tables.computers import is_computer
from bot.tables.makers import with_user_names
from bot.tables.snapshot import Snapshot
from storage.fields import Name
from storage.rows import SeatRow

Printer: TypeAlias = Callable[[Name, bool], str]
"""Function that prints a name: ``bold``, ``escape`` or ``label``. Its second argument is true for computer
players.
"""


SHORT_NAME = 90
"""Width in points of a shortened name, as on a button."""


class SeatedTable(Protocol):
    """Protocol of objects with an id and seats, such as tables and snapshots."""

    @property
    def id(self) -> str: ...

    @property
    def seats(self) -> Sequence[SeatRow]: ...


class WithFormerPlayers(SeatedTable, Protocol):
    """Protocol of tables and snapshots that also contain the players who have left."""

    @property
    def former_players(self) -> Sequence[SeatRow]: ...


def seat_names(table: SeatedTable, language: str) -> list[str]:
    """Return the players' names for pictures, buttons and menus."""
    return names_of(table, table.seats, language)


def names_of(table: SeatedTable, players: Sequence[SeatRow], language: str) -> list[str]:
    """Return names of some players for pictures, buttons and menus."""
    return [_player(table, row, language, label, label) for row in with_user_names(players)]


def with_short_names(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot in which long names are cut and end in "…".

    A name is not cut if it would look like another name.
    """
    rows = with_user_names(snapshot.seats)
    short = [_short_name(row.name) for row in rows]
    looks = Counter(map(skeleton, short))
    seats = [
        row if looks[skeleton(name)] > 1 else msgspec.structs.replace(row, name=name)
        for row, name in zip(rows, short, strict=True)
    ]
    return replace(snapshot, seats=tuple(seats))


def _short_name(name: Name) -> Name:
    """Return a name that is at most ``SHORT_NAME`` points wide as a button's label."""
    if text_width(name, LABEL) <= SHORT_NAME:
        return name
    letters = clean(name)
    while letters and text_width(f"{letters}…", LABEL) > SHORT_NAME:
        letters = letters[:-1]
    return Name(f"{letters.rstrip()}…")


def people_localizer(table: WithFormerPlayers, language: str) -> Localizer:
    """Return a localizer with the names of a table's players, escaped for Markdown."""
    return localizer_of(table, (*table.seats, *table.former_players), language)


def localizer_of(table: SeatedTable, players: Sequence[SeatRow], language: str) -> Localizer:
    """Return a localizer with the names of these players of a table, escaped for Markdown."""
    players = with_user_names(players)
    names = [(clean(row.name, is_computer(row)), row.has_left) for row in players]
    return catalogue(language).get_or_make(
        ("people", table.id if any(row.has_left for row in players) else "", *names),
        lambda: Localizer(language, [_player(table, row, language, bold, escape) for row in players]),
    )


def holder_name(table: SeatedTable, seat: int, language: str, print_name: Printer = label) -> str:
    """Return the name of the person to whom a seat belongs, even while a computer player moves for them."""
    name = table.seats[seat].name
    return print_name(name, is_computer(table.seats[seat])) if name else Localizer(language)("former-player")


def stand_in_name(table: SeatedTable, seat: int, words: Localizer) -> Name:
    """Return the name of the computer player that moves for an absent person, which differs for each seat."""
    return Name(f"{words('stand-in-name', number=stand_in_number(table.id, seat))} {ROBOT}")


def _player(
    table: SeatedTable, row: SeatRow, language: str, print_name: Printer, print_leaver: Printer
) -> str:
    """Return the name of a seat's player, or "COMPUTER for PERSON" if the person has left.

    ``print_name`` formats the name of the present player, ``print_leaver`` that of the person who left.
    """
    words = Localizer(language)
    if not row.has_left:
        return print_name(row.name, is_computer(row)) if row.name else words("former-player")
    name = print_name(stand_in_name(table, row.seat, words), True)
    return (
        words("seat-for", name=name, who=print_leaver(row.name, False))
        if row.name
        else words("seat-for-nobody", name=name)
    )
