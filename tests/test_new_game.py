"""Tests of ``tests.new_game``, which begins a game, and of docs/NEW_GAME.md, which explains the rest."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from pathlib import Path

import pytest

import games
from bot.language import catalogue, more_texts
from games import GAMES
from tests import new_game
from tests.games.test_contract_options import check_options
from tests.games.test_contract_whole_games import check_whole_games
from tests.games.test_golden import check_golden
from tests.style import slips_in

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "NEW_GAME.md").read_text("utf-8")
WHOLE_FILE = re.compile(r"^`(tests/examples/[\w/.-]+)`:\n\n````?\w+\n(.*?)^````?$", re.DOTALL | re.MULTILINE)
"""A whole file in the page, below its path."""


def test_begun_game_passes_the_suites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is registered, has all texts, and passes the checks that play it, before a line is changed."""
    (tmp_path / "games").mkdir()
    shutil.copy(ROOT / "games" / "__init__.py", tmp_path / "games")
    paths = new_game.begin("whist", tmp_path)
    assert all((tmp_path / path).exists() for path in paths)
    registry = (tmp_path / "games" / "__init__.py").read_text("utf-8")
    assert "from games.whist import WHIST\n" in registry
    assert "    TRICK3,\n    WHIST,\n" in registry
    assert not [
        path for path in paths if re.search("top.?card", (tmp_path / path).read_text("utf-8"), re.IGNORECASE)
    ]
    assert not list(slips_in(tmp_path, ["games"]))
    # The new package is beside those of the other games.
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path / "games")])
    try:
        game = importlib.import_module("games.whist").WHIST
        with GAMES.with_game(game), more_texts(tmp_path / "bot" / "locales"):
            assert catalogue("ja").format("whist-name") == "Whist"
            check_whole_games(game)
            check_options(game)
            check_golden(game, tmp_path / "tests" / "games" / "whist")
    finally:
        for module in [module for module in sys.modules if module.startswith("games.whist")]:
            del sys.modules[module]


@pytest.mark.parametrize(
    "arguments", [[], [""], ["a b"], ["Whist"], ["x"], ["../whist"], ["one", "two"], ["bull"]]
)
def test_unusable_name_is_refused_in_a_sentence(arguments: list[str]) -> None:
    before = (ROOT / "games" / "__init__.py").read_text("utf-8")
    assert new_game.main(arguments).startswith(("a game's id is", "there is a folder games/bull"))
    assert (ROOT / "games" / "__init__.py").read_text("utf-8") == before


def test_page_has_every_file_of_the_worked_example_as_it_is() -> None:
    """The files in the page are those that all suites play as the game ``topcard``."""
    printed = dict(WHOLE_FILE.findall(PAGE))
    expected = {path for path in new_game.FILES if path.startswith("tests/examples/")}
    assert printed.keys() == expected
    for path, text in printed.items():
        assert text == (ROOT / path).read_text("utf-8"), f"{path} differs from its copy in docs/NEW_GAME.md"
