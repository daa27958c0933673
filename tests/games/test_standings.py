"""Tests of standings during a game."""

from __future__ import annotations

import pytest

from games import GAMES, Game
from tests.games.play import new_match, play_random


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_standings_rank_every_seat_with_eliminated_seats_last(game: Game) -> None:
    """Each seat has one place, later eliminations rank higher, and finished games have none."""
    seats = min(game.rules.seats[1], 4)
    for seed in range(3):
        for moves in range(0, 120, 7):
            match = play_random(new_match(game, seats), seed, moves)
            standing = match.provisional_result()
            if standing is None:
                continue
            assert not match.is_over
            assert sorted(seat for group in standing.ranking for seat in group) == [*range(seats)]
            assert len(standing.scores) == seats
            out = match.view(None).settled_seats
            assert [seat for group in standing.ranking[::-1] for seat in group][: len(out)] == [*out]
    assert play_random(new_match(game, seats), "end", 4000).provisional_result() is None


def test_game_without_scores_has_no_standings() -> None:
    lost = next(game for game in GAMES if game.id == "lost")
    assert play_random(new_match(lost), 0, 30).provisional_result() is None
