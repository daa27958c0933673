"""The computer player of Porker Bull: how likely is a call, seen from one hand?

It deals the unseen cards many times. Hands that fit what their owners called count for more, since most
calls are made on something. A call is worth the chance not to lose by it: it is good, or nobody doubts it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from games.bull.hands import is_good
from games.bull.moves import CHALLENGE, RANKS, Call, parse_words
from games.bull.rules import DECK, BullView
from games.core.cards import Card
from games.core.moves import Move, Raises

SAMPLES = {"normal": 160, "easy": 24}
NOISE = {"normal": 0.05, "easy": 0.2}
"""How far, at random, the worth of a choice may be misjudged: bluffs and whims come from here."""
WINDOW = 24
"""How many of the next higher calls are looked at besides those that the hand itself suggests."""
TRUST = 2.0
"""How much more a dealt hand counts when its owner holds a rank that it called."""

World = tuple[tuple[Card, ...], float]
"""All cards dealt, as they may be, and how much this possibility counts."""


def advise(view: BullView, legal: Sequence[Move], level: str, rng: random.Random) -> Move:
    """Choose a call or a challenge from what one seat knows.

    Args:
        view: the seat's view; it is to act.
        legal: its legal moves.
        level: ``normal`` or ``easy``.
        rng: where its whims come from.
    """
    worlds = list(_worlds(view, SAMPLES[level], rng))
    wild = view.options["wild"] == "twos"
    noise = NOISE[level]
    best: Move | None = None
    best_worth = -1.0
    if CHALLENGE in legal:
        last = _last_call(view)
        best, best_worth = CHALLENGE, 1.0 - _chance(last, worlds, wild) + rng.uniform(-noise, noise)
    for step, call in enumerate(_candidates(view, legal)):
        chance = _chance(call, worlds, wild)
        doubted = min(1.0, 1.15 - chance)
        worth = 1.0 - doubted * (1.0 - chance) - 0.002 * step + rng.uniform(-noise, noise)
        if worth > best_worth:
            best, best_worth = call, worth
    assert best is not None
    return best


def _last_call(view: BullView) -> Call:
    return cast(Call, parse_words(view.calls[-1][1].lower().split()))


def _candidates(view: BullView, legal: Sequence[Move]) -> list[Call]:
    """List the next higher calls, and further up the first of each kind and rank that the hand supports."""
    assert isinstance(legal, Raises | tuple | list)
    calls = [cast(Call, move) for move in legal[: WINDOW + 1] if move != CHALLENGE]
    held = {card[0] for card in view.hand}
    seen = set(calls)
    for move in legal:
        if isinstance(move, Call) and move not in seen and set(move.ranks) <= held:
            calls.append(move)
            if len(calls) >= 2 * WINDOW:
                break
    return calls


def _worlds(view: BullView, count: int, rng: random.Random) -> list[World]:
    unseen = [card for card in DECK if card not in view.hand]
    others = [(seat, size) for seat, size in enumerate(view.sizes) if size and seat != view.seat]
    total = sum(size for _, size in others)
    called: dict[int, set[str]] = {}
    for seat, call in view.calls:
        called.setdefault(seat, set()).update(word for word in call.split() if word in RANKS)
    worlds: list[World] = []
    for _ in range(count):
        drawn = rng.sample(unseen, total)
        weight, at = 1.0, 0
        for seat, size in others:
            ranks = called.get(seat)
            if ranks and any(card[0] in ranks for card in drawn[at : at + size]):
                weight *= TRUST
            at += size
        worlds.append(((*view.hand, *drawn), weight))
    return worlds


def _chance(call: Call, worlds: Sequence[World], wild: bool) -> float:
    good = sum(weight for cards, weight in worlds if is_good(call, cards, wild=wild))
    return good / sum(weight for _, weight in worlds)
