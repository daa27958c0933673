"""Cards, suits, tricks and points in words."""

from __future__ import annotations

from games.core.words import Cards, Joined, Seat, Suit, Text
from games.tomoe.tricks import judge
from games.tomoe.words import back_text, plain, printed, results_text, won_text
from tests.games.printing import say


def test_points_are_written_without_a_needless_fraction() -> None:
    """Whole ones as whole numbers."""
    assert [repr(plain(points)) for points in (0.0, 1.0, 1.5)] == ["0", "1", "1.5"]


def test_the_back_suit_goes_by_the_card_led() -> None:
    """It is the partner of the front suit; metals have none."""
    assert back_text("3r") == Text("tomoe-back", {"suit": Suit("a", "tomoe")})
    assert back_text("Cu") == Text("tomoe-back-none")


def test_a_trick_says_who_won_with_what_and_why() -> None:
    """And what it is worth only where that is more than one."""
    trick = judge(1, ("3r", "1a", "6g"))
    told = won_text(4, trick, 1.0)
    assert told.key == "tomoe-won"
    assert told.args["seat"] == Seat(2)
    assert told.args["card"] == printed(["1a"]) == Cards(("1a",), "tomoe")
    assert told.args["why"] == Text("tomoe-why-back-lower", {"led": printed(["3r"])})
    more = won_text(4, trick, 1.5)
    assert (more.key, more.args["points"]) == ("tomoe-won-ace", Text("tomoe-points", {"points": 1.5}))


def test_results_of_a_game_name_every_seat() -> None:
    """With what it made and what it has by now."""
    told = results_text((5.0, 3.5, 3.5), (9.0, 8.0, 7.5))
    assert isinstance(told, Joined)
    assert [say(text) for text in told.texts] == [
        "P0 5 points (total 9)",
        "P1 3.5 points (total 8)",
        "P2 3.5 points (total 7.5)",
    ]
