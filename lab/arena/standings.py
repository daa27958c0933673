"""What a series says of its players, with intervals."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest

import msgspec

from games.core.seats import are_partners, sides
from lab.arena.series import Played

Z = 1.96
"""Half the width of a 95 % interval, in standard errors."""


class Share(msgspec.Struct, frozen=True):
    """A share of 1 with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


class ArenaScore(msgspec.Struct, frozen=True):
    """How one kind of player did.

    Attributes:
        name: which.
        place: mean place, 1 for the best; seats that tie share the mean of theirs, and a team has one place.
        beaten: share of opponents of other kinds that it beat, a tie counting as half; ``None`` without such.
            A partner is no opponent.
        wins: share of its games that it won, shared wins counting in part.
        median, slow: seconds a decision at the median and at the 95th percentile, forced moves not counted.
        worst: seconds of the longest decision.
    """

    name: str
    place: float
    beaten: Share | None
    wins: Share
    median: float
    slow: float
    worst: float


def standings(deals: Iterable[Sequence[Played]]) -> list[ArenaScore]:
    """Sum up; the best first.

    Games of one deal are played with the same cards and are not independent: the intervals are those of the
    means of deals.
    """
    finished = [[game for game in deal if game.places] for deal in deals]
    finished = [deal for deal in finished if deal]
    names = dict.fromkeys(name for deal in finished for game in deal for name in game.names)
    found = [_standing(name, finished) for name in names]
    return sorted(found, key=lambda standing: standing.place)


def _standing(name: str, deals: Sequence[Sequence[Played]]) -> ArenaScore:
    beaten: list[float] = []
    wins: list[float] = []
    places: list[float] = []
    seconds: list[float] = []
    for deal in deals:
        duels: list[float] = []
        won: list[float] = []
        for game in deal:
            for seat, mine in enumerate(game.names):
                if mine != name:
                    continue
                seconds += game.seconds[seat]
                place = game.places[seat]
                level = [other for other, theirs in enumerate(game.places) if theirs == place]
                tied = len(sides(level, game.teams))
                places.append(place + (tied - 1) / 2)
                won.append(1 / tied if place == 1 else 0.0)
                duels += [
                    (1.0 if place < theirs else 0.5 if place == theirs else 0.0)
                    for other, theirs in enumerate(game.places)
                    if game.names[other] != name and not are_partners(seat, other, game.teams)
                ]
        wins.append(statistics.fmean(won))
        if duels:
            beaten.append(statistics.fmean(duels))
    seconds.sort()
    return ArenaScore(
        name,
        statistics.fmean(places),
        share_of(beaten) if beaten else None,
        share_of(wins),
        statistics.median(seconds) if seconds else 0.0,
        seconds[int(0.95 * (len(seconds) - 1))] if seconds else 0.0,
        seconds[-1] if seconds else 0.0,
    )


def share_of(values: Sequence[float]) -> Share:
    """Estimate a mean; with one value nothing is known of its spread."""
    mean, half = mean_of(values)
    return Share(mean, max(0.0, mean - half), min(1.0, mean + half))


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """Give a mean, and half the width of its 95 % interval."""
    spread = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return statistics.fmean(values), Z * spread


MANNERS = (
    ("claims that are true", ("claims", "lies"), "claims"),
    ("lies that go through", ("lies", "lies_caught"), "lies"),
    ("doubts that are right", ("challenges_right",), "challenges"),
)
"""What is told of how somebody lies: a name, what is counted less what is taken away, and among what."""


def manners(deals: Sequence[Sequence[Played]]) -> list[tuple[str, ...]]:
    """Tell how each kind of player lies and doubts, in games in which people lie; and how long rounds last.

    Returns:
        Rows of a table with a head; the last one is of the whole table. None in games without lies.
    """
    played = [deal for deal in deals if any(facts.get("claims") for game in deal for facts in game.facts)]
    if not played:
        return []
    names = dict.fromkeys(name for deal in played for game in deal for name in game.names)
    rows = [("player", *(said for said, _, _ in MANNERS))]
    for name in names:
        counted = [_counted(deal, name) for deal in played]
        shares = []
        for _, (part, *less), of in MANNERS:
            parts = [facts[part] - sum(facts[one] for one in less) for facts in counted]
            shares.append(ratio_told(parts, [facts[of] for facts in counted]))
        rows.append((name, *shares))
    everybody = [_counted(deal) for deal in played]
    doubts, claims = ([facts[key] for facts in everybody] for key in ("challenges", "claims"))
    rows.append(("claims until a doubt", ratio_told(claims, doubts)))
    return rows


def _counted(deal: Sequence[Played], name: str | None = None) -> Counter[str]:
    total: Counter[str] = Counter()
    for game in deal:
        for who, facts in zip(game.names, game.facts, strict=True):
            if name in (None, who):
                total.update(facts)
    return total


def ratio_told(parts: Sequence[float], wholes: Sequence[float]) -> str:
    """Print a share of sums by deal, its 95 % interval by how deals differ, and of how many it is."""
    whole, deals = sum(wholes), len(parts)
    if not whole:
        return "-"
    share = sum(parts) / whole
    if deals == 1:
        return f"{share:.3f} of {whole:.0f}"
    left = [part - share * one for part, one in zip(parts, wholes, strict=True)]
    half = Z * math.sqrt(deals / (deals - 1) * sum(one * one for one in left)) / whole
    return f"{share:.3f} ± {half:.3f} of {whole:.0f}"


def heading(game: str, deals: Sequence[Sequence[Played]]) -> str:
    """Say what was played."""
    played = [one for deal in deals for one in deal]
    unfinished = sum(not one.places for one in played)
    more = f", {unfinished} left unfinished" if unfinished else ""
    return f"{game}, {len(played[0].names)} seats, {len(played)} games{more}"


def table(found: Sequence[ArenaScore]) -> list[str]:
    """Print standings as lines of one width."""
    rows = [("player", "place", "opponents beaten", "wins", "ms a decision: median, 95 %, worst")]
    rows += [
        (
            standing.name,
            f"{standing.place:.2f}",
            "-" if standing.beaten is None else str(standing.beaten),
            str(standing.wins),
            f"{1000 * standing.median:.1f}, {1000 * standing.slow:.1f}, {1000 * standing.worst:.1f}",
        )
        for standing in found
    ]
    return aligned(rows)


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Print rows as lines with columns of one width."""
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
        for row in rows
    ]
