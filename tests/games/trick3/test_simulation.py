"""The fast simulation of battles keeps the rules, and the deals it plays are of the cards that are unseen."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from games.core.moves import Move
from games.trick3.decks import DECKS
from games.trick3.hands import classifier
from games.trick3.moves import Fold, Refill
from games.trick3.state import Trick3State
from games.trick3.strategy import habits
from games.trick3.strategy.chart import Chart, chart
from games.trick3.strategy.simulation import NOBODY, Choice, Playout
from games.trick3.strategy.worlds import Deals
from tests.games.trick3.tables import RULES, at, random_states


def full_table(state: Trick3State) -> Playout:
    """Turn a position in a battle into one of the simulation, with nothing left open."""
    known = chart(state.variant.deck)
    table = Playout(known, state.variant.end)
    table.hidden = [known.places(side.hidden) for side in state.sides]
    table.exposed = [known.places(side.exposed) for side in state.sides]
    table.stock = [known.places(side.stock)[::-1] for side in state.sides]
    table.played = [known.places(side.played) for side in state.sides]
    table.captured = [len(side.captured) for side in state.sides]
    table.pot = len(state.pot)
    table.folded, table.left = list(state.folded), list(state.left)
    table.order, table.round, table.way = state.order, state.round, state.way
    table.at = state.order.index(state.to_act[0])
    table.refilling = state.phase == "refill"
    return table


def carry_out(table: Playout, seat: int, move: Move) -> None:
    place = table.chart.place
    if isinstance(move, Refill):
        table.refill(seat, [place[card] for card in move.cards], move.draw)
    elif isinstance(move, Fold):
        table.act(seat, Choice(place[move.card] if move.card else None, is_fold=True))
    else:
        table.act(seat, Choice(place[move.card], way=move.way))


def same(table: Playout, state: Trick3State) -> None:
    assert table.captured == [len(side.captured) for side in state.sides]
    assert table.pot == len(state.pot)


@pytest.mark.parametrize("seed", range(9))
def test_the_simulation_keeps_the_rules(seed: int) -> None:
    """Whole random games, move by move: who is to act, what everybody holds, who captures what."""
    options = {"family": ("trump", "mahjong", "tesca")[seed % 3], "end": "LMS"[seed // 3]}
    table: Playout | None = None
    battles = 0
    states = random_states(seed, **options)
    for before, after in pairwise(states):
        if before.phase not in ("play", "refill") or not isinstance(before.to_act, tuple):
            continue
        if table is None:
            table = full_table(before)
        seat = before.to_act[0]
        assert table.to_act() == seat
        assert table.refilling == (before.phase == "refill")
        move = _move_between(before, after, seat)
        carry_out(table, seat, move)
        if table.to_act() == NOBODY:
            battles += 1
            same(table, after)
            assert table.is_ended == (after.phase == "over")
            table = None
    assert battles > 2


def _move_between(before: Trick3State, after: Trick3State, seat: int) -> Move:
    """Find the move that was made; events tell all."""
    return next(move for move in RULES.legal(before, seat) if RULES.step(before, seat, move) == after)


@pytest.mark.parametrize("deck", ["52D1", "40D2", "M9D4C3", "T36D2"])
def test_a_chart_agrees_with_the_classifier(deck: str) -> None:
    """Every triple is as strong as the classifier says, and a stronger hand beats more."""
    known, judge = Chart(deck), classifier(deck)
    rng = random.Random(deck)
    for _ in range(300):
        three = rng.sample(DECKS[deck].cards, 3)
        one, two, other = known.places(three)
        assert known.rows[one][two][other] == judge.strength(*three)
    tables = [known.beats, known.beats_with_one(3), known.beats_with_two(1, 2)]
    for beats in tables:
        assert beats == sorted(beats)
        assert 0 <= beats[0] <= beats[-1] <= 1


def test_a_chart_does_not_depend_on_what_was_asked_before() -> None:
    """The same questions in another order have the same answers."""
    one, other = Chart("40D2"), Chart("40D2")
    assert [one.beats_with_one(card) for card in (5, 9)] == [other.beats_with_one(card) for card in (9, 5)][
        ::-1
    ]


@pytest.mark.parametrize("seed", range(4))
def test_deals_are_of_the_unseen_cards(seed: int) -> None:
    """Every position of a deal has each card of the deck once, and what is seen lies where it is seen."""
    rng = random.Random(seed)
    for state in random_states(seed, family=("trump", "mahjong", "tesca", "trump")[seed])[7::9]:
        if state.phase not in ("play", "refill") or not isinstance(state.to_act, tuple):
            continue
        seat = state.to_act[0]
        view, truth = RULES.view(state, seat), full_table(state)
        table = Deals(view, truth.chart).deal(rng.random)
        for part in ("hidden", "stock", "exposed", "played"):
            dealt, true = getattr(table, part), getattr(truth, part)
            assert [len(cards) for cards in dealt] == [len(cards) for cards in true]
        assert sorted(table.hidden[seat]) == sorted(truth.hidden[seat])
        assert table.exposed == truth.exposed
        assert table.played[seat] == truth.played[seat]
        assert _held(table) == _held(truth)


def _held(table: Playout) -> Counter[int]:
    parts = (table.hidden, table.stock, table.exposed, table.played)
    return Counter(card for part in parts for cards in part for card in cards)


def test_a_face_down_card_is_taken_to_be_well_chosen() -> None:
    """Deals give a rival with a straight in sight, or a flush, a hand more often than chance would."""
    state = at(
        "2s 3s 9h 9d | 4h | 3d Kd Kh | 5s 9c",
        "2h 4c Ts 6c | 3h | 6s 6h 7h | 2d 3c 8c",
        lead=1,
        round_=3,
        way="up",
    )
    known = chart("52D1")
    deals = Deals(RULES.view(state, 0), known)
    rng = random.Random(1)
    row = known.rows[known.place["2d"]][known.place["3c"]]
    hands = sum(row[deals.deal(rng.random).played[1][2]] > 0 for _ in range(200))
    by_chance = 200 * (1 - row.count(0) / len(row))
    assert hands > 1.5 * by_chance > 0


def test_habits_play_the_best_hand_and_fold_none() -> None:
    """In the last round the card that makes the hand is played, and a hopeless one is given up."""
    state = at("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h", round_=3, way="up")
    table = full_table(state)
    choice = habits.play(table, 0, random.Random(1).random)
    assert not choice.is_fold
    assert choice.card == table.chart.place["7s"]
    hopeless = full_table(at("7d Qs | 4h | 3d | 5s 9h", "2h 9c | 4d | 3h | 6s 6h", round_=3, way="up"))
    assert habits.play(hopeless, 0, random.Random(1).random).is_fold
