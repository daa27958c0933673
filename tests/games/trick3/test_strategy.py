"""Tests of the computer player: its knowledge, its playouts, and its choices."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core.game import Estimate
from games.core.moves import Move
from games.trick3.hands import classifier
from games.trick3.moves import Fold
from games.trick3.playout import NOBODY, Playout
from games.trick3.possible import max_rival_strength, unseen_cards
from games.trick3.rules import Trick3State
from games.trick3.strategy import (
    DEALS_TRIED,
    advise,
    cheapest_fold,
    choose,
    estimate_moves,
    expected_win_share,
    quick_move,
    random_deals,
    weaker_probabilities,
    win_probabilities,
)
from tests.games.trick3.tables import RULES, THREE, at, cards, random_states, third

FAMILIES = ("trump", "mahjong", "tesca")
WINNING = at("7s Qd | 4h | 3d Kc | 5s 6s", "2h 9c | 4d | 3h | 6d 6h 2c", round_=3, way="down", lead=1)
HOPELESS = at("Qd 8s | 4h | 3d Kc 2c | 5s 9h", "2h 9c | 4d | 3h | 6s 6h 6d", round_=3, way="down", lead=1)
"""A position before a battle's last card against a better open hand."""


def full_table(state: Trick3State) -> Playout:
    """Return a playout of a battle's position with all cards known."""
    table = Playout(RULES.view(state, state.to_act[0]))
    table.hidden = [side.hidden for side in state.sides]
    table.stock = [side.stock for side in state.sides]
    table.played = [side.played for side in state.sides]
    return table


def in_battles(states: list[Trick3State]) -> list[Trick3State]:
    return [state for state in states if state.phase in ("play", "refill")]


def move_between(before: Trick3State, after: Trick3State) -> Move:
    seat = before.to_act[0]
    return next(move for move in RULES.legal(before, seat) if RULES.step(before, seat, move) == after)


