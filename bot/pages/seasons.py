"""The names and ends of seasons as texts."""

from __future__ import annotations

from bot.language.localizer import Localizer
from bot.language.names import escape
from bot.pages.people import NameFormatter
from games.core.words import Text
from storage.scores.seasons import Season


def season_name(season: Season, words: Localizer, format_name: NameFormatter = escape) -> str:
    """Return a season's name if managers have chosen one, otherwise its month."""
    if season.name:
        return format_name(season.name, False)
    day = season.last_day
    return words("season-month", month=Text(f"month-{day.month}"), year=str(day.year))


def season_end(season: Season) -> str:
    """Return Discord's markup for the end of a season, shown in the reader's time zone."""
    return f"<t:{season.ends_at // 1000}:f>"
