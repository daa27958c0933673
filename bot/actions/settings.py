"""Menus of a server's settings."""

from __future__ import annotations

import msgspec

from bot.commands.kit import answer, reader
from bot.refused import Refused
from bot.texts import LANGUAGES
from bot.ui.components import Interaction
from bot.ui.settings import AUTOMATIC, settings_view
from storage.rows import GuildSettings
from storage.settings import SCOPES

LONGEST_TURN = 604_800


async def show_settings(interaction: Interaction) -> None:
    """Open the panel, for those who may."""
    settings = await interaction.client.store.guild_settings(_managed(interaction))
    await answer(interaction, settings_view(settings, reader(interaction)))


async def set_(interaction: Interaction, table_id: str, arg: str, values: tuple[str, ...]) -> None:
    """Change one setting; who has lost the right meanwhile is refused."""
    store = interaction.client.store
    before = await store.guild_settings(_managed(interaction))
    after = changed(before, arg, values)
    await store.save_guild_settings(after)
    await interaction.response.edit_message(view=settings_view(after, reader(interaction)))


def changed(settings: GuildSettings, name: str, values: tuple[str, ...]) -> GuildSettings:
    """Return settings with one changed.

    Raises:
        Refused: no such setting or value.
    """
    value = values[0] if values else ""
    if name == "channels" and all(channel.isdecimal() for channel in values):
        return msgspec.structs.replace(settings, channel_ids=tuple(map(int, values)))
    if name == "language" and value in (AUTOMATIC, *LANGUAGES):
        return msgspec.structs.replace(settings, locale=None if value == AUTOMATIC else value)
    if name == "turn" and value == AUTOMATIC:
        return msgspec.structs.replace(settings, turn_seconds=None)
    if name == "turn" and value.isdecimal() and int(value) <= LONGEST_TURN:
        return msgspec.structs.replace(settings, turn_seconds=int(value))
    if name == "scope" and value in SCOPES:
        return msgspec.structs.replace(settings, board_scope=value)
    if name == "records" and value in ("yes", "no"):
        return msgspec.structs.replace(settings, share_records=value == "yes")
    raise Refused("settings-no-such")


def _managed(interaction: Interaction) -> int:
    """Return the server that this person manages.

    Raises:
        Refused: outside a server, or without the permission.
    """
    if interaction.guild_id is None:
        raise Refused("only-in-servers")
    if not interaction.permissions.manage_guild:
        raise Refused("settings-not-allowed")
    return interaction.guild_id


ACTIONS = {"set": set_}
