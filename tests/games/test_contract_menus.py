"""What the menus of every game keep: they lead to the legal moves and nowhere else, at a small cost."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import combinations
from typing import Any, overload

from hypothesis import given, settings

from bot.language.catalogue import LANGUAGES
from games import Game
from games.core.menu import is_shown, menu_path
from games.core.moves import Move
from games.core.questions import Question
from games.core.words import Text
from tests.games.contract import every_game, position, seeds
from tests.games.effort import calls_of
from tests.games.printing import printed_in

few = settings(max_examples=12, deadline=None)

CHOICES, QUESTIONS, VALUE, LABEL, KEY = 25, 3, 60, 100, 20
"""Discord's choices per menu; the house's questions per move; characters of an answer, a label and a key."""

LOOKS, CALLS = 5, 1500
"""Legal moves looked at to draw a panel, one for each shortcut; functions called to ask one question."""

Way = tuple[str, ...]


# --- the whole tree ---------------------------------------------------------------------------------


def answers_to(question: Question) -> Iterator[str]:
    """List what may be answered: every choice, or every set of cards of a size asked for."""
    if not question.is_pick:
        yield from [choice.value for choice in question.choices]
        return
    least, most = question.sizes
    sets = (picks for size in range(least, most + 1) for picks in combinations(question.cards, size))
    yield from dict.fromkeys(map(question.value_of, sets))


def walk(game: Game, view: Any, way: Way = ()) -> Iterator[tuple[Way, Question | Move | None]]:
    """List every question and every move with the answers that lead there; sets of cards may lead nowhere."""
    asked = game.presenter.ask(view, way)
    yield way, asked
    if isinstance(asked, Question):
        for answer in answers_to(asked):
            yield from walk(game, view, (*way, answer))


def turns(game: Game, seed: int) -> Iterator[tuple[Any, Sequence[Move]]]:
    """Give the views and the legal moves of all seats that are to act at some point of a game.

    Every other game is looked at near its beginning, where most is legal.
    """
    match = position(game, seed, (2, 60)[seed % 2])
    for seat in match.to_act if isinstance(match.to_act, tuple) else ():
        yield match.view(seat), match.legal(seat)


def ways_of(game: Game, view: Any) -> dict[Way, Move]:
    """List the moves that menus lead to."""
    return {way: asked for way, asked in walk(game, view) if isinstance(asked, Move)}


@every_game
@given(seed=seeds)
@few
def test_menus_lead_to_every_legal_move_and_to_no_other(game: Game, seed: int) -> None:
    """Every legal move is a shortcut or the end of one way, of at most three questions that can be shown."""
    for view, legal in turns(game, seed):
        taps = {shortcut.move for shortcut in game.presenter.panel(view, legal).shortcuts}
        reached: list[Move] = []
        for way, asked in walk(game, view):
            assert len(way) <= QUESTIONS
            if isinstance(asked, Question):
                check_question(asked)
                if asked.plays and not asked.is_pick:
                    keys = {one.value for one in asked.choices if one.part is not None and one.part.is_keys}
                    ends = {one.value: game.presenter.ask(view, (*way, one.value)) for one in asked.choices}
                    final = {value for value, end in ends.items() if isinstance(end, Move)}
                    assert final
                    assert keys <= final
                assert game.presenter.ask(view, (*way, "nonsense")) is None
            elif isinstance(asked, Move):
                reached.append(asked)
            else:
                before = game.presenter.ask(view, way[:-1]) if way else None
                assert before is None or isinstance(before, Question)
                assert before is None or before.is_pick, f"the choice {way[-1]} leads nowhere"
        known = set(reached)
        assert len(known) == len(reached), "a move has two ways"
        enumerated = set(legal)
        assert known <= enumerated
        assert {str(move) for move in enumerated - known} <= taps


def check_question(question: Question) -> None:
    """Few choices that can be told apart, or few cards to pick; short enough for a front end."""
    for language in LANGUAGES:
        assert _printed(question.prompt, language)
    if question.is_pick:
        least, most = question.sizes
        assert not question.choices
        assert len(question.cards) <= CHOICES
        assert 1 <= least <= most <= len(question.cards)
        assert len(question.value_of(question.cards[:most])) <= VALUE
        return
    choices = question.choices
    assert choices
    assert len({choice.value for choice in choices}) == len(choices)
    assert len({part.title.key + str(part.title.args) for part, _ in question.parts}) == len(question.parts)
    for _, together in question.parts:
        assert len(together) <= CHOICES
    assert all(0 < len(choice.value) <= VALUE for choice in choices)
    for language in LANGUAGES:
        for part, together in question.parts:
            assert _printed(part.title, language)
            labels = [_printed(choice.label, language) for choice in together]
            assert len(set(labels)) == len(labels), labels
            assert all(len(label) <= (KEY if part.is_keys else LABEL) for label in labels), labels
        details = [_printed(choice.detail, language) for choice in choices if choice.detail is not None]
        assert all(len(line) <= LABEL for line in details)


def _printed(text: Text, language: str) -> str:
    """Print a text, only once if it is the very same: a tree repeats its choices thousands of times."""
    return _print(_Same(text), language)


class _Same:
    """A text that equals itself only, as texts with arguments cannot be told apart quickly."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.text is self.text

    def __hash__(self) -> int:
        return id(self.text)


