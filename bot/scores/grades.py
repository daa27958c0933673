"""Grades beside ratings: from 10th kyu, where everybody begins, to 1st dan and up to 9th dan.

The shown rating is three standard deviations below the estimated strength, so a grade cannot be won by a few
lucky games. *What counts* (docs/SCORES.md) has the distributions behind the two numbers.
"""

from __future__ import annotations

from games.core.words import Text

FIRST_DAN = 2000
"""The rating of a player who is almost surely stronger than the average player.

Of an average player the estimate is that of a newcomer, who has 1000 because nothing is known yet. A rating
of 2000 says that even the lowest likely strength is above that estimate.
"""

STEP = 100
"""Ratings between two grades. Of two settled players one grade apart the stronger wins about 60 %."""

HIGHEST_DAN = 9
LOWEST_KYU = 10


def grade_text(rating: int) -> Text:
    """Return the name of the grade of a rating that is not provisional.

    >>> grade_text(2150).args, grade_text(1999).args
    ({'dan': 2}, {'kyu': 1})
    """
    steps = (rating - FIRST_DAN) // STEP
    if steps >= 0:
        return Text("grade-dan", {"dan": min(steps + 1, HIGHEST_DAN)})
    return Text("grade-kyu", {"kyu": min(-steps, LOWEST_KYU)})
