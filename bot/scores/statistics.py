"""Statistics and medals of a person, with a chart of ratings; /stats and its menu."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import chain

import discord
import msgspec

from bot import interactions
from bot.app import Interaction, Tap
from bot.interactions import (
    allowed_everywhere,
    answer,
    command,
    context_menu,
    number_in,
    update,
    words_for,
)
from bot.language import Localizer, escape, game_emoji, game_name
from bot.pages.boards import play_now_button
from bot.pages.standings import season_name
from bot.pictures import LazyPicture
from bot.pictures.scores import INKS, ChartPoint, RatingHistory, draw_chart
from bot.refused import Refused
from bot.scores.grades import grade_text
from bot.scores.leaderboard import ALL_GAMES, MEDALS, chosen_game, game_menu
from bot.scores.trophies import trophies_button
from bot.times import date_text
from bot.wire.components import Item, MediaGallery, Separator, button_rows, gallery, text_display
from bot.wire.messages import Page, framed
from games import GAMES, find_game
from storage.rows import Name
from storage.scores.boards import Medal
from storage.scores.stats import GameStats, Stats, load_stats

LEAST_POINTS = 2
"""Smallest number of ratings for which a chart is drawn."""


_MOST_PARAGRAPHS = 12
"""With more games, all share a paragraph, since a message has at most 40 components."""


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
        none = text_display(words("stats-none"), _practice_lines(stats, words))
        return framed(
            text_display(title), none, button_rows([play_now_button(words)]), accent=interactions.QUIET
        )
    # The totals of all games, or the one game that was chosen.
    games = [game for game in stats.games if kind in (ALL_GAMES, game.game)]
    medals = medal_lines(stats.medals, kind, words)
    items: list[Item] = [text_display(title, medals)]
    if kind == ALL_GAMES:
        streak = _streak(stats.streak, stats.best_streak, words)
        total = _total(stats.played, stats.won, words)
        items = [text_display(title, total, streak, _practice_lines(stats, words), medals)]
    elif not games:
        items.append(text_display(words("stats-none-of", game=words(f"{kind}-name"))))
    # A paragraph for each game, then partners in games with teams.
    items += _paragraphs(games, words)
    if stats.partners and kind == ALL_GAMES:
        partners = [
            words("stats-partner", name=escape(partner.name), games=partner.games, won=partner.won)
            for partner in stats.partners
        ]
        items += [Separator(), text_display(words("stats-partners"), partners)]
    # A course of ratings needs several games, and the picture has a limited number of colours.
    charts: list[LazyPicture] = []
    charted = [game for game in games if len(game.points) >= LEAST_POINTS][: len(INKS)]
    if charted:
        chart_gallery, chart = _chart(charted, words)
        items.append(chart_gallery)
        charts.append(chart)
    if any(game.rating is not None for game in games):
        foot = "stats-foot-rated"
    else:
        foot = "stats-foot"
    items += [text_display(f"-# {words(foot)}"), game_menu("stats", str(user_id), kind, words)]
    items += button_rows([trophies_button(user_id, words, kind)])
    return framed(items, accent=interactions.OVER, files=charts)


def _paragraphs(games: Sequence[GameStats], words: Localizer) -> list[Item]:
    # With many games, each has only its rating and its totals here. The menu below has the rest.
    if len(games) > _MOST_PARAGRAPHS:
        return [
            Separator(),
            text_display(chain.from_iterable([_game_lines(game, words)[:2] for game in games])),
        ]
    items: list[Item] = []
    for game in games:
        items += [Separator(), text_display(_game_lines(game, words))]
    return items


def _practice_lines(stats: Stats | None, words: Localizer) -> list[str]:
    if stats and stats.practised:
        return [words("stats-practice", games=stats.practised)]
    return []


def _total(played: int, won: int, words: Localizer) -> str:
    return words("stats-total", played=played, won=won, share=f"{100 * won / played:.0f}")


def _streak(streak: int, best: int, words: Localizer) -> str:
    if best > 1:
        return words("stats-streak", streak=streak, best=best)
    return ""


def _game_lines(game: GameStats, words: Localizer) -> list[str]:
    head = f"{game_emoji(game.game)} **{words(game_name(game.game))}**"
    if game.rating is not None:
        rating = f"{game.rating}{'?' if game.provisional else ''}"
        head = f"{head} · {words('stats-rating', rating=rating, games=game.rated)}"
        if not game.provisional:
            head = f"{head} · {words(grade_text(game.rating))}"
    place = words("stats-place", place=_mean(game.mean_place), seats=_mean(game.mean_seats))
    lines = [head, f"{_total(game.played, game.won, words)} · {place}"]
    lines.append(_streak(game.streak, game.best_streak, words))
    lines += statistics_lines(game.game, game.facts, words)
    return lines


def _mean(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def statistics_lines(game_id: str, facts: dict[str, int], words: Localizer) -> list[str]:
    """Return lines about a person's counters in one game, such as the number of lies."""
    if game_id not in GAMES.ids:
        return []
    return [words(line) for line in find_game(game_id).presenter.statistics(facts)]


