"""The real bot in a real browser: what a newcomer does in the first minute."""

from __future__ import annotations

import os
from pathlib import Path

from discord_page import DiscordPage, MakeBot, OpenPage, Serve

from bot.client import Tefuda
from bot.clock import Clock
from bot.config import Config
from bot.language.localizer import Localizer
from bot.simulated import simulated_client

PICTURES = os.environ.get("TEFUDA_PICTURES")
"""A folder to leave pictures in, to look at."""


def _bot(folder: Path) -> MakeBot:
    def make(clock: Clock) -> Tefuda:
        database = str(folder / "t.db")
        config = Config(database=database, computer_pause=0.3, moments=0, computer_workers=0, clock="none")
        return simulated_client(config, clock)

    return make


def _keep(page: DiscordPage, name: str) -> None:
    if PICTURES:
        page.screenshot(Path(PICTURES) / f"{name}.png", 1000, 1100)
        page.screenshot(Path(PICTURES) / f"{name}-phone.png", 400, 1100)


def test_two_people_make_a_call_and_a_challenge(serve: Serve, open_page: OpenPage, tmp_path: Path) -> None:
    """Open a lobby, sit down, start, call by menus, challenge by the public button, see all hands."""
    people = serve(_bot(tmp_path), "en")
    alice, ken = open_page(people["Alice"]), open_page(people["Ken"])
    alice.run("play", game="Porker Bull")
    ken.wait_for_text("Porker Bull")
    ken.click("Join")
    alice.wait_for_text("Ken")
    _keep(alice, "lobby")
    alice.click("Start")
    text = alice.wait_for_text("’s turn")
    # Ken's Discord speaks Japanese: what is private is in his language, what is public in the server's.
    is_alice = "It’s Alice’s turn" in text
    first, second = (alice, ken) if is_alice else (ken, alice)
    mine = Localizer("en" if is_alice else "ja")
    first.click("My hand")
    first.wait_for_text(mine("panel-turn").lstrip("# "))
    _keep(first, "panel")
    first.choose(mine("bull-group-another"), mine("bull-kind-quads"))
    first.choose(mine("menu-choose"), "A")
    first.click(
        mine("button-confirm", move=mine("bull-call-quads", rank="A"))
    )  # warned of: there are two cards
    second.wait_for_text("four As")
    second.click("Challenge")
    first.wait_for_text("challenged")
    _keep(first, "showdown")
    theirs = Localizer("ja" if is_alice else "en")
    second.click("My hand")
    second.wait_for_text(theirs("panel-turn").lstrip("# "))
    second.choose(theirs("bull-group-another"), theirs("bull-kind-trips"))
    second.choose(theirs("menu-choose"), "2")
    first.wait_for_text(mine("panel-turn").lstrip("# "))
    # The same pick as the turn before: a menu has forgotten that one.
    first.choose(mine("bull-group-another"), mine("bull-kind-quads"))
    first.choose(mine("menu-choose"), "K")
