"""The commands /move, /hand, /table and /resign."""

from __future__ import annotations

import asyncio

from discord import app_commands

from bot.app import Interaction
from bot.driving.aside import restore_state
from bot.driving.table import Table
from bot.interactions.commands import autocompletion, command
from bot.interactions.permissions import advice_on_refusal
from bot.interactions.replies import answer, reader
from bot.pages.table import refused_page
from bot.play.games_view import ListedGame, running_games_page
from bot.play.leaving import choose_game_page, resignation_page, table_name
from bot.play.typing import CHOICES, read_move, suggest_moves
from bot.refused import Refused
from bot.tables.invitations import is_in_channel
from bot.tables.state import TableState
from bot.wire.components import clip, text_display
from bot.wire.messages import framed
from games.core.words import Text
from storage.tables.loading import load_games_of

REPOST_MS = 2000
"""How long ``/table`` waits until a table is posted. Discord expects an answer within three seconds."""


def _table_and_seat(
    interaction: Interaction, table_id: str | None, *, prefers_turn: bool = False
) -> tuple[Table, int]:
    user = interaction.user.id
    for table in interaction.client.tables.tables_of(user, interaction.channel_id):
        state = table.state
        # Only running games have hands and moves.
        is_other = table_id is not None and table.id != table_id
        if not state.has_begun or state.is_publicly_closed or is_other:
            continue
        seat = state.seat_of(user)
        # A named table is taken in any case, so that the refusal can say whose turn it is.
        if seat is not None and (
            not prefers_turn or seat in state.acting(human=True) or table_id is not None
        ):
            table.bind_log()
            return table, seat
    # Nobody waits for the person: any of their games will do.
    if prefers_turn and table_id is None:
        return _table_and_seat(interaction, None)
    raise Refused("no-table-of-yours")


@autocompletion
async def complete_table(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Return the person's running tables that match the typed text, as choices."""
    words = reader(interaction)
    names_and_ids = [(clip(table_name(state, words), 100), state.id) for state in _running_games(interaction)]
    query = current.casefold()
    return [
        app_commands.Choice(name=name, value=table_id)
        for name, table_id in names_and_ids
        if query in name.casefold() or table_id.startswith(query)
    ][:CHOICES]


def _running_games(interaction: Interaction) -> list[TableState]:
    seated = interaction.client.tables.tables_of(interaction.user.id, interaction.channel_id)
    return [table.state for table in seated if table.state.has_begun and not table.state.is_publicly_closed]


@command("move", "move", "table")
@app_commands.autocomplete(table=complete_table)
@app_commands.guild_only()
async def move(interaction: Interaction, move: str, table: str | None = None) -> None:
    """Play a move that the person has typed, in notation or as it is printed on buttons."""
    live, seat = _table_and_seat(interaction, table, prefers_turn=True)
    language = reader(interaction).language
    knows_outcome = live.state.knows_outcome(seat)
    try:
        notation = await read_move(live.state, seat, move, language)
        await live.play(seat, notation, by=interaction.user.id)
    except Refused as no:
        # The reason of a refusal would tell who is to act after a reveal.
        reason = no.text if knows_outcome else Text("reveal-first")
        await answer(interaction, refused_page(live.state.snapshot, reason, language))
    else:
        await interaction.client.writer(live).panels.open_hand(interaction, seat)


@move.autocomplete("move")
@autocompletion
async def complete_move(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Return the legal moves that match the typed text by name or notation, as choices."""
    table_id = getattr(interaction.namespace, "table", None)
    try:
        # Without a table there is nothing to suggest.
        table, seat = _table_and_seat(interaction, table_id, prefers_turn=True)
    except Refused:
        return []
    language = reader(interaction).language
    moves = await suggest_moves(table.state, seat, current, language)
    return [
        app_commands.Choice(name=clip(f"{move.name} · {move.notation}", 100), value=move.notation[:100])
        for move in moves
    ]


@command("hand", "table")
@app_commands.autocomplete(table=complete_table)
@app_commands.guild_only()
async def hand(interaction: Interaction, table: str | None = None) -> None:
    """Open the person's panel, or list their games on all servers if they play at no table here."""
    here = [state for state in _running_games(interaction) if is_in_channel(state, interaction.channel_id)]
    if table is None and not here:
        await _list_games(interaction)
        return
    live, seat = _table_and_seat(interaction, table)
    await interaction.client.writer(live).panels.open_hand(interaction, seat)


async def _list_games(interaction: Interaction) -> None:
    app, user_id = interaction.client, interaction.user.id
    # Other processes of the bot may serve some of the games.
    open_tables = app.tables.tables
    # Tables of this process are in memory. Some are over, and their players may not know it yet.
    games = [
        ListedGame(table.state, table.shown_row.message_id)
        for table in app.tables.tables_of(user_id)
        if table.state.has_begun
    ]
    for stored in await app.store.read(load_games_of, user_id):
        table = open_tables.get(stored.table.id)
        if table is None:
            state = restore_state(stored)
            if state.is_playing and state.seat_of(user_id) is not None:
                games.append(ListedGame(state, stored.shown_row.message_id))
    if not games:
        raise Refused("no-table-of-yours")

    def server_name(guild_id: int) -> str:
        guild = app.get_guild(guild_id)
        return "" if guild is None else guild.name

    language = reader(interaction).language
    await answer(interaction, running_games_page(games, user_id, open_tables.keys(), server_name, language))


@command("table")
@app_commands.guild_only()
async def table_(interaction: Interaction) -> None:
    """Post the messages of this channel's tables again at the bottom."""
    app = interaction.client
    here = app.tables.in_channel(interaction.channel_id or 0)
    if not here:
        raise Refused("no-table-here")
    are_posted = await asyncio.gather(*(app.writer(table).repost(REPOST_MS) for table in here))
    words = reader(interaction)
    lines = []
    brought = [table for table, is_posted in zip(here, are_posted, strict=True) if is_posted]
    if brought:
        lines.append(words("table-brought", count=len(brought)))
    # A table in a thread is posted there, so the answer has links.
    places = [table.state.place_id for table in brought]
    if threads := [f"<#{place}>" for place in places if place != interaction.channel_id]:
        lines.append(words("table-in-thread", threads=" ".join(threads)))
    lines += [words(_why_not_brought(interaction, table)) for table in here if table not in brought]
    await answer(interaction, framed(text_display(*dict.fromkeys(lines))))


def _why_not_brought(interaction: Interaction, table: Table) -> Text:
    advice = advice_on_refusal(interaction.client, interaction.guild, table.state.place_id)
    return Text("table-coming") if advice is None else Text("table-not-brought", {"advice": advice})


@command("resign", "table")
@app_commands.autocomplete(table=complete_table)
@app_commands.guild_only()
async def resign(interaction: Interaction, table: str | None = None) -> None:
    """Ask to confirm leaving a running game; a computer player then takes the seat."""
    states = _running_games(interaction)
    if table is None and len(states) > 1:
        await answer(interaction, choose_game_page(states, reader(interaction)))
        return
    live, seat = _table_and_seat(interaction, table)
    await answer(interaction, resignation_page(live.state, seat, reader(interaction)))


COMMANDS = (move, hand, table_, resign)
