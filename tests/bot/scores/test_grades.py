"""Tests of the grades beside ratings."""

from __future__ import annotations

import pytest

from bot.language import Localizer
from bot.scores.grades import FIRST_DAN, grade_text
from bot.scores.leaderboard import BoardQuery, _board_line
from storage.rows import Name
from storage.scores.boards import BoardLine
from tests.bot.scores.luck import year


@pytest.mark.parametrize(
    ("rating", "english", "japanese"),
    [
        (-300, "10th kyu", "10級"),
        (1000, "10th kyu", "10級"),
        (1799, "3rd kyu", "3級"),
        (1899, "2nd kyu", "2級"),
        (1999, "1st kyu", "1級"),
        (2000, "1st dan", "初段"),
        (2299, "3rd dan", "3段"),
        (4000, "9th dan", "9段"),
    ],
)
def test_grade_follows_from_rating(rating: int, english: str, japanese: str) -> None:
    assert Localizer("en")(grade_text(rating)) == english
    assert Localizer("ja")(grade_text(rating)) == japanese


def test_luck_alone_makes_hardly_anybody_a_dan() -> None:
    """Of equal players fewer than one in ten ever reach the first dan, and none ends the year there."""
    careers = [career for seed in range(4) for career in year(0.0, seed)]
    lucky = sum(career.peak >= FIRST_DAN for career in careers)
    assert lucky < len(careers) / 10
    assert not [career for career in careers if career.last >= FIRST_DAN]
    # the bound is sharp: two grades lower most of them would be there
    assert sum(career.peak >= FIRST_DAN - 200 for career in careers) > len(careers) / 2


def test_strength_makes_dans() -> None:
    """Where strength is as large as luck, the best fifth are dans, and no one of the weaker half is."""
    careers = sorted(year(1.0, 1), key=lambda career: -career.last)
    assert all(career.last >= FIRST_DAN for career in careers[:4])
    assert all(career.last < FIRST_DAN for career in careers[10:])


@pytest.mark.parametrize("is_provisional", [False, True])
def test_rating_board_shows_grades_of_settled_ratings(is_provisional: bool) -> None:
    line = BoardLine(1, 7, Name("Alice"), 2150.0, 20, 12, 0, 5, is_provisional)
    query = BoardQuery(game="bull", measure="rating")
    assert ("2nd dan" in _board_line(line, query, Localizer("en"))) != is_provisional
