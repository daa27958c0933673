"""How likely is each seat to be eliminated? Learnt from games of computer players among themselves.

Every seat has a score, worked out of its field, its hand and what others could do to it; the scores of all
seats become probabilities as in a conditional logit. The score is a small network with one hidden layer;
``benchmarks/lost_learning.py`` makes its numbers.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import exp
from operator import mul

import msgspec

from games.lost.strategy.fields import PLAIN, outlook, pair_danger

FEATURES = 24
"""Number of features of a seat."""


class Counts(msgspec.Struct, frozen=True):
    """A position between two turns, without hands.

    Args:
        masks: the field of each seat.
        sizes: how many cards each seat holds.
        left: how many losts each seat has left.
        joker_in: the seat known to hold the joker.
    """

    masks: tuple[int, ...]
    sizes: tuple[int, ...]
    left: tuple[int, ...]
    joker_in: int | None

    def with_card(
        self, seat: int, added: int, removed: int = 0, *, size: int = 0, lost: bool = False
    ) -> Counts:
        """Change one seat.

        Args:
            added: cards that join its field, a mask.
            removed: cards that leave its field, a mask.
            size: how many cards its hand gains.
            lost: whether it makes a lost.
        """
        masks, sizes, left = self.masks, self.sizes, self.left
        if added or removed:
            masks = (*masks[:seat], masks[seat] & ~removed | added, *masks[seat + 1 :])
        if size:
            sizes = (*sizes[:seat], sizes[seat] + size, *sizes[seat + 1 :])
        if lost:
            left = (*left[:seat], left[seat] - 1, *left[seat + 1 :])
        joker_in = None if added > PLAIN else self.joker_in
        return Counts(masks, sizes, left, joker_in)


class Network(msgspec.Struct, frozen=True):
    """The numbers of a network for some number of seats.

    Args:
        hidden: for each hidden unit the weight of each feature.
        output: the weight of each hidden unit.
        direct: the weight of each feature by itself.
    """

    hidden: tuple[tuple[float, ...], ...]
    output: tuple[float, ...]
    direct: tuple[float, ...]

    def score(self, numbers: tuple[float, ...]) -> float:
        """Say how likely a seat is to be out, on an open scale."""
        total: float = sum(map(mul, self.direct, numbers))
        for weights, out in zip(self.hidden, self.output, strict=True):
            active = sum(map(mul, weights, numbers))
            if active > 0:
                total += out * active
        return total


@cache
def networks() -> dict[int, Network]:
    """Read what was learnt, by the number of seats."""
    text = files("games.lost.strategy").joinpath("worth.json").read_bytes()
    return msgspec.json.decode(text, type=dict[int, Network])


class Worth:
    """Estimates for one moment of a game, as somebody knows it; what was worked out is remembered.

    Args:
        seats: how many play.
        turn: the seat that takes the next turn.
        viewer: who looks; ``None`` for somebody who knows no hand.
        unseen: the cards that may be in hands the viewer does not know, a mask.
        hand: the hand of the viewer, a mask.
    """

    def __init__(self, seats: int, turn: int, viewer: int | None, unseen: int, hand: int) -> None:
        self._seats, self._turn, self._viewer = seats, turn, viewer
        self._plain = unseen & PLAIN
        self._count = max(1, self._plain.bit_count())
        self._live = (unseen | hand) & PLAIN
        self._fields: dict[int, tuple[float, ...]] = {}
        self._margins: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        self._scores: dict[tuple[object, ...], float] = {}
        self._network = networks()[seats]

    def losses(self, table: Counts, hand: int) -> list[float]:
        """Estimate for every seat how likely it is to be eliminated; the sum is 1 or more.

        Args:
            hand: the hand of the viewer, a mask.
        """
        if not all(table.sizes) or any(outlook(mask).is_made for mask in table.masks):
            out = zip(table.sizes, table.masks, strict=True)
            return [float(not size or outlook(mask).is_made) for size, mask in out]
        weights = [exp(self.score(table, hand, seat)) for seat in range(self._seats)]
        total = sum(weights)
        return [weight / total for weight in weights]

    def score(self, table: Counts, hand: int, seat: int) -> float:
        """Say how likely a seat is to be out, on an open scale."""
        viewer = self._viewer
        mine = 0 if viewer is None else table.masks[viewer]
        holds_joker = table.joker_in == seat
        # All that features ask of a table: to find a score again is much cheaper than to ask.
        key = (seat, table.masks[seat], table.sizes, table.left[seat], holds_joker, hand, mine)
        score = self._scores.get(key)
        if score is None:
            numbers = self.features(table, hand, seat)
            score = self._scores.get(numbers)
            if score is None:
                score = self._scores[numbers] = self._network.score(numbers)
            self._scores[key] = score
        return score

    def features(self, table: Counts, hand: int, seat: int) -> tuple[float, ...]:
        """Say in numbers how a seat stands."""
        mask, viewer = table.masks[seat], self._viewer
        field = self._fields.get(mask)
        if field is None:
            field = self._fields[mask] = self._field(mask)
        margins = self._margins.get(table.sizes)
        if margins is None:
            margins = self._margins[table.sizes] = self._count_down(table.sizes)
        margin, last = margins[seat]
        left = table.left[seat]
        fatal = outlook(mask).fatal
        safe = reach = free = held = 0.0
        holds_joker = table.joker_in == seat
        if seat == viewer:
            cards = hand & PLAIN
            held = (fatal & cards).bit_count() / max(1, cards.bit_count())
            safe = float(not (cards & ~fatal))
            holds_joker = hand > PLAIN
        elif viewer is not None:
            aimed = fatal & hand
            if aimed:
                reach = min(3, aimed.bit_count()) / 3
                free = min(3, (aimed & ~outlook(table.masks[viewer]).fatal).bit_count()) / 3
        offset = (seat - self._turn) % self._seats
        return (
            *field,
            left / 3,
            field[1] * left / 3,
            float(left == 0),
            table.sizes[seat] / 10,
            max(-8, min(8, margin)) / 8,
            float(margin > 0),
            (margin > 0) / (last + 2),
            float(offset == 0),
            float(offset == 1),
            float(offset == self._seats - 1),
            float(seat == viewer),
            held,
            safe,
            float(holds_joker),
            reach,
            free,
            free * (self._turn == viewer),
        )

    def _field(self, mask: int) -> tuple[float, ...]:
        """Say in numbers what a field is like, whoever's it is."""
        seen = outlook(mask)
        risk = (seen.fatal & self._plain).bit_count() / self._count
        return (
            1.0,
            risk,
            risk * risk,
            float(seen.fatal != 0),
            pair_danger(seen, self._live),
            (seen.near & self._plain).bit_count() / self._count,
            float(mask > PLAIN),
        )

    def _count_down(self, sizes: tuple[int, ...]) -> list[tuple[int, int]]:
        """Count, a card a turn, who runs out of cards when.

        Returns:
            For each seat: how many turns sooner than the first of the others; turns until anybody does.
        """
        seats, turn = self._seats, self._turn
        ends = [(size - 1) * seats + (seat - turn) % seats for seat, size in enumerate(sizes)]
        first = min(ends)
        return [(min(ends[:seat] + ends[seat + 1 :]) - end, first) for seat, end in enumerate(ends)]
