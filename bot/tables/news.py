"""What the moves at a table have brought about: kept as the rules tell it; words come when it is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from bot.clock import Elapsed
from bot.language.names import escape
from games.core.events import Event
from games.core.match import Match
from games.core.rules import Actor, State, View
from games.core.words import Text
from storage.rows import STAND_IN, SeatRow

NEWS_MOVES = 24
"""Number of latest moves whose news a table can still tell."""

Asides = tuple[Text | None, ...]
"""Something for each seat's own panel."""


Say = Callable[[Event, View], Text | None]
"""Puts an event into words, as ``Presenter.say``; it never breaks down."""


class Told(msgspec.Struct, eq=False):
    """Something that happened at a table. Of a move the words are made when somebody is first shown them.

    Attributes:
        view: a spectator's view right after a move, until there are words; of what was no move ``None``.
        actor: whose move it was.
        made_by: as in ``MoveRow``.
        players: whom its words mean by each seat; ``()`` for those who sit there.
        said: what happened, where it was no move.
        words: what happened, where it was one, once they are made.
    """

    view: View | None = None
    actor: Actor | None = None
    made_by: str | None = None
    players: tuple[SeatRow, ...] = ()
    said: tuple[Text, ...] = ()
    words: tuple[Text, ...] = ()

    def lines(self, say: Say) -> tuple[Text, ...]:
        """Give it in words, line by line; the view is let go when they are made."""
        if (view := self.view) is not None:
            told = (say(event, view) for event in view.news)
            self.words, self.view = tuple([line for line in told if line is not None]), None
        return self.words or self.said


def news_after(news: tuple[Told, ...], told: Told) -> tuple[Told, ...]:
    """Return the news with those of one more move: of the latest moves, and what was told between them."""
    moves = [place for place, one in enumerate(news) if one.actor is not None]
    start = moves[1 - NEWS_MOVES] if len(moves) >= NEWS_MOVES else 0
    return (*news[start:], told)


def closing(name: str) -> Told:
    """Tell that somebody has closed a table for the server; ``""`` is somebody who is forgotten."""
    return Told(said=(Text("log-closed-for-server", {"name": escape(name) or Text("former-player")}),))


class Truth(NamedTuple):
    """The last moment of truth: what it meant for a seat is told there until the seat's own next move.

    Attributes:
        position: what had come to light.
        moved: the seats that have moved since.
        verdicts: what is known already of what it meant, by seat.
        seq: the number of that position.
        until: whom it concerns may look at it in their panel until then; ``None`` when that is over.
        seen: the seats whose people have seen enough of it.
    """

    position: State
    moved: frozenset[int]
    verdicts: dict[int, Text | None]
    seq: int
    until: Elapsed | None = None
    seen: frozenset[int] = frozenset()

    def verdict(self, seat: int, judge: Callable[[State], Text | None]) -> Text | None:
        """Say what it meant for a seat, once; ``None`` after the seat's own next move."""
        if seat in self.moved:
            return None
        if seat not in self.verdicts:
            self.verdicts[seat] = judge(self.position)
        return self.verdicts[seat]


def truth_after(truth: Truth | None, match: Match, moved: Sequence[int]) -> Truth | None:
    """Give the last moment of truth after one more move, which may be one itself."""
    if match.moment_seconds:
        return Truth(match.state, frozenset(), {}, len(match.moves))
    return None if truth is None else truth._replace(moved=truth.moved.union(moved))


class Hold(msgspec.Struct, frozen=True):
    """A moment of truth that stands alone.

    Attributes:
        until: when it ends.
        opens: until then everybody is left in suspense; ``None`` when it has come to light.
        lasts: how long that is from the move that brought it about, or from the restart.
        gone_on: the seats whose people have seen enough of it.
    """

    until: Elapsed
    lasts: int
    opens: Elapsed | None = None
    gone_on: frozenset[int] = frozenset()


def before_last_move(news: Sequence[Told]) -> Sequence[Told]:
    """Leave out what the last move brought about: nobody is told yet."""
    last = max((place for place, told in enumerate(news) if told.actor is not None), default=None)
    return [told for place, told in enumerate(news) if place != last]


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
