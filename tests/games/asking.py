"""Ask a game's presenter, and read what it asks."""

from __future__ import annotations

from typing import Any

from games import Game
from games.core.questions import Question
from games.core.words import Text
from tests.games.printing import say


def question(game: Game, view: Any, *way: str) -> Question:
    """Ask for the question that some answers lead to; there is one."""
    asked = game.presenter.ask(view, way)
    assert isinstance(asked, Question), asked
    return asked


def values(asked: Question) -> list[str]:
    """List the values of its choices."""
    return [choice.value for choice in asked.choices]


def likely(asked: Question) -> list[str]:
    """List the values of its likely choices."""
    return values(asked)[: asked.likely]


def labels(asked: Question) -> dict[str, str]:
    """Print its choices, by their values."""
    return {choice.value: say(choice.label) for choice in asked.choices}


def details(asked: Question) -> dict[str, str]:
    """Print what else is said of its choices, by their values."""
    return {choice.value: said(choice.detail) for choice in asked.choices if choice.detail}


def groups(asked: Question) -> dict[str, list[str]]:
    """List the values of its choices by their headings."""
    found: dict[str, list[str]] = {}
    for choice in asked.choices:
        found.setdefault(said(choice.group), []).append(choice.value)
    return found


def said(text: Text | None) -> str:
    """Print a text, if there is one."""
    return "" if text is None else say(text)
