"""Handlers of /leaderboard, /stats and /history, and of their buttons and menus."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, NamedTuple

import discord
import msgspec
from discord import app_commands

from bot.app import Action, Interaction, Tap
from bot.driving.evenings import summarize
from bot.interactions import (
    allowed_everywhere,
    announce,
    answer,
    command,
    localised,
    number_in,
    reader,
    update,
)
from bot.language import Localizer
from bot.publishing import may_announce
from bot.refused import Refused
from bot.scores.history import PAGE_GAMES, evening_page, history_page
from bot.scores.leaderboard import (
    ALL_GAMES,
    CHOICES,
    MEASURES,
    MIN_GAMES,
    MOST_PAST,
    PAGE_ROWS,
    PERIODS,
    SCOPES,
    SEASON,
    BoardQuery,
    board_page,
    measures_of,
    page_count,
    read_query,
)
from bot.scores.statistics import stats_page
from bot.scores.trophies import show_trophies
from bot.wire.messages import Page
from storage.rows import LAST_MS, GuildSettings, Name
from storage.scores.boards import BoardPage, Leaderboard, count_board, load_board, load_page, load_standing
from storage.scores.seasons import load_season
from storage.scores.stats import Stats, load_history, load_stats, load_voided_games
from storage.servers import Seasons, load_seasons, load_settings
from storage.tables.evenings import load_evenings
from storage.tables.loading import load_evening


def _choices(part: str, values: Iterable[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=localised(f"board-{part}-{value}"), value=value) for value in values]


@command("leaderboard", "game", "scope", "period", "measure")
@app_commands.choices(scope=_choices("scope", SCOPES), period=_choices("period", PERIODS))
@app_commands.choices(measure=_choices("measure", MEASURES))
@app_commands.guild_only()
async def leaderboard(
    interaction: Interaction,
    game: str | None = None,
    scope: str | None = None,
    period: str = "all",
    measure: str = MEASURES[0],
) -> None:
    """Answer with a leaderboard: in public in a channel for games, otherwise in private.

    An empty leaderboard is always private.

    Args:
        game: a game's id; ``None`` for all games.
        scope: one of ``SCOPES``; by default ``server`` (games among people) or, if there are none,
            ``computers``.
        period: one of ``PERIODS``.
        measure: the value by which people are ordered.
    """
    guild, settings = await _server(interaction)
    asked_for = BoardQuery(game, scope or SCOPES[0], period, measure)
    loaded = await _load_board(interaction, settings, asked_for)
    if (
        not loaded.board.total and scope is None and measure != "rating"
    ):  # there are none with computer players
        other = msgspec.structs.replace(asked_for, scope="computers")
        others = await _load_board(interaction, settings, other)
        loaded = others if others.board.total else loaded
    user = interaction.user
    what = f"board {loaded.query.arg}"
    if not loaded.board.total or not await may_announce(interaction, what):
        await answer(interaction, _page_of(user, settings, loaded, reader(interaction)))
        return
    words = Localizer(await interaction.client.public_language(guild))
    await announce(interaction, _page_of(user, settings, loaded, words))


async def show_board_page(tap: Tap) -> None:
    """Show another page of the tapped leaderboard."""
    await _show_board(tap, read_query(tap.arg))


async def choose_board(tap: Tap) -> None:
    """Show the leaderboard for the game, scope, period or measure that was chosen in a menu."""
    part, _, before = tap.arg.partition(".")
    await _show_board(tap, read_query(before).with_part(part, tap.value))


async def show_season(tap: Tap) -> None:
    """Show the standings of a season in a private message."""
    guild, settings = await _server(tap.interaction)
    number = number_in(tap.arg)
    chosen = await tap.app.store.read(load_season, guild.id, number)
    if chosen is None:
        raise Refused("board-season-gone")
    query = BoardQuery(period=f"s{number}" if chosen.is_closed else SEASON)
    loaded = await _load_board(tap.interaction, settings, query)
    await answer(tap.interaction, _page_of(tap.user, settings, loaded, reader(tap.interaction)))


async def _show_board(tap: Tap, query: BoardQuery) -> None:
    interaction, user = tap.interaction, tap.user
    guild, settings = await _server(interaction)
    loaded = await _load_board(interaction, settings, query)
    if tap.subject != str(user.id):
        await answer(interaction, _page_of(user, settings, loaded, reader(interaction)))
        return
    words = reader(interaction) if tap.is_private else Localizer(await tap.app.public_language(guild))
    await update(interaction, _page_of(user, settings, loaded, words))


class _LoadedBoard(NamedTuple):
    query: BoardQuery
    board: BoardPage
    seasons: Seasons


def _page_of(
    user: discord.User | discord.Member, settings: GuildSettings, loaded: _LoadedBoard, words: Localizer
) -> Page:
    return board_page(
        loaded.query,
        loaded.board,
        user.id,
        Name(user.display_name),
        words,
        has_scope_menu=settings.board_scope == "everywhere",
        seasons=loaded.seasons,
    )


async def _server(interaction: Interaction) -> tuple[discord.Guild, GuildSettings]:
    if interaction.guild is None:
        raise Refused("only-in-servers")
    return interaction.guild, await interaction.client.store.read(load_settings, interaction.guild.id)


async def _load_board(interaction: Interaction, settings: GuildSettings, query: BoardQuery) -> _LoadedBoard:
    if query.measure not in measures_of(query.game):
        raise Refused("board-needs-game")
    if query.is_everywhere and settings.board_scope != "everywhere":
        raise Refused("board-not-joined")
    app, query = interaction.client, query.with_available_values()
    app.tables.check_results_public([interaction.user.id], settings.guild_id)
    seasons = await app.store.read(load_seasons, settings.guild_id, app.clock.now_ms(), MOST_PAST)
    # The board may have become shorter since the page was shown: then read its last page.
    for _ in range(2):
        board = await _read_board(interaction, settings, query, seasons)
        if query.page < page_count(board.total):
            break
        query = msgspec.structs.replace(query, page=page_count(board.total) - 1)
    return _LoadedBoard(query, board, seasons)


async def _read_board(
    interaction: Interaction, settings: GuildSettings, query: BoardQuery, seasons: Seasons
) -> BoardPage:
    app, guild_id = interaction.client, settings.guild_id
    page: dict[str, Any] = {
        "limit": PAGE_ROWS,
        "offset": query.page * PAGE_ROWS,
        "user_id": interaction.user.id,
    }
    # A past season has a stored ranking; all other periods are counted from results.
    if query.season is not None:
        return await app.store.read(load_standing, guild_id, query.season, game=query.game, **page)
    if query.period == SEASON and seasons.running is None:
        return BoardPage((), 0, None)
    where = None if query.is_everywhere else guild_id
    since = query.since(app.clock.now_ms(), seasons)
    board = Leaderboard(query.game, where, since, query.measure, query.with_computers, MIN_GAMES)
    if not query.is_everywhere:
        return await app.store.read(load_board, board, **page)
    # Counting the games of all servers takes too long for every tap.
    lines = app.boards.get(board)
    if lines is None:
        lines = await app.store.read(count_board, board)
        app.boards.put(board, lines)
    return await app.store.read(load_page, lines, None, **page)


# --- one person ---------------------------------------------------------------------------------------


@allowed_everywhere
@command("stats", "member")
async def stats(interaction: Interaction, member: discord.User | None = None) -> None:
    """Show a member's statistics on this server, by default the person's own, in a private message."""
    person = member or interaction.user
    # Outside of servers they cover all servers, and name people and seasons there.
    if interaction.guild_id is None and person.id != interaction.user.id:
        raise Refused("stats-only-own")
    interaction.client.tables.check_results_public([person.id])
    statistics = await _load_stats(interaction, person.id)
    await answer(
        interaction, stats_page(statistics, person.id, Name(person.display_name), reader(interaction))
    )


async def _load_stats(interaction: Interaction, user_id: int) -> Stats | None:
    # The answers are private, so a person's own page includes practice games.
    is_own = user_id == interaction.user.id
    return await interaction.client.store.read(load_stats, user_id, interaction.guild_id, is_own=is_own)


async def show_stats(tap: Tap) -> None:
    """Show a person's statistics of the chosen game, or of all games."""
    interaction, guild = tap.interaction, tap.interaction.guild
    user_id = number_in(tap.subject)
    if interaction.guild_id is None and user_id != tap.user.id:
        raise Refused("stats-only-own")
    member = tap.user if tap.user.id == user_id else guild and guild.get_member(user_id)
    tap.app.tables.check_results_public([user_id])
    statistics = await _load_stats(interaction, user_id)
    name = Name(member.display_name) if member else (statistics.name if statistics else Name(""))
    await update(
        interaction,
        stats_page(
            statistics,
            user_id,
            name,
            reader(interaction),
            _chosen_game(tap.value if tap.values else tap.arg) or ALL_GAMES,
        ),
    )


