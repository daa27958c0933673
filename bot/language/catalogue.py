"""The catalogues: every text for people, in every language of the house (Fluent files in ``locales``)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt

from bot import LANGUAGES
from bot.caches import cached, forgotten_with_people

T = TypeVar("T")

LOCALES = Path(__file__).parent.parent / "locales"
"""A folder for each language: Fluent files, the rules of each game as Markdown, how times are written."""


CACHED_MESSAGES = 20_000
"""Size of each language's cache of printed messages; printing takes twenty times as long as finding."""


class MissingText(KeyError):
    """A catalogue lacks a message, or a message lacks an argument: a bug of ours."""


def language_of(locale: object, default: str = LANGUAGES[0]) -> str:
    """Choose the language for a Discord locale such as ``en-GB`` or ``ja``."""
    language = str(locale or "").split("-")[0].lower()
    return language if language in LANGUAGES else default


class _Whole(FluentInt):
    """A whole number that is formatted once for each locale: that takes as long as all else of a message."""

    def format(self, locale: Any) -> str:
        return _formatted(int(self), locale)


_whole = cached(4096, of_people=False)(_Whole)


@cached(4096, of_people=False)
def _formatted(number: int, locale: Any) -> str:
    return str(FluentInt(number).format(locale))


class Catalogue:
    """All messages of one language, from Fluent sources."""

    def __init__(self, language: str, sources: Iterable[str]) -> None:
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        self._printed: dict[Hashable, str] = {}
        self._known: dict[Hashable, Any] = {}
        self.keys: set[str] = set()
        forgotten_with_people(self)
        for source in sources:
            resource = FluentResource(source)
            self._bundle.add_resource(resource)
            self.keys.update(entry.id.name for entry in resource.body if hasattr(entry, "id"))

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._bundle.has_message(key)

    def format(self, key: str, args: Mapping[str, Any] | None = None) -> str:
        """Print a message; ``MissingText`` if there is none, or an argument that it needs is not given."""
        given = tuple([(name, value, type(value)) for name, value in args.items()]) if args else ()
        printed = self._printed.get((key, given))
        if printed is None:
            if len(self._printed) >= CACHED_MESSAGES:
                self._printed.clear()
            printed = self._printed[key, given] = self._print(key, args or {})
        return printed

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Make something of texts and names of this language; what was made of the same key is kept."""
        try:
            return cast(T, self._known[key])
        except KeyError:
            if len(self._known) >= CACHED_MESSAGES:
                self._known.clear()
            made = self._known[key] = make()
            return made

    def clear(self) -> None:
        """Forget what was printed: a name may be in it."""
        self._printed.clear()
        self._known.clear()

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
    """Look for texts in one more folder like ``LOCALES``, too, as long as the context lasts.

    A game that is not registered for good brings its own (``Registry.with_game``).
    """
    global _folders
    before, _folders = _folders, (*_folders, folder)
    try:
        yield
    finally:
        _folders = before


def catalogue(language: str) -> Catalogue:
    """Load the catalogue of a language, once."""
    return _loaded(language, _folders)


@cached(64, of_people=False)
def _loaded(language: str, folders: tuple[Path, ...]) -> Catalogue:
    paths = [path for folder in folders for path in sorted((folder / language).glob("*.ftl"))]
    return Catalogue(language, [path.read_text("utf-8") for path in paths])


def rules_text(game_id: str, language: str) -> str:
    """Read how a game is played, in Discord's Markdown; ``MissingText`` if nobody has written it down."""
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
    """Return how times are written in a language; the keys are explained in ``locales/en/times.toml``."""
    return tomllib.loads((LOCALES / language / "times.toml").read_text("utf-8"))
