"""Menus: a few short choices that lead to one of many legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.core.cards import Card
from games.core.moves import Move
from games.core.presentation import Presenter, Step
from games.core.words import Text


class Choice(msgspec.Struct, frozen=True):
    """One option of a menu."""

    value: str
    label: Text
    detail: Text | None = None
    picks: tuple[Card, ...] | None = None


class Menu(msgspec.Struct, frozen=True):
    """The choices that stand at one point of the way; ``chosen`` is the value picked there, if any.

    When the choices are sets of cards (``is_pick``), ``cards`` are the cards to pick from and
    ``sizes`` how many at least and at most.
    """

    prompt: Text
    choices: tuple[Choice, ...]
    chosen: str | None = None

    @property
    def is_pick(self) -> bool:
        return bool(self.choices) and all(choice.picks is not None for choice in self.choices)

    @property
    def sizes(self) -> tuple[int, int]:
        sizes = [len(choice.picks or ()) for choice in self.choices]
        return min(sizes), max(sizes)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards to pick from, as often as some choice holds each."""
        most: dict[Card, int] = {}
        for choice in self.choices:
            picks = choice.picks or ()
            for card in picks:
                most[card] = max(most.get(card, 0), picks.count(card))
        return tuple(card for card, count in most.items() for _ in range(count))


class MenuPath(msgspec.Struct, frozen=True):
    """Where a person stands on the way to a move: the menus so far, and the move once it is settled."""

    menus: tuple[Menu, ...]
    move: Move | None


def menu_path(presenter: Presenter[Any], view: Any, legal: Sequence[Move], chosen: Sequence[str]) -> MenuPath:
    """Walk along the choices made so far.

    Choices that leave no alternative are made by themselves, and choices that do not exist (any more) are
    forgotten, so an old path never leads to an illegal move. Moves without steps are buttons and in no menu.

    Args:
        presenter: the game's presenter.
        view: the view of the seat to act.
        legal: its legal moves.
        chosen: values picked, one for each menu shown.
    """
    ways = [(move, steps) for move in legal if (steps := presenter.steps(move, view))]
    left = list(chosen)
    menus: list[Menu] = []
    depth = 0
    while True:
        done = [move for move, steps in ways if len(steps) == depth]
        going = [(move, steps) for move, steps in ways if len(steps) > depth]
        if not going:
            return MenuPath(tuple(menus), done[0] if done else None)
        assert not done, "a move's choices must not be the beginning of another's"
        options: dict[str, Step] = {}
        for _, steps in going:
            options.setdefault(steps[depth].value, steps[depth])
        value = next(iter(options))
        if len(options) > 1 or depth == 0:
            step = options[value]
            if left and left[0] not in options:
                left.clear()
            only = value if len(options) == 1 else None
            picked = left.pop(0) if left else only
            choices = tuple(Choice(s.value, s.label, s.detail, s.picks) for s in options.values())
            menus.append(Menu(step.prompt, choices, picked))
            if picked is None:
                return MenuPath(tuple(menus), None)
            value = picked
        ways = [(move, steps) for move, steps in going if steps[depth].value == value]
        depth += 1
