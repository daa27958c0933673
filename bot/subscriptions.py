"""Subscriptions to pings about new lobbies on a server."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from discord import app_commands

from bot import interactions
from bot.app import Action, Interaction, Tap
from bot.interactions import answer, command, number_in, preselected_values, update, words_for
from bot.language import Localizer, label
from bot.pages.messages import sentence_page
from bot.refused import Refused
from bot.wire.components import (
    CHOICES_LIMIT,
    PLACEHOLDER_LIMIT,
    Item,
    button,
    button_rows,
    clip,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from games import GAMES
from storage.people import (
    CLOSED,
    change_subscriptions,
    load_subscriptions,
    load_turn_messages,
    save_names,
    save_subscriptions,
    save_turn_messages,
    subscribed_servers,
)
from storage.rows import ANY_GAME, ListChange, Name

# --- view ---------------------------------------------------------------------------------------------------
# The page with a person's subscriptions to new lobbies.

ALL = "all"
"""Stands in these buttons' custom ids in place of a table's id."""


def subscriptions_page(
    chosen_game_ids: Collection[str], other_servers: Mapping[int, str], turn_messages: str, words: Localizer
) -> Page:
    """Return the page on which a person chooses the games for which they are pinged.

    Args:
        other_servers: names of other servers with subscriptions, by id; ``""`` if a name is unknown.
        turn_messages: the language of direct messages about turns; ``""`` for none, ``CLOSED`` if refused.
    """
    # "Any game" is the first entry, then one entry for each game.
    game_names = {ANY_GAME: words("notify-any")}
    game_names |= {game.id: words(f"{game.id}-name") for game in GAMES}
    options = [option(game, name, chosen=game in chosen_game_ids) for game, name in game_names.items()]
    chosen_names = [name for game, name in game_names.items() if game in chosen_game_ids]
    if chosen_names:
        state = words("notify-on", games=words.join(chosen_names))
    else:
        state = words("notify-off")
    items: list[Item] = [
        text_display(words("notify-title"), state, f"-# {words('notify-about')}"),
        menu("subscribe", ALL, words("notify-choose"), options, least=0, most=len(options)),
    ]
    if chosen_names:
        items += button_rows([button("unsubscribe", ALL, words("button-stop-telling"))])
    items += _other_servers(other_servers, words)
    items += _turns(turn_messages, words)
    return framed(items, accent=interactions.LOBBY)


def _other_servers(others: Mapping[int, str], words: Localizer) -> list[Item]:
    if not others:
        return []
    server_names = [
        (str(server), label(Name(name)) or words("notify-server")) for server, name in others.items()
    ]
    options = [option(server, clip(name, PLACEHOLDER_LIMIT)) for server, name in server_names[:CHOICES_LIMIT]]
    display = text_display(words("notify-elsewhere", count=len(others)))
    return [display, menu("unsubscribe_at", ALL, words("notify-end-elsewhere"), options, most=len(options))]


def _turns(turn_messages: str, words: Localizer) -> list[Item]:
    state = {"": "turns-off", CLOSED: "turns-closed"}.get(turn_messages, "turns-on")
    wish = "off" if state == "turns-on" else "on"
    change = button("turns", ALL, words(f"button-turns-{wish}"), wish)
    return [text_display(words(state)), *button_rows([change])]


def ended_page(words: Localizer) -> Page:
    """Return the page that confirms the end of all subscriptions on a server."""
    return sentence_page(words("notify-ended"))


# --- actions ------------------------------------------------------------------------------------------------
# Handlers of /notify, which shows and changes a person's subscriptions.


@command("notify")
@app_commands.guild_only()
async def notify(interaction: Interaction) -> None:
    """Show which games' lobbies ping the person on this server, with a menu to change this choice."""
    await answer(interaction, await _panel_page(interaction))


async def _panel_page(interaction: Interaction) -> Page:
    app = interaction.client
    user_id = interaction.user.id
    guild_id = _server(interaction)
    chosen = await app.store.read(load_subscriptions, user_id, guild_id)
    others = {}
    for server in await app.store.read(subscribed_servers, user_id):
        if server != guild_id:
            guild = app.get_guild(server)
            others[server] = "" if guild is None else guild.name
    turns = (await app.store.read(load_turn_messages, [user_id])).get(user_id, "")
    return subscriptions_page(chosen, others, turns, words_for(interaction))


async def open_panel(tap: Tap) -> None:
    """Show the page of the person's subscriptions."""
    await answer(tap.interaction, await _panel_page(tap.interaction))


async def subscribe(tap: Tap) -> None:
    """Store the chosen games as the person's subscriptions on this server."""
    offered = set(GAMES.ids) | {ANY_GAME}
    if not offered.issuperset(tap.values):
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
    await tap.reply(ended_page(words_for(tap.interaction)))


async def unsubscribe_at(tap: Tap) -> None:
    """End the person's subscriptions on the servers that were chosen in the menu."""
    for server in tap.values:
        await tap.app.store.write(save_subscriptions, tap.user.id, Name(""), number_in(server), ())
    await update(tap.interaction, await _panel_page(tap.interaction))


async def change_turn_messages(tap: Tap) -> None:
    """Store whether the person wants a direct message when it is their turn."""
    words = words_for(tap.interaction)
    language = words.language if tap.arg == "on" else ""
    await tap.app.store.write(save_turn_messages, tap.user.id, tap.name, language)
    # The button is also in the direct message itself.
    if tap.interaction.guild_id is None:
        await update(tap.interaction, sentence_page(words("turns-ended")))
    else:
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
    "turns": change_turn_messages,
}
