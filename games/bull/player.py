"""The computer player of Porker Bull: how likely is a call, seen from one hand?

A call is worth the chance not to lose by it: it is good, or nobody doubts it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from games.bull.moves import CHALLENGE, Call
from games.bull.state import BullView
from games.bull.strategy.odds import chance, worlds
from games.bull.words import call_of
from games.core.moves import Move

SAMPLES = {"easy": 24, "normal": 160, "hard": 160}
NOISE = {"easy": 0.2, "normal": 0.05, "hard": 0.05}
"""How far, at random, the worth of a choice may be misjudged: bluffs and whims come from here."""
WINDOW = 24
"""How many of the next higher calls are looked at besides those that the hand itself suggests."""


def advise(
    view: BullView, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0
) -> Move:
    """Choose a call or a challenge; arguments as for every computer player (``games.core.game.Advise``)."""
    dealt = worlds(view, SAMPLES[level], rng)
    wild = view.options["wild"] == "twos"
    noise = NOISE[level]
    best: Move | None = None
    best_worth = -1.0
    if CHALLENGE in legal:
        last = _last_call(view)
        best, best_worth = CHALLENGE, 1.0 - chance(last, dealt, wild) + rng.uniform(-noise, noise)
    for step, call in enumerate(_candidates(view, legal)):
        good = chance(call, dealt, wild)
        doubted = min(1.0, 1.15 - good)
        worth = 1.0 - doubted * (1.0 - good) - 0.002 * step + rng.uniform(-noise, noise)
        if worth > best_worth:
            best, best_worth = call, worth
    assert best is not None
    return best


def _last_call(view: BullView) -> Call:
    return call_of(view.calls[-1][1])


def _candidates(view: BullView, legal: Sequence[Move]) -> list[Call]:
    """List the next higher calls, and further up the first of each kind and rank that the hand supports."""
    calls = [cast(Call, move) for move in legal[: WINDOW + 1] if move != CHALLENGE]
    held = {card[0] for card in view.hand}
    seen = set(calls)
    for move in legal:
        if isinstance(move, Call) and move not in seen and set(move.ranks) <= held:
            calls.append(move)
            if len(calls) >= 2 * WINDOW:
                break
    return calls
