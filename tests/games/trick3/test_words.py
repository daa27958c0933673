"""Cards and hands in words, and the order of hands as people look it up."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.words import Cards, Text
from games.trick3 import TRICK3
from games.trick3.decks import DECKS
from games.trick3.hands import classifier
from games.trick3.words import example, printed
from tests.games.printing import say
from tests.games.trick3.tables import RULES, dealt


def test_cards_are_printed_as_those_of_the_deck() -> None:
    """Five of spades or five of bamboo, as the deck has it; a foreign card as it looks."""
    assert printed("52D1", "5s", "") == Cards(("5s", ""), "standard")
    assert printed("M9D1", "5s") == Cards(("5s",), "mahjong")
    assert printed("M9D1", "Ks") == Cards(("Ks",), "standard")


@pytest.mark.parametrize("name", DECKS)
def test_examples_make_their_hand(name: str) -> None:
    """Every example that the guide shows makes just that hand in that deck, with cards the deck has."""
    for hand in DECKS[name].order:
        shown = example(name, hand)
        assert not Counter(shown) - Counter(DECKS[name].cards), hand
        assert classifier(name).hand(shown) == hand, hand


@pytest.mark.parametrize("name", DECKS)
def test_hands_guide_lists_the_order_of_the_deck(name: str) -> None:
    """Weak to strong, with a definition and three cards for each hand, in both languages."""
    family = DECKS[name].family
    state = dealt(2, family=family, deck=name).state
    guide = TRICK3.presenter.guide(RULES.view(state, None))
    assert len(guide) == len(DECKS[name].order)
    for (text, cards), hand in zip(guide, DECKS[name].order, strict=True):
        assert text.args["hand"] == Text(f"trick3-hand-{hand}")
        assert len(cards) == 3
        assert say(text)
