"""How seats stand by points while a game or a match goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from games.core.cards import all_but
from games.core.rules import Result, rank_seats
from games.core.words import Arg, Joined, Seat, Seats, Text, text


class GamesSoFar(NamedTuple):
    """The games of a match that are over, and the points of each seat in them."""

    games: int
    points: tuple[float, ...]

    @property
    def result(self) -> Result:
        """The places by these points."""
        return Result(rank_seats(dict(enumerate(self.points))), self.points)

    def standing(self) -> Text:
        """Return a sentence on who leads with how many points."""
        leaders = self.result.ranking[0]
        return text(
            "so-far", games=self.games, seats=Seats(leaders), count=len(leaders), points=str(max(self.points))
        )

    def standing_of_all(self) -> Text:
        """Return the sentence on the leaders, and the points of the others."""
        seats = tuple(chain.from_iterable(self.result.ranking[1:]))
        return text("so-far-all", leads=self.standing(), count=len(seats), others=self._points_of(seats))

    def _points_of(self, seats: Sequence[int]) -> Joined:
        points = [text("so-far-seat", seat=Seat(seat), points=str(self.points[seat])) for seat in seats]
        return Joined(tuple(points))


def standing_text(points: Sequence[float], seat: int, number: Callable[[float], Arg] = str) -> Text:
    """Return a text that compares a seat's points with the highest of the others.

    Args:
        number: prints points.
    """
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
        own=number(points[seat]),
        best=number(best),
    )
