"""How likely is a seat to lose? An estimate from the fields, the sizes of the hands and the losts left.

The computer player compares positions by it. Two things end a game: a field that makes a hand, and a hand
that runs out. Nearly every turn costs its player one card, so it is known who would run out first.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import msgspec

from games.lost.hands import JOKER_BIT, is_made
from games.lost.strategy.fields import COLUMNS, SUITS

_RUNS = tuple(range(low, low + 4) for low in range(7))

ONE_AWAY = 1.5
"""How much a card counts that would make a hand at once."""
TWO_AWAY = 0.14
"""How much a card counts that would leave a hand one away."""
LOST_RELIEF = 0.1
"""By which part a lost that is left lessens the danger."""


class Fields(msgspec.Struct, frozen=True):
    """What counts of a position.

    Args:
        masks: the field of each seat.
        sizes: how many cards each seat holds.
        left: how many losts each seat has left.
        turn: the seat that takes the next turn.
    """

    masks: tuple[int, ...]
    sizes: tuple[int, ...]
    left: tuple[int, ...]
    turn: int


class Danger:
    """Estimates for one moment of a game; fields once looked at are remembered.

    Args:
        live: a mask of the cards that may still come to a field.
    """

    def __init__(self, live: int) -> None:
        self._live = live & ~JOKER_BIT
        self._count = max(1, self._live.bit_count())
        self._known: dict[int, float] = {}

    def of_field(self, mask: int) -> float:
        """Weigh a field: 0 for a harmless one, infinite for one that makes a hand."""
        found = self._known.get(mask)
        if found is None:
            found = self._known[mask] = self._weigh(mask)
        return found

    def _weigh(self, mask: int) -> float:
        if is_made(mask):
            return float("inf")
        live, jokers = self._live & ~mask, mask >> 40
        fatal = 0
        nearer = 0
        for suit in SUITS:
            count = (mask & suit).bit_count() + jokers
            if count == 3:
                fatal |= live & suit
            elif count == 2:
                nearer += (live & suit).bit_count()
        there = []
        for column in COLUMNS:
            count = (mask & column).bit_count()
            there.append(count > 0)
            if count + jokers == 3:
                fatal |= live & column
            elif count + jokers == 2:
                nearer += (live & column).bit_count()
        for run in _RUNS:
            lacking = [rank for rank in run if not there[rank]]
            lack = len(lacking) - jokers
            if lack == 1:
                for rank in lacking:
                    fatal |= live & COLUMNS[rank]
            elif lack == 2:
                for rank in lacking:
                    nearer += (live & COLUMNS[rank]).bit_count()
        return (ONE_AWAY * fatal.bit_count() + TWO_AWAY * nearer) / self._count

    def loss(self, table: Fields, seat: int) -> float:
        """Estimate how likely a seat is to be eliminated in the end, from 0 to 1."""
        seats = len(table.masks)
        weights = [self.of_field(mask) for mask in table.masks]
        is_out = [not size or weight > 1e9 for size, weight in zip(table.sizes, weights, strict=True)]
        if any(is_out):
            return float(is_out[seat])
        hazards = [
            1 - exp(-weight * (1 - LOST_RELIEF * left)) + 0.01
            for weight, left in zip(weights, table.left, strict=True)
        ]
        ends = [
            (size - 1) * seats + (other - table.turn) % seats + 1 for other, size in enumerate(table.sizes)
        ]
        end = min(ends)
        safe = 1.0
        for hazard in hazards:
            safe *= max(0.02, 1 - hazard)
        until_end: float = safe ** (end / seats)
        return (1 - until_end) * hazards[seat] / sum(hazards) + until_end * (ends[seat] == end)


def fields_with(masks: Sequence[int], seat: int, added: int, removed: int = 0) -> tuple[int, ...]:
    """Add a card to a field, and take others away."""
    return (*masks[:seat], masks[seat] & ~removed | added, *masks[seat + 1 :])
