"""Standings of a series, with confidence intervals."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, zip_longest
from operator import itemgetter, mul
from typing import NamedTuple

import msgspec

from games.core.rules import are_partners, group_by_team
from lab.arena.series import SeriesGame

Z = 1.96
"""Half the width of a 95 % interval, in standard errors."""


class IntervalEstimate(msgspec.Struct, frozen=True):
    """A mean from 0 to 1 with the limits of its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


class MeanWithError(NamedTuple):
    """A mean and half the width of its 95 % confidence interval."""

    mean: float
    error: float


class ArenaScore(msgspec.Struct, frozen=True):
    """The results of a player in a series. Players with the same name count together."""

    name: str
    place: float  # mean place; 1 is best; tied seats share the mean of their places
    # share of opponents with other names that the player beats (a tie counts half); None if there are none
    beaten: IntervalEstimate | None
    wins: IntervalEstimate  # share of games that the player wins; a win shared by two seats counts half
    median: float  # seconds per decision, without forced moves
    slow: float  # 95th percentile of the seconds per decision
    worst: float  # seconds of the longest decision


def standings(deals: Iterable[Sequence[SeriesGame]]) -> list[ArenaScore]:
    """Return the score of each player name, the best first.

    Args:
        deals: for each deal, the games played with it.
    """
    # Games of one deal use the same cards, so they are not independent.
    finished: list[list[SeriesGame]] = []
    for deal in deals:
        games = [game for game in deal if game.places]
        if games:
            finished.append(games)
    scores = map(partial(_standing, finished), _player_names(finished))
    return sorted(scores, key=lambda standing: standing.place)


def _player_names(deals: Iterable[Sequence[SeriesGame]]) -> list[str]:
    # Each name once, in the order in which the names appear.
    names: dict[str, None] = {}
    for game in chain.from_iterable(deals):
        names.update(dict.fromkeys(game.names))
    return list(names)


def _standing(deals: Sequence[Sequence[SeriesGame]], name: str) -> ArenaScore:
    beaten: list[float] = []
    wins: list[float] = []
    places: list[float] = []
    seconds: list[float] = []
    # One deal gives one sample: its games differ only in who sits where, so they are not independent.
    for deal in deals:
        duels: list[float] = []
        won: list[float] = []
        for game in deal:
            for seat, mine in enumerate(game.names):
                if mine != name:
                    continue
                seconds += game.seconds[seat]
                place = game.places[seat]
                # Tied sides share the mean of their places, and the win.
                level = [other for other, theirs in enumerate(game.places) if theirs == place]
                tied = len(group_by_team(level, game.teams))
                places.append(place + (tied - 1) / 2)
                won.append((place == 1) / tied)
                duels += _duels(game, seat)
        # One deal gives one value for each mean.
        wins.append(statistics.fmean(won))
        if duels:
            beaten.append(statistics.fmean(duels))
    # A player that only has forced moves has no times.
    seconds = sorted(seconds) or [0.0]
    return ArenaScore(
        name,
        statistics.fmean(places),
        interval_of(beaten) if beaten else None,
        interval_of(wins),
        statistics.median(seconds),
        seconds[int(0.95 * (len(seconds) - 1))],
        seconds[-1],
    )


def _duels(game: SeriesGame, seat: int) -> Iterator[float]:
    # For each opponent 1 if the seat has the better place, 0.5 for an equal place, otherwise 0. Players of
    # the same name do not count as opponents, nor do partners.
    place = game.places[seat]
    for other, theirs in enumerate(game.places):
        if game.names[other] != game.names[seat] and not are_partners(seat, other, game.teams):
            if place == theirs:
                yield 0.5
            else:
                yield float(place < theirs)


def interval_of(values: Sequence[float]) -> IntervalEstimate:
    """Return the mean of some values, with the limits of its 95 % confidence interval.

    Args:
        values: numbers from 0 to 1.
    """
    mean, half = mean_with_error(values)
    return IntervalEstimate(mean, max(0.0, mean - half), min(1.0, mean + half))


def mean_with_error(values: Sequence[float]) -> MeanWithError:
    """Return the mean of some values with its 95 % confidence interval."""
    if len(values) > 1:
        spread = statistics.stdev(values) / math.sqrt(len(values))
    else:
        spread = math.inf
    return MeanWithError(statistics.fmean(values), Z * spread)


