"""Declarations in words (netsuzo.md, Declarations)."""

from __future__ import annotations

import pytest

from games.core.words import Cards, Rank, Suit, text
from games.netsuzo.words import claim_text
from tests.games.printing import say


def test_declarations_name_ranks_suits_and_cards() -> None:
    """As values that every printer prints alike, a flush as its five cards; no notation."""
    assert claim_text("declare pair T J") == text(
        "netsuzo-claim-pair", rank=Rank("T", "standard"), second=Rank("J", "standard")
    )
    assert claim_text("declare sflush d 9") == text(
        "netsuzo-claim-sflush", rank=Rank("9", "standard"), suit=Suit("d", "standard")
    )
    assert claim_text("declare flush c K Q 7 3 2") == text(
        "netsuzo-claim-flush", cards=Cards(("Kc", "Qc", "7c", "3c", "2c"), "standard")
    )


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("pair 5 J", "5のワンペア(キッカーJ)"),
        ("full 6 3", "6が3枚・3が2枚のフルハウス"),
        ("quads 5 Q", "5のフォーカード(キッカーQ)"),
    ],
)
def test_declarations_read_as_the_source_says_them(claim: str, said: str) -> None:
    """In Japanese with the source's own terms."""
    assert say(claim_text(f"declare {claim}"), "ja") == said
