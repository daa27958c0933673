"""What Discord counts, for the largest that a lobby can be."""

from __future__ import annotations

import pytest

from bot.language.catalogue import LANGUAGES
from bot.language.localizer import Localizer
from bot.lobby.private_view import computers_page, more_page, options_page
from bot.lobby.view import another_page, lobby_page, notice_page
from bot.tables.state import TableState
from games import Game
from storage.rows import LOBBY, SeatRow, TableRow
from tests.bot.play.test_panel import fits
from tests.games.contract import every_game

LONGEST = "\u3042" * 32
"""No name of a member is longer."""


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", [None, "normal"])
def test_the_fullest_lobby_fits_into_a_message(game: Game, language: str, level: str | None) -> None:
    """All seats taken, by people or by computer players, with the longest names; any option."""
    most, words = game.rules.seats[1], Localizer(language)
    for pick in (0, -1):
        options: dict[str, str] = {}
        for name in game.rules.options:
            options[name] = game.rules.choices(name, options, most)[pick]
        row = TableRow("t1", 1, 2, 100, game.id, options, LOBBY, language, 0, first=0, seed=b"s" * 32)
        ids = [100, *(None if level else 100 + seat for seat in range(1, most))]
        levels = [level if seat else None for seat in range(most)]
        seats = [SeatRow(seat, ids[seat], LONGEST, levels[seat], seat + 1) for seat in range(most)]
        snapshot = TableState(row, tuple(seats)).snapshot
        fits(lobby_page(snapshot, language))
        fits(notice_page(snapshot, language))
        fits(options_page(snapshot, words, has_threads=True))
        fits(another_page(snapshot, words))
        fits(computers_page(snapshot, words))
        fits(more_page(snapshot, 100, words))
