"""Lessons go by the rules, and every text they need is there."""

from __future__ import annotations

import pytest

from games import GAMES, Game
from games.core.lessons import LEARNER, Lesson
from games.core.rules import CHANCE, is_to_act

LESSONS = [pytest.param(game, game.lesson, id=game.id) for game in GAMES if game.lesson is not None]


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_lesson_is_a_game_that_can_be_played(game: Game, lesson: Lesson) -> None:
    """From its first step to its last; what the learner is to do is done in the next step."""
    for number, step in enumerate(lesson.steps):
        match = lesson.match(game.rules, number)
        if not step.tries:
            continue
        assert is_to_act(match.to_act, LEARNER)
        (right,) = [one for one in step.tries if one.is_right]
        after = lesson.steps[number + 1].moves
        assert after[0] == f"{LEARNER} {right.move}"
        assert not right.then or after[1] == f"{LEARNER} {right.then}"
        assert game.rules.parse(right.move) in match.legal(LEARNER)
        assert len({one.move for one in step.tries}) == len(step.tries)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_the_learner_makes_all_moves_of_that_seat(game: Game, lesson: Lesson) -> None:
    """Nothing is decided over the learner's head, and there is something to decide."""
    asked = [one for step in lesson.steps for one in step.tries if one.is_right]
    wanted = [move for one in asked for move in (one.move, one.then) if move]
    made = [line for step in lesson.steps for line in step.moves if line.startswith(f"{LEARNER} ")]
    assert made == [f"{LEARNER} {move}" for move in wanted]
    assert len(asked) >= 2


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_lesson_takes_less_than_three_minutes(game: Game, lesson: Lesson) -> None:
    """A few steps, some of them to be decided, and one move that is not the right one to be heard about."""
    assert 5 <= len(lesson.steps) <= 10
    assert all(len(step.tries) in (0, 2, 3, 4) for step in lesson.steps)
    assert not lesson.steps[-1].tries
    assert any(actor == CHANCE for actor, _ in lesson.match(game.rules, 0).moves)
