"""The guided lesson of Netsuzo Poker in two hands: declare truly, catch a lie, succeed with a lie."""

from __future__ import annotations

from games.core.game import Lesson, LessonMove, LessonStep

LESSON = Lesson(
    seats=3,
    steps=(
        LessonStep(
            "truth",
            ("* 5s 9h Kc 5h Jd 8c 2s 3d Td 4c 7h 6s",),
            (LessonMove("declare straight 9"), LessonMove("declare pair 5 J", is_right=True)),
        ),
        LessonStep("taken", ("0 declare pair 5 J", "1 accept", "1 discard 9h")),
        LessonStep(
            "answer",
            ("1 declare pair J 8", "2 accept", "2 discard 5s", "2 declare trips J 8"),
            (LessonMove("accept"), LessonMove("reject", is_right=True)),
        ),
        LessonStep("caught", ("0 reject",)),
        LessonStep(
            "worse",
            ("* Qh 6d 4d Th 9s 7c 3h Qd 2c As", "2 declare high Q"),
            (LessonMove("reject"), LessonMove("accept", is_right=True)),
        ),
        LessonStep(
            "discard", ("0 accept",), (LessonMove("discard Qh"), LessonMove("discard 6d", is_right=True))
        ),
        LessonStep(
            "lie",
            ("0 discard 6d",),
            (
                LessonMove("declare high J"),
                LessonMove("declare pair T Q", is_right=True),
                LessonMove("declare quads T Q"),
            ),
        ),
        LessonStep("through", ("0 declare pair T Q", "1 accept")),
    ),
)
