"""Tests of questions: single answers and picked cards."""

from __future__ import annotations

from games.core.presentation import Question
from games.core.words import Text

PROMPT = Text("prompt")


def test_question_with_single_answer_is_recognised() -> None:
    """No question is needed for a single choice, for all offered cards, or for identical cards."""
    assert Question.among(PROMPT, {"a": Text("a")}).only_answer == "a"
    assert Question.among(PROMPT, {"a": Text("a"), "b": Text("b")}).only_answer is None
    assert Question(PROMPT, cards=("2s", "3s"), sizes=(2, 2)).only_answer == "2s 3s"
    assert Question(PROMPT, cards=("2s", "2s", "2s"), sizes=(2, 2)).only_answer == "2s 2s"
    assert Question(PROMPT, cards=("2s", "3s"), sizes=(1, 1)).only_answer is None
    assert Question(PROMPT, cards=("2s", "3s"), sizes=(1, 2)).only_answer is None


def test_picked_cards_have_order_of_question() -> None:
    """Cards picked in any order give one answer; cards that the question does not offer are dropped."""
    question = Question(PROMPT, cards=("2s", "2s", "3s", "4s"), sizes=(1, 4))
    assert question.value_of(("3s", "2s")) == question.value_of(("2s", "3s")) == "2s 3s"
    assert question.value_of(("2s", "2s", "2s", "Ks")) == "2s 2s"
