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


class LessonMove(msgspec.Struct, frozen=True):
    """A move that a lesson offers as a button: the right move or a wrong one."""

    move: str  # the move's notation
    is_right: bool = False
    second_move: str = ""  # a move that the same tap makes next; empty for none


class LessonStep(msgspec.Struct, frozen=True):
    """A position at which a lesson stops and explains something."""

    name: str  # a part of the keys of the step's texts
    # The moves since the last step, in the notation of a record. A move of chance names only its first cards;
    # the others follow in canonical order.
    moves: tuple[str, ...] = ()
    # exactly one of them is right; empty if there is only a text to read
    offered_moves: tuple[LessonMove, ...] = ()

    @property
    def shuffled_moves(self) -> list[tuple[int, LessonMove]]:
        """The offered moves with their indexes, in a fixed order that does not reveal the right move."""
        return sorted(enumerate(self.offered_moves), key=lambda entry: _sort_key(self.name, entry[1].move))


ORDER = "82"
"""The text from which the order of a step's offered moves is computed.

This value puts the right move about equally often in each place.
"""


def _sort_key(name: str, move: str) -> bytes:
    return blake2s(f"{ORDER} {name} {move}".encode()).digest()


class Lesson(msgspec.Struct, frozen=True):
    """A prepared game with the steps of a lesson. The learner has the seat ``LEARNER``."""

    seats: int
    steps: tuple[LessonStep, ...]
    first: int = 0  # the seat that acts first
    # names and values of the options that differ from their defaults
    options: tuple[tuple[str, str], ...] = ()

    def match(self, rules: Rules[Any, Any], step: int) -> Match:
        """Return the match in the position of a step, given by its index.

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
