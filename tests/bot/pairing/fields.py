"""Simulated tournaments with random results, in which people differ in strength."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence

from bot.pairing.points import COMPUTER, PlayedRound, PlayedTable
from bot.pairing.rounds import Pairing, PairingPlan, pair

SEED = bytes(range(32))

QUICK = 1
"""The pairing method of tests that are not about repeated meetings."""

GAMES = {"bull": (2, 8), "lost": (3, 4), "netsuzo": (3, 10), "tomoe": (3, 3), "trick3": (2, 8)}
"""The table sizes of the five games (a test compares them with the rules)."""


def plan_of(
    wanted: int,
    allowed: Collection[int],
    *,
    has_computers: bool = False,
    seed: bytes = SEED,
    method: int = QUICK,
) -> PairingPlan:
    return PairingPlan("1234", seed, wanted, frozenset(allowed), has_computers, method)


def play_paired_round(pairing: Pairing, rng: random.Random, *, leaves: float = 0) -> PlayedRound:
    """Play a round in which lower numbers tend to win; each person leaves with probability ``leaves``."""
    tables = []
    for seats in pairing.tables:
        strength = [player + rng.uniform(0, 20) for player in seats]
        order = sorted(strength)
        gone = frozenset(player for player in seats if player != COMPUTER and rng.random() < leaves)
        tables.append(PlayedTable(seats, tuple(1 + order.index(value) for value in strength), gone))
    return PlayedRound(tuple(tables), pairing.bye)


def tournament(
    plan: PairingPlan,
    people: int,
    rounds: int,
    seed: int = 1,
    choose_players: Callable[[int, random.Random], Sequence[int]] | None = None,
    leaves: float = 0,
) -> tuple[list[PlayedRound], list[Sequence[int]]]:
    """Simulate a tournament; return its rounds, and the players of each round."""
    rng = random.Random(seed)
    done: list[PlayedRound] = []
    there: list[Sequence[int]] = []
    for number in range(rounds):
        players = choose_players(number, rng) if choose_players else range(1, people + 1)
        done.append(play_paired_round(pair(plan, done, players), rng, leaves=leaves))
        there.append(tuple(players))
    return done, there
