"""Puzzles of Porker Bull: call or challenge, in one round."""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import mul

from msgspec.structs import replace

from games.bull import BULL
from games.bull.hands import CALL_ORDERS, Call
from games.bull.possible import PLANS, CardSet
from games.bull.rules import BullState, BullView
from games.bull.strategy import SPREADS, round_and_hand
from games.bull.strategy.choices import Round, held_and_missing, judge_choices, share_by_loser
from games.core.cards import STANDARD, all_but
from games.core.moves import Move
from games.core.poker import natural_cards
from games.core.rules import deal_blocks
from lab.learning.learner import choice_weights
from lab.puzzles.examiner import play_on

DEALS = 200
MOST_DEALS = 2000
"""Number of random deals that are drawn at a time, and the most deals for one decision."""
FLOOR = 0.02
"""Share of calls that follow no plan."""


class BullExaminer:
    """Judges decisions of Porker Bull. Each move is played out to the end of the round."""

    effort = 1.0
    passes = 3

    def fits(self, view: BullView, legal: Sequence[Move]) -> bool:
        return len(view.hand) + bool(view.calls) > 2 and sum(view.sizes) < 20

    def worlds(self, state: BullState, seat: int, rng: random.Random, count: int) -> list[BullState]:
        # Deal the unseen cards at random, and weigh each deal by the calls of the round.
        pool = natural_cards(all_but(STANDARD.cards, state.hands[seat]))
        sizes = list(map(len, state.hands[:seat] + state.hands[seat + 1 :]))
        worlds: list[BullState] = []
        weights: list[float] = []
        table, _ = round_and_hand(BULL.rules.view(state, seat))
        # Deal until the weighted deals are worth ``count`` equal ones. Unlikely deals hardly count.
        while len(worlds) < MOST_DEALS and _effective_sample_size(weights) < count:
            for _ in range(DEALS):
                rng.shuffle(pool)
                dealt = list(map(STANDARD.sort, deal_blocks(tuple(pool), 0, sizes)))
                dealt.insert(seat, state.hands[seat])
                hands = tuple(dealt)
                worlds.append(replace(state, hands=hands))
                weights.append(_likelihood(table, hands, seat, rng))
        # A deal that is drawn twice tells nothing new.
        return rng.choices(worlds, weights, k=min(count, int(_effective_sample_size(weights))))

    def play_out(self, world: BullState, seat: int, move: Move, rng: random.Random) -> float:
        stakes = share_by_loser(BULL.rules.view(world, seat))
        before = world.shown
        after = BULL.rules.step(world, seat, move)
        after = play_on(BULL, after, rng, "expert", 1.0, lambda state: state.shown is not before)
        assert after.shown is not None
        return float(stakes[after.shown.loser])

    def kind(self, move: Move, view: BullView) -> str:
        if isinstance(move, Call):
            return f"{move.kind} {_is_held(move, view)}"
        return str(move)

    def is_lie(self, move: Move, view: BullView) -> bool:
        """True if the seat holds no card that the call names."""
        return isinstance(move, Call) and not _held(move, view)[0]

    def top(self, view: BullView) -> float:
        return 0.9

    def likeness(self, move: Move, view: BullView) -> str:
        last = view.calls[-1][1].split()[1] if view.calls else "-"
        what = f"{move.kind}" if isinstance(move, Call) else "challenge"
        return f"{what} after {last}, {len(view.hand)} cards"


def _effective_sample_size(weights: Sequence[float]) -> float:
    squares = sum(map(mul, weights, weights), 0.0)
    if not squares:
        return 0.0
    return sum(weights) ** 2 / squares


def _held(call: Call, view: BullView) -> tuple[int, int]:
    is_wild = view.options["wild"] == "twos"
    return held_and_missing(PLANS[is_wild][CALL_ORDERS[is_wild].index[call]], CardSet(view.hand), is_wild)


def _is_held(call: Call, view: BullView) -> str:
    have, lack = _held(call, view)
    if not lack:
        return "held"
    return "partly" if have else "bluffed"


def _likelihood(table: Round, hands: Sequence[Sequence[str]], viewer: int, rng: random.Random) -> float:
    # The probability that ``expert`` players with these hands make the round's calls, except those of the
    # seat ``viewer``.
    weight = 1.0
    so_far = Round(table.sizes, table.wild)
    for seat, call in table.calls:
        if seat != viewer:
            estimates = judge_choices(so_far, seat, CardSet(hands[seat]), [call], rng, "expert")
            calls = [judged.choice.call for judged in estimates]
            shares = choice_weights([judged.safe for judged in estimates], SPREADS["expert"])
            weight *= FLOOR + shares[calls.index(call)] / sum(shares)
        so_far.add(seat, call)
    return weight
