"""Three Cards Trick Poker: win battles with the best hand of three cards (trick3.md)."""

from __future__ import annotations

from games.core.game import LEVELS, Game, Lesson, LessonMove, LessonStep, OptionLength, Pace
from games.core.trophies import Participation, Trophy, every_game, games_against, games_reaching, sum_of, wins
from games.trick3.hands import HANDS
from games.trick3.presenter import Trick3Presenter
from games.trick3.rules import Trick3
from games.trick3.strategy import advise, assess

# --- lesson -------------------------------------------------------------------------------------------------
# The guided lesson of Three Cards Trick Poker, which plays one battle.
#
# It teaches which cards to expose, which card lies face down, and when to stay in a battle.

_ONE = "Qs Qh Qd 7d 3c 2h 4c 8d Ts 9c 2d 3h 7c 8s Jc 4s 5h"
_TWO = "Ah Tc 4d 9d 7h 3s Jh As 5d Ad 2s 6c Td 8h Kh 9s Ac"
_MINE = "5s 6s 6h Kd Kc 9h 2c Jd 8c Js Th 4h 3d Qc 5c 7s Ks"

LESSON = Lesson(
    seats=3,
    first=1,
    options=(("length", "mid"),),
    steps=(
        LessonStep("hands", (f"* {_ONE} {_TWO} {_MINE}",)),
        LessonStep(
            "expose",
            ("1 expose Qh 3c 2h", "2 expose Ah Tc 4d"),
            (LessonMove("expose 5s 6s 6h"), LessonMove("expose 6h 9h Kc", is_right=True)),
        ),
        LessonStep(
            "first",
            ("0 expose 6h 9h Kc", "1 play Qs up", "1 refill draw 1", "2 play As", "2 refill draw 1"),
            (
                LessonMove("fold 2c"),
                LessonMove("play Jd"),
                LessonMove("play 5s", is_right=True, second_move="refill draw 1"),
            ),
        ),
        LessonStep(
            "second",
            ("0 play 5s", "0 refill draw 1", "1 play Qh", "1 refill none", "2 fold"),
            (LessonMove("play Kc"), LessonMove("play 6h", is_right=True, second_move="refill none")),
        ),
        LessonStep(
            "third",
            ("0 play 6h", "0 refill none", "1 play 7d", "1 refill draw 1"),
            (LessonMove("fold"), LessonMove("play 6s", is_right=True, second_move="refill draw 1")),
        ),
        LessonStep("won", ("0 play 6s", "0 refill draw 1")),
    ),
)

# --- trophies -----------------------------------------------------------------------------------------------


def _won_folding(played: Participation) -> int:
    return int(played.has_won and played.statistics.get("folds", 0) >= 3)


def _won_standing(played: Participation) -> int:
    statistics = played.statistics
    return int(played.has_won and statistics.get("battles", 0) >= 3 and not statistics.get("folds", 0))


def _captured_points(played: Participation) -> int:
    return int(played.score)


TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("win", wins),
    Trophy("fold", _won_folding),
    Trophy("hand", games_reaching("best_hand", HANDS.index("SF") + 1)),
    Trophy("catch", games_reaching("best_capture", 15), metal="silver"),
    Trophy("crowd", games_against(4), metal="silver"),
    Trophy("row", games_reaching("battles_won", 5), metal="silver"),
    Trophy("stand", _won_standing, metal="gold"),
    Trophy("cards", _captured_points, 1000, metal="gold"),
    Trophy("battles", sum_of("battles_won"), 200, metal="gold"),
)

# --- game ---------------------------------------------------------------------------------------------------

TRICK3 = Game(
    rules=Trick3(),
    presenter=Trick3Presenter(),
    advise=advise,
    emoji="⚔️",
    assess=assess,
    lesson=LESSON,
    levels=LEVELS[:2],
    min_decisions=6,
    trophies=TROPHIES,
    minutes=9,
    difficulty="hard",
    short_options=(("length", "short"),),
    short_minutes=5,
    paces=(
        Pace(2, 32.1, 45),
        Pace(3, 31.9, 50),
        Pace(4, 30.0, 51),
        Pace(5, 30.0, 55),
        Pace(6, 30.3, 58),
        Pace(7, 27.5, 54),
        Pace(8, 23.3, 47),
    ),
    option_lengths=(
        OptionLength("family", "mahjong", 1.05),
        OptionLength("family", "tesca", 0.85),
        OptionLength("length", "mid", 0.7),
        OptionLength("length", "short", 0.48),
        OptionLength("end", "L", 1.0),
        OptionLength("end", "S", 0.95),
        # The games of a match are alike.
        *[OptionLength("games", str(games), games) for games in range(2, 11)],
    ),
)
