"""Buttons and menus of a table and of its private panels."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import discord

from bot.actions.lobby import open_rematch
from bot.commands.kit import answer, reader
from bot.pictures import EXTENSION, board_picture
from bot.refused import Refused
from bot.tables.table import Table
from bot.ui import palette
from bot.ui.components import Interaction, page, say
from bot.ui.panel import SEPARATOR, panel_view, picked_value
from bot.ui.table import plain, table_words
from games.core.menu import Menu, menu_path
from games.core.presentation import Board, Row, faces
from games.core.rules import is_to_act


async def _my_table(interaction: Interaction, table_id: str) -> tuple[Table, int]:
    """Find the table and the seat of who taps; refuse everybody else."""
    table = await interaction.client.house.table(table_id)
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise Refused("game-is-over" if table.is_closed else "not-at-table")
    return table, seat


async def show_panel(interaction: Interaction, table: Table, seat: int) -> None:
    """Answer with a new private panel, which from now on follows the game."""
    language = reader(interaction).language
    view, files = await panel_view(table, seat, language)
    await answer(interaction, view, files)
    interaction.client.front.panels.opened(interaction, table, seat)


async def _update_panel(interaction: Interaction, table: Table, seat: int, chosen: list[str]) -> None:
    """Show the panel that was tapped anew; its newest token is the one that counts."""
    view, files = await panel_view(table, seat, reader(interaction).language, chosen)
    interaction.client.front.panels.opened(interaction, table, seat)
    await interaction.response.edit_message(view=view, attachments=files)


async def hand(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Open one's private panel."""
    table, seat = await _my_table(interaction, table_id)
    await show_panel(interaction, table, seat)


async def move(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Play the move that a button stands for."""
    table, seat = await _my_table(interaction, table_id)
    number, _, notation = arg.partition(":")
    if not is_to_act(table.to_act, seat) and number != str(table.token(seat)):
        raise Refused("not-your-turn")
    await table.play(seat, notation, int(number))
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await _update_panel(interaction, table, seat, [])
    elif is_to_act(table.to_act, seat) and not table.is_closed:
        await show_panel(interaction, table, seat)
    else:
        await interaction.response.defer()


async def pick(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Take one more step towards a move."""
    table, seat, chosen = await _on_the_way(interaction, table_id, arg)
    await _update_panel(interaction, table, seat, [*chosen, values[0]])


async def cards(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Take a step that is made of several cards."""
    table, seat, chosen = await _on_the_way(interaction, table_id, arg)
    step = _step(table, seat, chosen)
    value = picked_value(step, values) if step is not None else None
    if value is None:
        raise Refused("cards-not-together")
    await _update_panel(interaction, table, seat, [*chosen, value])


async def _on_the_way(interaction: Interaction, table_id: str, arg: str) -> tuple[Table, int, list[str]]:
    table, seat = await _my_table(interaction, table_id)
    number, _, path = arg.partition(":")
    if table.is_closed:
        raise Refused("game-is-over")
    if not is_to_act(table.to_act, seat) or number != str(table.token(seat)):
        await _update_panel(interaction, table, seat, [])
        raise Refused("stale-button")
    return table, seat, path.split(SEPARATOR) if path else []


def _step(table: Table, seat: int, chosen: list[str]) -> Menu | None:
    path = menu_path(table.game.presenter, table.view(seat), table.legal(seat), chosen)
    return path.menus[len(chosen)] if len(path.menus) > len(chosen) else None


async def guide(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Show the order of hands of this table's deck, with an example of each."""
    table = await interaction.client.house.table(table_id)
    entries = table.game.presenter.guide(table.view(None))
    if not entries:
        raise Refused("stale-button")
    words = table_words(table, reader(interaction).language)
    family = table.game.rules.family(table.row.options).name
    board = Board(family, tuple(Row(text, (faces(example),)) for text, example in entries))
    titles = [plain(words(text)).partition(":")[0].partition("：")[0] for text, _ in entries]
    data = await board_picture(board, titles, [None] * len(titles))
    filename = f"guide.{EXTENSION}"
    lines = [
        f"{i}. {words(text)} · {words.cards(cards, family)}" for i, (text, cards) in enumerate(entries, 1)
    ]
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{filename}", description="\n".join(lines)[:1024])
    view = page(say(words("guide-title"), *lines, limit=3800), gallery, accent=palette.QUIET)
    await answer(interaction, view, [discord.File(io.BytesIO(data), filename)])


async def record(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Hand out the record of a finished game, with the seed that proves its shuffles."""
    client = interaction.client
    table = await client.house.table(table_id)
    if not table.is_over:
        raise Refused("not-over-yet")
    settings = await client.store.guild_settings(table.row.guild_id)
    has_played = any(seat.user_id == interaction.user.id for seat in table.seats)  # to the end or not
    if not settings.share_records and not has_played:
        raise Refused("records-not-shared")
    words = reader(interaction)
    ended = (table.row.ended_at or client.clock.now_ms()) / 1000
    date = datetime.fromtimestamp(ended, UTC).date().isoformat()
    name = f"{table.game.id}-{table.id}.txt"
    file = discord.File(io.BytesIO(table.record(date).encode()), name)
    attached: discord.ui.File[discord.ui.LayoutView] = discord.ui.File(f"attachment://{name}")
    await answer(interaction, page(say(words("record-title", file=name)), attached), [file])


async def rematch(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Open a lobby like the table that is over: same game, options and computer players."""
    table = await interaction.client.house.table(table_id)
    if not table.is_closed:
        raise Refused("not-over-yet")
    await open_rematch(interaction, table)


ACTIONS = {
    "hand": hand,
    "move": move,
    "pick": pick,
    "cards": cards,
    "guide": guide,
    "record": record,
    "rematch": rematch,
}
