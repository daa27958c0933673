"""A simulated game for the tree search: random play in one possible deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.core.search import Draw, any_of
from games.tomoe.strategy.bits import BACKS, FRONT, ONES, Hands, rows
from games.tomoe.strategy.outlook import SHIFT, Worths


class TomoeWorld:
    """One simulated deal for the tree search (protocol ``games.core.search.World``). Cards are bits; seat 0
    is to act.

    Args:
        trick: the cards of the current trick in the order played.
        worths: returns the value of a game for each seat, given the packed points of all seats (see
            ``SHIFT``).
        ace: points for a trick won with a card of rank 1, in half points.
    """

    __slots__ = ("_ace", "_draw", "_hands", "_points", "_trick", "_worths", "seat")

    def __init__(
        self,
        hands: Hands,
        trick: Sequence[int],
        worths: Callable[[int], Worths],
        ace: int,
        draw: Draw,
    ) -> None:
        self._hands, self._trick = [*hands], [*trick]
        self._worths, self._ace, self._draw = worths, ace, draw
        self.seat = self._points = 0

    def options(self) -> int:
        """Return the playable cards of the seat to act, as bits; 0 when all cards are played."""
        hand, trick = self._hands[self.seat], self._trick
        if trick:
            return hand & FRONT[trick[0]] or hand & BACKS[trick[0]] or hand
        return hand

    def act(self, card: int) -> None:
        """Play a card. After the third card the winner of the trick scores and leads."""
        trick, seat = self._trick, self.seat
        self._hands[seat] ^= card
        if len(trick) < 2:
            trick.append(card)
            self.seat = (seat + 1) % 3
            return
        first, second = trick
        trick.clear()
        # Look up the winner: the third player, the second, or otherwise the first.
        pair = rows(first)[second]
        if not card & pair.third_wins:
            if card & pair.second_wins:
                card, seat = second, (seat - 1) % 3
            else:
                card, seat = first, (seat - 2) % 3
            self.seat = seat
        self._points += (self._ace if card & ONES else 2) << SHIFT * seat

    def finish(self) -> Worths:
        """Play the remaining cards at random, and return the value of the result for each seat."""
        draw = self._draw
        while allowed := self.options():
            self.act(allowed if allowed & (allowed - 1) == 0 else any_of(allowed, draw))
        return self._worths(self._points)
