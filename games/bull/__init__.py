"""Porker Bull, a game of bluffing about the poker hands that all dealt cards together contain (bull.md)."""

from __future__ import annotations

from collections.abc import Callable

from games.bull.hands import CALL_ORDERS
from games.bull.presenter import BullPresenter
from games.bull.rules import Bull
from games.bull.strategy import advise, assess
from games.core.game import Game, Lesson, LessonMove, LessonStep, OptionLength, Pace
from games.core.trophies import (
    Participation,
    Trophy,
    every_game,
    exposed_lies,
    games_judged_well,
    games_with_bid,
    honest_wins,
    wins,
)

# --- lesson -------------------------------------------------------------------------------------------------
# The lesson of Porker Bull. Its two rounds teach what a call means, when to challenge, and when to lie.

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

# --- trophies -----------------------------------------------------------------------------------------------


def _has_called(counter: str, lowest_kind: str) -> Callable[[Participation], int]:
    # In games with wild twos the counter has another name.
    return games_with_bid(
        {counter: CALL_ORDERS[False].bids, f"{counter}_wild": CALL_ORDERS[True].bids}, lowest_kind
    )


def _won_lying(played: Participation) -> int:
    return int(played.has_won and played.statistics.get("lies", 0) >= 5)


def _won_without_lost_round(played: Participation) -> int:
    # A game against a single opponent does not count.
    return int(played.has_won and not played.is_shared and not played.score and len(played.opponents) > 1)


TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("catch", exposed_lies),
    Trophy("liar", _won_lying, tells_lie=True, metal="silver"),
    Trophy("sharp", games_judged_well(3), metal="silver"),
    Trophy("truth", _has_called("best_truth", "full"), metal="silver"),
    Trophy("bluff", _has_called("best_bluff", "full"), tells_lie=True, metal="silver"),
    Trophy("honest", honest_wins(3), metal="gold"),
    Trophy("clean", _won_without_lost_round, metal="gold"),
    Trophy("eyes", exposed_lies, 250, metal="gold"),
    Trophy("wins", wins, 50, metal="gold"),
)

# --- game ---------------------------------------------------------------------------------------------------

BULL = Game(
    rules=Bull(),
    presenter=BullPresenter(),
    advise=advise,
    has_temperaments=True,
    emoji="🐂",
    assess=assess,
    lesson=LESSON,
    one_loser_options=(("end", "first"),),
    trophies=TROPHIES,
    minutes=8,
    difficulty="easy",
    short_options=(("start", "2"), ("end", "first")),
    short_minutes=5,
    paces=(
        Pace(2, 12.6, 47),
        Pace(3, 16.4, 87),
        Pace(4, 17.7, 125),
        Pace(5, 19.9, 165),
        Pace(6, 21.0, 205),
        Pace(7, 22.4, 245),
        Pace(8, 24.5, 288),
    ),
    option_lengths=(
        OptionLength("deal", "down", 0.93),
        OptionLength("start", "2", 0.77),
        OptionLength("wild", "twos", 1.18),
        OptionLength("end", "first", 0.7),
    ),
)
