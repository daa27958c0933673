"""Handlers of /privacy show, export and delete. Only the person concerned sees the answers."""

from __future__ import annotations

import gzip
import json

from discord import app_commands

from bot.app import Action, Interaction, Tap
from bot.interactions.commands import (
    allowed_everywhere,
    command_about,
    command_name,
    localised,
    with_error_answer,
)
from bot.interactions.replies import answer, reader, update
from bot.pages.sentence import sentence_page
from bot.privacy.view import deletion_page, export_page, stored_data_page
from bot.refused import Refused
from bot.wire.messages import File
from storage.fields import Name
from storage.people.people import save_discretion
from storage.people.titles import save_titles
from storage.upkeep.privacy import export_person

PLAIN_LIMIT = 8_000_000
"""Greatest size in bytes of an export that is not compressed. Discord takes files of 10 MB."""

privacy = allowed_everywhere(
    app_commands.Group(name=command_name("privacy"), description=command_about("privacy"))
)


@privacy.command(
    name=localised("command-privacy-show", "show"), description=localised("command-privacy-show-about")
)
@with_error_answer
async def show(interaction: Interaction) -> None:
    """Show a summary of the stored data about the person."""
    data = await interaction.client.store.read(export_person, interaction.user.id)
    await answer(interaction, stored_data_page(data, interaction.user.id, reader(interaction)))


@privacy.command(
    name=localised("command-privacy-export", "export"), description=localised("command-privacy-export-about")
)
@with_error_answer
async def export(interaction: Interaction) -> None:
    """Send all stored data about the person as a file."""
    words = reader(interaction)
    kept = await interaction.client.store.read(export_person, interaction.user.id)
    if not kept:
        await answer(interaction, stored_data_page(kept, interaction.user.id, words))
        return
    name = f"tefuda-{interaction.user.id}.json"
    data = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    if len(data) > PLAIN_LIMIT:
        name, data = f"{name}.gz", gzip.compress(data, mtime=0)
    await answer(interaction, export_page(File(name, data), words))


@privacy.command(
    name=localised("command-privacy-delete", "delete"), description=localised("command-privacy-delete-about")
)
@with_error_answer
async def delete(interaction: Interaction) -> None:
    """Ask to confirm the deletion of the person's data."""
    await answer(interaction, deletion_page(interaction.user.id, reader(interaction)))


async def delete_data(tap: Tap) -> None:
    """Delete all data of the person."""
    _check_asker(tap)
    await tap.app.tables.forget(tap.user.id)
    tap.app.tournaments.mark_outdated()
    await tap.app.tournaments.load_missing()
    await update(tap.interaction, sentence_page(reader(tap.interaction)("privacy-forgotten")))


async def keep_data(tap: Tap) -> None:
    """Confirm to the person that their data is kept."""
    _check_asker(tap)
    await update(tap.interaction, sentence_page(reader(tap.interaction)("privacy-kept")))


async def change_discretion(tap: Tap) -> None:
    """Store whether others may share pictures of the person's lies."""
    _check_asker(tap)
    user = tap.user
    await tap.app.store.write(save_discretion, user.id, Name(user.display_name), tap.arg == "yes")
    data = await tap.app.store.read(export_person, user.id)
    await update(tap.interaction, stored_data_page(data, user.id, reader(tap.interaction)))


async def change_titles(tap: Tap) -> None:
    """Show or hide the person's titles beside their name."""
    _check_asker(tap)
    user = tap.user
    await tap.app.store.write(save_titles, user.id, Name(user.display_name), tap.arg == "yes")
    data = await tap.app.store.read(export_person, user.id)
    await update(tap.interaction, stored_data_page(data, user.id, reader(tap.interaction)))


def _check_asker(tap: Tap) -> None:
    if tap.subject != str(tap.user.id):
        raise Refused("privacy-not-yours")


COMMANDS: tuple[app_commands.Group, ...] = (privacy,)
ACTIONS: dict[str, Action] = {
    "forget": delete_data,
    "keep": keep_data,
    "discreet": change_discretion,
    "titles": change_titles,
}
