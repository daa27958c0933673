"""What the moves at a table have brought about, in words: for everybody, and for each seat's own panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from games.core.game import Game
from games.core.match import Match
from games.core.rules import Actor
from games.core.words import Text
from storage.rows import STAND_IN, SeatRow

NEWS_MOVES = 24
"""How many moves back a table can still tell what happened."""

Asides = tuple[Text | None, ...]
"""Something for each seat's own panel."""


class Told(NamedTuple):
    """What a move brought about in words, and whose it was; without an actor what no move tells of."""

    lines: tuple[Text, ...]
    actor: Actor | None = None
    made_by: str | None = None


class Hold(msgspec.Struct, frozen=True):
    """A moment of truth that stands alone.

    Attributes:
        until: when it ends, in milliseconds of elapsed time.
        lasts: how long that is from the move that brought it about, or from the restart.
        gone_on: the seats whose people have seen enough of it.
    """

    until: int
    lasts: int
    gone_on: frozenset[int] = frozenset()


def told_of(game: Game, match: Match, made_by: str | None = None) -> Told:
    """Put the last move of a match into words."""
    view = match.view(None)
    lines = (game.presenter.say(event, view) for event in view.news)
    return Told(tuple(line for line in lines if line is not None), match.moves[-1][0], made_by)


def judged(game: Game, match: Match, seats: Sequence[SeatRow], before: Asides) -> Asides:
    """Tell each person's seat what a moment of truth means for it; without one the last verdicts stay."""
    if game.presenter.moment(match.view(None)) is None:
        return before
    return tuple(game.presenter.verdict(match.view(seat.seat)) if is_person(seat) else None for seat in seats)


def without(texts: Asides, seats: Sequence[int]) -> Asides:
    """Take away what some seats are told."""
    return tuple(None if seat in seats else text for seat, text in enumerate(texts))


def lines_of(news: Sequence[Told]) -> tuple[Text, ...]:
    """List what was told, line by line."""
    return tuple(line for told in news for line in told.lines)


def run_of(news: Sequence[Told], seats: Sequence[SeatRow]) -> Sequence[Told]:
    """List what was told since a person moved last."""
    for number in reversed(range(len(news))):
        actor = news[number].actor
        is_own = news[number].made_by != STAND_IN
        if isinstance(actor, int) and is_person(seats[actor]) and is_own:
            return news[number + 1 :]
    return news


def is_person(seat: SeatRow) -> bool:
    """Tell whether a person plays a seat now."""
    return seat.level is None and not seat.left and seat.user_id is not None
