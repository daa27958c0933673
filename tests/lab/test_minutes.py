"""Tests of the measurement of how long games last."""

from __future__ import annotations

from games import find_game
from lab.minutes import pace_of


def test_pace_of_a_short_game_is_measured() -> None:
    """The stored pace is what ``lab.minutes`` measures: a few games of Porker Bull are near it."""
    game = find_game("bull")
    pace = pace_of(game, 2, {}, "normal", 2)
    (stored,) = [pace for pace in game.paces if pace.seats == 2]
    assert 0.5 * stored.turns < pace.turns < 2 * stored.turns
    assert 0.5 * stored.reveal_seconds < pace.reveal_seconds < 2 * stored.reveal_seconds
