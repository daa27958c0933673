"""The features by which a learner describes a decision of Lost Poker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from games.core.cards import Card
from games.core.moves import Move
from games.core.poker import SUITS
from games.core.rules import State
from games.core.strategy import TableLayout
from games.lost.hands import BIT, DECK, JOKER, is_made, mask_of
from games.lost.moves import CLAIMS, DOUBT, TRUST, Play, is_true
from games.lost.rules import CardJudged, CardTaken, LostState, LostView
from lab.responders.study import Habit, KeyedMove, without_doubt

WHAT = 2
KIND = 4
SHOWN = 9
SIDE = 3
SEEN = 8
FIELD = 4
LAST = 3
"""Numbers of possible values of features.

``WHAT``: a lie or a truth. ``KIND``: kinds of claims. ``SHOWN``: truths that the claiming player has shown,
minus lies. ``SIDE``: equal, more truths, more lies. ``SEEN``, ``FIELD``: visible cards that fit the claim, on
the whole table and before one player. ``LAST``: no claim of the player was turned up, or the last one was a
lie, or a truth.
"""
JOKER_CLAIM = CLAIMS[-1]


class LostStudy:
    """Describes decisions in Lost Poker for a learner.

    An answer to a claim has value 1 if it is right, otherwise 0. A claim has value 1 if the answer is wrong,
    0.5 if the card is taken out of the game, otherwise 0.
    """

    layout = TableLayout(
        {
            "is_mine": 2,
            "what": WHAT,
            "kind": KIND,
            "claim": len(CLAIMS),
            "balance": SHOWN,
            "parity": 2,
            "seen": SEEN,
            "theirs": FIELD,
            "mine": FIELD,
            "kills_target": 2,
            "kills_player": 2,
            "last": LAST,  # whether the player's last revealed card was played with a true claim
            "side": SIDE,
            "other_side": SIDE,
        },
        (
            "is_mine what kind balance parity",
            "is_mine what kind seen",
            "is_mine what kind theirs kills_target kills_player",
            "is_mine what last side parity",
            "is_mine what claim side",
            "is_mine what theirs mine side other_side",
        ),
    )
    habits: Mapping[str, Habit] = {
        "doubts always": lambda view, legal, plan: DOUBT if DOUBT in legal else plan,
        "never doubts": lambda view, legal, plan: without_doubt(DOUBT, legal, plan),
        "doubts who has shown more truths": lambda view, legal, plan: _by_record(view, legal, plan),
    }

    def options(self, view: LostView, legal: Sequence[Move], plan: Move) -> list[KeyedMove]:
        if plan in (TRUST, DOUBT) and view.play is not None:
            play = view.play
            return [
                (answer, self._keys(view, play.claim, play.seat, play.target, 0, answer == TRUST))
                for answer in (TRUST, DOUBT)
            ]
        # The joker can only be claimed as joker, and discards are left to the plan.
        if not isinstance(plan, Play) or plan.card == JOKER:
            return []
        card = plan.card
        target = plan.target
        seat = view.seat
        assert seat is not None
        return [
            (Play(card, target, claim), self._keys(view, claim, seat, target, 1, is_true(card, claim)))
            for claim in CLAIMS
        ]

    def certain_value(self, state: LostState, move: Move) -> float | None:
        if move not in (TRUST, DOUBT):
            return None
        return float(is_true(state.waiting.card, state.waiting.claim) == (move == TRUST))

    def decided_values(self, before: LostState, after: State) -> Mapping[int, float]:
        for event in after.news:
            if isinstance(event, CardJudged):
                return {event.seat: float(not event.is_right)}
            if isinstance(event, CardTaken):
                return {event.seat: 0.5}
        return {}

    def _keys(
        self, view: LostView, claim: str, player: int, target: int, is_mine: int, says_true: bool
    ) -> tuple[int, ...]:
        # How honest both players have been in this game, as far as cards were turned up.
        true, false = view.told[player]
        other_true, other_false = view.told[target]
        if claim != JOKER_CLAIM:
            kind = int(claim not in SUITS)
        elif view.joker_in == player:
            kind = 3
        else:
            kind = 2
        # How many cards that fit the claim are visible: the fewer are left, the less likely it is true.
        visible = list(chain.from_iterable(view.fields))
        if not is_mine:
            visible += view.hand
        seen = min(SEEN - 1, _count_fitting(visible, claim))
        last = 0
        for event in view.log:
            if isinstance(event, CardJudged) and event.seat == player:
                last = 1 + is_true(event.card, event.claim)
        return self.layout.keys(
            {
                "is_mine": is_mine,
                "what": says_true,
                "kind": kind,
                "claim": CLAIMS.index(claim),
                "balance": min(8, max(0, true - false + 4)),
                "parity": (true + false) % 2,
                "seen": seen,
                "theirs": min(FIELD - 1, _count_fitting(view.fields[target], claim)),
                "mine": min(FIELD - 1, _count_fitting(view.fields[player], claim)),
                "kills_target": _may_be_eliminated(view, claim, target),
                "kills_player": _may_be_eliminated(view, claim, player),
                "last": last,
                "side": _side(true, false),
                "other_side": _side(other_true, other_false),
            }
        )


def _count_fitting(cards: Iterable[Card], claim: str) -> int:
    return sum(map(partial(is_true, claim=claim), cards))


def _side(true: int, false: int) -> int:
    # 1 if more claims were shown to be true than false, 2 if fewer, otherwise 0.
    return (true > false) + 2 * (true < false)


def _may_be_eliminated(view: LostView, claim: str, seat: int) -> int:
    # 1 if a card that fits ``claim`` and is not in the viewer's hand would eliminate the seat, otherwise 0.
    mask = mask_of(view.fields[seat])
    return int(
        any(is_true(card, claim) and is_made(mask | BIT[card]) for card in DECK if card not in view.hand)
    )


def _by_record(view: Any, legal: Sequence[Move], plan: Move) -> Move:
    if plan not in (TRUST, DOUBT) or view.play is None:
        return plan
    true, false = view.told[view.play.seat]
    return plan if true == false else DOUBT if true > false else TRUST
