"""Puzzles of Lost Poker: which card to play, what to claim, and how to answer a claim."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from games.core.cards import STANDARD, all_but
from games.core.moves import Move
from games.core.rules import OVER
from games.lost import LOST_POKER
from games.lost.hands import JOKER, mask_of
from games.lost.moves import Play, is_true
from games.lost.rules import LostState, LostView
from games.lost.strategy.claims import RiskEstimator, cards_in_mask
from games.lost.strategy.elimination import EliminationModel
from lab.puzzles.examiner import play_on, share_beaten_in


class LostExaminer:
    """Judges decisions of Lost Poker.

    Each move is played out until the seat is to act again. Then a neural network estimates the position.
    """

    effort = 1.0
    passes = 2

    def fits(self, view: LostView, legal: Sequence[Move]) -> bool:
        assert view.seat is not None
        return bool(view.fields[view.seat]) and not view.is_placing

    def worlds(self, state: LostState, seat: int, rng: random.Random, count: int) -> list[LostState]:
        view = LOST_POKER.rules.view(state, seat)
        estimator = RiskEstimator(view)
        weights: dict[str, float] = {"": 1.0}
        if view.play is not None:
            weights = estimator.estimate_played_card().card_chances
        waiting = rng.choices(list(weights), list(weights.values()), k=count)
        return [_redealt(state, view, estimator, card, rng) for card in waiting]

    def play_out(self, world: LostState, seat: int, move: Move, rng: random.Random) -> float:
        rules = LOST_POKER.rules
        after = rules.step(world, seat, move)
        after = play_on(LOST_POKER, after, rng, "expert", 1.0, lambda state: _is_own_turn(state, seat))
        if after.to_act == OVER:
            return share_beaten_in(LOST_POKER, after, seat)
        view = rules.view(after, seat)
        now = RiskEstimator(view)
        model = EliminationModel(view.seats, seat, seat, now.unseen_mask, mask_of(view.hand))
        most = view.seats / (2 * (view.seats - 1))  # a survivor beats those out, and ties with the rest
        return float((1 - model.elimination_chances(now.table, now.hand_mask)[seat]) * most)

    def kind(self, move: Move, view: LostView) -> str:
        if isinstance(move, Play):
            return f"play to {move.target} {'true' if is_true(move.card, move.claim) else 'false'}"
        if str(move).startswith("lost "):
            return " ".join(str(move).split()[:2])
        return str(move).split()[0]

    def is_lie(self, move: Move, view: LostView) -> bool:
        return isinstance(move, Play) and not is_true(move.card, move.claim)

    def top(self, view: LostView) -> float:
        return 0.9 * view.seats / (2 * (view.seats - 1))

    def likeness(self, move: Move, view: LostView) -> str:
        if isinstance(move, Play):
            what = f"{move.claim} {'true' if is_true(move.card, move.claim) else 'false'}"
        else:
            assert view.seat is not None
            what = f"{self.kind(move, view)} {view.play.claim if view.play else ''}"
        return f"{what}, {len(view.hand)} cards"


def _is_own_turn(state: LostState, seat: int) -> bool:
    return state.turn == seat and state.play is None and not state.is_placing and seat in state.to_act


def _redealt(
    state: LostState, view: LostView, estimator: RiskEstimator, card: str, rng: random.Random
) -> LostState:
    # Random cards replace all cards that the seat cannot see. ``card`` replaces the played card whose claim
    # has no answer yet; if it is empty, the true card stays.
    me = estimator.me
    # Deal all unseen cards at random, except the one that is taken to have been played.
    pool = list(all_but(cards_in_mask(estimator.unseen_mask), (card,)))
    rng.shuffle(pool)
    if view.joker_in != me and card != JOKER and JOKER not in view.hand:
        holder = view.joker_in
    else:
        holder = None
    hands = []
    for at, hand in enumerate(state.hands):
        if at == me:
            hands.append(hand)
            continue
        given = [JOKER] if at == holder else []
        while len(given) < len(hand):
            given.append(pool.pop())
        hands.append(STANDARD.sort(given))
    # Discards that the seat has not seen are dealt again, too.
    piles = []
    for seen_pile, pile in zip(view.piles, state.piles, strict=True):
        dealt = list(pile)
        for place, seen in enumerate(seen_pile):
            if not seen.card:
                dealt[place] = replace(pile[place], card=pool.pop())
        piles.append(tuple(dealt))
    play = state.play and replace(state.play, card=card or state.play.card)
    return replace(state, hands=tuple(hands), piles=tuple(piles), aside=tuple(pool), play=play)
