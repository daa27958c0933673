"""The hand that goes round, as it may be: followed from the deal through every declaration and passing.

Everybody adds cards to the hand that goes round, lays the least useful one down and says something of it,
true or not. So hands that have come to the declarer are drawn step by step (a particle filter): each
declaration on the way makes those likelier that could have made it truly, as far as it is believed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from games.core.cards import STANDARD, Card
from games.core.poker import RANKS, SUITS
from games.netsuzo.hands import JOKER, Tally, best, makes, tally
from games.netsuzo.moves import BY_NOTATION, LADDER, Declare
from games.netsuzo.possible import is_exact
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.learnt import Evidence, Figures

MOST_STEPS = 7
"""Limit of steps back that the hand is followed; before that its cards are any cards."""
READY = 0.35
"""How likely a hand that had a true declaration left is to lie, next to one that had none."""


class Held(NamedTuple):
    """A hand: its cards; with the open ones what they are, and where the ladder is too high for that."""

    cards: tuple[Card, ...]
    have: Tally
    height: int

    def makes(self, bid: Declare, exact: bool) -> bool:
        """Tell whether a declaration is true of it; ``exact`` as in the rules."""
        return self.height >= LADDER.start_above(bid) and (not exact or makes(bid, self.have))


class Claim(NamedTuple):
    """A declaration in its place.

    Args:
        bid: the declaration.
        above: where the declarations begin that are higher.
        bar: where those begin that were allowed.
        size: how many cards its declarer held.
    """

    bid: Declare
    above: int
    bar: int
    size: int


class Weighed(NamedTuple):
    """How a declaration fits the hands that its declarer may hold.

    Args:
        true: how likely it is to be true.
        weights: how likely each of the hands is now.
        made: by hand whether it makes the declaration.
        evidence: what the declaration looks like.
    """

    true: float
    weights: list[float]
    made: list[bool]
    evidence: Evidence

    def mean(self, values: Sequence[float], step: int = 1) -> float:
        """Average something over the hands.

        Args:
            values: of every ``step``-th hand.
            step: see there.
        """
        sums, totals = [0.0, 0.0], [1e-9, 1e-9]
        for value, weight, made in zip(values, self.weights[::step], self.made[::step], strict=True):
            sums[made] += weight * value
            totals[made] += weight
        return self.true * sums[1] / totals[1] + (1 - self.true) * sums[0] / totals[0]


def claims_of(view: NetsuzoView) -> list[Claim]:
    """List the declarations of the hand that is played."""
    found, bar = [], 0
    for at, (_, text) in enumerate(view.declared):
        bid = BY_NOTATION[text]
        above = LADDER.start_above(bid)
        found.append(Claim(bid, above, bar, at + 1))
        bar = above
    if found and view.stage == "answer":
        found[-1] = found[-1]._replace(size=view.sizes[view.turn])
    return found


def weigh(hands: Sequence[Held], claim: Claim, exact: bool, figures: Figures) -> Weighed:
    """Weigh hands, which were equally likely, by a declaration."""
    made = [hand.makes(claim.bid, exact) for hand in hands]
    able = [hand.height > claim.bar for hand in hands]
    hits = sum(made)
    higher = sum([hand.height >= claim.above for hand in hands])
    share, ready, most = [(found + 0.25) / (len(hands) + 0.5) for found in (hits, sum(able), higher)]
    evidence = Evidence(share, ready, most, claim.size, claim.above - claim.bar, claim.bid.kind)
    true = figures.believed(evidence)
    honest = true / hits if hits else 0.0
    lying = sum([READY if can else 1.0 for can, makes in zip(able, made, strict=True) if not makes])
    lie = (1 - true) / lying if lying else 0.0
    weights = [
        honest if makes else lie * READY if can else lie for can, makes in zip(able, made, strict=True)
    ]
    return Weighed(true, weights, made, evidence)


class Chain:
    """Where hands come from at one table.

    Args:
        view: what a seat sees.
        rng: the dice.
        figures: how far declarations are believed.
        known: cards that are nowhere else.
    """

    def __init__(
        self, view: NetsuzoView, rng: random.Random, figures: Figures, known: Sequence[Card] = ()
    ) -> None:
        gone = {*view.open, *known}
        self.unseen = [card for card in STANDARD.cards if card not in gone]
        self.exact = is_exact(view)
        self._open = view.open
        self._rng = rng
        self._figures = figures

    def held(self, cards: tuple[Card, ...]) -> Held:
        """Look at a hand."""
        have = tally((*cards, *self._open))
        return Held(cards, have, LADDER.start_above(best(have)))

    def draw(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Draw a card that is not among these; nothing if there is none."""
        unseen, rng = self.unseen, self._rng
        for _ in range(20 if unseen else 0):
            card = unseen[int(rng.random() * len(unseen))]
            if card not in cards:
                return (card,)
        return ()

    def dealt(self, size: int, count: int) -> list[Held]:
        """Deal hands of a size at random; of one card, each hand there is, again and again."""
        if size == 1:
            single = [self.held((card,)) for card in self.unseen]
            return single * max(1, count // len(single))
        size = min(size, len(self.unseen))
        return [self.held(tuple(self._rng.sample(self.unseen, size))) for _ in range(count)]

    def taken(self, cards: tuple[Card, ...], own: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """Pass a hand on to somebody who holds one unknown card, or given ones, discards and draws."""
        mixed = cards + (own or self.draw(cards))
        mixed = self.spare(mixed)
        return mixed + self.draw(mixed)

    def spare(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Leave out the card that seems of the least use with the open ones."""
        have = tally((*cards, *self._open))

        def use(card: Card) -> float:
            if card == JOKER:
                return 100.0
            at, suited = RANKS.index(card[0]), have.suits[SUITS.index(card[1])].bit_count()
            return 2.0 * (have.counts[at] - 1) + 0.08 * at + _SUITED[min(suited, 5)]

        at = cards.index(min(cards, key=use))
        return cards[:at] + cards[at + 1 :]

    def hands(
        self, claims: Sequence[Claim], first: tuple[Card, ...], since: int, size: int, count: int
    ) -> list[Held]:
        """Follow the hand to its present holder.

        Args:
            claims: the declarations that were accepted.
            first: the cards passed at number ``since`` of these, which are known; empty if they are not.
            since: see there; 0 if nothing is known.
            size: how many cards the holder has.
            count: how many hands to return, about.
        """
        at = since
        if first:
            hands = [self.held(first)] * count
        else:
            at = max(0, len(claims) - MOST_STEPS)
            hands = self.dealt(at + 1, count)
        for number in range(at, len(claims)):
            if number > at or not first:
                weights = weigh(hands, claims[number], self.exact, self._figures).weights
                hands = self._rng.choices(hands, weights, k=count)
            hands = [self.held(self.taken(hand.cards)) for hand in hands]
        return [self._sized(hand, size) for hand in hands]

    def _sized(self, hand: Held, size: int) -> Held:
        """Mend hands that are of another size since the pile ran out."""
        cards = hand.cards
        if len(cards) == size:
            return hand
        while len(cards) < size and (more := self.draw(cards)):
            cards += more
        return self.held(cards[:size])


_SUITED = (0.0, 0.0, 0.1, 0.4, 1.2, 3.0)
"""What a card is worth for the number of cards of its suit."""
