"""The names of seasons."""

from __future__ import annotations

from bot.language.localizer import Localizer
from bot.language.names import escape
from bot.pages.people import Printer
from games.core.words import Text
from storage.scores.seasons import Season


def season_name(season: Season, words: Localizer, print_name: Printer = escape) -> str:
    """Return a season's name: the name that managers have chosen, or else the month."""
    if season.name:
        return print_name(season.name, False)
    day = season.last_day
    return words("season-month", month=Text(f"month-{day.month}"), year=str(day.year))


def season_end(season: Season) -> str:
    """Return the end of a season as a time that Discord shows in the reader's own time zone."""
    return f"<t:{season.ends_at // 1000}:f>"
