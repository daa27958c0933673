"""Tests of what the core does for all rules, such as caching values of a position."""

from __future__ import annotations

import msgspec

from games import find_game
from games.core.moves import ChanceRequest
from tests.games.play import new_match, play_random

BULL = find_game("bull")


def test_legal_moves_and_views_are_cached_per_position() -> None:
    """A second request returns the same object; an equal copy of a position has no cached values.

    Events without hidden parts are not copied.
    """
    match = play_random(new_match(BULL, 3), "once", 3)
    state = match.state
    seat = state.to_act[0]
    assert match.legal(seat) is match.legal(seat)
    assert match.view(None) is match.view(None)
    assert match.view(0).news is state.news, "all may see it"
    other = msgspec.structs.replace(state)
    assert other == state
    assert not other.__dict__
    assert msgspec.to_builtins(other) == msgspec.to_builtins(state)


def test_chance_move_needs_exactly_requested_cards() -> None:
    """A chance move needs exactly the requested cards, in any order."""
    for cards in (("As", "Kh", "2c"), ("As", "As", "2c")):
        request = ChanceRequest("deal", cards)
        assert request.is_answered_by(cards[::-1])
        assert not request.is_answered_by(cards[1:])
        assert not request.is_answered_by(("As", "2c", "2c"))
        assert not request.is_answered_by((*cards, "As"))
