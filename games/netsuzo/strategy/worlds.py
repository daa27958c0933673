"""Hands as they may be: dealt at random from what a seat has not seen."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.core.cards import STANDARD, Card
from games.netsuzo.hands import best, makes, tally
from games.netsuzo.moves import LADDER, Declare
from games.netsuzo.state import NetsuzoView

GONE = 0.6
"""Number of the cards that I passed on that are discarded again with each acceptance."""


class World:
    """Cards that somebody may have available, and the best they make."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        self.have = tally(cards)
        self._height: int | None = None

    @property
    def height(self) -> int:
        """Where on the ladder the declarations begin that are too high for these cards."""
        if self._height is None:
            self._height = LADDER.start_above(best(self.have))
        return self._height

    def makes(self, claim: Declare, exact: bool) -> bool:
        """Tell whether a declaration is true of these cards; ``exact`` is the option ``honesty``."""
        return makes(claim, self.have) if exact else self.height >= LADDER.start_above(claim)


def neighbours(view: NetsuzoView, count: int, rng: random.Random) -> list[World]:
    """Deal hands that the neighbour may hold, with what I passed on and others will have kept."""
    caller = view.declared[-1][0]
    size = view.sizes[caller]
    known = {*view.hand, *view.open, *view.last_pass, *(() if view.reshuffles else view.tossed)}
    unseen = [card for card in STANDARD.cards if card not in known]
    mine = [at for at, (seat, _) in enumerate(view.declared) if seat == view.seat]
    came = view.last_pass if mine else ()
    gone = round(GONE * (len(view.declared) - 1 - mine[-1])) if mine else 0
    kept = min(size, max(0, len(came) - gone))
    if not kept and size == 1:
        return [World((card, *view.open)) for card in unseen]
    more = min(size - kept, len(unseen))
    return [World((*rng.sample(came, kept), *rng.sample(unseen, more), *view.open)) for _ in range(count)]


def outside(view: NetsuzoView, count: int, rng: random.Random) -> list[World]:
    """Deal hands that I may hold, for who sees nothing but the open cards."""
    hidden = [card for card in STANDARD.cards if card not in view.open]
    size = min(len(view.hand), len(hidden))
    return [World((*rng.sample(hidden, size), *view.open)) for _ in range(count)]
