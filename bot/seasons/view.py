"""The message about a season: the people with medals, overall and in each game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import bold, escape
from bot.pages.seasons import season_end, season_name
from bot.pages.standings import MEDALS
from bot.wire.components import Item, Separator, button, button_rows, text_display
from bot.wire.messages import Page, framed
from games import GAMES
from storage.fields import Name
from storage.scores.seasons import Season
from storage.scores.standings import Medalist

BUTTON = "season"
"""First part of the custom id of the button that opens the standings of a season."""
MOST_NAMED = 4
"""Most people named for one place of a game. If more share the place, the rest is given as a number."""


def season_page(season: Season, winners: Sequence[Medalist], language: str) -> Page:
    """Return the public message of a season, with the present or the final winners."""
    words = Localizer(language)
    title = "season-post-over" if season.is_closed else "season-post-soon"
    head = words(title, season=season_name(season, words), when=_when(season))
    items: list[Item] = [text_display(head)]
    overall = [winner for winner in winners if not winner.game]
    if overall:
        items.append(text_display(words("season-post-all"), *_winner_lines(overall, words), limit=1200))
    games = [line for game in GAMES if (line := _game_line(game.id, game.emoji, winners, words))]
    items += [Separator(), text_display(*games, limit=1800)] if games else []
    items.append(text_display(f"-# {words('season-post-foot')}"))
    way = button(BUTTON, "all", words("button-season"), str(season.number), emoji="🏆")
    return framed(*items, *button_rows([way]), accent=colours.OVER)


def _when(season: Season) -> str:
    return f"<t:{season.ends_at // 1000}:R>" if not season.is_closed else season_end(season)


def _winner_lines(winners: Sequence[Medalist], words: Localizer) -> list[str]:
    lines = []
    for place, medal in enumerate(MEDALS, 1):
        equal = [winner for winner in winners if winner.place == place]
        for winner in equal[:MOST_NAMED]:
            name = _name(winner.name, words, is_bold=True)
            lines.append(
                words("season-post-row", medal=medal, name=name, beaten=winner.beaten, wins=winner.wins)
            )
        if equal[MOST_NAMED:]:
            lines.append(words("season-post-more", medal=medal, count=len(equal) - MOST_NAMED))
    return lines


def _game_line(game: str, emoji: str, winners: Sequence[Medalist], words: Localizer) -> str:
    parts = []
    for place, medal in enumerate(MEDALS, 1):
        equal = [winner for winner in winners if winner.game == game and winner.place == place]
        if len(equal) > MOST_NAMED:
            parts.append(words("season-post-others", medal=medal, count=len(equal)))
        else:
            parts += [
                words("season-post-winner", medal=medal, name=_name(winner.name, words)) for winner in equal
            ]
    if not parts:
        return ""
    return words("season-post-game", emoji=emoji, game=words(f"{game}-name"), winners=" ".join(parts))


def _name(name: Name, words: Localizer, *, is_bold: bool = False) -> str:
    if not name:
        return words("former-player")
    return bold(name) if is_bold else escape(name)
