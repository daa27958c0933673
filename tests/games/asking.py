"""Ask a game's presenter, and read what it asks and what it says of a moment of truth."""

from __future__ import annotations

from typing import Any

from games import Game
from games.core.match import Match
from games.core.presentation import Moment
from games.core.questions import Question
from games.core.rules import State
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


def moment(game: Game, at: Match | State) -> Moment:
    """Give the moment of truth of a position that is one."""
    found = game.presenter.moment(_view(game, at, None))
    assert found is not None
    return found


def moment_line(game: Game, at: Match | State) -> str:
    """Print the line that makes it a great one, if there is any."""
    return said(moment(game, at).line)


def verdicts(game: Game, at: Match | State) -> list[str]:
    """Print what it means for each seat, nothing where it means nothing."""
    seats = range(_view(game, at, None).seats)
    return [said(game.presenter.verdict(_view(game, at, seat))) for seat in seats]


def _view(game: Game, at: Match | State, viewer: int | None) -> Any:
    return game.rules.view(at.state if isinstance(at, Match) else at, viewer)
