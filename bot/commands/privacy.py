"""/privacy show, export, delete: what is kept about the person who asks."""

from __future__ import annotations

from discord import app_commands

from bot.actions.privacy import ask, hand_out, show_kept
from bot.commands.kit import command_about, command_name, kindly, localised
from bot.ui.components import Interaction

privacy = app_commands.Group(name=command_name("privacy"), description=command_about("privacy"))


@privacy.command(
    name=localised("command-privacy-show", "show"), description=localised("command-privacy-show-about")
)
@kindly
async def show(interaction: Interaction) -> None:
    """Say what is kept."""
    await show_kept(interaction)


@privacy.command(
    name=localised("command-privacy-export", "export"), description=localised("command-privacy-export-about")
)
@kindly
async def export(interaction: Interaction) -> None:
    """Hand out everything that is kept."""
    await hand_out(interaction)


@privacy.command(
    name=localised("command-privacy-delete", "delete"), description=localised("command-privacy-delete-about")
)
@kindly
async def delete(interaction: Interaction) -> None:
    """Forget the person, after a question."""
    await ask(interaction)


COMMANDS = (privacy,)