class RateColumn(NamedTuple):
    """A column of a table about bluffing: the ratio of two sums of counters.

    Attributes:
        part: the counters of the numerator; from the first one the others are subtracted.
        whole: the counter that divides it.
    """

    title: str
    part: tuple[str, ...]
    whole: str

    def ratio(self, counts: Sequence[Mapping[str, int]]) -> str:
        """Return the ratio in some games as text (see ``ratio_text``)."""
        return ratio_text(list(map(self._part_of, counts)), list(map(itemgetter(self.whole), counts)))

    def _part_of(self, count: Mapping[str, int]) -> int:
        first, *others = self.part
        return count[first] - sum(map(count.__getitem__, others))


def titles_of(columns: Sequence[RateColumn]) -> tuple[str, ...]:
    """Return the titles of columns."""
    return tuple([column.title for column in columns])


def ratios_in(columns: Sequence[RateColumn], counts: Sequence[Mapping[str, int]]) -> tuple[str, ...]:
    """Return the ratio of each column in some games as text."""
    return tuple([column.ratio(counts) for column in columns])


MANNERS = (
    RateColumn("claims that are true", ("claims", "lies"), "claims"),
    RateColumn("lies that go through", ("lies", "lies_caught"), "lies"),
    RateColumn("doubts that are right", ("challenges_right",), "challenges"),
)
"""Columns about bluffing."""


def manners(deals: Sequence[Sequence[SeriesGame]]) -> list[tuple[str, ...]]:
    """Return a table of how often each player bluffs and doubts; empty if there were no claims.

    The first row has the titles of the columns. The last row has the mean number of claims per doubt.
    """
    played = [deal for deal in deals if _sum_facts(deal)["claims"]]
    if not played:
        return []
    rows = [("player",) + titles_of(MANNERS)]
    # Counters are added up for each deal, whose games are not independent.
    for name in _player_names(played):
        counts = list(map(partial(_sum_facts, name=name), played))
        rows.append((name,) + ratios_in(MANNERS, counts))
    pace = RateColumn("claims until a doubt", ("claims",), "challenges")
    rows.append((pace.title, pace.ratio(list(map(_sum_facts, played)))))
    return rows


def _sum_facts(deal: Sequence[SeriesGame], name: str | None = None) -> Counter[str]:
    total: Counter[str] = Counter()
    for game in deal:
        for player_name, facts in zip(game.names, game.facts, strict=True):
            if name in (None, player_name):
                total.update(facts)
    return total


def ratio_text(parts: Sequence[float], wholes: Sequence[float]) -> str:
    """Return the ratio of two sums as text, with its 95 % confidence interval and the second sum."""
    whole = sum(wholes)
    deals = len(parts)
    if not whole:
        return "-"
    # The interval of a ratio of sums, by the errors of its parts (the delta method).
    share = sum(parts) / whole
    if deals == 1:
        return f"{share:.3f} of {whole:.0f}"
    errors = [part - share * whole for part, whole in zip(parts, wholes, strict=True)]
    half = Z * math.sqrt(deals / (deals - 1) * sum(map(mul, errors, errors))) / whole
    return f"{share:.3f} ± {half:.3f} of {whole:.0f}"


def heading(game: str, deals: Sequence[Sequence[SeriesGame]]) -> str:
    """Return the line above the standings: the game and the numbers of seats and games."""
    played = list(chain.from_iterable(deals))
    unfinished = sum(not game.places for game in played)
    more = f", {unfinished} left unfinished" if unfinished else ""
    return f"{game}, {len(played[0].names)} seats, {len(played)} games{more}"


def table(scores: Sequence[ArenaScore]) -> list[str]:
    """Return the standings as aligned lines."""
    rows = [("player", "place", "opponents beaten", "wins", "ms a decision: median, 95 %, worst")]
    for score in scores:
        beaten = "-" if score.beaten is None else str(score.beaten)
        times = f"{1000 * score.median:.1f}, {1000 * score.slow:.1f}, {1000 * score.worst:.1f}"
        rows.append((score.name, f"{score.place:.2f}", beaten, str(score.wins), times))
    return align(rows)


def align(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    # A row may have fewer cells than the others.
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
