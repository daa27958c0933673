"""The people at a table, by name."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.catalogue import catalogue
from bot.language.localizer import Localizer, bold
from storage.rows import SeatRow


def seat_names(seats: Sequence[SeatRow], language: str) -> list[str]:
    """Name the seats as they are written; one whose person asked to be forgotten is a former player's."""
    return [seat.name or Localizer(language)("former-player") for seat in seats]


def people_localizer(seats: Sequence[SeatRow], language: str) -> Localizer:
    """Speak of a table's people by name, harmlessly for Markdown."""
    names = seat_names(seats, language)
    return catalogue(language).once(
        ("people", *names), lambda: Localizer(language, [bold(name) for name in names])
    )
