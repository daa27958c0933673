"""Reviews: a strong computer player judges a person's decisions, and knows only what the person knew."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from bot.tables.positions import ClaimTruth, claim_truth, replay_match
from bot.tables.state import MOST_HIGHLIGHTS, TableState, is_made_by
from bot.thinking.thinkers import Thinkers
from games import Game
from games.core.game import Estimate
from games.core.match import Match
from games.core.moves import Move
from games.core.presentation import Presenter
from games.core.rules import View
from games.core.words import Text

THINKING_SECONDS = 30.0
"""Approximate computing time for one review, when no other work waits."""

DECISION_SECONDS = 1.0
"""Approximate computing time of a strong player for one decision."""

KEPT_ESTIMATES = 5
"""Number of best moves that a review keeps for each decision."""

CACHED_REVIEWS = 64
"""Size of the cache of reviews; the least recently used one is dropped first."""

GOOD = 0.02
FAIR = 0.08
"""Largest loss of a good and of a fair move, as a chance from 0 to 1."""


Quality: TypeAlias = Literal["good", "fair", "poor"]
"""How good a move was: as good as a strong player's, nearly so, or worse."""


def percent(share: float) -> int:
    """Return a share from 0 to 1 as a whole number of percent."""
    return round(100 * share)


class Prospects(NamedTuple):
    """What a decision was worth, estimated from what the player knew then.

    Both numbers are chances (``Game.chance``) in whole percent. Pages show them as they are, and
    everything else that is said about a decision follows from them.
    """

    best: int  # with the best move
    played: int  # with the move that was played

    @property
    def loss(self) -> int:
        """What the decision cost, in points of percent."""
        return self.best - self.played

    @property
    def quality(self) -> Quality:
        if self.loss <= percent(GOOD):
            return "good"
        return "fair" if self.loss <= percent(FAIR) else "poor"


class ReviewedDecision(msgspec.Struct, frozen=True):
    """A decision of one seat, and how good the possible moves were."""

    number: int  # of moves played before the decision
    view: Any  # of the seat
    public: Any  # a spectator's view
    move: Move
    # The best moves and the played one, best first, once the decision is judged, with chances
    # (``Game.chance``) in the place of expected shares; empty if the game could not judge it.
    estimates: tuple[Estimate, ...] = ()
    legal: Sequence[Move] = ()  # until the decision is judged
    truth: ClaimTruth | None = None  # about the claim that the decision was about
    hands: tuple[Any, ...] = ()  # the views of all seats, if there is a truth to tell

    @property
    def best(self) -> Estimate | None:
        return self.estimates[0] if self.estimates else None

    @property
    def played(self) -> Estimate | None:
        return next((estimate for estimate in self.estimates if estimate.move == self.move), None)

    @property
    def prospects(self) -> Prospects | None:
        """What the decision was worth; ``None`` if it has not been judged."""
        if self.best is None or self.played is None:
            return None
        best = percent(self.best.expected_share)
        played = percent(self.played.expected_share)
        return Prospects(max(best, played), played)


def decisions(
    match: Match, seat: int, skipped: frozenset[int], presenter: Presenter[Any] | None = None
) -> tuple[ReviewedDecision, ...]:
    """Replay a finished game, and return a seat's decisions in it.

    Args:
        skipped: numbers of moves to leave out.
        presenter: of the game; leave out the second moves of taps, too.
    """
    now = Match(match.rules, match.setup)
    later = replay_match(match)
    decided = []
    before: int | str | None = None
    for number, (actor, move) in enumerate(match.moves):
        is_left_out = number in skipped
        # The log does not say which moves a tap made by itself, so a move that could be one is no decision.
        if presenter is not None and actor == before == seat:
            is_left_out = is_left_out or presenter.second_move(now.view(seat)) == move
        before = actor
        # A move without an alternative is no decision.
        if actor == seat and not is_left_out and len(legal := now.legal(seat)) > 1:
            truth = claim_truth(now, seat, [move])
            decision = ReviewedDecision(
                number, now.view(seat), now.view(None), move, legal=legal, truth=truth
            )
            if truth is not None:
                hands = tuple([now.view(other) for other in range(match.setup.seats)])
                decision = msgspec.structs.replace(decision, hands=hands)
            decided.append(decision)
        position = next(later)
        assert position.match is not None
        now = position.match
    return tuple(decided)


class NamelessHighlight(NamedTuple):
    """A highlight in words that refer to players by their seats."""

    seq: int  # number of moves made when the highlight was complete
    headline: Text


