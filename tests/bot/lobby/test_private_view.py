"""Test that a lobby's private page of options fits on a phone."""

from __future__ import annotations

import pytest

from bot import LANGUAGES
from bot.language import Localizer
from bot.pages.lobby import options_page
from bot.pages.phone import TABLE, page_height
from games import Game
from storage.rows import LOBBY
from tests.bot.playing import undealt_table
from tests.games.contract import every_game


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_game_options_fit_on_a_phone(game: Game, language: str) -> None:
    """All menus, switches and explanations of the options page fit in 700 points."""
    state = undealt_table(game, ["Alice"] * game.rules.seats[0], language=language).with_row(status=LOBBY)
    words = Localizer(language)
    page = options_page(state.snapshot, words, has_threads=True)
    assert page_height(page) <= TABLE
    page_text = page.encoded.decode()
    for name in game.rules.options:
        if game.rules.has_effect(name, state.row.options):
            assert words(f"{game.id}-option-{name}-about")[:90] in page_text
