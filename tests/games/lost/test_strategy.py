"""What the computer player reckons with: what a card may be, and how dangerous a field is."""

from __future__ import annotations

from itertools import product

import pytest

from games.lost.hands import DECK, mask_of
from games.lost.moves import CLAIMS
from games.lost.possible import unseen_cards
from games.lost.strategy import worth
from games.lost.strategy.belief import beliefs, honesty
from games.lost.strategy.danger import Danger, Fields
from games.lost.strategy.truth import STARTS, keys, learnt
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, do, position


def test_belief_follows_what_a_player_has_shown() -> None:
    """Claims of who has only lied are believed less."""
    honest = do(position(HANDS, FIELDS), "play 5h to 1 as h", "trust")
    liar = do(position(HANDS, FIELDS), "play 5h to 1 as s", "doubt")
    assert honesty(RULES.view(honest, 1), 0, 1, "h") > 0.5 > honesty(RULES.view(liar, 1), 0, 1, "h")


def test_belief_weights_sum_to_one() -> None:
    """What a card may be is shared out completely, and by the claim."""
    plain = cards("2s 5h 9c Td")
    for claim in ("s", "5", "K", "joker"):
        true, false = beliefs(plain, claim, 0.5)
        assert sum(true.values()) + sum(false.values()) == pytest.approx(1)
    true, false = beliefs(plain, "s", 0.5)
    assert set(true) == {"2s"}
    assert "2s" not in false
    assert beliefs(plain, "d", 0.0)[0] == {}


def test_belief_counts_only_unseen_cards() -> None:
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


def test_what_was_learnt_fits_the_tables() -> None:
    """Each has an entry for every place."""
    known = learnt()
    assert [len(one.weights) for one in (known.truths, known.doubts, known.takes)] == [
        STARTS[-1],
        2 * STARTS[-1],
        STARTS[-1],
    ]


def test_danger_grows_with_a_field() -> None:
    """A field that is one away is worse than one that is two away, a made one is the end."""
    danger = Danger(mask_of(DECK))
    fields = ["2s 6h Td", "2s 6s Td", "2s 6s Ts", "2s 6s Ts 8s"]
    worth = [danger.of_field(mask_of(cards(field))) for field in fields]
    assert worth == sorted(worth)
    assert len(set(worth)) == 4
    table = Fields(tuple(mask_of(cards(field)) for field in fields[:3]), (5, 5, 5), (3, 3, 3), 0)
    losses = [danger.loss(table, seat) for seat in range(3)]
    assert losses[2] == max(losses)
    assert sum(losses) == pytest.approx(1)


def test_danger_of_an_empty_hand() -> None:
    """Who has no card left has lost, and the others have not."""
    table = Fields(tuple(mask_of(cards(field)) for field in FIELDS), (0, 5, 5), (3, 3, 3), 1)
    danger = Danger(mask_of(DECK))
    assert [danger.loss(table, seat) for seat in range(3)] == [1, 0, 0]
