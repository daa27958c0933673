"""Tests of the search for puzzles: worlds fit the view, clear moves are found, days differ."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.daily.puzzles import Puzzle, all_puzzles, read
from games import find_game
from games.core.rules import State
from lab.puzzles.command import DAYS, is_still_best, likeness_of
from lab.puzzles.examine import mean_difference
from lab.puzzles.find import EXAMINERS, PooledPuzzle, SearchCounts, search
from lab.puzzles.pool import MONTH, Pool, arrange
from tests.bot.administration.command_line import invoke

GAMES = sorted(EXAMINERS)

CONTINUATIONS = 20
"""The number of playouts of each move; clear best moves need few."""


def first_of(game: str) -> Puzzle:
    return next(puzzle for puzzle in all_puzzles() if puzzle.game == game)


def latest_of(game: str) -> Puzzle:
    return max(
        (puzzle for puzzle in all_puzzles() if puzzle.game == game), key=lambda puzzle: len(puzzle.moves)
    )


@pytest.mark.parametrize("game", ["bull", "tomoe", "netsuzo", "lost"])
def test_sampled_worlds_agree_with_view_of_seat(game: str) -> None:
    """Every sampled world has the view of the seat, and the hands of other seats differ."""
    puzzle = first_of(game)
    match = puzzle.match()
    rules = find_game(game).rules
    worlds: Sequence[State] = EXAMINERS[game].worlds(match.state, puzzle.seat, random.Random(1), 30)
    assert len(worlds) == 30
    view = match.view(puzzle.seat)
    for world in worlds:
        assert rules.view(world, puzzle.seat) == view
    assert len({str(world.card_groups()) for world in worlds}) > 1


@pytest.mark.parametrize("game", GAMES)
def test_continuation_value_is_share_and_repeatable(game: str) -> None:
    """The same random numbers give the same outcome."""
    puzzle = first_of(game)
    match, examiner = puzzle.match(), EXAMINERS[game]
    (world,) = examiner.worlds(match.state, puzzle.seat, random.Random(2), 1)
    for tried in puzzle.tried:
        move = match.rules.parse(tried.move)
        worths = {examiner.play_out(world, puzzle.seat, move, random.Random(3)) for _ in range(2)}
        assert len(worths) == 1
        assert 0.0 <= min(worths) <= 1.0


@pytest.mark.parametrize("game", GAMES)
def test_best_move_is_confirmed_with_another_seed(game: str) -> None:
    """The puzzle nearest to the end of its game is examined again with another seed."""
    assert is_still_best(latest_of(game), "suite", CONTINUATIONS)


def test_move_that_is_not_best_is_rejected() -> None:
    puzzle = first_of("bull")
    worst = puzzle.tried[-1]
    swapped = replace(puzzle, tried=(replace(worst, behind=0.0), replace(puzzle.tried[0], behind=0.1)))
    assert not is_still_best(swapped, "suite", CONTINUATIONS)


def test_lead_is_mean_difference_of_pairs() -> None:
    mean, error = mean_difference([1.0, 0.5, 1.0, 0.5], [0.5, 0.0, 0.5, 0.0])
    assert (mean, error) == (0.5, 0.0)


def test_puzzles_of_a_month_are_not_alike() -> None:
    puzzles = all_puzzles()
    keys = [(puzzle.game, likeness_of(puzzle)) for puzzle in puzzles]
    for at, key in enumerate(keys):
        assert key not in keys[max(0, at - MONTH + 1) : at]


def test_days_keep_their_puzzles_and_similar_ones_are_apart() -> None:
    """Similar puzzles are at least a month apart."""
    puzzle = first_of("bull")
    pool = [
        PooledPuzzle(likeness, replace(puzzle, game=game, moves=(str(number),)))
        for number, (game, likeness) in enumerate(
            [("a", "x"), ("b", "x"), ("a", "x"), ("b", "y"), ("a", "z")]
        )
    ]
    days = arrange([], [], pool, ["a", "b"])
    assert [(day.game, day.moves) for day in days[:2]] == [("a", ("0",)), ("b", ("1",))]
    assert [day.game for day in days] == ["a", "b", "a", "b"]
    again = arrange(days[:2], ["x", "x"], pool, ["a", "b"])
    assert again[:2] == days[:2]
    assert len({repeated.moves for repeated in again}) == len(again)


def test_search_finds_and_adds_puzzles(tmp_path: Path) -> None:
    count = SearchCounts()
    entry = next(search(find_game("bull"), "suite 18", count))
    puzzle = entry.puzzle
    assert count.looked_at > count.examined >= count.passed > 0
    assert puzzle.match().legal(puzzle.seat)
    pool = Pool(tmp_path / "pool.jsonl")
    pool.add(entry)
    assert Pool(tmp_path / "pool.jsonl").entries == [entry]
    days = tmp_path / "days.jsonl"
    result = invoke("puzzles", "arrange", str(tmp_path / "pool.jsonl"), "--file", str(days))
    assert result.exit_code == 0, result.output
    assert read(days.read_bytes()) == (puzzle,)
    again = invoke("puzzles", "arrange", str(tmp_path / "pool.jsonl"), "--file", str(days))
    assert "0 of them new" in again.output


def test_product_contains_puzzle_file() -> None:
    assert read(DAYS.read_bytes()) == all_puzzles()
