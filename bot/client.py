"""The bot: one Discord client that puts house, front, commands and handlers together."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.actions import find_action
from bot.clock import Clock
from bot.commands.kit import CatalogueTranslator, answer, reader
from bot.commands.registry import COMMANDS
from bot.config import Config
from bot.front import Front
from bot.refused import Refused
from bot.tables.computers import Computers
from bot.tables.house import House, Place
from bot.tables.table import Table
from bot.texts import language_of
from bot.ui import palette
from bot.ui.components import PickMenu, TapButton, page, say
from bot.ui.settings import ChannelMenu
from games.core.words import Text
from storage.errors import WrongStatus
from storage.store import Store

log = structlog.get_logger(__name__)

COMMANDS_META = "commands"
"""Where the fingerprint of the commands last sent to Discord is kept."""

EXPIRED = 10062
"""Discord's code for an interaction that was answered too late."""


class Tefuda(discord.Client):
    """The card table.

    Args:
        config: how to run.
        clock: another clock, for tests and the demo.
    """

    def __init__(self, config: Config, clock: Clock | None = None) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        intents.guild_messages = True  # only that there is a message below a table; contents are not needed
        super().__init__(intents=intents, max_messages=None, allowed_mentions=discord.AllowedMentions.none())
        self.config = config
        self.clock = clock or Clock()
        self.tree: app_commands.CommandTree[Tefuda] = app_commands.CommandTree(self)
        self.store: Store
        self.house: House
        self.front: Front
        for command in COMMANDS:
            self.tree.add_command(command)
        self.tree.error(self._command_failed)
        self._is_restored = False

    # --- life -------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Open the database and get ready before Discord says anything."""
        self.store = await Store.open(self.config.database, synchronous=self.config.synchronous)
        self.house = House(
            self.store,
            self.clock,
            Computers(self.config.computer_workers),
            pause=self.config.computer_pause,
            turn_seconds=self.config.turn_seconds,
            on_change=self._changed,
        )
        self.front = Front(self)
        self.add_dynamic_items(TapButton, PickMenu, ChannelMenu)
        await self.tree.set_translator(CatalogueTranslator())
        await self._sync_commands()

    async def on_ready(self) -> None:
        """Take up every open table, once."""
        if not self._is_restored:
            self._is_restored = True
            await self.house.restore()
            log.info("ready", guilds=len(self.guilds), tables=len(self.house.tables))

    async def close(self) -> None:
        """Stop; everything that matters has been committed."""
        if hasattr(self, "house"):
            await self.house.close()
        await super().close()
        if hasattr(self, "store"):
            await self.store.close()

    async def _sync_commands(self) -> None:
        """Send the commands to Discord only when they have changed: creations are limited to 200 a day."""
        translator = CatalogueTranslator()
        payload: list[Any] = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        text = json.dumps([payload, self.application_id], sort_keys=True, default=str)
        fingerprint = hashlib.sha256(text.encode()).hexdigest()
        if await self.store.get_meta(COMMANDS_META) != fingerprint:
            await self.tree.sync()
            await self.store.set_meta(COMMANDS_META, fingerprint)

    async def on_message(self, message: discord.Message) -> None:
        """Notice that a table may have been buried."""
        self.front.heard(message)

    def _changed(self, place: Place) -> None:
        if isinstance(place, Table) and not self.front.knows(place.id):
            self.front.restored(place)
        self.front.changed(place)

    # --- taps and errors ----------------------------------------------------------------------------

    async def tapped(
        self,
        interaction: discord.Interaction[Any],
        verb: str,
        table_id: str,
        arg: str,
        values: tuple[str, ...],
    ) -> None:
        """Carry out what a button or a menu stands for."""
        try:
            await find_action(verb)(interaction, table_id, arg, values)
        except Exception as error:
            await self.answer_error(interaction, error)

    async def _command_failed(
        self, interaction: discord.Interaction[Tefuda], error: app_commands.AppCommandError
    ) -> None:
        await self.answer_error(interaction, error)

    async def answer_error(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Answer for anything that went wrong: kindly for a refusal, with an incident id for a bug."""
        if isinstance(error, WrongStatus):
            error = Refused("game-is-over")
        if isinstance(error, discord.NotFound) and error.code == EXPIRED:
            log.warning("an interaction came too late to be answered")
            return
        words = reader(interaction)
        if isinstance(error, Refused):
            text = words(error.text)
        else:
            incident = secrets.token_hex(4)
            log.error("unexpected error", incident=incident, exc_info=error)
            text = words(Text("unexpected-error", {"incident": incident}))
        try:
            await answer(interaction, page(say(text), accent=palette.QUIET))
        except discord.HTTPException:
            log.warning("an error could not be told", user=interaction.user.id)

    # --- helpers for commands and actions -----------------------------------------------------------

    async def public_language(self, guild: discord.Guild) -> str:
        """Choose the language of public messages: the server's choice, else its own locale."""
        settings = await self.store.guild_settings(guild.id)
        return settings.locale or language_of(guild.preferred_locale, self.config.default_locale)


def make_client(config: Config, clock: Clock | None = None) -> Tefuda:
    """Make the bot, not connected yet."""
    return Tefuda(config, clock)
