"""A learner that measures how much can be won from a fixed player by exploiting it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import Any, TypeAlias

from games import Game, find_game
from games.core.game import LEVELS
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.core.rules import Result, are_partners
from games.core.strategy import LookupModel
from lab.arena.players import ArenaError
from lab.arena.series import Series
from lab.arena.standings import IntervalEstimate, interval_of
from lab.learning.learner import Learner, choice_weights
from lab.responders import STUDIES
from lab.responders.study import Habit, KeyedMove, Study

Choose: TypeAlias = Callable[[Any, Sequence[Move], random.Random], Move]
"""A player: a function of a view, the legal moves and a random generator, which returns a move."""
Keys: TypeAlias = tuple[int, ...]
"""The indexes of a move's numbers in the lookup tables."""

LEARNER = "learner"
SEER = "answers rightly, seeing all cards"
HEAT = 0.04
"""Loss in value that makes a move e times less likely to be tried while learning."""
BLIND = 12
"""While learning, one in this number of choices is random."""
OPEN = 0.5
"""Value of a move with an open outcome, for the player that sees all cards."""
STEPS = (0.4, 0.001)
"""The first and the smallest learning rate of the learner."""


class Responder:
    """A player that learns the values of moves from games, and plays the best move.

    Args:
        plan: the player to exploit, whose move is played if there are no moves to compare.
    """

    def __init__(self, study: Study, plan: Choose) -> None:
        self._study = study
        self._plan = plan
        self._learner = Learner(LookupModel(study.layout.size), *STEPS)

    def __call__(self, view: Any, legal: Sequence[Move], rng: random.Random) -> Move:
        if len(legal) == 1:
            return legal[0]
        plan = self._plan(view, legal, rng)
        options = self._study.options(view, legal, plan)
        if not options:
            return plan
        return max(options, key=self._worth)[0]

    def _worth(self, option: KeyedMove) -> float:
        return self._learner.tables.log_odds(option[1])

    def learn(self, game: Game, other: Choose, seats: int, seed: str) -> None:
        """Play a game of the learner against ``other``, and learn from the moves of all seats."""
        rng = random.Random(seed)
        mine = rng.randrange(seats)
        match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
        waiting: list[list[Keys]] = [[] for _ in range(seats)]
        for seat in match.decisions(ShuffleKey.from_text(seed)):
            legal = match.legal(seat)
            before = match.state
            move = legal[0]
            if len(legal) > 1:
                choose = self._plan if seat == mine else other
                plan = choose(match.view(seat), legal, rng)
                move, keys = self._choose_and_learn(match, seat, plan, rng if seat == mine else None)
                waiting[seat] += keys
            match.play(seat, move)
            # The move has decided earlier moves of some seats: learn their outcome.
            for mover, outcome in self._study.decided_values(before, match.state).items():
                for at in waiting[mover]:
                    self._learner.learn(at, outcome)
                waiting[mover].clear()

    def _choose_and_learn(
        self, match: Match, seat: int, plan: Move, rng: random.Random | None
    ) -> tuple[Move, list[Keys]]:
        # Return the chosen move (``plan`` without ``rng``) and a list with its indexes in the learnt tables.
        # The list is empty if the move's value is certain, or if the move is not among the compared moves.
        options = self._study.options(match.view(seat), match.legal(seat), plan)
        undecided = []
        for move, keys in options:
            outcome = self._study.certain_value(match.state, move)
            if outcome is None:
                undecided.append(keys)
            else:
                self._learner.learn(keys, outcome)
        # Other seats play their plan; the learner tries good moves more often, and sometimes any move.
        chosen = [(move, keys) for move, keys in options if move == plan]
        if rng is not None and options:
            worths = [self._learner.tables.chance(keys) for _, keys in options]
            weights: list[float] | None = choice_weights(worths, HEAT)
            if rng.randrange(BLIND) == 0:
                weights = None
            chosen = rng.choices(options, weights)
        if not chosen:
            return plan, []
        move, keys = chosen[0]
        if keys not in undecided:
            return move, []
        return move, [keys]


