"""Orders the seats at each table so that, over all rounds, everybody acts first about equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.pairing.points import COMPUTER, PlayedRound

SPAN = 5040
"""The distance between the first and the last seat, the same for tables of any size."""


class SeatBalance:
    """Counts how often each person acted first, and how early or late they sat, in past rounds."""

    def __init__(self, rounds: Iterable[PlayedRound]) -> None:
        self.firsts: Counter[int] = Counter()
        """How often each person acted first."""
        self.lateness: Counter[int] = Counter()
        """For each person the sum of their distances from the middle seat; negative for early ones."""
        for table in (table for played_round in rounds for table in played_round.tables):
            for number, player in enumerate(table.seats):
                self.firsts[player] += number == 0
                self.lateness[player] += _distance_from_middle(number, len(table.seats))

    def cost(self, player: int, seat: int, table_size: int) -> int:
        """Return the cost of giving a person a seat; a lower cost makes the rounds fairer."""
        if player == COMPUTER:
            return 0
        # The balance makes early and late seats equally frequent for a person.
        balance = self.lateness[player] + _distance_from_middle(seat, table_size)
        again = (2 * self.firsts[player] + 1) * SPAN**2 * 100 if seat == 0 else 0
        return again + balance**2


def _distance_from_middle(seat: int, table_size: int) -> int:
    return seat * SPAN // (table_size - 1) - SPAN // 2 if table_size > 1 else 0


def seat_players(people: Sequence[int], computers: int, balance: SeatBalance) -> tuple[int, ...]:
    """Return a table's players in the fairest order of seats.

    Args:
        people: entry numbers of people, in random order.
        computers: the number of computer players to add.
    """
    players = (*people, *(COMPUTER,) * computers)
    count = len(players)
    costs = [[balance.cost(player, at, count) for at in range(count)] for player in players]
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