def _chart(games: Sequence[GameStats], words: Localizer) -> tuple[MediaGallery, LazyPicture]:
    lines = []
    times: list[int] = []
    descriptions = []
    for game in games:
        name = words(game_name(game.game))
        lines.append(RatingHistory(name, tuple(ChartPoint(point.at, point.rating) for point in game.points)))
        times += [point.at for point in game.points]
        # The description says in words where each line begins, ends, and how far it goes.
        ratings = [point.rating for point in game.points]
        descriptions.append(
            words(
                "stats-chart-line",
                game=name,
                start=str(ratings[0]),
                end=str(ratings[-1]),
                low=str(min(ratings)),
                high=str(max(ratings)),
            )
        )
    span = date_text(min(times), words.language), date_text(max(times), words.language)
    chart = LazyPicture("ratings", msgspec.json.encode((lines, span)), partial(draw_chart, lines, span))
    return gallery(chart.filename, "\n".join(descriptions)), chart


# --- medals -------------------------------------------------------------------------------------------------

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
    lines = [words("season-medals", counts=" ".join(counts))]
    lines += [_medal_line(medal, words) for medal in listed[:NEWEST]]
    return lines


def _medal_line(medal: Medal, words: Localizer) -> str:
    if medal.game:
        game = words(f"{medal.game}-name")
    else:
        game = words("board-all-games")
    emoji = find_game(medal.game).emoji if medal.game else ""
    name = f"{emoji} {game}".strip()
    return words(
        "season-medal", medal=MEDALS[medal.place], game=name, season=season_name(medal.season, words)
    )


def _is_existing_game(game_id: str) -> bool:
    # An empty id stands for all games together. A game may have been removed from the bot.
    return not game_id or game_id in GAMES.ids


# --- handlers -----------------------------------------------------------------------------------------------


@allowed_everywhere
@command("stats", "member")
async def stats(interaction: Interaction, member: discord.User | None = None) -> None:
    """Show a member's statistics on this server, by default the person's own, in a private message."""
    await _answer_with_stats(interaction, member or interaction.user)


@context_menu("stats")
async def stats_of_member(interaction: Interaction, member: discord.Member) -> None:
    """Show a member's statistics on this server in a private message."""
    await _answer_with_stats(interaction, member)


async def _answer_with_stats(interaction: Interaction, person: discord.User | discord.Member) -> None:
    # Outside of servers they cover all servers, and name people and seasons there.
    if interaction.guild_id is None and person.id != interaction.user.id:
        raise Refused("stats-only-own")
    interaction.client.tables.check_results_public([person.id])
    statistics = await _load_stats(interaction, person.id)
    await answer(
        interaction, stats_page(statistics, person.id, Name(person.display_name), words_for(interaction))
    )


async def _load_stats(interaction: Interaction, user_id: int) -> Stats | None:
    # The answers are private, so a person's own page includes practice games.
    is_own = user_id == interaction.user.id
    return await interaction.client.store.read(load_stats, user_id, interaction.guild_id, is_own=is_own)


async def show_stats(tap: Tap) -> None:
    """Show a person's statistics of the chosen game, or of all games."""
    interaction = tap.interaction
    guild = tap.interaction.guild
    user_id = number_in(tap.subject)
    if interaction.guild_id is None and user_id != tap.user.id:
        raise Refused("stats-only-own")
    member = tap.user if tap.user.id == user_id else guild and guild.get_member(user_id)
    tap.app.tables.check_results_public([user_id])
    statistics = await _load_stats(interaction, user_id)
    if member:
        name = Name(member.display_name)
    elif statistics:
        name = statistics.name
    else:
        name = Name("")
    await update(
        interaction,
        stats_page(
            statistics,
            user_id,
            name,
            words_for(interaction),
            chosen_game(tap.value if tap.values else tap.arg) or ALL_GAMES,
        ),
    )
