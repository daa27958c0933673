"""Tests of the real bot in a real browser: the first minute, and the heights of messages."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from discord_page import OpenPage, Serve

from bot.client import Tefuda
from bot.clock import Clock
from bot.config import Config
from bot.language import Localizer
from bot.pages.panel import panel_page
from bot.pages.phone import page_height as height
from bot.pages.table import table_page
from bot.simulated import simulated_client
from bot.wire.messages import Page
from games import GAMES
from tests.bot.playing import dealt_table

_OPEN_OUT_OF_SIGHT = """
const menu = () => [...document.querySelectorAll('.select-trigger')].at(-1);
Object.defineProperty(document.documentElement, 'clientHeight', {value: 1, configurable: true});
menu().click();
const isOpen = menu().getAttribute('aria-expanded') === 'true';
delete document.documentElement.clientHeight;
if (isOpen) menu().click();
arguments[0](isOpen);
"""


def test_two_people_play_a_call_and_a_challenge(serve: Serve, open_page: OpenPage, tmp_path: Path) -> None:
    """Two people open a lobby, start a game, call, challenge and see all hands.

    A menu stays open although its place is out of sight for a moment, as it is while a high hand is drawn.
    """
    config = Config(
        database=str(tmp_path / "t.db"), moments=0, computer_workers=0, clock="none", card_emoji="off"
    )
    people = serve(lambda clock: simulated_client(config, clock), "en")
    alice, ken = open_page(people["Alice"]), open_page(people["Ken"])
    alice.run("play", game="Porker Bull")
    ken.wait_for_text("Porker Bull")
    ken.click("Join")
    alice.wait_for_text("Ken")
    alice.click("Start")
    text = alice.wait_for_text("’s turn")
    # Ken's Discord is Japanese: private messages use his language, public ones the server's.
    is_alice = "It’s Alice’s turn" in text
    first, second = (alice, ken) if is_alice else (ken, alice)
    mine = Localizer("en" if is_alice else "ja")
    first.click("My hand")
    first.wait_for_text(mine("panel-turn-short"))
    assert first.ask_later(_OPEN_OUT_OF_SIGHT)
    first.choose(mine("bull-kinds-beyond", count=2))
    first.choose(mine("bull-kind-quads"))
    first.choose("A")
    warned = mine("button-confirm", move=mine("bull-call-quads", rank="A"))  # there are two cards
    first.click(warned)
    second.wait_for_text("four aces")
    theirs = Localizer("ja" if is_alice else "en")
    second.click("My hand")
    second.wait_for_text(theirs("panel-turn-short"))
    second.click(theirs("bull-challenge"))
    first.wait_for_text("challenged")
    second.click("My hand")
    second.wait_for_text(theirs("panel-turn-short"))
    second.choose(theirs("bull-kind-trips"))
    second.choose("2")
    first.wait_for_text(mine("panel-turn-short"))
    # The same choice as a turn before: the menu has not kept it.
    first.choose(mine("bull-kinds-beyond", count=3))
    first.choose(mine("bull-kind-quads"))
    first.choose("K")


TOLERANCE = 0.08
"""The allowed difference, since the browser's font is wider and lines break elsewhere."""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_message_heights_match_the_estimates(
    serve: Serve, open_page: OpenPage, tmp_path: Path, language: str
) -> None:
    """The measured heights of tables and panels equal the bot's estimates."""
    made: list[Tefuda] = []

    def make(clock: Clock) -> Tefuda:
        config = Config(database=str(tmp_path / "t.db"), computer_workers=0, card_emoji="off")
        made.append(simulated_client(config, clock))
        return made[0]

    people = serve(make, language)
    alices_page = open_page(people["Alice"])
    pages = _pages(language)
    _post(made[0], pages)
    measured = alices_page.heights(len(pages), 400)
    for page, tall in zip(pages, measured, strict=True):
        assert height(page) == pytest.approx(tall, rel=TOLERANCE), page.encoded


def _pages(language: str) -> list[Page]:
    pages = []
    for game in GAMES:
        state = dealt_table(game, 3, "Alexandra")
        assert state.to_act
        pages.append(table_page(state.snapshot, language))
        pages.append(panel_page(state.seen_by(state.acting(human=True)[0]), language))
        pages.append(table_page(dealt_table(game, 3).snapshot, language))
    return pages


def _post(bot: Tefuda, pages: list[Page]) -> None:
    """Send messages to the channel as the bot."""
    channel = next(iter(bot.guilds)).text_channels[0]

    async def post() -> None:
        for number, page in enumerate(pages):
            await bot.transport_to(channel.guild.id).send(channel.id, page, f"page {number}")

    asyncio.run_coroutine_threadsafe(post(), bot.loop).result(timeout=60)
