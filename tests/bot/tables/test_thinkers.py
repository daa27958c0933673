"""Computer players think in processes of their own, and never hold up a table."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables import thinkers
from bot.tables.thinkers import Thinkers
from games import find_game
from games.core.match import Match
from games.core.shuffle import ShuffleKey


def dealt() -> Match:
    """A game of Porker Bull, just dealt."""
    rules = find_game("bull").rules
    match = Match(rules, rules.setup(3))
    match.play("chance", match.chance_move(ShuffleKey.from_text("x")))
    return match


@pytest.mark.parametrize("workers", [0, 1])
async def test_a_move_comes_from_the_view(workers: int) -> None:
    """In place or in another process: a legal move, the same for the same seed."""
    match = dealt()
    players = Thinkers(workers)
    try:
        first = await players.advise("bull", match.view(0), match.legal(0), "normal", 5)
        again = await players.advise("bull", match.view(0), match.legal(0), "normal", 5)
    finally:
        players.close()
    assert first == again
    assert first in match.legal(0)


async def test_a_failing_player_makes_some_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug in a computer player costs a good move, not the game."""

    def broken(*args: Any) -> Any:
        raise RuntimeError("a bug")

    monkeypatch.setattr(thinkers, "advise", broken)
    match = dealt()
    move = await Thinkers(0).advise("bull", match.view(0), match.legal(0), "normal", 5)
    assert move in match.legal(0)
