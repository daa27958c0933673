"""What a computer player believes of the other hands."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.core.cards import STANDARD, Card, all_but, without
from games.core.game import Estimate, best_first
from games.core.moves import Move
from games.core.poker import RANKS, SUITS
from games.netsuzo.hands import (
    BY_NOTATION,
    DECLARATION_ORDER,
    JOKER,
    CardCounts,
    Declare,
    best,
    count_cards,
    makes,
)
from games.netsuzo.possible import requires_exact_hand
from games.netsuzo.rules import ACCEPT, REJECT, Discard, NetsuzoView
from games.netsuzo.strategy.considered import (
    MOST_GAMES,
    AnswerFacts,
    ChipValues,
    DeclarationFacts,
    OpponentModel,
    credible_declarations,
    is_refuted,
    learnt_model,
    may_accept,
)

# --- sampling -----------------------------------------------------------------------------------------------
# Sample the hands that a player may hold, given all declarations and acceptances since the deal.
#
# The same hand is passed around the table: each player takes it over, adds cards, discards the least useful
# one, and declares something, true or not. Possible hands are sampled step by step (a particle filter). After
# each declaration, hands that make it true become more likely if such a declaration is credible.

MOST_STEPS = 7
"""Number of declarations that are followed back. Before that, the hand's cards are taken as random."""
LIE_WEIGHTS = {False: 1.0, True: 0.35}
"""Relative probability of a lie from a hand, by whether the hand could declare truly."""


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
        sums = [0.0, 0.0]
        totals = [1e-9, 1e-9]
        for value, weight, is_true in zip(
            values, self.weights[::step], self.makes_declaration[::step], strict=True
        ):
            sums[is_true] += weight * value
            totals[is_true] += weight
        return self.truth_chance * sums[1] / totals[1] + (1 - self.truth_chance) * sums[0] / totals[0]


def declaration_contexts(view: NetsuzoView) -> list[DeclarationContext]:
    """Return the declarations of the current hand in the order made."""
    contexts = []
    bar = 0
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
    lie_weights = list(map(LIE_WEIGHTS.__getitem__, able))
    lying = sum([weight for weight, makes in zip(lie_weights, makes_declaration, strict=True) if not makes])
    lie = (1 - true) / lying if lying else 0.0
    weights = []
    for lie_weight, is_honest in zip(lie_weights, makes_declaration, strict=True):
        weights.append(honest if is_honest else lie * lie_weight)
    return WeightedHands(true, weights, makes_declaration, facts)


def _are_above(index: int, strengths: Iterable[int]) -> list[bool]:
    # For each hand, whether its strength is above a declaration's index.
    return [strength > index for strength in strengths]


