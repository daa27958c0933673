"""What is learnt from games: what a field waits for, and how likely each seat is to be eliminated."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lost.hands import BIT, DECK, JOKER, is_made, is_one_away, mask_of
from games.lost.strategy.worth import FEATURES, Counts, Worth, networks, outlook, pair_danger
from tests.games.lost.tables import FIELDS, cards

PLAIN = [card for card in DECK if card != JOKER]
MASKS = tuple(mask_of(cards(field)) for field in FIELDS)
ALL = mask_of(DECK)
some_fields = st.lists(st.sampled_from(DECK), min_size=1, max_size=7, unique=True).map(mask_of)


@given(some_fields)
@settings(max_examples=60)
def test_outlook_is_what_the_rules_say(mask: int) -> None:
    """The fatal cards are those that make a hand, the near ones those that leave the field one away."""
    seen = outlook(mask)
    assert seen.is_made == is_made(mask)
    if seen.is_made:
        return
    for card in PLAIN:
        bit = BIT[card]
        if mask & bit:
            continue
        assert bool(seen.fatal & bit) == is_made(mask | bit)
        if not is_one_away(mask):
            assert bool(seen.near & bit) == is_one_away(mask | bit)


def test_pair_danger_counts_pairs() -> None:
    """Any two of some cards, of which none alone makes a hand: the share of pairs that do."""
    mask = mask_of(cards("2s 6s Td"))
    live = [card for card in PLAIN if not mask & BIT[card]]
    pairs = list(combinations(live, 2))
    share = sum(is_made(mask | BIT[one] | BIT[other]) for one, other in pairs) / len(pairs)
    assert pair_danger(outlook(mask), mask_of(live)) == pytest.approx(share, abs=0.002)


def test_networks_fit_what_they_are_asked() -> None:
    """There is one for each number of seats, with a weight for every number that is put in."""
    assert set(networks()) == {3, 4}
    for network in networks().values():
        assert len(network.direct) == FEATURES
        assert {len(weights) for weights in network.hidden} == {FEATURES}
        assert len(network.hidden) == len(network.output)


def table(**changes: object) -> Counts:
    fields = {"masks": MASKS, "sizes": (6, 6, 6), "left": (3, 3, 3), "joker_in": None} | changes
    return Counts(**fields)  # type: ignore[arg-type]


def losses(found: Counts, turn: int = 0) -> list[float]:
    unseen = ALL & ~sum(found.masks)
    return Worth(3, turn, None, unseen, 0).losses(found, 0)


def test_losses_are_probabilities() -> None:
    """Somebody is eliminated; a seat that is out already has lost, and the others have not."""
    assert sum(losses(table())) == pytest.approx(1)
    assert losses(table(sizes=(6, 0, 6))) == [0, 1, 0]
    made = mask_of(cards("2s 6s Ts 8s"))
    assert losses(table(masks=(*MASKS[:2], made))) == [0, 0, 1]


def test_losses_follow_fields_and_hands() -> None:
    """A field that is one away is worse than a harmless one; who runs out of cards first is worse off."""
    safe, near = mask_of(cards("2s 6h Td")), mask_of(cards("2s 6s Ts"))
    assert losses(table(masks=(near, *MASKS[1:])))[0] > losses(table(masks=(safe, *MASKS[1:])))[0] + 0.05
    assert losses(table(sizes=(1, 3, 3)))[0] > losses(table(sizes=(3, 3, 1)))[0] + 0.05


def test_own_hand_counts() -> None:
    """Who holds nothing but what would finish the own field is worse off than who holds harmless cards."""
    near = table(masks=(mask_of(cards("2s 6s Ts")), *MASKS[1:]), sizes=(2, 6, 6))
    unseen = ALL & ~sum(near.masks)
    fatal, safe = mask_of(cards("3s 4s")), mask_of(cards("3h 4d"))
    mine = [Worth(3, 0, 0, unseen & ~hand, hand).losses(near, hand)[0] for hand in (fatal, safe)]
    assert mine[0] > mine[1]
