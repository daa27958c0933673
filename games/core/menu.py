"""Menus: a few short questions that lead to one of many legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.core.moves import Move
from games.core.presentation import Presenter, Question


class Menu(msgspec.Struct, frozen=True):
    """A question on the way, and the answer given to it, if any."""

    question: Question
    chosen: str | None = None


class MenuPath(msgspec.Struct, frozen=True):
    """Where a person stands on the way to a move: the menus so far, and the move once it is settled."""

    menus: tuple[Menu, ...]
    move: Move | None


def menu_path(presenter: Presenter[Any], view: Any, chosen: Sequence[str]) -> MenuPath:
    """Walk along the answers given so far.

    Questions that leave no alternative are answered by themselves, but for the first, which is shown answered.
    Answers that are not possible (any more) are forgotten with all after them, so an old path never leads to an
    illegal move. Moves that are no answer to any question are buttons.

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
        is_shown = asked.only is None or not way
        answer = left.pop(0) if left and is_shown else asked.only
        following = None if answer is None else presenter.ask(view, (*way, answer))
        if following is None and answer is not None:
            left.clear()
            answer = asked.only
            following = None if answer is None else presenter.ask(view, (*way, answer))
        if is_shown:
            menus.append(Menu(asked, answer))
        if answer is None:
            return MenuPath(tuple(menus), None)
        way, asked = (*way, answer), following
    return MenuPath(tuple(menus), asked)
