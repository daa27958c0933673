"""Creates the bot's commands, with texts in every language and a common handling of errors."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, ParamSpec, TypeAlias, TypeVar

import discord
import structlog
from discord import app_commands
from discord.app_commands import locale_str

from bot import LANGUAGES, undocumented
from bot.interactions.replies import exchange_of
from bot.language.catalogue import catalogue, language_of
from bot.wire.errors import DiscordError
from bot.wire.registration import register_commands, register_server_commands
from bot.wire.transport import Transport
from games import GAMES
from storage import Store
from storage.engine.writing import get_meta, set_meta
from storage.errors import StorageError

log = structlog.get_logger(__name__)

P = ParamSpec("P")
CommandT = TypeVar("CommandT", bound="app_commands.Command[Any, ..., Any] | app_commands.Group")
AnyCommand: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.Group"


def localised(key: str, text: str | None = None) -> locale_str:
    """Return a text that discord.py translates into each language.

    Args:
        key: the text's key in the catalogues.
        text: the English text; ``None`` to take it from the catalogue.
    """
    return locale_str(text or catalogue(LANGUAGES[0]).format(key), key=key)


def command_name(name: str) -> locale_str:
    """Return the localised name of a command."""
    return localised(f"command-{name}-name", name)


def command_about(name: str) -> locale_str:
    """Return the localised description of a command."""
    return localised(f"command-{name}-description")


def add_game_choices(command: AnyCommand) -> AnyCommand:
    """Offer all games as choices of a command's parameter ``game``, if it has this parameter."""
    if isinstance(command, app_commands.Command) and command.get_parameter("game") is not None:
        choices = [app_commands.Choice(name=localised(f"{game.id}-name"), value=game.id) for game in GAMES]
        app_commands.choices(game=choices)(command)
    return command


COMMANDS_META = "commands"
"""Key under which the fingerprint of the registered commands is stored in the database. For the commands of
one server, the server's id is appended.
"""


async def sync_if_changed(
    tree: app_commands.CommandTree[Any],
    store: Store,
    transport: Transport,
    guild: discord.Object | None = None,
    *,
    is_new: bool = False,
) -> None:
    """Register the bot's commands with Discord if they have changed since the last registration.

    Args:
        guild: a server whose own commands are registered; ``None`` for the commands of all servers.
        is_new: register the commands even if they have not changed.

    Raises:
        CommandsRefused: Discord refuses the commands of all servers.
        DiscordError: Discord was not reached, or refuses the commands of one server.
    """
    # Everything that Discord would be sent, in all languages.
    translator, client = CatalogueTranslator(), tree.client
    payload: list[Any] = [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands(guild=guild)
    ]
    # The application's id is part of it, since one database may be used with another application later.
    text = json.dumps([payload, client.application_id], sort_keys=True, default=str)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    key = COMMANDS_META if guild is None else f"{COMMANDS_META} {guild.id}"
    if is_new or await store.read(get_meta, key) != fingerprint:
        if guild is None:
            await register_commands(transport, payload)
        else:
            await register_server_commands(transport, guild.id, payload)
        await store.write(set_meta, key, fingerprint)


class CatalogueTranslator(app_commands.Translator):
    """Translates the names and descriptions of commands for discord.py."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the translation of a command's text; ``None`` to use the English text."""
        language = language_of(locale, default="")
        key = string.extras.get("key")
        if language in ("", LANGUAGES[0]) or key is None:
            return None
        return catalogue(language).format(key)


def with_error_answer(callback: Callable[P, Awaitable[None]]) -> Callable[P, Coroutine[Any, Any, None]]:
    """Wrap a command callback, so that an exception is answered with a sentence."""

    @functools.wraps(callback)
    async def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        interaction: Any = args[0]
        await interaction.client.handle_interaction(interaction, functools.partial(callback, *args, **kwargs))

    return wrapped


Complete: TypeAlias = Callable[[Any, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def autocompletion(find: Complete) -> Complete:
    """Return an autocompletion callback for discord.py that offers the choices returned by ``find``."""

    @functools.wraps(find)
    async def complete(interaction: Any, current: str) -> list[app_commands.Choice[str]]:
        choices: list[app_commands.Choice[str]] = []
        try:
            choices = await find(interaction, current)
            await exchange_of(interaction).offer([choice.to_dict() for choice in choices])
        except (DiscordError, StorageError) as error:
            log.debug("a completion was not wanted any more, or could not be had", why=repr(error))
        # The library would answer the interaction once more, over a connection of its own.
        undocumented.count_as_answered(interaction)
        return choices

    return complete


ON_SERVERS = app_commands.AppInstallationType(guild=True, user=False)
"""Where commands are installed by default. ``allowed_everywhere`` adds installations for persons."""


def allowed_everywhere(command: CommandT) -> CommandT:
    """Make a command available in all servers, group chats and direct messages."""
    installs = app_commands.AppInstallationType(guild=True, user=True)
    contexts = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
    command.allowed_installs, command.allowed_contexts = installs, contexts
    return command


def command(
    name: str, *parameters: str
) -> Callable[[Callable[P, Awaitable[None]]], app_commands.Command[Any, ..., Any]]:
    """Return a decorator that turns a function into a command, with texts from the catalogues.

    Args:
        parameters: names of the parameters that people fill in.
    """

    def decorate(callback: Callable[P, Awaitable[None]]) -> app_commands.Command[Any, ..., Any]:
        about = {parameter: localised(f"command-{name}-{parameter}-about") for parameter in parameters}
        named = {parameter: localised(f"command-{name}-{parameter}", parameter) for parameter in parameters}
        described: Any = app_commands.describe(**about)(
            app_commands.rename(**named)(with_error_answer(callback))
        )
        return app_commands.command(name=command_name(name), description=command_about(name))(described)

    return decorate
