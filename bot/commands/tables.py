"""Commands at the table: /play, /move, /hand, /table, /rules, /resign, /help."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.actions.lobby import open_lobby, rules_view
from bot.actions.table import show_panel
from bot.commands.kit import answer, command_about, command_name, kindly, localised, parameters, reader
from bot.refused import Refused
from bot.tables.table import Table
from bot.ui import palette
from bot.ui.components import Interaction, clip, page, say
from bot.ui.table import plain, table_words
from bot.words import Words
from games import GAMES
from games.core.game import LEVELS

GAME_CHOICES = [app_commands.Choice(name=localised(f"{game.id}-name"), value=game.id) for game in GAMES]
CHOICES = 25


def _seat_at(interaction: Interaction, table_id: str | None, *, acting: bool = False) -> tuple[Table, int]:
    """Find the table that a command means: the one named, else the one that waits for this person.

    Raises:
        Refused: this person sits at no running table.
    """
    user = interaction.user.id
    for place in interaction.client.house.places_of(user, interaction.channel_id):
        if not isinstance(place, Table) or (table_id is not None and place.id != table_id):
            continue
        seat = place.seat_of(user)
        if seat is not None and (not acting or seat in place.acting(human=True) or table_id is not None):
            return place, seat
    if acting and table_id is None:
        return _seat_at(interaction, None)
    raise Refused("no-table-of-yours")


async def complete_table(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Offer the running tables where this person sits."""
    words = reader(interaction)
    places = interaction.client.house.places_of(interaction.user.id, interaction.channel_id)
    tables = [place for place in places if isinstance(place, Table) and place.id.startswith(current)]
    return [
        app_commands.Choice(
            name=clip(words("table-choice", game=words(f"{table.game.id}-name"), table=table.id), 100),
            value=table.id,
        )
        for table in tables[:CHOICES]
    ]


@app_commands.command(name=command_name("play"), description=command_about("play"))
@parameters("play", "game")
@app_commands.choices(game=GAME_CHOICES)
@app_commands.guild_only()
@kindly
async def play(interaction: Interaction, game: str) -> None:
    """Open a lobby in this channel."""
    await open_lobby(interaction, game)


@app_commands.command(name=command_name("move"), description=command_about("move"))
@parameters("move", "move", "table")
@app_commands.autocomplete(table=complete_table)
@app_commands.guild_only()
@kindly
async def move(interaction: Interaction, move: str, table: str | None = None) -> None:
    """Play a move by its notation."""
    place, seat = _seat_at(interaction, table, acting=True)
    await place.play(seat, move)
    await show_panel(interaction, place, seat)


@move.autocomplete("move")
async def complete_move(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Complete legal moves, in notation or in words, as one types."""
    table_id = getattr(interaction.namespace, "table", None)
    try:
        table, seat = _seat_at(interaction, table_id, acting=True)
    except Refused:
        return []
    return matching_moves(table, seat, current, table_words(table, reader(interaction).language))


def matching_moves(table: Table, seat: int, typed: str, words: Words) -> list[app_commands.Choice[str]]:
    """List legal moves that begin like what was typed, then those whose notation or words contain it."""
    wanted = " ".join(typed.lower().split())
    view = table.view(seat)
    first: list[app_commands.Choice[str]] = []
    then: list[app_commands.Choice[str]] = []
    for candidate in table.legal(seat):
        notation = str(candidate)
        is_start = notation.lower().startswith(wanted)
        name = (
            plain(words(table.game.presenter.name(candidate, view)))
            if is_start or len(then) < CHOICES
            else ""
        )
        if is_start:
            first.append(app_commands.Choice(name=clip(f"{notation} · {name}", 100), value=notation[:100]))
        elif name and (wanted in notation.lower() or wanted in name.lower()):
            then.append(app_commands.Choice(name=clip(f"{notation} · {name}", 100), value=notation[:100]))
        if len(first) == CHOICES:
            break
    return (first + then)[:CHOICES]


@app_commands.command(name=command_name("hand"), description=command_about("hand"))
@parameters("hand", "table")
@app_commands.autocomplete(table=complete_table)
@app_commands.guild_only()
@kindly
async def hand(interaction: Interaction, table: str | None = None) -> None:
    """Open one's private panel."""
    place, seat = _seat_at(interaction, table)
    await show_panel(interaction, place, seat)


@app_commands.command(name=command_name("table"), description=command_about("table"))
@app_commands.guild_only()
@kindly
async def table_(interaction: Interaction) -> None:
    """Bring the tables of this channel to the bottom of the talk."""
    client = interaction.client
    places = client.house.in_channel(interaction.channel_id or 0)
    tables = [place for place in places if isinstance(place, Table)]
    if not tables:
        raise Refused("no-table-here")
    await answer(interaction, page(say(reader(interaction)("table-brought", count=len(tables)))))
    for table in tables:
        client.front.to_bottom(table)


@app_commands.command(name=command_name("rules"), description=command_about("rules"))
@parameters("rules", "game")
@app_commands.choices(game=GAME_CHOICES)
@kindly
async def rules(interaction: Interaction, game: str) -> None:
    """Explain a game in private."""
    await answer(interaction, rules_view(game, reader(interaction)))


@app_commands.command(name=command_name("resign"), description=command_about("resign"))
@parameters("resign", "table")
@app_commands.autocomplete(table=complete_table)
@app_commands.guild_only()
@kindly
async def resign(interaction: Interaction, table: str | None = None) -> None:
    """Leave a running game; a computer player takes the seat."""
    place, seat = _seat_at(interaction, table)
    await place.replace(seat, LEVELS[0])
    words = reader(interaction)
    await answer(interaction, page(say(words("resigned", game=words(f"{place.game.id}-name")))))


@app_commands.command(name=command_name("help"), description=command_about("help"))
@kindly
async def help_(interaction: Interaction) -> None:
    """Say how to begin."""
    words = reader(interaction)
    games = [f"**{words(f'{game.id}-name')}** · {words(f'{game.id}-pitch')}" for game in GAMES]
    view: discord.ui.LayoutView = page(say(words("help-text"), limit=2400), say(*games), accent=palette.LOBBY)
    await answer(interaction, view)


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (play, move, hand, table_, rules, resign, help_)
