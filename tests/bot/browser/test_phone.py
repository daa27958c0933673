"""The estimate of how high messages stand on a phone, beside a browser that lays them out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from discord_page import OpenPage, Serve

from bot.client import Tefuda
from bot.clock import Clock
from bot.config import Config
from bot.play.panel_view import panel_page
from bot.play.table_view import table_page
from bot.showing.phone import page_height as height
from bot.simulated import simulated_client
from bot.wire.messages import Page
from games import GAMES
from tests.bot.playing import begun

TOLERANCE = 0.08
"""The browser has letters of its own, which are wider; lines break elsewhere."""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_messages_are_as_high_as_estimated(
    serve: Serve, open_page: OpenPage, tmp_path: Path, language: str
) -> None:
    """Tables and deciding panels: pictures, texts, rows of buttons that wrap, menus, long names."""
    made: list[Tefuda] = []

    def make(clock: Clock) -> Tefuda:
        config = Config(database=str(tmp_path / "t.db"), computer_workers=0)
        made.append(simulated_client(config, clock))
        return made[0]

    people = serve(make, language)
    shown = open_page(people["Alice"])
    pages = _pages(language)
    _post(made[0], pages)
    measured = shown.heights(len(pages), 400)
    for page, tall in zip(pages, measured, strict=True):
        assert height(page) == pytest.approx(tall, rel=TOLERANCE), page.encoded


def _pages(language: str) -> list[Page]:
    pages = []
    for game in GAMES:
        state = begun(game, 3, "Alexandra")
        assert state.to_act
        pages.append(table_page(state.snapshot, language))
        pages.append(panel_page(state.seen_by(state.acting(human=True)[0]), language))
        pages.append(table_page(begun(game, 3).snapshot, language))
    return pages


def _post(bot: Tefuda, pages: list[Page]) -> None:
    """Send messages to the channel, one after the other, as the bot's own."""
    channel = next(iter(bot.guilds)).text_channels[0]

    async def post() -> None:
        for number, page in enumerate(pages):
            await bot.transport.send(channel.id, page, f"page {number}")

    asyncio.run_coroutine_threadsafe(post(), bot.loop).result(timeout=60)
