"""Declarations as short menus: kind, ranks, suit (netsuzo.md, Declarations).

A flush names a suit and five ranks, yet five menus are enough: its suit is chosen with the kind and its last
two ranks together. Where a third rank leaves more than 25 pairs, it is offered in two parts, by the rank
that follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby

from games.core.cards import STANDARD
from games.core.presentation import Step
from games.core.words import Rank, Suit, text
from games.netsuzo.moves import BY_NOTATION, LADDER, Declare

MOST = 25
"""How many choices a menu holds."""

_PROMPTS = {
    "high": ("top",),
    "pair": ("pair", "kicker"),
    "twopair": ("high-pair", "low-pair", "kicker"),
    "trips": ("three", "kicker"),
    "straight": ("top",),
    "full": ("three", "two"),
    "quads": ("four", "kicker"),
    "sflush": ("top",),
    "five": ("five",),
}


def claim_steps(claim: Declare) -> tuple[Step, ...]:
    """Break a declaration into at most five choices."""
    return _STEPS[claim]


@cache
def _rank_step(prompt: str, rank: str) -> Step:
    return Step(text(f"netsuzo-choose-{prompt}"), rank, text("netsuzo-rank", rank=Rank(rank, STANDARD.name)))


@cache
def _suit_step(suit: str) -> Step:
    return Step(text("netsuzo-choose-suit"), suit, text("netsuzo-suit", suit=Suit(suit, STANDARD.name)))


@cache
def _kind_step(kind: str, suit: str) -> Step:
    prompt = text("netsuzo-choose-kind")
    if kind != "flush":
        return Step(prompt, kind, text(f"netsuzo-kind-{kind}"))
    return Step(prompt, f"flush-{suit}", text("netsuzo-kind-flush", suit=Suit(suit, STANDARD.name)))


@cache
def _third_step(rank: str, following: str) -> Step:
    """Choose the third rank of a flush, alone or with the ranks one of which is to follow."""
    if not following:
        return _rank_step("third", rank)
    label = text(
        "netsuzo-rank-then",
        rank=Rank(rank, STANDARD.name),
        high=Rank(following[0], STANDARD.name),
        low=Rank(following[-1], STANDARD.name),
    )
    return Step(text("netsuzo-choose-third"), rank + following, label)


@cache
def _last_step(ranks: str) -> Step:
    label = text(
        "netsuzo-two-ranks", rank=Rank(ranks[0], STANDARD.name), second=Rank(ranks[1], STANDARD.name)
    )
    return Step(text("netsuzo-choose-last"), ranks, label)


def _third_parts() -> Iterator[tuple[str, str]]:
    """Yield the first four ranks of every flush, and the part of its third rank that they fall into."""
    sets = sorted({bid.ranks for bid in LADDER.bids if bid.kind == "flush"})
    for _, same in groupby(sets, key=lambda ranks: ranks[:3]):
        group = sorted(same, key=lambda ranks: LADDER.index[BY_NOTATION[_flush(ranks)]], reverse=True)
        fourths = list(dict.fromkeys(ranks[3] for ranks in group))
        cut = len(fourths)
        if len(group) > MOST:
            cut = next(n for n in range(cut) if 2 * sum(r[3] in fourths[:n] for r in group) >= len(group))
        for part in (fourths[:cut], fourths[cut:]):
            for fourth in part:
                yield group[0][:3] + fourth, "".join(part) if cut < len(fourths) else ""


def _flush(ranks: str) -> str:
    return " ".join(("declare", "flush", "s", *ranks))


def _all_steps() -> Iterator[tuple[Declare, tuple[Step, ...]]]:
    part_of = dict(_third_parts())
    for claim in LADDER.bids:
        steps = [_kind_step(claim.kind, claim.suit)]
        if claim.kind == "flush":
            ranks = claim.ranks
            steps += (_rank_step("top", ranks[0]), _rank_step("second", ranks[1]))
            steps += (_third_step(ranks[2], part_of[ranks[:4]]), _last_step(ranks[3:]))
        else:
            steps += map(_rank_step, _PROMPTS[claim.kind], claim.ranks)
            if claim.suit:
                steps.append(_suit_step(claim.suit))
        yield claim, tuple(steps)


_STEPS = dict(_all_steps())
