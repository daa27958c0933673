"""Going round a table (README.md of the rules, Seats)."""

from __future__ import annotations

import pytest

from games.core.seats import at_seat, clockwise, dealt_blocks, next_in, ranked


def test_turn_order_goes_round() -> None:
    """From any seat back to the one before it."""
    assert clockwise(2, 4) == (2, 3, 0, 1)


def test_the_next_seat_is_the_next_that_holds_something() -> None:
    """Seats that are out are passed over; whoever is left alone is next to itself."""
    assert next_in((1, 0, 2), 0) == 2
    assert next_in((1, 0, 2), 2) == 0
    assert next_in(((), ("As",)), 1) == 1
    with pytest.raises(AssertionError, match="nobody"):
        next_in((0, 0), 0)


def test_one_seat_changes() -> None:
    """The others keep what they have."""
    assert at_seat((1, 2, 3), 2, 9) == (1, 2, 9)


def test_cards_are_dealt_in_blocks_from_the_top() -> None:
    """Clockwise from the first seat; a seat that takes none has none."""
    assert dealt_blocks(tuple("abcdef"), 1, (2, 1, 0)) == [("b", "c"), ("a",), ()]


def test_seats_are_ranked_by_what_they_are_worth() -> None:
    """The most first; equals share a place, in the order of seats."""
    assert ranked({0: (1, 2), 2: (3, 0), 3: (1, 2), 4: (1, 0)}) == ((2,), (0, 3), (4,))
    assert ranked({}) == ()
