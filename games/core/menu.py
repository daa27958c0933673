"""Menus: a few short questions that lead to one of many legal moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

import msgspec

from games.core.moves import Ladder, M, Move
from games.core.presentation import Presenter
from games.core.questions import Choice, Question
from games.core.words import Text


class Menu(msgspec.Struct, frozen=True):
    """A question on the way, and the answer given to it, if any."""

    question: Question
    chosen: str | None = None


class MenuPath(msgspec.Struct, frozen=True):
    """Where a person stands on the way to a move.

    Args:
        menus: the questions shown so far.
        move: the move, once it is settled.
        way: all answers so far, those to questions that are not shown among them.
    """

    menus: tuple[Menu, ...]
    move: Move | None
    way: tuple[str, ...] = ()

    @property
    def at_once(self) -> Move | None:
        """The move, if the last answer plays it unless it has to be warned of."""
        return self.move if self.menus and self.menus[-1].question.plays else None


def is_shown(question: Question, way: Sequence[str]) -> bool:
    """Tell whether a question that comes after some answers has to be shown, or answers itself."""
    return question.plays or question.only is None or not way


def menu_path(presenter: Presenter[Any], view: Any, chosen: Sequence[str]) -> MenuPath:
    """Walk along the answers given so far.

    Questions that leave no alternative are answered by themselves, but for one whose answer plays, which is
    asked, and the first, which is shown answered. Answers that are not possible (any more) are forgotten with
    all after them, so an old path never leads to an illegal move. Moves that are no answer to any question
    are buttons.

    Args:
        presenter: the game's presenter.
        view: the view of the seat to act.
        chosen: answers, one for each menu shown.
    """
    way: tuple[str, ...] = ()
    left = list(chosen)
    menus: list[Menu] = []
    asked = presenter.ask(view, way)
    while isinstance(asked, Question):
        by_itself = None if asked.plays else asked.only
        answer = left.pop(0) if left and is_shown(asked, way) else by_itself
        following = None if answer is None else presenter.ask(view, (*way, answer))
        if following is None and answer is not None:
            left.clear()
            answer = by_itself
            following = None if answer is None else presenter.ask(view, (*way, answer))
        if is_shown(asked, way):
            menus.append(Menu(asked, answer))
        if answer is None:
            return MenuPath(tuple(menus), None, way)
        way, asked = (*way, answer), following
    return MenuPath(tuple(menus), asked, way)


class BidMenu(Generic[M]):
    """The questions that lead to the bids of a ladder: a tree of constants, built once.

    Args:
        ladder: the bids in their order.
        steps: breaks a bid into choices, each with the prompt of its question; bids that begin alike share
            their first choices. A last choice that is a key plays its bid at once.
    """

    def __init__(self, ladder: Ladder[M], steps: Callable[[M], Sequence[tuple[Text, Choice]]]) -> None:
        self._ladder = ladder
        self._root = _Fork()
        for place, bid in enumerate(ladder.bids):
            fork = last = self._root
            fork.highest = place
            for prompt, choice in steps(bid):
                fork.prompt = prompt
                last = fork
                _, fork = fork.ways.setdefault(choice.value, (choice, _Fork()))
                fork.highest = place
            last.plays = choice.part is not None and choice.part.is_keys

    def ask(self, last: M | None, chosen: Sequence[str]) -> Question | M | None:
        """Say what comes next on the way to a bid above ``last``; answers as for ``Presenter.ask``."""
        start = self._ladder.start_above(last)
        fork = self._root
        for value in chosen:
            if value not in fork.ways:
                return None
            _, fork = fork.ways[value]
        if fork.highest < start:
            return None
        if not fork.ways:
            return self._ladder.bids[fork.highest]
        choices = tuple([way for way, to in fork.ways.values() if to.highest >= start])
        return Question(fork.prompt, choices, plays=fork.plays)


class _Fork:
    """A point of the tree: what is asked, where each answer leads, the place of the highest bid beyond."""

    __slots__ = ("highest", "plays", "prompt", "ways")

    def __init__(self) -> None:
        self.highest = -1
        self.prompt = Text("")
        self.plays = False
        self.ways: dict[str, tuple[Choice, _Fork]] = {}
