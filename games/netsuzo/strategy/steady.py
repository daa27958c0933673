"""How ``easy`` and ``normal`` play: how likely is a declaration, and would it be believed?

Both questions are asked of hands dealt at random from what a seat has not seen. To answer, these are hands
that the neighbour may hold: one that makes the declaration speaks for it, the others for a lie, less so if
their owner need not have lied. To declare, they are what my hand looks like from outside: the truth is best,
most of all when it looks unlikely; a lie has to look like the truth.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from games.core.cards import STANDARD
from games.core.moves import Move
from games.core.temperaments import Temperament
from games.netsuzo.hands import best, makes
from games.netsuzo.moves import ACCEPT, LADDER, REJECT, Declare, Discard
from games.netsuzo.possible import is_exact
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.belief import doubt, height, honesty
from games.netsuzo.strategy.worlds import World, neighbours, outside

SAMPLES = {"easy": 60, "normal": 400}
NOISE = {"easy": 0.8, "normal": 0.1}
"""How far, at random, the worth of a choice may be misjudged: whims and needless lies come from here."""
REACH = {"easy": 0.4, "normal": 0.2}
"""How much a choice may be to a temperament's taste, in the same measure."""
NEAR = 16
"""Number of next higher declarations considered as lies."""
NEXT_CARDS = 10
"""Number of next cards with which a discard is tried."""
CAUGHT, DOUBTED = 0.5, 0.15
"""What accepting costs on average when only a lie will be left to me, and brings when a truth will."""


def advise(
    view: NetsuzoView, legal: Sequence[Move], level: str, rng: random.Random, temper: Temperament
) -> Move:
    """Choose a declaration, an answer or a discard; arguments as in ``games.core.game.Advise``."""
    if view.stage == "discard":
        return _discard(view, legal, level, rng)
    if view.stage == "answer":
        return _answer(view, level, rng, temper)
    return _declare(view, legal, level, rng, temper)


def _answer(view: NetsuzoView, level: str, rng: random.Random, temper: Temperament) -> Move:
    true, able = honesty(view, neighbours(view, SAMPLES[level], rng))
    noise = NOISE[level]
    worth_accept = able * DOUBTED - (1 - able) * CAUGHT
    worth_reject = 1 - 2 * true + rng.uniform(-noise, noise)
    liked = tastes({ACCEPT: False, REJECT: False}, temper, REACH[level])
    worth_accept, worth_reject = worth_accept + liked[ACCEPT], worth_reject + liked[REJECT]
    return REJECT if worth_reject > worth_accept else ACCEPT


def _declare(
    view: NetsuzoView, legal: Sequence[Move], level: str, rng: random.Random, temper: Temperament
) -> Move:
    own = World((*view.hand, *view.open))
    exact = is_exact(view)
    worlds = outside(view, SAMPLES[level] // 2, rng)
    chosen, most = legal[0], -math.inf
    noise = NOISE[level]
    claims = _candidates(legal, own, worlds, height(view, 1), rng)
    truth = {claim: own.makes(claim, exact) for claim in claims}
    liked = tastes({claim: not is_true for claim, is_true in truth.items()}, temper, REACH[level])
    for claim in claims:
        doubted = doubt(claim, worlds, exact)
        worth = 0.1 + 0.5 * doubted if truth[claim] else 0.1 - 1.3 * doubted
        worth += liked[claim] + rng.uniform(-noise, noise)
        if worth > most:
            chosen, most = claim, worth
    return chosen


def _candidates(
    legal: Sequence[Move], own: World, worlds: Sequence[World], now: int, rng: random.Random
) -> list[Declare]:
    """List what is worth declaring: truths, the next higher hands, the best of hands I might well hold."""
    found: dict[Declare, None] = {}
    if own.height > now:
        truths = [move for move in legal if isinstance(move, Declare) and makes(move, own.have)]
        found.update(dict.fromkeys([truths[0], truths[-1], *rng.sample(truths, min(4, len(truths)))]))
    found.update((move, None) for move in legal[:NEAR] if isinstance(move, Declare))
    likely = [best(world.have) for world in worlds if world.height > now]
    found.update(dict.fromkeys(rng.sample(likely, min(NEAR, len(likely)))))
    return list(found)


def _discard(view: NetsuzoView, legal: Sequence[Move], level: str, rng: random.Random) -> Move:
    """Lay down the card without which a true and high declaration stays likeliest, whatever is drawn."""
    now = height(view, 1)
    known = {*view.hand, *view.open}
    unseen = [card for card in STANDARD.cards if card not in known]
    draws = rng.sample(unseen, min(NEXT_CARDS, len(unseen))) if level != "easy" else []
    chosen, most = legal[0], -1.0
    for move in legal:
        assert isinstance(move, Discard)
        left = [*(card for card in view.hand if card != move.card), *view.open]
        heights = [World([*left, card]).height for card in draws]
        if len(left) > 4:
            heights.append(World(left).height)
        worth = sum((high > now) + 0.3 * high / len(LADDER.bids) for high in heights)
        worth += rng.uniform(0, 0.01 if level != "easy" else 0.2)
        if worth > most:
            chosen, most = move, worth
    return chosen


def tastes(moves: Mapping[Move, bool], temper: Temperament, reach: float) -> dict[Move, float]:
    """Say how much each of some moves is to a temperament's taste.

    Args:
        moves: what may be done, and whether it is a lie.
        temper: of the player.
        reach: as in ``Temperament.taste``.
    """
    places = [LADDER.start_above(move) for move in moves if isinstance(move, Declare)]
    low, span = min(places, default=0), max(places, default=0) - min(places, default=0) or 1
    found: dict[Move, float] = {}
    for move, is_lie in moves.items():
        if isinstance(move, Declare):
            height = 2.0 * (LADDER.start_above(move) - low) / span - 1.0
            found[move] = temper.taste(reach, lie=1.0 if is_lie else -1.0, height=height)
        else:
            found[move] = temper.taste(reach, doubt=1.0 if move == REJECT else -1.0)
    return found
