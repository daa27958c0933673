"""Names of those who play a table's seats: people, and computer players for those who left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from bot.language.catalogue import catalogue
from bot.language.localizer import Localizer
from bot.language.names import bold, clean, escape, label
from bot.tables.absence import stand_in
from bot.tables.computers import ROBOT
from storage.rows import SeatRow


class Seated(Protocol):
    """A table, or what is shown of it."""

    @property
    def id(self) -> str: ...

    @property
    def seats(self) -> Sequence[SeatRow]: ...


class Spoken(Seated, Protocol):
    """A table whose texts may name others besides those who sit there now."""

    @property
    def voices(self) -> Sequence[SeatRow]: ...


def seat_names(table: Seated, language: str) -> list[str]:
    """Name who plays the seats, for pictures, buttons and menus."""
    return names_of(table, table.seats, language)


def names_of(table: Seated, players: Sequence[SeatRow], language: str) -> list[str]:
    """Name some who played at a table, for pictures, buttons and menus."""
    return [_player(table, row, language, label, label) for row in players]


def people_localizer(table: Spoken, language: str) -> Localizer:
    """Speak of those who play at a table by name, harmlessly for Markdown."""
    return localizer_of(table, (*table.seats, *table.voices), language)


def localizer_of(table: Seated, players: Sequence[SeatRow], language: str) -> Localizer:
    """Speak of some who played at a table by name, harmlessly for Markdown."""
    known = [(clean(row.name), row.left) for row in players]
    return catalogue(language).once(
        ("people", table.id if any(row.left for row in players) else "", *known),
        lambda: Localizer(language, [_player(table, row, language, bold, escape) for row in players]),
    )


def holder_name(table: Seated, seat: int, language: str, shown: Callable[[str], str] = label) -> str:
    """Name the person whose seat it is or was, even while another plays it; forgotten people have no name."""
    name = table.seats[seat].name
    return shown(name) if name else Localizer(language)("former-player")


def stand_in_name(table: Seated, seat: int, words: Localizer) -> str:
    """Name the computer player that moves for whoever is away, or has left; no two share a name."""
    return f"{words('stand-in-name', number=stand_in(table.id, seat))} {ROBOT}"


def _player(
    table: Seated, row: SeatRow, language: str, shown: Callable[[str], str], beside: Callable[[str], str]
) -> str:
    """Name who plays a seat: a computer player, with its own name, wherever somebody has left.

    Args:
        table: the table.
        row: the seat.
        language: the reader's.
        shown, beside: print the name of who plays, and of who did.
    """
    words = Localizer(language)
    if not row.left:
        return shown(row.name) if row.name else words("former-player")
    name = shown(stand_in_name(table, row.seat, words))
    return (
        words("seat-for", name=name, who=beside(row.name))
        if row.name
        else words("seat-for-nobody", name=name)
    )
