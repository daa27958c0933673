"""Declarations in words (netsuzo.md, Declarations)."""

from __future__ import annotations

import pytest

from games.netsuzo.words import claim_text
from tests.games.printing import say


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
