"""Tomoefuda: a trick game for three players in which the second strongest card wins (tomoe.md)."""

from __future__ import annotations

from games.core.game import LEVELS, Game, Lesson, LessonMove, LessonStep, OptionLength, Pace
from games.core.trophies import Participation, Trophy, every_game, games_reaching, wins
from games.tomoe.presenter import TomoePresenter
from games.tomoe.rules import CASES, Tomoe, won_counter
from games.tomoe.strategy import advise, assess

# --- lesson -------------------------------------------------------------------------------------------------
# The lesson of Tomoefuda, in three tricks. Each step has one rule: following suit and the second strongest
# card, the back suit (the partner of the suit led), the order of suits, and tricks of three suits.

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
        LessonStep("lead", ("0 play 3r",), (LessonMove("play 4g", is_right=True),)),
        LessonStep("back", ("0 play 4g", "1 play 3o", "2 play 6a")),
        LessonStep("three"),
        LessonStep(
            "second",
            ("1 play 3k", "2 play 4p"),
            (LessonMove("play 6p"), LessonMove("play 2p", is_right=True)),
        ),
        LessonStep("won", ("0 play 2p",)),
    ),
)

# --- trophies -----------------------------------------------------------------------------------------------


def _tricks_won(played: Participation) -> int:
    return sum(played.statistics.get(won_counter(case), 0) for case in CASES)


def _has_won_all_cases(played: Participation) -> int:
    return int(all(played.statistics.get(won_counter(case), 0) for case in CASES))


def _has_won_most_tricks(played: Participation) -> int:
    return int(2 * _tricks_won(played) > played.statistics.get("tricks", 0))


TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("win", wins),
    Trophy("below", games_reaching(won_counter("lower-pair"), 1)),
    Trophy("string", games_reaching("best_row", 4)),
    Trophy("row", games_reaching("best_row", 6), metal="silver"),
    Trophy("seven", _has_won_all_cases, metal="gold"),
    Trophy("share", _has_won_most_tricks, metal="gold"),
    Trophy("cranes", _tricks_won, 1000, metal="gold"),
    Trophy("wins", wins, 30, metal="gold"),
)

# --- game ---------------------------------------------------------------------------------------------------

TOMOE = Game(
    rules=Tomoe(),
    presenter=TomoePresenter(),
    advise=advise,
    emoji="🌀",
    assess=assess,
    lesson=LESSON,
    best_seat_count=3,
    levels=LEVELS[:2],
    min_decisions=6,
    trophies=TROPHIES,
    minutes=9,
    difficulty="hard",
    paces=(Pace(3, 27.4, 184),),
    option_lengths=(
        OptionLength("games", "6", 1.78),
        OptionLength("games", "9", 2.64),
        OptionLength("games", "12", 3.56),
        OptionLength("ace", "1.5", 0.87),
        OptionLength("ace", "2", 0.99),
        OptionLength("metals", "on", 0.95),
    ),
)
