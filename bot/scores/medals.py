"""The medals of seasons in a person's statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.language import Localizer
from bot.pages.standings import season_name
from bot.scores.leaderboard import ALL_GAMES, MEDALS
from games import GAMES, find_game
from storage.scores.boards import Medal

NEWEST = 3
"""Number of medals that are listed. Older ones are only counted."""


def medal_lines(medals: Sequence[Medal], kind: str, words: Localizer) -> list[str]:
    """Return lines about a person's medals: the numbers of gold, silver and bronze, then the newest medals.

    Args:
        medals: all medals, newest season first.
        kind: a game's id, or ``ALL_GAMES``.
    """
    listed = [medal for medal in medals if kind in (ALL_GAMES, medal.game) and _is_existing_game(medal.game)]
    if not listed:
        return []
    number = Counter(medal.place for medal in listed)
    counts = [
        words("season-medals-count", medal=medal, count=number[place])
        for place, medal in MEDALS.items()
        if number[place]
    ]
    return [
        words("season-medals", counts=" ".join(counts)),
        *(_line(medal, words) for medal in listed[:NEWEST]),
    ]


def _line(medal: Medal, words: Localizer) -> str:
    game = words(f"{medal.game}-name") if medal.game else words("board-all-games")
    emoji = find_game(medal.game).emoji if medal.game else ""
    name = f"{emoji} {game}".strip()
    return words(
        "season-medal", medal=MEDALS[medal.place], game=name, season=season_name(medal.season, words)
    )


def _is_existing_game(game_id: str) -> bool:
    # An empty id stands for all games together. A game may have been removed from the bot.
    return not game_id or any(game.id == game_id for game in GAMES)
