"""The catalogues: every text for people in every language, read from the Fluent files in ``locales``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt, FluentType

from bot import LANGUAGES
from bot.caches import cached, clear_on_deletion

T = TypeVar("T")

LOCALES = Path(__file__).parent.parent / "locales"
"""A folder for each language: Fluent files, the rules of each game as Markdown, formats of times."""


CACHED_MESSAGES = 20_000
"""Number of formatted messages cached per language; formatting takes 20 times as long as a look-up."""


Functions = dict[str, Callable[[Any], FluentType]]
"""Functions that texts can call. The library also takes plain strings from them; its types omit that."""


class MissingText(KeyError):
    """Raised if a catalogue lacks a text, or a text lacks an argument. The cause is always a bug."""


def language_of(locale: object, default: str = LANGUAGES[0]) -> str:
    """Return the bot's language for a Discord locale.

    >>> language_of("en-GB")
    'en'
    >>> language_of("fr", default="ja")
    'ja'
    """
    language = str(locale or "").split("-")[0].lower()
    return language if language in LANGUAGES else default


class _WholeNumber(FluentInt):
    def format(self, locale: Any) -> str:
        return _formatted(int(self), locale)


_whole = cached(4096, of_people=False)(_WholeNumber)


@cached(4096, of_people=False)
def _formatted(number: int, locale: Any) -> str:
    return str(FluentInt(number).format(locale))


def _capitalized(text: Any) -> str:
    printed = str(text)
    return printed[:1].upper() + printed[1:]


class Catalogue:
    """All texts of one language."""

    def __init__(self, language: str, sources: Iterable[str]) -> None:
        self.language = language
        # Functions that texts can call.
        functions = {
            "RANK": lambda rank: self._rank_word("rank-one", rank),
            "RANKS": lambda rank: self._rank_word("rank-many", rank),
            "CAPITAL": _capitalized,
        }
        self._bundle = FluentBundle([language], use_isolating=False, functions=cast(Functions, functions))
        # Caches, which may contain names.
        self._printed: dict[Hashable, str] = {}
        self._known: dict[Hashable, Any] = {}
        self.keys: set[str] = set()
        clear_on_deletion(self)
        # All files of the language together.
        for source in sources:
            resource = FluentResource(source)
            self._bundle.add_resource(resource)
            self.keys.update(entry.id.name for entry in resource.body if hasattr(entry, "id"))

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._bundle.has_message(key)

    def format(self, key: str, args: Mapping[str, Any] | None = None) -> str:
        """Return a text with its arguments filled in.

        Raises:
            MissingText: there is no such text, or an argument is missing.
        """
        # with their types: 1 and True are equal keys, but may print differently
        key_args = tuple([(name, value, type(value)) for name, value in args.items()]) if args else ()
        printed = self._printed.get((key, key_args))
        if printed is None:
            if len(self._printed) >= CACHED_MESSAGES:
                self._printed.clear()
            printed = self._printed[key, key_args] = self._print(key, args or {})
        return printed

    def get_or_make(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value of a key. If there is none, call ``make`` and cache the result."""
        try:
            return cast(T, self._known[key])
        except KeyError:
            if len(self._known) >= CACHED_MESSAGES:
                self._known.clear()
            made = self._known[key] = make()
            return made

    def clear(self) -> None:
        """Delete all cached texts, which may contain people's names."""
        self._printed.clear()
        self._known.clear()

    def _rank_word(self, key: str, rank: Any) -> str:
        text = str(rank)
        return self.format(key, {"rank": int(text) if text.isdecimal() else text})

    def _print(self, key: str, args: Mapping[str, Any]) -> str:
        if not self._bundle.has_message(key):
            raise MissingText(f"{self.language}: {key}")
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            raise MissingText(f"{self.language}: {key} has no value")
        given = {name: _whole(value) if type(value) is int else value for name, value in args.items()}
        value, errors = self._bundle.format_pattern(pattern, given)
        if errors:
            raise MissingText(f"{self.language}: {key}: {errors[0]}")
        return str(value)


_folders: tuple[Path, ...] = (LOCALES,)


@contextmanager
def more_texts(folder: Path) -> Iterator[None]:
    """Context manager that adds the texts in a folder. The folder has the structure of ``LOCALES``."""
    global _folders
    before, _folders = _folders, (*_folders, folder)
    try:
        yield
    finally:
        _folders = before


def catalogue(language: str) -> Catalogue:
    """Return all texts of one language."""
    return _loaded(language, _folders)


@cached(64, of_people=False)
def _loaded(language: str, folders: tuple[Path, ...]) -> Catalogue:
    paths = [path for folder in folders for path in sorted((folder / language).glob("*.ftl"))]
    return Catalogue(language, [path.read_text("utf-8") for path in paths])


def rules_text(game_id: str, language: str) -> str:
    """Return the rules of a game in Discord's Markdown.

    Raises:
        MissingText: there are no written rules.
    """
    return _rules_text(game_id, language, _folders)


@cached(64, of_people=False)
def _rules_text(game_id: str, language: str, folders: tuple[Path, ...]) -> str:
    for folder in folders:
        path = folder / language / f"{game_id}-rules.md"
        if path.exists():
            return path.read_text("utf-8").strip()
    raise MissingText(f"{language}: the rules of {game_id}")


@cached(64, of_people=False)
def time_words(language: str) -> Mapping[str, Any]:
    """Return the formats of times in a language, from the file ``times.toml``."""
    return tomllib.loads((LOCALES / language / "times.toml").read_text("utf-8"))


def usual_zone(language: str) -> str:
    """Return the IANA name of the default time zone for servers with this language."""
    return str(time_words(language_of(language))["time_zone"])
