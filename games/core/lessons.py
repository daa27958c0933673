"""Lessons: short prepared games that stop at some positions to explain them."""

from __future__ import annotations

from hashlib import blake2s
from typing import Any

import msgspec

from games.core.match import Match
from games.core.moves import CHANCE_MOVES
from games.core.rules import CHANCE, Rules

LEARNER = 0
"""The seat of the person who takes the lesson."""


class Try(msgspec.Struct, frozen=True):
    """A move that a lesson offers as a button: either the right move or a wrong one that is explained.

    Args:
        move: the move's notation.
        is_right: whether the lesson goes on with this move; exactly one try of a step is right.
        then: a second move that the same tap makes, such as drawing after playing; empty for none.
    """

    move: str
    is_right: bool = False
    then: str = ""


class LessonStep(msgspec.Struct, frozen=True):
    """A position at which a lesson stops and explains something.

    Args:
        name: a part of the keys of the step's texts.
        moves: the moves since the last step, in the notation of a record.
        tries: the moves that the learner may tap; empty if there is only a text to read.
    """

    name: str
    # A move of chance names only its first cards; the others follow in canonical order.
    moves: tuple[str, ...] = ()
    tries: tuple[Try, ...] = ()

    @property
    def shuffled_tries(self) -> list[tuple[int, Try]]:
        """The moves in ``tries`` with their indexes, in a fixed order that does not reveal the right move."""
        return sorted(enumerate(self.tries), key=lambda numbered: _place(self.name, numbered[1].move))


ORDER = "82"
"""The text from which the order of a step's tries is computed.

This value puts the right try about equally often in each place.
"""


def _place(name: str, move: str) -> bytes:
    return blake2s(f"{ORDER} {name} {move}".encode()).digest()


class Lesson(msgspec.Struct, frozen=True):
    """A prepared game with the steps of a lesson. The learner has the seat ``LEARNER``.

    Args:
        first: the seat that acts first.
        options: names and values of the options that differ from their defaults.
    """

    seats: int
    steps: tuple[LessonStep, ...]
    first: int = 0
    options: tuple[tuple[str, str], ...] = ()

    def match(self, rules: Rules[Any, Any], step: int) -> Match:
        """Return the match in the position of the step with the index ``step``.

        Raises:
            RulesError: a move of the lesson is not legal.
        """
        match = Match(rules, rules.setup(self.seats, dict(self.options), self.first))
        for lesson_step in self.steps[: step + 1]:
            for line in lesson_step.moves:
                actor, _, move = line.partition(" ")
                if actor == "*":
                    self._play_chance(match, tuple(move.split()))
                else:
                    match.play(int(actor), move)
        return match

    def _play_chance(self, match: Match, top_cards: tuple[str, ...]) -> None:
        request = match.rules.chance(match.state)
        # All other cards follow in canonical order.
        rest = list(request.cards)
        for card in top_cards:
            rest.remove(card)
        match.play(CHANCE, CHANCE_MOVES[request.kind]((*top_cards, *rest)))
