"""The bot's answer to people who write to it in a direct message."""

from __future__ import annotations

import re

import discord
import structlog

from bot import interactions
from bot.app import App
from bot.clock import Clock, Elapsed
from bot.help import EXPLAIN, LEARN
from bot.language import Localizer
from bot.pages.boards import play_now_button
from bot.posting import send_page
from bot.wire.components import button, button_rows, text_display
from bot.wire.errors import DiscordError
from bot.wire.messages import Page, framed

log = structlog.get_logger(__name__)

PAUSE_MS = 10 * 60 * 1000
"""Least time between two answers to one person, so that nobody makes the bot write many messages."""

MOST_REMEMBERED = 1000
"""Limit of people whose last answer is remembered. Nobody else is answered until one of them is forgotten."""

_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_LATIN = re.compile(r"[A-Za-z]")


class Greeter:
    """Answers direct messages, each person at most once in ``PAUSE_MS``."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._answered_at: dict[int, Elapsed] = {}

    def may_answer(self, user_id: int) -> bool:
        """Return whether a person may be answered now. If so, the answer counts."""
        now = self._clock.elapsed_ms()
        self._answered_at = {user: at for user, at in self._answered_at.items() if now - at < PAUSE_MS}
        if user_id in self._answered_at or len(self._answered_at) >= MOST_REMEMBERED:
            return False
        self._answered_at[user_id] = now
        return True

    async def answer(self, app: App, message: discord.Message, default: str) -> None:
        """Answer a direct message. A failure is only logged, since the person can write again.

        Args:
            default: the language of an answer to a message without letters.
        """
        if not self.may_answer(message.author.id):
            return
        page = greeting_page(Localizer(language_of_text(message.content, default)))
        key = f"hello-{message.id}"
        try:
            await send_page(app, 0, message.channel.id, key, page)
        except DiscordError as error:
            log.warning("a direct message could not be answered", why=str(error))


def language_of_text(text: str, default: str) -> str:
    """Return the language in which to answer a text. Discord does not tell it with a message.

    >>> language_of_text("こんにちは", "en"), language_of_text("hello", "ja"), language_of_text("?", "ja")
    ('ja', 'en', 'ja')
    """
    if _JAPANESE.search(text):
        return "ja"
    return "en" if _LATIN.search(text) else default


def greeting_page(words: Localizer) -> Page:
    """Return the answer to a person who writes to the bot."""
    ways = [button("which", "all", words(f"button-{way}"), way) for way in (LEARN, EXPLAIN)]
    return framed(
        text_display(words("hello-text", button=words("help-now"))),
        button_rows([play_now_button(words)]),
        button_rows(ways),
        accent=interactions.LOBBY,
    )
