"""Calls by one tap: a lie is as near as the truth, and nobody can tell which it was."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from games.bull import offers
from games.bull.hands import DECK, evidence, size_of
from games.bull.moves import LADDERS, Call
from games.bull.state import BullView
from games.bull.words import call_of, cards_in_play, is_wild
from games.core.match import Match
from games.core.moves import Move
from games.core.presentation import MOST_TAPS, Offer, PanelScene
from games.core.rules import CHANCE
from tests.games.bull.tables import BULL, deal, new, view_of
from tests.games.contract import position, seeds
from tests.games.printing import say

FACE = BULL.presenter


def panel(match: Match, seat: int) -> PanelScene:
    return FACE.panel(match.view(seat), match.legal(seat))


def printed(offered: tuple[Offer, ...]) -> list[list[str]]:
    return [[say(offer.title), *(say(tap.label) for tap in offer.shortcuts)] for offer in offered]


def open_turns(seed: int) -> Iterator[tuple[Match, int]]:
    """Give a position of some game in which a seat is to act."""
    match = position(BULL, seed)
    if isinstance(match.to_act, tuple):
        yield match, match.to_act[0]


def with_other_cards(match: Match, seed: int) -> Match:
    """Play the same calls of the running round again with other cards."""
    other = Match(BULL.rules, match.setup)
    deals = [number for number, (actor, _) in enumerate(match.moves) if actor == CHANCE]
    cards = [*DECK]
    random.Random(seed).shuffle(cards)
    for number, (actor, move) in enumerate(match.moves):
        other.play(actor, " ".join(["deal", *cards]) if number == deals[-1] else str(move))
    return other


# --- what is offered ----------------------------------------------------------------------------------


def test_a_round_opens_with_calls_of_the_lowest_kinds() -> None:
    """The two lowest, then of two kinds what one holds among others, low to high."""
    match = new(4, start="2")
    deal(match, {0: "Qh 9s"})
    scene = panel(match, 0)
    assert [say(tap.label) for tap in scene.shortcuts] == ["Single 2", "Single 3"]
    assert printed(scene.offers) == [
        ["Single", "Single 4", "Single 5", "Single 9 · you hold 1", "Single Q · you hold 1"],
        ["One pair", "Pair of 2s", "Pair of 9s · you hold 1", "Pair of Qs · you hold 1"],
    ]


def test_what_was_called_before_is_offered_to_be_raised() -> None:
    """A lie is more plausible about ranks of which others have spoken."""
    match = new(4, start="2")
    deal(match, {1: "Qh Qs"})
    match.play(0, "call pair 7")
    scene = panel(match, 1)
    assert [say(tap.label) for tap in scene.shortcuts] == ["Challenge", "Pair of 8s", "Pair of 9s"]
    assert printed(scene.offers) == [
        ["One pair", "Pair of Ts", "Pair of Js", "Pair of Qs · you hold 2", "Pair of Ks"],
        [
            "Two pairs",
            "Two pairs, 7s and 2s",
            "Two pairs, Qs and 2s · you hold 2",
            "Two pairs, Qs and 7s · you hold 2",
        ],
    ]


def test_when_no_call_can_be_there_only_the_challenge_is_offered() -> None:
    """With two cards nothing is above a pair of aces but calls that everybody knows to be lies."""
    match = new(2)
    deal(match)
    match.play(0, "call pair A")
    scene = panel(match, 1)
    assert [tap.move for tap in scene.shortcuts] == ["challenge"]
    assert scene.offers == ()


def can_hold(count: int, move: Move) -> bool:
    """Tell whether a call takes no more than so many cards."""
    return isinstance(move, Call) and size_of(move) <= count


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_offers_are_different_legal_calls_that_so_many_cards_can_hold(seed: int) -> None:
    """At most ten taps in all; in each offer low to high; the first is the lowest that there may be."""
    for match, seat in open_turns(seed):
        scene, view = panel(match, seat), view_of(match, seat)
        taps = [*scene.shortcuts, *(tap for offer in scene.offers for tap in offer.shortcuts)]
        calls = [call_of(tap.move) for tap in taps if tap.move != "challenge"]
        assert len(taps) <= MOST_TAPS
        assert len({*calls}) == len(calls)
        assert all(call in match.legal(seat) for call in calls)
        may_be = partial(can_hold, cards_in_play(view))
        assert all(map(may_be, calls))
        place = LADDERS[is_wild(view)].index
        for offer in scene.offers:
            places = [place[call_of(tap.move)] for tap in offer.shortcuts]
            assert places == sorted(places)
        if calls:
            assert calls[0] == next(filter(may_be, match.legal(seat)))


# --- no tell ------------------------------------------------------------------------------------------


def shape(scene: PanelScene) -> list[object]:
    """Give what would be a tell if it followed from the hand: titles, numbers, order, styles."""
    offered = [(offer.title, [tap.style for tap in offer.shortcuts]) for offer in scene.offers]
    return [[(tap.move, tap.style) for tap in scene.shortcuts], offered]


@given(seed=seeds, other=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_the_hand_changes_neither_number_nor_titles_nor_styles(seed: int, other: int) -> None:
    """The same round with other cards offers as many calls, under the same titles, in the same style."""
    for match, seat in open_turns(seed):
        assert shape(panel(match, seat)) == shape(panel(with_other_cards(match, other), seat))


def supports(view: BullView, call: Call) -> bool:
    return bool(evidence(call, view.hand, wild=is_wild(view)))


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_of_each_kind_truth_and_lie_are_both_one_tap(seed: int) -> None:
    """Where some calls of a kind stand on the hand and some do not, both sorts are offered."""
    for match, seat in open_turns(seed):
        scene, view = panel(match, seat), view_of(match, seat)
        last = call_of(view.calls[-1][1]) if view.calls else None
        ladder = LADDERS[is_wild(view)]
        lowest = {call_of(tap.move) for tap in scene.shortcuts if tap.move != "challenge"}
        for offer in scene.offers:
            offered = [call_of(tap.move) for tap in offer.shortcuts]
            kind = offered[0].kind
            same = [call for call in ladder.bids[ladder.start_above(last) :] if call.kind == kind]
            left = [call for call in same if call not in lowest]
            possible = {supports(view, call) for call in left}
            if len(left) > 1:
                assert {supports(view, call) for call in offered} == possible


def test_a_panel_that_offers_what_one_holds_alone_would_be_a_tell() -> None:
    """The proof that the shape is watched: with such offers the same round looks different."""

    def honest(view: BullView) -> tuple[Offer, ...]:
        kept = (
            Offer(offer.title, tuple(tap for tap in offer.shortcuts if supports(view, call_of(tap.move))))
            for offer in offers.call_offers(view)
        )
        return tuple(offer for offer in kept if offer.shortcuts)

    shapes = []
    for hand in ("Qh 9s", "2h 2s"):
        match = new(4, start="2")
        deal(match, {0: hand})
        scene = panel(match, 0)
        shapes.append((shape(scene), shape(PanelScene((), offers=honest(view_of(match, 0))))))
    assert shapes[0][0] == shapes[1][0]
    assert shapes[0][1] != shapes[1][1]
