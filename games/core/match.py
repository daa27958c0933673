"""A match: the rules, the setup, the position, and the moves that led to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

from games.core.errors import IllegalMove, Refusal
from games.core.feats import Feat
from games.core.moves import CHANCE_MOVES, Move
from games.core.results import Result
from games.core.rules import CHANCE, OVER, Actor, Rules, Setup, State, ToAct, View
from games.core.shuffle import ShuffleKey, shuffle


class Match:
    """One game from its setup to its end. The setup and the moves are enough to restore it.

    Args:
        setup: as returned by ``Rules.setup`` of the same rules.
    """

    def __init__(self, rules: Rules[Any, Any], setup: Setup) -> None:
        self.rules = rules
        self.setup = setup
        self.state: State = rules.start(setup)
        self.moves: list[tuple[Actor, Move]] = []
        self._views: dict[int | None, View] = {}

    def __repr__(self) -> str:
        return f"<Match {self.rules.id}, {len(self.moves)} moves, to act: {self.to_act}>"

    @property
    def to_act(self) -> ToAct:
        return self.state.to_act

    @property
    def is_over(self) -> bool:
        return self.state.to_act == OVER

    def play(self, actor: Actor, move: str | Move) -> Move:
        """Play one move of a seat or of chance, and return the move. After an error the match is unchanged.

        Raises:
            NotationError: the text is no move.
            IllegalMove: the move is not legal now.
        """
        if isinstance(move, str):
            move = self.rules.parse(move)
        self.state = self.rules.apply(self.state, actor, move)
        self.moves.append((actor, move))
        self._views = {}
        return move

    def played(self, actor: Actor, move: str | Move) -> Match:
        """Return a copy of the match after one more move. Raises the same errors as ``play``."""
        after = self.copy()
        after.play(actor, move)
        return after

    def copy(self) -> Match:
        """Return an independent copy of the match."""
        other = copy(self)
        other.moves = self.moves.copy()
        return other

    def dealt(self, key: ShuffleKey) -> Match:
        """Return a copy of the match after all due deals and shuffles, computed from the key."""
        after = self
        while after.to_act == CHANCE:
            after = after.played(CHANCE, after.chance_move(key))
        return after

    def chance_move(self, key: ShuffleKey) -> Move:
        """Return the due deal or shuffle, computed from the key.

        Raises:
            IllegalMove: it is not chance's turn.
        """
        if self.to_act != CHANCE:
            raise IllegalMove(Refusal("not-chance", "It is not chance's turn."))
        # Each shuffle has its own number, so that the same key orders every deal differently.
        number = sum(1 for actor, _ in self.moves if actor == CHANCE)
        request = self.rules.chance(self.state)
        return CHANCE_MOVES[request.kind](shuffle(request.cards, key, number))

    def decisions(self, key: ShuffleKey) -> Iterator[int]:
        """Yield the seat to act until the game is over, and play the moves of chance automatically.

        The caller must play a move of the yielded seat before the next iteration.
        """
        while not self.is_over:
            if self.to_act == CHANCE:
                self.play(CHANCE, self.chance_move(key))
            else:
                assert not isinstance(self.to_act, str)
                yield self.to_act[0]

    def legal(self, seat: int) -> Sequence[Move]:
        return self.rules.legal(self.state, seat)

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator (``None``), knows of the position."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.rules.view(self.state, seat)
        return view

    @property
    def moment_seconds(self) -> float:
        """Seconds of pause to show the cards that the last move revealed; 0 for no pause."""
        return self.rules.moment_seconds(self.view(None))

    @property
    def suspense_seconds(self) -> float:
        """Seconds for which the outcome of the last move stays hidden from everybody."""
        return self.rules.suspense_seconds(self.view(None))

    def provisional_result(self) -> Result | None:
        """Return the ranking by current scores; ``None`` if the game is over or has no running scores."""
        return None if self.is_over else self.rules.provisional_result(self.state)

    def result(self) -> Result | None:
        return self.rules.result(self.state)

    def facts(self) -> tuple[dict[str, int], ...]:
        """Return each seat's statistics of the finished game (see ``Rules.facts``)."""
        return self.rules.facts(GameHistory(self).steps(), self.setup.seats)

    def feats(self, seat: int | None = None) -> tuple[Feat, ...]:
        """Return the most remarkable acts of the game, such as its boldest lie.

        Args:
            seat: if given, only acts of this seat count.
        """
        return GameHistory(self).feats(seat)


class GameHistory:
    """All positions of a game, before and after each move."""

    def __init__(self, match: Match) -> None:
        self._rules = match.rules
        self.moves = match.moves
        self._states: list[State] = [match.rules.start(match.setup)]
        for actor, move in match.moves:
            self._states.append(match.rules.apply(self._states[-1], actor, move))

    def feats(self, seat: int | None = None) -> tuple[Feat, ...]:
        """Return the most remarkable acts of the game, such as its boldest lie.

        Args:
            seat: if given, only acts of this seat count.
        """
        return self._rules.feats(self.steps(), seat)

    def steps(self) -> Iterator[tuple[State, Actor, Move, State]]:
        """Yield every move with the positions before and after it, which contain hidden cards."""
        for number, (actor, move) in enumerate(self.moves):
            yield self._states[number], actor, move, self._states[number + 1]

    def view_before(self, index: int, seat: int | None = None) -> Any:
        """Return what a seat, or a spectator (``None``), knew before the move with this index."""
        return self._rules.view(self._states[index], seat)

    def view_after(self, index: int, seat: int | None = None) -> Any:
        """Return what a seat, or a spectator (``None``), knew after the move with this index."""
        return self.view_before(index + 1, seat)
