"""Tests of the computer players of Lost Poker."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core.game import LEVELS
from games.lost import LOST_POKER
from games.lost.hands import BIT, DECK, JOKER, is_made, is_one_away, mask_of
from games.lost.moves import CLAIMS, DOUBT, LOST, TRUST, Play
from games.lost.possible import unseen_cards
from games.lost.rules import LostCard
from games.lost.strategy import (
    DISCARD_MARGIN,
    TEMPERATURES,
    advise,
    assess,
    draw_move,
    with_discard_corrections,
)
from games.lost.strategy.claims import (
    LAYOUT,
    RANDOM_ANSWER_CHANCE,
    Answers,
    ClaimEquilibrium,
    MoveRisk,
    RiskEstimator,
    Stakes,
    equilibria_by_claim,
    feature_indices,
    random_claim_chance,
)
from games.lost.strategy.elimination import (
    FEATURES,
    EliminationModel,
    TableCounts,
    learnt_networks,
    pair_danger,
    threats,
)
from lab.manners import play
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, do, new_match, position


def test_impossible_claim_is_doubted() -> None:
    """The joker may not be played to a field that is one away, so the claim is certainly false."""
    state = do(position(HANDS, [FIELDS[0], "Ad 5d 8d", FIELDS[2]], losts=0), "play 5h to 1 as joker")
    view = RULES.view(state, 1)
    for level in ("normal", "hard", "expert"):
        for seed in range(5):
            assert str(advise(view, RULES.legal(state, 1), level, random.Random(seed))) == "doubt"


def caught_as_joker(fields: list[str]) -> dict[int, float | None]:
    """Return how likely the first seat's false claim ``joker`` is caught, by the seat that answers it."""
    state = position(HANDS, fields)
    estimator = RiskEstimator(RULES.view(state, 0))
    chances = dict[int, float | None]()
    for risk in estimator.estimate_moves(RULES.legal(state, 0)):
        if isinstance(risk.move, Play) and risk.move.claim == "joker":
            chances[risk.move.target] = risk.caught_chance
    return chances


def test_lie_that_everybody_knows_is_caught_for_certain() -> None:
    """Nobody believes in a joker that lies open, or that must not be played to a field that is one away."""
    assert caught_as_joker([f"{FIELDS[0]} {JOKER}", *FIELDS[1:]]) == {1: 1.0, 2: 1.0}
    near = caught_as_joker([FIELDS[0], "Ad 5d 8d", FIELDS[2]])
    assert near[1] == 1.0
    assert near[2] is not None
    assert near[2] < 1.0


