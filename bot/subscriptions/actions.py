"""The panel of somebody's subscriptions on a server, and the tap that ends them."""

from __future__ import annotations

from collections.abc import Collection

from bot.app import Action, Interaction, Tap
from bot.interactions.replies import answer, reader, update
from bot.refused import Refused
from bot.subscriptions.view import ended_page, subscriptions_page
from games import GAMES
from storage.people.people import know
from storage.people.subscriptions import load_subscriptions, save_subscriptions
from storage.rows import ANY_GAME


async def show_subscriptions(interaction: Interaction) -> None:
    """Open the panel."""
    chosen = await interaction.client.store.read(
        load_subscriptions, interaction.user.id, _server(interaction)
    )
    await answer(interaction, subscriptions_page(chosen, reader(interaction)))


async def notify(tap: Tap) -> None:
    """Open the panel."""
    await show_subscriptions(tap.interaction)


async def subscribe(tap: Tap) -> None:
    """Be told of the chosen games from now on, and of no others."""
    if not {*tap.values} <= {ANY_GAME, *(game.id for game in GAMES)}:
        raise Refused("stale-button")
    await _save(tap, tap.values)
    await update(tap.interaction, subscriptions_page(frozenset(tap.values), reader(tap.interaction)))


async def unsubscribe(tap: Tap) -> None:
    """Be told of nothing any more."""
    await _save(tap, ())
    reply = update if tap.is_private else answer
    await reply(tap.interaction, ended_page(reader(tap.interaction)))


async def _save(tap: Tap, games: Collection[str]) -> None:
    user = tap.user
    if games:
        await tap.app.store.write(know, user.id, user.global_name or user.name)
    await tap.app.store.write(save_subscriptions, user.id, user.display_name, _server(tap.interaction), games)


def _server(interaction: Interaction) -> int:
    if interaction.guild_id is None:
        raise Refused("only-in-servers")
    return interaction.guild_id


ACTIONS: dict[str, Action] = {"notify": notify, "subscribe": subscribe, "unsubscribe": unsubscribe}
