"""What a strong player would have done: one's own decisions, judged from what one saw then."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from bot.tables.fold import walk
from bot.tables.makers import is_by
from bot.tables.state import MOST_FEATS, TableState, ToldFeat
from bot.thinking.thinkers import Thinkers
from games import Game
from games.core.game import Estimate
from games.core.match import Match
from games.core.moves import Move

THINKING_SECONDS = 30.0
"""What the thinking for one review may take about, when nobody else thinks."""

DECISION_SECONDS = 1.0
"""About what a strong player takes for one decision."""

MOST = 5
"""Number of best moves kept for a decision."""

CACHED_REVIEWS = 64
"""Size of the cache of reviews; the least recently used one goes first."""

GOOD, FAIR = 0.02, 0.08
"""Up to so much of the share of opponents beaten is given away by a good and by a fair move."""


class Decision(msgspec.Struct, frozen=True):
    """A choice that somebody had.

    Attributes:
        number: how many moves had been played before it.
        view: what its seat saw.
        public: what everybody saw.
        move: what was played.
        estimates: what the moves were worth, best first; empty until judged, or if that failed.
        legal: what could have been played; empty once judged.
    """

    number: int
    view: Any
    public: Any
    move: Move
    estimates: tuple[Estimate, ...] = ()
    legal: Sequence[Move] = ()

    @property
    def best(self) -> Estimate | None:
        return self.estimates[0] if self.estimates else None

    @property
    def played(self) -> Estimate | None:
        return next((one for one in self.estimates if one.move == self.move), None)

    @property
    def loss(self) -> float:
        """How much of the share of opponents beaten the move gave away, by the estimate; 0 to 1."""
        if self.best is None or self.played is None:
            return 0.0
        return max(0.0, self.best.worth - self.played.worth)


def decisions(match: Match, seat: int, skipped: frozenset[int]) -> tuple[Decision, ...]:
    """List what a seat had to decide: the moves that had an alternative, but for some that others made.

    The game is over; it takes a while.
    """
    now, later = Match(match.rules, match.setup), walk(match)
    found = []
    for number, (actor, move) in enumerate(match.moves):
        if actor == seat and number not in skipped and len(legal := now.legal(seat)) > 1:
            found.append(Decision(number, now.view(seat), now.view(None), move, legal=legal))
        now = next(later).match
    return tuple(found)


class Review:
    """One person's decisions, judged one after another.

    Attributes:
        decisions: all of them, in the order of play; those that come later are judged later.
        feats: the person's greatest feats.
        done: how many of them have been looked at.
        task: looks at them.
        followers: keep the messages of those who wait for it up to date, by person.
    """

    def __init__(self, found: Sequence[Decision], feats: Sequence[ToldFeat] = ()) -> None:
        self.decisions = list(found)
        self.feats = tuple(feats)
        self.done = 0
        self.task: asyncio.Task[None] | None = None
        self.followers: dict[int, asyncio.Task[None]] = {}

    @property
    def is_done(self) -> bool:
        return self.done == len(self.decisions)

    @property
    def judged(self) -> list[Decision]:
        """The decisions of which something is known."""
        return [decision for decision in self.decisions if decision.estimates]

    @property
    def costliest(self) -> list[Decision]:
        """The decisions that gave something away, the worst first."""
        costly = [decision for decision in self.judged if decision.loss > GOOD]
        return sorted(costly, key=lambda decision: -decision.loss)

    @property
    def turn(self) -> tuple[Decision, Decision] | None:
        """The two decisions in a row between which the outlook changed most."""
        return max(pairwise(self.judged), key=lambda pair: abs(change(*pair)), default=None)

    async def run(self, game: Game, thinkers: Thinkers) -> None:
        """Judge them all; takes about ``THINKING_SECONDS`` at most, but for others who think."""
        effort = min(1.0, THINKING_SECONDS / DECISION_SECONDS / max(1, len(self.decisions)))
        for index, decision in enumerate(self.decisions):
            estimates = await thinkers.assess(
                game.id, decision.view, decision.legal, (decision.move,), decision.number, effort
            )
            kept = [one for place, one in enumerate(estimates) if place < MOST or one.move == decision.move]
            self.decisions[index] = msgspec.structs.replace(decision, estimates=tuple(kept), legal=())
            self.done = index + 1


def _looked_back(state: TableState, seat: int, user_id: int) -> Review:
    """Replay a game for a review of a person's decisions at a seat, of which none is judged yet."""
    assert state.match is not None
    made = [number for number, (actor, _) in enumerate(state.match.moves) if actor == seat]
    others = frozenset(number for number in made if not is_by(state, number, user_id))
    found = decisions(state.match, seat, others)
    feats = [one for one in state.tales(seat) if one.is_persons and one.players[seat].user_id == user_id]
    return Review(found, feats[:MOST_FEATS] if found else ())


def change(before: Decision, after: Decision) -> float:
    """Tell how much better the outlook was at the second of two decisions."""
    assert before.best is not None
    assert after.best is not None
    return after.best.worth - before.best.worth


class Reviews:
    """Reviews that are being made, or were asked for lately; they are made once."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._kept: OrderedDict[tuple[str, int], Review] = OrderedDict()
        self._looking_back = asyncio.Lock()
        """One at a time: threads that compute hold the loop up, too, where there are many."""

    def known(self, table_id: str, user_id: int) -> Review | None:
        """Find the review of a person's decisions if it is being made, or was."""
        review = self._kept.get((table_id, user_id))
        if review is not None:
            self._kept.move_to_end((table_id, user_id))
        return review

    async def of(self, state: TableState, seat: int, user_id: int) -> Review:
        """Find the review of a person's decisions at a seat, or begin it."""
        async with self._looking_back:
            review = self.known(state.id, user_id)
            if review is None:
                review = await asyncio.to_thread(_looked_back, state, seat, user_id)
                self._kept[state.id, user_id] = review
                judging = review.run(state.game, self._thinkers)
                review.task = asyncio.create_task(judging, name=f"review {state.id}")
                while len(self._kept) > CACHED_REVIEWS:
                    self._discard(self._kept.popitem(last=False)[1])
            return review

    def close(self) -> None:
        """Leave what is being made where it is."""
        while self._kept:
            self._discard(self._kept.popitem()[1])

    def _discard(self, review: Review) -> None:
        for task in (review.task, *review.followers.values()):
            if task is not None:
                task.cancel()
