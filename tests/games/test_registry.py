"""The registry: games by id, and one more for a while."""

from __future__ import annotations

from contextlib import suppress

import pytest

from games import GAMES, find_game
from games.core.errors import SetupError
from games.registry import Registry
from tests.examples import OLD_MAID


def test_the_registry_is_a_sequence_in_the_order_of_offer() -> None:
    """It can be gone through, measured and cut, and a game is found by its id."""
    some = Registry(GAMES[2], GAMES[0])
    assert list(some) == [some[0], some[1]] == list(some[:2]) == [GAMES[2], GAMES[0]]
    assert len(some) == 2
    assert some.find(GAMES[0].id) is GAMES[0]
    assert GAMES[2].id in repr(some)


def test_a_game_is_added_for_a_while() -> None:
    """It comes last, is found like the others, and is gone afterwards, whatever happens meanwhile."""
    before = list(GAMES)
    with suppress(KeyError), GAMES.with_game(OLD_MAID):
        assert list(GAMES) == [*before, OLD_MAID]
        assert find_game("oldmaid") is OLD_MAID
        raise KeyError
    assert list(GAMES) == before
    with pytest.raises(SetupError):
        find_game("oldmaid")


def test_no_two_games_share_an_id() -> None:
    """Tables and results know a game by it."""
    with pytest.raises(ValueError, match="bull"):
        Registry(GAMES[0], GAMES[0])
    with pytest.raises(ValueError, match="bull"), GAMES.with_game(GAMES[0]):
        pass
    assert find_game("bull") is GAMES[0]
