"""The daily puzzles: positions of real games, with a grade for each legal move.

``puzzles.jsonl`` has one puzzle per line, in the order of days. The command ``tefuda puzzles`` finds new
puzzles.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Literal, TypeAlias

import msgspec

from bot.caches import cached
from games import find_game
from games.core.match import Match
from games.core.rules import CHANCE, Setup

FILE = "puzzles.jsonl"

Grade: TypeAlias = Literal["best", "close", "costly"]
"""How good a move is. ``close`` gives away little, ``costly`` more."""

POINTS: dict[Grade, int] = {"best": 3, "close": 1, "costly": 0}
"""Points for an answer by its grade."""

Theme: TypeAlias = Literal["lie", "sure", "trap"]
"""What a puzzle teaches: to lie, to see that a win is certain, or to avoid an error of the computer level
``normal``.
"""


class MeasuredMove(msgspec.Struct, frozen=True):
    """A move of a puzzle, with the result of many games played from there.

    Attributes:
        worth: the mean fraction of opponents that the player beats, from 0 to 1.
        behind: ``worth`` of the best move minus ``worth`` of this move.
        spread: half the width of the 95 % confidence interval of ``behind``.
    """

    move: str
    worth: float
    behind: float = 0.0
    spread: float = 0.0


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position of a game, in which one player must choose a move."""

    game: str
    # Number of seats.
    seats: int
    # The seat that acted first in the game.
    first: int
    # The moves that led to the position, each with its seat, as lines of a game record.
    moves: tuple[str, ...]
    # The seat that must choose a move.
    seat: int
    # Difficulty from 1 to 3.
    stars: int
    # The share of computer players and simulated people that did not find a best move.
    erred: float
    # The moves whose value was measured, the best move first.
    tried: tuple[MeasuredMove, ...]
    # Number of games that were played from the position to measure each move.
    continuations: int
    # Notations of the best moves.
    best: tuple[str, ...]
    # Notations of the moves that are almost as good as the best moves.
    close: tuple[str, ...] = ()
    # What the puzzle teaches.
    themes: tuple[Theme, ...] = ()

    @property
    def setup(self) -> Setup:
        """The start of the game."""
        return find_game(self.game).rules.setup(self.seats, {}, self.first)

    def match(self) -> Match:
        """Return the game at the puzzle's position.

        Raises:
            RulesError: a move that leads to the position is illegal.
        """
        match = Match(find_game(self.game).rules, self.setup)
        for line in self.moves:
            actor, _, move = line.partition(" ")
            match.play(CHANCE if actor == "*" else int(actor), move)
        return match

    def grade(self, move: object) -> Grade:
        """Return the grade of a legal move."""
        text = str(move)
        return "best" if text in self.best else "close" if text in self.close else "costly"


def read(data: bytes) -> tuple[Puzzle, ...]:
    """Return the puzzles in a JSON Lines file.

    Raises:
        msgspec.MsgspecError: the file is damaged.
    """
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Puzzle)
    return tuple(decoder.decode_lines(data))


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """Return the content of a JSON Lines file with these puzzles."""
    return b"".join([msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles])


@cached(1, of_people=False)
def all_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles of all days in order, the first day's puzzle first."""
    return read(files(__package__).joinpath(FILE).read_bytes())
