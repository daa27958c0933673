"""Declarations as short menus: kind, ranks, suit (netsuzo.md, Declarations); and the card to discard.

A flush names a suit and five ranks, yet five menus are enough: its suit is chosen with the kind and its last
two ranks together. Where a third rank leaves more than 25 pairs, it is offered in two parts, by the rank
that follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TypeAlias

from games.core.cards import STANDARD, Card
from games.core.menu import BidMenu
from games.core.moves import Move
from games.core.presentation import Choice, Question
from games.core.words import Rank, Suit, Text, text
from games.netsuzo.moves import BY_NOTATION, DISCARDS, LADDER, Declare
from games.netsuzo.words import cards_of

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


Step: TypeAlias = tuple[Text, Choice]
"""A prompt and one of the choices under it."""


def ask_discard(hand: Sequence[Card], chosen: Sequence[str]) -> Question | Move | None:
    """Say what comes next on the way to a discard: the suit first, if the hand is too long for a menu."""
    if len(hand) > MOST:
        suits: dict[str, list[Card]] = {}
        for card in hand:
            suits.setdefault(STANDARD.suit[card] or "joker", []).append(card)
        if not chosen:
            return Question.among(text("netsuzo-choose-group"), {s: _label(c) for s, c in suits.items()})
        suit, *chosen = chosen
        hand = suits.get(suit, ())
    match chosen:
        case [] if hand:
            return Question.among(text("netsuzo-choose-discard"), {card: _label([card]) for card in hand})
        case [card] if card in hand:
            return DISCARDS[card]
    return None


def _label(cards: Sequence[Card]) -> Text:
    return text("netsuzo-card", cards=cards_of(cards))


# --- declarations -------------------------------------------------------------------------------------


@cache
def _rank_step(prompt: str, rank: str) -> Step:
    return text(f"netsuzo-choose-{prompt}"), Choice(rank, text("netsuzo-rank", rank=_rank(rank)))


@cache
def _suit_step(suit: str) -> Step:
    return text("netsuzo-choose-suit"), Choice(suit, text("netsuzo-suit", suit=_suit(suit)))


@cache
def _kind_step(kind: str, suit: str) -> Step:
    prompt = text("netsuzo-choose-kind")
    if kind != "flush":
        return prompt, Choice(kind, text(f"netsuzo-kind-{kind}"))
    return prompt, Choice(f"flush-{suit}", text("netsuzo-kind-flush", suit=_suit(suit)))


@cache
def _third_step(rank: str, following: str) -> Step:
    """Choose the third rank of a flush, alone or with the ranks one of which is to follow."""
    if not following:
        return _rank_step("third", rank)
    high, low = _rank(following[0]), _rank(following[-1])
    label = text("netsuzo-rank-then", rank=_rank(rank), high=high, low=low)
    return text("netsuzo-choose-third"), Choice(rank + following, label)


@cache
def _last_step(ranks: str) -> Step:
    label = text("netsuzo-two-ranks", rank=_rank(ranks[0]), second=_rank(ranks[1]))
    return text("netsuzo-choose-last"), Choice(ranks, label)


def _rank(rank: str) -> Rank:
    return Rank(rank, STANDARD.name)


def _suit(suit: str) -> Suit:
    return Suit(suit, STANDARD.name)


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


_PART_OF = dict(_third_parts())


def _steps(claim: Declare) -> list[Step]:
    """Break a declaration into choices."""
    ranks = claim.ranks
    steps = [_kind_step(claim.kind, claim.suit)]
    if claim.kind == "flush":
        steps += (_rank_step("top", ranks[0]), _rank_step("second", ranks[1]))
        steps += (_third_step(ranks[2], _PART_OF[ranks[:4]]), _last_step(ranks[3:]))
    else:
        steps += map(_rank_step, _PROMPTS[claim.kind], ranks)
        if claim.suit:
            steps.append(_suit_step(claim.suit))
    return steps


CLAIMS = BidMenu(LADDER, _steps)
"""The questions that lead to a declaration."""
