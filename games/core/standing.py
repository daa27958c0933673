"""How seats stand by points while a game or a match goes on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

from games.core.cards import all_but
from games.core.rules import Result, rank_seats
from games.core.words import Joined, Seat, Seats, Text, text

Unit: TypeAlias = Literal["points", "cards"]
"""What the points of a game are called."""


class GamesSoFar(NamedTuple):
    """The games of a match that are over, and the points of each seat in them."""

    games: int
    points: tuple[float, ...]
    unit: Unit = "points"

    @property
    def result(self) -> Result:
        """The places by these points."""
        return Result(rank_seats(dict(enumerate(self.points))), self.points)

    def standing(self) -> Text:
        """Return a sentence on who leads with how many points."""
        leaders = self.result.ranking[0]
        most = self.points_of(leaders[0])
        return text("so-far", games=self.games, seats=Seats(leaders), count=len(leaders), points=most)

    def points_of(self, seat: int) -> Text:
        """Return the text of a seat's points, with their unit."""
        return text("so-far-points", points=str(self.points[seat]), unit=self.unit)

    def standing_of_all(self) -> Text:
        """Return the sentence on the leaders, and the points of the others."""
        seats = tuple(chain.from_iterable(self.result.ranking[1:]))
        others = [
            text("so-far-seat", seat=Seat(seat), points=_number_text(self.points[seat], self.unit))
            for seat in seats
        ]
        return text("so-far-all", leads=self.standing(), count=len(seats), others=Joined(tuple(others)))


def _number_text(points: float, unit: Unit) -> Text:
    # Some languages have the unit behind each number.
    return text("standing-number", points=str(points), unit=unit)


def standing_text(points: Sequence[float], seat: int, unit: Unit = "points") -> Text:
    """Return a text that compares a seat's points with the highest of the others."""
    others = all_but(range(len(points)), {seat})
    best = max(points[other] for other in others)
    if points[seat] > best:
        kind = "ahead"
    else:
        kind = "behind" if points[seat] < best else "level"
    rivals = [other for other in others if points[other] == best]
    return text(
        "stakes-standing",
        kind=kind,
        seats=Seats(tuple(rivals)),
        count=len(rivals),
        own=_number_text(points[seat], unit),
        best=_number_text(best, unit),
    )
