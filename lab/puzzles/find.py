"""The search for puzzles: strong players play games, and decisions that are hard for people are examined."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import starmap
from typing import Any, NamedTuple

import msgspec

from bot.daily.puzzles import Puzzle, Theme
from games import Game
from games.core.game import Estimate
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
            decision = _Decision(game, examiner, match, seat, f"{seed} {len(match.moves)}")
            puzzle = _examine_decision(decision, count, is_wanted)
            if puzzle is not None:
                puzzles += 1
                yield puzzle
                if puzzles == PER_GAME:
                    return
        match.play(seat, game.advise(view, legal, "expert", rng, PLAYED * examiner.effort))


class _Decision:
    """A decision that may become a puzzle.

    It is examined in steps from ``has_clear_best_move`` to ``examine``, the cheapest first, since most
    decisions make no puzzle.
    """

    def __init__(self, game: Game, examiner: Examiner, match: Match, seat: int, seed: str) -> None:
        self._game = game
        self._examiner = examiner
        self._match = match
        self._seat = seat
        self._seed = seed
        self._rng = random.Random(seed)
        self._view = match.view(seat)
        # The estimates of all moves, the best first; empty until the first step is done.
        self._judged: list[Estimate] = []

    def has_clear_best_move(self) -> bool:
        """True if no move of another kind seems nearly as good as the best. A quick look comes first."""
        if not self._has_clear_lead(self._estimate(is_full=False)):
            return False
        self._judged = self._estimate(is_full=True)
        return self._has_clear_lead(self._judged)

    def _estimate(self, *, is_full: bool) -> list[Estimate]:
        return estimates(self._game, self._examiner, self._match, self._seat, self._rng, is_full=is_full)

    def _has_clear_lead(self, judged: Sequence[Estimate]) -> bool:
        # Rivals are named only if the best move is clearly ahead of every other kind of move.
        return len(rivals_of(self._examiner, self._view, judged).moves) > 1

    @property
    def likeness(self) -> str:
        """A text that is equal for similar puzzles."""
        return self._examiner.likeness(self._judged[0].move, self._view)

    @property
    def may_be_sure(self) -> bool:
        """True if the best move may win for certain."""
        return self._judged[0].expected_share >= self._examiner.top(self._view)

    @property
    def _is_remarkable(self) -> bool:
        # Such a decision is a good puzzle even if ``normal`` often gets it right.
        return self.may_be_sure or self._examiner.is_lie(self._judged[0].move, self._view)

    def is_right(self, move: Move) -> bool:
        """True if a move is of the same kind as the best one, as far as the estimates show."""
        best = self._examiner.kind(self._judged[0].move, self._view)
        return self._examiner.kind(move, self._view) == best

    def is_obvious(self) -> bool:
        """True if ``normal`` always finds the best move, and the decision is not remarkable."""
        legal = self._match.legal(self._seat)
        moves = []
        for _ in range(FIRST_ASKED):
            move = self._game.advise(self._view, legal, "normal", self._rng, PANEL_EFFORT)
            moves.append(move)
        return all(map(self.is_right, moves)) and not self._is_remarkable

    def ask_panel(self) -> list[PanelAnswer]:
        """Return the moves that the players of the panel choose."""
        return panel(self._game, self._match, self._seat, self._rng)

    def may_teach(self, answers: Sequence[PanelAnswer]) -> bool:
        """True if enough players of the panel are wrong, as far as the estimates show."""
        wrong = _wrong_players(answers, self.is_right)
        if not (_is_trap(wrong) or self._is_remarkable):
            return False
        return _thinkers_among(wrong) >= (1 if self.may_be_sure else LEAST_WRONG)

    def examine(self) -> Examination | None:
        """Play the moves out, which is the expensive part."""
        return examine(self._game, self._examiner, self._match, self._seat, self._seed, self._judged)

    def puzzle(self, examination: Examination, share: float, themes: tuple[Theme, ...]) -> PooledPuzzle:
        """Return the decision as a puzzle.

        Args:
            share: the share of the panel's answers that were wrong.
        """
        return PooledPuzzle(self.likeness, _puzzle(self._match, self._seat, examination, share, themes))


def _examine_decision(
    decision: _Decision, count: SearchCounts, is_wanted: Callable[[str], bool]
) -> PooledPuzzle | None:
    if not decision.has_clear_best_move() or not is_wanted(decision.likeness) or decision.is_obvious():
        return None
    answers = decision.ask_panel()
    if not decision.may_teach(answers):
        return None
    count.examined += 1
    examination = decision.examine()
    if examination is None:
        return None
    # The continuations may have shown another best move than the estimates.
    wrong = _wrong_players(answers, lambda move: str(move) in examination.best)
    themes = _themes(examination, wrong)
    if not themes or _thinkers_among(wrong) < (1 if "sure" in themes else LEAST_WRONG):
        return None
    count.passed += 1
    return decision.puzzle(examination, len(wrong) / len(answers), themes)


def _wrong_players(answers: Sequence[PanelAnswer], is_right: Callable[[Move], bool]) -> list[str]:
    return [answer.player for answer in answers if not is_right(answer.move)]


def _thinkers_among(players: Sequence[str]) -> int:
    # The number of players that do not choose at random.
    return len(players) - players.count(RANDOM)


def _is_trap(wrong: Sequence[str]) -> bool:
    return wrong.count("normal") >= TRAP * dict(PANEL)["normal"]


class PanelAnswer(NamedTuple):
    """The move that a player of the panel chooses."""

    player: str  # the player's level, the name of its habit, or ``RANDOM``
    move: Move


def panel(game: Game, match: Match, seat: int, rng: random.Random) -> list[PanelAnswer]:
    """Return the moves that several players choose in a position.

    The players are computer players, rules of thumb (``lab.responders``), and players that move at random.
    """
    view = match.view(seat)
    legal = match.legal(seat)

    def advised(level: str) -> Move:
        return game.advise(view, legal, level, rng, PANEL_EFFORT)

    answers = []
    for level, times in PANEL:
        for _ in range(times):
            move = advised(level)
            answers.append(PanelAnswer(level, move))
    study = STUDIES.get(game.id)
    if study is not None:
        for name, habit in study.habits.items():
            move = habit(view, legal, advised("easy"))
            answers.append(PanelAnswer(name, move))
    for _ in range(AT_RANDOM):
        move = legal[rng.randrange(len(legal))]
        answers.append(PanelAnswer(RANDOM, move))
    return answers


def _themes(examination: Examination, wrong: Sequence[str]) -> tuple[Theme, ...]:
    themes: list[Theme] = []
    if examination.is_lie:
        themes.append("lie")
    if examination.is_sure and len(examination.tried) > 2:
        themes.append("sure")
    if _is_trap(wrong):
        themes.append("trap")
    return tuple(themes)


def _puzzle(match: Match, seat: int, examination: Examination, share: float, themes: Any) -> Puzzle:
    low, high = STARS
    moves = tuple(starmap(move_line, match.moves))
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
