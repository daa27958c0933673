"""The lesson of Tomoefuda, in three tricks: following suit, the second strongest card, and the back suit
(the partner of the suit led).
"""

from __future__ import annotations

from games.core.game import Lesson, LessonMove, LessonStep

_OPEN = "5r 1a 3o 1o 4o 3k 1k 2k 4k 2r 1r 4r 6a 2a 3a 4p 1p 3p 3r 6r 2p 6p 4g 1g 5g 2o 6o"
"""The open hands of the lesson's deal, nine cards for each seat."""
_HIDDEN = "5o 5k 6k 4a 5a 5p 2g 3g 6g"
"""The hidden hands of the lesson's deal, three cards for each seat."""

LESSON = Lesson(
    seats=3,
    first=1,
    steps=(
        LessonStep("hands", (f"* {_OPEN} {_HIDDEN}",)),
        LessonStep(
            "follow",
            ("1 play 5r", "2 play 2r"),
            (LessonMove("play 4g"), LessonMove("play 6r"), LessonMove("play 3r", is_right=True)),
        ),
        LessonStep("lead", ("0 play 3r",), (LessonMove("play 6g"), LessonMove("play 4g", is_right=True))),
        LessonStep("back", ("0 play 4g", "1 play 3o", "2 play 6a")),
        LessonStep(
            "second",
            ("1 play 3k", "2 play 4p"),
            (LessonMove("play 5g"), LessonMove("play 6p"), LessonMove("play 2p", is_right=True)),
        ),
        LessonStep("won", ("0 play 2p",)),
    ),
)
