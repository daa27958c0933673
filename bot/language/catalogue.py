"""The catalogues: every text for people, in every language of the house (Fluent files in ``locales``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

LOCALES = Path(__file__).parent.parent / "locales"
LANGUAGES: tuple[str, ...] = ("en", "ja")
"""Languages that every text exists in; the first is used where a person's own is not spoken."""


class MissingText(KeyError):  # noqa: N818 - said of texts, not raised at people
    """A catalogue lacks a message, or a message lacks an argument: a bug of ours."""


def language_of(locale: object, default: str = LANGUAGES[0]) -> str:
    """Choose the language for a Discord locale such as ``en-GB`` or ``ja``."""
    language = str(locale or "").split("-")[0].lower()
    return language if language in LANGUAGES else default


class Catalogue:
    """All messages of one language.

    Args:
        language: one of ``LANGUAGES``.
        sources: Fluent sources.
    """

    def __init__(self, language: str, sources: Iterable[str]) -> None:
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        self.keys: set[str] = set()
        for source in sources:
            resource = FluentResource(source)
            self._bundle.add_resource(resource)
            self.keys.update(entry.id.name for entry in resource.body if hasattr(entry, "id"))

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._bundle.has_message(key)

    def format(self, key: str, args: Mapping[str, Any] | None = None) -> str:
        """Print a message.

        Raises:
            MissingText: no such message, or an argument it needs is not given.
        """
        if not self._bundle.has_message(key):
            raise MissingText(f"{self.language}: {key}")
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            raise MissingText(f"{self.language}: {key} has no value")
        value, errors = self._bundle.format_pattern(pattern, dict(args or {}))
        if errors:
            raise MissingText(f"{self.language}: {key}: {errors[0]}")
        return str(value)


@cache
def catalogue(language: str) -> Catalogue:
    """Load the catalogue of a language, once."""
    folder = LOCALES / language
    return Catalogue(language, [path.read_text("utf-8") for path in sorted(folder.glob("*.ftl"))])


@cache
def rules_text(game_id: str, language: str) -> str:
    """Read how a game is played, in Discord's Markdown."""
    return (LOCALES / language / f"{game_id}-rules.md").read_text("utf-8").strip()
