"""Cards, suits, tricks and points in words."""

from __future__ import annotations

from games.core.words import Suit, Text
from games.tomoe.words import back_text, plain, results_text
from tests.games.printing import say


def test_points_are_written_without_a_needless_fraction() -> None:
    """Whole ones as whole numbers."""
    assert [repr(plain(points)) for points in (0.0, 1.0, 1.5)] == ["0", "1", "1.5"]


def test_the_back_suit_goes_by_the_card_led() -> None:
    """It is the partner of the front suit; metals have none."""
    assert back_text("3r") == Text("tomoe-back", {"suit": Suit("a", "tomoe")})
    assert back_text("Cu") == Text("tomoe-back-none")


def test_results_of_a_game_name_every_seat() -> None:
    """With what it made and what it has by now."""
    told = results_text((5.0, 3.5, 3.5), (9.0, 8.0, 7.5))
    assert [say(text) for text in told.texts] == [
        "P0 5 points (total 9)",
        "P1 3.5 points (total 8)",
        "P2 3.5 points (total 7.5)",
    ]
