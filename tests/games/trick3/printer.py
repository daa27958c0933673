"""Prints a face's texts from the game's own catalogues, strictly: no missing message, no missing argument."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

from games.core.words import Arg, Cards, Joined, Rank, Seat, Seats, Suit, Text

LOCALES = Path(__file__).parents[3] / "bot" / "locales"
LANGUAGES = ("en", "ja")


@cache
def bundle(language: str) -> FluentBundle:
    made = FluentBundle([language], use_isolating=False)
    made.add_resource(FluentResource((LOCALES / language / "trick3.ftl").read_text("utf-8")))
    return made


def keys(language: str) -> set[str]:
    source = (LOCALES / language / "trick3.ftl").read_text("utf-8")
    return {entry.id.name for entry in FluentResource(source).body if hasattr(entry, "id")}


def show(text: Text, language: str) -> str:
    """Print a text; seats as P0, P1, cards by their notation."""
    message = bundle(language).get_message(text.key)
    assert message.value is not None
    value, errors = bundle(language).format_pattern(
        message.value, {name: _argument(arg, language) for name, arg in text.args.items()}
    )
    assert not errors, (text.key, errors)
    return str(value)


def show_all(text: Text) -> str:
    """Print a text in every language; give the English."""
    english, *_ = [show(text, language) for language in LANGUAGES]
    return english


def _argument(arg: Arg, language: str) -> Any:
    match arg:
        case Text():
            return show(arg, language)
        case Joined():
            return ", ".join(show(text, language) for text in arg.texts)
        case Seat():
            return f"P{arg.seat}"
        case Seats():
            return ", ".join(f"P{seat}" for seat in arg.seats)
        case Cards():
            return " ".join(card or "##" for card in arg.cards) or "-"
        case Rank():
            return arg.rank
        case Suit():
            return arg.suit
    return arg
