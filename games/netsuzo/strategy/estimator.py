"""Estimate how good moves are for a strong player, as expected shares of opponents beaten.

- To judge an answer, hands that the declaring seat may hold are sampled from the answering seat's knowledge.
- To judge a declaration, hands are sampled from public knowledge, to predict the left neighbour's answer.

The rest of the hand is not simulated. Statistics of earlier games predict the result.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.core.game import Estimate
from games.core.moves import Move
from games.netsuzo.moves import ACCEPT, DECLARATION_ORDER, REJECT, Declare, Discard
from games.netsuzo.possible import requires_exact_hand
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.chips import MOST_GAMES, ChipValues
from games.netsuzo.strategy.considered import credible_declarations, is_refuted, may_accept
from games.netsuzo.strategy.learnt import AnswerFacts, OpponentModel, learnt_model
from games.netsuzo.strategy.sampling import (
    DeclarationContext,
    HandSampler,
    SampledHand,
    WeightedHands,
    declaration_contexts,
    weigh_hands,
)

TOP = len(DECLARATION_ORDER.bids)
FEWEST_HANDS, MOST_HANDS = 60, 400
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
        self._view, self._me, self._rng = view, view.seat, rng
        self._model = model or learnt_model()
        self._neighbour = self._model.model_of_neighbour()
        self._count = min_hands + round((MOST_HANDS - min_hands) * effort)
        self._stakes = ChipValues(view, MOST_GAMES * self._count // MOST_HANDS)
        self._contexts = declaration_contexts(view)
        self._exact = requires_exact_hand(view)
        self._bar = self._contexts[-1].next_higher_index if self._contexts else 0

    def estimate(self, legal: Iterable[Move], also: Iterable[Move]) -> list[Estimate]:
        """Return estimates of the moves worth considering and of the moves in ``also``, the best first."""
        if self._view.stage == "answer":
            return self.estimate_answers(also)
        return (
            self.estimate_discards(legal)
            if self._view.stage == "discard"
            else self.estimate_declarations(also)
        )

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

    # --- answers ----------------------------------------------------------------------------------

    def estimate_answers(self, also: Iterable[Move] = ()) -> list[Estimate]:
        """Return estimates of the answers worth considering and of those in ``also``, the best first."""
        # A rejection ends the hand at once. After an acceptance, the seat must go on with the hand.
        context, weighed, able = self.assess_declaration()
        view, me = self._view, self._me
        rejected = [self._stakes.after_rejection(view.turn, is_true)[me] for is_true in (False, True)]
        reject = Estimate(REJECT, rejected[0] + weighed.truth_chance * (rejected[1] - rejected[0]))
        if context.next_higher_index == TOP:
            return [reject]
        accept = Estimate(ACCEPT, self.share_after_acceptance(context.hand_size, able, me, me))
        if ACCEPT not in also and not may_accept(view):
            return [reject]
        return [reject, accept] if reject.expected_share > accept.expected_share else [accept, reject]

    def assess_declaration(self) -> AssessedDeclaration:
        """Return the declaration to answer, with estimates of the hand behind it."""
        view, context = self._view, self._contexts[-1]
        sampler = HandSampler(
            view, self._rng, self._model, (*view.hand, *(() if view.reshuffles else view.tossed))
        )
        # If the seat passed this hand on before, it knows the cards that were in it then.
        mine = [at for at, (seat, _) in enumerate(view.declared) if seat == self._me]
        first = view.last_pass if mine else ()
        hands = sampler.sample_hands(
            self._contexts[:-1], first, mine[-1] if mine else 0, context.hand_size, self._count
        )
        weighed = weigh_hands(hands, context, self._exact, self._model)
        if not any(weighed.makes_declaration) and is_refuted(view):
            weighed = weighed._replace(truth_chance=0.0)
        step = self._stride(hands)
        highs = [
            sampler.as_sampled_hand(sampler.after_take_over(hand.cards, view.hand)).strength
            > context.next_higher_index
            for hand in hands[::step]
        ]
        return AssessedDeclaration(context, weighed, weighed.mean(highs, step))

    def _stride(self, hands: Sequence[SampledHand]) -> int:
        return max(1, len(hands) // max(FEWEST_HANDS, self._count // 2))

    # --- declarations -----------------------------------------------------------------------------

    def estimate_declarations(self, also: Iterable[Move] = ()) -> list[Estimate]:
        """Return estimates of promising declarations and of the declarations in ``also``, the best first."""
        expected = self.expected_hands()
        # The neighbour judges by what all players know; the seat itself knows whether it lies.
        own, mine = self._sample_own_hand()
        declarations = [
            *credible_declarations(self._view, self._candidates(own, expected.hands)),
            *(move for move in also if isinstance(move, Declare)),
        ]
        estimates = []
        for bid in dict.fromkeys(declarations):
            facts = self.answer_facts(bid, expected)
            above = DECLARATION_ORDER.index_above(bid)
            # The highest declaration can only be rejected.
            doubt = 1.0 if above == TOP else self._doubt_chance(facts)
            is_true = own.makes(bid, self._exact)
            able = 1 - bisect_right(mine, above) / len(mine)
            worth = doubt * self._stakes.after_rejection(self._me, is_true)[self._me]
            worth += (1 - doubt) * self.share_after_acceptance(
                facts.hand_size, able, self._stakes.left_of(self._me), self._me
            )
            estimates.append(Estimate(bid, worth, 0.0 if is_true else doubt))
        return sorted(estimates, key=lambda estimate: -estimate.expected_share)

    def answer_facts(self, declaration: Declare, expected: ExpectedHands) -> AnswerFacts:
        """Return the facts that predict the left neighbour's answer to a declaration.

        Args:
            expected: random hands that the neighbour may expect.
        """
        context = DeclarationContext(
            declaration, DECLARATION_ORDER.index_above(declaration), self._bar, len(self._view.hand)
        )
        weighed = weigh_hands(expected.hands, context, self._exact, self._neighbour)
        able = weighed.mean([high > context.next_higher_index for high in expected.strengths], expected.step)
        right = self._stakes.left_of(self._me)
        rejected = [self._stakes.after_rejection(self._me, is_true)[right] for is_true in (False, True)]
        reject = rejected[0] + weighed.truth_chance * (rejected[1] - rejected[0])
        accept = self.share_after_acceptance(context.hand_size, able, right, right)
        return AnswerFacts(
            reject - accept, weighed.facts.true_share, able, weighed.truth_chance, context.hand_size
        )

    def _doubt_chance(self, facts: AnswerFacts) -> float:
        right = self._stakes.left_of(self._me)
        has_accepted = any(seat == right for seat, _ in self._view.declared[1:])
        doubt = self._model.doubt_chance(facts)
        # Some players always reject; a neighbour that has accepted is none of them.
        return doubt if has_accepted else doubt + (1 - doubt) * HABITUAL_SHARE

    def expected_hands(self) -> ExpectedHands:
        """Return random hands that the other players may expect the viewer to hold."""
        sampler = HandSampler(self._view, self._rng, self._neighbour)
        hands = sampler.sample_hands(self._contexts, (), 0, len(self._view.hand), self._count)
        step = self._stride(hands)
        strengths = [
            sampler.as_sampled_hand(sampler.after_take_over(hand.cards)).strength for hand in hands[::step]
        ]
        return ExpectedHands(hands, step, strengths)

    def _sample_own_hand(self) -> tuple[SampledHand, list[int]]:
        sampler = HandSampler(self._view, self._rng, self._model, self._view.hand)
        own = self._view.hand
        lifts = range(max(30, self._count // 5))
        return sampler.as_sampled_hand(own), sorted(
            [sampler.as_sampled_hand(sampler.after_take_over(own)).strength for _ in lifts]
        )

    def _candidates(self, own: SampledHand, hands: Sequence[SampledHand]) -> list[Declare]:
        rng, bar, many = self._rng, self._bar, 8 + self._count // 25
        truths = [bid for bid in DECLARATION_ORDER.bids[bar : own.strength] if own.makes(bid, self._exact)]
        # Keep the lowest and the highest truth and a random choice between them.
        if len(truths) > many:
            truths = [truths[0], truths[-1], *rng.sample(truths[1:-1], many - 2)]
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
        near = min(NEAR, TOP - bar)  # something has to be declared, however little is left above
        return [
            *truths,
            *lies,
            *(DECLARATION_ORDER.bids[bar + int(rng.random() ** 2 * near)] for _ in range(4)),
        ]

    # --- discards ---------------------------------------------------------------------------------

    def estimate_discards(self, legal: Iterable[Move]) -> list[Estimate]:
        """Return estimates of all discards, the best first."""
        hand, context, me = self._view.hand, self._contexts[-1], self._me
        sampler = HandSampler(self._view, self._rng, self._model, hand)
        # All discards are compared with the same draws.
        draws = self._rng.sample(sampler.unseen, min(len(sampler.unseen), 10 + self._count // 20))
        estimates = []
        for move in legal:
            assert isinstance(move, Discard)
            rest = tuple([card for card in hand if card != move.card])
            strengths = [sampler.as_sampled_hand((*rest, card)).strength for card in draws] or [
                sampler.as_sampled_hand(rest).strength
            ]
            able = sum([high > context.next_higher_index for high in strengths]) / len(strengths)
            worth = (
                self.share_after_acceptance(context.hand_size, able, me, me)
                + STRENGTH_BONUS * sum(strengths) / len(strengths) / TOP
            )
            estimates.append(Estimate(move, min(1.0, worth)))
        return sorted(estimates, key=lambda estimate: -estimate.expected_share)
