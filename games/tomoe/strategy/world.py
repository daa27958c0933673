"""One simulated game for the tree search: a possible deal, played to its end at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.core.search import Draw, random_bit
from games.tomoe.strategy.bits import BACKS, FRONT, ONES, CardBit, CardBits, HandBits, winning_third_cards
from games.tomoe.strategy.match_value import SHIFT, PackedPoints, SeatValues


class TomoeWorld:
    """One possible deal for the tree search (protocol ``games.core.search.World``).

    Args:
        trick: the cards of the current trick in the order played. Seat 0 is to act.
        values: returns the value of a finished game for each seat.
        ace: points for a trick won by a card of rank 1, in half points.
    """

    __slots__ = ("_ace", "_draw", "_hands", "_points", "_trick", "_values", "seat")

    def __init__(
        self,
        hands: HandBits,
        trick: Sequence[CardBit],
        values: Callable[[PackedPoints], SeatValues],
        ace: int,
        draw: Draw,
    ) -> None:
        self._hands, self._trick = [*hands], [*trick]
        self._values, self._ace, self._draw = values, ace, draw
        self.seat = self._points = 0

    def options(self) -> CardBits:
        """Return the playable cards of the seat to act; 0 when all cards are played."""
        hand, trick = self._hands[self.seat], self._trick
        if trick:
            return hand & FRONT[trick[0]] or hand & BACKS[trick[0]] or hand
        return hand

    def act(self, card: CardBit) -> None:
        """Play a card. After the third card of a trick its winner scores and leads."""
        trick, seat = self._trick, self.seat
        self._hands[seat] ^= card
        if len(trick) < 2:
            trick.append(card)
            self.seat = (seat + 1) % 3
            return
        first, second = trick
        trick.clear()
        # Look up the winner: the third player, the second, or otherwise the first.
        thirds = winning_third_cards(first)[second]
        if not card & thirds.third_wins:
            if card & thirds.second_wins:
                card, seat = second, (seat - 1) % 3
            else:
                card, seat = first, (seat - 2) % 3
            self.seat = seat
        self._points += (self._ace if card & ONES else 2) << SHIFT * seat

    def finish(self) -> SeatValues:
        """Play the remaining cards at random, and return the value of the result for each seat."""
        draw = self._draw
        while allowed := self.options():
            self.act(allowed if allowed & (allowed - 1) == 0 else random_bit(allowed, draw))
        return self._values(self._points)
