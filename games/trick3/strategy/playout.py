"""A fast, mutable position for simulating a battle by the rules of ``transitions``.

It has only facts that affect the outcome. ``worlds`` fills in the cards that a view does not show.
"""

from __future__ import annotations

from itertools import chain, combinations

from games.core.cards import without
from games.core.moves import Move
from games.trick3.moves import EXPOSED, HIDDEN, Fold, Hand, Play, Refill
from games.trick3.possible import StrengthAndCards, plans
from games.trick3.state import Trick3View
from games.trick3.strategy.chances import strength_table

NOBODY = -1
"""The result of ``Playout.next_to_act`` once the battle is over."""


class Playout:
    """A mutable position in a battle, for simulation. Lists have one entry for each seat.

    Args:
        view: the view of the seat to act. Cards that the view does not show are missing at first.
    """

    def __init__(self, view: Trick3View) -> None:
        assert view.seat is not None
        self.deck, self.strengths = view.deck, strength_table(view.deck)
        self.end = view.options["end"]
        self.hidden: list[Hand] = [()] * view.seats
        self.hidden[view.seat] = view.hand
        self.stock: list[Hand] = [()] * view.seats
        self.exposed, self.played = list(view.exposed), list(view.played)
        # Of captured cards and the pot only the numbers count.
        self.captured, self.pot = [len(cards) for cards in view.captured], len(view.pot)
        self.folded, self.left = list(view.folded), list(view.left)
        self.order, self.round, self.way = view.order, view.round, view.way
        # The index of the seat to act in ``order``, and whether this seat is to refill.
        self.turn = view.order.index(view.seat)
        self.is_refilling = view.phase == "refill"
        self.is_battle_over = self.is_ended = False

    def copy(self) -> Playout:
        """Return an independent copy."""
        # Elements of the lists are tuples or numbers, so shallow copies of the lists are enough.
        other = Playout.__new__(Playout)
        other.__dict__ = {
            name: value[:] if type(value) is list else value for name, value in self.__dict__.items()
        }
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
        strengths, pairs = self.strengths, list(combinations(hidden, 2))
        # Without a full exposed hand, a hidden card can become the exposed one.
        best = max(
            [strengths[second][first][third] for second in exposed for first, third in pairs], default=0
        )
        if len(exposed) < EXPOSED and len(hidden) > 2:
            best = max(best, self.best_strength(hidden))
        return best

    def cards_with_strength(self, strength: int, hidden: Hand, exposed: Hand) -> Hand:
        """Return three cards that make a playable hand of a given strength.

        Args:
            strength: the result of ``best_playable_strength`` for the same cards.
        """
        strengths, pairs = self.strengths, list(combinations(hidden, 2))
        hands = ((first, second, third) for second in exposed for first, third in pairs)
        return next(
            (first, second, third)
            for first, second, third in chain(hands, combinations(hidden, 3))
            if strengths[first][second][third] == strength
        )

    def next_to_act(self) -> int:
        """Advance to the next decision, and return the seat to act; ``NOBODY`` if the battle is over."""
        order, folded = self.order, self.folded
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
            hidden, stock = without(self.hidden[seat], move.cards), self.stock[seat]
            self.exposed[seat] += move.cards
            self.hidden[seat], self.stock[seat] = hidden + stock[: move.draw], stock[move.draw :]
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
                holdings = self.exposed if move.card in self.exposed[seat] else self.hidden
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
            self.hidden[seat], self.stock[seat] = stock[:HIDDEN], stock[HIDDEN:]
        elif len(self.played[seat]) < 3:
            if seat not in self.folded:
                self.folded.append(seat)
            self._leave_game(seat)

    def _leave_game(self, seat: int) -> None:
        self.pot += len(self.played[seat]) + len(self.exposed[seat])
        self.played[seat] = self.exposed[seat] = ()
        self.left.append(seat)

    def _showdown(self) -> None:
        active = [seat for seat in self.order if seat not in self.folded]
        # All three cards are played, so each seat has exactly one plan.
        strengths = [self.plans(seat)[0][0] for seat in active]
        best = max(strengths)
        winners = [seat for seat, strength in zip(active, strengths, strict=True) if strength == best > 0]
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
            cards = self.pot + sum(map(len, (*self.hidden, *self.exposed, *self.stock)))
            each, rest = divmod(cards, gone)
            for place, seat in enumerate(self.left):
                self.captured[seat] += each + (place < rest)
            self.pot = 0
