"""Tests of every game's menus: they lead to exactly the legal moves, at a small cost."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, groupby
from typing import Any

from bot import LANGUAGES
from bot.language import encoded
from games import Game
from games.core.moves import Move
from games.core.presentation import AT_A_GLANCE, Question, progress_after
from games.core.words import Text
from tests.games.contract import position, with_seeds
from tests.games.effort import calls_of
from tests.games.printing import printed_in

few = with_seeds(12)

CARDS, QUESTIONS, VALUE, LABEL = 25, 6, 60, 100
"""Limits: options of a Discord menu, questions for a move, characters of a value and of a label."""

CALLS = 1500
"""The largest number of function calls for one question."""

Way = tuple[str, ...]


def answers_to(question: Question) -> Iterator[str]:
    """Yield all possible answers: every choice, and every set of cards of a requested size."""
    yield from [choice.value for choice in question.choices]
    if question.cards:
        least, most = question.sizes
        sets = (picks for size in range(least, most + 1) for picks in combinations(question.cards, size))
        yield from dict.fromkeys(map(question.value_of, sets))


def walk(
    game: Game, view: Any, way: Way = (), last_question: Question | None = None
) -> Iterator[tuple[Way, Question | Move | None]]:
    """Yield each sequence of answers with the question or move after it; ``None`` for an illegal card set.

    Args:
        last_question: the question that the last answer answers, so that it is not made again.
    """
    question = game.presenter.ask(view, way, last_question)
    yield way, question
    if isinstance(question, Question):
        for answer in answers_to(question):
            yield from walk(game, view, (*way, answer), question)


def turns(game: Game, seed: int) -> Iterator[tuple[Any, Sequence[Move]]]:
    """Yield the views and legal moves of the seats to act at some points of a game.

    Every second point is near the beginning, where most moves are legal.
    """
    match = position(game, seed, (2, 60)[seed % 2])
    for seat in match.to_act if isinstance(match.to_act, tuple) else ():
        yield match.view(seat), match.legal(seat)


def random_ways(game: Game, view: Any, rng: random.Random, count: int = 5) -> dict[Way, Move]:
    """Return up to ``count`` random moves that menus lead to, by their sequences of answers."""
    ways = {}
    for _ in range(count):
        way: Way = ()
        step = game.presenter.ask(view, ())
        while isinstance(step, Question):
            answer = rng.choice([*answers_to(step)])
            way = (*way, answer)
            step = game.presenter.ask(view, way)
        if step is not None:
            ways[way] = step
    return ways


@few
def test_questions_lead_to_exactly_all_legal_moves(game: Game, seed: int) -> None:
    """Every legal move is reached by few questions, and every choice leads to a question or a legal move."""
    for view, legal in turns(game, seed):
        reached: set[Move] = set()
        for way, step in walk(game, view):
            assert len(way) <= QUESTIONS, f"a move takes more than {QUESTIONS} answers: {way}"
            if isinstance(step, Question):
                check_question(step)
                assert game.presenter.ask(view, (*way, "nonsense"), step) is None
            elif isinstance(step, Move):
                reached.add(step)
            else:
                before = game.presenter.ask(view, way[:-1]) if way else None
                is_pick = isinstance(before, Question) and before.cards
                assert is_pick, f"the choice {way[-1:]} leads nowhere"
        assert reached >= {*legal}, f"no question leads to {[str(move) for move in {*legal} - reached]}"
        assert reached <= {*legal}, (
            f"questions lead to {[str(move) for move in reached - {*legal}]}, which are not legal"
        )


@few
def test_public_buttons_are_legal_moves(game: Game, seed: int) -> None:
    """Buttons at the table, made from the spectator's view, are legal moves of the seat to act."""
    match = position(game, seed)
    question = game.presenter.ask(match.view(None), ())
    if question is None or not isinstance(match.to_act, tuple):
        return
    check_question(question)
    legal = match.legal(match.to_act[0])
    moves = [game.presenter.ask(match.view(None), (choice.value,)) for choice in question.choices]
    assert all(isinstance(move, Move) and move in legal for move in moves), (
        f"next_question offers {moves} to a spectator (view.seat is None), which are not legal"
    )


