"""Tests of the questions that lead to a call: likely calls that reveal nothing, then its kind and ranks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.bull import menus
from games.bull.hands import CALL_ORDERS, DECK, Call, is_good, matching_cards, size_of
from games.bull.menus import likely_calls
from games.bull.pictures import call_of, cards_in_play, is_wild
from games.bull.rules import BullView
from games.core.match import Match
from games.core.moves import Move
from games.core.presentation import AT_A_GLANCE, Question
from games.core.rules import CHANCE
from tests.games.bull.tables import BULL, dealt, kings
from tests.games.contract import position, seeds
from tests.games.printing import details, labels, likely, question, say, values

PRESENTER = BULL.presenter
match = pytest.fixture(kings)


def kinds(first_question: Question) -> list[str]:
    """Return the question's kinds of calls, which come after the likely calls."""
    return [choice.value for choice in first_question.choices[first_question.likely_count :]]


def test_challenge_stays_a_button(match: Match) -> None:
    """Where a panel has little room, calls go to a menu, and the challenge stays a button."""
    challenge, *_ = question(BULL, match.view(1)).choices
    assert challenge.value == "challenge"
    assert challenge.is_always_button


def test_only_higher_calls_are_offered(match: Match) -> None:
    """After a pair of kings only higher kinds and the pair of aces are offered."""
    wanted = ["pair", "twopair-34567", "twopair-89T", "twopair-JQ", "twopair-KA", "trips"]
    wanted += ["full-2", "full-34", "full-56", "full-78", "full-9T", "full-JQ", "full-KA"]
    view = match.view(1)
    assert kinds(question(BULL, view)) == [*wanted, "quads", "sflush-56789T", "sflush-JQKA"]
    assert values(question(BULL, view, "pair")) == ["A"]
    assert str(PRESENTER.ask(view, ("twopair-JQ", "J3"))) == "call twopair J 3"
    assert str(PRESENTER.ask(view, ("sflush-56789T", "9h"))) == "call sflush h 9"
    for way in ("call single 5", "call pair K", "call five K", "single"):
        assert PRESENTER.ask(view, (way,)) is None
    assert str(PRESENTER.ask(view, ("challenge",))) == "challenge"


def test_kinds_needing_more_cards_than_in_play_are_last() -> None:
    """Kinds that need more cards than are in play are behind the last answer, each with a note."""
    match = dealt(3)
    first_question = question(BULL, match.view(0))
    assert kinds(first_question) == ["single", "pair", "trips", "beyond"]
    assert details(first_question)["trips"] == "Three cards of one rank"
    beyond = question(BULL, match.view(0), "beyond")
    assert "takes 4 cards, only 3" in details(beyond)["twopair-34567"]
    assert values(beyond)[-1] == "sflush-JQKA"
    assert str(PRESENTER.ask(match.view(0), ("beyond", "quads", "A"))) == "call quads A"


def test_choices_show_how_many_of_their_cards_player_holds(match: Match) -> None:
    """A choice shows the number of its cards in the hand, wild twos included, unless the number is zero."""
    details_by_rank = details(question(BULL, match.view(1), "trips"))
    assert details_by_rank == {"K": "2 of 3 held"}
    wild = dealt(2, {0: "2s 7h"}, start="2", wild="twos")
    held = details(question(BULL, wild.view(0), "pair"))
    assert (held["7"], held["9"]) == ("2 of 2 held", "1 of 2 held")


def test_impossible_call_has_warning() -> None:
    match = dealt(2)
    for call, is_warned in (("call single 2", False), ("call pair 2", False), ("call trips 2", True)):
        warning = PRESENTER.warning(BULL.rules.parse(call), match.view(0))
        assert (warning is not None) == is_warned, call


def test_last_few_calls_are_one_question() -> None:
    """One question offers the last few calls. After the highest call only the challenge is offered."""
    match = dealt(2)
    match.play(0, "call sflush s Q")
    first_question = question(BULL, match.view(1))
    assert values(first_question) == ["challenge", *map(str, match.legal(1)[:-1])]
    assert len(values(first_question)) == 9
    match.play(1, "call sflush s A")
    assert values(question(BULL, match.view(0))) == ["challenge"]


# --- likely calls ----------------------------------------------------------------------------------------


def open_turns(seed: int) -> Iterator[tuple[Match, int]]:
    """Yield positions of random games with a seat that is to act."""
    match = position(BULL, seed)
    if isinstance(match.to_act, tuple):
        yield match, match.to_act[0]


def with_other_cards(match: Match, seed: int) -> Match:
    """Return the match with the same calls in the running round, but other cards."""
    other = Match(BULL.rules, match.setup)
    deals = [number for number, (actor, _) in enumerate(match.moves) if actor == CHANCE]
    cards = [*DECK]
    random.Random(seed).shuffle(cards)
    for number, (actor, move) in enumerate(match.moves):
        other.play(actor, " ".join(["deal", *cards]) if number == deals[-1] else str(move))
    return other


