"""What every legal move is worth to who knows only one view: one look ahead, claims and answers weighed.

Positions after a move are judged by ``worth``, answers to claims, and what lies behind a claim, by
``claims``, whose equilibrium is set right by what was learnt from play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, starmap
from math import exp
from operator import itemgetter

import msgspec

from games.core.cards import Card
from games.core.learner import Tables, learnt
from games.core.moves import Move
from games.lost import moves
from games.lost.hands import BIT, DECK, JOKER, JOKER_BIT, is_one_away, mask_of
from games.lost.moves import CLAIMS, DOUBT, LOST, TRUST, is_true
from games.lost.possible import open_cards
from games.lost.state import LostView
from games.lost.strategy.claims import JOKER_CLAIM, Answers, Solution, Stakes, claim_game, if_true, keys
from games.lost.strategy.worth import Counts, Worth

ALL = (1 << len(DECK)) - 1


class Judged(msgspec.Struct, frozen=True):
    """How likely one is eliminated in the end after a move, and how likely it is a lie that is doubted.

    ``caught`` is ``None`` for moves that claim nothing.
    """

    move: Move
    loss: float
    caught: float | None = None


def doubted(answers: Answers) -> float:
    """Say how likely a claim is doubted rather than trusted."""
    return answers[1] / (answers[0] + answers[1])


def cards_of(mask: int) -> list[Card]:
    """List the cards of a mask."""
    return [card for card, bit in BIT.items() if bit & mask]


class Reckoning:
    """One look at a position."""

    def __init__(self, view: LostView, truth: Mapping[str, Tables] | None = None) -> None:
        assert view.seat is not None
        self.view, self._truth = view, truth or learnt(__package__, "learnt")
        self.me = me = view.seat
        self.hand = mask_of(view.hand)
        public = mask_of(open_cards(view))
        if view.joker_in is not None:
            public |= JOKER_BIT
        own = public | self.hand | mask_of({lost.card for pile in view.piles for lost in pile if lost.card})
        left = tuple([view.losts_left(seat) for seat in range(view.seats)])
        masks = tuple([mask_of(field) for field in view.fields])
        after = (view.turn + bool(view.fields[me])) % view.seats
        self.table = Counts(masks, view.sizes, left, view.joker_in)
        self.unseen, self.hidden = ALL & ~own, ALL & ~public
        self.own = Worth(view.seats, after, me, self.unseen, self.hand)
        self.public = Worth(view.seats, after, None, self.hidden, 0)
        self._laid: dict[int, list[Card]] = {}

    def judge(self, legal: Sequence[Move]) -> list[Judged]:
        """Judge all legal moves, in their order."""
        view = self.view
        if not view.fields[self.me]:
            return self._openings(legal)
        judged: Iterable[Judged] = ()
        if not view.is_placing:
            targets = [seat for seat in range(view.seats) if seat != self.me]
            judged = self._answers() if view.play else chain(*map(self._plays, targets))
        found = {one.move: one for one in judged}
        return [found.get(move) or Judged(move, self._other(move)) for move in legal]

    def _mine(self, table: Counts, hand: int) -> float:
        return self.own.losses(table, hand)[self.me]

    def _openings(self, legal: Sequence[Move]) -> list[Judged]:
        """Judge first fields against others that are chosen well, but not so well as can be."""
        seats = self.view.seats
        scores = []
        for move in legal:
            assert isinstance(move, moves.LayField)
            field = mask_of(move.cards)
            hand = self.hand & ~field
            table = Counts((field,) * seats, (hand.bit_count(),) * seats, self.table.left, None)
            scores.append(exp(self.own.score(table, hand, self.me)))
        others = (seats - 1) * sorted(scores)[len(scores) // 20]
        return [Judged(move, score / (score + others)) for move, score in zip(legal, scores, strict=True)]

    def _other(self, move: Move) -> float:
        """Judge a move that nobody answers."""
        added = removed = gone = gained = 0
        is_lost = False
        match move:
            case moves.Place():
                added = gone = BIT[move.card]
            case moves.LoseFromHand():
                gone, is_lost = BIT[move.card], True
            case moves.LoseFromField():
                added = gone = BIT[move.placed]
                removed, is_lost = BIT[move.card], True
            case moves.Back():
                added = gone = mask_of(move.cards)
                removed = gained = JOKER_BIT
        after = self.table.with_card(self.me, added, removed, size=-bool(gone), lost=is_lost)
        return self._mine(after, self.hand & ~gone | gained)

    # --- plays and answers ------------------------------------------------------------------------

    def foreseen(self, player: int, target: int) -> Callable[[str], Solution]:
        """Work out how a seat plays to another, as everybody sees it."""
        cards = cards_of(self.hidden | (JOKER_BIT if self.table.joker_in == player else 0))
        stakes = self._stakes(self.public, cards, player, target, 0)
        return claim_game(stakes, self.table.left[target] > 0)

    def noticed(self, claim: str, player: int, target: int, odds: float, hidden: int) -> tuple[int, ...]:
        """Give the places in the tables of ``claims`` that speak of a claim; ``hidden`` to who judges it."""
        return keys(self.table, claim, player, target, self.view.told[player], ALL & ~hidden, odds)

    def _plays(self, target: int) -> Iterable[Judged]:
        """Judge plays, expecting answers as they were given to claims like these, false and true."""
        stakes = self._stakes(self.own, self.view.hand, self.me, target, self.hand)
        ideal = self.foreseen(self.me, target)
        for claim in CLAIMS:
            places = self.noticed(claim, self.me, target, doubted(ideal(claim).answers), self.hidden)
            take = self._truth["takes"].chance(places) if self.table.left[target] else 0.0
            doubts = [(1 - take) * self._truth["doubts"].chance(if_true(places, so)) for so in (False, True)]
            for card, at in stakes.items():
                if card != JOKER or claim == JOKER_CLAIM:
                    is_so = is_true(card, claim)
                    doubt = doubts[is_so]
                    trusted, refuted, taken = at.by_answer(is_so)[0]
                    loss = (1 - take - doubt) * trusted + doubt * refuted + take * taken
                    yield Judged(moves.Play(card, target, claim), loss, 0.0 if is_so else doubt)

    def supposed(self) -> tuple[dict[Card, float], float]:
        """Weigh what the card that waits may be in equilibrium; say how likely the claim is true."""
        play = self.view.play
        assert play is not None
        possible = self.unseen | (JOKER_BIT if self.table.joker_in == play.seat else 0)
        made = self.foreseen(play.seat, self.me)(play.claim).made
        weights = {card: weight for card, weight in made.items() if BIT[card] & possible}
        total = sum(weights.values())
        weights = {card: weight / total for card, weight in weights.items()}
        return weights, sum(weight for card, weight in weights.items() if is_true(card, play.claim))

    def _answers(self) -> Iterable[Judged]:
        """Judge answers to the claim that waits, claims like this having been true as often as they were."""
        play = self.view.play
        assert play is not None
        weights, odds = self.supposed()
        parts, costs = (1.0, 1.0), [0.0, 0.0, 0.0]
        if 0.0 < odds < 1.0:
            places = self.noticed(play.claim, play.seat, self.me, odds, self.unseen)
            true = self._truth["truths"].chance(places)
            parts = (1 - true) / (1 - odds), true / odds
        for card, at in self._stakes(self.own, weights, play.seat, self.me, self.hand).items():
            is_so = is_true(card, play.claim)
            brings, weight = at.by_answer(is_so)[1], weights[card] * parts[is_so]
            costs = [cost + weight * one for cost, one in zip(costs, brings, strict=True)]
        return map(Judged, (TRUST, DOUBT, LOST), costs)

    def _stakes(
        self, worth: Worth, cards: Iterable[Card], player: int, target: int, hand: int
    ) -> dict[Card, Stakes]:
        """Say what each card would bring that one seat plays to another."""
        table = self.table
        if self.view.play is None:  # the card is still in the hand
            table = table.with_card(player, 0, size=-1)
        taken = self._taken(worth, table, target, hand)
        found = {}
        for card in cards:
            bit = BIT[card]
            rest = hand & ~bit
            hit = worth.losses(table.with_card(target, bit), rest)
            if card != JOKER:
                miss = worth.losses(table.with_card(player, bit), rest)
                lost = taken if hand == rest else self._taken(worth, table, target, rest)
            elif is_one_away(table.masks[target]):
                continue  # it must not be played there
            else:
                gained = msgspec.structs.replace(table.with_card(target, 0, size=1), joker_in=target)
                miss = worth.losses(gained, rest | (bit if hand and target == self.me else 0))
                lost = worth.losses(table.with_card(target, bit, size=-1), rest)
            ends = hit[player], miss[player], lost[player], hit[target], miss[target], lost[target]
            found[card] = Stakes(*ends)
        return found

    def _taken(self, worth: Worth, table: Counts, target: int, hand: int) -> list[float]:
        """Say what a lost of the target would bring: it lays a card that does it little harm."""
        is_known = target == self.me and hand > 0
        cards = cards_of(hand) if is_known else self._harmless(table, target)
        if not table.left[target] or not cards:
            return worth.losses(table, hand)
        after = [
            (table.with_card(target, BIT[card], size=-1, lost=True), hand & ~BIT[card]) for card in cards
        ]
        return min(starmap(worth.losses, after), key=itemgetter(target))

    def _harmless(self, table: Counts, target: int) -> list[Card]:
        """Pick a card that somebody may well have and lay in the own field."""

        def harm(card: Card) -> float:
            return self.public.score(table.with_card(target, BIT[card]), 0, target)

        if target not in self._laid:
            cards = cards_of(self.hidden & ~JOKER_BIT)
            self._laid[target] = sorted(cards, key=harm)[len(cards) // 5 :][:1]
        return self._laid[target]
