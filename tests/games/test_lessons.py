"""Tests that lessons follow the rules and have all their texts."""

from __future__ import annotations

import pytest

from games import GAMES, Game
from games.core.game import LEARNER, Lesson
from games.core.rules import CHANCE, is_to_act

LESSONS = [pytest.param(game, game.lesson, id=game.id) for game in GAMES if game.lesson is not None]


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_lesson_is_playable_game(game: Game, lesson: Lesson) -> None:
    """Each step's position can be reached, and the next step begins with the expected move."""
    for number, step in enumerate(lesson.steps):
        match = lesson.match(game.rules, number)
        if not step.offered_moves:
            continue
        assert is_to_act(match.to_act, LEARNER)
        (right,) = [attempt for attempt in step.offered_moves if attempt.is_right]
        after = lesson.steps[number + 1].moves
        assert after[0] == f"{LEARNER} {right.move}"
        assert not right.second_move or after[1] == f"{LEARNER} {right.second_move}"
        assert game.rules.parse(right.move) in match.legal(LEARNER)
        assert len({attempt.move for attempt in step.offered_moves}) == len(step.offered_moves)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_lesson_continues_like_table(game: Game, lesson: Lesson) -> None:
    """If a tap in a lesson makes two moves, the second move is the same as at a real table."""
    for step, lesson_step in enumerate(lesson.steps):
        for right in [attempt for attempt in lesson_step.offered_moves if attempt.is_right]:
            match = lesson.match(game.rules, step)
            match.play(LEARNER, right.move)
            follows = match.to_act == (LEARNER,) and game.presenter.second_move(match.view(LEARNER))
            assert str(follows or "") == right.second_move, lesson_step.name


def test_right_answer_is_equally_often_at_each_place() -> None:
    right: dict[int, list[int]] = {}
    for step in [
        step for game in GAMES if game.lesson is not None for step in game.lesson.steps if step.offered_moves
    ]:
        places = [attempt.is_right for _, attempt in step.shuffled_moves]
        right.setdefault(len(places), []).append(places.index(True))
    for count, places in right.items():
        most = -(-len(places) // count) + 1
        assert all(len(places) // count - 1 <= places.count(place) <= most for place in range(count)), right


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_lesson_is_short_and_learner_makes_all_moves(game: Game, lesson: Lesson) -> None:
    """A lesson has five to ten steps, and every move of the learner is the right answer of a step."""
    attempts = [attempt for step in lesson.steps for attempt in step.offered_moves if attempt.is_right]
    made = [line for step in lesson.steps for line in step.moves if line.startswith(f"{LEARNER} ")]
    assert made == [
        f"{LEARNER} {move}" for attempt in attempts for move in (attempt.move, attempt.second_move) if move
    ]
    assert len(attempts) >= 2
    assert 5 <= len(lesson.steps) <= 10
    # A single answer is a move that the text asks for.
    assert all(len(step.offered_moves) <= 4 for step in lesson.steps)
    assert not lesson.steps[-1].offered_moves
    assert any(actor == CHANCE for actor, _ in lesson.match(game.rules, 0).moves)
