"""Where a replay stands, to a custom id and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.refused import Refused
from bot.replay.spot import ReplaySpot, read_spot


@given(st.integers(1, 500), st.sampled_from("sa01234"))
def test_a_spot_survives_its_custom_id(number: int, eyes: str) -> None:
    """What a button says, with or without more behind it, is where it leads."""
    spot = ReplaySpot(number, eyes)
    assert read_spot(spot.arg, moves=500, seats=5) == spot
    assert read_spot(f"{spot.arg}.forward", moves=500, seats=5) == spot


def test_a_move_beyond_the_ends_is_the_first_or_the_last() -> None:
    """Buttons that are disabled there can still be sent."""
    assert read_spot(ReplaySpot(1).moved(0).arg, moves=9, seats=2).number == 1
    assert read_spot(ReplaySpot(9).moved(10).arg, moves=9, seats=2).number == 9


@given(st.text(max_size=12))
def test_whatever_comes_is_a_spot_of_the_game_or_refused(arg: str) -> None:
    """Custom ids can be forged; nothing but a refusal comes out of them."""
    try:
        spot = read_spot(arg, moves=9, seats=2)
    except Refused:
        return
    assert 1 <= spot.number <= 9
    assert spot.eyes in ("s", "a", "0", "1")


@pytest.mark.parametrize("arg", ["", "x.s", "-1.s", "1", "1.", "1.2", "1.-1", "1.x", "9999999.s", "1.999"])
def test_no_such_move_or_seat(arg: str) -> None:
    """Each is refused."""
    with pytest.raises(Refused):
        read_spot(arg, moves=9, seats=2)
