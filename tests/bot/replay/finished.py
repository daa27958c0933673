"""Finished games, with pages of their replays and reviews."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from bot.replay.replay import EVERYBODY, SPECTATOR, ReplaySpot, replay_page
from bot.tables.state import TableState
from bot.thinking.reviews import Review, ReviewedDecision, decisions
from bot.wire.components import TextDisplay, walk
from bot.wire.messages import Page
from games.core.game import Estimate, Game
from tests.amounts import EXPLORE
from tests.bot.playing import state_after_random_moves, undealt_table

NAMES = ("Hana", "Ken", "さくら", "Zoë")

LOOKED_AT = 10 if EXPLORE else 6
"""Positions and decisions of each game that are examined."""


@cache
def finished_game(game: Game, seed: int = 8) -> TableState:
    """Return a game that was played to its end with random moves."""
    people = NAMES[: min(game.rules.seats[1], len(NAMES))]
    state = state_after_random_moves(undealt_table(game, people).with_deal(), random.Random(seed), 3000)
    assert state.match is not None
    assert state.match.result() is not None
    return state.closed("over", 1_795_000_000_000)


def texts_of(page: Page) -> list[str]:
    """Return the texts of a page, without labels of buttons."""
    return [part.content for part in walk(page.components) if isinstance(part, TextDisplay)]


def replay_pages(state: TableState, language: str) -> Iterator[tuple[str, Page]]:
    """Yield the first, the last and some random positions of a replay."""
    numbers = random.Random(5).sample(range(2, state.seq), LOOKED_AT - 2)
    for number in (1, *numbers, state.seq):
        eyes = EVERYBODY if number % 2 else SPECTATOR
        yield f"{number} {eyes}", replay_page(state, ReplaySpot(number, eyes), language)


def review_of(state: TableState, *, every: bool = False) -> Review:
    """Return a review of the first seat's decisions, in which the played move is always costly.

    Args:
        every: all decisions instead of some random ones.
    """
    assert state.match is not None
    own = decisions(state.match, 0, frozenset())
    count = len(own) if every else min(LOOKED_AT, len(own))
    judged = []
    for decision in random.Random(4).sample(own, count):
        other = random.Random(decision.number).choice([m for m in decision.legal if m != decision.move])
        estimates = (Estimate(other, 0.8, 0.1), Estimate(decision.move, 0.3, 0.4))
        judged.append(
            ReviewedDecision(decision.number, decision.view, decision.public, decision.move, estimates)
        )
    review = Review(judged)
    review.done = len(judged)
    return review
