"""Tests of calls and their order (bull.md, section "Calls")."""

from __future__ import annotations

import pytest

from games.bull.hands import CALL_ORDERS
from games.bull.rules import parse_words
from games.core.errors import NotationError
from games.core.poker import RANKS

KINDS = [
    *("single", "pair", "twopair", "trips", "straight", "flush", "full", "quads", "sflush"),
    *("five", "six", "seven", "eight"),
]
"""All kinds from low to high."""


@pytest.mark.parametrize(
    ("wild", "counts"),
    [
        (False, [13, 13, 78, 13, 0, 0, 156, 13, 40, 0, 0, 0, 0]),
        (True, [13, 13, 78, 13, 10, 36, 156, 13, 40, 12, 12, 12, 12]),
    ],
)
def test_ladder_has_326_calls_or_420_with_wild_twos(wild: bool, counts: list[int]) -> None:
    """Every call occurs once, and each kind has as many calls as the rules say."""
    bids = CALL_ORDERS[wild].bids
    assert len(bids) == len({*bids}) == sum(counts) == (420 if wild else 326)
    assert [sum(bid.kind == kind for bid in bids) for kind in KINDS] == counts


@pytest.mark.parametrize("wild", [False, True])
def test_calls_are_ordered_by_kind_then_by_ranks(wild: bool) -> None:
    """Two pairs are ordered by the higher pair, full houses by the three of a kind; suits have no order."""
    ladder = CALL_ORDERS[wild]
    height = {bid: (KINDS.index(bid.kind), [*map(RANKS.index, bid.ranks)]) for bid in ladder.bids}
    for bid in ladder.bids:
        assert [*ladder.bids_above(bid)] == [other for other in ladder.bids if height[other] > height[bid]]


@pytest.mark.parametrize(
    "text",
    [
        *("", "call", "call pair", "call pair 10", "call pair K K", "pair K", "call single Jk"),
        *("call five 2", "call flush A", "call sflush A s", "call sflush x A", "call full 3 3"),
        *("challenge him", "call pair ♠"),
        *("call twopair 3 J", "call twopair J J"),  # the higher rank comes first
        *("call straight 4", "call straight 2", "call sflush s 4", "call flush s 5"),  # no such run
    ],
)
def test_invalid_notation_is_refused(text: str) -> None:
    """Unknown words, a wrong number of ranks, and suits in place of ranks are refused."""
    with pytest.raises(NotationError):
        parse_words(text.lower().split())
