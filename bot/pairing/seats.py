"""Orders the seats at each table so that, over all rounds, everybody acts first about equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.pairing.points import COMPUTER, PlayedRound

SPAN = 5040
"""The distance between the first and the last seat, the same for tables of any size."""


class SeatBalance:
    """Records how often each person acted first, and how early or late they sat, in past rounds."""

    def __init__(self, rounds: Iterable[PlayedRound]) -> None:
        self.firsts: Counter[int] = Counter()
        """How often each person acted first."""
        self.lateness: Counter[int] = Counter()
        """For each person the sum of their distances from the middle seat; negative for early ones."""
        for table in (table for played_round in rounds for table in played_round.tables):
            for at, player in enumerate(table.seats):
                self.firsts[player] += at == 0
                self.lateness[player] += _late(at, len(table.seats))

    def cost(self, player: int, at: int, seats: int) -> int:
        """Return the cost of giving a person a seat. A lower cost is fairer.

        ``at`` is the index of the seat, ``seats`` the number of seats at the table.
        """
        if player == COMPUTER:
            return 0
        # The balance makes early and late seats equally frequent for a person.
        balance = self.lateness[player] + _late(at, seats)
        again = (2 * self.firsts[player] + 1) * SPAN**2 * 100 if at == 0 else 0
        return again + balance**2


def _late(at: int, seats: int) -> int:
    return at * SPAN // (seats - 1) - SPAN // 2 if seats > 1 else 0


def seat(people: Sequence[int], computers: int, turns: SeatBalance) -> tuple[int, ...]:
    """Return a table's players in the order of seats with the lowest total of ``SeatBalance.cost``.

    Args:
        people: the numbers of the people, in random order.
        computers: the number of computer players.
        turns: the seats that each person had in past rounds.
    """
    players = (*people, *(COMPUTER,) * computers)
    count = len(players)
    costs = [[turns.cost(player, at, count) for at in range(count)] for player in players]
    # best[set of players]: the lowest cost of their taking the first seats, and who sits last of them
    best: list[tuple[int, int]] = [(0, -1)]
    for taken in range(1, 1 << count):
        at = taken.bit_count() - 1
        remaining, options = taken, []
        while remaining:
            bit = remaining & -remaining
            number = bit.bit_length() - 1
            options.append((best[taken ^ bit][0] + costs[number][at], number))
            remaining ^= bit
        best.append(min(options))
    order, taken = [], (1 << count) - 1
    while taken:
        number = best[taken][1]
        order.append(players[number])
        taken ^= 1 << number
    return tuple(reversed(order))
