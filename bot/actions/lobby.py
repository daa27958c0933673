"""Buttons and menus of a lobby."""

from __future__ import annotations

import secrets

import discord
import msgspec

from bot.commands.kit import answer, reader
from bot.permissions import check_place
from bot.refused import Refused
from bot.tables.lobby import Lobby
from bot.tables.table import Table
from bot.texts import rules_text
from bot.ui import palette
from bot.ui.components import Interaction, page, say
from bot.ui.lobby import level_view, lobby_view, options_view
from bot.words import Words
from games.core.game import LEVELS


async def open_lobby(
    interaction: Interaction,
    game_id: str,
    options: dict[str, str] | None = None,
    rematch_of: str | None = None,
) -> Lobby:
    """Open a lobby in the channel of an interaction and answer with its message."""
    guild = await check_place(interaction)
    client = interaction.client
    assert interaction.channel_id is not None
    lobby = await client.house.open_lobby(
        guild_id=guild.id,
        channel_id=interaction.channel_id,
        host_id=interaction.user.id,
        host_name=interaction.user.display_name,
        join_id=interaction.id,
        game_id=game_id,
        locale=await client.public_language(guild),
        options=options,
        rematch_of=rematch_of,
    )
    response = await interaction.response.send_message(
        view=lobby_view(lobby, Words(lobby.row.locale)), allowed_mentions=discord.AllowedMentions.none()
    )
    if response.message_id is not None:
        lobby.row = msgspec.structs.replace(lobby.row, message_id=response.message_id)
        await client.store.set_message(lobby.id, response.message_id)
    return lobby


async def open_rematch(interaction: Interaction, table: Table) -> None:
    """Open a lobby like a table that is over, once: whoever taps later joins that lobby."""
    house = interaction.client.house
    known = next((lobby for lobby in house.lobbies.values() if lobby.row.rematch_of == table.id), None)
    user = interaction.user
    if known is not None:
        if not await known.join(user.id, user.display_name, interaction.id):
            raise Refused("already-joined")
        await answer(interaction, page(say(reader(interaction)("rematch-joined")), accent=palette.LOBBY))
        interaction.client.front.changed(known)
        return
    lobby = await open_lobby(interaction, table.game.id, dict(table.row.options), table.id)
    for computer in (seat for seat in table.seats if seat.level is not None and not seat.left):
        await lobby.add_computer(user.id, computer.name, computer.level or LEVELS[0])
    if len(lobby.seats) > 1:
        interaction.client.front.changed(lobby)


async def _show(interaction: Interaction, lobby: Lobby) -> None:
    """Show the lobby anew as the answer to a tap on its own message."""
    await interaction.response.edit_message(
        view=lobby_view(lobby, Words(lobby.row.locale)), allowed_mentions=discord.AllowedMentions.none()
    )


async def join(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Sit down."""
    lobby = await interaction.client.house.lobby(table_id)
    user = interaction.user
    if not await lobby.join(user.id, user.display_name, interaction.id):
        raise Refused("already-joined")
    await _show(interaction, lobby)


async def leave(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Stand up; an empty lobby closes."""
    house = interaction.client.house
    lobby = await house.lobby(table_id)
    if not await lobby.leave(interaction.user.id):
        await interaction.response.defer()
        await house.close_lobby(lobby)
        return
    await _show(interaction, lobby)


async def add(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Seat a computer player of the usual strength; the host's options hold other strengths."""
    await _seat_computer(interaction, table_id, LEVELS[0])


async def seat(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Seat a computer player of a chosen strength, from the host's private panel."""
    lobby = await interaction.client.house.lobby(table_id)
    if arg not in LEVELS:
        raise Refused("stale-button")
    await lobby.add_computer(interaction.user.id, _computer_name(lobby), arg)
    await interaction.response.edit_message(view=options_view(lobby, reader(interaction)))
    interaction.client.front.changed(lobby)


async def _seat_computer(interaction: Interaction, table_id: str, level: str) -> None:
    lobby = await interaction.client.house.lobby(table_id)
    await lobby.add_computer(interaction.user.id, _computer_name(lobby), level)
    await _show(interaction, lobby)


def _computer_name(lobby: Lobby) -> str:
    names = Words(lobby.row.locale)("computer-names").split(",")
    taken = {seat.name for seat in lobby.seats}
    free = [name for name in (f"{name.strip()} 🤖" for name in names) if name not in taken]
    return secrets.choice(free) if free else f"{len(lobby.seats) + 1} 🤖"


async def drop(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Take the last computer player away."""
    lobby = await interaction.client.house.lobby(table_id)
    await lobby.remove_computer(interaction.user.id)
    await _show(interaction, lobby)


async def options(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Open the host's private panel."""
    lobby = await interaction.client.house.lobby(table_id)
    lobby.only_host(interaction.user.id)
    await answer(interaction, options_view(lobby, reader(interaction)))


async def option(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Set one option."""
    lobby = await interaction.client.house.lobby(table_id)
    await lobby.set_options(interaction.user.id, {arg: values[0]})
    await interaction.response.edit_message(view=options_view(lobby, reader(interaction)))
    interaction.client.front.changed(lobby)


async def host(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Hand the lobby over to somebody else."""
    lobby = await interaction.client.house.lobby(table_id)
    await lobby.hand_over(interaction.user.id, int(values[0]))
    words = reader(interaction)
    name = next(seat.name for seat in lobby.humans if seat.user_id == int(values[0]))
    await interaction.response.edit_message(view=page(say(words("handed-over", name=name))))
    interaction.client.front.changed(lobby)


async def level(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Ask how strong a new computer player shall be."""
    lobby = await interaction.client.house.lobby(table_id)
    lobby.only_host(interaction.user.id)
    await interaction.response.edit_message(view=level_view(lobby, reader(interaction)))


async def start(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Start the game; the lobby's message becomes a notice, the table gets one of its own."""
    client = interaction.client
    lobby = await client.house.lobby(table_id)
    await check_place(interaction)
    await client.house.start(lobby, interaction.user.id)
    await _show(interaction, lobby)


async def cancel(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Close the lobby."""
    client = interaction.client
    lobby = await client.house.lobby(table_id)
    lobby.only_host(interaction.user.id)
    await interaction.response.defer()
    await client.house.close_lobby(lobby)


async def rules(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Explain the game in private."""
    place = await interaction.client.house.find(table_id)
    await answer(interaction, rules_view(place.game.id, reader(interaction)))


def rules_view(game_id: str, words: Words) -> discord.ui.LayoutView:
    """Render how a game is played."""
    return page(say(rules_text(game_id, words.language), limit=3900), accent=palette.QUIET)


ACTIONS = {
    "join": join,
    "leave": leave,
    "add": add,
    "seat": seat,
    "level": level,
    "drop": drop,
    "options": options,
    "option": option,
    "host": host,
    "start": start,
    "cancel": cancel,
    "rules": rules,
}