class HandSampler:
    """Samples hands that are passed on from seat to seat at one table.

    Args:
        excluded: cards that no sampled hand may contain, besides the open cards.
    """

    def __init__(
        self, view: NetsuzoView, rng: random.Random, model: OpponentModel, excluded: Sequence[Card] = ()
    ) -> None:
        gone = set(view.open)
        gone.update(excluded)
        self.unseen = all_but(STANDARD.cards, gone)
        self.exact = requires_exact_hand(view)
        self._open = view.open
        self._rng = rng
        self._model = model

    def as_sampled_hand(self, cards: tuple[Card, ...]) -> SampledHand:
        """Return cards as a sampled hand; its strength includes the open cards."""
        have = count_cards(cards + self._open)
        return SampledHand(cards, have, DECLARATION_ORDER.index_above(best(have)))

    def draw_card(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return one random unseen card that is not among ``cards``; an empty tuple if none is found."""
        unseen = self.unseen
        rng = self._rng
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

    def strengths_after_take_over(
        self, hands: Iterable[SampledHand], own: tuple[Card, ...] = ()
    ) -> list[int]:
        """Return the strength of each hand after the next seat took it over (see ``after_take_over``)."""
        strengths = []
        for hand in hands:
            taken_over = self.as_sampled_hand(self.after_take_over(hand.cards, own))
            strengths.append(taken_over.strength)
        return strengths

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
        have = count_cards(cards + self._open)

        def use(card: Card) -> float:
            if card == JOKER:
                return 100.0
            at = RANKS.index(card[0])
            suited = have.suits[SUITS.index(card[1])].bit_count()
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

# --- estimator ----------------------------------------------------------------------------------------------
# Estimate how good moves are for a strong player, as expected shares of opponents beaten.
#
# - To judge an answer, hands that the declaring seat may hold are sampled from the answering seat's
#   knowledge.
# - To judge a declaration, hands are sampled from public knowledge, to predict the left neighbour's answer.
#
# The rest of the hand is not simulated. Statistics of earlier games predict the result.

TOP = len(DECLARATION_ORDER.bids)
FEWEST_HANDS = 60
MOST_HANDS = 400
"""Number of hands to sample with effort 0, and with full effort."""
NEAR = 40
"""Slightly higher declarations are drawn at random from this many declarations above the last one."""
HABITUAL_SHARE = 0.05
"""Fraction of neighbours assumed to reject any declaration, until they have accepted one in the hand."""
STRENGTH_BONUS = 0.045
"""Bonus for the hand left after a discard: this much for the highest hand, in proportion for lower ones."""


class ExpectedHands(NamedTuple):
    """Random hands that the other players may expect a seat to hold."""

    hands: list[SampledHand]
    step: int
    strengths: list[int]  # the strength of every ``step``-th hand after the left neighbour took it over


class AssessedDeclaration(NamedTuple):
    """A declaration to answer, as the answering seat sees it."""

    context: DeclarationContext
    hands: WeightedHands  # the hands that the declaring seat may hold
    # Probability that the answering seat could truthfully make a higher declaration after accepting.
    able_chance: float


class MoveEstimator:
    """Estimates the moves of one decision for a strong player.

    Args:
        effort: share of the full thinking time to use, from 0 to 1.
        min_hands: number of hands to sample when ``effort`` is 0.
    """

    def __init__(
        self,
        view: NetsuzoView,
        rng: random.Random,
        effort: float,
        model: OpponentModel | None = None,
        min_hands: int = FEWEST_HANDS,
    ) -> None:
        assert view.seat is not None
        self._view = view
        self._me = view.seat
        self._rng = rng
        self._model = model or learnt_model()
        self._neighbour = self._model.model_of_neighbour()
        self._count = min_hands + round((MOST_HANDS - min_hands) * effort)
        self._stakes = ChipValues(view, MOST_GAMES * self._count // MOST_HANDS)
        self._contexts = declaration_contexts(view)
        self._exact = requires_exact_hand(view)
        if self._contexts:
            self._bar = self._contexts[-1].next_higher_index
        else:
            self._bar = 0

    def estimate(self, legal: Iterable[Move], also: Iterable[Move]) -> list[Estimate]:
        """Return estimates of the moves worth considering and of the moves in ``also``, the best first."""
        if self._view.stage == "answer":
            return self.estimate_answers(also)
        if self._view.stage == "discard":
            return self.estimate_discards(legal)
        return self.estimate_declarations(also)

    def share_after_acceptance(self, hand_size: int, able_chance: float, taker: int, seat: int) -> float:
        """Return the share of opponents that ``seat`` is expected to beat if ``taker`` accepts a declaration.

        Args:
            hand_size: number of cards passed on.
            able_chance: probability that ``taker`` can truthfully make a higher declaration.
        """
        total = 0.0
        for steps, (true, false) in enumerate(self._model.ends_after_acceptance(hand_size, able_chance)):
            caller = self._stakes.left_of(taker, steps)
            total += true * self._stakes.after_rejection(caller, True)[seat]
            total += false * self._stakes.after_rejection(caller, False)[seat]
        return total

    def _share_after_rejection(self, caller: int, truth_chance: float, seat: int) -> float:
        # The share of opponents that ``seat`` beats on average after the caller's declaration is rejected.
        after_lie = self._stakes.after_rejection(caller, False)[seat]
        after_truth = self._stakes.after_rejection(caller, True)[seat]
        return after_lie + truth_chance * (after_truth - after_lie)

    # --- answers ----------------------------------------------------------------------------------

    def estimate_answers(self, also: Iterable[Move] = ()) -> list[Estimate]:
        """Return estimates of the answers worth considering and of those in ``also``, the best first."""
        # A rejection ends the hand at once. After an acceptance, the seat must go on with the hand.
        context, weighed, able = self.assess_declaration()
        view = self._view
        me = self._me
        reject = Estimate(REJECT, self._share_after_rejection(view.turn, weighed.truth_chance, me))
        if context.next_higher_index == TOP:
            return [reject]
        accept = Estimate(ACCEPT, self.share_after_acceptance(context.hand_size, able, me, me))
        if ACCEPT not in also and not may_accept(view):
            return [reject]
        if reject.expected_share > accept.expected_share:
            return [reject, accept]
        return [accept, reject]

    def assess_declaration(self) -> AssessedDeclaration:
        """Return the declaration to answer, with estimates of the hand behind it."""
        view = self._view
        context = self._contexts[-1]
        # After a reshuffle the discards may be anywhere.
        excluded = view.hand if view.reshuffles else view.hand + view.tossed
        sampler = HandSampler(view, self._rng, self._model, excluded)
        # If the seat passed this hand on before, it knows the cards that were in it then.
        passed: tuple[Card, ...] = ()
        own_last = 0
        for at, (seat, _) in enumerate(view.declared):
            if seat == self._me:
                passed = view.last_pass
                own_last = at
        accepted = self._contexts[:-1]
        hands = sampler.sample_hands(accepted, passed, own_last, context.hand_size, self._count)
        weighed = weigh_hands(hands, context, self._exact, self._model)
        if not any(weighed.makes_declaration) and is_refuted(view):
            weighed = weighed._replace(truth_chance=0.0)
        step = self._stride(hands)
        strengths = sampler.strengths_after_take_over(hands[::step], view.hand)
        able = weighed.mean(_are_above(context.next_higher_index, strengths), step)
        return AssessedDeclaration(context, weighed, able)

    def _stride(self, hands: Sequence[SampledHand]) -> int:
        return max(1, len(hands) // max(FEWEST_HANDS, self._count // 2))

    # --- declarations -----------------------------------------------------------------------------

    def estimate_declarations(self, also: Iterable[Move] = ()) -> list[Estimate]:
        """Return estimates of promising declarations and of the declarations in ``also``, the best first."""
        expected = self.expected_hands()
        # The neighbour judges by what all players know; the seat itself knows whether it lies.
        own, mine = self._sample_own_hand()
        declarations = list(credible_declarations(self._view, self._candidates(own, expected.hands)))
        declarations += [move for move in also if isinstance(move, Declare)]
        estimates = []
        for bid in dict.fromkeys(declarations):
            facts = self.answer_facts(bid, expected)
            above = DECLARATION_ORDER.index_above(bid)
            # The highest declaration can only be rejected.
            doubt = 1.0
            if above != TOP:
                doubt = self._doubt_chance(facts)
            is_true = own.makes(bid, self._exact)
            able = 1 - bisect_right(mine, above) / len(mine)
            worth = doubt * self._stakes.after_rejection(self._me, is_true)[self._me]
            worth += (1 - doubt) * self.share_after_acceptance(
                facts.hand_size, able, self._stakes.left_of(self._me), self._me
            )
            estimates.append(Estimate(bid, worth, 0.0 if is_true else doubt))
        return best_first(estimates)

    def answer_facts(self, declaration: Declare, expected: ExpectedHands) -> AnswerFacts:
        """Return the facts that predict the left neighbour's answer to a declaration.

        Args:
            expected: random hands that the neighbour may expect.
        """
        context = DeclarationContext(
            declaration, DECLARATION_ORDER.index_above(declaration), self._bar, len(self._view.hand)
        )
        weighed = weigh_hands(expected.hands, context, self._exact, self._neighbour)
        able = weighed.mean(_are_above(context.next_higher_index, expected.strengths), expected.step)
        right = self._stakes.left_of(self._me)
        reject = self._share_after_rejection(self._me, weighed.truth_chance, right)
        accept = self.share_after_acceptance(context.hand_size, able, right, right)
        return AnswerFacts(
            reject - accept, weighed.facts.true_share, able, weighed.truth_chance, context.hand_size
        )

    def _doubt_chance(self, facts: AnswerFacts) -> float:
        right = self._stakes.left_of(self._me)
        has_accepted = any(seat == right for seat, _ in self._view.declared[1:])
        doubt = self._model.doubt_chance(facts)
        # Some players always reject; a neighbour that has accepted is none of them.
        if has_accepted:
            return doubt
        return doubt + (1 - doubt) * HABITUAL_SHARE

    def expected_hands(self) -> ExpectedHands:
        """Return random hands that the other players may expect the viewer to hold."""
        sampler = HandSampler(self._view, self._rng, self._neighbour)
        hands = sampler.sample_hands(self._contexts, (), 0, len(self._view.hand), self._count)
        step = self._stride(hands)
        return ExpectedHands(hands, step, sampler.strengths_after_take_over(hands[::step]))

    def _sample_own_hand(self) -> tuple[SampledHand, list[int]]:
        # The viewer's hand, and its sorted strengths after the next seat took it over at random.
        sampler = HandSampler(self._view, self._rng, self._model, self._view.hand)
        own = sampler.as_sampled_hand(self._view.hand)
        strengths = sampler.strengths_after_take_over([own] * max(30, self._count // 5))
        return own, sorted(strengths)

    def _candidates(self, own: SampledHand, hands: Sequence[SampledHand]) -> list[Declare]:
        rng = self._rng
        bar = self._bar
        many = 8 + self._count // 25
        truths = [bid for bid in DECLARATION_ORDER.bids[bar : own.strength] if own.makes(bid, self._exact)]
        # Keep the lowest and the highest truth and a random choice between them.
        if len(truths) > many:
            between = rng.sample(truths[1:-1], many - 2)
            truths = [truths[0], truths[-1]] + between
        lies: dict[Declare, None] = {}
        for _ in range(3 * many):
            hand = rng.choice(hands)
            if hand.strength <= bar or len(lies) == many:
                continue
            # A good lie is what another plausible hand would declare truly.
            lies[DECLARATION_ORDER.bids[hand.strength - 1]] = None
            for _ in range(6):
                bid = DECLARATION_ORDER.bids[rng.randrange(bar, hand.strength)]
                if hand.makes(bid, self._exact):
                    lies[bid] = None
                    break
        candidates = truths + list(lies)
        near = min(NEAR, TOP - bar)  # something has to be declared, however little is left above
        candidates += [DECLARATION_ORDER.bids[bar + int(rng.random() ** 2 * near)] for _ in range(4)]
        return candidates

    # --- discards ---------------------------------------------------------------------------------

    def estimate_discards(self, legal: Iterable[Move]) -> list[Estimate]:
        """Return estimates of all discards, the best first."""
        hand = self._view.hand
        context = self._contexts[-1]
        me = self._me
        sampler = HandSampler(self._view, self._rng, self._model, hand)
        # All discards are compared with the same draws.
        draws = self._rng.sample(sampler.unseen, min(len(sampler.unseen), 10 + self._count // 20))
        estimates = []
        for move in legal:
            assert isinstance(move, Discard)
            rest = without(hand, (move.card,))
            hands = [rest + (card,) for card in draws] or [rest]
            strengths = [sampler.as_sampled_hand(cards).strength for cards in hands]
            able = sum(_are_above(context.next_higher_index, strengths)) / len(strengths)
            bonus = STRENGTH_BONUS * sum(strengths) / len(strengths) / TOP
            worth = self.share_after_acceptance(context.hand_size, able, me, me) + bonus
            estimates.append(Estimate(move, min(1.0, worth)))
        return best_first(estimates)
