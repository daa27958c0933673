"""Estimate how good moves are for a strong player, as expected shares of opponents beaten.

To judge an answer, possible hands of the declaring seat are sampled from what the answering seat knows. To
judge a declaration, possible hands are sampled from public knowledge, to estimate what the left neighbour
will believe. Statistics of earlier games replace a simulation of the rest of the hand.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.core.game import Estimate
from games.core.moves import Move
from games.netsuzo.moves import ACCEPT, LADDER, REJECT, Declare, Discard
from games.netsuzo.possible import is_exact
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.chain import Chain, Declaration, SampledHand, WeightedHands, claims_of, weigh
from games.netsuzo.strategy.chips import MOST_GAMES, ChipValues
from games.netsuzo.strategy.considered import credible_claims, is_refuted, may_accept
from games.netsuzo.strategy.learnt import OpponentModel, Prospect, learnt_model

TOP = len(LADDER.bids)
FEWEST_HANDS, MOST_HANDS = 60, 400
"""Number of hands to sample with effort 0, and with full effort."""
NEAR = 40
"""Slightly higher declarations are drawn at random from this many declarations above the last one."""
HABITUAL_SHARE = 0.05
"""Fraction of neighbours assumed to reject any declaration, until they have accepted one in the hand."""
HEIGHT = 0.045
"""Bonus for the hand left after a discard: this much for the highest hand, in proportion for lower ones."""


class ExpectedHands(NamedTuple):
    """Random hands that the other players may expect a seat to hold.

    ``heights`` has the strengths (``SampledHand.height``) of hands after the left neighbour took them over.
    It has one entry for every ``step``-th hand.
    """

    hands: list[SampledHand]
    step: int
    heights: list[int]


class Judge:
    """Estimates the moves of one decision for a strong player.

    ``effort`` is the share of the full thinking time to use. ``min_hands`` is the number of hands to sample
    when ``effort`` is 0.
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
        self._neighbour = self._model.of_neighbour()
        self._count = min_hands + round((MOST_HANDS - min_hands) * effort)
        self._stakes = ChipValues(view, MOST_GAMES * self._count // MOST_HANDS)
        self._claims = claims_of(view)
        self._exact = is_exact(view)
        self._bar = self._claims[-1].next_higher if self._claims else 0

    def estimate(self, legal: Iterable[Move], also: Iterable[Move]) -> list[Estimate]:
        """Return estimates of the moves worth considering, and of the moves in ``also``, the best first."""
        if self._view.stage == "answer":
            return self.answers(also)
        return self.discards(legal) if self._view.stage == "discard" else self.declarations(also)

    def after_acceptance(self, hand_size: int, able_chance: float, taker: int, seat: int) -> float:
        """Return the share of opponents that ``seat`` is expected to beat if ``taker`` accepts a declaration.

        ``hand_size`` is the number of cards passed on. ``able_chance`` is the probability that ``taker`` can
        truthfully make a higher declaration.
        """
        total = 0.0
        for steps, (true, false) in enumerate(self._model.ends_after_acceptance(hand_size, able_chance)):
            caller = self._stakes.left_of(taker, steps)
            total += true * self._stakes.after(caller, True)[seat]
            total += false * self._stakes.after(caller, False)[seat]
        return total

    # --- answers ----------------------------------------------------------------------------------

    def answers(self, also: Iterable[Move] = ()) -> list[Estimate]:
        """Return estimates of the answers worth considering and of those in ``also``, the best first."""
        # A rejection ends the hand at once. After an acceptance, the seat must go on with the hand.
        claim, weighed, able = self.assess_claim()
        view, me = self._view, self._me
        rejected = [self._stakes.after(view.turn, is_true)[me] for is_true in (False, True)]
        reject = Estimate(REJECT, rejected[0] + weighed.truth_chance * (rejected[1] - rejected[0]))
        if claim.next_higher == TOP:
            return [reject]
        accept = Estimate(ACCEPT, self.after_acceptance(claim.hand_size, able, me, me))
        if ACCEPT not in also and not may_accept(view):
            return [reject]
        return [reject, accept] if reject.expected_share > accept.expected_share else [accept, reject]

    def assess_claim(self) -> tuple[Declaration, WeightedHands, float]:
        """Return the declaration to answer, the hands that the declaring seat may hold, and a probability.

        The probability is that the viewer could truthfully make a higher declaration after taking over the
        hand.
        """
        view, claim = self._view, self._claims[-1]
        chain = Chain(view, self._rng, self._model, (*view.hand, *(() if view.reshuffles else view.tossed)))
        # If the seat passed this hand on before, it knows the cards that were in it then.
        mine = [at for at, (seat, _) in enumerate(view.declared) if seat == self._me]
        first = view.last_pass if mine else ()
        hands = chain.hands(self._claims[:-1], first, mine[-1] if mine else 0, claim.hand_size, self._count)
        weighed = weigh(hands, claim, self._exact, self._model)
        if not any(weighed.made) and is_refuted(view):
            weighed = weighed._replace(truth_chance=0.0)
        step = self._stride(hands)
        highs = [
            chain.examine(chain.take_over(hand.cards, view.hand)).height > claim.next_higher
            for hand in hands[::step]
        ]
        return claim, weighed, weighed.mean(highs, step)

    def _stride(self, hands: Sequence[SampledHand]) -> int:
        """Return a number n. Only every n-th of the hands is simulated further."""
        return max(1, len(hands) // max(FEWEST_HANDS, self._count // 2))

    # --- declarations -----------------------------------------------------------------------------

    def declarations(self, also: Iterable[Move] = ()) -> list[Estimate]:
        """Return estimates of promising declarations and of the declarations in ``also``, the best first."""
        expected = self.expected_hands()
        # The neighbour judges by what all players know; the seat itself knows whether it lies.
        own, mine = self._sample_own_hand()
        claims = [
            *credible_claims(self._view, self._candidates(own, expected.hands)),
            *(move for move in also if isinstance(move, Declare)),
        ]
        estimates = []
        for bid in dict.fromkeys(claims):
            prospect = self.prospect(bid, expected)
            above = LADDER.index_above(bid)
            # The highest declaration can only be rejected.
            doubt = 1.0 if above == TOP else self._doubt_chance(prospect)
            is_true = own.makes(bid, self._exact)
            able = 1 - bisect_right(mine, above) / len(mine)
            worth = doubt * self._stakes.after(self._me, is_true)[self._me]
            worth += (1 - doubt) * self.after_acceptance(
                prospect.hand_size, able, self._stakes.left_of(self._me), self._me
            )
            estimates.append(Estimate(bid, worth, 0.0 if is_true else doubt))
        return sorted(estimates, key=lambda estimate: -estimate.expected_share)

    def prospect(self, bid: Declare, expected: ExpectedHands) -> Prospect:
        """Return the facts that predict the left neighbour's answer to a declaration.

        The neighbour is assumed to know only what all players know. ``expected`` has the hands that the other
        players expect.
        """
        claim = Declaration(bid, LADDER.index_above(bid), self._bar, len(self._view.hand))
        weighed = weigh(expected.hands, claim, self._exact, self._neighbour)
        able = weighed.mean([high > claim.next_higher for high in expected.heights], expected.step)
        right = self._stakes.left_of(self._me)
        rejected = [self._stakes.after(self._me, is_true)[right] for is_true in (False, True)]
        reject = rejected[0] + weighed.truth_chance * (rejected[1] - rejected[0])
        accept = self.after_acceptance(claim.hand_size, able, right, right)
        return Prospect(
            reject - accept, weighed.evidence.true_share, able, weighed.truth_chance, claim.hand_size
        )

    def _doubt_chance(self, prospect: Prospect) -> float:
        """Return the probability that the left neighbour rejects a declaration.

        The probability is higher if the neighbour has accepted nothing in this hand.
        """
        right = self._stakes.left_of(self._me)
        has_accepted = any(seat == right for seat, _ in self._view.declared[1:])
        doubt = self._model.doubt_chance(prospect)
        # Some players always reject; a neighbour that has accepted is none of them.
        return doubt if has_accepted else doubt + (1 - doubt) * HABITUAL_SHARE

    def expected_hands(self) -> ExpectedHands:
        """Return random hands that the other players may expect the viewer to hold."""
        chain = Chain(self._view, self._rng, self._neighbour)
        hands = chain.hands(self._claims, (), 0, len(self._view.hand), self._count)
        step = self._stride(hands)
        heights = [chain.examine(chain.take_over(hand.cards)).height for hand in hands[::step]]
        return ExpectedHands(hands, step, heights)

    def _sample_own_hand(self) -> tuple[SampledHand, list[int]]:
        """Return the viewer's hand, and strengths that it may have after the left neighbour takes it over.

        The strengths (``SampledHand.height``) are a random sample, in ascending order.
        """
        chain = Chain(self._view, self._rng, self._model, self._view.hand)
        own = self._view.hand
        lifts = range(max(30, self._count // 5))
        return chain.examine(own), sorted([chain.examine(chain.take_over(own)).height for _ in lifts])

    def _candidates(self, own: SampledHand, hands: Sequence[SampledHand]) -> list[Declare]:
        """Return declarations to consider: true ones, believable lies, and small raises.

        A lie is believable if it is true of one of ``hands``, the hands that the opponents may expect.
        """
        rng, bar, many = self._rng, self._bar, 8 + self._count // 25
        truths = [bid for bid in LADDER.bids[bar : own.height] if own.makes(bid, self._exact)]
        # Keep the lowest and the highest truth and a random choice between them.
        if len(truths) > many:
            truths = [truths[0], truths[-1], *rng.sample(truths[1:-1], many - 2)]
        lies: dict[Declare, None] = {}
        for _ in range(3 * many):
            hand = rng.choice(hands)
            if hand.height <= bar or len(lies) == many:
                continue
            # A good lie is what another plausible hand would declare truly.
            lies[LADDER.bids[hand.height - 1]] = None
            for _ in range(6):
                bid = LADDER.bids[rng.randrange(bar, hand.height)]
                if hand.makes(bid, self._exact):
                    lies[bid] = None
                    break
        near = min(NEAR, TOP - bar)  # something has to be declared, however little is left above
        return [*truths, *lies, *(LADDER.bids[bar + int(rng.random() ** 2 * near)] for _ in range(4))]

    # --- discards ---------------------------------------------------------------------------------

    def discards(self, legal: Iterable[Move]) -> list[Estimate]:
        """Return estimates of all discards, the best first."""
        hand, claim, me = self._view.hand, self._claims[-1], self._me
        chain = Chain(self._view, self._rng, self._model, hand)
        # All discards are compared with the same draws.
        draws = self._rng.sample(chain.unseen, min(len(chain.unseen), 10 + self._count // 20))
        estimates = []
        for move in legal:
            assert isinstance(move, Discard)
            rest = tuple([card for card in hand if card != move.card])
            heights = [chain.examine((*rest, card)).height for card in draws] or [chain.examine(rest).height]
            able = sum([high > claim.next_higher for high in heights]) / len(heights)
            worth = (
                self.after_acceptance(claim.hand_size, able, me, me)
                + HEIGHT * sum(heights) / len(heights) / TOP
            )
            estimates.append(Estimate(move, min(1.0, worth)))
        return sorted(estimates, key=lambda estimate: -estimate.expected_share)
