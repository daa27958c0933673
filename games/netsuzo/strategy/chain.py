"""Sample the hands that a player may hold, given all declarations and acceptances since the deal.

The same hand is passed around the table: each player takes it over, adds cards, discards the least useful
one, and declares something, true or not. Possible hands are sampled step by step (a particle filter). After
each declaration, hands that make it true become more likely if such a declaration is credible.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from games.core.cards import STANDARD, Card
from games.core.poker import RANKS, SUITS
from games.netsuzo.hands import JOKER, CardCounts, best, count_cards, makes
from games.netsuzo.moves import BY_NOTATION, LADDER, Declare
from games.netsuzo.possible import is_exact
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.learnt import Evidence, OpponentModel

MOST_STEPS = 7
"""Number of declarations that are followed back. Before that, the hand's cards are taken as random."""
READY = 0.35
"""Probability of a lie from a hand that could declare truly, relative to a hand that could not."""


class SampledHand(NamedTuple):
    """A random hand that another player may hold.

    ``counts`` also counts the open cards. ``height`` is the strength of the hand: the number of declarations
    that are not too high for it (``LADDER.bids`` has all declarations from low to high).
    """

    cards: tuple[Card, ...]
    counts: CardCounts
    height: int

    def makes(self, bid: Declare, exact: bool) -> bool:
        """True if a declaration is true of the hand. ``exact`` is true for the option ``honesty=exact``."""
        return self.height >= LADDER.index_above(bid) and (not exact or makes(bid, self.counts))


class Declaration(NamedTuple):
    """A declaration with indices in ``LADDER.bids``, the list of all declarations from low to high.

    Args:
        next_higher: index of the first higher declaration.
        lowest_allowed: index of the lowest declaration that the seat was allowed to make.
        hand_size: number of cards that the declaring seat held.
    """

    bid: Declare
    next_higher: int
    lowest_allowed: int
    hand_size: int


class WeightedHands(NamedTuple):
    """Possible hands of a seat that made a declaration, with their probabilities.

    Args:
        truth_chance: the probability that the declaration is true, estimated from ``evidence``.
        weights: the probability of each hand.
        made: for each hand, whether the declaration is true of it.
    """

    truth_chance: float
    weights: list[float]
    made: list[bool]
    evidence: Evidence

    def mean(self, values: Sequence[float], step: int = 1) -> float:
        """Return the mean of a value of the hands, weighted by their probabilities.

        ``values`` has the value for every ``step``-th hand.
        """
        sums, totals = [0.0, 0.0], [1e-9, 1e-9]
        for value, weight, made in zip(values, self.weights[::step], self.made[::step], strict=True):
            sums[made] += weight * value
            totals[made] += weight
        return self.truth_chance * sums[1] / totals[1] + (1 - self.truth_chance) * sums[0] / totals[0]


def claims_of(view: NetsuzoView) -> list[Declaration]:
    """Return the declarations of the current hand in the order made."""
    claims, bar = [], 0
    for at, (_, text) in enumerate(view.declared):
        bid = BY_NOTATION[text]
        above = LADDER.index_above(bid)
        claims.append(Declaration(bid, above, bar, at + 1))
        bar = above
    if claims and view.stage == "answer":
        # The last size is known exactly; it differs from the number of declarations once the pile is empty.
        claims[-1] = claims[-1]._replace(hand_size=view.sizes[view.turn])
    return claims


def weigh(
    hands: Sequence[SampledHand], claim: Declaration, exact: bool, model: OpponentModel
) -> WeightedHands:
    """Return hands with their probabilities, given that their holder made the declaration ``claim``.

    Hands that make the declaration true become more likely if such a declaration is credible (according to
    ``model``).
    """
    # Which hands make the declaration true, and which could have made another allowed one true.
    made = [hand.makes(claim.bid, exact) for hand in hands]
    able = [hand.height > claim.lowest_allowed for hand in hands]
    hits = sum(made)
    higher = sum([hand.height >= claim.next_higher for hand in hands])
    # Add a quarter of a hand, so that no fraction of the sample is exactly 0 or 1.
    share, ready, most = [(count + 0.25) / (len(hands) + 0.5) for count in (hits, sum(able), higher)]
    evidence = Evidence(
        share, ready, most, claim.hand_size, claim.next_higher - claim.lowest_allowed, claim.bid.kind
    )
    true = model.truth_chance(evidence)
    # True hands share the probability of a truth, the others that of a lie.
    honest = true / hits if hits else 0.0
    lying = sum([READY if can else 1.0 for can, makes in zip(able, made, strict=True) if not makes])
    lie = (1 - true) / lying if lying else 0.0
    weights = [
        honest if makes else lie * READY if can else lie for can, makes in zip(able, made, strict=True)
    ]
    return WeightedHands(true, weights, made, evidence)


