"""Estimate the risk of every legal move from a seat's view, by looking one move ahead.

``worth`` judges the positions after a move. ``claims`` estimates how a claim is answered and which card is
behind it. Statistics from played games correct these estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, starmap
from math import exp
from operator import itemgetter

import msgspec

from games.core.cards import Card
from games.core.learner import Tables, chance_of, load_tables
from games.core.moves import Move
from games.lost import moves
from games.lost.hands import BIT, DECK, JOKER, JOKER_BIT, is_one_away, mask_of
from games.lost.moves import CLAIMS, DOUBT, LOST, TRUST, is_true
from games.lost.possible import open_cards
from games.lost.state import LostView
from games.lost.strategy.claims import JOKER_CLAIM, Answers, Solution, Stakes, claim_game, doubt_keys, keys
from games.lost.strategy.worth import Counts, Worth

ALL = (1 << len(DECK)) - 1
"""All cards, as a mask."""
KEPT = 0.3
"""Share of a card's value for a later play that counts as lost when the card is discarded.

It is below 1 because the card might never be played.
"""
CERTAINTY = 0.5
"""Factor of the learnt log odds that a claim is true. Without it beliefs are too certain."""


class MoveRisk(msgspec.Struct, frozen=True):
    """A move with the probability that the moving seat is eliminated after it.

    ``caught`` is the probability that the move is a lie and is doubted; ``None`` for moves without a claim.
    """

    move: Move
    loss: float
    caught: float | None = None


def doubt_share(answers: Answers) -> float:
    """Return the probability that a claim is doubted, given that the card is not discarded.

    ``answers`` has the probabilities of trust, doubt and discard.
    """
    return answers[1] / (answers[0] + answers[1])


def cards_in(mask: int) -> list[Card]:
    """Return the cards whose bits are set in ``mask``."""
    return [card for card, bit in BIT.items() if bit & mask]


class Reckoning:
    """Estimates the risks of all legal moves, from what the viewing seat knows.

    In the methods, ``hand`` is the viewing seat's hand as a bit mask of cards; 0 for an unknown hand.
    """

    def __init__(self, view: LostView, truth: Mapping[str, Tables] | None = None) -> None:
        assert view.seat is not None
        self.view, self._truth = view, truth or load_tables(__package__, "learnt")
        self.me = me = view.seat
        self.hand = mask_of(view.hand)
        # Two kinds of knowledge are kept: the seat's own, and what all seats know (to think like an
        # opponent).
        public = mask_of(open_cards(view))
        if view.joker_in is not None:
            public |= JOKER_BIT
        own = public | self.hand | mask_of({lost.card for pile in view.piles for lost in pile if lost.card})
        losts = tuple([view.losts_left(seat) for seat in range(view.seats)])
        masks = tuple([mask_of(face_up) for face_up in view.fields])
        # The first fields are laid before the first turn, so the turn passes on only afterwards.
        after = (view.turn + bool(view.fields[me])) % view.seats
        self.table = Counts(masks, view.sizes, losts, view.joker_in)
        self.unseen, self.hidden = ALL & ~own, ALL & ~public
        self.own = Worth(view.seats, after, me, self.unseen, self.hand)
        self.public = Worth(view.seats, after, None, self.hidden, 0)
        self._laid: dict[int, list[Card]] = {}
        # For each card of the hand the risk of playing it, if trust and doubt are equally likely.
        self._played: dict[Card, float] = {}

    def judge(self, legal: Sequence[Move]) -> list[MoveRisk]:
        """Return each legal move with the probability that the viewing seat is eliminated after it, in the
        given order.
        """
        view = self.view
        if not view.fields[self.me]:
            return self._judge_openings(legal)
        judged: Iterable[MoveRisk] = ()
        if not view.is_placing:
            targets = [seat for seat in range(view.seats) if seat != self.me]
            judged = self._judge_answers() if view.play else chain(*map(self._judge_plays, targets))
        risks = {risk.move: risk for risk in judged}
        return [
            risks.get(move) or MoveRisk(move, self._risk_without_answer(move) + self._price_of_discard(move))
            for move in legal
        ]

    def _price_of_discard(self, move: Move) -> float:
        """Return a correction of the risk of a move that takes a card out of the hand; 0 for other moves.

        The seat can no longer play this card. The correction is negative for a card that is riskier to play
        than the average card of the hand.
        """
        match move:
            case moves.DiscardFromHand():
                card = move.card
            case moves.ReplaceFaceUpCard():
                card = move.placed
            case _:
                return 0.0
        if card not in self._played:
            return 0.0
        return KEPT * (sum(self._played.values()) / len(self._played) - self._played[card])

    def _own_risk(self, table: Counts, hand: int) -> float:
        """Return the viewing seat's probability of elimination in a position. ``hand`` is its hand as a bit
        mask.
        """
        return self.own.losses(table, hand)[self.me]

    def _judge_openings(self, legal: Sequence[Move]) -> list[MoveRisk]:
        """Return the risk of elimination for each choice of three cards to lay at the start.

        The opponents are assumed to choose well.
        """
        seats = self.view.seats
        scores = []
        for move in legal:
            assert isinstance(move, moves.LayFirstCards)
            face_up = mask_of(move.cards)
            hand = self.hand & ~face_up
            table = Counts((face_up,) * seats, (hand.bit_count(),) * seats, self.table.discards_left, None)
            scores.append(exp(self.own.score(table, hand, self.me)))
        # Opponents are taken to lay a field better than 95 % of those possible here.
        others = (seats - 1) * sorted(scores)[len(scores) // 20]
        return [MoveRisk(move, score / (score + others)) for move, score in zip(legal, scores, strict=True)]

    def _risk_without_answer(self, move: Move) -> float:
        """Return the probability that the viewing seat is eliminated after a move that needs no answer."""
        # Cards that join and leave the field, and that leave and join the hand, as masks.
        added = removed = gone = gained = 0
        is_lost = False
        match move:
            case moves.PlaceCard():
                added = gone = BIT[move.card]
            case moves.DiscardFromHand():
                gone, is_lost = BIT[move.card], True
            case moves.ReplaceFaceUpCard():
                added = gone = BIT[move.placed]
                removed, is_lost = BIT[move.card], True
            case moves.TakeJokerBack():
                added = gone = mask_of(move.cards)
                removed = gained = JOKER_BIT
        after = self.table.with_card(self.me, added, removed, size_change=-bool(gone), is_discard=is_lost)
        return self._own_risk(after, self.hand & ~gone | gained)

    # --- plays and answers ------------------------------------------------------------------------

    def solve_play(self, player: int, target: int) -> Callable[[str], Solution]:
        """Return a function that computes, for a claim, the probabilities of the played card and of the
        answers.

        The seat ``player`` makes the claim, and the seat ``target`` answers it.
        """
        cards = cards_in(self.hidden | (JOKER_BIT if self.table.joker_in == player else 0))
        stakes = self._stakes(self.public, cards, player, target, 0)
        return claim_game(stakes, self.table.discards_left[target] > 0)

    def claim_keys(
        self, claim: str, player: int, target: int, probability: float, unseen_cards: int
    ) -> tuple[int, ...]:
        """Return the indices of a claim's features in the learnt tables.

        ``unseen_cards`` is a bit mask of the cards to treat as unseen. See ``claims.keys`` for
        ``probability``.
        """
        return keys(
            self.table, claim, player, target, self.view.told[player], ALL & ~unseen_cards, probability
        )

    def _judge_plays(self, target: int) -> Iterable[MoveRisk]:
        """Yield the risk of elimination for each play (a card and a claim) to the seat ``target``.

        The answer of ``target`` is predicted from learnt statistics of similar claims.
        """
        stakes = self._stakes(self.own, self.view.hand, self.me, target, self.hand)
        # The learnt tables correct the equilibrium by what players really do.
        ideal = self.solve_play(self.me, target)
        for card, at in stakes.items():
            self._played[card] = min(self._played.get(card, 1.0), (at.hit + at.miss) / 2)
        # A claim is answered without sight of the card: only whether it is true changes the probability of a
        # doubt.
        for claim in CLAIMS:
            indices = self.claim_keys(claim, self.me, target, doubt_share(ideal(claim).answers), self.hidden)
            take = self._truth["takes"].chance(indices) if self.table.discards_left[target] else 0.0
            doubts = [
                (1 - take) * self._truth["doubts"].chance(doubt_keys(indices, is_claim_true))
                for is_claim_true in (False, True)
            ]
            for card, at in stakes.items():
                if card != JOKER or claim == JOKER_CLAIM:
                    is_claim_true = is_true(card, claim)
                    doubt = doubts[is_claim_true]
                    trusted, refuted, taken = at.by_answer(is_claim_true)[0]
                    loss = (1 - take - doubt) * trusted + doubt * refuted + take * taken
                    yield MoveRisk(moves.Play(card, target, claim), loss, 0.0 if is_claim_true else doubt)

    def estimate_card(self) -> tuple[dict[Card, float], float]:
        """Return two facts about the played card, which lies face down.

        The first is a probability for each card that it may be. The second is the probability that its claim
        is true.
        """
        play = self.view.play
        assert play is not None
        possible = self.unseen | (JOKER_BIT if self.table.joker_in == play.seat else 0)
        made = self.solve_play(play.seat, self.me)(play.claim).card_weights
        weights = {card: weight for card, weight in made.items() if BIT[card] & possible}
        total = sum(weights.values())
        weights = {card: weight / total for card, weight in weights.items()}
        return weights, sum(weight for card, weight in weights.items() if is_true(card, play.claim))

    def _judge_answers(self) -> Iterable[MoveRisk]:
        """Return the risk of each answer to the current claim.

        The probability that the claim is true is learnt from the outcomes of similar claims.
        """
        play = self.view.play
        assert play is not None
        weights, odds = self.estimate_card()
        parts, costs = (1.0, 1.0), [0.0, 0.0, 0.0]
        if 0.0 < odds < 1.0:
            indices = self.claim_keys(play.claim, play.seat, self.me, odds, self.unseen)
            true = chance_of(CERTAINTY * self._truth["truths"].odds(indices))
            # Scale the weights of false and of true cards so that their sums match the learnt probability.
            parts = (1 - true) / (1 - odds), true / odds
        for card, at in self._stakes(self.own, weights, play.seat, self.me, self.hand).items():
            is_claim_true = is_true(card, play.claim)
            brings, weight = at.by_answer(is_claim_true)[1], weights[card] * parts[is_claim_true]
            costs = [cost + weight * risk for cost, risk in zip(costs, brings, strict=True)]
        return map(MoveRisk, (TRUST, DOUBT, LOST), costs)

    def _stakes(
        self, worth: Worth, cards: Iterable[Card], player: int, target: int, hand: int
    ) -> dict[Card, Stakes]:
        """Return, for each card, the risks of elimination of both seats if ``player`` plays the card to
        ``target``.

        ``worth`` estimates the risks. Cards that the rules forbid to play are missing.
        """
        table = self.table
        if self.view.play is None:  # the card is still in the hand
            table = table.with_card(player, 0, size_change=-1)
        taken = self._losses_if_taken(worth, table, target, hand)
        stakes = {}
        for card in cards:
            bit = BIT[card]
            rest = hand & ~bit
            hit = worth.losses(table.with_card(target, bit), rest)
            if card != JOKER:
                miss = worth.losses(table.with_card(player, bit), rest)
                # With another hand the target would choose another card to place.
                lost = taken if hand == rest else self._losses_if_taken(worth, table, target, rest)
            elif is_one_away(table.field_masks[target]):
                continue  # it must not be played there
            else:
                gained = msgspec.structs.replace(table.with_card(target, 0, size_change=1), joker_in=target)
                miss = worth.losses(gained, rest | (bit if hand and target == self.me else 0))
                lost = worth.losses(table.with_card(target, bit, size_change=-1), rest)
            ends = hit[player], miss[player], lost[player], hit[target], miss[target], lost[target]
            stakes[card] = Stakes(*ends)
        return stakes

    def _losses_if_taken(self, worth: Worth, table: Counts, target: int, hand: int) -> list[float]:
        """Return each seat's probability of elimination if the seat ``target`` discards the card played to
        it.

        ``table`` is the position without that card. ``hand`` is the viewing seat's hand as a bit mask, or 0
        for an unknown hand.
        """
        # Only the viewer's own hand is known; any other target is taken to hold one typical card.
        is_known = target == self.me and hand > 0
        cards = cards_in(hand) if is_known else self._harmless_cards(table, target)
        if not table.discards_left[target] or not cards:
            return worth.losses(table, hand)
        after = [
            (table.with_card(target, BIT[card], size_change=-1, is_discard=True), hand & ~BIT[card])
            for card in cards
        ]
        return min(starmap(worth.losses, after), key=itemgetter(target))

    def _harmless_cards(self, table: Counts, target: int) -> list[Card]:
        """Return a list with one unseen card that would harm the seat ``target`` little if it lay face up.

        The list is empty if no card is unseen.
        """

        def harm(card: Card) -> float:
            return self.public.score(table.with_card(target, BIT[card]), 0, target)

        if target not in self._laid:
            cards = cards_in(self.hidden & ~JOKER_BIT)
            # A seat rarely holds the very best card, so take one a fifth of the way down the list.
            self._laid[target] = sorted(cards, key=harm)[len(cards) // 5 :][:1]
        return self._laid[target]
