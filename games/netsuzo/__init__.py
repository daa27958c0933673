"""Netsuzo Poker: declare a poker hand, true or not; the neighbour believes or rejects it (netsuzo.md)."""

from __future__ import annotations

from games.core.game import Game, Lesson, LessonMove, LessonStep, OptionLength, Pace
from games.core.trophies import (
    Participation,
    Trophy,
    every_game,
    exposed_lies,
    games_against,
    games_with_bid,
    honest_wins,
    wins,
)
from games.netsuzo.hands import DECLARATION_ORDER
from games.netsuzo.presenter import NetsuzoPresenter
from games.netsuzo.rules import Netsuzo
from games.netsuzo.strategy import advise, assess

# --- lesson -------------------------------------------------------------------------------------------------
# The guided lesson of Netsuzo Poker in two hands: declare truly, catch a lie, succeed with a lie.

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

# --- trophies -----------------------------------------------------------------------------------------------


def _won_lying(played: Participation) -> int:
    statistics = played.statistics
    return int(played.has_won and statistics.get("lies", 0) >= 3 and not statistics.get("lies_caught", 0))


TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("win", wins),
    Trophy("catch", exposed_lies),
    Trophy(
        "bluff",
        games_with_bid({"best_bluff": DECLARATION_ORDER.bids}, "quads"),
        tells_lie=True,
        metal="silver",
    ),
    Trophy("truth", games_with_bid({"best_truth": DECLARATION_ORDER.bids}, "full"), metal="silver"),
    Trophy("crowd", games_against(4), metal="silver"),
    Trophy("liar", _won_lying, tells_lie=True, metal="silver"),
    Trophy("honest", honest_wins(2), metal="gold"),
    Trophy("eyes", exposed_lies, 80, metal="gold"),
    Trophy("wins", wins, 40, metal="gold"),
)

# --- game ---------------------------------------------------------------------------------------------------

NETSUZO = Game(
    rules=Netsuzo(),
    presenter=NetsuzoPresenter(),
    advise=advise,
    has_temperaments=True,
    resolution=0.04,
    emoji="🎭",
    assess=assess,
    lesson=LESSON,
    min_decisions=2,
    trophies=TROPHIES,
    # A first game is a whole one: with fewer chips a newcomer is out too soon (docs/ARENA.md).
    minutes=6,
    difficulty="medium",
    paces=(
        Pace(3, 21.9, 31),
        Pace(4, 24.1, 44),
        Pace(5, 23.7, 53),
        Pace(6, 25.3, 68),
        Pace(7, 25.9, 71),
        Pace(8, 25.2, 84),
        Pace(9, 25.5, 90),
        Pace(10, 21.7, 79),
    ),
    option_lengths=(
        OptionLength("reds", "1", 0.44),
        OptionLength("reds", "3", 1.15),
        OptionLength("reds", "4", 1.14),
        OptionLength("reds", "5", 0.91),
        OptionLength("blues", "1", 0.31),
        OptionLength("blues", "2", 0.73),
        OptionLength("blues", "4", 1.12),
        OptionLength("blues", "5", 1.03),
        OptionLength("honesty", "atleast", 1.25),
    ),
)