class Chain:
    """Samples hands that are passed on from seat to seat at one table.

    Sampled hands contain no open cards and no cards in ``excluded``.
    """

    def __init__(
        self, view: NetsuzoView, rng: random.Random, model: OpponentModel, excluded: Sequence[Card] = ()
    ) -> None:
        gone = {*view.open, *excluded}
        self.unseen = [card for card in STANDARD.cards if card not in gone]
        self.exact = is_exact(view)
        self._open = view.open
        self._rng = rng
        self._model = model

    def examine(self, cards: tuple[Card, ...]) -> SampledHand:
        """Return these cards as a sampled hand. Its strength includes the open cards."""
        have = count_cards((*cards, *self._open))
        return SampledHand(cards, have, LADDER.index_above(best(have)))

    def draw(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return one random unseen card that is not among ``cards``; an empty tuple if none is found."""
        unseen, rng = self.unseen, self._rng
        # Try again on a collision; 20 attempts are enough unless nearly all cards are used.
        for _ in range(20 if unseen else 0):
            card = unseen[int(rng.random() * len(unseen))]
            if card not in cards:
                return (card,)
        return ()

    def deal(self, size: int, count: int) -> list[SampledHand]:
        """Return about ``count`` random hands of ``size`` cards.

        If ``size`` is 1, each possible card comes equally often.
        """
        if size == 1:
            single = [self.examine((card,)) for card in self.unseen]
            return single * max(1, count // len(single))
        size = min(size, len(self.unseen))
        return [self.examine(tuple(self._rng.sample(self.unseen, size))) for _ in range(count)]

    def take_over(self, cards: tuple[Card, ...], own: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """Return a hand after the next seat took it over, added its own cards, discarded one, and drew one.

        ``own`` has the cards that the next seat adds; if it is empty, one random card is added.
        """
        # The new owner joins its cards, discards one, and draws one.
        mixed = cards + (own or self.draw(cards))
        mixed = self.without_spare(mixed)
        return mixed + self.draw(mixed)

    def without_spare(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards without the card that is least useful together with the open cards."""
        have = count_cards((*cards, *self._open))

        def use(card: Card) -> float:
            if card == JOKER:
                return 100.0
            at, suited = RANKS.index(card[0]), have.suits[SUITS.index(card[1])].bit_count()
            # Cards of a set count most, then flush chances; a high rank breaks ties.
            return 2.0 * (have.counts[at] - 1) + 0.08 * at + _SUITED[min(suited, 5)]

        at = cards.index(min(cards, key=use))
        return cards[:at] + cards[at + 1 :]

    def hands(
        self,
        accepted: Sequence[Declaration],
        passed_hand: tuple[Card, ...],
        own_index: int,
        hand_size: int,
        count: int,
    ) -> list[SampledHand]:
        """Return about ``count`` random hands that a seat may hold after a series of accepted declarations.

        Args:
            passed_hand: the cards of the hand when the viewer passed it on; empty if the viewer never did.
            own_index: the index in ``accepted`` of the viewer's last declaration; 0 if there is none.
            hand_size: number of cards that the seat holds.
        """
        at = own_index
        if passed_hand:
            hands = [self.examine(passed_hand)] * count
        else:
            at = max(0, len(accepted) - MOST_STEPS)
            hands = self.deal(at + 1, count)
        for number in range(at, len(accepted)):
            # Keep the hands that fit the declaration, then let the neighbour take them over.
            if number > at or not passed_hand:
                weights = weigh(hands, accepted[number], self.exact, self._model).weights
                hands = self._rng.choices(hands, weights, k=count)
            hands = [self.examine(self.take_over(hand.cards)) for hand in hands]
        return [self._with_size(hand, hand_size) for hand in hands]

    def _with_size(self, hand: SampledHand, size: int) -> SampledHand:
        """Return a hand with ``size`` cards: random cards are added, or the last cards are removed."""
        cards = hand.cards
        if len(cards) == size:
            return hand
        # Sampled and real hands differ in size once the draw pile has run out.
        while len(cards) < size and (more := self.draw(cards)):
            cards += more
        return self.examine(cards[:size])


_SUITED = (0.0, 0.0, 0.1, 0.4, 1.2, 3.0)
"""Usefulness of a card by the number of cards of its suit, up to five."""
