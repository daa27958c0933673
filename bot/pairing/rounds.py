"""Computes the pairing of a round from earlier rounds, the players and the tournament's seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.pairing.draw import RandomNumbers
from bot.pairing.groups import METHOD, SeatingCosts, TableSlot, divide
from bot.pairing.points import PlayedRound, count_meetings, standings, total_points
from bot.pairing.seats import SeatBalance, seat_players
from bot.pairing.sizes import TableSize, table_sizes

MOST_ROUNDS = 8
"""Limit of rounds, apart from a final."""

MOST_PEOPLE = 200
"""Limit of people in a tournament."""

MOST_SEATS = 12
"""Limit of seats at a table. Each further seat doubles the work of finding the best order of seats."""

REPEAT, OFTEN, IRREGULAR = 1 << 80, 1 << 64, 1 << 48
"""Three costs of seating people: from the highest to the lowest.

``REPEAT``: two people meet again. ``OFTEN``: is multiplied by the square of the number of their earlier
meetings. ``IRREGULAR``: a person sits at an irregular table again. Differences of points cost less than all
of them. For 200 people, the sum of all lower costs never reaches a higher one.
"""


class PairingPlan(NamedTuple):
    """The facts that are fixed for a whole tournament."""

    id: str
    seed: bytes  # 32 secret bytes, whose hash is published before anybody signs up
    usual_size: int
    allowed_sizes: frozenset[int]  # the numbers of seats that the game allows
    has_computers: bool = False  # computer players may fill up tables
    method: int = METHOD  # the version of the pairing method

    def __repr__(self) -> str:
        sizes = f"usual_size={self.usual_size}, allowed_sizes={set(self.allowed_sizes)}"
        return f"PairingPlan(id={self.id!r}, seed=<secret>, {sizes})"


class Pairing(NamedTuple):
    """The tables of a round, each with its players in the order of their seats."""

    tables: tuple[tuple[int, ...], ...] = ()
    bye: int | None = None  # the person without a table; None if everybody has a table


def proposed_rounds(people: int, usual_size: int) -> int:
    """Return the usual number of rounds for a number of people.

    >>> [proposed_rounds(people, usual_size=4) for people in (4, 12, 24, 100, 200)]
    [2, 3, 4, 5, 5]
    """
    # Before the last round, at most one person can have won every game.
    rounds, reach = 1, 1
    while reach < people:
        rounds, reach = rounds + 1, reach * max(2, usual_size)
    return min(rounds, MOST_ROUNDS)


def pair(plan: PairingPlan, rounds: Sequence[PlayedRound], players: Collection[int]) -> Pairing:
    """Return the pairing of the next round.

    Args:
        rounds: all earlier rounds, as ``points.rounds_before`` returns them.
        players: entry numbers of the people who play.
    """
    # People with equal points are in a random order that follows from the sealed seed.
    draw = RandomNumbers(plan.seed, plan.id, len(rounds) + 1)
    points = total_points(rounds)
    order = sorted(draw.shuffled(sorted(players)), key=lambda player: -points[player])
    # If one person has to sit out, it is the last one who has not yet.
    sat_out = {played_round.bye for played_round in rounds}
    resting = next((player for player in reversed(order) if player not in sat_out), None)
    sizes = table_sizes(
        len(order),
        plan.usual_size,
        plan.allowed_sizes,
        has_computers=plan.has_computers,
        may_sit_out=resting is not None,
    )
    if not sizes:
        return Pairing()
    bye = resting if sum(size.people for size in sizes) < len(order) else None
    seated = [player for player in order if player != bye]
    # Who plays whom, then who sits where.
    groups = divide(_seating_costs(rounds, seated, points), _empty_tables(sizes), draw, plan.method)
    balance = SeatBalance(rounds)
    tables = [
        seat_players(draw.shuffled(seated[number] for number in group), size.computers, balance)
        for group, size in zip(groups, sizes, strict=True)
    ]
    return Pairing(tuple(tables), bye)


def pair_final(plan: PairingPlan, rounds: Sequence[PlayedRound], players: Collection[int]) -> Pairing:
    """Return the pairing of the final: one table of about the usual size with the best players.

    The arguments are those of ``pair``.
    """
    draw = RandomNumbers(plan.seed, plan.id, len(rounds) + 1)
    sizes = [size for size in plan.allowed_sizes if size <= len(players)]
    if not sizes:
        return pair(plan, rounds, players)
    count = min(sizes, key=lambda size: (abs(size - plan.usual_size), size))
    place = {player: number for number, player in enumerate(draw.shuffled(sorted(players)))}
    table = standings(rounds, players)
    best = sorted(table, key=lambda standing: (standing.place, place[standing.player]))[:count]
    return Pairing(
        (seat_players(draw.shuffled(standing.player for standing in best), 0, SeatBalance(rounds)),)
    )


def _empty_tables(sizes: Sequence[TableSize]) -> list[TableSlot]:
    widest = max(size.seats for size in sizes)
    return [TableSlot(size.people, size.seats < widest or size.computers > 0) for size in sizes]


def _seating_costs(
    rounds: Sequence[PlayedRound], seated: Sequence[int], points: Counter[int]
) -> SeatingCosts:
    met = count_meetings(rounds)
    irregular = _irregular_table_counts(rounds)

    def cost(person: int, other: int) -> int:
        times = met[min(person, other), max(person, other)] if person != other else 0
        unlike = (points[person] - points[other]) ** 2
        return (REPEAT + times * times * OFTEN if times else 0) + unlike

    pairs = [[cost(player, other) for other in seated] for player in seated]
    return SeatingCosts(pairs, [irregular[player] * IRREGULAR for player in seated], REPEAT)


def _irregular_table_counts(rounds: Sequence[PlayedRound]) -> Counter[int]:
    counts: Counter[int] = Counter()
    for played_round in rounds:
        tables = [] if played_round.is_final else played_round.tables
        widest = max((len(table.seats) for table in tables), default=0)
        for table in tables:
            if len(table.people) < widest:
                counts.update(table.people)
    return counts
