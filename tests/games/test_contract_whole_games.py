"""Tests of whole games at every kind of table: they end, and each seat to act has moves and menus."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from games import Game
from games.core.errors import SetupError
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.core.presentation import Question
from games.core.rules import CHANCE, Result, Setup, group_by_team
from tests.amounts import EXPLORE
from tests.games.contract import every_game
from tests.games.play import viewers

MOST_MOVES = 6000
"""The largest number of moves of a random game."""

ENOUGH = 1500 if EXPLORE else 500
"""The number of moves after which enough games were played."""

ASKED = 0.15
"""The share of decisions that are made by answering questions."""

PICKS = 50
"""The number of attempts to find a move among random sets of cards."""


def tables(game: Game) -> Iterator[Setup]:
    """Yield endless random setups; the first cover every number of seats and every option value.

    A setup is left out if the setups before it have its number of seats or its value already.
    """
    rng = random.Random(game.id)
    covered = set[object]()
    for wanted, seats in wishes(game):
        if not covered >= {*wanted.items(), seats}:
            setup = a_table(game, rng, wanted, seats)
            covered |= {*setup.options.items(), setup.seats, None}
            yield setup
    while True:
        yield a_table(game, rng, {})


def wishes(game: Game) -> Iterator[tuple[dict[str, str], int | None]]:
    """Yield every number of seats without options, and every option value without a number of seats."""
    low, high = game.rules.seats
    for seats in range(low, high + 1):
        yield {}, seats
    for name, values in game.rules.options.items():
        for value in values:
            yield {name: value}, None


def a_table(game: Game, rng: random.Random, wanted: dict[str, str], seats: int | None = None) -> Setup:
    """Return a random setup with some wanted values and compatible options."""
    while True:
        drawn = {name: rng.choice(values) for name, values in game.rules.options.items()}
        count = rng.randint(*game.rules.seats) if seats is None else seats
        try:
            return game.rules.setup(count, drawn | wanted, rng.randrange(count))
        except SetupError:
            continue


def play_to_the_end(game: Game, setup: Setup, seed: int) -> Match:
    """Play a game to its end at random, by moves and by answers to questions.

    Raises:
        AssertionError: the game does not end, a seat to act has no move, or a question leads nowhere.
    """
    rng, key = random.Random(seed), ShuffleKey.from_text(f"{seed}")
    match = Match(game.rules, setup)
    for _ in range(MOST_MOVES):
        if match.is_over:
            return match
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(key))
            continue
        assert match.to_act, f"nobody is to act after {match.moves[-5:]}"
        for seat in match.to_act:
            assert len(match.legal(seat)), f"seat {seat} is to act and has no move after {match.moves[-5:]}"
        seat = rng.choice(match.to_act)
        legal, view = match.legal(seat), match.view(seat)
        move = answered(game, view, legal, rng) if rng.random() < ASKED else rng.choice(legal)
        match.play(seat, move)
    raise AssertionError(f"{game.id} does not end in {MOST_MOVES} moves: {setup}")


def answered(game: Game, view: Any, legal: Sequence[Move], rng: random.Random) -> Move:
    """Return the move that random answers lead to.

    Raises:
        AssertionError: a choice leads nowhere, or the move is not legal.
    """
    way: tuple[str, ...] = ()
    question = game.presenter.ask(view, way)
    while isinstance(question, Question):
        ways = {value: game.presenter.ask(view, (*way, value)) for value in values(question, rng)}
        leading = [value for value, to in ways.items() if to is not None]
        tapped = [choice.value for choice in question.choices]
        assert leading, f"{way} leads nowhere: {ways}"
        assert {*leading} >= {*tapped}, f"{way} leads nowhere: {ways}"
        way = (*way, rng.choice(leading))
        question = ways[way[-1]]
    assert question is not None, f"neither asked nor given a move after {way}, with {legal} to choose from"
    assert question in legal, f"{way} leads to {question}, which is not legal"
    return question


def values(question: Question, rng: random.Random) -> list[str]:
    """Return the answers to a question, with some random sets for picked cards."""
    taps = [choice.value for choice in question.choices]
    sizes = [rng.randint(*question.sizes) for _ in range(PICKS)] if question.cards else []
    return taps + [question.value_of(rng.sample(question.cards, size)) for size in sizes]


def check_result(match: Match) -> None:
    """Check the result of a finished game.

    Raises:
        AssertionError: a seat is not ranked once, or has no score, or something is left to do.
    """
    result = match.result()
    seats = list(range(match.setup.seats))
    assert sorted(seat for group in result.ranking for seat in group) == seats
    assert all(group and list(group) == sorted(group) for group in result.ranking)
    assert len(result.scores) == match.setup.seats
    check_teams(match, result)
    assert all(not match.legal(seat) for seat in seats)
    for viewer in viewers(match):
        assert match.view(viewer).result == result
        assert match.view(viewer).is_over


def check_teams(match: Match, result: Result) -> None:
    """Check the teams of a finished game.

    Raises:
        AssertionError: the teams are not those of the rules, or partners do not share place and score.
    """
    known = match.rules.teams(match.setup.seats, match.setup.options)
    assert result.teams == known or not known, "the result has other teams than the rules"
    if result.teams:
        assert len(result.teams) == match.setup.seats
        assert {*result.teams} == {*range(max(result.teams) + 1)}, "teams are not numbered from 0"
        assert max(result.teams) > 0, "all are of one team"
        for team in group_by_team(range(match.setup.seats), result.teams):
            assert len({(result.places[seat], result.scores[seat]) for seat in team}) == 1, "partners differ"


def check_whole_games(game: Game) -> None:
    """Play games at all tables until there were enough moves.

    Raises:
        AssertionError: as for ``play_to_the_end``.
    """
    low, high = game.rules.seats
    needed: set[object] = {*range(low, high + 1)}
    needed |= {(name, value) for name, values in game.rules.options.items() for value in values}
    moves = 0
    for seed, setup in enumerate(tables(game)):
        if not needed and moves >= ENOUGH:
            break
        match = play_to_the_end(game, setup, seed)
        check_result(match)
        needed -= {*setup.options.items(), setup.seats}
        moves += len(match.moves)


@every_game
def test_games_of_every_kind_of_table_end(game: Game) -> None:
    """Games with every number of seats and option end, and each question leads only to legal moves."""
    check_whole_games(game)
