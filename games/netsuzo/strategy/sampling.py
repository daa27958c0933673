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
from games.netsuzo.moves import BY_NOTATION, DECLARATION_ORDER, Declare
from games.netsuzo.possible import requires_exact_hand
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.learnt import DeclarationFacts, OpponentModel

MOST_STEPS = 7
"""Number of declarations that are followed back. Before that, the hand's cards are taken as random."""
ABLE_LIE_WEIGHT = 0.35
"""Probability of a lie from a hand that could declare truly, relative to a hand that could not."""


class SampledHand(NamedTuple):
    """A random hand that another player may hold."""

    cards: tuple[Card, ...]
    counts: CardCounts  # numbers of cards in the hand and the open cards
    strength: int  # number of declarations that are not higher than the hand

    def makes(self, declaration: Declare, exact: bool) -> bool:
        """True if a declaration is true of the hand.

        Args:
            exact: whether five cards must make exactly the declared hand.
        """
        return self.strength >= DECLARATION_ORDER.index_above(declaration) and (
            not exact or makes(declaration, self.counts)
        )


class DeclarationContext(NamedTuple):
    """A declaration and the situation in which it was made. Indices refer to ``DECLARATION_ORDER.bids``."""

    declaration: Declare
    next_higher_index: int  # index of the lowest declaration that beats this one
    lowest_allowed_index: int  # index of the lowest declaration that the seat was allowed to make
    hand_size: int  # number of cards that the declaring seat held


class WeightedHands(NamedTuple):
    """Possible hands of a seat that made a declaration, with their probabilities."""

    truth_chance: float  # the probability that the declaration is true, estimated from ``facts``
    weights: list[float]  # the probability of each hand
    makes_declaration: list[bool]  # for each hand, whether the declaration is true of it
    facts: DeclarationFacts

    def mean(self, values: Sequence[float], step: int = 1) -> float:
        """Return the mean of a value over the hands, weighted by their probabilities.

        Args:
            values: one value for every ``step``-th hand.
        """
        sums, totals = [0.0, 0.0], [1e-9, 1e-9]
        for value, weight, is_true in zip(
            values, self.weights[::step], self.makes_declaration[::step], strict=True
        ):
            sums[is_true] += weight * value
            totals[is_true] += weight
        return self.truth_chance * sums[1] / totals[1] + (1 - self.truth_chance) * sums[0] / totals[0]


def declaration_contexts(view: NetsuzoView) -> list[DeclarationContext]:
    """Return the declarations of the current hand in the order made."""
    contexts, bar = [], 0
    for at, (_, text) in enumerate(view.declared):
        bid = BY_NOTATION[text]
        above = DECLARATION_ORDER.index_above(bid)
        contexts.append(DeclarationContext(bid, above, bar, at + 1))
        bar = above
    if contexts and view.stage == "answer":
        # The last size is known exactly; it differs from the number of declarations once the pile is empty.
        contexts[-1] = contexts[-1]._replace(hand_size=view.sizes[view.turn])
    return contexts


def weigh_hands(
    hands: Sequence[SampledHand], context: DeclarationContext, exact: bool, model: OpponentModel
) -> WeightedHands:
    """Return the posterior probability of each hand, given a declaration of its holder.

    Args:
        model: predicts how likely players declare truly.
    """
    # Which hands make the context true, and which could have made another allowed one true.
    makes_declaration = [hand.makes(context.declaration, exact) for hand in hands]
    able = [hand.strength > context.lowest_allowed_index for hand in hands]
    hits = sum(makes_declaration)
    higher = sum([hand.strength >= context.next_higher_index for hand in hands])
    # Add a quarter of a hand, so that no fraction of the sample is exactly 0 or 1.
    share, ready, most = [(count + 0.25) / (len(hands) + 0.5) for count in (hits, sum(able), higher)]
    facts = DeclarationFacts(
        share,
        ready,
        most,
        context.hand_size,
        context.next_higher_index - context.lowest_allowed_index,
        context.declaration.kind,
    )
    true = model.truth_chance(facts)
    # True hands share the probability of a truth, the others that of a lie.
    honest = true / hits if hits else 0.0
    lying = sum(
        [
            ABLE_LIE_WEIGHT if can else 1.0
            for can, makes in zip(able, makes_declaration, strict=True)
            if not makes
        ]
    )
    lie = (1 - true) / lying if lying else 0.0
    weights = [
        honest if makes else lie * ABLE_LIE_WEIGHT if can else lie
        for can, makes in zip(able, makes_declaration, strict=True)
    ]
    return WeightedHands(true, weights, makes_declaration, facts)


