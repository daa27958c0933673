"""What every command needs: names from the catalogues in every language, and one way to fail."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, ParamSpec, TypeAlias

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.app_commands import locale_str

from bot import LANGUAGES, undocumented
from bot.language.catalogue import catalogue, language_of
from games import GAMES
from storage.errors import StorageError

log = structlog.get_logger(__name__)

P = ParamSpec("P")
AnyCommand: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.Group"


def localised(key: str, text: str | None = None) -> locale_str:
    """Name a message of the catalogues for Discord's own localisations; English is what others see."""
    return locale_str(text or catalogue(LANGUAGES[0]).format(key), key=key)


def command_name(name: str) -> locale_str:
    """Localise a command's name."""
    return localised(f"command-{name}-name", name)


def command_about(name: str) -> locale_str:
    """Localise a command's description."""
    return localised(f"command-{name}-description")


def offer_games(command: AnyCommand) -> AnyCommand:
    """Let a command's parameter ``game``, if it has one, offer the games that are registered now."""
    if isinstance(command, app_commands.Command) and command.get_parameter("game") is not None:
        choices = [app_commands.Choice(name=localised(f"{game.id}-name"), value=game.id) for game in GAMES]
        app_commands.choices(game=choices)(command)
    return command


class CatalogueTranslator(app_commands.Translator):
    """Gives Discord the localisations of commands."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Look a string up; ``None`` where the language is not spoken here."""
        language = language_of(locale, default="")
        key = string.extras.get("key")
        if language in ("", LANGUAGES[0]) or key is None:
            return None
        return catalogue(language).format(key)


def kindly(callback: Callable[P, Awaitable[None]]) -> Callable[P, Coroutine[Any, Any, None]]:
    """Let the bot's one error handler answer whatever a command raises."""

    @functools.wraps(callback)
    async def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        interaction: Any = args[0]
        await interaction.client.attend(interaction, functools.partial(callback, *args, **kwargs))

    return wrapped


Complete: TypeAlias = Callable[[Any, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def completing(find: Complete) -> Complete:
    """Answer with the choices that are found, as long as the person still waits for them.

    Somebody who types on has asked again before, and Discord takes no late answer (10062), nor a second one
    (40060). That is as it should be, and the library would log each with a stack trace.
    """

    @functools.wraps(find)
    async def complete(interaction: Any, current: str) -> list[app_commands.Choice[str]]:
        choices: list[app_commands.Choice[str]] = []
        try:
            choices = await find(interaction, current)
            await interaction.response.autocomplete(choices)
        except (discord.HTTPException, aiohttp.ClientError, OSError, StorageError) as error:
            log.debug("a completion was not wanted any more, or could not be had", why=repr(error))
            undocumented.count_as_answered(interaction)
        return choices

    return complete


def command(
    name: str, *parameters: str
) -> Callable[[Callable[P, Awaitable[None]]], app_commands.Command[Any, ..., Any]]:
    """Make a command: it and its parameters have names of the catalogues, and it fails kindly.

    Args:
        name: of the command; its texts begin with ``command-<name>``.
        parameters: those of its parameters that people fill in.
    """

    def decorate(callback: Callable[P, Awaitable[None]]) -> app_commands.Command[Any, ..., Any]:
        about = {one: localised(f"command-{name}-{one}-about") for one in parameters}
        named = {one: localised(f"command-{name}-{one}", one) for one in parameters}
        described: Any = app_commands.describe(**about)(app_commands.rename(**named)(kindly(callback)))
        return app_commands.command(name=command_name(name), description=command_about(name))(described)

    return decorate
