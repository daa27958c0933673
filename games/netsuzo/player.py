"""The computer player of Netsuzo Poker: how likely is a declaration, and would it be believed?

Both questions are asked of hands dealt at random from what a seat has not seen. To answer, these are hands
that the neighbour may hold: one that makes the declaration speaks for it, the others for a lie, less so if
their owner need not have lied. To declare, they are what my hand looks like from outside: the truth is best,
most of all when it looks unlikely; a lie has to look like the truth.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from games.core.cards import STANDARD, Card
from games.core.moves import Move
from games.netsuzo.hands import Tally, best, makes, tally
from games.netsuzo.moves import ACCEPT, BY_NOTATION, LADDER, REJECT, Declare, Discard
from games.netsuzo.states import NetsuzoView

SAMPLES = {"normal": 400, "easy": 60}
NOISE = {"normal": 0.1, "easy": 0.6}
"""How far, at random, the worth of a choice may be misjudged: whims and needless lies come from here."""
FORCED_LIE, FREE_LIE = 0.06, 0.02
"""How likely a particular lie is, next to a truth: where no true declaration was left, where one was."""
NEAR = 16
"""How many of the next higher declarations are considered as lies."""
DRAWS = 10
"""How many next cards a discard is tried with."""
CAUGHT, DOUBTED = 0.5, 0.15
"""What accepting costs on average when only a lie will be left to me, and brings when a truth will."""


def advise(view: NetsuzoView, legal: Sequence[Move], level: str, rng: random.Random) -> Move:
    """Choose a declaration, an answer or a discard from what one seat knows.

    Args:
        view: the seat's view; it is to act.
        legal: its legal moves.
        level: ``normal`` or ``easy``.
        rng: where its whims come from.
    """
    if len(legal) == 1:
        return legal[0]
    if view.stage == "discard":
        return _discard(view, legal, level, rng)
    if view.stage == "answer":
        return _answer(view, level, rng)
    return _declare(view, legal, level, rng)


class _World:
    """Cards that somebody may have available, and the best they make."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        self.have: Tally = tally(cards)
        self._height: int | None = None

    @property
    def height(self) -> int:
        """Where on the ladder the declarations begin that are too high for these cards."""
        if self._height is None:
            self._height = LADDER.start_above(best(self.have))
        return self._height

    def makes(self, claim: Declare, exact: bool) -> bool:
        return makes(claim, self.have) if exact else self.height >= LADDER.start_above(claim)


def _is_exact(view: NetsuzoView) -> bool:
    return view.options["honesty"] == "exact"


def _last(view: NetsuzoView) -> Declare:
    return BY_NOTATION[view.declared[-1][1]]


def _height(view: NetsuzoView, back: int) -> int:
    """Find where the declarations began that were higher than the one ``back`` places before the end."""
    claims = view.declared
    return LADDER.start_above(BY_NOTATION[claims[-back][1]]) if len(claims) >= back else 0


# --- answering ----------------------------------------------------------------------------------------


def _answer(view: NetsuzoView, level: str, rng: random.Random) -> Move:
    worlds = _neighbours(view, SAMPLES[level], rng)
    claim, exact = _last(view), _is_exact(view)
    before, now = _height(view, 2), _height(view, 1)
    true, false, able = 0.5, 0.5 * FORCED_LIE, 0.0
    for world in worlds:
        if world.makes(claim, exact):
            weight = 1.0
            true += weight
        else:
            weight = FREE_LIE if world.height > before else FORCED_LIE
            false += weight
        able += weight * (_World((*world.cards, *view.hand)).height > now)
    chance = true / (true + false)
    able /= true + false
    noise = NOISE[level]
    worth_accept = able * DOUBTED - (1 - able) * CAUGHT
    worth_reject = 1 - 2 * chance + rng.uniform(-noise, noise)
    return REJECT if worth_reject > worth_accept else ACCEPT


def _neighbours(view: NetsuzoView, count: int, rng: random.Random) -> list[_World]:
    """Deal hands that the neighbour may hold, with what I passed on and others will have kept."""
    caller = view.declared[-1][0]
    size = view.sizes[caller]
    known = {*view.hand, *view.open, *view.last_pass, *(() if view.reshuffles else view.tossed)}
    unseen = [card for card in STANDARD.cards if card not in known]
    mine = [at for at, (seat, _) in enumerate(view.declared) if seat == view.seat]
    came = view.last_pass if mine else ()
    gone = round(0.6 * (len(view.declared) - 1 - mine[-1])) if mine else 0
    kept = min(size, max(0, len(came) - gone))
    if not kept and size == 1:
        return [_World((card, *view.open)) for card in unseen]
    more = min(size - kept, len(unseen))
    return [_World((*rng.sample(came, kept), *rng.sample(unseen, more), *view.open)) for _ in range(count)]


# --- declaring ----------------------------------------------------------------------------------------


def _declare(view: NetsuzoView, legal: Sequence[Move], level: str, rng: random.Random) -> Move:
    own = _World((*view.hand, *view.open))
    exact, now = _is_exact(view), _height(view, 1)
    outside = [card for card in STANDARD.cards if card not in view.open]
    size = min(len(view.hand), len(outside))
    worlds = [_World((*rng.sample(outside, size), *view.open)) for _ in range(SAMPLES[level] // 2)]
    chosen, most = legal[0], -math.inf
    noise = NOISE[level]
    for claim in _candidates(legal, own, worlds, now, rng):
        doubt = _doubt(claim, worlds, exact)
        worth = 0.1 + 0.5 * doubt if own.makes(claim, exact) else 0.1 - 1.3 * doubt
        worth += rng.uniform(-noise, noise)
        if worth > most:
            chosen, most = claim, worth
    return chosen


def _candidates(
    legal: Sequence[Move], own: _World, worlds: Sequence[_World], now: int, rng: random.Random
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


def _doubt(claim: Declare, worlds: Sequence[_World], exact: bool) -> float:
    """Estimate how likely the left neighbour is to reject a declaration, who sees only the open cards."""
    seen = 0.25 + sum(world.makes(claim, exact) for world in worlds)
    belief = seen / (seen + FORCED_LIE * (len(worlds) - seen))
    return 1 / (1 + math.exp(8 * (belief - 0.55)))


# --- discarding ---------------------------------------------------------------------------------------


def _discard(view: NetsuzoView, legal: Sequence[Move], level: str, rng: random.Random) -> Move:
    """Lay down the card without which a true and high declaration stays likeliest, whatever is drawn."""
    now = _height(view, 1)
    known = {*view.hand, *view.open}
    unseen = [card for card in STANDARD.cards if card not in known]
    draws = rng.sample(unseen, min(DRAWS, len(unseen))) if level == "normal" else []
    chosen, most = legal[0], -1.0
    for move in legal:
        assert isinstance(move, Discard)
        left = [*(card for card in view.hand if card != move.card), *view.open]
        heights = [_World([*left, card]).height for card in draws]
        if len(left) > 4:
            heights.append(_World(left).height)
        worth = sum((height > now) + 0.3 * height / len(LADDER.bids) for height in heights)
        worth += rng.uniform(0, 0.01 if level == "normal" else 0.2)
        if worth > most:
            chosen, most = move, worth
    return chosen
