"""Lessons: a short game that has been prepared, with what there is to learn at each step of it."""

from __future__ import annotations

from typing import Any

import msgspec

from games.core.match import Match
from games.core.moves import CHANCE_MOVES
from games.core.rules import CHANCE, Rules

LEARNER = 0
"""The seat of the person who learns."""


class Try(msgspec.Struct, frozen=True):
    """A move that the learner may tap: the one that the lesson goes on with, or one that is talked about.

    Args:
        move: its notation.
        is_right: the lesson goes on with it; exactly one of a step is.
        then: a second move that the same tap makes, such as drawing after playing.
    """

    move: str
    is_right: bool = False
    then: str = ""


class Step(msgspec.Struct, frozen=True):
    """A place where the lesson stops and says something.

    Args:
        name: of the step; texts are called after it.
        moves: what has been played since the last step, as in a record; chance's moves name the first cards
            alone, the others follow in their order.
        tries: what the learner may tap; nothing where there is only to read.
    """

    name: str
    moves: tuple[str, ...] = ()
    tries: tuple[Try, ...] = ()


class Lesson(msgspec.Struct, frozen=True):
    """A prepared game.

    Args:
        seats: how many play; the learner sits at ``LEARNER``.
        first: as in a setup.
        options: names and values of those that are not the default.
        steps: in their order.
    """

    seats: int
    steps: tuple[Step, ...]
    first: int = 0
    options: tuple[tuple[str, str], ...] = ()

    def match(self, rules: Rules[Any, Any], step: int) -> Match:
        """Play on until a step.

        Raises:
            RulesError: the lesson does not go by the rules.
        """
        match = Match(rules, rules.setup(self.seats, dict(self.options), self.first))
        for one in self.steps[: step + 1]:
            for line in one.moves:
                actor, _, move = line.partition(" ")
                if actor == "*":
                    self._deal(match, tuple(move.split()))
                else:
                    match.play(int(actor), move)
        return match

    def _deal(self, match: Match, first: tuple[str, ...]) -> None:
        request = match.rules.chance(match.state)
        rest = list(request.cards)
        for card in first:
            rest.remove(card)
        match.play(CHANCE, CHANCE_MOVES[request.kind]((*first, *rest)))
