"""Puzzles of Netsuzo Poker: believe or reject, and what to discard or declare."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from msgspec.structs import replace

from games.core.cards import STANDARD, all_but
from games.core.moves import Move
from games.core.rules import replace_at
from games.netsuzo import NETSUZO
from games.netsuzo.hands import BY_NOTATION, Declare, count_cards, makes
from games.netsuzo.possible import requires_exact_hand
from games.netsuzo.rules import NetsuzoState, NetsuzoView
from games.netsuzo.strategy.considered import ChipValues, learnt_model
from games.netsuzo.strategy.estimator import HandSampler, declaration_contexts, weigh_hands
from lab.puzzles.examiner import play_on

HANDS = 800
"""Number of random hands that are considered for a seat that has made a declaration."""
MOST = 300
"""Most legal moves of a decision that is examined."""
PLAYER = ("expert", 0.01)
"""The level that plays on after a move, and its effort."""


class NetsuzoExaminer:
    """Judges decisions of Netsuzo Poker. Each move is played out to the end of the hand."""

    effort = 0.05
    passes = 3

    def fits(self, view: NetsuzoView, legal: Sequence[Move]) -> bool:
        return len(legal) <= MOST

    def worlds(self, state: NetsuzoState, seat: int, rng: random.Random, count: int) -> list[NetsuzoState]:
        # Only a seat that must answer has to guess the hand behind a declaration.
        view = NETSUZO.rules.view(state, seat)
        suspects: list[tuple[str, ...]] = [()]
        weights = [1.0]
        if state.stage == "answer":
            claims = declaration_contexts(view)
            known = view.hand
            if not view.reshuffles:
                known += view.tossed
            sampler = HandSampler(view, rng, learnt_model(), known)
            # The hand that the seat passed on last, after its own last declaration.
            passed: tuple[str, ...] = ()
            own_last = 0
            for at, (caller, _) in enumerate(view.declared):
                if caller == seat:
                    passed = view.last_pass
                    own_last = at
            hands = sampler.sample_hands(claims[:-1], passed, own_last, claims[-1].hand_size, HANDS)
            weighed = weigh_hands(hands, claims[-1], requires_exact_hand(view), learnt_model())
            suspects = [hand.cards for hand in hands]
            weights = weighed.weights
            if sum(weights) <= 0:
                return []
        held = rng.choices(suspects, weights, k=count)
        return [_redealt(state, view, seat, cards, rng) for cards in held]

    def play_out(self, world: NetsuzoState, seat: int, move: Move, rng: random.Random) -> float:
        stakes = ChipValues(NETSUZO.rules.view(world, seat), 60)
        before = world.shown
        after = NETSUZO.rules.step(world, seat, move)
        after = play_on(NETSUZO, after, rng, *PLAYER, lambda state: state.shown is not before)
        assert after.shown is not None
        return stakes.after_rejection(after.shown.caller, after.shown.is_true)[seat]

    def kind(self, move: Move, view: NetsuzoView) -> str:
        if isinstance(move, Declare):
            return f"{move.kind} {'false' if self.is_lie(move, view) else 'true'}"
        return str(move)

    def is_lie(self, move: Move, view: NetsuzoView) -> bool:
        return isinstance(move, Declare) and not makes(move, count_cards(view.hand + view.open))

    def top(self, view: NetsuzoView) -> float:
        return 0.9

    def likeness(self, move: Move, view: NetsuzoView) -> str:
        if view.declared:
            last = BY_NOTATION[view.declared[-1][1]].kind
        else:
            last = "-"
        if isinstance(move, Declare):
            what = move.kind
        else:
            what = str(move).split()[0]
        return f"{what} after {last}, {len(view.hand)} cards, {len(view.declared)} declarations"


def _redealt(
    state: NetsuzoState, view: NetsuzoView, seat: int, held: Sequence[str], rng: random.Random
) -> NetsuzoState:
    # Random cards replace all cards that the seat cannot see. ``held`` becomes the hand of the declaring
    # seat; if it is empty, that hand is random, too.
    tossed = () if view.reshuffles else view.tossed
    gone = set(view.open + view.hand + tossed).union(held)
    pool = list(all_but(STANDARD.cards, gone))
    rng.shuffle(pool)
    cards = iter(pool)
    hands = []
    for at, hand in enumerate(state.hands):
        if at == seat:
            hands.append(hand)
        elif at == state.turn and held:
            hands.append(STANDARD.sort(held))
        else:
            hands.append(STANDARD.sort(islice(cards, len(hand))))
    # The seat's own discards lie among the discards.
    own = [card for card in state.discards if card in tossed]
    others = list(cards)
    others += all_but(tossed, own)
    other_discards = len(state.discards) - len(own)
    # The other seats remember nothing of the cards that they passed on and discarded.
    nothing: tuple[tuple[str, ...], ...] = ((),) * len(hands)
    return replace(
        state,
        hands=tuple(hands),
        pile=tuple(others[other_discards:]),
        discards=tuple(own + others[:other_discards]),
        passed=replace_at(nothing, seat, state.passed[seat]),
        last_pass=replace_at(nothing, seat, state.last_pass[seat]),
        tossed=replace_at(nothing, seat, state.tossed[seat]),
    )
