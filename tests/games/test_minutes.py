"""Tests of how long a game lasts: ``Game.minutes_with``."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, Game
from games.core.game import Pace

OUR_GAMES = [game for game in GAMES if game.minutes]
each_game = pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.id)


def usual_options(game: Game, seats: int) -> dict[str, str]:
    return dict(game.rules.fit_options({}, seats))


@each_game
def test_every_number_of_players_is_measured(game: Game) -> None:
    """With the usual options, a game of any number of players has a length, which agrees with ``minutes``."""
    low, high = game.rules.seats
    assert [pace.seats for pace in game.paces] == [*range(low, high + 1)]
    seats = game.table_size
    alone = usual_options(game, seats)
    assert game.minutes_with(alone, seats, 1) == game.minutes
    estimated = msgspec.structs.replace(game, minutes=0)
    # ``minutes`` ends where the only person is out.
    assert 0.8 * game.minutes <= estimated.minutes_with(alone, seats, 1) <= 1.5 * game.minutes
    first = {**alone, **dict(game.short_options)}
    assert game.minutes_with(first, seats, 1) == (game.short_minutes or game.minutes)


@each_game
def test_measured_options_exist(game: Game) -> None:
    """Each measured value of an option exists, is not the usual one, and is named once."""
    named = [(option, value) for option, value, _ in game.option_lengths]
    assert len({*named}) == len(named)
    assert all(value in game.rules.options[option][1:] for option, value in named)


@given(st.data())
def test_more_people_take_longer(data: st.DataObject) -> None:
    """A person in place of a computer player never makes a game shorter."""
    game = data.draw(st.sampled_from(OUR_GAMES))
    seats = data.draw(st.integers(*game.rules.seats))
    people = data.draw(st.integers(1, seats))
    chosen = {name: data.draw(st.sampled_from(values)) for name, values in game.rules.options.items()}
    options = dict(game.rules.fit_options(chosen, seats))
    minutes = game.minutes_with(options, seats, people)
    assert game.minutes_with(options, seats, people - 1) <= minutes
    names = {(option, value) for option, value, _ in game.option_lengths}
    effective = [name for name in options if game.rules.has_effect(name, options)]
    unusual = {(name, options[name]) for name in effective if options[name] != game.rules.options[name][0]}
    assert (minutes > 0) is (unusual <= names), "what was not measured has no length"


def test_game_without_measures_has_no_length() -> None:
    game = msgspec.structs.replace(OUR_GAMES[0], paces=(), minutes=0)
    assert game.minutes_with(usual_options(game, 4), 4, 1) == 0
    tiny = msgspec.structs.replace(game, paces=(Pace(4, 0.1, 0.0),))
    assert tiny.minutes_with(usual_options(game, 4), 4, 1) == 1


@each_game
def test_game_of_two_ends_with_its_first_loser(game: Game) -> None:
    """The option to end with the first loser makes a game of two no shorter."""
    if game.one_loser_options is None or game.rules.seats[0] > 2:
        return
    usual = usual_options(game, 2)
    ending = usual | dict(game.one_loser_options)
    assert game.minutes_with(ending, 2, 2) == game.minutes_with(usual, 2, 2)