def offered(match: Match, seat: int) -> list[str]:
    """Return the labels of the likely calls."""
    first_question = question(BULL, match.view(seat))
    return [labels(first_question)[value] for value in likely(first_question)]


# --- offered calls ------------------------------------------------------------------------------------


def test_round_opens_with_calls_of_lowest_kinds() -> None:
    """Single cards are offered in one group, then pairs. The player holds some of each kind."""
    match = dealt(4, {0: "Qh 9s"}, start="2")
    assert offered(match, 0) == [
        *("2", "3", "4", "✓ 9", "✓ Q"),
        *("Pair of nines · 1 of 2 held", "Pair of queens · 1 of 2 held", "Pair of twos"),
    ]


def test_raises_of_earlier_calls_are_offered() -> None:
    """Raises of an earlier call's ranks are offered, since other players have named them."""
    match = dealt(4, {1: "Qh Qs"}, start="2")
    match.play(0, "call pair 7")
    assert offered(match, 1) == [
        *("Challenge", "✓ Pair of queens", "Pair of Ts", "Pair of jacks"),
        *("Two pair, Qs and 2s · 2 of 4 held", "Two pair, Qs and 7s · 2 of 4 held", "Two pair, 7s and 2s"),
        *("Pair of eights", "Pair of nines"),
    ]


def test_only_challenge_is_likely_if_no_call_is_possible() -> None:
    """With two cards in play, no call above a pair of aces is possible, so only the challenge is likely."""
    match = dealt(2)
    match.play(0, "call pair A")
    assert likely(question(BULL, match.view(1))) == ["challenge"]


def can_hold(count: int, move: Move) -> bool:
    """True if a call needs no more than ``count`` cards."""
    return isinstance(move, Call) and size_of(move) <= count


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_likely_calls_are_distinct_legal_and_possible(seed: int) -> None:
    """Likely calls are distinct, legal, rising in each group, and begin with the lowest possible call."""
    for match, seat in open_turns(seed):
        view = match.view(seat)
        lowest, kinds = likely_calls(view)
        calls = [*lowest, *(call for group in kinds for call in group)]
        assert len(likely(question(BULL, view))) <= AT_A_GLANCE
        assert len({*calls}) == len(calls)
        assert all(call in match.legal(seat) for call in calls)
        may_be = partial(can_hold, cards_in_play(view))
        assert all(map(may_be, calls))
        place = CALL_ORDERS[is_wild(view)].index
        for group in (lowest, *kinds):
            assert [*group] == sorted(group, key=place.__getitem__)
        if calls:
            assert calls[0] == next(filter(may_be, match.legal(seat)))


# --- offers reveal nothing ----------------------------------------------------------------------------


def shape(shown_question: Question) -> list[object]:
    """Return the parts of a question that must not depend on the hand: headings, numbers, order, styles."""
    styles = [(choice.group and say(choice.group), choice.style) for choice in shown_question.choices]
    fixed = [choice.value for choice in shown_question.choices if choice.group is None]
    return [styles, fixed, shown_question.likely_count]


