"""What is kept about a person: shown, handed out, forgotten; for that person alone, in private."""

from __future__ import annotations

import gzip
import io
import json

import discord

from bot.commands.kit import answer, reader
from bot.refused import Refused
from bot.ui import palette
from bot.ui.components import Interaction, page, say
from bot.ui.privacy import ask_view, export_view, kept_view

PLAIN_LIMIT = 8_000_000
"""Bytes; Discord takes files of 10 MB, and a larger export is compressed to a tenth or so."""


async def show_kept(interaction: Interaction) -> None:
    """Say what is kept."""
    kept = await interaction.client.store.export_person(interaction.user.id)
    await answer(interaction, kept_view(kept, reader(interaction)))


async def hand_out(interaction: Interaction) -> None:
    """Hand out everything that is kept, as a file."""
    words = reader(interaction)
    kept = await interaction.client.store.export_person(interaction.user.id)
    if not kept:
        await answer(interaction, kept_view(kept, words))
        return
    name = f"tefuda-{interaction.user.id}.json"
    data = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    if len(data) > PLAIN_LIMIT:
        name, data = f"{name}.gz", gzip.compress(data, mtime=0)
    await answer(interaction, export_view(name, words), [discord.File(io.BytesIO(data), name)])


async def ask(interaction: Interaction) -> None:
    """Ask once more."""
    await answer(interaction, ask_view(interaction.user.id, reader(interaction)))


async def forget(interaction: Interaction, asker: str, arg: str, values: tuple[str, ...]) -> None:
    """Forget the person who taps."""
    _only(interaction, asker)
    await interaction.client.house.forget(interaction.user.id)
    words = reader(interaction)
    await interaction.response.edit_message(view=page(say(words("privacy-forgotten")), accent=palette.QUIET))


async def keep(interaction: Interaction, asker: str, arg: str, values: tuple[str, ...]) -> None:
    """Leave everything as it is."""
    _only(interaction, asker)
    words = reader(interaction)
    await interaction.response.edit_message(view=page(say(words("privacy-kept")), accent=palette.QUIET))


def _only(interaction: Interaction, asker: str) -> None:
    if asker != str(interaction.user.id):
        raise Refused("privacy-not-yours")


ACTIONS = {"forget": forget, "keep": keep}
