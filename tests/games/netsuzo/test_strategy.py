"""Tests of the computer player: its estimates of hands and chips, and its choices."""

from __future__ import annotations

import random

import pytest

from games.core.game import Estimate
from games.core.match import Match, ShuffleKey
from games.core.rules import CHANCE
from games.netsuzo import NETSUZO
from games.netsuzo.hands import BY_NOTATION, count_cards, is_true
from games.netsuzo.strategy import TEMPERATURE, draw_move
from games.netsuzo.strategy.considered import (
    KNOTS,
    MOST_GAMES,
    ChipPosition,
    ChipValues,
    DeclarationFacts,
    OpponentModel,
    chip_values,
    exact_values,
    learnt_model,
    naive_model,
    simulated_values,
)
from games.netsuzo.strategy.estimator import HandSampler, declaration_contexts, weigh_hands
from tests.games.effort import calls_of
from tests.games.netsuzo.tables import OPEN, accept_lowest, actor, deal, new, play

MOST_CALLS = 300_000
"""The largest number of function calls of a decision with empty caches."""

every_level = pytest.mark.parametrize("level", ["easy", "normal", "hard"])


def advise(match: Match, level: str, seed: int = 1) -> str:
    seat = actor(match)
    return str(NETSUZO.advise(match.view(seat), match.legal(seat), level, random.Random(seed), 0.01))


# --- chips ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "goal"), [(3, 3), (3, 1), (5, 3)])
def test_expected_shares_of_seats_add_up(seats: int, goal: int) -> None:
    """The expected shares of all seats add up to half the number of seats, for any number of chips."""
    for reds in ((2,) * seats, (1, 2, *(1,) * (seats - 2))):
        assert sum(chip_values(ChipPosition(reds, (0,) * seats, goal, 1))) == pytest.approx(seats / 2)


def test_more_chips_are_worth_more() -> None:
    """More red or blue chips are worth more; an eliminated seat gains nothing."""
    out, less, even, more = [
        chip_values(ChipPosition((red, 2, 2), (blue, 0, 0), 3, red == 0))[0]
        for red, blue in ((0, 0), (1, 0), (2, 0), (2, 1))
    ]
    assert 0 == out < less < even < more


def test_simulated_values_are_near_exact_values() -> None:
    at = ChipPosition((2, 1, 2), (0, 1, 2), 3, 0)
    assert simulated_values(at, MOST_GAMES) == pytest.approx(exact_values(at), abs=0.1)


def test_value_of_last_showdown_agrees_with_ranking() -> None:
    """When a rejection ends the game, each seat's value equals its share by the final ranking."""
    met = 0
    for seed in range(40):
        match = new(3 + seed % 2, 0, blues="1" if seed % 3 else "3", reds="1" if seed % 2 else "2")
        rng, key = random.Random(seed), ShuffleKey.from_text(f"{seed}")
        while not match.is_over:
            before, view = match.state, match.view(None)
            if match.to_act == CHANCE:
                match.play(CHANCE, match.chance_move(key))
            else:
                legal = match.legal(actor(match))
                match.play(actor(match), legal[-1] if before.stage == "answer" else rng.choice(legal))
        result, showdown = match.result(), match.state.shown
        shares = ChipValues(view).after_rejection(showdown.caller, showdown.is_true)
        for seat, red in enumerate(before.reds):
            if red:
                at = next(at for at, group in enumerate(result.ranking) if seat in group)
                tied = len(result.ranking[at]) - 1
                worse = sum(map(len, result.ranking[at + 1 :]))
                assert shares[seat] == pytest.approx((worse + tied / 2) / (match.setup.seats - 1))
                met += 1
    assert met > 60


# --- passing hands on -------------------------------------------------------------------------------


def test_possible_hands_exclude_cards_known_to_be_elsewhere() -> None:
    """A possible hand has no card seen elsewhere and no card twice; a passed card is mostly still held."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h", 2: "Kd"}, pile="As Ac 7h 6h")
    play(match, "declare pair 5 J", "accept", "discard 9h", "declare pair J 8", "accept", "discard Kd")
    play(match, "declare pair J A")
    view = match.view(0)
    sampler = HandSampler(view, random.Random(1), learnt_model(), view.hand)
    hands = sampler.sample_hands(
        declaration_contexts(view)[:-1], view.last_pass, 0, view.sizes[view.turn], 200
    )
    assert len(hands) == 200
    for hand in hands:
        assert len({*hand.cards}) == len(hand.cards) == view.sizes[view.turn] == 3
        assert not {*hand.cards} & {*view.hand, *view.open}
    assert sum("5s" in hand.cards for hand in hands) > 80  # a pair with an open card is seldom discarded


def test_hands_that_fit_declaration_are_likelier() -> None:
    """The weights of all hands add up to one, and hands that fit the declaration get the believed share."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"})
    play(match, "declare pair 5 J")
    view = match.view(1)
    hands = HandSampler(view, random.Random(1), learnt_model(), view.hand).random_hands(1, 60)
    weighed = weigh_hands(hands, declaration_contexts(view)[0], True, learnt_model())
    assert sum(weighed.weights) == pytest.approx(1)
    held = [weight for weight, makes in zip(weighed.weights, weighed.makes_declaration, strict=True) if makes]
    assert sum(held) == pytest.approx(weighed.truth_chance)
    makers = {
        hand.cards[0]
        for hand, makes_declaration in zip(hands, weighed.makes_declaration, strict=True)
        if makes_declaration
    }
    assert makers == {"5s", "5d", "5c", "Jk"}
    assert not {*OPEN.split()} & {hand.cards[0] for hand in hands}


