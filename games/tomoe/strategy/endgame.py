"""The end of a game of Tomoefuda solved exactly for one deal: each seat does what is best for itself.

With all cards known, three players and follow rules that leave few choices, the last six tricks have some
thousands of positions. Positions between tricks are remembered by hands, lead and points; cards that no other
card lies between are played once for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.tomoe.strategy.bits import BACKS, FRONT, ONES, Hands, options, rows
from games.tomoe.strategy.outlook import SHIFT, Outlook, Worths


class TooManyError(Exception):
    """More positions than were allowed."""


class Endgame:
    """Solves positions of one game.

    Args:
        standing: what the end is worth to each seat.
        ace: what a trick won with rank 1 counts.
        most: how many positions may be looked at in all.
    """

    def __init__(self, standing: Outlook, ace: float, most: int) -> None:
        self._standing = standing
        self._ace = int(2 * ace)
        self._left = most
        self._known: dict[tuple[Hands, int, int], Worths] = {}

    def moves(self, hands: Hands, trick: Sequence[int]) -> dict[int, Worths]:
        """Solve the position for seat 0, which is to act.

        Args:
            hands: all hands, as sets of cards.
            trick: the cards of the running trick in the order played.

        Returns:
            For each legal card what it brings every seat.

        Raises:
            TooManyError: the position is too rich; nothing is known of it then.
        """
        lead = -len(trick) % 3
        found: dict[int, Worths] = {}
        left = options(hands[0], trick)
        while left:
            card = left & -left
            left ^= card
            found[card] = self._after(hands, lead, (*trick, card))
        return found

    def _after(self, hands: Hands, lead: int, trick: tuple[int, ...]) -> Worths:
        """Go on after the last card of a trick, which is still in its player's hand."""
        mover = (lead + len(trick) - 1) % 3
        now = list(hands)
        now[mover] ^= trick[-1]
        hands = (now[0], now[1], now[2])
        if len(trick) == 3:
            return self._won(hands, lead, trick)
        seat = (mover + 1) % 3
        found: list[Worths] = []
        left = options(hands[seat], trick)
        while left:
            card = left & -left
            left ^= card
            found.append(self._after(hands, lead, (*trick, card)))
        return max(found, key=lambda worths: worths[seat])

    def _won(self, hands: Hands, lead: int, trick: tuple[int, ...]) -> Worths:
        pair = rows(trick[0])[trick[1]]
        place = 2 if trick[2] & pair.third else 1 if trick[2] & pair.second else 0
        seat = (lead + place) % 3
        points = self._ace if trick[place] & ONES else 2
        return self._solve(hands, seat, points << SHIFT * seat)

    def _solve(self, hands: Hands, lead: int, points: int) -> Worths:
        """Solve a position between two tricks.

        One function for the three cards of a trick, since this is where all the time goes.
        """
        first = hands[lead]
        if not first:
            return self._standing.worths(points)
        key = (hands, lead, points)
        known = self._known.get(key)
        if known is not None:
            return known
        self._left -= 1
        if self._left < 0:
            raise TooManyError
        seat2, seat3 = (lead + 1) % 3, (lead + 2) % 3
        second, third = hands[seat2], hands[seat3]
        ace = self._ace
        distinct = ~0 if ace == 2 else ~ONES
        cards = first | second | third
        after = [0, 0, 0]
        best: Worths | None = None
        left = first
        while left:
            one = left & -left
            left ^= one
            front, back = FRONT[one], BACKS[one]
            below = cards & front & (one - 1) & distinct
            if below and 1 << below.bit_length() - 1 & first:
                continue
            row = rows(one)
            replies = third & front or third & back or third
            best2: Worths | None = None
            left2 = second & front or second & back or second
            while left2:
                two = left2 & -left2
                left2 ^= two
                below = cards & FRONT[two] & (two - 1) & distinct
                if below and 1 << below.bit_length() - 1 & second:
                    continue
                wins3, wins2 = row[two]
                best3: Worths | None = None
                left3 = replies
                while left3:
                    three = left3 & -left3
                    left3 ^= three
                    below = cards & FRONT[three] & (three - 1) & distinct
                    if below and 1 << below.bit_length() - 1 & third:
                        continue
                    if three & wins3:
                        seat, card = seat3, three
                    elif three & wins2:
                        seat, card = seat2, two
                    else:
                        seat, card = lead, one
                    after[lead], after[seat2], after[seat3] = first ^ one, second ^ two, third ^ three
                    made = ace if card & ONES else 2
                    worths = self._solve(
                        (after[0], after[1], after[2]), seat, points + (made << SHIFT * seat)
                    )
                    if best3 is None or worths[seat3] > best3[seat3]:
                        best3 = worths
                assert best3 is not None
                if best2 is None or best3[seat2] > best2[seat2]:
                    best2 = best3
            assert best2 is not None
            if best is None or best2[lead] > best[lead]:
                best = best2
        assert best is not None
        self._known[key] = best
        return best
