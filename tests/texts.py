"""Print all texts of all languages side by side, with values from real games.

``python -m tests.texts [LANGUAGE ...]`` plays whole games of all five at random and draws their pages in each
language. Texts that never appeared are listed at the end as the catalogues have them: most belong to lobbies,
leaderboards, settings and commands.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unittest.mock import patch

from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax.ast import Message

from bot import LANGUAGES
from bot.caches import clear_caches_with_names
from bot.language import LOCALES, Catalogue
from games import GAMES, Game
from tests.bot.pages.test_heights import pages
from tests.games.play import seats_near

SEEDS = range(3)
"""The number of games played for each number of seats."""

SEATS = (2, 4)
LOOKS = 60
"""The number of positions of a game that are drawn."""

EXAMPLES = 2
"""The number of different readings of a text that are printed."""

Readings = dict[str, dict[str, list[str]]]
"""The printed readings of each text, by key and language."""


def recorded(
    languages: Sequence[str], games: Sequence[Game] = GAMES, seeds: Sequence[int] = SEEDS
) -> Readings:
    """Play games; return the values and printed forms of every text that appeared."""
    all_readings: Readings = {}
    printed = Catalogue.format

    def record(words: Catalogue, key: str, args: Mapping[str, Any] | None = None) -> str:
        reading = printed(words, key, args)
        readings = all_readings.setdefault(key, {}).setdefault(words.language, [])
        if reading not in readings and len(readings) < EXAMPLES:
            readings.append(reading)
        return reading

    clear_caches_with_names()  # cached texts would not be recorded
    with patch.object(Catalogue, "format", record):
        for game in games:
            for seats in sorted({seats_near(game, seats) for seats in SEATS}):
                for seed in seeds:
                    for language in languages:
                        for _ in pages(game, seats, seed, language, LOOKS):
                            pass
    return all_readings


def sources(language: str) -> dict[str, str]:
    """Return the texts of a language by key, in the order of its catalogues."""
    return {
        entry.id.name: FluentSerializer().serialize_entry(entry).strip()
        for path in sorted((LOCALES / language).glob("*.ftl"))
        for entry in FluentParser().parse(path.read_text("utf-8")).body
        if isinstance(entry, Message)
    }


def lines(languages: Sequence[str], readings: Readings) -> Iterator[str]:
    """Yield the page's lines: texts with their printed forms, then texts that never appeared."""
    known = {language: sources(language) for language in languages}
    keys = list(known[languages[0]])
    for key in (key for key in keys if key in readings):
        yield f"{key}"
        for language in languages:
            for reading in readings[key].get(language, ()):
                yield f"  {language}  {reading.replace(chr(10), chr(10) + '      ')}"
    never = [key for key in keys if key not in readings]
    yield f"\n--- never shown in these games: {len(never)} of {len(keys)} ---"
    for key in never:
        yield ""
        yield from (f"  {language}  {known[language][key]}" for language in languages)


def main() -> None:
    """Print the page for the languages of the command line, or for all languages."""
    languages = sys.argv[1:] or list(LANGUAGES)
    if unknown := [language for language in languages if language not in LANGUAGES]:
        sys.exit(f"no such language: {', '.join(unknown)}; there are {', '.join(LANGUAGES)}")
    print("\n".join(lines(languages, recorded(languages))))


if __name__ == "__main__":
    main()
