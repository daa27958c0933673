"""Puzzles of Tomoefuda: which card to play in the second half of a game."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from games.core.cards import TOMOE, all_but
from games.core.moves import Move
from games.core.rules import CHANCE, clockwise
from games.tomoe import TOMOE as GAME
from games.tomoe.possible import CARD_OF, possible_deals
from games.tomoe.rules import SEATS, SUIT, Play, TomoeState, TomoeView
from games.tomoe.strategy import SHIFT, MatchEstimator, deal_probabilities
from lab.puzzles.examiner import play_on, share_beaten_in

CARDS = (3, 5)
"""Fewest and most cards in the hand of the seat to act."""
PLAYER = ("normal", 0.02)
"""The level that plays on after a move, and its effort."""


class TomoeExaminer:
    """Judges decisions of Tomoefuda. Each move is played out to the end of the current game."""

    effort = 0.1
    passes = 2

    def fits(self, view: TomoeView, legal: Sequence[Move]) -> bool:
        assert view.seat is not None
        return CARDS[0] <= len(view.open[view.seat]) + len(view.hidden) <= CARDS[1]

    def worlds(self, state: TomoeState, seat: int, rng: random.Random, count: int) -> list[TomoeState]:
        view = GAME.rules.view(state, seat)
        ahead = possible_deals(view)
        positions = []
        for deal in rng.choices(ahead, deal_probabilities(view, ahead), k=count):
            hidden = list(state.hidden)
            for other, cards in zip(clockwise(seat, SEATS), deal, strict=True):
                held = [card for bit, card in CARD_OF.items() if bit & cards]
                hidden[other] = TOMOE.sort(all_but(held, state.open[other]))
            positions.append(replace(state, hidden=tuple(hidden)))
        return positions

    def play_out(self, world: TomoeState, seat: int, move: Move, rng: random.Random) -> float:
        after = GAME.rules.step(world, seat, move)
        after = play_on(GAME, after, rng, *PLAYER, lambda state: state.to_act == CHANCE)
        if after.to_act != CHANCE:
            return share_beaten_in(GAME, after, seat)
        totals = after.totals[seat:] + after.totals[:seat]
        estimator = MatchEstimator(totals, max(0, after.games - after.number))
        return min(1.0, max(0.0, estimator.values(0 << SHIFT)[0]))

    def kind(self, move: Move, view: TomoeView) -> str:
        assert isinstance(move, Play)
        return SUIT[move.card] or move.card

    def is_lie(self, move: Move, view: TomoeView) -> bool:
        return False

    def top(self, view: TomoeView) -> float:
        return 0.9

    def likeness(self, move: Move, view: TomoeView) -> str:
        assert view.seat is not None
        held = len(view.open[view.seat]) + len(view.hidden)
        assert isinstance(move, Play)
        return f"{move.card}, card {len(view.trick) + 1} of a trick, {held} left"
