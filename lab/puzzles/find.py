"""The search for puzzles: strong players play games, and decisions that are hard for people are examined."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from bot.daily.puzzles import Puzzle, Theme
from games import Game
from games.core.match import Match, ShuffleKey, move_line
from games.core.moves import Move
from lab.puzzles.bull import BullExaminer
from lab.puzzles.examine import Examination, estimates, examine, rivals_of
from lab.puzzles.examiner import Examiner
from lab.puzzles.lost import LostExaminer
from lab.puzzles.netsuzo import NetsuzoExaminer
from lab.puzzles.tomoe import TomoeExaminer
from lab.puzzles.trick3 import Trick3Examiner
from lab.responders import STUDIES

EXAMINERS: Mapping[str, Examiner] = {
    "bull": BullExaminer(),
    "tomoe": TomoeExaminer(),
    "netsuzo": NetsuzoExaminer(),
    "lost": LostExaminer(),
    "trick3": Trick3Examiner(),
}
"""The examiner of each game, by its id."""

PANEL = (("easy", 6), ("normal", 6), ("hard", 4))
"""Computer players that are asked each decision: the level, and the number of times."""
FIRST_ASKED = 2
"""Number of times that ``normal`` is asked first. If it always finds the best move, no other player is
asked.
"""
PANEL_EFFORT = 0.02
AT_RANDOM = 4
"""Number of players in the panel that choose any legal move."""
RANDOM = "random"
LEAST_WRONG = 3
"""Fewest players of the panel that have to be wrong, without the players that choose at random."""
TRAP = 0.33
"""Share of answers of ``normal`` that have to be wrong for a decision to count as a trap."""
STARS = (0.45, 0.7)
"""Shares of wrong answers at which a puzzle gets two stars, and three stars."""
PLAYED = 0.3
"""Share of the examiner's effort with which the games are played."""
PER_GAME = 3
"""Most puzzles from one game, so that puzzles differ."""


class PooledPuzzle(msgspec.Struct, frozen=True):
    """A puzzle that is not assigned to a day yet.

    Args:
        likeness: a text that is equal for similar puzzles.
    """

    likeness: str
    puzzle: Puzzle

    @property
    def key(self) -> tuple[str, str]:
        return self.puzzle.game, self.likeness


class SearchCounts(msgspec.Struct):
    """Numbers of decisions of one game in the search for puzzles."""

    looked_at: int = 0  # decisions with a choice
    examined: int = 0  # decisions that were examined, since they may be good puzzles
    passed: int = 0  # decisions that became puzzles
    seconds: float = 0.0  # processor time spent


def search(
    game: Game, seed: str, count: SearchCounts, is_wanted: Callable[[str], bool] = lambda likeness: True
) -> Iterator[PooledPuzzle]:
    """Play one game of the strongest players, and yield each puzzle found in it.

    Args:
        count: the numbers of decisions so far, which are updated.
        is_wanted: called with ``PooledPuzzle.likeness``; returns false to skip a puzzle.
    """
    examiner = EXAMINERS[game.id]
    rng = random.Random(seed)
    low, high = game.rules.seats
    seats = rng.randint(max(low, min(3, high)), min(high, 4))
    match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
    puzzles = 0
    for seat in match.decisions(ShuffleKey.from_text(seed)):
        view = match.view(seat)
        legal = match.legal(seat)
        if len(legal) == 1:
            match.play(seat, legal[0])
            continue
        # A few puzzles from each game are enough, since they are alike.
        if examiner.fits(view, legal):
            count.looked_at += 1
            puzzle = _examine_decision(
                game, examiner, match, seat, f"{seed} {len(match.moves)}", count, is_wanted
            )
            if puzzle is not None:
                puzzles += 1
                yield puzzle
                if puzzles == PER_GAME:
                    return
        match.play(seat, game.advise(view, legal, "expert", rng, PLAYED * examiner.effort))