@allowed_everywhere
@command("history")
async def history(interaction: Interaction) -> None:
    """Show the person's last games on all servers in a private message."""
    await answer(interaction, await _own_games(interaction))


async def show_history_page(tap: Tap) -> None:
    """Show another page of the person's games, or the list for the game chosen in a menu."""
    before, _, game = tap.arg.partition(".")
    number = number_in(before) if before else None
    kind = _chosen_game(tap.value if tap.values else game)
    await update(tap.interaction, await _own_games(tap.interaction, number, kind))


def _chosen_game(game: str) -> str | None:
    if game and game not in CHOICES["game"]:
        raise Refused("stale-button")
    return game if game and game != ALL_GAMES else None


async def _own_games(interaction: Interaction, before: int | None = None, game: str | None = None) -> Page:
    user = interaction.user.id
    store = interaction.client.store
    interaction.client.tables.check_results_public([user])
    # One more than a page, to know whether there is another page.
    games = await store.read(load_history, user, None, PAGE_GAMES + 1, before, game)
    # Closed games without a result are listed among those of their time.
    since = games[PAGE_GAMES - 1].ended_at if len(games) > PAGE_GAMES else 0
    until = LAST_MS if before is None or not games else games[0].ended_at
    void = await store.read(load_voided_games, user, since, until)
    return history_page(
        games[:PAGE_GAMES],
        user,
        reader(interaction),
        game=game,
        is_first_page=before is None,
        has_more=len(games) > PAGE_GAMES,
        games_without_result=[closed for closed in void if game in (None, closed.game)],
        evenings=await store.read(load_evenings, [game.table_id for game in games[:PAGE_GAMES]]),
    )


async def show_evening(tap: Tap) -> None:
    """Show the summary of one of the person's evenings, in a private message.

    An evening is a series of games with mostly the same people.
    """
    store = tap.app.store
    tap.app.tables.check_results_public([tap.user.id])
    ended_evening = (await store.read(load_evenings, tap.values)).get(tap.value)
    if ended_evening is None or all(person.user_id != tap.user.id for person in ended_evening.people):
        raise Refused("stale-button")
    story = await asyncio.to_thread(
        summarize, ended_evening, await store.read(load_evening, ended_evening.id)
    )
    await answer(tap.interaction, evening_page(story, reader(tap.interaction).language))


COMMANDS = (leaderboard, stats, history)
ACTIONS: dict[str, Action] = {
    "board": show_board_page,
    "asked": choose_board,
    "season": show_season,
    "past": show_history_page,
    "evening": show_evening,
    "stats": show_stats,
    "shelf": show_trophies,
}
