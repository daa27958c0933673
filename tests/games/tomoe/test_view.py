"""What a seat and a spectator see (tomoe.md, What is open)."""

from __future__ import annotations

import json
import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.rules import is_to_act
from games.tomoe.state import TomoeView
from games.tomoe.tricks import playable
from tests.games.tomoe.tables import (
    RULES,
    new_match,
    play,
    position,
    random_positions,
    some_position,
    state_of,
)

POSITIONS = st.tuples(st.integers(0, 10**6), st.integers(1, 110), st.sampled_from(["off", "on"]))


@settings(max_examples=40, deadline=None)
@given(POSITIONS)
def test_open_unseen_cards_never_change_a_view(at: tuple[int, int, str]) -> None:
    """Exchanging hidden cards of the others leaves the view of a seat and of a spectator as it is."""
    seed, moves, metals = at
    state = state_of(some_position(seed, moves, metals=metals))
    rng = random.Random(seed)
    for viewer in (None, 0, 1, 2):
        others = [seat for seat in range(3) if seat != viewer]
        pool = [card for seat in others for card in state.hidden[seat]]
        rng.shuffle(pool)
        hidden = list(state.hidden)
        for seat in others:
            hidden[seat] = tuple(pool[: len(state.hidden[seat])])
            pool = pool[len(state.hidden[seat]) :]
        exchanged = msgspec.structs.replace(state, hidden=tuple(hidden))
        assert RULES.view(exchanged, viewer) == RULES.view(state, viewer)


@settings(max_examples=40, deadline=None)
@given(POSITIONS)
def test_open_hidden_cards_are_never_named_to_others(at: tuple[int, int, str]) -> None:
    """No view, printed as JSON, holds a card that lies in somebody else's hidden hand."""
    seed, moves, metals = at
    state = state_of(some_position(seed, moves, metals=metals))
    for viewer in (None, 0, 1, 2):
        printed = json.dumps(msgspec.to_builtins(RULES.view(state, viewer)))
        for seat in range(3):
            for card in state.hidden[seat]:
                assert (f'"{card}"' in printed) == (seat == viewer)


@settings(max_examples=40, deadline=None)
@given(POSITIONS)
def test_open_legal_moves_always_follow_from_the_view(at: tuple[int, int, str]) -> None:
    """Hand and trick of the view give the legal moves."""
    seed, moves, metals = at
    match = some_position(seed, moves, metals=metals)
    for seat in range(3):
        view = RULES.view(state_of(match), seat)
        allowed = {f"play {card}" for card in _allowed(view)}
        assert allowed == {str(move) for move in match.legal(seat)}


def _allowed(view: TomoeView) -> list[str]:
    assert view.seat is not None
    if not is_to_act(view.to_act, view.seat):
        return []
    hand = view.open[view.seat] + view.hidden
    return list(playable(hand, view.trick))


def test_deal_each_player_does_not_know_six_cards_or_eight() -> None:
    """Right after the deal six cards are unseen, with metals eight; to a spectator nine or twelve."""
    for metals, count, hidden in (("off", 6, 9), ("on", 8, 12)):
        state = state_of(some_position(1, 1, metals=metals))
        for seat in range(3):
            others = [card for other in range(3) if other != seat for card in state.hidden[other]]
            assert sorted(RULES.view(state, seat).unseen) == sorted(others)
            assert len(others) == count
        assert len(RULES.view(state, None).unseen) == hidden


def test_open_everything_that_lies_on_the_table_is_shown() -> None:
    """Open hands, counts of hidden cards, the trick, tricks, points and totals."""
    state = position(
        "2r 1g", "5r 2g", "4r 3g", hidden=("6o", "6k 6p", ""), past=((4, 5, 3),), options={"ace": "1.5"}
    )
    state = play(state, "2r", "5r", "4r", "3g")
    view = RULES.view(state, 0)
    assert view.open == (("1g",), ("2g",), ())
    assert view.hidden_counts == (1, 2, 0)
    assert view.hidden == ("6o",)
    assert view.trick == ("3g",)
    assert [trick.card for trick in view.tricks] == ["4r"]
    assert view.points == (0.0, 0.0, 1.0)
    assert view.totals == (4.0, 5.0, 4.0)
    assert view.past == ((4.0, 5.0, 3.0),)
    assert RULES.view(state, None).hidden == ()


def test_open_a_view_shows_the_running_game_only() -> None:
    """With a new deal the tricks of the game before are gone; its points stay."""
    seen = 0
    for match in random_positions(2):
        view = RULES.view(state_of(match), None)
        if view.number == 2 and not view.tricks and not view.trick and view.to_act == (view.leader,):
            named = json.dumps(msgspec.to_builtins(view))
            assert sum(named.count(f'"{card}"') for card in state_of(match).variant.deal.cards) == 27
            assert sum(view.past[0]) == 12
            seen += 1
    assert seen == 1


def test_open_when_all_is_over_no_card_is_hidden() -> None:
    """At the end every card has been played, and the result stands in the view."""
    match = some_position(4, 10**6)
    view = RULES.view(state_of(match), None)
    assert view.hidden_counts == (0, 0, 0)
    assert len(view.tricks) == 12
    assert view.result == match.result()


def test_open_before_the_first_deal_there_is_nothing() -> None:
    """A view of a match that has not begun can be printed too."""
    view = RULES.view(state_of(new_match(2)), 0)
    assert (view.number, view.leader, view.to_act) == (0, 2, "chance")
    assert view.open == ((), (), ())


def test_states_keep_hands_out_of_their_repr() -> None:
    """A state in a log tells nobody's cards."""
    state = position("2r", "5r", "4r")
    assert "2r" not in repr(state)
