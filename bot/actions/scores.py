"""Buttons and menus of leaderboards, statistics, histories and replays."""

from __future__ import annotations

import discord
import msgspec

from bot.commands.kit import answer, reader
from bot.permissions import check_place
from bot.refused import Refused
from bot.tables.table import Table
from bot.ui.boards import MIN_GAMES, PAGE_ROWS, BoardQuery, board_view, page_count, read_query
from bot.ui.components import Interaction
from bot.ui.history import PAGE_GAMES, history_view
from bot.ui.replay import ReplaySpot, read_spot, replay_view
from bot.ui.stats import stats_view
from bot.words import Words
from storage.rows import Board


async def show_board(interaction: Interaction, query: BoardQuery) -> None:
    """Answer with a board: for everybody where games are played, else (and when it is empty) in private."""
    guild, query, board = await _load_board(interaction, query)
    user = interaction.user
    if not board.total or not await _is_place_for_games(interaction):
        await answer(interaction, board_view(query, board, user.id, user.display_name, reader(interaction)))
        return
    words = Words(await interaction.client.public_language(guild))
    await interaction.response.send_message(
        view=board_view(query, board, user.id, user.display_name, words),
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def board(interaction: Interaction, asker: str, arg: str, values: tuple[str, ...]) -> None:
    """Turn the pages of a board; who taps somebody else's gets a private one with the own place on it."""
    guild, query, found = await _load_board(interaction, read_query(arg))
    user = interaction.user
    is_private = interaction.message is not None and interaction.message.flags.ephemeral
    if asker != str(user.id):
        await answer(interaction, board_view(query, found, user.id, user.display_name, reader(interaction)))
        return
    words = reader(interaction) if is_private else Words(await interaction.client.public_language(guild))
    await interaction.response.edit_message(
        view=board_view(query, found, user.id, user.display_name, words),
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def _load_board(interaction: Interaction, query: BoardQuery) -> tuple[discord.Guild, BoardQuery, Board]:
    """Read a page; past the end (people may have gone meanwhile) it is the last one."""
    guild, store = interaction.guild, interaction.client.store
    if guild is None:
        raise Refused("only-in-servers")
    if query.measure == "rating" and query.game is None:
        raise Refused("board-rating-needs-game")
    if query.scope == "everywhere" and (await store.guild_settings(guild.id)).board_scope != "everywhere":
        raise Refused("board-not-joined")
    for _ in range(2):
        found = await store.leaderboard(
            game=query.game,
            guild_id=guild.id if query.scope == "server" else None,
            since=query.since(interaction.client.clock.now_ms()),
            measure=query.measure,
            min_games=MIN_GAMES,
            limit=PAGE_ROWS,
            offset=query.page * PAGE_ROWS,
            user_id=interaction.user.id,
        )
        if query.page < page_count(found.total):
            break
        query = msgspec.structs.replace(query, page=page_count(found.total) - 1)
    return guild, query, found


async def _is_place_for_games(interaction: Interaction) -> bool:
    try:
        await check_place(interaction)
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


async def past(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Turn to older games, or back to the newest."""
    before = int(arg) if arg.isdecimal() and len(arg) < 18 else None
    await interaction.response.edit_message(view=await _history_page(interaction, before))


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


# --- replays ------------------------------------------------------------------------------------------


async def replay(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Open a private panel that goes through a finished game."""
    table = await _finished_table(interaction, table_id)
    view, files = await replay_view(table, ReplaySpot(), reader(interaction).language)
    await answer(interaction, view, files)


async def open_game(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Open the replay of a game chosen from the history."""
    await replay(interaction, values[0], "", ())


async def step(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Go to another move of a replay."""
    table = await _finished_table(interaction, table_id)
    await _show_spot(interaction, table, read_spot(arg, table))


async def seen(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Look at the same move through other eyes."""
    table = await _finished_table(interaction, table_id)
    await _show_spot(interaction, table, read_spot(f"{arg}.{values[0]}", table))


async def _show_spot(interaction: Interaction, table: Table, spot: ReplaySpot) -> None:
    view, files = await replay_view(table, spot, reader(interaction).language)
    await interaction.response.edit_message(view=view, attachments=files)


async def _finished_table(interaction: Interaction, table_id: str) -> Table:
    """Find a table whose game this person may look through.

    Raises:
        Refused: the game goes on, or its server keeps records to those who played.
    """
    client = interaction.client
    table = await client.house.table(table_id)
    if not table.is_closed:
        raise Refused("not-over-yet")
    if all(seat.user_id != interaction.user.id for seat in table.seats):
        settings = await client.store.guild_settings(table.row.guild_id)
        if not settings.share_records:
            raise Refused("records-not-shared")
    return table


ACTIONS = {
    "board": board,
    "past": past,
    "replay": replay,
    "open": open_game,
    "step": step,
    "seen": seen,
}
