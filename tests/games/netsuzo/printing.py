"""Print the texts of the face with the game's own catalogues alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bot
from bot.language.catalogue import Catalogue
from games.core.presentation import PanelScene, Row, TableScene
from games.core.words import Cards, Rank, Seat, Suit, Text

LOCALES = Path(next(iter(bot.__path__))) / "locales"
LANGUAGES = ("en", "ja")
CATALOGUES = {
    language: Catalogue(language, [(LOCALES / language / "netsuzo.ftl").read_text("utf-8")])
    for language in LANGUAGES
}
USED: set[str] = set()
"""Every message printed so far."""


def say(text: Text, language: str = "en") -> str:
    """Print a text; it must exist in both languages, with every argument it asks for."""
    USED.add(text.key)
    printed = {
        lang: CATALOGUES[lang].format(text.key, {name: _arg(arg, lang) for name, arg in text.args.items()})
        for lang in LANGUAGES
    }
    assert all(words.strip() and "{" not in words for words in printed.values())
    return printed[language]


def _arg(arg: Any, language: str) -> Any:
    match arg:
        case Text():
            return say(arg, language)
        case Seat():
            return "ABCDEFGHIJ"[arg.seat]
        case Cards():
            assert all(arg.cards)
            return " ".join(arg.cards)
        case Rank():
            return arg.rank
        case Suit():
            return arg.suit
    return arg


def table_lines(scene: TableScene) -> list[str]:
    """Print a table: headline, lines, seats."""
    seats = [f"{'ABCDEFGHIJ'[seat]} {say(line)}" for seat, line in scene.seats]
    return [say(scene.headline), *map(say, scene.lines), *seats]


def panel_lines(scene: PanelScene) -> list[str]:
    """Print a panel: lines and shortcuts."""
    return [*map(say, scene.lines), *(f"[{say(tap.label)}]" for tap in scene.shortcuts)]


def row(row: Row) -> str:
    """Print a row of a picture, hot cards with an exclamation mark."""
    title = say(row.title) if isinstance(row.title, Text) else "ABCDEFGHIJ"[row.title.seat]
    groups = [
        " ".join((face.card or "??") + "!" * (face.mark == "hot") for face in group) for group in row.groups
    ]
    return f"{title}: {' | '.join(groups)}" + (f" ({say(row.note)})" if row.note else "")
