"""What a seat and a spectator see (tomoe.md, What is open)."""

from __future__ import annotations

import json

import msgspec

from tests.games.tomoe.tables import (
    RULES,
    new_match,
    play,
    position,
    random_positions,
    some_position,
    state_of,
)


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