def test_card_that_eliminates_is_not_placed() -> None:
    """A card that makes a hand is not placed if another card is possible."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [FIELDS[0], "6d 8d Ac", FIELDS[2]])
    state = do(state, "play Jk to 1 as joker", "lost")
    for level in LEVELS:
        for seed in range(5):
            advice = advise(RULES.view(state, 1), RULES.legal(state, 1), level, random.Random(seed))
            assert str(advice) == "place 3s"


def test_good_first_fields_are_worth_about_the_same() -> None:
    """Good first fields are worth about the same, and the worst one much less."""
    match = new_match(3, random.Random(3))
    seat = match.to_act[0]
    estimates = assess(match.view(seat), match.legal(seat), match.legal(seat), random.Random(0))
    assert estimates[0].expected_share == pytest.approx(0.5, abs=0.05)
    assert estimates[-1].expected_share < 0.4


def test_estimates_are_shares_of_opponents() -> None:
    """Expected shares stay between 0 and 0.75, the most that is possible after one of three seats is out."""
    strong = position(
        ["7s 9h 3d 7d 8d 4c 6c", "2s 3h 4h 5d 6d", "2d 4s 5h 9s Jk"],
        ["8s 9c Tc 9d", "7h 8h 2c 5c 8c 2h Td Ts", "3s 6s 3c 6h Ad As"],
        piles=["", "5s Ac 4c", "Ah Th"],
    )
    lost = position(
        ["4s 7s 5d 8d", "2c 3c Jk 6s", "2s 3s Th"],
        ["7h Ad 6d 5c 3h Ts 7c 9s 7d", "6h Ac 9c", "Ah 8h 8c 5s 9d"],
        piles=["2h 4c", "Td", "Tc 5h"],
    )
    for state in (strong, lost):
        moves = RULES.legal(state, 0)
        worths = [
            estimate.expected_share
            for estimate in assess(RULES.view(state, 0), moves, moves, random.Random(0))
        ]
        assert 0.0 <= worths[-1] <= worths[0] <= 0.75


def test_first_play_is_early_discards_answer_and_jokers_are_bluffs() -> None:
    """At most two discards a game precede the first play.

    Over a third of all discards answer a claim, and over a quarter of the claims of the joker are false.
    """
    games = [
        play(LOST_POKER, level, 3, 1.0, f"brisk {number}")
        for level in ("normal", "hard")
        for number in range(5)
    ]
    counts = sum(games, Counter())
    assert counts["turns before a card"] <= 2 * counts["games"]
    assert counts["answering discards"] > counts["discards"] / 3
    assert counts["joker lies"] > counts["joker claims"] / 4


def test_card_is_discarded_if_trust_and_doubt_are_risky() -> None:
    """If trust and doubt may both be fatal, a player with all discards left discards the card."""
    hands = ["4s 8s 4h 6h 8h Th 3d 9d Ac", "2s 6s 7s 4d Td 4c 5c 8c", "3s 5s 2h 3h 7h 9h 2d 8d"]
    state = position(hands, ["5h Ad 9c 7d", "Ts 6d 2c 6c 3c", "Ah 5d Tc As"])
    state = do(state, "play Ac to 1 as 8")
    for seed in range(10):
        assert advise(RULES.view(state, 1), RULES.legal(state, 1), "hard", random.Random(seed)) == LOST


def test_discard_as_answer_is_favoured_in_danger() -> None:
    """A discard is favoured only if the card can eliminate the player, and more with more discards left."""
    judged = [MoveRisk(TRUST, 0.3), MoveRisk(LOST, 0.4)]
    risks = []
    for pile in ("", "9s", "9s 9h"):
        state = position(HANDS, [FIELDS[0], "Ad 5d 8d", FIELDS[2]], piles=["", pile, ""])
        view = RULES.view(do(state, "play 5h to 1 as d"), 1)
        trust, veto = with_discard_corrections(view, judged, "hard")
        assert trust.loss_chance == 0.3
        risks.append(veto.loss_chance)
    assert risks[0] < risks[1] < risks[2] == 0.4
    view = RULES.view(do(position(HANDS, FIELDS), "play 5h to 1 as d"), 1)
    assert with_discard_corrections(view, judged, "hard") == judged


def test_lie_about_joker_is_as_likely_as_lie_about_suit() -> None:
    """If lies about the joker were rarer, nearly every claim of the joker would be true."""
    assert random_claim_chance("2s", "joker") == random_claim_chance("2s", "h")
    assert random_claim_chance(JOKER, "joker") == 1


def test_far_worse_moves_are_never_drawn() -> None:
    """No drawn move is more than 0.15 likelier to lose than the best move."""
    judged = [MoveRisk(TRUST, 0.1), MoveRisk(DOUBT, 0.2), *[MoveRisk(LOST, 0.3)] * 5]
    rng = random.Random(1)
    drawn = {draw_move(judged, rng, TEMPERATURES["normal"]) for _ in range(200)}
    assert drawn == {TRUST, DOUBT}


def test_discard_has_no_price_if_player_has_most_left() -> None:
    """A discard has no extra price if its player has two more discards left than every other player."""
    state = position(["4d 8s 9c", *HANDS[1:]], FIELDS)
    view = RULES.view(state, 0)
    (move,) = [legal_move for legal_move in RULES.legal(state, 0) if str(legal_move) == "lost hand 8s"]
    judged = [MoveRisk(move, 0.3)]
    gone = (LostCard("", 1), LostCard("", 1))
    assert with_discard_corrections(view, judged, "hard")[0].loss_chance == 0.3 + DISCARD_MARGIN["hard"]
    assert with_discard_corrections(replace(view, piles=((), gone, gone)), judged, "hard") == judged


def test_least_useful_card_is_discarded() -> None:
    """Cards that eliminate rivals are kept."""
    state = position(["4d 8s 9c", *HANDS[1:]], ["2s 5s 6s", "5c 6d 3c", "2c 5h 9h"])
    view = RULES.view(state, 0)
    judged = {
        str(estimate.move): estimate.loss_chance
        for estimate in RiskEstimator(view).estimate_moves(RULES.legal(state, 0))
    }
    assert judged["lost hand 8s"] < judged["lost hand 9c"] < judged["lost hand 4d"]


# --- estimates --------------------------------------------------------------------------------------


def test_unseen_cards_exclude_own_hand_and_fields() -> None:
    """The cards that another seat may have played exclude the player's hand and all fields."""
    view = RULES.view(position(HANDS, FIELDS), 1)
    seen = set(cards(HANDS[1])) | {card for field in FIELDS for card in cards(field)}
    assert set(unseen_cards(view)) == set(DECK) - seen


