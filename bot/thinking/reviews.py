"""Reviews: a strong computer player judges a person's decisions, and knows only what the person knew."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from bot.tables.fold import replay_match
from bot.tables.makers import is_made_by
from bot.tables.state import MOST_FEATS, TableState
from bot.thinking.thinkers import Thinkers
from games import Game
from games.core.game import Estimate
from games.core.match import Match
from games.core.moves import Move
from games.core.words import Text

THINKING_SECONDS = 30.0
"""Approximate computing time for one review, when no other work waits."""

DECISION_SECONDS = 1.0
"""Approximate computing time of a strong player for one decision."""

KEPT_ESTIMATES = 5
"""Number of best moves that a review keeps for each decision."""

CACHED_REVIEWS = 64
"""Size of the cache of reviews; the least recently used one is dropped first."""

GOOD, FAIR = 0.02, 0.08
"""Largest loss of a good and of a fair move, as a share of opponents beaten (0 to 1)."""


class ReviewedDecision(msgspec.Struct, frozen=True):
    """A decision of one seat, and how good the possible moves were."""

    number: int  # of moves played before the decision
    view: Any  # of the seat
    public: Any  # a spectator's view
    move: Move
    # What moves are worth, best first, once the decision is judged; empty if the game could not judge it.
    estimates: tuple[Estimate, ...] = ()
    legal: Sequence[Move] = ()  # until the decision is judged

    @property
    def best(self) -> Estimate | None:
        return self.estimates[0] if self.estimates else None

    @property
    def played(self) -> Estimate | None:
        return next((estimate for estimate in self.estimates if estimate.move == self.move), None)

    @property
    def loss(self) -> float:
        """The best move's expected share of opponents beaten (0 to 1), minus that of the played move."""
        if self.best is None or self.played is None:
            return 0.0
        return max(0.0, self.best.expected_share - self.played.expected_share)


def decisions(match: Match, seat: int, skipped: frozenset[int]) -> tuple[ReviewedDecision, ...]:
    """Replay a finished game, and return a seat's decisions in it.

    Args:
        skipped: numbers of moves to leave out.
    """
    now, later = Match(match.rules, match.setup), replay_match(match)
    decided = []
    for number, (actor, move) in enumerate(match.moves):
        # A move without an alternative is no decision.
        if actor == seat and number not in skipped and len(legal := now.legal(seat)) > 1:
            decided.append(ReviewedDecision(number, now.view(seat), now.view(None), move, legal=legal))
        now = next(later).match
    return tuple(decided)


class NamelessFeat(NamedTuple):
    """A feat (remarkable act) in words that refer to players by their seats."""

    seq: int  # number of moves made when the feat was complete
    headline: Text


class Review:
    """A review of one person's decisions, which are judged one after another."""

    def __init__(self, decisions: Sequence[ReviewedDecision], feats: Sequence[NamelessFeat] = ()) -> None:
        self.decisions = list(decisions)
        self.feats = tuple(feats)  # the person's most remarkable acts, without the names of players
        self.done = 0  # number of decisions judged so far
        self.task: asyncio.Task[None] | None = None  # judges the decisions
        # Tasks that update the messages in which the person waits, by message id.
        self.followers: dict[int | None, asyncio.Task[None]] = {}

    @property
    def is_done(self) -> bool:
        return self.done == len(self.decisions)

    @property
    def judged(self) -> list[ReviewedDecision]:
        """The decisions that have been judged so far."""
        return [decision for decision in self.decisions if decision.estimates]

    @property
    def costliest(self) -> list[ReviewedDecision]:
        """The decisions with a loss above ``GOOD``, the worst first."""
        costly = [decision for decision in self.judged if decision.loss > GOOD]
        return sorted(costly, key=lambda decision: -decision.loss)

    @property
    def turning_point(self) -> tuple[ReviewedDecision, ReviewedDecision] | None:
        """The two successive decisions between which the person's estimated chances changed most."""
        return max(pairwise(self.judged), key=lambda pair: abs(worth_difference(*pair)), default=None)

    async def run(self, game: Game, thinkers: Thinkers) -> None:
        """Judge all decisions one after another."""
        # The time for a review is shared among its decisions.
        effort = min(1.0, THINKING_SECONDS / DECISION_SECONDS / max(1, len(self.decisions)))
        for index, decision in enumerate(self.decisions):
            estimates = await thinkers.assess(
                game.id, decision.view, decision.legal, (decision.move,), decision.number, effort
            )
            # The best moves, and the one that was played.
            best_estimates = [
                estimate
                for place, estimate in enumerate(estimates)
                if place < KEPT_ESTIMATES or estimate.move == decision.move
            ]
            self.decisions[index] = msgspec.structs.replace(
                decision, estimates=tuple(best_estimates), legal=()
            )
            self.done = index + 1


def _start_review(state: TableState, seat: int, user_id: int) -> Review:
    assert state.match is not None
    own_moves = [number for number, (actor, _) in enumerate(state.match.moves) if actor == seat]
    others = frozenset(number for number in own_moves if not is_made_by(state, number, user_id))
    decided = decisions(state.match, seat, others)
    # A name may be deleted while the review is cached, so the review keeps none.
    feats = [
        NamelessFeat(tale.feat.last_move + 1, tale.tale.headline)
        for tale in state.feat_stories(seat)
        if tale.is_by_person and tale.players[seat].user_id == user_id
    ]
    return Review(decided, feats[:MOST_FEATS] if decided else ())


def worth_difference(before: ReviewedDecision, after: ReviewedDecision) -> float:
    """Return how much the best move's worth (0 to 1) has risen between two decisions."""
    assert before.best is not None
    assert after.best is not None
    return after.best.expected_share - before.best.expected_share


class Reviews:
    """A cache of reviews, finished or in progress. Each review is made once."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._kept: OrderedDict[tuple[str, int], Review] = OrderedDict()
        self._replaying = asyncio.Lock()
        """Replays run one at a time, since several computing threads would delay the event loop."""

    def cached(self, table_id: str, user_id: int) -> Review | None:
        """Return the cached review of a person's decisions at a table; ``None`` if there is none."""
        review = self._kept.get((table_id, user_id))
        if review is not None:
            self._kept.move_to_end((table_id, user_id))
        return review

    async def find_or_start(self, state: TableState, seat: int, user_id: int) -> Review:
        """Return the review of a person's decisions at a seat; start it if it is not cached."""
        async with self._replaying:
            review = self.cached(state.id, user_id)
            if review is None:
                review = await asyncio.to_thread(_start_review, state, seat, user_id)
                self._kept[state.id, user_id] = review
                judging = review.run(state.game, self._thinkers)
                review.task = asyncio.create_task(judging, name=f"review {state.id}")
                while len(self._kept) > CACHED_REVIEWS:
                    self._discard(self._kept.popitem(last=False)[1])
            return review

    def close(self) -> None:
        """Cancel all reviews in progress and empty the cache."""
        while self._kept:
            self._discard(self._kept.popitem()[1])

    def _discard(self, review: Review) -> None:
        for task in (review.task, *review.followers.values()):
            if task is not None:
                task.cancel()