@few
def test_single_legal_move_is_single_choice(game: Game, seed: int) -> None:
    """One tap plays the single legal move, and no other answer is offered."""
    for view, legal in turns(game, seed):
        question = game.presenter.ask(view, ())
        if len(legal) == 1:
            assert [game.presenter.ask(view, (answer,)) for answer in answers_to(question)] == [legal[0]]


def check_question(question: Question) -> None:
    """Check that a question has few distinct choices or cards, within the length limits."""
    for language in LANGUAGES:
        assert _printed(question.prompt, language)
    if question.cards:
        least, most = question.sizes
        assert len(question.cards) <= CARDS
        assert 1 <= least <= most <= len(question.cards)
        assert len(question.value_of(question.cards[:most])) <= VALUE
    choices = question.choices
    assert choices or question.cards
    assert 0 <= question.likely_count <= min(AT_A_GLANCE, len(choices))
    values = [choice.value for choice in choices]
    assert len({*values}) == len(values), f"two choices of a question have one value: {values}"
    assert all(0 < len(choice.value) <= VALUE for choice in choices)
    groups = [group for group, _ in groupby(choices, key=lambda choice: repr(choice.group))]
    assert len({*groups}) == len(groups), "a group is torn apart"
    for language in LANGUAGES:
        labels = [
            (choice.group and _printed(choice.group, language), _printed(choice.label, language))
            for choice in choices
        ]
        assert len({*labels}) == len(labels), f"two choices of a question have one label: {labels}"
        assert all(len(label) <= LABEL for _, label in labels), labels
        details = [_printed(choice.detail, language) for choice in choices if choice.detail is not None]
        assert all(len(line) <= LABEL for line in details)


def _printed(text: Text, language: str) -> str:
    """Return a text as printed, from a cache, since trees repeat their choices thousands of times."""
    key = encoded(text), language
    if key not in _PRINTED:
        _PRINTED[key] = printed_in(text, language)
    return _PRINTED[key]


_PRINTED: dict[tuple[bytes, str], str] = {}
"""Printed texts by encoded text and language."""


@few
def test_answers_lead_to_named_moves_and_can_be_undone(game: Game, seed: int) -> None:
    """Answers lead to the move they name, going back removes an answer, and invalid answers are dropped."""
    rng = random.Random(seed)
    for view, _ in turns(game, seed):
        ask = partial(game.presenter.ask, view)
        for way, move in random_ways(game, view, rng).items():
            step = progress_after(ask, way)
            assert (step.answers, step.next) == (way, move)
            wrong = rng.randrange(len(way))
            assert progress_after(ask, (*way[:wrong], "nonsense", *way[wrong:])) == progress_after(
                ask, way[:wrong]
            )
            while step.back is not None:
                before = progress_after(ask, step.back)
                assert before.answers == step.back == way[: len(step.back)]
                assert before.next.only_answer is None
                step = before


@few
def test_outdated_answers_lead_to_legal_moves_or_nothing(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    old = [way for view, _ in turns(game, seed + 1) for way in random_ways(game, view, rng, 100)]
    for view, legal in turns(game, seed):
        for way in old:
            ask = partial(game.presenter.ask, view)
            for next_question in (ask(way), progress_after(ask, way).next):
                assert not isinstance(next_question, Move) or next_question in legal


@few
def test_question_needs_bounded_work(game: Game, seed: int) -> None:
    """A question needs a bounded number of function calls, with two legal moves and with thousands."""
    rng = random.Random(seed)
    for view, _ in turns(game, seed):
        for way in random_ways(game, view, rng):  # values that games compute once are cached by now
            for depth in range(len(way) + 1):
                assert calls_of(partial(game.presenter.next_question, view, way[:depth])) <= CALLS