@cache
def _print(same: _Same, language: str) -> str:
    return printed_in(same.text, language)


# --- menus that are shown -----------------------------------------------------------------------------


def shown(game: Game, view: Any, way: Way) -> list[str]:
    """List the answers of a way to questions that are shown: all but those without an alternative."""
    asked = [game.presenter.ask(view, way[:depth]) for depth in range(len(way))]
    return [
        answer
        for depth, (answer, question) in enumerate(zip(way, asked, strict=True))
        if isinstance(question, Question) and is_shown(question, way[:depth])
    ]


@every_game
@given(seed=seeds)
@few
def test_answers_to_the_questions_shown_settle_the_move(game: Game, seed: int) -> None:
    """As many menus as answers, each answered as it was."""
    rng = random.Random(seed)
    for view, _ in turns(game, seed):
        ways = ways_of(game, view)
        for way in rng.sample(sorted(ways), min(5, len(ways))):
            answers = shown(game, view, way)
            path = menu_path(game.presenter, view, answers)
            assert path.move == ways[way]
            assert [menu.chosen for menu in path.menus] == answers


@every_game
@given(seed=seeds)
@few
def test_impossible_answers_are_forgotten_with_all_after_them(game: Game, seed: int) -> None:
    """What was answered before stays answered; what comes after is asked anew."""
    rng = random.Random(seed)
    for view, _ in turns(game, seed):
        ways = ways_of(game, view)
        for way in rng.sample(sorted(ways), min(5, len(ways))):
            answers = shown(game, view, way)
            wrong = rng.randrange(len(answers))
            path = menu_path(game.presenter, view, [*answers[:wrong], "nonsense", *answers[wrong + 1 :]])
            question = path.menus[wrong].question
            by_itself = None if question.plays else question.only
            assert [menu.chosen for menu in path.menus[: wrong + 1]] == [*answers[:wrong], by_itself]
            assert path == menu_path(game.presenter, view, answers[:wrong])


@every_game
@given(seed=seeds, other=seeds)
@few
def test_ways_of_another_position_lead_to_legal_moves_or_nowhere(game: Game, seed: int, other: int) -> None:
    """A panel may be older than the position that it is tapped in."""
    rng = random.Random(seed)
    old = [way for view, _ in turns(game, other) for way in ways_of(game, view)]
    for view, legal in turns(game, seed):
        for way in rng.sample(old, min(100, len(old))):
            for asked in (game.presenter.ask(view, way), menu_path(game.presenter, view, way).move):
                assert not isinstance(asked, Move) or asked in legal


# --- what it costs ------------------------------------------------------------------------------------


class Counted(Sequence[Move]):
    """Legal moves that count how many of them somebody has looked at."""

    def __init__(self, legal: Sequence[Move]) -> None:
        self._legal = legal
        self.looks = 0

    def __len__(self) -> int:
        return len(self._legal)

    def __contains__(self, move: object) -> bool:
        return move in self._legal

    def __iter__(self) -> Iterator[Move]:
        for move in self._legal:
            self.looks += 1
            yield move

    @overload
    def __getitem__(self, i: int) -> Move: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Move]: ...
    def __getitem__(self, i: int | slice) -> Move | Sequence[Move]:
        found = self._legal[i]
        self.looks += len(self._legal[i]) if isinstance(i, slice) else 1
        return found


@every_game
@given(seed=seeds)
@settings(max_examples=25, deadline=None)
def test_a_panel_looks_at_no_more_than_a_few_legal_moves(game: Game, seed: int) -> None:
    """One for each shortcut, however many there are: there may be thousands, and it is drawn often."""
    for view, legal in turns(game, seed):
        counted = Counted(legal)
        game.presenter.panel(view, counted)
        assert counted.looks <= LOOKS


@every_game
@given(seed=seeds)
@few
def test_a_question_is_asked_without_going_through_the_moves(game: Game, seed: int) -> None:
    """So many steps at most for a question of any game, whether there are two moves or thousands."""
    rng = random.Random(seed)
    for view, _ in turns(game, seed):
        ways = ways_of(game, view)  # what games work out once they know by now
        for way in rng.sample(sorted(ways), min(5, len(ways))):
            for depth in range(len(way) + 1):
                assert calls_of(partial(game.presenter.ask, view, way[:depth])) <= CALLS