def _examine_decision(
    game: Game,
    examiner: Examiner,
    match: Match,
    seat: int,
    seed: str,
    count: SearchCounts,
    is_wanted: Callable[[str], bool],
) -> PooledPuzzle | None:
    rng = random.Random(seed)
    view = match.view(seat)
    if len(rivals_of(examiner, view, estimates(game, examiner, match, seat, rng, is_full=False)).moves) == 1:
        return None
    # The quick look found a clear best move: look again with full effort.
    judged = estimates(game, examiner, match, seat, rng)
    likeness = examiner.likeness(judged[0].move, view)
    if len(rivals_of(examiner, view, judged).moves) == 1 or not is_wanted(likeness):
        return None
    is_lie = examiner.is_lie(judged[0].move, view)
    may_be_sure = judged[0].expected_share >= examiner.top(view)
    kind = examiner.kind(judged[0].move, view)
    moves = [game.advise(view, match.legal(seat), "normal", rng, PANEL_EFFORT) for _ in range(FIRST_ASKED)]
    if not (is_lie or may_be_sure) and all(examiner.kind(move, view) == kind for move in moves):
        return None
    # Ask all players of the panel. A decision that all of them get right teaches nothing.
    answers = panel(game, match, seat, rng)
    # The move that the estimates call best is enough to see that nothing is to be learnt.
    wrong = [level for level, move in answers if level != RANDOM and examiner.kind(move, view) != kind]
    is_trap = wrong.count("normal") >= TRAP * dict(PANEL)["normal"]
    if not (is_trap or is_lie or may_be_sure) or len(wrong) < (1 if may_be_sure else LEAST_WRONG):
        return None
    count.examined += 1
    # Only now the expensive part: play the moves out.
    examination = examine(game, examiner, match, seat, seed, judged)
    if examination is None:
        return None
    erred = [(level, str(move) not in examination.best) for level, move in answers]
    themes = _themes(examination, erred)
    least = 1 if "sure" in themes else LEAST_WRONG
    if not themes or sum(is_wrong for level, is_wrong in erred if level != RANDOM) < least:
        return None
    count.passed += 1
    share = sum(is_wrong for _, is_wrong in erred) / len(erred)
    return PooledPuzzle(likeness, _puzzle(match, seat, examination, share, themes))


def panel(game: Game, match: Match, seat: int, rng: random.Random) -> list[tuple[str, Move]]:
    """Return the moves that several players choose in a position, each with the player's name.

    The players are computer players, rules of thumb (``lab.responders``), and players that move at random.
    """
    view = match.view(seat)
    legal = match.legal(seat)

    def advised(level: str) -> Move:
        return game.advise(view, legal, level, rng, PANEL_EFFORT)

    answers: list[tuple[str, Move]] = []
    for level, times in PANEL:
        answers += [(level, advised(level)) for _ in range(times)]
    study = STUDIES.get(game.id)
    if study is not None:
        answers += [(name, habit(view, legal, advised("easy"))) for name, habit in study.habits.items()]
    answers += [(RANDOM, legal[rng.randrange(len(legal))]) for _ in range(AT_RANDOM)]
    return answers


def _themes(examination: Examination, erred: list[tuple[str, bool]]) -> tuple[Theme, ...]:
    normal = [is_wrong for level, is_wrong in erred if level == "normal"]
    is_trap = sum(normal) >= TRAP * len(normal)
    pairs: tuple[tuple[Theme, bool], ...] = (
        ("lie", examination.is_lie),
        ("sure", examination.is_sure and len(examination.tried) > 2),
        ("trap", is_trap),
    )
    return tuple([theme for theme, is_so in pairs if is_so])


def _puzzle(match: Match, seat: int, examination: Examination, share: float, themes: Any) -> Puzzle:
    low, high = STARS
    moves = tuple([move_line(actor, move) for actor, move in match.moves])
    return Puzzle(
        game=match.rules.id,
        seats=match.setup.seats,
        first=match.setup.first,
        moves=moves,
        seat=seat,
        stars=1 + (share >= low) + (share >= high),
        erred=round(share, 3),
        tried=examination.tried,
        continuations=examination.continuations,
        best=examination.best,
        close=examination.close,
        themes=themes,
    )