@pytest.mark.parametrize("seed", range(9))
def test_playouts_agree_with_rules(seed: int) -> None:
    """In random games playouts have the same seats to act, cards and captures as the rules."""
    table: Playout | None = None
    battles = 0
    for before, after in pairwise(random_states(seed, family=FAMILIES[seed % 3], end="LMS"[seed // 3])):
        if before not in in_battles([before]):
            continue
        table = table or full_table(before)
        assert table.next_to_act() == before.to_act[0]
        assert table.is_refilling == (before.phase == "refill")
        table.act(move_between(before, after))
        if table.next_to_act() == NOBODY:
            battles += 1
            assert table.captured == [len(side.captured) for side in after.sides]
            assert table.pot == len(after.pot)
            assert table.is_ended == (after.phase == "over")
            table = None
    assert battles > 2


@pytest.mark.parametrize("deck", ["52D1", "40D2", "M9D4C3", "T36D2"])
def test_stronger_hand_beats_more_hands(deck: str) -> None:
    first, second, *_ = classifier(deck).pairs
    for seen in ((), (first,), (first, second)):
        chances = win_probabilities(deck, seen)
        assert chances == sorted(chances)
        assert len(chances) == classifier(deck).strength_count
        assert 0 <= chances[0] <= chances[-1] <= 1
        assert all(
            less <= chance for less, chance in zip(weaker_probabilities(deck, seen), chances, strict=False)
        )


@pytest.mark.parametrize("seed", range(4))
def test_sampled_deals_consist_of_unseen_cards(seed: int) -> None:
    """Each sampled deal has every card once, and seen cards in their places."""
    rng = random.Random(seed)
    for state in in_battles(random_states(seed, family=FAMILIES[seed % 3])[7::9]):
        seat = state.to_act[0]
        table, truth = next(random_deals(RULES.view(state, seat), rng, 1 + seed % 2)), full_table(state)
        held: list[Counter[str]] = []
        for position in (table, truth):
            parts = (position.hidden, position.stock, position.exposed, position.played)
            held.append(Counter(card for part in parts for cards in part for card in cards))
        assert held[0] == held[1]
        for part in ("hidden", "stock", "exposed", "played"):
            dealt_out, true = getattr(table, part), getattr(truth, part)
            assert [len(cards) for cards in dealt_out] == [len(cards) for cards in true]
        assert table.hidden[seat] == truth.hidden[seat]
        assert table.exposed == truth.exposed
        assert table.played[seat] == truth.played[seat]


def test_sampled_face_down_cards_are_well_chosen() -> None:
    """Rivals near a straight or flush have that hand more often in sampled deals than by chance."""
    state = third("2s 3s 9h 9d | 4h | 3d Kd Kh | 5s 9c", "2h 4c Ts 6c | 3h | 6s 6h 7h | 2d 3c 8c", lead=1)
    row = classifier("52D1").strengths["2d"]["3c"]
    tables = islice(random_deals(RULES.view(state, 0), random.Random(1)), 200)
    by_chance = 200 * sum(map(bool, row.values())) / len(row)
    assert sum(row[table.played[1][2]] > 0 for table in tables) > 1.5 * by_chance > 0


def test_inference_gives_better_hands_to_seats_that_stay() -> None:
    """A rival with two played cards gets the best of several sampled hands; other rivals get the first."""
    view = RULES.view(WINNING, WINNING.to_act[0])
    (rival,) = (seat for seat in view.order if seat != view.seat)
    by_chance, inferred = (
        [max(table.plans(rival))[0] for table in islice(random_deals(view, random.Random(1), hands), 60)]
        for hands in (1, DEALS_TRIED)
    )
    assert sum(inferred) > 1.2 * sum(by_chance)
    early = replace(view, played=tuple(cards[:1] for cards in view.played))
    first, second = (next(random_deals(early, random.Random(2), hands)).hidden for hands in (1, DEALS_TRIED))
    assert first == second


def test_playout_policy_plays_best_hand_and_folds_without_hand() -> None:
    assert str(quick_move(full_table(WINNING), 0)) == "play 7s"
    assert quick_move(full_table(HOPELESS), 0) == Fold()


@given(seed=st.integers(0, 2**32), family=st.sampled_from(FAMILIES))
@settings(max_examples=10, deadline=None)
def test_best_possible_hand_of_rival_agrees_with_brute_force(seed: int, family: str) -> None:
    """A seat's best possible hand equals the best over all unseen cards, at every moment."""
    for state in random_states(seed, limit=16, family=family):
        view = RULES.view(state, 0)
        judge, pool = classifier(view.deck), unseen_cards(view)
        for seat in range(1, len(view.played)):
            cards = view.played[seat]
            exposed = view.exposed[seat] if len(cards) < 2 else ()
            fixed = [card for card in cards if card]
            known = [(*fixed, card) for card in exposed] if len(cards) < 2 else [tuple(fixed)]
            hands = [
                judge.strength(*some, *more) for some in known for more in combinations(pool, 3 - len(some))
            ]
            assert max_rival_strength(view, judge, seat) == max(hands, default=0)


def test_winning_card_is_worth_more_than_fold() -> None:
    """The seven of spades, which makes a straight flush, is worth far more than a fold."""
    worths = {str(estimate.move): estimate.expected_share for estimate in judged(WINNING)}
    assert next(iter(worths)) == "play 7s"
    assert worths["play 7s"] - worths["fold"] > 0.2


def test_hopeless_last_card_is_kept_by_folding() -> None:
    """Against a better open hand of three the player folds."""
    assert isinstance(judged(HOPELESS)[0].move, Fold)


def judged(state: Trick3State) -> list[Estimate]:
    return estimate_moves(RULES.view(state, 0), RULES.legal(state, 0), (), random.Random(3), 0.2)


def test_equally_good_moves_are_chosen_at_random() -> None:
    """A clearly worse move is never chosen."""
    state = at(*THREE)
    view, legal = RULES.view(state, 0), RULES.legal(state, 0)
    estimates = [Estimate(legal[0], 0.51), Estimate(legal[1], 0.509), Estimate(legal[2], 0.48)]
    chosen = {choose(view, estimates, random.Random(seed)) for seed in range(20)}
    assert chosen == {legal[0], legal[1]}


def test_equally_good_play_is_preferred_to_fold() -> None:
    """A card is played if folding is only 0.001 better, and folded if folding is 0.01 better."""
    view, legal = RULES.view(WINNING, 0), RULES.legal(WINNING, 0)
    plays = [move for move in legal if not isinstance(move, Fold)]
    estimates = [Estimate(Fold(), 0.501), *(Estimate(move, 0.5) for move in plays)]
    assert {choose(view, estimates, random.Random(seed)) for seed in range(20)} == set(plays)
    assert (
        choose(view, [replace(estimates[0], expected_share=0.51), *estimates[1:]], random.Random(1)) == Fold()
    )


def test_fold_pays_card_that_blocks_better_hand() -> None:
    """Three exposed aces block the straight flush of clubs, so the cheapest fold pays an ace."""
    state = at("4h Kh 3d 2c 3c 4c | As Ah Ad", *THREE[1:], deck="52D2")
    table = full_table(state)
    assert str(cheapest_fold(table, 0)) in ("fold As", "fold Ah", "fold Ad")


def test_strong_hand_of_exposed_cards_is_not_counted() -> None:
    """Only one exposed card counts in a hand; a hidden card can be exposed if a slot is free."""
    table = full_table(at(*THREE, deck="52D2"))
    row = table.strengths["4c"]
    assert table.best_playable_strength(cards("2c 3c 4c"), cards("As Ah Kd")) < row["3c"]["2c"]
    assert table.best_playable_strength(cards("2c 3c 4c"), cards("As Ah")) == row["3c"]["2c"]
    assert table.cards_with_strength(row["3c"]["2c"], cards("2c 3c 4c"), cards("As Ah")) == cards("2c 3c 4c")
    assert table.best_playable_strength(cards("9d Kc"), cards("As Ac Ah")) < row["4c"]["4c"]


def test_good_hand_is_worth_less_when_others_are_about_to_leave() -> None:
    """A good hand gains less than half as much if both rivals leave after the next battle begins."""

    def gain(stock: str) -> float:
        good, poor = (
            full_table(at(f"{mine} | {stock}", f"5h | 6c | {stock}", f"7h | 8c | {stock}", deck="52D2"))
            for mine in ("2s 3s 9h | 4s Jd Kc", "2s 7d 9h | 4c Jd Ks")
        )
        return expected_win_share(good, 0, (0, 0, 0), 200, 10.0) - expected_win_share(
            poor, 0, (0, 0, 0), 200, 10.0
        )

    assert 0.0 < gain("") < 0.5 * gain("Ts Td Th Tc Qs Qd Qh Qc")


def test_refill_exposes_different_ranks() -> None:
    """A third exposed ace fits fewer of the cards to come than another rank."""
    state = at("2s 3s Ah 9h Kd 7c | As Ac | 2h 3h 4s", *THREE[1:], deck="52D2", phase="refill", round_=3)
    view = RULES.view(state, 0)
    move = advise(view, RULES.legal(state, 0), "normal", random.Random(1), 0.05)
    assert move.cards
    assert "Ah" not in move.cards


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_advice_draws_as_many_cards_as_possible(level: str) -> None:
    for state in random_states(31, end="L")[:: 1 if level == "normal" else 5]:
        if state.phase != "refill":
            continue
        seat = state.to_act[0]
        legal = RULES.legal(state, seat)
        chosen = advise(RULES.view(state, seat), legal, level, random.Random(1), 0.01)
        assert chosen.draw == max(move.draw for move in legal if move.cards == chosen.cards)
