"""News: what happened at a table, for the lines below its picture.

Events are stored. Their texts are made when they are shown.
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

Asides = tuple[Text | None, ...]
"""For each seat a note in its panel (private message), or ``None``."""


Say = Callable[[Event, View], Text | None]
"""Function that returns the text of an event, such as ``Presenter.say``."""


class NewsItem(msgspec.Struct, eq=False):
    """The news about one move, or about another event, such as a new host.

    Attributes:
        view: a spectator's view after the move; ``None`` for other events, and once ``words`` is set.
        actor: the seat that moved, or chance; ``None`` for other events.
        made_by: who moved in place of the seat's player (a value of ``MoveRow.made_by``).
        players: the players of all seats at the time of the news; empty if no seat has changed hands.
        texts: the texts of an event that is not a move.
        words: the texts of a move, after they have been made.
    """

    view: View | None = None
    actor: Actor | None = None
    made_by: str | None = None
    players: tuple[SeatRow, ...] = ()
    texts: tuple[Text, ...] = ()
    words: tuple[Text, ...] = ()

    def lines(self, say: Say) -> tuple[Text, ...]:
        """Return the texts of this news. They are made by ``say`` at the first call and then kept."""
        if (view := self.view) is not None:
            texts = (say(event, view) for event in view.news)
            self.words, self.view = tuple([line for line in texts if line is not None]), None
        return self.words or self.texts


def news_after(news: tuple[NewsItem, ...], item: NewsItem) -> tuple[NewsItem, ...]:
    """Return the news with an item added. Only news of the last ``NEWS_MOVES`` moves is kept."""
    moves = [place for place, item in enumerate(news) if item.actor is not None]
    start = moves[1 - NEWS_MOVES] if len(moves) >= NEWS_MOVES else 0
    return (*news[start:], item)


def closing(name: Name, reason: str) -> NewsItem:
    """Return the news that a moderator has closed the table.

    Args:
        name: the moderator's name; empty if the moderator's data was deleted.
        reason: the reason; empty if none was given.
    """
    by = escape(name) or Text("former-player")
    if not reason:
        return NewsItem(texts=(Text("log-closed-for-server", {"name": by}),))
    return NewsItem(texts=(Text("log-closed-because", {"name": by, "reason": quote(reason)}),))


class Truth(NamedTuple):
    """A reveal of hidden cards, and what it meant for each seat.

    Attributes:
        position: the position with the revealed cards.
        moved: seats that have moved since the reveal.
        verdicts: cached texts on what the reveal meant, by seat.
        seq: number of moves made at the reveal.
        until: when panels stop showing the reveal, in monotonic milliseconds; ``None`` if no panel shows it.
        seen: seats whose players have tapped *Next*.
        reactions: the reactions by user id, as indexes into ``FACES``. They are not stored in the database.
    """

    position: State
    moved: frozenset[int]
    verdicts: dict[int, Text | None]
    seq: int
    until: Elapsed | None = None
    seen: frozenset[int] = frozenset()
    reactions: Mapping[int, int] = {}

    def verdict(self, seat: int, judge: Callable[[State], Text | None]) -> Text | None:
        """Return a text on what the reveal meant for a seat; ``None`` after the seat's next move.

        ``judge`` makes the text from the position with the revealed cards.
        """
        if seat in self.moved:
            return None
        if seat not in self.verdicts:
            self.verdicts[seat] = judge(self.position)
        return self.verdicts[seat]


KEPT_TRUTHS = 4
"""Number of latest reveals that are kept."""


def truths_after(truths: tuple[Truth, ...], match: Match, moved: Sequence[int]) -> tuple[Truth, ...]:
    """Return the last reveals of hidden cards after one more move, oldest first.

    Args:
        truths: the reveals before the move.
        match: the match after the move.
        moved: the seats that made the move.
    """
    if not truths and not match.moment_seconds:
        return truths
    known = tuple([truth._replace(moved=truth.moved.union(moved)) for truth in truths])
    if not match.moment_seconds:
        return known
    return (*known, Truth(match.state, frozenset(), {}, len(match.moves)))[-KEPT_TRUTHS:]


class Hold(msgspec.Struct, frozen=True):
    """A pause of the game in which hidden cards are revealed. Times are monotonic milliseconds.

    Attributes:
        until: the end of the pause.
        opens: when the last hidden cards are turned over; ``None`` once they are.
        lasts: the length of the pause in milliseconds; after a restart of the bot, the time left.
        gone_on: seats whose players have tapped *Next*.
        step: number of steps of the reveal that have been shown.
        turns: the times of the next steps, without the last step.
    """

    until: Elapsed
    lasts: int
    opens: Elapsed | None = None
    gone_on: frozenset[int] = frozenset()
    step: int = 0
    turns: tuple[Elapsed, ...] = ()

    @property
    def next_step_at(self) -> Elapsed | None:
        """The time at which the next cards are turned over; ``None`` if there are none."""
        return self.turns[0] if self.turns else self.opens


def before_last_move(news: Sequence[NewsItem]) -> Sequence[NewsItem]:
    """Return the news without the news of the last move, whose cards are not revealed yet."""
    last = max((place for place, item in enumerate(news) if item.actor is not None), default=None)
    return [item for place, item in enumerate(news) if place != last]


def run_of(news: Sequence[NewsItem], seats: Sequence[SeatRow]) -> Sequence[NewsItem]:
    """Return the news since the last move of a person. ``seats`` are the rows of the table's seats."""
    for number in reversed(range(len(news))):
        actor = news[number].actor
        is_own = news[number].made_by != STAND_IN
        if isinstance(actor, int) and is_person(seats[actor]) and is_own:
            return news[number + 1 :]
    return news


def is_person(seat: SeatRow) -> bool:
    """True if a person plays this seat now, even while away."""
    return seat.level is None and not seat.left and seat.user_id is not None