class HandSampler:
    """Samples hands that are passed on from seat to seat at one table.

    Args:
        excluded: cards that no sampled hand may contain, besides the open cards.
    """

    def __init__(
        self, view: NetsuzoView, rng: random.Random, model: OpponentModel, excluded: Sequence[Card] = ()
    ) -> None:
        gone = {*view.open, *excluded}
        self.unseen = [card for card in STANDARD.cards if card not in gone]
        self.exact = requires_exact_hand(view)
        self._open = view.open
        self._rng = rng
        self._model = model

    def as_sampled_hand(self, cards: tuple[Card, ...]) -> SampledHand:
        """Return cards as a sampled hand; its strength includes the open cards."""
        have = count_cards((*cards, *self._open))
        return SampledHand(cards, have, DECLARATION_ORDER.index_above(best(have)))

    def draw_card(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return one random unseen card that is not among ``cards``; an empty tuple if none is found."""
        unseen, rng = self.unseen, self._rng
        # Try again on a collision; 20 attempts are enough unless nearly all cards are used.
        for _ in range(20 if unseen else 0):
            card = unseen[int(rng.random() * len(unseen))]
            if card not in cards:
                return (card,)
        return ()

    def random_hands(self, size: int, count: int) -> list[SampledHand]:
        """Return about ``count`` random hands of ``size`` cards."""
        if size == 1:
            single = [self.as_sampled_hand((card,)) for card in self.unseen]
            return single * max(1, count // len(single))
        size = min(size, len(self.unseen))
        return [self.as_sampled_hand(tuple(self._rng.sample(self.unseen, size))) for _ in range(count)]

    def after_take_over(self, cards: tuple[Card, ...], own: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """Return a hand after the next seat took it over, added its own cards, discarded one, and drew one.

        Args:
            own: the cards that the next seat adds; if empty, one random card is added.
        """
        # The new owner joins its cards, discards one, and draws one.
        mixed = cards + (own or self.draw_card(cards))
        mixed = self.without_least_useful(mixed)
        return mixed + self.draw_card(mixed)

    def without_least_useful(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
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

    def sample_hands(
        self,
        accepted: Sequence[DeclarationContext],
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
            hands = [self.as_sampled_hand(passed_hand)] * count
        else:
            at = max(0, len(accepted) - MOST_STEPS)
            hands = self.random_hands(at + 1, count)
        for number in range(at, len(accepted)):
            # Keep the hands that fit the declaration, then let the neighbour take them over.
            if number > at or not passed_hand:
                weights = weigh_hands(hands, accepted[number], self.exact, self._model).weights
                hands = self._rng.choices(hands, weights, k=count)
            hands = [self.as_sampled_hand(self.after_take_over(hand.cards)) for hand in hands]
        return [self._with_size(hand, hand_size) for hand in hands]

    def _with_size(self, hand: SampledHand, size: int) -> SampledHand:
        cards = hand.cards
        if len(cards) == size:
            return hand
        # Sampled and real hands differ in size once the draw pile has run out.
        while len(cards) < size and (more := self.draw_card(cards)):
            cards += more
        return self.as_sampled_hand(cards[:size])


_SUITED = (0.0, 0.0, 0.1, 0.4, 1.2, 3.0)
"""Usefulness of a card by the number of cards of its suit, up to five."""