def share_beaten_by(
    game: Game, player: Choose, other: Choose, seats: int, seed: str, seer: Study | None = None
) -> float:
    """Play one game of ``player`` against ``other``, and return the share of opponents that ``player`` beats.

    Args:
        other: plays all other seats.
        seer: if given, improves the player's moves by looking at all cards.
    """
    rng = random.Random(seed)
    mine = rng.randrange(seats)
    match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
    for seat in match.decisions(ShuffleKey.from_text(seed)):
        choose = player if seat == mine else other
        move = choose(match.view(seat), match.legal(seat), rng)
        if seer and seat == mine:
            move = _seen(seer, match, seat, move)
        match.play(seat, move)
    return share_beaten(match, mine)


def measured_share(
    game: Game, player: Choose, other: Choose, seats: int, seed: str, games: int, seer: Study | None = None
) -> IntervalEstimate:
    """Return the mean of ``share_beaten_by`` over some games, each with a seed of its own."""
    shares = [
        share_beaten_by(game, player, other, seats, f"{seed} {number}", seer) for number in range(games)
    ]
    return interval_of(shares)


def _seen(seer: Study, match: Match, seat: int, plan: Move) -> Move:
    worths: dict[Move, float] = {plan: OPEN}
    for move, _ in seer.options(match.view(seat), match.legal(seat), plan):
        outcome = seer.certain_value(match.state, move)
        worths[move] = OPEN if outcome is None else outcome
    return max(worths, key=worths.__getitem__)


def share_beaten(match: Match, seat: int) -> float:
    """Return the share of opponents that a seat has beaten in a finished game. A tie counts half."""
    result = match.result()
    assert result is not None
    return share_beaten_of(result, seat)


def share_beaten_of(result: Result, seat: int) -> float:
    """Return the share of opponents that a seat has beaten. A tie counts half."""
    mine = result.places[seat]
    points = []
    for other, place in enumerate(result.places):
        if other != seat and not are_partners(seat, other, result.teams):
            points.append((mine < place) + (mine == place) / 2)
    return fmean(points)


def player_of_level(game: Game, level: str, effort: float) -> Choose:
    """Return a function that plays like the computer player of a level."""
    return lambda view, legal, rng: game.advise(view, legal, level, rng, effort)


def with_habit(habit: Habit, player: Choose) -> Choose:
    """Return a player that changes the moves of ``player`` by a rule of thumb."""

    def choose(view: Any, legal: Sequence[Move], rng: random.Random) -> Move:
        if len(legal) == 1:
            return legal[0]
        return habit(view, legal, player(view, legal, rng))

    return choose


def respond(
    game: Game, other: Choose, seats: int, learning_games: int, measured_games: int, seed: str
) -> Iterator[tuple[str, IntervalEstimate]]:
    """Measure how well several players do against ``other``. Yield each player's name and share beaten.

    The players are a learner, rules of thumb, and a player that sees all cards. A share of 0.5 is no
    advantage.

    Args:
        other: plays all other seats.
    """
    # Learn first; then measure everybody on other deals.
    study = STUDIES[game.id]
    responder = Responder(study, other)
    for number in range(learning_games):
        responder.learn(game, other, seats, f"{seed} learning {number}")
    players: dict[str, Choose] = {LEARNER: responder}
    players |= {name: with_habit(habit, other) for name, habit in study.habits.items()}
    for name, player in players.items():
        yield name, measured_share(game, player, other, seats, seed, measured_games)
    yield SEER, measured_share(game, other, other, seats, seed, measured_games, study)


def report(series: Series, learning_games: int, measured_games: int) -> Iterator[str]:
    """Yield lines of text on how well the computer players of a level can be exploited.

    Raises:
        ArenaError: the game has no features to learn from, or the players are not all of one level.
    """
    game = find_game(series.game)
    level = series.players[0]
    if game.id not in STUDIES:
        raise ArenaError(f"nobody has studied {game.id} yet: choose among {', '.join(STUDIES)}")
    if level not in LEVELS or len(set(series.players)) > 1 or series.options:
        raise ArenaError("a learner plays against one level, easy,easy,easy, say, and without options")
    other = player_of_level(game, level, series.effort)
    seats = len(series.players)
    yield f"{game.id}, {seats} seats, alone among {level}: opponents beaten in {measured_games} games"
    for name, share in respond(game, other, seats, learning_games, measured_games, series.seed):
        if name == LEARNER:
            label = f"{name}, from {learning_games} games"
        else:
            label = name
        yield f"  {label:36} {share}"
