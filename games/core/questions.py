"""Questions on the way to a move, one at a time, without any language; and how far somebody has come.

Each answer is a move or leads to the next question. How a question looks (buttons, menus, cards to pick)
follows from its size and kind, and is decided by who shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Literal, TypeAlias

import msgspec

from games.core.cards import Card
from games.core.moves import Ladder, M, Move
from games.core.words import Text

Style: TypeAlias = Literal["primary", "secondary", "success", "danger"]
"""How a button looks: what to do, anything else, what is safe, what is not."""


AT_A_GLANCE = 9
"""Limit of answers without likely ones: more cannot be read at a glance."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One answer to a question.

    Args:
        value: a stable word for it, unique in its question; at most 60 characters.
        label: how it reads; short, as it may stand on a button.
        detail: one more line on it, where there is room.
        group: what it belongs to, as a heading; choices of a group stand together.
        style: how it looks as a button.
        is_shortcut: others lead to what it means as well, so where there is little room it is left out.
    """

    value: str
    label: Text
    detail: Text | None = None
    group: Text | None = None
    style: Style = "secondary"
    is_shortcut: bool = False


class Question(msgspec.Struct, frozen=True, gc=False):
    """What is to be chosen next on the way to a move: one of some choices, or several of some cards.

    Args:
        prompt: what is being chosen.
        choices: the answers, the likely ones first.
        likely: how many of them are likely: where not all can be had at once, these can; ``AT_A_GLANCE``
            at most.
        cards: cards to pick some from, which is an answer as well: at most 25, copies one by one.
        sizes: how many cards at least and at most.
        about: the claim or the call that it is about.
    """

    prompt: Text
    choices: tuple[Choice, ...] = ()
    likely: int = 0
    cards: tuple[Card, ...] = ()
    sizes: tuple[int, int] = (1, 1)
    about: Text | None = None

    @property
    def only(self) -> str | None:
        """The value of the one answer that there is; ``None`` where there is a choice."""
        if self.cards:
            least, most = self.sizes
            is_forced = least == most and (most == len(self.cards) or len({*self.cards}) == 1)
            return self.value_of(self.cards[:most]) if is_forced and not self.choices else None
        return self.choices[0].value if len(self.choices) == 1 else None

    @staticmethod
    def among(prompt: Text, labels: Mapping[str, Text]) -> Question:
        """Ask for one of some choices that need no more: their labels, by their values."""
        return Question(prompt, tuple([Choice(value, label) for value, label in labels.items()]))

    def value_of(self, picks: Sequence[Card]) -> str:
        """Write picked cards as an answer, in the order of the question's cards."""
        left = list(picks)
        ordered = []
        for card in self.cards:
            if card in left:
                left.remove(card)
                ordered.append(card)
        return " ".join(ordered)

    def picked(self, answer: str) -> tuple[Card, ...]:
        """Read the cards that an answer names; none where it is no answer to the question."""
        cards = tuple(answer.split())
        least, most = self.sizes
        return cards if least <= len(cards) <= most and self.value_of(cards) == answer else ()


class Step(msgspec.Struct, frozen=True):
    """Where a person stands on the way to a move.

    Args:
        way: all answers so far, those that gave themselves among them.
        told: of the answers that somebody gave, how they read; none of picked cards.
        back: the answers up to the last question that somebody answered; ``None`` at the first question.
        asked: the question, or the move that the answers make; ``None`` where nothing is asked.
    """

    way: tuple[str, ...]
    told: tuple[Text, ...]
    back: tuple[str, ...] | None
    asked: Question | Move | None


def step_at(ask: Callable[[tuple[str, ...]], Question | Move | None], answers: Sequence[str]) -> Step:
    """Walk along some answers.

    An answer that is not possible (any more) is forgotten with all after it, so an old way never leads to an
    illegal move. A question with one answer answers itself, unless that makes the move: nothing is played
    unseen.

    Args:
        ask: asks a game's presenter about one view.
        answers: the answers so far, those that gave themselves among them.
    """
    way: tuple[str, ...] = ()
    told: list[Text] = []
    back: tuple[str, ...] | None = None
    left = list(answers)
    asked = ask(way)
    while isinstance(asked, Question):
        answer = left.pop(0) if left else None
        following = None if answer is None else ask((*way, answer))
        if following is None:
            left, answer = [], asked.only
            following = None if answer is None else ask((*way, answer))
            if not isinstance(following, Question):
                break
        assert answer is not None
        if asked.only is None:
            told += [choice.label for choice in asked.choices if choice.value == answer]
            back = way
        way, asked = (*way, answer), following
    return Step(way, tuple(told), back, asked)


# --- bids of a ladder ---------------------------------------------------------------------------------


class BidTree(Generic[M]):
    """The questions that lead to the bids of a ladder: a tree of constants, built once.

    Args:
        ladder: the bids in their order.
        steps: breaks a bid into choices, each with the prompt of its question; bids that begin alike share
            their first choices.
    """

    def __init__(self, ladder: Ladder[M], steps: Callable[[M], Sequence[tuple[Text, Choice]]]) -> None:
        self._ladder = ladder
        self._root = _Fork()
        for place, bid in enumerate(ladder.bids):
            fork = self._root
            fork.highest = place
            for prompt, choice in steps(bid):
                fork.prompt = prompt
                _, fork = fork.ways.setdefault(choice.value, (choice, _Fork()))
                fork.highest = place

    def ask(self, last: M | None, chosen: Sequence[str]) -> Question | M | None:
        """Say what comes next on the way to a bid above ``last``; answers as for ``Presenter.ask``."""
        start, fork = self._ladder.start_above(last), self._at(chosen)
        if fork is None or fork.highest < start:
            return None
        if not fork.ways:
            return self._ladder.bids[fork.highest]
        return Question(fork.prompt, tuple([way for way, to in fork.ways.values() if to.highest >= start]))

    def highest(self, chosen: Sequence[str]) -> M | None:
        """Find the highest bid that begins with some choices."""
        fork = self._at(chosen)
        return None if fork is None else self._ladder.bids[fork.highest]

    def _at(self, chosen: Sequence[str]) -> _Fork | None:
        fork = self._root
        for value in chosen:
            if value not in fork.ways:
                return None
            _, fork = fork.ways[value]
        return fork


class _Fork:
    """A point of the tree: what is asked, where each answer leads, the place of the highest bid beyond."""

    __slots__ = ("highest", "prompt", "ways")

    def __init__(self) -> None:
        self.highest = -1
        self.prompt = Text("")
        self.ways: dict[str, tuple[Choice, _Fork]] = {}
