"""How a seat stands by points while a game goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.core.cards import all_but
from games.core.words import Arg, Seats, Text, text


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
