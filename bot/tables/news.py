"""News: what happened at a table, for the lines below its picture.

Items of news keep the events. The text of an event is made when it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bot.clock import Elapsed
from bot.language.names import escape, quote
from games.core.events import Event
from games.core.match import Match
from games.core.rules import Actor, State, View
from games.core.words import Text
from storage.fields import Name
from storage.rows import STAND_IN, SeatRow

NEWS_MOVES = 24
"""Number of latest moves whose news is kept."""

SeatNotes = tuple[Text | None, ...]
"""For each seat a note in its private panel, or ``None``."""


Say = Callable[[Event, View], Text | None]
"""Function that returns the text of an event, such as ``Presenter.say``."""


class NewsItem(msgspec.Struct, eq=False):
    """The news about a move, or about another event, such as a new host."""

    # Of a move:
    view: View | None = None  # a spectator's view after the move; None once ``words`` is set
    actor: Actor | None = None
    made_by: str | None = None  # a value of ``MoveRow.made_by``
    players: tuple[SeatRow, ...] = ()  # of all seats at that time; empty if no seat has changed hands
    # Of another event, and of a move after its texts have been made:
    texts: tuple[Text, ...] = ()
    words: tuple[Text, ...] = ()

    def lines(self, say: Say) -> tuple[Text, ...]:
        """Return the texts of the news. The first call makes the texts with ``say`` and caches them."""
        if (view := self.view) is not None:
            texts = (say(event, view) for event in view.news)
            self.words, self.view = tuple([line for line in texts if line is not None]), None
        return self.words or self.texts


def append_news(news: tuple[NewsItem, ...], item: NewsItem) -> tuple[NewsItem, ...]:
    """Return the news with an item added. Only news of the last ``NEWS_MOVES`` moves is kept."""
    moves = [place for place, item in enumerate(news) if item.actor is not None]
    start = moves[1 - NEWS_MOVES] if len(moves) >= NEWS_MOVES else 0
    return (*news[start:], item)


def closing_news(name: Name, reason: str) -> NewsItem:
    """Return the news that a moderator has closed the table.

    Args:
        name: the moderator's name; empty if their data was deleted.
        reason: may be empty.
    """
    by = escape(name) or Text("former-player")
    if not reason:
        return NewsItem(texts=(Text("log-closed-for-server", {"name": by}),))
    return NewsItem(texts=(Text("log-closed-because", {"name": by, "reason": quote(reason)}),))


class Reveal(NamedTuple):
    """A reveal of hidden cards, and its meaning for each seat."""

    position: State  # with the revealed cards
    moved: frozenset[int]  # seats that have moved since the reveal
    verdicts: dict[int, Text | None]  # cached texts on what the reveal meant, by seat
    seq: int  # the number of moves made at the reveal
    until: Elapsed | None = None  # the time at which panels stop showing the reveal; None if they do not
    seen: frozenset[int] = frozenset()  # seats whose players have tapped *Next*
    reactions: Mapping[int, int] = {}  # indexes into ``FACES`` by user id; not stored in the database

    def verdict(self, seat: int, judge: Callable[[State], Text | None]) -> Text | None:
        """Return a text that tells a seat's player what the reveal meant for the seat.

        Args:
            judge: makes the text from the position with the revealed cards.

        Returns:
            ``None`` if there is no text, and once the seat has moved again.
        """
        if seat in self.moved:
            return None
        if seat not in self.verdicts:
            self.verdicts[seat] = judge(self.position)
        return self.verdicts[seat]


KEPT_REVEALS = 4
"""Number of latest reveals that are kept."""


def reveals_after(
    reveals: tuple[Reveal, ...], match: Match, moved_seats: Sequence[int]
) -> tuple[Reveal, ...]:
    """Return the latest reveals of hidden cards after one more move, oldest first."""
    if not reveals and not match.moment_seconds:
        return reveals
    earlier_reveals = tuple([reveal._replace(moved=reveal.moved.union(moved_seats)) for reveal in reveals])
    if not match.moment_seconds:
        return earlier_reveals
    return (*earlier_reveals, Reveal(match.state, frozenset(), {}, len(match.moves)))[-KEPT_REVEALS:]


class RevealPause(msgspec.Struct, frozen=True):
    """A pause of the game in which hidden cards are revealed. Times are monotonic milliseconds."""

    until: Elapsed
    lasts: int  # the length of the pause in milliseconds; after a restart of the bot, the time left
    opens: Elapsed | None = None  # the time of the last step; None once all cards are turned over
    seats_ready: frozenset[int] = frozenset()  # seats whose players have tapped *Next*
    step: int = 0  # the number of steps that have been shown
    turns: tuple[Elapsed, ...] = ()  # the times of the next steps, without the last step

    @property
    def next_step_at(self) -> Elapsed | None:
        """When the next cards are turned face up; ``None`` if all cards are."""
        return self.turns[0] if self.turns else self.opens


def without_last_move(news: Sequence[NewsItem]) -> Sequence[NewsItem]:
    """Return the news without the news of the last move."""
    last = max((place for place, item in enumerate(news) if item.actor is not None), default=None)
    return [item for place, item in enumerate(news) if place != last]


def since_last_person(news: Sequence[NewsItem], seats: Sequence[SeatRow]) -> Sequence[NewsItem]:
    """Return the news since the last move that a person made."""
    for number in reversed(range(len(news))):
        actor = news[number].actor
        is_own = news[number].made_by != STAND_IN
        if isinstance(actor, int) and is_person(seats[actor]) and is_own:
            return news[number + 1 :]
    return news


def is_person(seat: SeatRow) -> bool:
    """Return whether a seat belongs to a person. The person may be away."""
    return seat.level is None and not seat.has_left and seat.user_id is not None