class Review:
    """A review of one person's decisions, which are judged one after another."""

    def __init__(
        self,
        decisions: Sequence[ReviewedDecision],
        highlights: Sequence[NamelessHighlight] = (),
        last: int | None = None,
        winning: NamelessHighlight | None = None,
    ) -> None:
        self.decisions = list(decisions)
        self.last = last  # number of the decision after which the person was out; None if there is none
        self.winning = winning  # the highlight that brought another winner most
        self.highlights = tuple(highlights)  # the person's most highlights, without the names of players
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
        return [decision for decision in self.decisions if decision.prospects is not None]

    @property
    def qualities(self) -> Counter[Quality]:
        """The number of judged decisions of each quality."""
        return Counter([prospects.quality for _, prospects in self._with_prospects])

    @property
    def costliest(self) -> list[ReviewedDecision]:
        """The poor decisions, the worst first."""
        costly = [(decision, known) for decision, known in self._with_prospects if known.quality == "poor"]
        return [decision for decision, _ in sorted(costly, key=lambda pair: -pair[1].loss)]

    @property
    def _with_prospects(self) -> list[tuple[ReviewedDecision, Prospects]]:
        known = [(decision, decision.prospects) for decision in self.decisions]
        return [(decision, prospects) for decision, prospects in known if prospects is not None]

    async def run(self, game: Game, thinkers: Thinkers) -> None:
        """Judge all decisions one after another."""
        # The time for a review is shared among its decisions.
        effort = min(1.0, THINKING_SECONDS / DECISION_SECONDS / max(1, len(self.decisions)))
        for index, decision in enumerate(self.decisions):
            estimates = await thinkers.assess(
                game.id, decision.view, decision.legal, (decision.move,), decision.number, effort
            )
            best_estimates = [
                _with_chance(estimate, game, decision.view)
                for place, estimate in enumerate(estimates)
                if place < KEPT_ESTIMATES or estimate.move == decision.move
            ]
            self.decisions[index] = msgspec.structs.replace(
                decision, estimates=tuple(best_estimates), legal=()
            )
            self.done = index + 1


def _with_chance(estimate: Estimate, game: Game, view: View) -> Estimate:
    chance = game.chance(estimate.expected_share, view.seats, view.options)
    return msgspec.structs.replace(estimate, expected_share=chance)


def _start_review(state: TableState, seat: int, user_id: int) -> Review:
    assert state.match is not None
    own_moves = [number for number, (actor, _) in enumerate(state.match.moves) if actor == seat]
    others = frozenset(number for number in own_moves if not is_made_by(state, number, user_id))
    decided = decisions(state.match, seat, others, state.game.presenter)
    # A name may be deleted while the review is cached, so the review keeps none.
    highlights = [
        NamelessHighlight(tale.highlight.last_move + 1, tale.tale.headline)
        for tale in state.highlight_stories(seat)
        if tale.is_by_person and tale.players[seat].user_id == user_id
    ]
    last = losing_decision(state, seat, decided, others)
    winning = winning_highlight(state, seat)
    return Review(decided, highlights[:MOST_HIGHLIGHTS] if decided else (), last, winning)


def losing_decision(
    state: TableState, seat: int, decided: Sequence[ReviewedDecision], skipped: frozenset[int]
) -> int | None:
    """Return the number of the decision after which a seat was out of the game.

    Args:
        skipped: numbers of the seat's moves that another player made.

    Returns:
        ``None`` if the seat was not eliminated, or after another player's move at it.
    """
    assert state.match is not None
    view = state.match.view(seat)
    is_out = state.game.rules.has_elimination and seat in view.gone
    # In some games a seat leaves with what it has won.
    if not is_out or not decided or state.game.presenter.farewell(view) is not None:
        return None
    last = decided[-1].number
    return None if max(skipped, default=0) > last else last


def winning_highlight(state: TableState, seat: int) -> NamelessHighlight | None:
    """Return what brought the winner most, for the review of a seat that has not won; otherwise ``None``."""
    kind = state.game.presenter.winning_kind
    if not kind or state.view is None or state.view.result is None:
        return None
    winners = state.view.result.ranking[0]
    if seat in winners:
        return None
    for tale in state.highlight_stories(winners[0]):
        if tale.highlight.kind == kind:
            return NamelessHighlight(tale.highlight.last_move + 1, tale.tale.headline)
    return None


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
