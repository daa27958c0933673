"""Statistics of a person for each game, with a chart of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

import msgspec

from bot import interactions
from bot.language import Localizer, escape
from bot.pages.boards import play_now_button
from bot.pictures import LazyPicture
from bot.pictures.scores import INKS, ChartPoint, RatingHistory, draw_chart
from bot.scores.leaderboard import ALL_GAMES, game_menu
from bot.scores.medals import medal_lines
from bot.scores.trophies import trophies_button
from bot.wire.components import Item, MediaGallery, Separator, button_rows, gallery, text_display
from bot.wire.messages import Page, framed
from games import find_game
from storage.rows import Name
from storage.scores.stats import GameStats, Stats

LEAST_POINTS = 2
"""Smallest number of ratings for which a chart is drawn."""


_GAMES_LIMIT = 2600
"""Characters for the paragraphs of all games together.

Discord allows 4,000 characters in a message. Title, totals, medals, partners and the last line take the rest.
"""


def stats_page(
    stats: Stats | None, user_id: int, name: Name, words: Localizer, kind: str = ALL_GAMES
) -> Page:
    """Return a person's statistics.

    Args:
        stats: ``None`` if the person has finished no game.
        kind: a game's id, or ``ALL_GAMES``.
    """
    title = words("stats-title", name=escape(name))
    if stats is None or not stats.played:
        none = text_display(words("stats-none"), *_practice_lines(stats, words))
        return framed(
            text_display(title), none, *button_rows([play_now_button(words)]), accent=interactions.QUIET
        )
    # The totals of all games, or the one game that was chosen.
    games = [game for game in stats.games if kind in (ALL_GAMES, game.game)]
    medals = medal_lines(stats.medals, kind, words)
    items: list[Item] = [text_display(title, *medals)]
    if kind == ALL_GAMES:
        streak = _streak(stats.streak, stats.best_streak, words)
        total = _total(stats.played, stats.won, words)
        items = [text_display(title, total, streak, *_practice_lines(stats, words), *medals)]
    elif not games:
        items.append(text_display(words("stats-none-of", game=words(f"{kind}-name"))))
    # A paragraph for each game, then partners in games with teams.
    for game in games:
        items += [Separator(), text_display(*_game_lines(game, words), limit=_GAMES_LIMIT // len(games))]
    if stats.partners and kind == ALL_GAMES:
        partners = [
            words("stats-partner", name=escape(partner.name), games=partner.games, won=partner.won)
            for partner in stats.partners
        ]
        items += [Separator(), text_display(words("stats-partners"), *partners)]
    # A course of ratings needs several games, and the picture has a limited number of colours.
    charts: list[LazyPicture] = []
    charted = [game for game in games if len(game.points) >= LEAST_POINTS][: len(INKS)]
    if charted:
        chart_gallery, chart = _chart(charted, words)
        items.append(chart_gallery)
        charts.append(chart)
    foot = "stats-foot-rated" if any(game.rating is not None for game in games) else "stats-foot"
    items += [text_display(f"-# {words(foot)}"), game_menu("stats", str(user_id), kind, words)]
    items += button_rows([trophies_button(user_id, words, kind)])
    return framed(*items, accent=interactions.OVER, files=charts)


def _practice_lines(stats: Stats | None, words: Localizer) -> list[str]:
    return [words("stats-practice", games=stats.practised)] if stats and stats.practised else []


def _total(played: int, won: int, words: Localizer) -> str:
    return words("stats-total", played=played, won=won, share=f"{100 * won / played:.0f}")


def _streak(streak: int, best: int, words: Localizer) -> str:
    return words("stats-streak", streak=streak, best=best) if best > 1 else ""


def _game_lines(game: GameStats, words: Localizer) -> list[str]:
    head = f"{find_game(game.game).emoji} **{words(f'{game.game}-name')}**"
    if game.rating is not None:
        rating = f"{game.rating}{'?' if game.provisional else ''}"
        head = f"{head} · {words('stats-rating', rating=rating, games=game.rated)}"
    place = words("stats-place", place=_mean(game.mean_place), seats=_mean(game.mean_seats))
    lines = [head, f"{_total(game.played, game.won, words)} · {place}"]
    lines.append(_streak(game.streak, game.best_streak, words))
    return [*lines, *fact_lines(game.game, game.facts, words)]


def _mean(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def fact_lines(game_id: str, facts: dict[str, int], words: Localizer) -> list[str]:
    """Return lines about a person's counters in one game, such as the number of lies."""
    return [words(line) for line in find_game(game_id).presenter.facts(facts)]


def _chart(games: Sequence[GameStats], words: Localizer) -> tuple[MediaGallery, LazyPicture]:
    lines = [
        RatingHistory(
            words(f"{game.game}-name"), tuple(ChartPoint(point.at, point.rating) for point in game.points)
        )
        for game in games
    ]
    times = [point.at for game in games for point in game.points]
    # The description says in words where each line begins, ends, and how far it goes.
    descriptions = [
        words(
            "stats-chart-line",
            game=line.name,
            start=str(line.points[0].rating),
            end=str(line.points[-1].rating),
            low=str(min(point.rating for point in line.points)),
            high=str(max(point.rating for point in line.points)),
        )
        for line in lines
    ]
    span = _date(min(times)), _date(max(times))
    chart = LazyPicture("ratings", msgspec.json.encode((lines, span)), partial(draw_chart, lines, span))
    return gallery(chart.filename, "\n".join(descriptions)), chart


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