def test_learnt_figures_are_probabilities() -> None:
    """Probabilities of outcomes add up to one; a declarer with more true options is caught less."""
    model = learnt_model()
    assert sum(map(sum, model.endings)) == pytest.approx(1, abs=0.01)
    for size in range(1, 8):
        for able in (*KNOTS, 0.05, 0.62, 0.99):
            assert sum(map(sum, model.ends_after_acceptance(size, able))) == pytest.approx(1, abs=0.01)
        assert model.ends_after_acceptance(size, 1.0)[0][1] < model.ends_after_acceptance(size, 0.1)[0][1]
    seldom, often = [DeclarationFacts(0.2, able, 0.3, 3, 40, "pair") for able in (0.2, 0.9)]
    assert model.truth_chance(seldom) < model.truth_chance(often)


@pytest.mark.parametrize("model", [learnt_model(), naive_model()])
def test_high_declaration_of_few_cards_is_believed_more_than_expected(model: OpponentModel) -> None:
    """A declaration that few hands make is mostly believed, and more than the declaring player expects."""
    for size, kind in ((1, "trips"), (2, "straight"), (3, "straight")):
        evidence = DeclarationFacts(0.05, 0.9, 0.05, size, 900, kind)
        believed, expected = model.truth_chance(evidence), model.model_of_neighbour().truth_chance(evidence)
        assert believed > max(0.5, expected + 0.1)


# --- moves ------------------------------------------------------------------------------------------


@every_level
@pytest.mark.parametrize(
    ("own", "middle", "declared", "answer"),
    [("As", OPEN, "quads A K", "reject"), ("Ks", "Kd Kh 8c 2s", "pair K 8", "accept")],
)
def test_player_rejects_improbable_and_accepts_evident_claims(
    level: str, own: str, middle: str, declared: str, answer: str
) -> None:
    match = new(3)
    deal(match, {1: own}, middle)
    play(match, f"declare {declared}")
    answers = [advise(match, level, seed) for seed in range(10)]
    assert answers.count(answer) >= (10 if answer == "reject" and level != "easy" else 8)


def test_player_prefers_truth_and_never_tells_extreme_lies() -> None:
    """The player rarely lies without need, and never falsely declares four of a kind or more."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ac")
    have = count_cards((*match.view(0).hand, *match.view(0).open))
    declared = [advise(match, "normal", seed) for seed in range(20)]
    assert sum(is_true(BY_NOTATION[claim], have, exact=True) for claim in declared) >= 15
    play(match, "declare trips A K", "accept", "discard 9h")
    lies = [advise(match, "normal", seed) for seed in range(10)]
    assert not any(lie.split()[1] in ("quads", "sflush", "five") for lie in lies)


def test_many_possible_lies_do_not_make_lies_frequent() -> None:
    """With twelve lies as good as the only truth, a player lies in a quarter of the turns.

    Worse lies are rarer, and much worse lies are never chosen.
    """
    truth, *lies = map(BY_NOTATION.__getitem__, [*BY_NOTATION][:13])
    shares = []
    for loss in (0.0, TEMPERATURE, 3 * TEMPERATURE):
        estimates = [Estimate(truth, 0.5, 0.0), *(Estimate(lie, 0.5 - loss, 0.4) for lie in lies)]
        chosen = [draw_move(estimates, random.Random(seed)) for seed in range(400)]
        shares.append(1 - chosen.count(truth) / 400)
    assert shares == pytest.approx([0.26, 0.11, 0.0], abs=0.05)
    assert {draw_move(estimates[1:], random.Random(seed)) for seed in range(200)} == {*lies}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_player_discards_least_useful_card(level: str) -> None:
    """With two kings and a three, the player discards the three."""
    match = new(3)
    deal(match, {0: "Ks", 1: "3h"}, middle="Kd 8c 7h 2s")
    play(match, "declare pair 8 K", "accept")
    assert advise(match, level) == "discard 3h"


@every_level
def test_decision_with_largest_hand_needs_limited_work(level: str) -> None:
    """In the longest hand of ten players, every decision stays below a limit of function calls."""
    match = new(10)
    deal(match)
    most = 0
    for number, state in enumerate(accept_lowest(match)):
        if number % 31 == 0 and state.to_act != CHANCE:
            most = max(most, calls_of(lambda: advise(match, level)))
        if number == 170:
            break
    assert 0 < most < MOST_CALLS
    assert len(match.view(actor(match)).hand) == 49
    assert advise(match, level) in map(str, match.legal(actor(match)))


@pytest.mark.parametrize("seed", range(12))
def test_player_declares_even_if_few_declarations_are_left(seed: int) -> None:
    """With only one or two unbelievable declarations left, the player still declares one of them."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"})
    play(match, f"declare five {'QK'[seed % 2]}", "accept")
    while match.view(1).stage != "declare":
        play(match, str(match.legal(1)[0]))
    view, legal = match.view(1), match.legal(1)
    assert len(legal) == 2 - seed % 2
    assert NETSUZO.advise(view, [*legal, *legal], "hard", random.Random(seed), 0.01) in legal
