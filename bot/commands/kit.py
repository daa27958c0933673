"""What every command needs: localised names from the catalogues, the reader's words, one way to answer."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, ParamSpec

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.texts import LANGUAGES, catalogue, language_of
from bot.ui.components import Interaction
from bot.words import Words

P = ParamSpec("P")


def localised(key: str, text: str | None = None) -> locale_str:
    """Name a message of the catalogues for Discord's own localisations; English is what others see."""
    return locale_str(text or catalogue(LANGUAGES[0]).format(key), key=key)


def command_name(name: str) -> locale_str:
    """Localise a command's name."""
    return localised(f"command-{name}-name", name)


def command_about(name: str) -> locale_str:
    """Localise a command's description."""
    return localised(f"command-{name}-description")


def parameters(command: str, *names: str) -> Callable[[Any], Any]:
    """Describe and name the parameters of a command from the catalogues."""

    def decorate(function: Any) -> Any:
        about = {name: localised(f"command-{command}-{name}-about") for name in names}
        named = {name: localised(f"command-{command}-{name}", name) for name in names}
        return app_commands.describe(**about)(app_commands.rename(**named)(function))

    return decorate


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
    """Let the house's one error handler answer whatever a command raises."""

    @functools.wraps(callback)
    async def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        interaction: Any = args[0]
        try:
            await callback(*args, **kwargs)
        except Exception as error:
            await interaction.client.answer_error(interaction, error)

    return wrapped


def reader(interaction: Interaction, names: Sequence[str] = ()) -> Words:
    """Speak the language of the person who acts."""
    return Words(language_of(interaction.locale), names)


async def answer(
    interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()
) -> None:
    """Answer privately: by a message of one's own, also when something was answered already."""
    if interaction.response.is_done():
        await interaction.followup.send(view=view, files=list(files), ephemeral=True)
    else:
        await interaction.response.send_message(view=view, files=list(files), ephemeral=True)
