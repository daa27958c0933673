"""Helpers of the contract suite, which runs on every game: tables of all kinds, and the cards in a value."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, Game
from games.core.errors import SetupError
from games.core.match import Match, ShuffleKey
from games.core.rules import CHANCE, Setup, State
from tests.games.play import play_random

every_game = pytest.mark.parametrize("game", [*GAMES], ids=lambda game: game.id)
every_game_id = pytest.mark.parametrize("game", [game.id for game in GAMES])

seeds = st.integers(0, 2**32)


def with_seeds(count: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Parametrize a test with every game as ``game`` and ``count`` seeds as ``seed``."""
    return lambda test: every_game(given(seed=seeds)(settings(max_examples=count, deadline=None)(test)))


def setup_of(game: Game, seed: int) -> Setup:
    """Return a random setup: seats, options, first seat."""
    rng = random.Random(seed)
    low, high = game.rules.seats
    while True:
        seats = rng.randint(low, high)
        options = {name: rng.choice(values) for name, values in game.rules.options.items()}
        for name in list(options):
            if rng.random() < 0.5:
                del options[name]
        try:
            return game.rules.setup(seats, options, rng.randrange(seats))
        except SetupError:  # values that exist one by one, but not together
            continue


def position(game: Game, seed: int, moves: int = 60) -> Match:
    """Return a match after random moves, at a point where players are to act or at the end."""
    rng = random.Random(seed)
    match = play_random(Match(game.rules, setup_of(game, seed)), seed, rng.randint(1, moves))
    if match.to_act == CHANCE:
        match.play(CHANCE, match.chance_move(ShuffleKey.from_text("one more")))
    return match


def story(game: Game, seed: int, moves: int = 60) -> Iterator[Match]:
    """Yield a match after each of its random moves."""
    match = Match(game.rules, setup_of(game, seed))
    while not match.is_over and len(match.moves) < moves:
        play_random(match, f"{seed} {len(match.moves)}", 1)
        yield match


def cards_in(game: Game, setup: Setup, value: Any) -> list[str]:
    """Return every card in a nested value."""
    known = game.rules.family(setup.options).order
    return [text for text in strings(msgspec.to_builtins(value)) if text in known]


def strings(value: Any) -> Iterator[str]:
    """Yield the words of every text in a nested value, and every whole number as a word."""
    if isinstance(value, str):
        yield from value.split()
    elif type(value) is int:
        yield str(value)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


def cards_on_table(game: Game, setup: Setup, state: State) -> list[str]:
    """Return all cards in the groups of ``state.card_groups()``."""
    return cards_in(game, setup, state.card_groups())


def package_of(game: Game) -> str:
    """Return the name of a game's package."""
    return type(game.rules).__module__.rpartition(".")[0]


def folder_of(game: Game) -> Path:
    """Return the folder of a game's source files."""
    return Path(sys.modules[package_of(game)].__path__[0])
