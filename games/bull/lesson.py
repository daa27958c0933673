"""The lesson of Porker Bull. Its two rounds teach what a call means, when to challenge, and when to lie."""

from __future__ import annotations

from games.core.game import Lesson, LessonMove, LessonStep

LESSON = Lesson(
    seats=3,
    first=1,
    options=(("start", "2"),),
    steps=(
        LessonStep("hand", ("* 9h Kd Js 5c Ks Qh",)),
        LessonStep(
            "call",
            ("1 call single 9", "2 call single J"),
            (
                LessonMove("call single 9"),
                LessonMove("call single K", is_right=True),
                LessonMove("challenge"),
            ),
        ),
        LessonStep(
            "doubt",
            ("0 call single K", "1 call pair K", "2 call pair A"),
            (LessonMove("call pair 9"), LessonMove("call trips K"), LessonMove("challenge", is_right=True)),
        ),
        LessonStep("caught", ("0 challenge",)),
        LessonStep(
            "lie",
            ("* 8c 3d Qc Qs 7h 6h Ts",),
            (
                LessonMove("call single 3"),
                LessonMove("call pair 8", is_right=True),
                LessonMove("call quads A"),
            ),
        ),
        LessonStep("through", ("0 call pair 8", "1 call pair Q", "2 challenge")),
    ),
)
