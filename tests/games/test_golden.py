"""Every game has a golden game, which shows each seat's view and every public text."""

from __future__ import annotations

from pathlib import Path

from games import Game
from tests.games.contract import every_game
from tests.games.golden import check_golden


@every_game
def test_what_people_see_and_are_told_is_as_it_was(game: Game) -> None:
    """Nothing of it has changed since somebody looked at the files last."""
    check_golden(game, Path(__file__).parent / game.id)
