"""A line of play in one deal, for the tree search: played on at random, and valued."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.core.search import Draw, any_of
from games.tomoe.strategy.bits import BACKS, FRONT, ONES, Hands, rows
from games.tomoe.strategy.outlook import SHIFT, Worths


class Line:
    """Plays one deal to its end; a ``games.core.search.World``.

    Args:
        hands: by seat; seat 0 is to act.
        trick: the cards of the running trick in the order played.
        worths: what the points that are made in it, packed, are worth to each seat.
        ace: what a trick won with rank 1 counts, in halves.
        draw: where whims come from.
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
        """Give the cards that may be played."""
        hand, trick = self._hands[self.seat], self._trick
        if trick:
            return hand & FRONT[trick[0]] or hand & BACKS[trick[0]] or hand
        return hand

    def act(self, card: int) -> None:
        """Play a card; whoever wins the trick with it leads to the next."""
        trick, seat = self._trick, self.seat
        self._hands[seat] ^= card
        if len(trick) < 2:
            trick.append(card)
            self.seat = (seat + 1) % 3
            return
        one, two = trick
        trick.clear()
        pair = rows(one)[two]
        if not card & pair.third:
            if card & pair.second:
                card, seat = two, (seat - 1) % 3
            else:
                card, seat = one, (seat - 2) % 3
            self.seat = seat
        self._points += (self._ace if card & ONES else 2) << SHIFT * seat

    def finish(self) -> Worths:
        """Play on to the end at random."""
        draw = self._draw
        while allowed := self.options():
            self.act(allowed if allowed & (allowed - 1) == 0 else any_of(allowed, draw))
        return self._worths(self._points)
