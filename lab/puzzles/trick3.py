"""Puzzles of Three Cards Trick Poker: which card to play in a battle, or whether to fold."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from games.core.moves import Move
from games.trick3 import TRICK3
from games.trick3.hands import classifier
from games.trick3.moves import Fold, Play
from games.trick3.playout import Playout
from games.trick3.possible import best_strength_by_card
from games.trick3.rules import Trick3State, Trick3View
from games.trick3.strategy import random_deals, value_in_deal


class Trick3Examiner:
    """Judges decisions of Three Cards Trick Poker. Each move is played out to the end of the battle."""

    effort = 0.06
    passes = 2

    def fits(self, view: Trick3View, legal: Sequence[Move]) -> bool:
        return view.phase == "play" and len(legal) <= 40

    def worlds(
        self, state: Trick3State, seat: int, rng: random.Random, count: int
    ) -> list[tuple[Trick3View, Playout]]:
        view = TRICK3.rules.view(state, seat)
        return [(view, table) for table in islice(random_deals(view, rng), count)]

    def play_out(self, world: tuple[Trick3View, Playout], seat: int, move: Move, rng: random.Random) -> float:
        view, deal = world
        return value_in_deal(view, deal, move)

    def kind(self, move: Move, view: Trick3View) -> str:
        if not isinstance(move, Play):
            return "fold"
        return f"for {best_strength_by_card(view, classifier(view.deck)).get(move.card, 0)}"

    def is_lie(self, move: Move, view: Trick3View) -> bool:
        return False

    def top(self, view: Trick3View) -> float:
        return 0.9

    def likeness(self, move: Move, view: Trick3View) -> str:
        if isinstance(move, Fold):
            what = "fold"
        else:
            what = getattr(move, "card", "")
        rivals = len(view.order) - len(view.folded)
        return f"{what}, round {view.round}, {rivals} in, {len(view.hand)} cards"
