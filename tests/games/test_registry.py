"""Tests of the registry: games by id, and temporary ones."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest
from msgspec.structs import replace

from games import GAMES, Game, find_game
from games.core.errors import SetupError
from games.core.rules import View
from games.registry import Registry
from tests.examples import OLD_MAID
from tests.games.contract import every_game


def test_registry_is_ordered_sequence() -> None:
    """The registry has a length, iteration, slices and lookup by id."""
    some = Registry(GAMES[2], GAMES[0])
    assert list(some) == [some[0], some[1]] == list(some[:2]) == [GAMES[2], GAMES[0]]
    assert len(some) == 2
    assert some.find(GAMES[0].id) is GAMES[0]
    assert GAMES[2].id in repr(some)


def test_game_can_be_added_temporarily() -> None:
    """A temporary game is last, found by id, and removed even after an error."""
    some = Registry(GAMES[0])
    with suppress(KeyError), some.with_game(OLD_MAID):
        assert list(some) == [GAMES[0], OLD_MAID]
        assert some.find("oldmaid") is OLD_MAID
        raise KeyError
    assert list(some) == [GAMES[0]]
    with pytest.raises(SetupError):
        some.find("oldmaid")


def test_second_game_with_same_id_is_refused() -> None:
    """Tables and results refer to games by id."""
    with pytest.raises(ValueError, match="bull"):
        Registry(GAMES[0], GAMES[0])
    with pytest.raises(ValueError, match="bull"), GAMES.with_game(GAMES[0]):
        pass
    assert find_game("bull") is GAMES[0]


@every_game
def test_rules_declare_if_seats_can_drop_out(game: Game) -> None:
    """``has_elimination`` of the rules is true exactly if the game's view overrides ``gone``."""
    view = game.rules.view(game.rules.start(game.rules.setup(game.rules.seats[0], {})), None)
    assert game.rules.has_elimination == (type(view).gone is not View.gone)


@every_game
def test_inactive_option_has_no_effect(game: Game) -> None:
    """An inactive option with its default leads to the same start; every option is active somewhere."""
    rules, seats = game.rules, game.rules.seats[0]
    applied = set()
    for values in product(*rules.options.values()):
        options = dict(zip(rules.options, values, strict=True))
        try:
            state = rules.start(rules.setup(seats, options))
        except SetupError:
            continue
        for name in rules.options:
            if rules.has_effect(name, options):
                applied.add(name)
                continue
            other = rules.setup(seats, {**options, name: rules.options[name][0]})
            assert replace(rules.start(other), setup=state.setup) == state
    assert applied == {*rules.options}
