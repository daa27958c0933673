"""The people at a table, by name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.language.localizer import Localizer, escape
from storage.rows import SeatRow

_CORE = re.compile(r"([\W_]*)(.*?)([\W_]*)", re.DOTALL)
"""A name's letters and digits from the first to the last, with what stands before and behind."""


def seat_names(seats: Sequence[SeatRow], language: str) -> list[str]:
    """Name the seats as they are written; one whose person asked to be forgotten is a former player's."""
    return [seat.name or Localizer(language)("former-player") for seat in seats]


def people_localizer(seats: Sequence[SeatRow], language: str) -> Localizer:
    """Speak of a table's people by name, in bold, harmlessly for Markdown."""
    return Localizer(language, [bold(name) for name in seat_names(seats, language)])


def bold(name: str) -> str:
    """Print a name in bold.

    Emoji and brackets at its ends stay outside of the marks: between them and a letter that follows without a
    space, as in Japanese, the marks would be read as plain asterisks.

    >>> bold("Nami 🤖")
    '**Nami** 🤖'
    """
    found = _CORE.fullmatch(" ".join(name.split())[:80])
    assert found is not None
    before, core, behind = map(escape_part, found.groups())
    return f"{before}**{core}**{behind}" if core else before + behind


def escape_part(text: str) -> str:
    """Make a part of a name harmless, keeping the spaces at its ends."""
    inner = escape(text)
    lead = text[: len(text) - len(text.lstrip())]
    return f"{lead}{inner}{text[len(text.rstrip()) :]}" if inner else text
