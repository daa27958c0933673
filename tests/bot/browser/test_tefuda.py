"""The real bot in a real browser: what a newcomer does in the first minute."""

from __future__ import annotations

from pathlib import Path

from discord_page import OpenPage, Serve

from bot.config import Config
from bot.language.localizer import Localizer
from bot.simulated import simulated_client


def test_two_people_make_a_call_and_a_challenge(serve: Serve, open_page: OpenPage, tmp_path: Path) -> None:
    """Open a lobby, sit down, start, call by menus, challenge by the public button, see all hands."""
    config = Config(database=str(tmp_path / "t.db"), moments=0, computer_workers=0, clock="none")
    people = serve(lambda clock: simulated_client(config, clock), "en")
    alice, ken = open_page(people["Alice"]), open_page(people["Ken"])
    alice.run("play", game="Porker Bull")
    ken.wait_for_text("Porker Bull")
    ken.click("Join")
    alice.wait_for_text("Ken")
    alice.click("Start")
    text = alice.wait_for_text("’s turn")
    # Ken's Discord speaks Japanese: what is private is in his language, what is public in the server's.
    is_alice = "It’s Alice’s turn" in text
    first, second = (alice, ken) if is_alice else (ken, alice)
    mine = Localizer("en" if is_alice else "ja")
    first.click("My hand")
    first.wait_for_text(mine("panel-turn").lstrip("# "))
    first.choose(mine("bull-group-another"), mine("bull-kind-quads"))
    first.choose(mine("menu-choose"), "A")
    warned = mine("button-confirm", move=mine("bull-call-quads", rank="A"))  # there are two cards
    first.click(warned)
    second.wait_for_text("four As")
    second.click("Challenge")
    first.wait_for_text("challenged")
    theirs = Localizer("ja" if is_alice else "en")
    second.click("My hand")
    second.wait_for_text(theirs("panel-turn").lstrip("# "))
    second.choose(theirs("bull-group-another"), theirs("bull-kind-trips"))
    second.choose(theirs("menu-choose"), "2")
    first.wait_for_text(mine("panel-turn").lstrip("# "))
    # The same pick as the turn before: a menu has forgotten that one.
    first.choose(mine("bull-group-another"), mine("bull-kind-quads"))
    first.choose(mine("menu-choose"), "K")
