"""The judgement of the strongest level: what choices like these turned out to be worth."""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec

from games.bull.strategy.choices import DOUBT, Choice, Round, calls, described, doubt
from games.bull.strategy.odds import Cards
from games.bull.strategy.values import Values, learnt, risk, value

IDEAS = 2
"""How often to ask what comes to mind; calls that are spoken for alike come up by turns."""


class Judgement(msgspec.Struct, frozen=True):
    """What a choice is worth.

    Args:
        choice: the choice.
        safe: how likely who makes it does not lose the round.
        risk: how likely it is doubted at once and false; ``None`` for a doubt.
    """

    choice: Choice
    safe: float
    risk: float | None


def judge(
    table: Round,
    seat: int,
    hand: Cards,
    also: Iterable[int],
    rng: random.Random,
    values: Values | None = None,
) -> list[Judgement]:
    """Judge what comes to mind, and other choices that are asked for, the best first.

    Args:
        table: the round so far.
        seat: who is to act.
        hand: its cards.
        also: calls (or ``DOUBT``) to be judged in any case.
        rng: what comes to mind.
        values: what has been learnt; what comes with the game unless told.
    """
    found = {choice.call: choice for _ in range(IDEAS) for choice in calls(table, seat, hand, rng.random)}
    for call in also:
        if call != DOUBT and call not in found:
            found[call] = described(table, seat, hand, call)
    if table.calls:
        found[DOUBT] = doubt(table, seat, hand)
    values = values or learnt()
    players = len(table.sizes) - list(table.sizes).count(0)
    judged = [
        Judgement(
            choice,
            value(values, players, choice),
            None if call == DOUBT else risk(values, players, choice),
        )
        for call, choice in found.items()
    ]
    return sorted(judged, key=_safety, reverse=True)


def _safety(one: Judgement) -> float:
    return one.safe
