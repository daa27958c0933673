"""Questions for choosing a move, asked one at a time, independent of the language.

Each answer is a move or leads to the next question. The front end decides how to display a question: as
buttons, menus, or cards to pick.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Literal, TypeAlias

import msgspec

from games.core.cards import Card
from games.core.moves import BidOrder, M, Move
from games.core.words import Text

Style: TypeAlias = Literal["primary", "secondary", "success", "danger"]
"""The style of a button: the main action, any other, a safe one, a dangerous one."""


CARDS_AT_A_GLANCE = 13
"""Largest number of answers that can be read at a glance if each of them is a single card."""

AT_A_GLANCE = 9
"""Largest number of answers that can be read at a glance. A question with more must mark some as likely."""


WITHOUT_SECOND_MOVE = "alone"
"""The first answer that asks for a move without the automatic second move (``Presenter.second_move``)."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One possible answer to a question."""

    value: str  # a stable key, unique in its question; at most 60 characters
    label: Text
    detail: Text | None = None  # an additional line about the answer, shown if there is room
    group: Text | None = None  # a heading for the choices that share it
    style: Style = "secondary"
    is_shortcut: bool = False  # whether other choices lead to the same move, so that this one can be left out


class Question(msgspec.Struct, frozen=True, gc=False):
    """A question for choosing a move, answered by a choice or by picking cards."""

    prompt: Text
    choices: tuple[Choice, ...] = ()  # the possible answers, likely ones first
    likely_count: int = 0  # number of likely answers; only these get buttons if there is no room for all
    cards: tuple[Card, ...] = ()  # cards to pick as an answer, at most 25 including copies
    sizes: tuple[int, int] = (1, 1)  # the smallest and the largest number of cards to pick
    about: Text | None = None  # the claim or call that the question is about
    # Whether each answer is a single card. Then ``CARDS_AT_A_GLANCE`` buttons are allowed.
    are_cards: bool = False

    @property
    def only_answer(self) -> str | None:
        """The only possible answer; ``None`` if there are several."""
        if self.cards:
            least, most = self.sizes
            # All cards must be picked, or all are copies of one card.
            is_forced = least == most and (most == len(self.cards) or len({*self.cards}) == 1)
            return self.value_of(self.cards[:most]) if is_forced and not self.choices else None
        return self.choices[0].value if len(self.choices) == 1 else None

    @staticmethod
    def among(prompt: Text, labels: Mapping[str, Text]) -> Question:
        """Return a question with one choice for each label. The keys are the values of the choices."""
        return Question(prompt, tuple([Choice(value, label) for value, label in labels.items()]))

    def value_of(self, picks: Sequence[Card]) -> str:
        """Return picked cards as an answer: their notation, in the order of the question's cards."""
        unpicked = list(picks)
        ordered = []
        for card in self.cards:
            if card in unpicked:
                unpicked.remove(card)
                ordered.append(card)
        return " ".join(ordered)

    def cards_of(self, answer: str) -> tuple[Card, ...]:
        """Return the cards that an answer names; an empty tuple if the answer is impossible."""
        cards = tuple(answer.split())
        least, most = self.sizes
        return cards if least <= len(cards) <= most and self.value_of(cards) == answer else ()


class Progress(msgspec.Struct, frozen=True):
    """The state of choosing a move: the answers so far, and the next question or the chosen move."""

    answers: tuple[str, ...]  # all answers so far, including automatic ones
    labels: tuple[Text, ...]  # labels of the choices that the person made
    # the answers that remain after a tap on *Back*; ``None`` if there is nothing to take back
    back: tuple[str, ...] | None
    next: Question | Move | None  # the next question or the chosen move; ``None`` if no move is possible


def progress_after(
    ask: Callable[[tuple[str, ...]], Question | Move | None], answers: Sequence[str]
) -> Progress:
    """Return the state of choosing a move after some answers. Impossible answers are ignored.

    A question with one possible answer is answered automatically, unless this would complete a move.

    Args:
        ask: returns the next question or the move after some answers, like ``Presenter.ask``.
        answers: the answers so far. After an impossible one the others are ignored, too.
    """
    accepted: tuple[str, ...] = ()
    labels: list[Text] = []
    back: tuple[str, ...] | None = None
    remaining = list(answers)
    current = ask(accepted)
    while isinstance(current, Question):
        answer = remaining.pop(0) if remaining else None
        following = None if answer is None else ask((*accepted, answer))
        # No answer is left, or the given one is not possible: answer automatically if there is no choice.
        if following is None:
            remaining, answer = [], current.only_answer
            following = None if answer is None else ask((*accepted, answer))
            # No move is made before the person has seen it.
            if not isinstance(following, Question):
                break
        assert answer is not None
        # Only real choices are listed, and only they can be taken back.
        if current.only_answer is None:
            labels += [choice.label for choice in current.choices if choice.value == answer]
            back = accepted
        accepted, current = (*accepted, answer), following
    return Progress(accepted, tuple(labels), back, current)


# --- trees of bids -------------------------------------------------------------------------------------


class BidTree(Generic[M]):
    """A tree of questions for choosing a bid.

    Args:
        steps: returns the questions that lead to a bid, each with its prompt and the answer for this bid.
    """

    def __init__(self, order: BidOrder[M], steps: Callable[[M], Sequence[tuple[Text, Choice]]]) -> None:
        self._order = order
        self._root = _Fork()
        # Bids come in ascending order, so the last bid to pass a fork is the highest beyond it.
        for place, bid in enumerate(order.bids):
            fork = self._root
            fork.highest = place
            for prompt, choice in steps(bid):
                fork.prompt = prompt
                _, fork = fork.ways.setdefault(choice.value, (choice, _Fork()))
                fork.highest = place

    def ask(self, last: M | None, answers: Sequence[str]) -> Question | M | None:
        """Return the next question for choosing a bid that beats ``last``, or the chosen bid.

        Returns:
            ``None`` if the answers are impossible.
        """
        start, fork = self._order.index_above(last), self._fork_after(answers)
        if fork is None or fork.highest < start:
            return None
        if not fork.ways:
            return self._order.bids[fork.highest]
        return Question(fork.prompt, tuple([way for way, to in fork.ways.values() if to.highest >= start]))

    def highest(self, answers: Sequence[str]) -> M | None:
        """Return the highest bid that fits the answers so far; ``None`` if they are impossible."""
        fork = self._fork_after(answers)
        return None if fork is None else self._order.bids[fork.highest]

    def _fork_after(self, answers: Sequence[str]) -> _Fork | None:
        fork = self._root
        for value in answers:
            if value not in fork.ways:
                return None
            _, fork = fork.ways[value]
        return fork


class _Fork:
    # A question, with the choice and the next question for each answer. ``highest`` is the index of the
    # highest bid that can be reached from here.

    __slots__ = ("highest", "prompt", "ways")

    def __init__(self) -> None:
        self.highest = -1
        self.prompt = Text("")
        self.ways: dict[str, tuple[Choice, _Fork]] = {}
