"""What the computer player reckons with: what a card may be, and what was learnt of claims."""

from __future__ import annotations

from itertools import product

from games.lost.hands import DECK, mask_of
from games.lost.moves import CLAIMS
from games.lost.possible import unseen_cards
from games.lost.strategy import worth
from games.lost.strategy.claims import STARTS, keys
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, position


def test_only_unseen_cards_may_be_played() -> None:
    """Own hand and fields are not among the cards that another seat may have played."""
    view = RULES.view(position(HANDS, FIELDS), 1)
    seen = set(cards(HANDS[1])) | {card for field in FIELDS for card in cards(field)}
    assert set(unseen_cards(view)) == set(DECK) - seen


def test_each_table_is_asked_for_one_entry() -> None:
    """Whatever is claimed, whoever has the joker, and however it stands."""
    for joker_in in (None, 0, 1):
        table = worth.Counts(tuple(mask_of(cards(field)) for field in FIELDS), (5, 1, 9), (3, 0, 1), joker_in)
        for claim, told, odds in product(CLAIMS, ((0, 0), (7, 1), (0, 9)), (0.0, 0.5, 1.0)):
            places = keys(table, claim, 0, 1, told, mask_of(DECK), odds)
            assert len(places) == len(STARTS) - 1
            for place, start, end in zip(places, STARTS, STARTS[1:], strict=False):
                assert start <= place < end
