"""Whether what is advised is better than the next best: both are played out, by our own players."""

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
"""The advice is tried at one of this number of decisions, where nothing else is asked for."""


class Tried(NamedTuple):
    """By how much the advised move beats the next best, as a share of opponents.

    Attributes:
        told: what was told of it.
        happened: what came of it.
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
    """Play a game among players of a level, and try the advice at some of its decisions.

    Both moves meet the same cards, hidden ones too, and the same whims.

    Args:
        effort: of players and judgement.
        plays: how often both moves of a decision are played out.
        least: what the advised move has to be better by, as it is told, to be played out.
        one_of: at one of this number of decisions.
    """
    assert game.assess is not None
    rng, choose = random.Random(seed), of_level(game, level, effort)
    key = ShuffleKey.from_text(seed)
    match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
    for seat in match.decisions(key):
        view, legal = match.view(seat), match.legal(seat)
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
    """Play a move, and on to the end; give the share of opponents that the seat beats."""
    rng, choose, line = random.Random(seed), of_level(game, level, effort), match.played(seat, move)
    for other in line.decisions(ShuffleKey.from_text(seed)):
        line.play(other, choose(line.view(other), line.legal(other), rng))
    return share_beaten(line, seat)
