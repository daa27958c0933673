"""One look at a position: how likely is it to lose after each move?

What a card may be (``belief``) is weighed against what it would do to either field (``danger``), and the
answers to one's own claims are guessed by putting oneself in the other seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from games.core.cards import Card
from games.core.moves import Move
from games.lost import moves
from games.lost.hands import BIT, DECK, JOKER, JOKER_BIT, is_one_away, mask_of
from games.lost.moves import CLAIMS, DOUBT, LOST, TRUST, is_true
from games.lost.possible import open_cards, public_part, unseen_cards
from games.lost.state import LostView
from games.lost.strategy.belief import beliefs, honesty
from games.lost.strategy.danger import Danger, Fields, fields_with

HESITATION = 0.06
"""How close two answers must be in worth for another seat to take either."""
WHIM = 0.25
"""Probability that an answer is random."""


class Mind:
    """One look at a position: estimates of losing by each legal move."""

    def __init__(self, view: LostView) -> None:
        assert view.seat is not None
        self.view = view
        self.me = view.seat
        self.public = public_part(view)
        seen = open_cards(view)
        self.danger = Danger(mask_of(card for card in DECK if card not in seen))
        self.plain = [card for card in unseen_cards(view) if card != JOKER]
        self.hidden = [card for card in DECK if card not in seen and card != JOKER]
        self.left = tuple(view.losts_left(seat) for seat in range(view.seats))
        self.masks = tuple(mask_of(field) for field in view.fields)
        self.next = (view.turn + 1) % view.seats

    def doubtfulness(self) -> float:
        """Say how open it is whether the claim that waits is true: 1 for even chances, 0 for none."""
        play = self.view.play
        assert play is not None
        chance = honesty(self.view, play.seat, self.me, play.claim)
        true, _ = beliefs(self.plain, play.claim, chance)
        share = sum(true.values())
        return 4 * share * (1 - share)

    def losses(self, legal: Sequence[Move]) -> list[tuple[Move, float]]:
        """Estimate every legal move."""
        view = self.view
        if not view.fields[self.me]:
            return [(move, self._opening(move)) for move in legal]
        if view.is_placing:
            return [(move, self._placing(move)) for move in legal]
        if view.play is not None:
            answers = self._answers(view.play.seat, view.play.claim)
            return [(move, answers[move]) for move in legal]
        return self._turns(legal)

    def _loss(
        self,
        masks: tuple[int, ...],
        sizes: Sequence[int],
        *,
        seat: int | None = None,
        left: tuple[int, ...] | None = None,
    ) -> float:
        table = Fields(masks, tuple(sizes), self.left if left is None else left, self.next)
        return self.danger.loss(table, self.me if seat is None else seat)

    def _sizes(self, *changes: tuple[int, int]) -> list[int]:
        sizes = list(self.view.sizes)
        for seat, change in changes:
            sizes[seat] += change
        return sizes

    # --- the opening ------------------------------------------------------------------------------

    def _opening(self, move: Move) -> float:
        """Prefer a harmless field, with which the rest of the hand has little in common."""
        assert isinstance(move, moves.LayField)
        field = mask_of(move.cards)
        if field & JOKER_BIT:
            return 9.0
        return self.danger.of_field(field) + Danger(mask_of(self.view.hand) & ~field).of_field(field)

    # --- answers ----------------------------------------------------------------------------------

    def _answers(self, player: int, claim: str) -> dict[Move, float]:
        view, me = self.view, self.me
        true, false = beliefs(self.plain, claim, honesty(view, player, me, claim))
        trust = doubt = lost = 0.0
        for weights, is_so in ((true, True), (false, False)):
            for card, weight in weights.items():
                mine = self._loss(fields_with(self.masks, me, BIT[card]), view.sizes)
                if card == JOKER:
                    theirs = self._loss(self.masks, self._sizes((me, 1)))
                else:
                    theirs = self._loss(fields_with(self.masks, player, BIT[card]), view.sizes)
                trust += weight * (theirs if is_so else mine)
                doubt += weight * (mine if is_so else theirs)
        if self.left[me]:
            at_stake = true.get(JOKER, 0.0)
            left = tuple(n - (seat == me) for seat, n in enumerate(self.left))
            lost = (1 - at_stake) * self._best_place(self.masks, left)
            if at_stake:
                lost += at_stake * self._best_place(fields_with(self.masks, me, JOKER_BIT), self.left)
        return {TRUST: trust, DOUBT: doubt, LOST: lost}

    def _best_place(self, masks: tuple[int, ...], left: tuple[int, ...]) -> float:
        sizes = self._sizes((self.me, -1))
        return min(
            self._loss(fields_with(masks, self.me, BIT[card]), sizes, left=left) for card in self.view.hand
        )

    def _placing(self, move: Move) -> float:
        assert isinstance(move, moves.Place)
        sizes = self._sizes((self.me, -1))
        return self._loss(fields_with(self.masks, self.me, BIT[move.card]), sizes) + self._keep(move.card)

    def _keep(self, card: Card) -> float:
        """Say what a card is worth in the hand: one that could finish another seat is not given away."""
        others = [mask for seat, mask in enumerate(self.masks) if seat != self.me]
        return 0.02 * sum(self.danger.of_field(mask | BIT[card]) > 1e9 for mask in others)

    # --- turns ------------------------------------------------------------------------------------

    def _turns(self, legal: Sequence[Move]) -> list[tuple[Move, float]]:
        found: list[tuple[Move, float]] = []
        me, view = self.me, self.view
        sizes = self._sizes((me, -1))
        fewer = tuple(n - (seat == me) for seat, n in enumerate(self.left))
        for seat in range(view.seats):
            if seat != me:
                found += self._plays(seat)
        for move in legal[len(found) :]:
            match move:
                case moves.LoseFromHand():
                    loss = self._loss(self.masks, sizes, left=fewer) + self._keep(move.card)
                case moves.LoseFromField():
                    masks = fields_with(self.masks, me, BIT[move.placed], BIT[move.card])
                    loss = self._loss(masks, sizes, left=fewer) + self._keep(move.placed)
                case moves.Back():
                    masks = fields_with(self.masks, me, mask_of(move.cards), JOKER_BIT)
                    loss = self._loss(masks, sizes)
                case _:
                    loss = self._loss(self.masks, view.sizes)
            found.append((move, loss))
        return found

    def _plays(self, target: int) -> list[tuple[Move, float]]:
        """Estimate all plays to one seat."""
        me, masks = self.me, self.masks
        sizes = self._sizes((me, -1))
        with_joker = self._sizes((me, -1), (target, 1))
        after_lost = self._sizes((me, -1), (target, -1))
        lost = self._loss(masks, after_lost)
        answers = self.foreseen(target, sizes)
        found: list[tuple[Move, float]] = []
        for card in self.view.hand:
            hit = self._loss(fields_with(masks, target, BIT[card]), sizes)
            if card == JOKER:
                if is_one_away(masks[target]):
                    continue
                miss = self._loss(masks, with_joker)
                voided = self._loss(fields_with(masks, target, JOKER_BIT), after_lost)
            else:
                miss = self._loss(fields_with(masks, me, BIT[card]), sizes)
                voided = lost
            for claim in CLAIMS if card != JOKER else ("joker",):
                trust, doubt, takes = answers[claim]
                wrong, right = (doubt, trust) if is_true(card, claim) else (trust, doubt)
                loss = wrong * hit + right * miss + takes * voided
                found.append((moves.Play(card, target, claim), loss))
        return found

    def foreseen(self, target: int, sizes: Sequence[int]) -> dict[str, tuple[float, float, float]]:
        """Guess how likely a seat is to trust, doubt or lose, by each claim, from what lies open."""
        me, masks = self.me, self.masks
        mine: dict[Card, float] = {}
        theirs: dict[Card, float] = {}
        for card in self.hidden:
            mine[card] = self._loss(fields_with(masks, me, BIT[card]), sizes, seat=target)
            theirs[card] = self._loss(fields_with(masks, target, BIT[card]), sizes, seat=target)
        mine[JOKER] = self._loss(masks, [n + (s == target) for s, n in enumerate(sizes)], seat=target)
        theirs[JOKER] = self._loss(fields_with(masks, target, JOKER_BIT), sizes, seat=target)
        fewer = [n - (seat == target) for seat, n in enumerate(sizes)]
        left = tuple(n - (seat == target) for seat, n in enumerate(self.left))
        lost = self._loss(masks, fewer, seat=target, left=left) + 0.02 if self.left[target] else None
        found = {}
        for claim in CLAIMS:
            true, false = beliefs(self.hidden, claim, honesty(self.public, me, target, claim))
            trust = sum(w * mine[c] for c, w in true.items()) + sum(w * theirs[c] for c, w in false.items())
            doubt = sum(w * theirs[c] for c, w in true.items()) + sum(w * mine[c] for c, w in false.items())
            found[claim] = _tendency(trust, doubt, lost)
        return found


def _tendency(trust: float, doubt: float, lost: float | None) -> tuple[float, float, float]:
    """Turn what three answers would cost into how likely each is."""
    costs = [trust, doubt] if lost is None else [trust, doubt, lost]
    lowest = min(costs)
    weights = [exp((lowest - cost) / HESITATION) for cost in costs]
    total = sum(weights)
    shares = [(1 - WHIM) * weight / total + WHIM / len(costs) for weight in weights]
    return (shares[0], shares[1], shares[2] if lost is not None else 0.0)