@given(seed=seeds, other=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_menu_layout_does_not_depend_on_hand(seed: int, other: int) -> None:
    """Other hands change neither the number of offered calls nor their headings and styles."""
    for match, seat in open_turns(seed):
        shapes = [shape(question(BULL, deal.view(seat))) for deal in (match, with_other_cards(match, other))]
        assert shapes[0] == shapes[1]


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
def test_heading_of_a_kind_has_several_calls_below(seed: int) -> None:
    """A heading that names a kind has at least two calls below it."""
    for match, seat in open_turns(seed):
        headings = Counter(
            choice.group and choice.group.key for choice in question(BULL, match.view(seat)).choices
        )
        assert all(count > 1 for key, count in headings.items() if key and "kind" in key)


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
def test_number_of_held_cards_is_in_the_label_or_in_the_detail(seed: int) -> None:
    """An option says only once how many of its cards the player holds."""
    for match, seat in open_turns(seed):
        for choice in question(BULL, match.view(seat)).choices:
            in_label = bool(choice.label.args.get("held"))
            in_detail = choice.detail is not None and choice.detail.key == "bull-held"
            assert not (in_label and in_detail)


def supports(view: BullView, call: Call) -> bool:
    return bool(matching_cards(call, view.hand, wild=is_wild(view)))


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_held_and_unheld_calls_of_each_kind_are_offered(seed: int) -> None:
    """If the player holds some calls of a kind and not others, calls of both sorts are offered."""
    for match, seat in open_turns(seed):
        view = match.view(seat)
        last = call_of(view.calls[-1][1]) if view.calls else None
        ladder = CALL_ORDERS[is_wild(view)]
        lowest, kinds = likely_calls(view)
        for group in kinds:
            kind = group[0].kind
            same = [call for call in ladder.bids[ladder.index_above(last) :] if call.kind == kind]
            if kind == "single":  # the lowest one is offered in the same row
                group = (*[call for call in lowest if call.kind == kind], *group)
            else:
                same = [call for call in same if call not in lowest]
            if len(same) > 1:
                assert {supports(view, call) for call in group} == {supports(view, call) for call in same}


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_every_rank_of_hand_is_offered_as_single_card(seed: int) -> None:
    """Each rank in the player's hand that may be called as a single card is a button."""
    for match, seat in open_turns(seed):
        ranks = {card[0] for card in match.view(seat).hand}
        singles = {
            str(call) for call in match.legal(seat) if isinstance(call, Call) and call.kind == "single"
        }
        own = {call for call in singles if call[-1] in ranks}
        assert own <= {*likely(question(BULL, match.view(seat)))}


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_best_call_of_own_cards_is_among_the_buttons(seed: int) -> None:
    """The best call that the player's cards make alone is always a button, with a lie beside it."""
    for match, seat in open_turns(seed):
        view = match.view(seat)
        own = [
            call
            for call in match.legal(seat)
            if isinstance(call, Call) and is_good(call, view.hand, wild=is_wild(view))
        ]
        first_question = question(BULL, view)
        if own and first_question.likely_count:
            always = [choice.value for choice in first_question.choices if choice.is_always_button]
            assert str(own[-1]) in always
            assert {*always} <= {*likely(first_question)}
            assert len(always) >= 2 or len(likely(first_question)) <= 3


def test_no_held_single_card_is_left_out_for_want_of_room() -> None:
    """A row of single cards is always there; of two rows, those that the player holds and the lowest one."""
    match = dealt(4, {0: "Qh Tc"}, start="2")
    view = match.view(0)
    always = [choice.value for choice in question(BULL, view).choices if choice.is_always_button]
    assert {"call single T", "call single Q"} < {*always}
    assert len(always) == 5
    for hand, wanted in (("3s 5s 9h Jc Kd", "2359JK"), ("3s 3h 9h Jc Kd", "39JK")):
        view = replace(view, hand=tuple(hand.split()), sizes=(5, *view.sizes[1:]))
        always = [choice.value for choice in question(BULL, view).choices if choice.is_always_button]
        assert [value[-1] for value in always if "single" in value] == [*wanted]


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_call_of_which_the_largest_share_is_held_is_always_a_button(seed: int) -> None:
    """It is the lowest of these, if a hand makes no call alone, and no single card is offered."""
    for match, seat in open_turns(seed):
        view = match.view(seat)
        first_question = question(BULL, view)
        lowest, kinds = likely_calls(view)
        offered = [call for calls in (lowest, *kinds) for call in calls]
        has_singles = any(call.kind == "single" for call in offered)
        if not first_question.likely_count or not offered or has_singles:
            continue
        if any(is_good(call, view.hand, wild=is_wild(view)) for call in offered):
            continue
        kept = [choice.value for choice in first_question.choices if choice.is_always_button]
        shares = [
            len(matching_cards(call, view.hand, wild=is_wild(view))) / size_of(call) for call in offered
        ]
        assert str(offered[shares.index(max(shares))]) in kept


def test_trips_are_offered_at_the_opening() -> None:
    """Three cards of one rank are a button beside pairs, under a heading that any three cards have."""
    match = dealt(4, {0: "7h 7s"}, start="2")
    view = replace(match.view(0), hand=("7s", "7h", "7d"))
    always = [choice.value for choice in question(BULL, view).choices if choice.is_always_button]
    assert always[-3:] == ["call trips 7", "call pair 7", "call pair 2"]
    assert "call single 7" in always
    other = replace(view, hand=("7s", "Kh", "2d"))
    assert shape(question(BULL, other)) == shape(question(BULL, view))


@pytest.mark.mutants
def test_two_kinds_alone_would_leave_out_the_best_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menus, "_with_best_call", lambda calls, *rest: calls)
    menus._calls_to_offer.cache_clear()
    try:
        with pytest.raises(AssertionError):
            test_trips_are_offered_at_the_opening()
    finally:
        menus._calls_to_offer.cache_clear()


@pytest.mark.mutants
def test_fewer_single_cards_would_leave_out_a_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menus, "SINGLES_OFFERED", 3)
    monkeypatch.setattr(menus, "_best_and_worst", lambda wild, calls, count, *rest: calls[:count])
    menus._calls_to_offer.cache_clear()
    try:
        with pytest.raises(AssertionError):
            test_every_rank_of_hand_is_offered_as_single_card()
    finally:
        menus._calls_to_offer.cache_clear()


def test_offering_only_held_calls_would_reveal_hand() -> None:
    """If only held calls were offered, the shape of the question would depend on the hand."""
    shapes = []
    for hand in ("Qh 9s", "2h 2s"):
        match = dealt(4, {0: hand}, start="2")
        first_question = question(BULL, match.view(0))
        labels_by_call = labels(first_question)
        kept = tuple(
            [
                choice
                for choice in first_question.choices
                if choice.group is None or any(sign in labels_by_call[choice.value] for sign in ("held", "✓"))
            ]
        )
        shapes.append((shape(first_question), shape(Question(first_question.prompt, tuple(kept)))))
    assert shapes[0][0] == shapes[1][0]
    assert shapes[0][1] != shapes[1][1]
