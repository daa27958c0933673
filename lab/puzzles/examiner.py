"""The protocol ``Examiner``: functions of a game for the search for puzzles."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from games import Game
from games.core.moves import Move, RollRequest
from games.core.rules import OVER, State
from lab.responders.respond import share_beaten_of

LONGEST = 400
"""Most moves of one continuation; a longer one is an error."""


class Examiner(Protocol):
    """The functions of a game that the search for puzzles uses.

    A *world* is a possible position: all cards that the seat to act does not know are dealt in some way.
    """

    effort: float
    """Share of the full thinking time of the players whose games are searched."""

    passes: int
    """Number of times that a decision is examined, each time with other positions."""

    def fits(self, view: Any, legal: Sequence[Move]) -> bool:
        """True if a decision is of a kind that this examiner can judge."""

    def worlds(self, state: Any, seat: int, rng: random.Random, count: int) -> list[Any]:
        """Return about ``count`` random positions that agree with what the seat knows.

        Args:
            state: the true position. Cards that the seat does not know are ignored.
        """

    def play_out(self, world: Any, seat: int, move: Move, rng: random.Random) -> float:
        """Play a move in a possible position, simulate the rest, and return the share of opponents beaten."""

    def kind(self, move: Move, view: Any) -> str:
        """Return the kind of a move. Moves of one kind are variations of the same decision."""

    def is_lie(self, move: Move, view: Any) -> bool:
        """True if a move makes a claim that its seat knows to be false or has no reason to believe."""

    def top(self, view: Any) -> float:
        """Return the smallest estimated value with which a move counts as a certain win."""

    def likeness(self, move: Move, view: Any) -> str:
        """Return a text that is equal for similar puzzles.

        Args:
            move: the best move.
        """


def play_on(game: Game, state: Any, rng: random.Random, level: str, effort: float, is_done: Any) -> Any:
    """Return the position after computer players have played on.

    Args:
        is_done: ends the play when it returns true for a position.
    """
    for _ in range(LONGEST):
        if state.to_act == OVER or is_done(state):
            return state
        if state.to_act == "chance":
            state = shuffle(game, state, rng)
            continue
        seat = state.to_act[0]
        legal = game.rules.legal(state, seat)
        move = legal[0]
        if len(legal) > 1:
            move = game.advise(game.rules.view(state, seat), legal, level, rng, effort)
        state = game.rules.step(state, seat, move)
    raise AssertionError(f"a continuation of {game.id} does not end")


def shuffle(game: Game, state: State, rng: random.Random) -> State:
    """Return the position after the next random deal, draw or roll."""
    request = game.rules.chance(state)
    if isinstance(request, RollRequest):
        rolled: State = game.rules.step_roll(state, request.drawn(rng.randrange).dice)
        return rolled
    cards = list(request.cards)
    rng.shuffle(cards)
    after: State = game.rules.step_chance(state, tuple(cards))
    return after


def share_beaten_in(game: Game, state: Any, seat: int) -> float:
    """Return the share of opponents that a seat has beaten in a finished game. A tie counts half."""
    result = game.rules.result(state)
    assert result is not None
    return share_beaten_of(result, seat)
