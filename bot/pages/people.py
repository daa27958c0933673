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
from bot.pages.names_in_pictures import PlayerName
from bot.pages.phone import LABEL, text_width
from bot.tables.absence import stand_in_number
from bot.tables.computers import is_computer
from bot.tables.makers import with_user_names
from bot.tables.snapshot import Snapshot
from storage.fields import Name
from storage.rows import SeatRow

NameFormatter: TypeAlias = Callable[[Name, bool], str]
"""Function that prints a name: ``bold``, ``escape`` or ``label``. Its second argument is true for computer
players.
"""


SHORT_NAME = 90
"""Width in points of a shortened name, as on a button."""


class SeatedTable(Protocol):
    """An object with an id and seats, such as a table or a snapshot."""

    @property
    def id(self) -> str: ...

    @property
    def seats(self) -> Sequence[SeatRow]: ...


class WithFormerPlayers(SeatedTable, Protocol):
    """A table or snapshot that also has the players who have left."""

    @property
    def former_players(self) -> Sequence[SeatRow]: ...


def seat_names(table: SeatedTable, language: str) -> list[PlayerName]:
    """Return the players' names for pictures, buttons and menus."""
    return player_names(table, table.seats, language)


def player_names(table: SeatedTable, players: Sequence[SeatRow], language: str) -> list[PlayerName]:
    """Return names of some players for pictures, buttons and menus."""
    texts = [_player_name(table, row, language, label, label) for row in with_user_names(players)]
    fallbacks = [
        _player_name(table, msgspec.structs.replace(row, name=row.handle or row.name), language, label, label)
        for row in players
    ]
    return list(map(PlayerName, texts, fallbacks))


def with_short_names(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot with long names shortened. Names that would then look alike are not shortened."""
    rows = with_user_names(snapshot.seats)
    short = [_short_name(row.name) for row in rows]
    looks = Counter(map(skeleton, short))
    seats = [
        row if looks[skeleton(name)] > 1 else msgspec.structs.replace(row, name=name)
        for row, name in zip(rows, short, strict=True)
    ]
    return replace(snapshot, seats=tuple(seats))


def _short_name(name: Name) -> Name:
    if text_width(name, LABEL) <= SHORT_NAME:
        return name
    letters = clean(name)
    while letters and text_width(f"{letters}…", LABEL) > SHORT_NAME:
        letters = letters[:-1]
    return Name(f"{letters.rstrip()}…")


def people_localizer(table: WithFormerPlayers, language: str) -> Localizer:
    """Return a localizer with the names of a table's players, escaped for Markdown."""
    return players_localizer(table, (*table.seats, *table.former_players), language)


def players_localizer(table: SeatedTable, players: Sequence[SeatRow], language: str) -> Localizer:
    """Return a localizer with the names of some players of a table, escaped for Markdown."""
    players = with_user_names(players)
    names = [(clean(row.name, is_computer(row)), row.has_left) for row in players]
    return catalogue(language).get_or_make(
        ("people", table.id if any(row.has_left for row in players) else "", *names),
        lambda: Localizer(language, [_player_name(table, row, language, bold, escape) for row in players]),
    )


def seat_owner_name(table: SeatedTable, seat: int, language: str, format_name: NameFormatter = label) -> str:
    """Return the name of the person who owns a seat. A computer player may be moving for this person."""
    name = table.seats[seat].name
    return format_name(name, is_computer(table.seats[seat])) if name else Localizer(language)("former-player")


def stand_in_name(table: SeatedTable, seat: int, words: Localizer) -> Name:
    """Return the name of the computer player that moves for an absent person."""
    return Name(f"{words('stand-in-name', number=stand_in_number(table.id, seat))} {ROBOT}")


def _player_name(
    table: SeatedTable, row: SeatRow, language: str, format_name: NameFormatter, format_leaver: NameFormatter
) -> str:
    words = Localizer(language)
    if not row.has_left:
        return format_name(row.name, is_computer(row)) if row.name else words("former-player")
    name = format_name(stand_in_name(table, row.seat, words), True)
    return (
        words("seat-for", name=name, who=format_leaver(row.name, False))
        if row.name
        else words("seat-for-nobody", name=name)
    )
