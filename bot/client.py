"""The bot: one Discord client that puts all the rooms together."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import discord
import structlog
from discord import app_commands

from bot import help, lobby, play, privacy, replay, scores, settings  # noqa: A004 - a room of the bot
from bot.app import Action, App, Tap
from bot.chance import Chance
from bot.clock import Clock
from bot.config import Config
from bot.interactions import colours
from bot.interactions.commands import CatalogueTranslator
from bot.interactions.components import ChannelMenu, PickMenu, TapButton, container_view, text_display
from bot.interactions.replies import UNREACHABLE, answer, reader
from bot.lobby.view import lobby_page, notice_page
from bot.play.panel_view import panel_page
from bot.play.table_view import call_page, table_page
from bot.refused import Refused
from bot.showing.channels import Channels, Page
from bot.showing.displays import Displays
from bot.showing.views import Views
from bot.tables.duties import ComputerMoves, Deadlines, Dealing, Remembering
from bot.tables.keeper import Keeper
from bot.tables.registry import Registry
from bot.tables.snapshot import Snapshot
from bot.tables.table import Table
from bot.tables.thinkers import Thinkers
from games.core.words import Text
from storage.errors import StorageError
from storage.store import Store

log = structlog.get_logger(__name__)

SUBJECTS = (lobby, play, help, scores, replay, settings, privacy)
"""What people do; each has its commands and its actions."""

COMMANDS = tuple(command for subject in SUBJECTS for command in getattr(subject, "COMMANDS", ()))
ACTIONS: dict[str, Action] = {
    verb: action for subject in SUBJECTS for verb, action in getattr(subject, "ACTIONS", {}).items()
}

COMMANDS_META = "commands"
"""Where the fingerprint of the commands last sent to Discord is kept."""

EXPIRED = 10062
"""Discord's code for an interaction that was answered too late."""

BEAT_SECONDS = 30.0
"""How often the bot notes that it is alive; at most so much time too much is given to people after one."""


class Tefuda(App):
    """The card table.

    Args:
        config: how to run.
        clock: another clock, for tests and the demo.
        chance: another source of chance, for tests.
    """

    def __init__(self, config: Config, clock: Clock | None = None, chance: Chance | None = None) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        intents.guild_messages = True  # only that there is a message below a table; contents are not needed
        super().__init__(intents=intents, max_messages=None, allowed_mentions=discord.AllowedMentions.none())
        self.config = config
        self.clock = clock or Clock()
        self.chance = chance or Chance()
        self.tree: app_commands.CommandTree[Tefuda] = app_commands.CommandTree(self)
        for command in COMMANDS:
            self.tree.add_command(command)
        self.tree.error(self._command_failed)
        self._heart: Any = None

    # --- life -------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Open the database and bring every table back, before Discord sends the first interaction."""
        config = self.config
        self.store = await Store.open(config.database, synchronous=config.synchronous, exclusive=True)
        self.thinkers = Thinkers(config.computer_workers)
        self.tables = Registry(self.store, self.clock, self.chance, config.turn_seconds)
        views = Views(public=_public_page, notice=notice_page, call=call_page, panel=panel_page)
        self.displays = Displays(Channels(self, self.clock), views, self.clock)
        await self.tables.restore()
        self.add_dynamic_items(TapButton, PickMenu, ChannelMenu)
        await self.tree.set_translator(CatalogueTranslator())
        await self._sync_commands()
        self._heart = self.loop.create_task(self._beat(), name="heart")

    async def on_ready(self) -> None:
        """Let every table be kept: from now on Discord can be written to."""
        self.tables.keep(self._make_keeper, self.displays.release)
        log.info("ready", guilds=len(self.guilds), tables=len(self.tables.tables))

    async def close(self) -> None:
        """Stop; everything that matters has been committed."""
        if self._heart is not None:
            self._heart.cancel()
        if hasattr(self, "tables"):
            await self.tables.close()
            self.thinkers.close()
        await super().close()
        if hasattr(self, "store"):
            await self.store.close()

    def _make_keeper(self, table: Table) -> Keeper:
        clock, chance, thinkers = self.clock, self.chance, self.thinkers
        own = (
            Dealing(table),
            ComputerMoves(table, thinkers, chance, self.config.computer_pause),
            Deadlines(table, clock, thinkers, chance),
            Remembering(table),
        )
        display = self.displays.of(table)
        return Keeper(table, clock, lambda: (*own, *display.duties()))

    async def _beat(self) -> None:
        """Note again and again that the bot is alive, and empty the database's log where that was held up."""
        while True:
            await self.clock.sleep(BEAT_SECONDS)
            try:
                await self.store.beat(self.clock.now_ms())
            except StorageError as error:
                log.warning("the database cannot be written", why=str(error))

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
        self.displays.channels.heard(message)

    # --- taps and errors ----------------------------------------------------------------------------

    async def tapped(
        self,
        interaction: discord.Interaction[Any],
        verb: str,
        subject: str,
        arg: str,
        values: tuple[str, ...],
    ) -> None:
        """Carry out what a button or a menu stands for; a verb of an older version is refused kindly."""
        try:
            action = ACTIONS.get(verb)
            if action is None:
                raise Refused("stale-button")
            await action(Tap(interaction, subject, arg, values))
        except Exception as error:
            await self.answer_error(interaction, error)

    async def _command_failed(
        self, interaction: discord.Interaction[Tefuda], error: app_commands.AppCommandError
    ) -> None:
        await self.answer_error(interaction, error)

    async def answer_error(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Answer for anything that went wrong: kindly for a refusal, with an incident id for a bug."""
        if isinstance(error, discord.NotFound) and error.code == EXPIRED:
            log.warning("an interaction came too late to be answered")
            return
        words = reader(interaction)
        if isinstance(error, Refused):
            text = words(error.text)
        else:
            incident = self.chance.incident()
            if isinstance(error, (StorageError, *UNREACHABLE)):
                log.warning("something could not be done", incident=incident, why=repr(error))
            else:
                log.error("unexpected error", incident=incident, exc_info=error)
            text = words(Text("unexpected-error", {"incident": incident}))
        try:
            await answer(interaction, container_view(text_display(text), accent=colours.QUIET))
        except UNREACHABLE:
            log.warning("an error could not be told", user=interaction.user.id)


async def _public_page(snapshot: Snapshot, language: str) -> Page:
    """Render a table's message, whatever phase it is in."""
    if snapshot.is_lobby or (snapshot.is_closed and not snapshot.decisions):
        return lobby_page(snapshot, language)
    return await table_page(snapshot, language)


def make_client(config: Config, clock: Clock | None = None, chance: Chance | None = None) -> Tefuda:
    """Make the bot, not connected yet."""
    return Tefuda(config, clock, chance)
