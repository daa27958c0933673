"""How a game ended, in words."""

from __future__ import annotations

from bot.language.localizer import Localizer
from games.core.game import Game
from games.core.rules import Result, View

MEDALS = ("🥇", "🥈", "🥉")


def standing_lines(game: Game, view: View, result: Result | None, words: Localizer) -> list[str]:
    """List the ranking, equal places as equal, with scores; nothing before there is a result."""
    if result is None:
        return []
    lines = [words(line) for line in game.presenter.outcome(view, result)]
    for group in result.ranking:
        place = result.places[group[0]]
        names = words.join([words.name(seat) for seat in group])
        scores = sorted({result.scores[seat] for seat in group})
        score = "–".join(f"{score:g}" for score in scores)
        key = f"{game.id}-result-score"
        told = (
            words(key, score=score, best=max(scores))
            if words.has(key)
            else words("result-score", score=score)
        )
        lines.append(f"{MEDALS[place - 1] if place <= 3 else f'{place}.'} {names} · {told}")
    return lines
