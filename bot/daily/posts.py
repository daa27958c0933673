"""Posts each daily puzzle ("hand of the day") once on every server that subscribes to it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import structlog

from bot.app import App
from bot.daily.calendar import newest_public_solution, number_at
from bot.daily.puzzles import all_puzzles
from bot.daily.view import post_page
from bot.interactions.taps import DAY
from bot.language.catalogue import language_of
from bot.posting import OneTimePost, PostKind, post_once
from bot.tables.appointments import zone_of
from bot.wire.components import custom_id
from bot.wire.messages import Page
from storage.daily.answers import load_shares
from storage.daily.posts import DailyServer, begin_daily_post, end_daily_post, load_daily_servers

log = structlog.get_logger(__name__)

FEW = 30
"""If fewer puzzles than this remain for the coming days, a line in the log says so."""


class DuePost(NamedTuple):
    """A daily puzzle that is due to be posted on a server.

    Attributes:
        language: language of the server's public messages.
        number: number of the puzzle.
    """

    server: DailyServer
    language: str
    number: int


def due_post(server: DailyServer, locale: object, default: str, now: int) -> DuePost | None:
    """Return the daily puzzle that is due to be posted on a server; ``None`` if none is due now.

    Args:
        locale: the server's locale in Discord.
        default: the language to use if the bot has no texts for ``locale``.
        now: Unix milliseconds.
    """
    language = server.locale or language_of(locale, default)
    zone = zone_of(server.time_zone, language)
    number = number_at(now, zone)
    if datetime.fromtimestamp(now / 1000, zone).hour < server.hour:
        return None
    if number < server.posted or (number == server.posted and server.is_sent):
        return None
    return DuePost(server, language, number) if 1 <= number <= len(all_puzzles()) else None


def log_if_few_puzzles_left(now: int) -> None:
    """Log a reminder if few puzzles are left for the coming days."""
    remaining = len(all_puzzles()) - number_at(now)
    if remaining < FEW:
        log.info("more hands of the day are needed soon (docs/PUZZLES.md)", days=remaining)


async def _post_if_due(app: App, server: DailyServer) -> None:
    guild = app.get_guild(server.guild_id)
    if guild is None:
        return
    due = due_post(server, guild.preferred_locale, app.config.default_locale, app.clock.now_ms())
    if due is None:
        return
    number = due.number

    async def begin() -> bool:
        return await app.store.write(begin_daily_post, server.guild_id, number)

    async def page() -> Page:
        solved = newest_public_solution(app.clock.now_ms())
        return post_page(number, solved, await app.store.read(load_shares, solved), due.language)

    key = custom_id("b", "open", f"{DAY}{number}")
    is_uncertain = server.posted == number
    post = OneTimePost(server.guild_id, server.channel_id, key, page, is_uncertain, begin)
    await post_once(app, post)  # what Discord refuses may be allowed tomorrow
    await app.store.write(end_daily_post, server.guild_id, number)


POSTS = (PostKind(load_daily_servers, _post_if_due),)
"""The kinds of messages that ``bot.posting`` posts on servers for this package: the daily puzzle."""
