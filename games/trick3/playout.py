"""A fast, mutable position for simulating battles of Three Cards Trick Poker by the rules of
``games.trick3.rules``.

A computer player tries each of its moves in many positions with the unknown cards dealt at random
(``games.trick3.strategy``), so a simulated move has to be much cheaper than a move by the rules. A
``Playout`` is changed in place. It has only facts that affect the outcome: of captured cards and of the pot,
for example, only the numbers. It does not check moves, and records nothing of what happened.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

from games.core.cards import all_but, without
from games.core.moves import Move
from games.trick3.hands import StrengthTable, classifier
from games.trick3.moves import EXPOSED, HIDDEN, Fold, Hand, Play, Refill
from games.trick3.possible import StrengthAndCards, plans
from games.trick3.rules import Trick3View, winners_among


@cache
def strength_table(deck: str) -> StrengthTable:
    """Return the strengths of all hands of a deck as plain nested dictionaries."""
    judge = classifier(deck)
    # Plain dictionaries are faster to read than lazy ones.
    table = {}
    for first in judge.pairs:
        row = judge.strengths[first]
        table[first] = {second: row[second] for second in judge.pairs}
    return table


NOBODY = -1
"""The result of ``Playout.next_to_act`` once the battle is over."""

LISTS = ("hidden", "stock", "exposed", "played", "captured", "folded", "left")
"""The attributes of a ``Playout`` that are lists, which each copy needs for itself."""


class Playout:
    """A mutable position in a battle, for simulation. Lists have one entry for each seat.

    Args:
        view: the view of the seat to act. Cards that the view does not show are missing at first.
    """

    def __init__(self, view: Trick3View) -> None:
        assert view.seat is not None
        self.deck = view.deck
        self.strengths = strength_table(view.deck)
        self.end = view.options["end"]
        self.hidden: list[Hand] = [()] * view.seats
        self.hidden[view.seat] = view.hand
        self.stock: list[Hand] = [()] * view.seats
        self.exposed = list(view.exposed)
        self.played = list(view.played)
        # Of captured cards and the pot only the numbers count.
        self.captured = list(map(len, view.captured))
        self.pot = len(view.pot)
        self.folded = list(view.folded)
        self.left = list(view.left)
        self.order = view.order
        self.round = view.round
        self.way = view.way
        # The index of the seat to act in ``order``, and whether this seat is to refill.
        self.turn = view.order.index(view.seat)
        self.is_refilling = view.phase == "refill"
        self.is_battle_over = False
        self.is_ended = False

    def copy(self) -> Playout:
        """Return an independent copy."""
        # Elements of the lists are tuples or numbers, so shallow copies of the lists are enough.
        values = dict(self.__dict__)
        for name in LISTS:
            values[name] = values[name][:]
        other = Playout.__new__(Playout)
        other.__dict__ = values
        return other

    def plans(self, seat: int) -> list[StrengthAndCards]:
        """Return every hand that a seat can complete in this battle (see ``games.trick3.possible.plans``)."""
        return plans(self.strengths, self.played[seat], self.exposed[seat], self.hidden[seat])

    def best_strength(self, cards: Hand) -> int:
        """Return the strength of the best hand that three of the cards make; 0 if there is none."""
        strengths = self.strengths
        return max(
            [strengths[first][second][third] for first, second, third in combinations(cards, 3)], default=0
        )

    def best_playable_strength(self, hidden: Hand, exposed: Hand) -> int:
        """Return the strength of the best hand that these cards can make in a later battle.

        A hand in a battle has exactly one exposed card.
        """
        pairs = list(combinations(hidden, 2))
        best = 0
        for second in exposed:
            rows = self.strengths[second]
            for first, third in pairs:
                # This is ``max``, written out for speed.
                strength = rows[first][third]
                if strength > best:
                    best = strength
        # Without a full exposed hand, a hidden card can become the exposed one.
        if len(exposed) < EXPOSED and len(hidden) > 2:
            best = max(best, self.best_strength(hidden))
        return best

    def cards_with_strength(self, strength: int, hidden: Hand, exposed: Hand) -> Hand:
        """Return three cards that make a playable hand of a given strength.

        Args:
            strength: the result of ``best_playable_strength`` for the same cards.
        """
        strengths = self.strengths
        for second, (first, third) in product(exposed, list(combinations(hidden, 2))):
            if strengths[first][second][third] == strength:
                return (first, second, third)
        # No exposed card belongs to the hand, so one of its hidden cards becomes the exposed one.
        return next(
            (first, second, third)
            for first, second, third in combinations(hidden, 3)
            if strengths[first][second][third] == strength
        )

    def next_to_act(self) -> int:
        """Advance to the next decision, and return the seat to act; ``NOBODY`` if the battle is over."""
        order = self.order
        folded = self.folded
        while not self.is_battle_over:
            if self.is_refilling:
                return order[self.turn]
            while self.turn < len(order) and order[self.turn] in folded:
                self.turn += 1
            if self.turn < len(order):
                seat = order[self.turn]
                if self.round != 2 or self.exposed[seat]:
                    return seat
                self._withdraw(seat)
            # The round is over: end the battle, or begin the next round.
            elif len(folded) == len(order):
                self._end_battle()
            elif self.round == 3:
                self._showdown()
            else:
                self.round += 1
                self.turn = 0
        return NOBODY

    def act(self, move: Move) -> None:
        """Carry out a move of the seat to act."""
        seat = self.order[self.turn]
        # A refill ends the seat's part of the round; a card or a fold may be followed by one.
        if isinstance(move, Refill):
            hidden = without(self.hidden[seat], move.cards)
            stock = self.stock[seat]
            self.exposed[seat] += move.cards
            self.hidden[seat] = hidden + stock[: move.draw]
            self.stock[seat] = stock[move.draw :]
            if not self.hidden[seat]:
                self._fill_hand(seat)
            self.is_refilling = False
            self.turn += 1
        elif isinstance(move, Play):
            holdings = self.exposed if self.round == 2 else self.hidden
            holdings[seat] = without(holdings[seat], (move.card,))
            self.way = self.way or move.way
            self.played[seat] += (move.card,)
            self._begin_refill_or_next_turn(seat)
        # A fold pays its card from the exposed hand if it can, as the rules do.
        else:
            if isinstance(move, Fold) and move.card:
                if move.card in self.exposed[seat]:
                    holdings = self.exposed
                else:
                    holdings = self.hidden
                holdings[seat] = without(holdings[seat], (move.card,))
                self.pot += 1
            self._withdraw(seat)

    def _withdraw(self, seat: int) -> None:
        self.pot += len(self.played[seat])
        self.played[seat] = ()
        self.folded.append(seat)
        self._begin_refill_or_next_turn(seat)

    def _begin_refill_or_next_turn(self, seat: int) -> None:
        if not self.hidden[seat]:
            self._fill_hand(seat)
        hidden = len(self.hidden[seat])
        if hidden and (len(self.exposed[seat]) < EXPOSED or (hidden < HIDDEN and self.stock[seat])):
            self.is_refilling = True
        else:
            self.turn += 1

    def _fill_hand(self, seat: int) -> None:
        stock = self.stock[seat]
        if stock:
            self.hidden[seat] = stock[:HIDDEN]
            self.stock[seat] = stock[HIDDEN:]
        elif len(self.played[seat]) < 3:
            if seat not in self.folded:
                self.folded.append(seat)
            self._leave_game(seat)

    def _leave_game(self, seat: int) -> None:
        self.pot += len(self.played[seat]) + len(self.exposed[seat])
        self.played[seat] = self.exposed[seat] = ()
        self.left.append(seat)

    def _showdown(self) -> None:
        active = all_but(self.order, self.folded)
        # All three cards are played, so each seat has exactly one plan.
        strengths = [self.plans(seat)[0][0] for seat in active]
        winners = winners_among(active, strengths)
        self.pot += 3 * len(active)
        if winners:
            each, self.pot = divmod(self.pot, len(winners))
            for seat in winners:
                self.captured[seat] += each
        for seat in active:
            self.played[seat] = ()
            if not (self.hidden[seat] or self.stock[seat]):
                self._leave_game(seat)
        self._end_battle()

    def leavers_to_end(self) -> int:
        """Return how many more seats have to leave before the game ends."""
        seats = len(self.hidden)
        return {"L": seats - 1, "M": (seats + 1) // 2, "S": 1}[self.end] - len(self.left)

    def _end_battle(self) -> None:
        gone = len(self.left)
        self.is_battle_over = True
        self.is_ended = self.leavers_to_end() <= 0
        if self.is_ended and self.end != "S":
            # Seats that left share all cards that are not captured (trick3.md, section "End of a game").
            uncaptured = self.pot
            for piles in (self.hidden, self.exposed, self.stock):
                uncaptured += sum(map(len, piles))
            each, rest = divmod(uncaptured, gone)
            for place, seat in enumerate(self.left):
                self.captured[seat] += each + (place < rest)
            self.pot = 0
