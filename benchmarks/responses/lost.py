"""Look for a player that exploits a level of Lost Poker: a lower bound of how exploitable it is.

    python -m benchmarks.responses.lost hard [--seconds 120] [--games 300] [--seats 3]

A responder thinks like ``hard``, but with its own assumptions about the others, its own share of true claims
and its own readiness to doubt. Many are drawn; by successive halving the best half of them, each alone
among players of the level, goes on to play twice as many games. The winner is then measured on new deals.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from math import sqrt

import msgspec

from games import find_game
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from games.lost.player import mixed
from games.lost.state import LostView
from games.lost.strategy.reckoning import Manner, Reckoning

LOST = find_game("lost")
LONGEST = 400
CANDIDATES = 8
"""How many responders there are at first."""

Player = Callable[[LostView, Sequence[Move], random.Random], Move]


class Style(msgspec.Struct, frozen=True):
    """A responder; ``honesty`` is its own share of true claims where truth and lie are worth the same."""

    honesty: float
    manner: Manner

    def __call__(self, view: LostView, legal: Sequence[Move], rng: random.Random) -> Move:
        if len(legal) == 1:
            return legal[0]
        return mixed(Reckoning(view, self.manner).judge(legal), rng, self.honesty)


def drawn(rng: random.Random) -> Style:
    """Draw a responder."""
    honesty = rng.choice((0.2, 0.5, 0.8, 0.95))
    return Style(
        honesty, Manner(rng.uniform(0.1, 0.8), rng.choice((0.0, 0.5, 1.0)), rng.uniform(-0.15, 0.15))
    )


def of_level(level: str) -> Player:
    """Make a player of a level."""
    return lambda view, legal, rng: LOST.advise(view, legal, level, rng)


def beaten(player: Player, other: Player, seats: int, seed: str) -> float:
    """Play one game, a player alone among the others; give the share of them that it has beaten."""
    rng = random.Random(seed)
    mine = rng.randrange(seats)
    match = Match(LOST.rules, LOST.rules.setup(seats, {}, rng.randrange(seats)))
    match.play(CHANCE, match.chance_move(ShuffleKey.from_text(seed)))
    while not match.is_over and len(match.moves) < LONGEST:
        assert not isinstance(match.to_act, str)
        seat = match.to_act[0]
        choose = player if seat == mine else other
        match.play(seat, choose(match.view(seat), match.legal(seat), rng))
    result = match.result()
    scores = result.scores if result else (0.5,) * seats
    others = [score for seat, score in enumerate(scores) if seat != mine]
    return sum((scores[mine] > score) + (scores[mine] == score) / 2 for score in others) / len(others)


def train(level: str, seconds: float, rng: random.Random, seats: int = 3) -> Player:
    """Search for a good responder to a level.

    Args:
        level: whom to exploit.
        seconds: processor time for the search.
        rng: where responders and deals come from.
        seats: how many play.
    """
    other = of_level(level)
    left = [Style(0.8, Manner()), *(drawn(rng) for _ in range(CANDIDATES - 1))]
    totals = dict.fromkeys(range(len(left)), 0.0)
    alive, end = list(totals), time.process_time() + seconds
    games, number = 4, 0
    while len(alive) > 1 and time.process_time() < end:
        for _ in range(games):
            number += 1
            for i in alive:  # all on the same deals
                totals[i] += beaten(left[i], other, seats, f"{level} {number}")
        alive = sorted(alive, key=lambda i: -totals[i])[: max(1, len(alive) // 2)]
        games *= 2
    return left[max(alive, key=totals.__getitem__)]


def main() -> None:
    """Train a responder and measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("level", choices=("easy", "normal", "hard"))
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seats", type=int, default=3)
    asked = parser.parse_args()
    found = train(asked.level, asked.seconds, random.Random("response"), asked.seats)
    other = of_level(asked.level)
    shares = [beaten(found, other, asked.seats, f"measured {number}") for number in range(asked.games)]
    mean = sum(shares) / len(shares)
    spread = 1.96 * sqrt(sum((share - mean) ** 2 for share in shares)) / len(shares)
    print(f"{found}\nagainst {asked.level}: beats {mean:.3f} +- {spread:.3f} of its opponents")


if __name__ == "__main__":
    main()
