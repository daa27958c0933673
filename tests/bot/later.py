"""Tefuda as a later version may be: each game has one more option, level and language."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from bot import LANGUAGES
from bot.language import more_texts
from games import GAMES
from games.core.game import LEVELS

NEW_OPTION = {"later": ("no", "yes")}
"""An option of a later version. Its default is the game as it was."""


def _modules_with(name: str, value: object) -> Iterator[object]:
    for module in [*sys.modules.values()]:
        if getattr(module, name, None) is value:
            yield module


def add_option(monkeypatch: pytest.MonkeyPatch, *, first: bool = False) -> None:
    """Add an option to every game, after or before those that it has."""
    for game in GAMES:
        known = game.rules.options
        options = {**NEW_OPTION, **known} if first else {**known, **NEW_OPTION}
        monkeypatch.setattr(type(game.rules), "options", options)


def add_texts(folder: Path) -> AbstractContextManager[None]:
    """Context manager with the texts of the new option, which are written to files in ``folder``."""
    for language in LANGUAGES:
        (folder / language).mkdir()
        keys = [f"{game.id}-option-later{end}" for game in GAMES for end in ("", "-no", "-yes", "-about")]
        lines = [f"{key} = later {key.rpartition('-')[2]}" for key in keys]
        (folder / language / "later.ftl").write_text("\n".join(lines), "utf-8")
    return more_texts(folder)


def change_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reverse the values of each option of every game, so that other values are the defaults."""
    for game in GAMES:
        options = {name: values[::-1] for name, values in game.rules.options.items()}
        monkeypatch.setattr(type(game.rules), "options", options)


def add_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a weaker level of computer players than all others."""
    for module in _modules_with("LEVELS", LEVELS):
        monkeypatch.setattr(module, "LEVELS", ("harmless", *LEVELS))


def add_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in _modules_with("LANGUAGES", LANGUAGES):
        monkeypatch.setattr(module, "LANGUAGES", ("eo", *LANGUAGES))


VERSIONS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "today": lambda monkeypatch: None,
    "an option more": add_option,
    "an option more, listed first": lambda monkeypatch: add_option(monkeypatch, first=True),
    "other defaults": change_defaults,
    "a level more": add_level,
    "a language more": add_language,
}
"""Changes that a later version may make, by name."""