def test_situation_uses_one_entry_of_each_table() -> None:
    for joker_in in (None, 0, 1):
        table = TableCounts(tuple(mask_of(cards(field)) for field in FIELDS), (5, 1, 9), (3, 0, 1), joker_in)
        for claim, record, odds in product(CLAIMS, ((0, 0), (7, 1), (0, 9)), (0.0, 0.5, 1.0)):
            places = feature_indices(table, claim, 0, 1, record, mask_of(DECK), odds)
            assert len(places) == len(LAYOUT.starts) - 1
            for place, start, end in zip(places, LAYOUT.starts, LAYOUT.starts[1:], strict=False):
                assert start <= place < end


# --- claims ----------------------------------------------------------------------------------------------


EVEN = Stakes(0.3, 0.3, 0.3, 0.3, 0.3, 0.3)
KILLER = Stakes(0.0, 0.4, 0.3, 1.0, 0.2, 0.3)
"""Stakes of a card that eliminates the target and is harmless to its player."""
PLAYED = ("2s", "6h", "9c", "Td", "3s")


def answers(game: Callable[[str], ClaimEquilibrium]) -> list[Answers]:
    return [game(claim).answers for claim in CLAIMS]


def test_answers_and_claims_are_probabilities() -> None:
    """Answer and claim probabilities add up to one; ``lost`` has probability 0 without discards left."""
    game = equilibria_by_claim(dict.fromkeys(PLAYED, EVEN), may_discard=True)
    for answer in answers(game):
        assert sum(answer) == pytest.approx(1)
        assert all(share > 0 for share in answer)
    game = equilibria_by_claim(dict.fromkeys(PLAYED, EVEN), may_discard=False)
    assert all(answer[2] == 0 for answer in answers(game))
    for card in (*PLAYED, JOKER):
        assert sum(random_claim_chance(card, claim) for claim in CLAIMS) == pytest.approx(1)


def test_trust_and_doubt_are_equal_if_costs_are_equal() -> None:
    """If the card costs the same in both fields, trust and doubt are equally likely."""
    game = equilibria_by_claim(dict.fromkeys(PLAYED, EVEN), may_discard=False)
    for trust, doubt, _ in answers(game):
        assert trust == pytest.approx(doubt)


def test_claim_of_fatal_card_is_rather_trusted() -> None:
    """Trust is likelier than doubt, since a wrong doubt would eliminate the player."""
    stakes = {card: KILLER if card == "2s" else EVEN for card in PLAYED}
    game = equilibria_by_claim(stakes, may_discard=False)
    trust, doubt, _ = game("2").answers
    assert trust > doubt + 0.2
    assert game("2").card_weights["2s"] < game("c").card_weights["2s"] * len(CLAIMS)


def test_lies_are_rarer_for_claims_that_are_doubted_more() -> None:
    """The likelier players doubt a claim, the less often the claim is a lie."""
    stakes = dict.fromkeys(PLAYED, KILLER)
    game = equilibria_by_claim(stakes, may_discard=False)
    lies = {claim: game(claim) for claim in CLAIMS if claim not in ("2", "s", "joker")}
    doubted = sorted(
        (rate.answers[1], rate.card_weights["2s"] / random_claim_chance("2s", claim))
        for claim, rate in lies.items()
    )
    assert doubted[0][1] >= doubted[-1][1]


