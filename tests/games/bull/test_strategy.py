"""Tests of the computer players of Porker Bull."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.bull.hands import CALL_ORDERS, DECK, Call, is_good
from games.bull.possible import PLANS, CardSet, chance, chance_to_draw_called_rank
from games.bull.rules import CHALLENGE
from games.bull.strategy import REACH, choice_weights, normal_choice_weights, round_and_hand
from games.bull.strategy.choices import (
    BASIC_TABLES,
    DOUBT,
    FINER_LAYOUT,
    FINER_TABLES,
    CallEstimator,
    ChoiceFeatures,
    Round,
    chance_to_be_first_out,
    chance_to_outlast,
    judge_choices,
    share_by_loser,
)
from games.core.game import LEVELS, TEMPERAMENTS, Estimate
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.core.poker import RANKS
from lab.manners import play, play_seats
from tests.games.bull.tables import BULL, dealt


def advice(match: Match, level: str = "normal", seed: object = 1) -> str:
    """Return the move that the computer player of the seat to act chooses."""
    seat = match.to_act[0]
    return str(BULL.advise(match.view(seat), match.legal(seat), level, random.Random(f"{seed}")))


def judgement(match: Match, also: Sequence[Move] = (), seed: object = 1) -> Sequence[Estimate]:
    """Return the estimates of the moves of the seat to act."""
    assert BULL.assess is not None
    seat = match.to_act[0]
    return BULL.assess(match.view(seat), match.legal(seat), also, random.Random(f"{seed}"))


def test_certain_call_is_worth_more_than_impossible_call() -> None:
    match = dealt(3, {0: "9s 9h 9d 4c 3c"}, deal="down")
    sure, never = match.rules.parse("call trips 9"), match.rules.parse("call quads A")
    estimates = {estimate.move: estimate for estimate in judgement(match, [sure, never])}
    assert estimates[sure].expected_share > estimates[never].expected_share
    assert (estimates[sure].risk or 0.0) < 0.02
    assert (estimates[never].risk or 0.0) > 0.4


@pytest.mark.parametrize("level", LEVELS)
def test_impossible_call_is_challenged(level: str) -> None:
    """A royal flush with two cards in play is challenged."""
    match = dealt(2, {0: "As", 1: "Kh"})
    match.play(0, "call sflush s A")
    assert advice(match, level) == "challenge"


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_call_held_in_own_hand_is_not_challenged(level: str) -> None:
    """A player who holds three nines does not challenge the call of a pair of nines."""
    match = dealt(2, {1: "9s 9h 9d 2c 3c"}, deal="down")
    match.play(0, "call pair 9")
    assert all(advice(match, level, seed) != "challenge" for seed in range(20))


@pytest.mark.parametrize("level", LEVELS)
def test_highest_call_leaves_only_challenge(level: str) -> None:
    match = dealt(2, {1: "As Ks Qs Js Ts"}, deal="down")
    match.play(0, "call sflush s A")
    assert match.legal(1)[0] == CHALLENGE
    assert advice(match, level) == "challenge"
    if level in ("hard", "expert"):
        assert [estimate.move for estimate in judgement(match)] == [CHALLENGE]


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_other_random_numbers_can_give_another_move(level: str) -> None:
    match = dealt(4, {0: "9s 7h Kd 2c 3c"}, deal="down")
    assert len({advice(match, level, seed) for seed in range(20)}) > 1


# --- odds, looks, stakes ----------------------------------------------------------------------------


@given(
    cards=st.lists(st.sampled_from(DECK), min_size=1, max_size=30, unique=True),
    twos=st.integers(0, 4),
    wild=st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_odds_are_0_or_1_if_all_cards_are_known(cards: list[str], twos: int, wild: bool) -> None:
    """When all cards are known, the odds of every call agree with ``is_good``."""
    dealt = list(dict.fromkeys([*cards, *["2s", "2h", "2d", "2c"][:twos]]))
    known = CardSet(dealt)
    for call, plan in zip(CALL_ORDERS[wild].bids, PLANS[wild], strict=True):
        assert chance(plan, known, 0, wild, ()) == is_good(call, dealt, wild=wild), call


@pytest.mark.parametrize("wild", [False, True])
def test_odds_are_exact(wild: bool) -> None:
    """The odds of a call are the share of pairs of unseen cards with which the call is good."""
    held = ["2h", "9s", "9h", "Ts", "Js"] if wild else ["9s", "9h", "Ts", "Js", "Qs"]
    unseen = [card for card in DECK if card not in held]
    pairs = list(combinations(unseen, 2))
    known = CardSet(held)
    for place in random.Random(1).sample(range(len(PLANS[wild])), 25):
        call = CALL_ORDERS[wild].bids[place]
        good = sum(is_good(call, [*held, *pair], wild=wild) for pair in pairs)
        assert chance(PLANS[wild][place], known, 2, wild, ()) == pytest.approx(good / len(pairs)), call


def test_call_of_rank_makes_it_likelier_for_others() -> None:
    """A called rank is likelier for other players and for spectators, but not for the caller."""
    index = CALL_ORDERS[False].index
    king = index[Call("pair", "K")]
    silent, called = Round([3, 3, 3], False), Round([3, 3, 3], False, [(1, index[Call("single", "K")])])
    hand = CardSet(["As", "Ks", "4d"])
    heard, nothing = (
        CallEstimator(called, 0, hand).candidate(king),
        CallEstimator(silent, 0, hand).candidate(king),
    )
    assert heard.chance > nothing.chance
    assert heard.public_chance > nothing.public_chance
    assert (
        CallEstimator(called, 1, hand).candidate(king).chance
        == CallEstimator(silent, 1, hand).candidate(king).chance
    )
    assert CallEstimator(called, 0, hand, listens=False).candidate(king).chance == nothing.chance


@given(
    deck=st.integers(20, 52),
    sizes=st.lists(st.integers(1, 5), max_size=3),
    alike=st.integers(1, 8),
    needed=st.integers(1, 4),
    lift=st.floats(1, 20),
)
@settings(max_examples=60, deadline=None)
def test_earlier_calls_never_lower_odds(
    deck: int, sizes: list[int], alike: int, needed: int, lift: float
) -> None:
    """Earlier calls never lower the odds of drawing the called rank; a lift of 1 does not change the odds."""
    drawn = sum(sizes) + 2
    plain = chance_to_draw_called_rank(deck, drawn, alike, needed, (), 1.0)
    assert (
        plain - 1e-9
        <= chance_to_draw_called_rank(deck, drawn, alike, needed, tuple(sizes), lift)
        <= 1.0 + 1e-9
    )
    earlier = chance_to_draw_called_rank(deck, drawn, alike, 1, (), 1.0)
    assert chance_to_draw_called_rank(deck, drawn, alike, 1, tuple(sizes), 1.0) == pytest.approx(earlier)


@given(seed=st.integers(0, 10**6), wild=st.booleans())
@settings(max_examples=40, deadline=None)
def test_candidate_calls_are_distinct_raises(seed: int, wild: bool) -> None:
    """Candidate calls are distinct and above the last call, and exist unless the last call is the highest."""
    rng = random.Random(seed)
    sizes = [rng.randint(1, 5) for _ in range(rng.randint(2, 8))]
    table = Round(sizes, wild)
    hand = CardSet(rng.sample(DECK, sizes[0]))
    ladder = CALL_ORDERS[wild]
    for seat in (1, 0, 2 % len(sizes)):
        start = ladder.index_above(ladder.bids[table.last]) if table.calls else 0
        if start < len(ladder.bids):
            table.add(seat, rng.randrange(start, len(ladder.bids)))
    start = ladder.index_above(ladder.bids[table.last])
    mind = CallEstimator(table, 0, hand)
    calls = [choice.call for choice in mind.candidates(rng.random)]
    assert len(set(calls)) == len(calls)
    assert all(start <= call < len(ladder.bids) for call in calls)
    assert bool(calls) == (start < len(ladder.bids))
    assert 0 <= mind.candidate(DOUBT).chance <= 1 + 1e-9


@given(seed=st.integers(0, 10**6), wild=st.booleans())
@settings(max_examples=60, deadline=None)
def test_bluffs_name_held_ranks_where_possible(seed: int, wild: bool) -> None:
    """Candidate pairs, trips, quads and full houses begin with a held rank, unless the hand has only twos."""
    rng = random.Random(seed)
    sizes = [rng.randint(1, 5) for _ in range(rng.randint(2, 6))]
    hand = CardSet(rng.sample(DECK, sizes[0]))
    ladder = CALL_ORDERS[wild]
    table = Round(sizes, wild, [(1, ladder.index[Call(rng.choice(("single", "pair", "trips")), "2")])])
    calls = [ladder.bids[choice.call] for choice in CallEstimator(table, 0, hand).candidates(rng.random)]
    held = {rank for rank, count in zip(RANKS, hand.counts, strict=True) if count}
    for call in calls:
        if call.kind in ("pair", "trips", "quads", "full") and held != {"2"}:
            assert call.ranks[0] in held, call


def test_strong_levels_name_held_ranks_instead_of_others() -> None:
    """In eight games of a level, at most two pairs or trips name an unheld rank without need."""
    for level in ("normal", "hard"):
        assert sum(far_fetched_calls(level, f"far-fetched {number}") for number in range(8)) <= 2


def far_fetched_calls(level: str, seed: str) -> int:
    """Return how many pairs or trips of an unheld rank four players call while a held rank is legal."""
    rng, count = random.Random(seed), 0
    match = Match(BULL.rules, BULL.rules.setup(4, {}, 0))
    for seat in match.decisions(ShuffleKey.from_text(seed)):
        view, legal = match.view(seat), match.legal(seat)
        move = BULL.advise(view, legal, level, rng)
        held = {card[0] for card in view.hand}
        if isinstance(move, Call) and move.kind in ("pair", "trips") and move.ranks not in held:
            count += any(Call(move.kind, rank) in legal for rank in held)
        match.play(seat, move)
    return count


@given(seed=st.integers(0, 10**6), wild=st.booleans(), players=st.integers(2, 8), fine=st.booleans())
@settings(max_examples=60, deadline=None)
def test_judged_move_uses_one_entry_of_each_table(seed: int, wild: bool, players: int, fine: bool) -> None:
    rng = random.Random(seed)
    sizes = [rng.randint(1, 5) for _ in range(players)]
    table = Round(sizes, wild)
    hand = CardSet(rng.sample(DECK, sizes[0]))
    for seat in range(rng.randrange(players)):
        low = table.last + 1
        table.add((1 + seat) % players, min(len(PLANS[wild]) - 1, low + rng.randrange(60)))
    sight = ChoiceFeatures(table, 0, hand, fine)
    for call in [*range(table.last + 1, len(PLANS[wild]), 7), *([DOUBT] if table.calls else [])]:
        keys = sight.keys(sight.candidate(call))
        assert len(keys) == len(BASIC_TABLES) + fine * len(FINER_TABLES)
        for key, start, end in zip(keys, FINER_LAYOUT.starts, FINER_LAYOUT.starts[1:], strict=False):
            assert start <= key < end


@pytest.mark.parametrize(
    ("cards", "sure", "better"),
    [(("5s", "9h", "Jd"), 0.5, 0.3), (("6s", "8h", "Ad"), 0.5, 0.3), (("2s", "3h", "Kd"), 0.65, 0.25)],
)
def test_first_call_of_single_is_believed_with_one_card_each(
    cards: tuple[str, str, str], sure: float, better: float
) -> None:
    """With one card each, players raise a first call of a single, which is safer than a challenge.

    A first call of a single 2 is a bluff more often, since it is the lowest call.
    """
    match = dealt(3, dict(enumerate(cards)))
    seat = match.to_act[0]
    match.play(seat, f"call single {cards[seat][0]}")
    view = match.view(match.to_act[0])
    table, hand = round_and_hand(view)
    estimates = judge_choices(table, view.seat or 0, hand, (), random.Random(1), "hard")
    challenge = next(number for number, estimate in enumerate(estimates) if estimate.choice.call == DOUBT)
    weights = choice_weights(estimates, "hard")
    assert estimates[challenge].safe < min(sure, estimates[0].safe - better)
    assert weights[challenge] < 0.001 * sum(weights)
    estimates = judge_choices(table, view.seat or 0, hand, (), random.Random(1), "normal")
    challenge = next(number for number, estimate in enumerate(estimates) if estimate.choice.call == DOUBT)
    assert normal_choice_weights(table, estimates)[challenge] == 0


def test_default_level_bluffs_and_challenges_in_moderation() -> None:
    """The default level lies in 35 to 50 % of its claims, and over half of its challenges are right."""
    games = [play(BULL, "normal", 3, 1.0, f"pleasant {number}") for number in range(60)]
    counts = sum(games, Counter())
    assert 0.35 < counts["lies"] / counts["claims"] < 0.5
    assert 0.45 < counts["challenges_right"] / counts["challenges"] < 0.62
    assert counts["openings doubted"] < 0.12 * counts["openings"]


@pytest.mark.parametrize(("hand", "call"), [("2c 2d", "trips 2"), ("Kc Kd", "pair A")])
def test_default_level_makes_no_absurd_raise(hand: str, call: str) -> None:
    """With six cards in play, the default level calls neither a full house nor four of a kind."""
    match = dealt(3, {1: hand}, start="2").with_move(0, f"call {call}")
    calls = " ".join(advice(match, seed=seed) for seed in range(40))
    assert "full" not in calls
    assert "quads" not in calls


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_makes_impossible_call(level: str) -> None:
    """With three cards in play, no level calls two pairs, which need four cards."""
    match = dealt(3, {1: "Ad", 2: "6h"}).with_move(0, "call single 8").with_move(1, "call single A")
    calls = " ".join(advice(match, level, seed) for seed in range(60))
    assert not any(kind in calls for kind in ("twopair", "trips", "full", "quads"))


def test_weakest_level_rarely_challenges_first_calls() -> None:
    """Most first calls are true, so the weakest level challenges few of them."""
    games = [play(BULL, "easy", 3, 1.0, f"pleasant {number}") for number in range(30)]
    counts = sum(games, Counter())
    assert counts["openings doubted"] < 0.15 * counts["openings"]


def test_loss_of_another_seat_is_better_than_own_loss() -> None:
    """A seat with more losses left is more likely to outlast another seat.

    The loss of another seat is better than the seat's own loss.
    """
    assert chance_to_outlast(3, 3) == 0.5
    assert chance_to_outlast(3, 1) == 0.875
    assert chance_to_be_first_out(1, (1, 1)) == pytest.approx(1 / 3)
    assert chance_to_be_first_out(2, (1, 2)) < 1 / 3
    match = dealt(3)
    mine, *others = share_by_loser(match.view(0))
    assert mine < 0.5 < others[0] == others[1]


def test_loss_with_one_card_left_means_elimination() -> None:
    """With one card left, a loss means elimination, and the other seats share the value of the lost place."""
    match = dealt(2, deal="down")
    view = match.view(0)
    assert share_by_loser(replace(view, sizes=(1, 1))) == [0.0, 1.0]
    assert share_by_loser(replace(view, seats=3, sizes=(1, 1, 0))) == [0.5, 1.0, 0.0]
    short = dealt(3, deal="down", end="first")
    assert share_by_loser(replace(short.view(0), sizes=(1, 1, 1))) == [0.0, 0.75, 0.75]


def habits(games: int = 80) -> dict[str, Counter[str]]:
    """Return the counters of each temperament at tables of all three."""
    totals = {temper.name: Counter[str]() for temper in TEMPERAMENTS}
    for number in range(games):
        for name, counts in play_seats(
            BULL, "normal", 3, 1.0, f"habits {number}", TEMPERAMENTS, number
        ).items():
            totals[name].update(counts)
    return totals


@pytest.mark.parametrize("reach", [None, 0.0], ids=["", "a mutant is caught"])
def test_people_can_tell_temperaments_apart(monkeypatch: pytest.MonkeyPatch, reach: float | None) -> None:
    """The bold raise to higher kinds, the careful open with single cards, and the tricky lie and open with
    ranks that they do not hold.
    """
    if reach is not None:
        monkeypatch.setitem(REACH, "normal", reach)
    counts = habits()

    def share(name: str, part: str, whole: str) -> float:
        return counts[name][part] / counts[name][whole]

    differences = [
        share("bold", "higher kinds", "raises") - share("careful", "higher kinds", "raises"),
        share("careful", "single openings", "first calls") - share("bold", "single openings", "first calls"),
        share("tricky", "unheld openings", "first calls")
        - share("careful", "unheld openings", "first calls"),
        share("tricky", "lies", "claims") - share("careful", "lies", "claims"),
    ]
    assert (min(differences) > 0.04) == (reach is None), differences
