"""The games that tests run on: those that the bot offers, and the examples.

Tests loop over ``GAMES``, to which ``tests/conftest.py`` adds the examples. These have almost nothing that
is optional, so a test that demands it of every game fails for an example; a test about an optional part loops
over ``games_with(part)``. Processes that tests start do not know the examples. Tests of those loop over
``OFFERED``, and so do tests of pages that list the games.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from bot.language import more_texts
from games import GAMES, Game
from games.core.presentation import Presenter
from games.core.rules import Rules
from tests.examples import EXAMPLES, LOCALES

OFFERED: tuple[Game, ...] = tuple(GAMES)
"""The games that people are offered."""


@contextmanager
def examples_registered() -> Iterator[None]:
    """Register the examples and their texts while the context lasts."""
    with ExitStack() as stack:
        for game in EXAMPLES:
            stack.enter_context(GAMES.with_game(game))
        stack.enter_context(more_texts(LOCALES))
        yield


def has_part(game: Game, part: str) -> bool:
    """Return whether a game has an optional part.

    Args:
        part: a field of ``Game``, or a method of ``Presenter`` or ``Rules`` that the game overrides.
    """
    if part in Game.__struct_fields__:
        return bool(getattr(game, part))
    sides = ((game.presenter, Presenter), (game.rules, Rules))
    return any(
        hasattr(base, part) and getattr(type(own), part) is not getattr(base, part) for own, base in sides
    )


def games_with(part: str) -> list[Any]:
    """Return the games that have an optional part, as parameters of tests; see ``has_part``."""
    return [pytest.param(game, id=game.id) for game in GAMES if has_part(game, part)]
