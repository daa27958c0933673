"""Buttons and menus of leaderboards and statistics."""

from __future__ import annotations

import discord
import msgspec

from bot.commands.kit import answer, reader
from bot.permissions import check_place
from bot.refused import Refused
from bot.ui.boards import MIN_GAMES, PAGE_ROWS, BoardQuery, board_view, page_count, read_query
from bot.ui.components import Interaction
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


ACTIONS = {"board": board}
