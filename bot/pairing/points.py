"""Results of a tournament's tables, points, and standings.

People have entry numbers from 1, in the order in which they signed up; 0 is a computer player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

UNIT = 5040
"""The number of units in one point. With it, every share of one to nine opponents is a whole number, ties
included.
"""

COMPUTER = 0
"""The number of a computer player."""


class PlayedTable(NamedTuple):
    """A table of a round with its result."""

    seats: tuple[int, ...]  # the number of the player at each seat; the first player acts first
    places: tuple[int, ...] = ()  # the place of each seat; empty if the table has no result
    leavers: frozenset[int] = frozenset()  # people who left the game or were absent for half of it
    teams: tuple[int, ...] = ()  # the team of each seat; empty if everybody plays alone
    # The first round whose pairing ignores the result; 0 if the host has not excluded it.
    excluded_from: int = 0

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(player for player in self.seats if player != COMPUTER)


class PlayedRound(NamedTuple):
    """A round of a tournament."""

    tables: tuple[PlayedTable, ...]
    bye: int | None = None  # the number of the person without a table; None if everybody had a table
    is_final: bool = False


LEAVERS_STAY_LAST = 3
"""The first version of the pairing method in which people who left a table stay last there, even if the
table's result is excluded.
"""


def rounds_before(rounds: Iterable[PlayedRound], number: int, method: int) -> tuple[PlayedRound, ...]:
    """Return the rounds before round ``number``, without results that were excluded by then.

    Args:
        method: the version of the pairing method.
    """
    return tuple(
        played_round._replace(tables=_without_excluded_results(played_round, number, method))
        for played_round in islice(rounds, number - 1)
    )


def _without_excluded_results(played: PlayedRound, number: int, method: int) -> tuple[PlayedTable, ...]:
    tables = list[PlayedTable]()
    for table in played.tables:
        is_excluded = 0 < table.excluded_from <= number
        if is_excluded:
            table = _without_result(table, method)
        tables.append(table)
    return tuple(tables)


def _without_result(table: PlayedTable, method: int) -> PlayedTable:
    # Older rounds were paired as if everybody had stayed, and their records must verify.
    if method >= LEAVERS_STAY_LAST:
        leavers = table.leavers
    else:
        leavers = frozenset[int]()
    return table._replace(places=(), leavers=leavers)


class Standing(NamedTuple):
    """A person's place in a tournament, with points and tie-breaks."""

    player: int
    place: int  # 1 for the best; equal people share a place
    points: int  # UNIT is one point
    opponents_points: int  # the sum of the points of all opponents
    place_counts: tuple[int, ...]  # how often the person came first, second, third and so on


def places_with_leavers_last(table: PlayedTable) -> tuple[int, ...]:
    """Return each seat's place. People who left share the last place.

    Without a result, everybody who stayed shares the first place.
    """
    places = list(table.places) or [1] * len(table.seats)
    last = max(places) + 1
    for seat, player in enumerate(table.seats):
        if player in table.leavers:
            places[seat] = last
    # The place of a seat is one more than the number of better seats.
    ordered = sorted(places)
    return tuple([1 + ordered.index(place) for place in places])


def _seats(table: PlayedTable, places: Sequence[int]) -> Iterable[tuple[int, int]]:
    return zip(table.seats, places, strict=True)


def table_points(table: PlayedTable) -> dict[int, int]:
    """Return each person's points at a table: the share of beaten opponents, times ``UNIT``.

    >>> table_points(PlayedTable((1, 2, 3), (1, 2, 2)))
    {1: 5040, 2: 1260, 3: 1260}
    """
    places = places_with_leavers_last(table)
    teams = table.teams or tuple(range(len(table.seats)))
    by_player = {}
    for seat, player in enumerate(table.seats):
        # Partners are not opponents. People who left get no points.
        others = [other for other, team in enumerate(teams) if team != teams[seat]]
        beaten = [other for other in others if places[other] > places[seat]]
        tied = [other for other in others if places[other] == places[seat]]
        if player == COMPUTER:
            continue
        by_player[player] = 0
        if others and player not in table.leavers:
            # Counted in halves, so that a tie is a whole number.
            halves = 2 * len(beaten) + len(tied)
            by_player[player] = halves * UNIT // (2 * len(others))
    return by_player


