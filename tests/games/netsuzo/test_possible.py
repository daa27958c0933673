"""Tests that declarations by one tap reveal nothing about the hand (netsuzo.md, section "A hand")."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core.cards import STANDARD
from games.core.match import Match
from games.core.poker import SUITS
from games.netsuzo import NETSUZO
from games.netsuzo.hands import (
    BY_NOTATION,
    DECLARATION_ORDER,
    JOKER,
    KINDS,
    Declare,
    best,
    count_cards,
    is_true,
)
from games.netsuzo.possible import (
    OFFERED,
    count_matching,
    lowest_true,
    matching_cards,
    most_believable,
    possible_declarations,
    possible_kinds,
    suggested_declarations,
)
from tests.amounts import EXPLORE
from tests.games.contract import position, seeds
from tests.games.netsuzo.tables import actor, deal, new, play
from tests.games.printing import labels, question, values


def offered(match: Match) -> list[list[Declare]]:
    """Return the likely declarations by group."""
    return [claims for claims in suggested_declarations(match.view(actor(match))).values() if claims]


def claims(match: Match) -> list[Declare]:
    return [claim for group in offered(match) for claim in group]


# --- offers reveal nothing ------------------------------------------------------------------------------


def strengths_above(last: Declare | None) -> int:
    """Return the number of strengths above a declaration, not counting suits."""
    return len(
        {
            DECLARATION_ORDER.index_above(bid)
            for bid in DECLARATION_ORDER.bids[DECLARATION_ORDER.index_above(last) :]
        }
    )


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_layout_of_offers_does_not_depend_on_truth(seed: int) -> None:
    """Numbers, groups and styles of the offers depend only on the last declaration.

    All offers are legal and have distinct strengths.
    """
    match = position(NETSUZO, seed)
    if match.is_over or match.view(actor(match)).stage != "declare":
        return
    view = match.view(actor(match))
    last = BY_NOTATION[view.declared[-1][1]] if view.declared else None
    groups = offered(match)
    strengths, wanted = strengths_above(last), []
    for size in OFFERED.values():
        wanted.append(min(size, strengths))
        strengths -= wanted[-1]
    assert list(map(len, groups)) == [size for size in wanted if size]
    moves = claims(match)
    assert len({DECLARATION_ORDER.index_above(move) for move in moves}) == len(moves)
    assert all(move in match.legal(actor(match)) for move in moves)
    for group in groups[1:]:
        assert group == sorted(group, key=DECLARATION_ORDER.index.__getitem__)
    first_question = question(NETSUZO, match.view(actor(match)))
    styles = [(choice.group and choice.group.key, choice.style) for choice in first_question.choices]
    own = [("netsuzo-offer-own", "secondary")] * len(groups[0])
    assert styles[: len(own)] == own
    assert {style for _, style in styles[len(own) :]} <= {"secondary"}
    assert values(first_question)[: first_question.likely_count] == [*map(str, moves)]


@given(
    hands=st.lists(st.sampled_from([c for c in STANDARD.cards if c not in "5h Jd 8c 2s"]), min_size=2),
    last=st.sampled_from(["", "high Q", "pair 5 J", "pair J 8", "quads A K"]),
)
@settings(max_examples=60, deadline=None)
def test_offered_lies_hardly_depend_on_hand(hands: list[str], last: str) -> None:
    """Another hand replaces at most two of the offered lies by true declarations."""
    seen = []
    for card in (hands[0], hands[-1]):
        match = new(3)
        if last:
            other = "9h" if card != "9h" else "9s"
            kept = "6h" if card != "6h" else "6s"
            deal(match, {0: other, 1: kept}, pile="3c " + card if card != "3c" else "3d 3c")
            play(match, f"declare {last}", "accept", f"discard {kept}")
            assert card in match.view(1).hand
        else:
            deal(match, {0: card})
        own, *others = offered(match)
        seen.append(({*own}, {claim for group in others for claim in group}))
    (own, others), (own_too, others_too) = seen
    assert len(others - others_too - own_too) <= 2
    assert len(others_too - others - own) <= 2


def test_offers_show_truth_or_number_of_missing_cards() -> None:
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    first_question = question(NETSUZO, match.view(actor(match)))
    assert [*labels(first_question).values()][: first_question.likely_count] == [
        *("✓ Pair of fives, J kicker", "Ace high · 1 missing"),
        *("Jack high · 1 missing", "Queen high · 1 missing"),
        *("Pair of eights, J kicker · 1 missing", "Pair of jacks, 8 kicker · 1 missing"),
    ]


def test_impossible_declarations_are_offered_only_without_others() -> None:
    """No offer for the first declaration is refuted by the open cards."""
    match = new(3)
    deal(match, {0: "5s"})
    assert str(match.legal(0)[0]) == "declare high 7"
    for claim in claims(match):
        assert claim_is_possible(claim, match.view(0).open, 1), claim


def test_number_of_offers_is_same_if_only_lies_are_left() -> None:
    """If no true declaration is legal, the usual number of offers remains, and none is marked as true."""
    match = new(3)
    deal(match, {0: "5s"})
    play(match, "declare quads A K", "accept", "discard " + match.view(1).hand[0])
    first_question = question(NETSUZO, match.view(actor(match)))
    assert first_question.likely_count == 6
    assert not any(
        "✓" in label for label in [*labels(first_question).values()][: first_question.likely_count]
    )


def test_discards_show_remaining_hand_and_least_needed_is_first() -> None:
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare high J", "accept")
    assert [*labels(question(NETSUZO, match.view(actor(match)))).values()] == [
        "9h → Pair of fives, J kicker",
        "5s → Jack high",
    ]


# --- possible declarations ------------------------------------------------------------------------------


OPENS = [
    "5h Jd 8c 2s",
    "5h 5d 8c 8s",
    "Jk 6h 9c 3h",
    "9h Th Jh 2h",
    "3c 4c 5c 6c",
    "Ks Kh Kd Kc",
    "4h 5s 6d 7c",
]


def claim_is_possible(claim: Declare, opened: tuple[str, ...], count: int) -> bool:
    """True if a hand of ``count`` cards makes the claim true, by trying all such hands."""
    unseen = [card for card in STANDARD.cards if card not in opened]
    return any(
        is_true(claim, count_cards((*hand, *opened)), exact=True) for hand in combinations(unseen, count)
    )


@pytest.mark.parametrize("opened", OPENS)
def test_possible_declarations_of_one_card_match_brute_force(opened: str) -> None:
    """Each of the 6622 declarations is compared with all 49 hands of one card."""
    cards = tuple(opened.split())
    unseen = [card for card in STANDARD.cards if card not in cards]
    tallies = [count_cards((card, *cards)) for card in unseen]
    makable = [
        bid for bid in DECLARATION_ORDER.bids if any(is_true(bid, have, exact=True) for have in tallies)
    ]
    declarations = list(possible_declarations(cards, 1, None, exact=True))
    assert {bid.kind + bid.ranks for bid in declarations} == {bid.kind + bid.ranks for bid in makable}
    assert possible_kinds(cards, 1, None, exact=True) == {bid.kind for bid in makable}
    highest = max(DECLARATION_ORDER.index[best(have)] for have in tallies)
    relaxed = list(possible_declarations(cards, 1, None, exact=False))
    assert DECLARATION_ORDER.index_above(relaxed[-1]) == DECLARATION_ORDER.index_above(
        DECLARATION_ORDER.bids[highest]
    )


@pytest.mark.parametrize("opened", OPENS)
def test_possible_declarations_of_two_cards_match_brute_force(opened: str) -> None:
    """Some declarations of every kind are compared with all 1176 hands of two cards."""
    cards = tuple(opened.split())
    declarations = {bid.kind + bid.ranks for bid in possible_declarations(cards, 2, None, exact=True)}
    for kind in KINDS:
        bids = [bid for bid in DECLARATION_ORDER.bids if bid.kind == kind and bid.suit in ("", "h")]
        for bid in bids[:: max(1, len(bids) // 3)]:
            is_found = bid.kind + bid.ranks in declarations
            if bid.suit:
                assert is_found or not claim_is_possible(bid, cards, 2)
            else:
                assert is_found is claim_is_possible(bid, cards, 2), bid


def test_all_declarations_are_possible_with_five_cards() -> None:
    cards = tuple(OPENS[0].split())
    declarations = list(possible_declarations(cards, 5, None, exact=True))
    assert len(declarations) == strengths_above(None)
    assert possible_kinds(cards, 5, None, exact=True) == set(KINDS)


@given(
    cards=st.lists(st.sampled_from([*STANDARD.cards, JOKER]), max_size=7, unique=True),
    count=st.integers(1, 5),
    last=st.none() | st.sampled_from(DECLARATION_ORDER.bids),
)
@settings(max_examples=40, deadline=None)
def test_typical_declaration_uses_most_open_cards(cards: list[str], count: int, last: Declare | None) -> None:
    """The preferred declaration of a kind is the highest of those that use the most open cards."""
    have, start = count_cards(cards), DECLARATION_ORDER.index_above(last)
    suit = max(range(4), key=lambda suit: have.suits[suit].bit_count())
    for kind in KINDS:
        bids = [bid for bid in DECLARATION_ORDER.bids[start:] if bid.kind == kind]
        if kind == "flush":
            bids = [bid for bid in bids if bid.suit == SUITS[suit]]
        rests_on = {bid: count_matching(bid, have) for bid in bids}
        most = max(rests_on.values(), default=0)
        wanted = [bid for bid in bids if rests_on[bid] == most >= 5 - count]
        assert most_believable(tuple(cards), count, kind, last) == (wanted[-1] if wanted else None)


@given(
    cards=st.lists(st.sampled_from([*STANDARD.cards, JOKER]), max_size=9, unique=True),
    bid=st.sampled_from(DECLARATION_ORDER.bids),
)
def test_named_cards_are_as_many_as_are_counted(cards: list[str], bid: Declare) -> None:
    """The cards that fit a declaration are as many as the count says, in any order of the cards."""
    assert len(matching_cards(bid, cards)) == count_matching(bid, count_cards(cards))
    assert set(matching_cards(bid, cards)) <= set(cards)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_lowest_truth_is_first_true_declaration_above_last(seed: int, exact: bool) -> None:
    rng = random.Random(seed)
    for _ in range(16 if EXPLORE else 7):
        have = count_cards(rng.sample(STANDARD.cards, rng.choice((5, 5, 6, 7, 8, 10, 14, 20, 40))))
        end = DECLARATION_ORDER.index_above(best(have))
        for last in (
            None,
            best(have),
            DECLARATION_ORDER.bids[rng.randrange(end)],
            rng.choice(DECLARATION_ORDER.bids),
        ):
            higher = DECLARATION_ORDER.bids[DECLARATION_ORDER.index_above(last) :]
            first = next((claim for claim in higher if is_true(claim, have, exact=exact)), None)
            assert lowest_true(have, last, exact=exact) == first


def test_best_hand_of_each_kind_comes_before_lower_ones() -> None:
    """Of two pairs the strongest pair is suggested, not the lowest true declaration."""
    match = new(3)
    deal(match, {0: "5s"}, middle="5h Jd 8c 2s")
    view = replace(match.view(0), hand=("5s", "Jh"))
    own = suggested_declarations(view)["own"]
    assert [*map(str, own)] == ["declare twopair J 5 8", "declare pair J 8"]
