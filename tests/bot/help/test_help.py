"""/help, /rules and the button that explains a game."""

from __future__ import annotations

import pytest

from bot.demo import speak
from bot.help.view import endings_page, help_page, rules_page
from bot.language.catalogue import LANGUAGES, rules_text
from bot.language.localizer import Localizer
from bot.showing.phone import SCREEN, page_height
from bot.wire.components import StringSelect, walk
from games import GAMES, Game
from tests.bot.pages import on_wire
from tests.bot.people import Stage, said
from tests.games.contract import every_game

TEXT_LIMIT = 4000


async def test_help_names_every_game(stage: Stage) -> None:
    answer = await stage.alice.slash(stage.channel, "help")
    assert answer.response.ephemeral
    for game in GAMES:
        assert Localizer("en")(f"{game.id}-name") in said(answer.response)


async def test_rules_are_told_in_the_readers_language(stage: Stage) -> None:
    speak(stage.env, {stage.alice.id: "ja"})
    mine = await stage.alice.slash(stage.channel, "rules", game="tomoe")
    theirs = await stage.bob.slash(stage.channel, "rules", game="tomoe")
    assert mine.response.ephemeral
    assert Localizer("ja")("tomoe-name") in said(mine.response)
    assert Localizer("en")("tomoe-name") in said(theirs.response)


async def test_a_lobby_and_a_table_explain_their_game(stage: Stage) -> None:
    """One button, before and after the start, also for somebody who only looks on."""
    lobby = await stage.lobby("bull", 1)
    before = await stage.tap_more(stage.carol, lobby, "rules")
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    await stage.env.advance_time(2)
    after = await stage.tap(stage.carol, stage.table_message(), "rules")
    assert before.response.ephemeral
    assert after.response.ephemeral
    assert said(before.response) == said(after.response)
    assert "Porker Bull" in said(before.response)


BEGINNING = 820
"""Points of the few lines to begin with, a picture and the ways on: read by scrolling once."""


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
async def test_everything_fits_into_a_message(game: Game, language: str) -> None:
    """No rules are cut: a few lines and a picture, and a menu of chapters that fit on a phone."""
    words = Localizer(language)
    rules = await rules_page(game.id, words)
    assert len(rules.files) == 1
    (found,) = [part for part in walk(rules.components) if isinstance(part, StringSelect)]
    pages = [await rules_page(game.id, words, int(one.value)) for one in found.options]
    told = "".join(part["content"] for page in (rules, *pages) for part in on_wire(page) if "content" in part)
    assert all(line in told for line in rules_text(game.id, language).split("\n"))
    for page in pages:
        assert page_height(page) <= SCREEN, page.encoded
    assert page_height(rules) <= BEGINNING
    for page in (help_page(words), rules, *pages):
        text = [part["content"] for part in on_wire(page) if "content" in part]
        assert sum(map(len, text)) <= TEXT_LIMIT
        assert not any(part.endswith("…") for part in text)


async def test_rules_are_read_on_where_they_are(stage: Stage) -> None:
    """The same message, another chapter; one that is not there is refused."""
    rules = (await stage.alice.slash(stage.channel, "rules", game="lost")).response
    before = said(rules)
    await stage.choose(stage.alice, rules, "chapter", ["4"])
    assert "The joker" in said(rules)
    assert said(rules) != before


@pytest.mark.parametrize("language", ["en", "ja"])
def test_how_games_end_is_told_way_by_way(language: str) -> None:
    """Every row of the page, in two lines; nothing is cut off, and no table's signs are left."""
    told = str(on_wire(endings_page(Localizer(language))))
    rows = [line for line in rules_text("endings", language).split("\n") if line.startswith("|")][2:]
    assert len(rows) >= 10
    for row in rows:
        assert row.strip("|").split("|")[0].strip() in told.replace("’", "’")
    assert "|---" not in told
    assert "…" not in told
