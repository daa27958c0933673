"""Lost Poker, a bluffing game: a seat that completes a hand with its face-up cards loses (lost.md)."""

from __future__ import annotations

from games.core.game import Game, Lesson, LessonMove, LessonStep, OptionLength, Pace
from games.core.trophies import (
    Trophy,
    every_game,
    exposed_lies,
    games_judged_well,
    games_reaching,
    honest_wins,
    sum_of,
    wins,
)
from games.lost.presenter import LostPresenter
from games.lost.rules import Lost
from games.lost.strategy import advise, assess

# --- lesson -------------------------------------------------------------------------------------------------
# The guided lesson of Lost Poker, from laying the first cards to an elimination.
#
# It teaches which cards are dangerous, when to doubt, and when to lie.

_ONE = "2s 7s 9s 2c 4d 6d 8d Td 3d Ac 5c 7c 9c"
_TWO = "4c 9d 3c Ad 2d 5d 7d 6c 8c Tc As 4s 6s"
_MINE = "3s 8h 5h 2h 3h 4h 6h 7h 9h Th Ts 8s 5s"

LESSON = Lesson(
    seats=3,
    first=1,
    steps=(
        LessonStep(
            "field",
            (f"* {_ONE} {_TWO} {_MINE}", "1 field 2s 7s 9s", "2 field 4c 9d 7d"),
            (LessonMove("field 2h 3h 4h"), LessonMove("field 3s 8h 5h", is_right=True)),
        ),
        LessonStep("fields", ("0 field 3s 8h 5h",)),
        LessonStep(
            "answer",
            ("1 play 2c to 0 as h",),
            (LessonMove("trust"), LessonMove("doubt", is_right=True), LessonMove("lost")),
        ),
        LessonStep("right", ("0 doubt", "2 play 3c to 1 as c", "1 trust")),
        LessonStep(
            "lie",
            (),
            (
                LessonMove("play Th to 1 as h"),
                LessonMove("play 5s to 1 as h", is_right=True),
                LessonMove("lost hand 5s"),
            ),
        ),
        LessonStep("out", ("0 play 5s to 1 as h", "1 trust")),
    ),
)

# --- trophies -----------------------------------------------------------------------------------------------

TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("alive", wins),
    Trophy("catch", exposed_lies),
    Trophy("smooth", games_reaching("best_lies", 3), tells_lie=True, metal="silver"),
    Trophy("sharp", games_judged_well(3), metal="silver"),
    Trophy("honest", honest_wins(3), metal="gold"),
    Trophy("lives", wins, 9, in_a_row=True, metal="gold"),
    Trophy("eyes", exposed_lies, 80, metal="gold"),
    Trophy("lies", sum_of("lies"), 800, tells_lie=True, metal="gold"),
    Trophy("wins", wins, 50, metal="gold"),
)

# --- game ---------------------------------------------------------------------------------------------------

LOST_POKER = Game(
    rules=Lost(),
    presenter=LostPresenter(),
    advise=advise,
    has_temperaments=True,
    one_loser_options=(),
    emoji="🕳️",
    assess=assess,
    lesson=LESSON,
    min_decisions=2,
    trophies=TROPHIES,
    minutes=5,
    difficulty="medium",
    paces=(
        Pace(3, 11.0, 43),
        Pace(4, 9.5, 62),
    ),
    option_lengths=(
        OptionLength("losts", "0", 0.81),
        OptionLength("losts", "1", 0.89),
        OptionLength("losts", "2", 1.04),
        OptionLength("losts", "4", 0.92),
        OptionLength("losts", "5", 0.83),
    ),
)
