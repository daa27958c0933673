"""Tests that every value of every option changes some game (Setup)."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from itertools import combinations

import msgspec

from games import Game
from games.core.errors import SetupError
from games.core.match import Match, ShuffleKey
from games.core.rules import CHANCE, Setup
from tests.games.contract import every_game

LIMITS = (*(60,) * 20, *(400,) * 10, *(4000,) * 2)
"""The moves of the compared games, tried in order until all values differ."""


def check_options(game: Game) -> None:
    """Play the same game with each value of an option, until each value has changed a game.

    Raises:
        AssertionError: a value never applies, or two values make no difference.
    """
    for name, values in game.rules.options.items():
        seen: set[str] = set()
        same: set[frozenset[str]] = set()
        different: set[frozenset[str]] = set()
        for seed, limit in enumerate(LIMITS):
            plays = {
                setup.options[name]: play_of(game, setup, seed, limit) for setup in tables(game, name, seed)
            }
            seen |= {*plays} if len(plays) > 1 else set()
            for pair in combinations(plays, 2):
                (same if plays[pair[0]] == plays[pair[1]] else different).add(frozenset(pair))
            if {*values} <= seen and same <= different:
                break
        never = {*values} - seen
        assert not never, f"{game.id}: {name} can never be {sorted(never)}, or nothing else beside it"
        alike = [sorted(pair) for pair in same - different]
        assert not alike, f"{game.id}: it makes no difference whether {name} is one or the other of {alike}"


def tables(game: Game, name: str, seed: int) -> Iterator[Setup]:
    """Yield a table for each value of an option that has an effect there; other options stay the same.

    The other options have their defaults first, then values drawn from the seed.
    """
    rules, rng = game.rules, random.Random(f"{name} {seed}")
    seats = rng.randint(*rules.seats)
    drawn = {other: rng.choice(values) if seed else values[0] for other, values in rules.options.items()}
    first = rng.randrange(seats)
    for value in rules.options[name]:
        options = {**drawn, name: value}
        if rules.has_effect(name, options):
            try:
                yield rules.setup(seats, options, first)
            except SetupError:
                continue


def play_of(game: Game, setup: Setup, seed: int, limit: int) -> str:
    """Play a table at random; return a hash of the places of cards, the legal moves and the result.

    Views are left out, since a view that only repeats an option's value is no effect.
    """
    rules, rng, key = game.rules, random.Random(seed), ShuffleKey.from_text(f"{seed}")
    match, print_ = Match(rules, setup), hashlib.sha256()
    for _ in range(limit):
        print_.update(msgspec.json.encode([match.to_act, match.state.card_groups(), match.result()]))
        if match.is_over:
            break
        if match.to_act == CHANCE:
            print_.update(msgspec.json.encode(rules.chance(match.state)))
            match.play(CHANCE, match.chance_move(key))
        else:
            assert isinstance(match.to_act, tuple)
            seat = rng.choice(match.to_act)
            legal = match.legal(seat)
            move = legal[rng.randrange(len(legal))]
            print_.update(f"{seat} {move} of {len(legal)}".encode())
            match.play(seat, move)
    return print_.hexdigest()


@every_game
def test_every_value_of_every_option_has_effect(game: Game) -> None:
    """An option without effect would mislead players."""
    check_options(game)
