"""Handlers of /settings, for people who manage a server."""

from __future__ import annotations

from discord import app_commands

from bot.app import Action, Interaction, Tap
from bot.interactions import colours
from bot.interactions.commands import command
from bot.interactions.permissions import why_not_posted
from bot.interactions.replies import answer, ask, reader, update
from bot.interactions.taps import preselected_values
from bot.language.catalogue import usual_zone
from bot.order.acts import new_log_entry
from bot.refused import Refused
from bot.settings.changes import CHANGES, read_change
from bot.settings.seasons_view import read_season_form, season_form
from bot.settings.view import PAGES, page_of, settings_page
from bot.wire.components import text_display
from bot.wire.messages import framed
from storage.scores.seasons import load_running_season
from storage.servers.order import CHANGED
from storage.servers.seasons import begin_season, change_season, end_season
from storage.servers.settings import change_setting, load_settings

SEASON = "seasons"
"""Name of the setting in the moderation log when a season is begun, changed or ended."""


@command("settings")
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def settings(interaction: Interaction) -> None:
    """Open the settings of a server, for a person who may change them."""
    chosen = await interaction.client.store.read(load_settings, _managed_server(interaction))
    await answer(interaction, settings_page(chosen, reader(interaction), interaction.client.config.clock))


async def change_from_menu(tap: Tap) -> None:
    """Change a server's setting to the value that was selected in its menu.

    Raises:
        Refused: the person may not change settings.
    """
    guild_id = _managed_server(tap.interaction)
    field, value = read_change(tap.arg, tap.values, preselected_values(tap.interaction))
    act = new_log_entry(tap.interaction, CHANGED, about=tap.arg, is_host=False)
    await tap.app.store.write(change_setting, guild_id, field, value, act)
    await _show_page(tap, page_of(tap.arg))
    # The channel for a post may be one where the bot cannot write.
    guild = tap.interaction.guild
    if CHANGES[tap.arg].is_single and isinstance(value, int) and guild is not None:
        reason = why_not_posted(tap.app, guild, value)
        if reason is not None:
            sentence = reader(tap.interaction)(reason)
            await answer(tap.interaction, framed(text_display(sentence), accent=colours.YOUR_TURN))


async def show_settings_page(tap: Tap) -> None:
    """Show another page of a server's settings."""
    if tap.arg not in PAGES:
        raise Refused("settings-no-such")
    await _show_page(tap, tap.arg)


async def _show_page(tap: Tap, page: str) -> None:
    guild_id = _managed_server(tap.interaction)
    chosen = await tap.app.store.read(load_settings, guild_id)
    running = await tap.app.store.read(load_running_season, guild_id, tap.app.clock.now_ms())
    words, clock = reader(tap.interaction), tap.app.config.clock
    await update(tap.interaction, settings_page(chosen, words, clock, page, running))


# --- seasons ------------------------------------------------------------------------------------------------


async def season_ask(tap: Tap) -> None:
    """Open the form for a new season, or for changes to the running season."""
    running = await tap.app.store.read(
        load_running_season, _managed_server(tap.interaction), tap.app.clock.now_ms()
    )
    own = running if running is not None and running.name else None
    await ask(tap.interaction, season_form(own if tap.arg else None, reader(tap.interaction)))


async def season_begin(tap: Tap) -> None:
    """Begin a season with the name and the length from the form.

    Raises:
        Refused: a season that managers began is running.
    """
    guild_id, (name, weeks) = _managed_server(tap.interaction), read_season_form(tap.values)
    app, act = tap.app, new_log_entry(tap.interaction, CHANGED, about=SEASON, is_host=False)
    guild = app.get_guild(guild_id)
    zone = usual_zone("" if guild is None else await app.public_language(guild))
    now = app.clock.now_ms()
    begun = await app.store.write(begin_season, guild_id, name, weeks, now, zone, act)
    if begun is None:
        raise Refused("season-running")
    await _show_page(tap, "seasons")


async def season_change(tap: Tap) -> None:
    """Change the name and the length of the running season to those in the form.

    Raises:
        Refused: no season that managers began is running.
    """
    guild_id, (name, weeks) = _managed_server(tap.interaction), read_season_form(tap.values)
    act = new_log_entry(tap.interaction, CHANGED, about=SEASON, is_host=False)
    now = tap.app.clock.now_ms()
    if await tap.app.store.write(change_season, guild_id, name, weeks, now, act) is None:
        raise Refused("season-not-own")
    await _show_page(tap, "seasons")


async def season_end(tap: Tap) -> None:
    """Set the running season to end today.

    Raises:
        Refused: no season that managers began is running.
    """
    act = new_log_entry(tap.interaction, CHANGED, about=SEASON, is_host=False)
    guild_id, now = _managed_server(tap.interaction), tap.app.clock.now_ms()
    if await tap.app.store.write(end_season, guild_id, now, act) is None:
        raise Refused("season-not-own")
    await _show_page(tap, "seasons")


def _managed_server(interaction: Interaction) -> int:
    if interaction.guild_id is None:
        raise Refused("only-in-servers")
    if not interaction.permissions.manage_guild:
        raise Refused("settings-not-allowed")
    return interaction.guild_id


COMMANDS = (settings,)
ACTIONS: dict[str, Action] = {
    "set": change_from_menu,
    "settings": show_settings_page,
    "season_ask": season_ask,
    "season_begin": season_begin,
    "season_change": season_change,
    "season_end": season_end,
}
