"""/privacy show, export, delete: for the person who asks alone, in private; and what follows by a tap."""

from __future__ import annotations

import gzip
import json

from discord import app_commands

from bot.app import Action, Interaction, Tap
from bot.interactions.commands import command_about, command_name, kindly, localised
from bot.interactions.replies import answer, reader, update
from bot.privacy.view import ask_page, export_page, kept_page, told_page
from bot.refused import Refused
from bot.wire.messages import File
from storage.people.people import save_discretion
from storage.upkeep.privacy import export_person

PLAIN_LIMIT = 8_000_000
"""Bytes; Discord takes files of 10 MB, and a larger export is compressed to a tenth or so."""

privacy = app_commands.Group(name=command_name("privacy"), description=command_about("privacy"))


@privacy.command(
    name=localised("command-privacy-show", "show"), description=localised("command-privacy-show-about")
)
@kindly
async def show(interaction: Interaction) -> None:
    """Say what is kept."""
    kept = await interaction.client.store.read(export_person, interaction.user.id)
    await answer(interaction, kept_page(kept, interaction.user.id, reader(interaction)))


@privacy.command(
    name=localised("command-privacy-export", "export"), description=localised("command-privacy-export-about")
)
@kindly
async def export(interaction: Interaction) -> None:
    """Hand out everything that is kept, as a file."""
    words = reader(interaction)
    kept = await interaction.client.store.read(export_person, interaction.user.id)
    if not kept:
        await answer(interaction, kept_page(kept, interaction.user.id, words))
        return
    name = f"tefuda-{interaction.user.id}.json"
    data = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    if len(data) > PLAIN_LIMIT:
        name, data = f"{name}.gz", gzip.compress(data, mtime=0)
    await answer(interaction, export_page(File(name, data), words))


@privacy.command(
    name=localised("command-privacy-delete", "delete"), description=localised("command-privacy-delete-about")
)
@kindly
async def delete(interaction: Interaction) -> None:
    """Forget the person, after a question."""
    await answer(interaction, ask_page(interaction.user.id, reader(interaction)))


async def forget(tap: Tap) -> None:
    """Forget the person who taps."""
    _check_asker(tap)
    await tap.app.tables.forget(tap.user.id)
    await update(tap.interaction, told_page("privacy-forgotten", reader(tap.interaction)))


async def keep(tap: Tap) -> None:
    """Leave everything as it is."""
    _check_asker(tap)
    await update(tap.interaction, told_page("privacy-kept", reader(tap.interaction)))


async def discreet(tap: Tap) -> None:
    """Choose whether pictures of one's lies may be shared."""
    _check_asker(tap)
    user = tap.user
    await tap.app.store.write(save_discretion, user.id, user.display_name, tap.arg == "yes")
    kept = await tap.app.store.read(export_person, user.id)
    await update(tap.interaction, kept_page(kept, user.id, reader(tap.interaction)))


def _check_asker(tap: Tap) -> None:
    if tap.subject != str(tap.user.id):
        raise Refused("privacy-not-yours")


COMMANDS: tuple[app_commands.Group, ...] = (privacy,)
ACTIONS: dict[str, Action] = {"forget": forget, "keep": keep, "discreet": discreet}
