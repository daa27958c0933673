"""What the computer player reckons with: hands as they may be, and how far a declaration is believed."""

from __future__ import annotations

import random

import pytest

from games.core.cards import STANDARD
from games.netsuzo.hands import best, is_true, tally
from games.netsuzo.moves import BY_NOTATION, LADDER
from games.netsuzo.possible import lowest_true
from games.netsuzo.strategy.belief import doubt, height, honesty
from games.netsuzo.strategy.worlds import World, neighbours, outside
from tests.games.netsuzo.tables import OPEN, accept_lowest, bid, deal, new, play, view_of


def test_neighbours_with_one_card_may_hold_any_unseen_one() -> None:
    """Each of them once, beside the open cards; what I hold or see it cannot hold."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"})
    play(match, "declare pair 5 J")
    worlds = neighbours(view_of(match, 1), 400, random.Random(1))
    assert {world.cards[0] for world in worlds} == {*STANDARD.cards} - {"9h", *OPEN.split()}
    assert len(worlds) == 53 - 5
    assert all(world.cards[1:] == tuple(OPEN.split()) for world in worlds)


def test_neighbours_have_kept_most_of_what_i_passed_on() -> None:
    """Of the four cards that went round the table two declarations ago, one is taken to be discarded."""
    match = new(3)
    deal(match)
    for state in accept_lowest(match):
        if state.stage == "answer" and match.to_act == (0,) and len(state.last_pass[0]) == 4:
            break
    view = view_of(match, 0)
    for world in neighbours(view, 30, random.Random(1)):
        hand = world.cards[:-4]
        assert len({*hand}) == view.sizes[2] == 6
        assert len({*hand} & {*view.last_pass}) == 3
        assert not {*view.hand, *view.open} & {*hand}


def test_outside_nobody_knows_my_hand() -> None:
    """As many cards as I hold, of all but the open ones."""
    match = new(3)
    deal(match, {0: "5s"})
    worlds = outside(view_of(match, 0), 200, random.Random(1))
    assert len({world.cards[0] for world in worlds}) > 40
    assert not {world.cards[0] for world in worlds} & {*OPEN.split()}


@pytest.mark.parametrize(("exact", "is_true"), [(True, False), (False, True)])
def test_worlds_make_what_the_option_honesty_calls_true(exact: bool, is_true: bool) -> None:
    """With a pair of fives a jack high is a lie, or honest when less than one has will do."""
    world = World(["5s", *OPEN.split()])
    assert world.makes(BY_NOTATION["declare high J"], exact) is is_true
    assert world.height == bid("pair 5 J") + 1


def test_height_counts_back_from_the_last_declaration() -> None:
    """Nothing was declared before the first one."""
    match = new(3)
    deal(match)
    play(match, "declare high 7")
    view = view_of(match, 1)
    assert (height(view, 1), height(view, 2)) == (1, 0)


def test_belief_follows_how_many_hands_make_the_declaration() -> None:
    """What lies open is true and doubted by nobody; five aces are not."""
    match = new(3)
    deal(match, {1: "Ks"}, middle="Kd Kh 8c 2s")
    play(match, "declare pair K 8")
    view = view_of(match, 1)
    worlds = neighbours(view, 60, random.Random(1))
    true, able = honesty(view, worlds)
    assert true > 0.9
    assert able > 0.9  # three kings, and a fourth card
    low, high = (BY_NOTATION[f"declare {name}"] for name in ("pair K 8", "five A"))
    assert doubt(low, worlds, exact=False) < 0.1 < 0.9 < doubt(high, worlds, exact=False)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_truths_the_lowest_is_the_first_that_is_true(seed: int, exact: bool) -> None:
    """Of few cards and many, above no declaration and any; none above the best."""
    rng = random.Random(seed)
    for _ in range(40):
        have = tally(rng.sample(STANDARD.cards, rng.choice((5, 5, 6, 7, 8, 10, 14, 20, 40))))
        end = LADDER.start_above(best(have))
        for last in (None, best(have), LADDER.bids[rng.randrange(end)], rng.choice(LADDER.bids)):
            higher = LADDER.bids[LADDER.start_above(last) :]
            first = next((claim for claim in higher if is_true(claim, have, exact=exact)), None)
            assert lowest_true(have, last, exact=exact) == first
