"""Boards, statistics and histories: asked for by a command, turned by buttons."""

from __future__ import annotations

import discord
import msgspec

from bot.app import Action, Interaction, Tap
from bot.interactions.permissions import check_channel
from bot.interactions.replies import answer, reader
from bot.language.localizer import Localizer
from bot.refused import Refused
from bot.scores.history import PAGE_GAMES, history_view
from bot.scores.leaderboard import MIN_GAMES, PAGE_ROWS, BoardQuery, board_view, page_count, read_query
from bot.scores.statistics import stats_view
from storage.rows import GuildSettings, Standings


async def show_board(interaction: Interaction, query: BoardQuery) -> None:
    """Answer with a board: for everybody where games are played, else (and when it is empty) in private."""
    guild, settings = await _server(interaction)
    query, found = await _load_board(interaction, settings, query)
    user = interaction.user
    if not found.total or not _is_for_games(interaction, settings):
        await answer(interaction, board_view(query, found, user.id, user.display_name, reader(interaction)))
        return
    words = Localizer(await interaction.client.public_language(guild))
    await interaction.response.send_message(
        view=board_view(query, found, user.id, user.display_name, words),
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def board(tap: Tap) -> None:
    """Turn the pages of a board; who taps somebody else's gets a private one with the own place on it."""
    interaction, user = tap.interaction, tap.user
    guild, settings = await _server(interaction)
    query, found = await _load_board(interaction, settings, read_query(tap.arg))
    if tap.subject != str(user.id):
        await answer(interaction, board_view(query, found, user.id, user.display_name, reader(interaction)))
        return
    words = reader(interaction) if tap.is_private else Localizer(await tap.app.public_language(guild))
    await interaction.response.edit_message(
        view=board_view(query, found, user.id, user.display_name, words),
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def _server(interaction: Interaction) -> tuple[discord.Guild, GuildSettings]:
    if interaction.guild is None:
        raise Refused("only-in-servers")
    return interaction.guild, await interaction.client.store.guild_settings(interaction.guild.id)


async def _load_board(
    interaction: Interaction, settings: GuildSettings, query: BoardQuery
) -> tuple[BoardQuery, Standings]:
    """Read a page; past the end (people may have gone meanwhile) it is the last one."""
    if query.measure == "rating" and query.game is None:
        raise Refused("board-rating-needs-game")
    if query.scope == "everywhere" and settings.board_scope != "everywhere":
        raise Refused("board-not-joined")
    app = interaction.client
    for _ in range(2):
        found = await app.store.leaderboard(
            game=query.game,
            guild_id=settings.guild_id if query.scope == "server" else None,
            since=query.since(app.clock.now_ms()),
            measure=query.measure,
            min_games=MIN_GAMES,
            limit=PAGE_ROWS,
            offset=query.page * PAGE_ROWS,
            user_id=interaction.user.id,
        )
        if query.page < page_count(found.total):
            break
        query = msgspec.structs.replace(query, page=page_count(found.total) - 1)
    return query, found


def _is_for_games(interaction: Interaction, settings: GuildSettings) -> bool:
    try:
        check_channel(interaction, settings.channel_ids)
    except Refused:
        return False
    return True


# --- one person ---------------------------------------------------------------------------------------


async def show_stats(interaction: Interaction, user_id: int, name: str) -> None:
    """Answer, in private, with what somebody did on this server."""
    stats = await interaction.client.store.stats(user_id, interaction.guild_id)
    view, files = await stats_view(stats, name, reader(interaction))
    await answer(interaction, view, files)


async def show_history(interaction: Interaction) -> None:
    """Answer, in private, with one's own last games on whatever server."""
    await answer(interaction, await _history_page(interaction, None))


async def past(tap: Tap) -> None:
    """Turn to older games, or back to the newest."""
    before = int(tap.arg) if tap.arg.isdecimal() and len(tap.arg) < 18 else None
    await tap.interaction.response.edit_message(view=await _history_page(tap.interaction, before))


async def _history_page(interaction: Interaction, before: int | None) -> discord.ui.LayoutView:
    user = interaction.user.id
    games = await interaction.client.store.history(user, None, PAGE_GAMES + 1, before)
    return history_view(
        games[:PAGE_GAMES],
        user,
        reader(interaction),
        is_newest=before is None,
        has_more=len(games) > PAGE_GAMES,
    )


ACTIONS: dict[str, Action] = {"board": board, "past": past}