def test_cheaper_answer_is_likelier_but_never_certain() -> None:
    lie = equilibria_by_claim({"2s": Stakes(0.3, 0.3, 0.3, 0.1, 0.6, 0.3)}, may_discard=False)("c")
    trust, doubt, take = lie.answers
    assert trust > 0.8
    assert doubt >= RANDOM_ANSWER_CHANCE / 2
    assert take == 0
    equal = equilibria_by_claim({"2s": EVEN}, may_discard=True)("c")
    assert equal.answers == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=0.01)


# --- fields and seats ------------------------------------------------------------------------------------


PLAIN = DECK[:-1]
MASKS = tuple(mask_of(cards(field)) for field in FIELDS)
ALL = mask_of(DECK)
some_fields = st.lists(st.sampled_from(DECK), min_size=1, max_size=7, unique=True).map(mask_of)


@given(some_fields)
@settings(max_examples=60)
def test_fatal_and_near_cards_agree_with_rules(mask: int) -> None:
    """Fatal cards make a hand, and near cards leave the field one away."""
    seen = threats(mask)
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


def test_pair_danger_is_share_of_pairs_that_make_a_hand() -> None:
    mask = mask_of(cards("2s 6s Td"))
    live = [card for card in PLAIN if not mask & BIT[card]]
    pairs = list(combinations(live, 2))
    share = sum(is_made(mask | BIT[first] | BIT[second]) for first, second in pairs) / len(pairs)
    assert pair_danger(threats(mask), mask_of(live)) == pytest.approx(share, abs=0.002)


def test_networks_fit_number_of_inputs() -> None:
    """A network exists for each number of seats, with a weight for each input."""
    assert set(learnt_networks()) == {3, 4}
    for network in learnt_networks().values():
        assert len(network.direct) == FEATURES
        assert {len(weights) for weights in network.hidden} == {FEATURES}
        assert len(network.hidden) == len(network.output)


def table(**changes: object) -> TableCounts:
    fields = {"field_masks": MASKS, "hand_sizes": (6, 6, 6), "discards_left": (3, 3, 3), "joker_in": None}
    return TableCounts(**(fields | changes))  # type: ignore[arg-type]


def losses(counts: TableCounts, turn: int = 0) -> list[float]:
    unseen = ALL & ~sum(counts.field_masks)
    return EliminationModel(3, turn, None, unseen, 0).elimination_chances(counts, 0)


def test_loss_probabilities_add_up_to_one() -> None:
    """Probabilities of losing add up to one; eliminated seats have lost already."""
    assert sum(losses(table())) == pytest.approx(1)
    assert losses(table(hand_sizes=(6, 0, 6))) == [0, 1, 0]
    made = mask_of(cards("2s 6s Ts 8s"))
    assert losses(table(field_masks=(*MASKS[:2], made))) == [0, 0, 1]


def test_near_field_and_small_hand_are_likelier_to_lose() -> None:
    """A field that is one away is worse than a harmless field, and a small hand is worse than a large one."""
    safe, near = mask_of(cards("2s 6h Td")), mask_of(cards("2s 6s Ts"))
    assert (
        losses(table(field_masks=(near, *MASKS[1:])))[0]
        > losses(table(field_masks=(safe, *MASKS[1:])))[0] + 0.05
    )
    assert losses(table(hand_sizes=(1, 3, 3)))[0] > losses(table(hand_sizes=(3, 3, 1)))[0] + 0.05


def test_own_hand_affects_probability_of_losing() -> None:
    """A hand of cards that would complete the player's field is worse than a hand of harmless cards."""
    near = table(field_masks=(mask_of(cards("2s 6s Ts")), *MASKS[1:]), hand_sizes=(2, 6, 6))
    unseen = ALL & ~sum(near.field_masks)
    fatal, safe = mask_of(cards("3s 4s")), mask_of(cards("3h 4d"))
    mine = [
        EliminationModel(3, 0, 0, unseen & ~hand, hand).elimination_chances(near, hand)[0]
        for hand in (fatal, safe)
    ]
    assert mine[0] > mine[1]
