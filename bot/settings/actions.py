"""Handlers of /settings, for people who manage a server."""

from __future__ import annotations

from discord import app_commands

from bot.app import Action, Interaction, Tap
from bot.interactions.commands import command
from bot.interactions.replies import answer, reader, update
from bot.interactions.taps import shown_values
from bot.order.acts import act_of
from bot.refused import Refused
from bot.settings.changes import read_change
from bot.settings.view import PAGES, page_of, settings_page
from storage.servers.order import CHANGED
from storage.servers.settings import change_setting, load_settings


@command("settings")
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def settings(interaction: Interaction) -> None:
    """Open the settings of a server, for a person who may change them."""
    chosen = await interaction.client.store.read(load_settings, _managed(interaction))
    await answer(interaction, settings_page(chosen, reader(interaction), interaction.client.config.clock))


async def set_(tap: Tap) -> None:
    """Change one setting of a server. A person without the permission is refused."""
    guild_id = _managed(tap.interaction)
    field, value = read_change(tap.arg, tap.values, shown_values(tap.interaction))
    act = act_of(tap.interaction, CHANGED, about=tap.arg)
    after = await tap.app.store.write(change_setting, guild_id, field, value, act)
    words, clock = reader(tap.interaction), tap.app.config.clock
    await update(tap.interaction, settings_page(after, words, clock, page_of(tap.arg)))


async def turn(tap: Tap) -> None:
    """Show another page of a server's settings."""
    chosen = await tap.app.store.read(load_settings, _managed(tap.interaction))
    if tap.arg not in PAGES:
        raise Refused("settings-no-such")
    words, clock = reader(tap.interaction), tap.app.config.clock
    await update(tap.interaction, settings_page(chosen, words, clock, tap.arg))


def _managed(interaction: Interaction) -> int:
    """Return the id of the server, if the person may change its settings.

    Raises:
        Refused: the person does not manage a server here.
    """
    if interaction.guild_id is None:
        raise Refused("only-in-servers")
    if not interaction.permissions.manage_guild:
        raise Refused("settings-not-allowed")
    return interaction.guild_id


COMMANDS = (settings,)
ACTIONS: dict[str, Action] = {"set": set_, "settings": turn}
