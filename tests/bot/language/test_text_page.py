"""Test of ``tests.texts``, the page that shows translators all texts."""

from __future__ import annotations

from games import find_game
from tests.texts import lines, recorded


def test_text_page_shows_both_languages_with_values() -> None:
    """Texts of a game appear with their values in both languages; other texts appear as in the catalogue."""
    page = list(lines(["en", "ja"], recorded(["en", "ja"], [find_game("bull")], [0])))
    at = page.index("bull-headline-call")
    english, japanese = page[at + 1], next(line for line in page[at + 1 :] if line.startswith("  ja  "))
    assert english.startswith("  en  ")
    assert " calls “**" in english
    assert "「**" in japanese
    (end,) = (number for number, line in enumerate(page) if line.startswith("\n--- never shown"))
    assert any(line.startswith("  en  tomoe-name = ") for line in page[end:])
    assert not any("{ $" in line for line in page[:end])
