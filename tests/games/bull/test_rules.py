"""Tests of rounds (bull.md, sections "A round", "Options" and "Result")."""

from __future__ import annotations

import pytest

from games.bull.rules import CHALLENGE, Eliminated
from games.core.rules import OVER
from tests.games.bull.tables import BULL, dealt, lose, new
from tests.games.play import refused

# --- calling and challenging ------------------------------------------------------------------------


def test_first_player_of_round_must_call() -> None:
    """At a round's beginning all calls are legal, and nothing else is."""
    match = dealt()
    assert len(match.legal(0)) == 326
    assert CHALLENGE not in match.legal(0)
    assert refused(BULL.rules, match.state, "challenge") == "not-legal"


def test_call_must_be_higher_than_previous_call() -> None:
    """Equal and lower calls are refused; higher ones and the challenge are legal."""
    match = dealt()
    match.play(0, "call pair K")
    assert refused(BULL.rules, match.state, "call pair K") == "not-legal"
    assert refused(BULL.rules, match.state, "call single A") == "not-legal"
    assert [str(move) for move in match.legal(1)][:2] == ["call pair A", "call twopair 3 2"]
    assert match.legal(1)[-1] == CHALLENGE


def test_wild_kinds_exist_only_with_wild_twos() -> None:
    """A straight may be called only when twos are wild."""
    match = dealt()
    assert refused(BULL.rules, match.state, "call straight 9") == "not-legal"
    match = dealt(wild="twos")
    assert len(match.legal(0)) == 420
    match.play(0, "call straight 9")


# --- showdowns --------------------------------------------------------------------------------------


def test_next_active_seat_deals_after_elimination() -> None:
    """The next active seat to the left deals, and the seat after it calls first."""
    match = new(4)
    lose(match, 1, times=5)
    state = match.state
    assert state.out == (1,)
    assert state.sizes == (1, 0, 1, 1)
    assert state.caller == 3
    assert state.news[-1] == Eliminated(1)
    lose(match, 0, times=5)
    assert match.state.out == (1, 0)
    assert match.state.caller == 3  # 2 deals


# --- hands grow or shrink ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({}, [1, 2, 3, 4, 5, 0]),
        ({"start": "2"}, [2, 3, 4, 5, 0]),
        ({"deal": "down"}, [5, 4, 3, 2, 1, 0]),
        ({"deal": "down", "start": "2"}, [5, 4, 3, 2, 1, 0]),
    ],
)
def test_loss_with_last_hand_size_eliminates(options: dict[str, str], sizes: list[int]) -> None:
    """With growing hands a loss at five cards eliminates a seat; with shrinking hands, a loss at one card."""
    match = new(2, **options)
    for size in sizes:
        assert match.state.sizes == (size, sizes[0])
        assert match.is_over == (size == 0)
        if size:
            lose(match, 0)


# --- the end ----------------------------------------------------------------------------------------


def test_end_last_continues_until_one_seat_is_left() -> None:
    """The survivor ranks first, and later eliminations rank above earlier ones; scores are lost rounds."""
    match = new(3)
    lose(match, 1)
    lose(match, 2, times=5)
    assert match.result() is None
    lose(match, 0, times=5)
    result = match.result()
    assert match.to_act == OVER
    assert result.ranking == ((1,), (0,), (2,))
    assert result.scores == (5.0, 1.0, 5.0)


def test_end_first_stops_at_the_first_elimination() -> None:
    """All other seats tie for first place, and the eliminated seat is last."""
    match = new(4, end="first")
    lose(match, 3)
    lose(match, 1, times=5)
    result = match.result()
    assert result.ranking == ((0, 2, 3), (1,))
    assert result.scores == (0.0, 5.0, 0.0, 1.0)
