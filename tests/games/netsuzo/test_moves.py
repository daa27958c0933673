"""Tests of declarations and their order (netsuzo.md, section "Declarations, low to high")."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from phevaluator import evaluate_cards  # type: ignore[import-untyped]

from games.core.errors import NotationError
from games.core.poker import RANKS
from games.netsuzo import NETSUZO
from games.netsuzo.hands import DECLARATION_ORDER, KINDS, Declare, best, count_cards

RULES = NETSUZO.rules


def test_there_are_6622_declarations() -> None:
    """The number of declarations of each kind equals the number in the rules."""
    counts = Counter(claim.kind for claim in DECLARATION_ORDER.bids)
    assert [counts[kind] for kind in KINDS] == [8, 130, 858, 143, 10, 5108, 156, 156, 40, 13]
    assert len(DECLARATION_ORDER.bids) == len({str(claim) for claim in DECLARATION_ORDER.bids}) == 6622


def test_order_suits_have_no_strength() -> None:
    """The same declaration in another suit is not higher."""
    for kind in ("flush", "sflush"):
        for claim in DECLARATION_ORDER.bids:
            if claim.kind == kind:
                twin = Declare(kind, claim.ranks, "h")
                assert DECLARATION_ORDER.index_above(claim) == DECLARATION_ORDER.index_above(twin)
                assert claim not in DECLARATION_ORDER.bids_above(twin)


def test_order_five_aces_are_highest() -> None:
    assert [str(claim) for claim in DECLARATION_ORDER.bids if DECLARATION_ORDER.is_highest(claim)] == [
        "declare five A"
    ]


def test_order_agrees_with_published_evaluator() -> None:
    """Declarations rise in ``phevaluator``'s order of all hands, and flushes distinguish all five ranks."""
    ranked = {}
    for ranks in combinations_with_replacement(RANKS, 5):
        if max(Counter(ranks).values()) < 5:
            # Four suits in turn, twice around at most: never one suit, never one card twice.
            cards = [rank + "shdc"[at % 4] for at, rank in enumerate(sorted(ranks))]
            ranked[evaluate_cards(*cards)] = cards
    for ranks in combinations(RANKS, 5):
        cards = [rank + "d" for rank in ranks]
        ranked[evaluate_cards(*cards)] = cards
    assert sorted(ranked) == list(range(1, 7463))
    claims = [best(count_cards(ranked[place])) for place in range(7462, 0, -1)]
    heights = [DECLARATION_ORDER.index_above(claim) for claim in claims]
    assert heights == sorted(heights)
    assert len({claim for claim in claims if claim.kind == "flush"}) == 1277


NO_HANDS = (
    "high 6; pair 5 3; pair 2 4; pair 5 5; pair 5; twopair 3 6 A; twopair 6 3 6; trips 7 2; trips 2 3; "
    "straight 4; flush c K Q J T 9; flush c 5 4 3 2 A; flush c 2 3 7 Q K; flush K Q 7 3 2; full 6 6; "
    "quads 5 5; sflush 9 d; five Jk; royal s"
)


@pytest.mark.parametrize("text", NO_HANDS.split("; "))
def test_impossible_declarations_do_not_exist(text: str) -> None:
    """A text with unordered ranks or an impossible kicker is no declaration."""
    with pytest.raises(NotationError, match="declare"):
        RULES.parse(f"declare {text}")
