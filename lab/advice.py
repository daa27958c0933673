"""A check of hints: the advised move and the next best are both played out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from games import Game
from games.core.match import Match
from games.core.moves import Move
from games.core.shuffle import ShuffleKey
from lab.responders.respond import of_level, share_beaten

LOOKED_AT = 6
"""By default a hint is checked at one of this number of decisions, chosen at random."""


class Tried(NamedTuple):
    """The lead of the advised move over the next best one at one decision, as a share of opponents beaten.

    Attributes:
        told: the difference that was predicted.
        happened: the difference that occurred.
    """

    told: float
    happened: float


def tried(
    game: Game,
    level: str,
    seats: int,
    effort: float,
    plays: int,
    seed: str,
    least: float = 0.0,
    one_of: int = LOOKED_AT,
) -> Iterator[Tried]:
    """Play a game of computer players of one level. At random decisions, check how much better the advised
    move is than the next best one.

    Both moves are played out with the same cards, hidden ones included, and the same random numbers.

    Args:
        game: the game.
        level: the level of all players.
        seats: number of seats.
        effort: share of the full thinking time, for players and hints.
        plays: number of times that each move is played out.
        seed: the seed of everything random.
        least: least predicted difference for a decision to be checked.
        one_of: on average, one of this number of decisions is checked.

    Yields:
        The predicted and the real difference between the two moves, for each checked decision.
    """
    assert game.assess is not None
    rng, choose = random.Random(seed), of_level(game, level, effort)
    key = ShuffleKey.from_text(seed)
    match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
    for seat in match.decisions(key):
        view, legal = match.view(seat), match.legal(seat)
        # Check the hint at random decisions, if the advised move is far enough ahead.
        if len(legal) > 1 and rng.randrange(one_of) == 0:
            best, *others = game.assess(view, legal, (), rng, effort)
            if others and best.worth - others[0].worth >= least:
                came = 0.0
                for number in range(plays):
                    again = f"{seed} {len(match.moves)} {number}"
                    came += _after(match, seat, best.move, game, level, effort, again)
                    came -= _after(match, seat, others[0].move, game, level, effort, again)
                yield Tried(best.worth - others[0].worth, came / plays)
        match.play(seat, choose(view, legal, rng))


def _after(match: Match, seat: int, move: Move, game: Game, level: str, effort: float, seed: str) -> float:
    """Play a move, and let players of a level finish the game; return the share of opponents that the seat
    beats.
    """
    rng, choose, line = random.Random(seed), of_level(game, level, effort), match.played(seat, move)
    for other in line.decisions(ShuffleKey.from_text(seed)):
        line.play(other, choose(line.view(other), line.legal(other), rng))
    return share_beaten(line, seat)