def total_points(rounds: Iterable[PlayedRound]) -> Counter[int]:
    """Return each person's points after some rounds. Finals give no points, and a bye gives half a point."""
    points: Counter[int] = Counter()
    for played_round in rounds:
        if played_round.is_final:
            continue
        for table in played_round.tables:
            points.update(table_points(table))
        if played_round.bye is not None:
            points[played_round.bye] += UNIT // 2
    return points


def standings(rounds: Sequence[PlayedRound], people: Iterable[int]) -> tuple[Standing, ...]:
    """Return the standings, best first: by the places in the final, then by points, then by tie-breaks.

    Args:
        people: entry numbers of all people, including those who have left the tournament.
    """
    points = total_points(rounds)
    # Count places, and the points of opponents, over all tables but the final's. Partners are no opponents.
    opponents: Counter[int] = Counter()
    places_of: dict[int, Counter[int]] = {}  # how often each player had each place
    ordinary_rounds = [played_round for played_round in rounds if not played_round.is_final]
    # A computer player counts like a person with half of the possible points.
    points_of_computer = len(ordinary_rounds) * UNIT // 2
    widest = 0
    for table in _tables(ordinary_rounds):
        widest = max(widest, len(table.seats))
        teams = table.teams or tuple(range(len(table.seats)))
        for seat, (player, place) in enumerate(_seats(table, places_with_leavers_last(table))):
            places_of.setdefault(player, Counter())[place] += 1
            for other, team in zip(table.seats, teams, strict=True):
                if team != teams[seat]:
                    opponents[player] += points_of_computer if other == COMPUTER else points[other]
    in_final = places_in_final(rounds)

    def place_counts(player: int) -> tuple[int, ...]:
        counts = places_of.get(player, Counter())
        return tuple([counts[place] for place in range(1, widest + 1)])

    def key(player: int) -> tuple[int, int, int, list[int]]:
        # Values of which higher ones are better are negative, since the lowest key comes first.
        counts = [-count for count in place_counts(player)]
        return in_final.get(player, len(in_final) + 1), -points[player], -opponents[player], counts

    # People with equal keys share a place; their numbers only make the order stable.
    ranked = sorted(dict.fromkeys(people), key=lambda player: (key(player), player))
    keys = [key(player) for player in ranked]
    ranking = list[Standing]()
    for player, own_key in zip(ranked, keys, strict=True):
        place = 1 + keys.index(own_key)
        ranking.append(Standing(player, place, points[player], opponents[player], place_counts(player)))
    return tuple(ranking)


def places_in_final(rounds: Iterable[PlayedRound]) -> dict[int, int]:
    """Return the place of each person who played the final; empty until the final has a result."""
    by_player = {}
    for table in _tables(played_round for played_round in rounds if played_round.is_final):
        if table.places or table.leavers:
            places = dict(_seats(table, places_with_leavers_last(table)))
            places.pop(COMPUTER, None)
            by_player = places
    return by_player


def _tables(rounds: Iterable[PlayedRound]) -> Iterator[PlayedTable]:
    for played_round in rounds:
        yield from played_round.tables


def count_meetings(rounds: Iterable[PlayedRound]) -> Counter[tuple[int, int]]:
    """Return how often each pair of people sat at one table. The smaller number comes first in a pair."""
    met: Counter[tuple[int, int]] = Counter()
    for table in _tables(rounds):
        met.update(combinations(sorted(table.people), 2))
    return met


def count_repeats(tables: Iterable[Collection[int]], met: Counter[tuple[int, int]]) -> int:
    """Return the number of pairs at the same table who have met before.

    Args:
        tables: for each table, the entry numbers of its people; 0 for a computer player.
        met: earlier meetings, as ``count_meetings`` returns them.
    """
    repeats = 0
    for players in tables:
        people = sorted([player for player in players if player != COMPUTER])
        repeats += sum(pair in met for pair in combinations(people, 2))
    return repeats
