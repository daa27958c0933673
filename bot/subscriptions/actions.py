"""Handlers of /notify, which shows and changes a person's subscriptions."""

from __future__ import annotations

from discord import app_commands

from bot.app import Action, Interaction, Tap
from bot.interactions.commands import command
from bot.interactions.replies import answer, reader, update
from bot.interactions.taps import number_in, preselected_values
from bot.refused import Refused
from bot.subscriptions.view import ended_page, subscriptions_page
from bot.wire.messages import Page
from games import GAMES
from storage.changes import ListChange
from storage.fields import Name
from storage.people.people import save_names
from storage.people.subscriptions import (
    change_subscriptions,
    load_subscriptions,
    save_subscriptions,
    subscribed_servers,
)
from storage.rows import ANY_GAME


@command("notify")
@app_commands.guild_only()
async def notify(interaction: Interaction) -> None:
    """Show which games' lobbies ping the person on this server, with a menu to change this choice."""
    await answer(interaction, await _panel_page(interaction))


async def _panel_page(interaction: Interaction) -> Page:
    app, user_id, guild_id = interaction.client, interaction.user.id, _server(interaction)
    chosen = await app.store.read(load_subscriptions, user_id, guild_id)
    others = {}
    for server in await app.store.read(subscribed_servers, user_id):
        if server != guild_id:
            guild = app.get_guild(server)
            others[server] = "" if guild is None else guild.name
    return subscriptions_page(chosen, others, reader(interaction))


async def open_panel(tap: Tap) -> None:
    """Show the page of the person's subscriptions."""
    await answer(tap.interaction, await _panel_page(tap.interaction))


async def subscribe(tap: Tap) -> None:
    """Store the chosen games as the person's subscriptions on this server."""
    if not {*tap.values} <= {ANY_GAME, *(game.id for game in GAMES)}:
        raise Refused("stale-button")
    user = tap.user
    await tap.app.store.write(
        change_subscriptions,
        user.id,
        tap.name,
        _server(tap.interaction),
        ListChange.between(preselected_values(tap.interaction), tap.values),
    )
    # The name is stored with the first subscription, for messages that list people.
    if tap.values:
        await tap.app.store.write(save_names, user.id, Name(user.global_name or user.name), Name(user.name))
    await update(tap.interaction, await _panel_page(tap.interaction))


async def unsubscribe(tap: Tap) -> None:
    """End all subscriptions of the person on this server."""
    await tap.app.store.write(save_subscriptions, tap.user.id, Name(""), _server(tap.interaction), ())
    await tap.reply(ended_page(reader(tap.interaction)))


async def unsubscribe_at(tap: Tap) -> None:
    """End the person's subscriptions on the servers that were chosen in the menu."""
    for server in tap.values:
        await tap.app.store.write(save_subscriptions, tap.user.id, Name(""), number_in(server), ())
    await update(tap.interaction, await _panel_page(tap.interaction))


def _server(interaction: Interaction) -> int:
    if interaction.guild_id is None:
        raise Refused("only-in-servers")
    return interaction.guild_id


COMMANDS = (notify,)
ACTIONS: dict[str, Action] = {
    "notify": open_panel,
    "subscribe": subscribe,
    "unsubscribe": unsubscribe,
    "unsubscribe_at": unsubscribe_at,
}
