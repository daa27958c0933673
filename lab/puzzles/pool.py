"""The pool: puzzles that were found, before each gets its day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from bot.daily.puzzles import Puzzle
from lab.puzzles.find import Count

MONTH = 30
"""Number of days within which no two puzzles are alike."""
PATIENCE = 60.0
"""Processor seconds after which a search that finds nothing is treated as if it had found a puzzle."""
MOST_ALIKE = 12
"""Most puzzles of one likeness in a pool: each of them can be used once in a month."""


class Found(msgspec.Struct, frozen=True):
    """A puzzle of the pool with its likeness, a text that is equal for puzzles that people find alike."""

    likeness: str
    puzzle: Puzzle

    @property
    def key(self) -> tuple[str, str]:
        return self.puzzle.game, self.likeness


class Pool:
    """A file to which puzzles are added as they are found, with the counts of decisions that were looked at.

    Args:
        path: the file; it is made if there is none.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._counts = path.with_suffix(".counts.json")
        data = path.read_bytes() if path.exists() else b""
        self.found = list(msgspec.json.Decoder(Found).decode_lines(data)) if data else []
        self._alike = Counter(one.key for one in self.found)
        old = self._counts.read_bytes() if self._counts.exists() else b"{}"
        self.counts = msgspec.json.decode(old, type=dict[str, Count])

    def add(self, one: Found) -> None:
        """Add a puzzle to the file."""
        self.found.append(one)
        self._alike[one.key] += 1
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(one) + b"\n")

    def save_counts(self) -> None:
        """Write the counts of decisions to their file."""
        self._counts.write_bytes(msgspec.json.encode(self.counts))

    def is_wanted(self, game: str, likeness: str) -> bool:
        """Return whether the pool needs another puzzle of this likeness (equal for puzzles that are
        alike).
        """
        return self._alike[game, likeness] < MOST_ALIKE

    def rarest(self, games: Sequence[str]) -> str:
        """Return the game with the fewest puzzles so far. Time already spent on a game counts like puzzles
        found.
        """
        many = Counter(one.puzzle.game for one in self.found)
        spent = {game: count.seconds / PATIENCE for game, count in self.counts.items()}
        return min(games, key=lambda game: many[game] + spent.get(game, 0.0))


def arrange(
    days: Sequence[Puzzle], likenesses: Sequence[str], pool: Iterable[Found], games: Sequence[str]
) -> list[Puzzle]:
    """Return the puzzles of all days, followed by as many puzzles of the pool as the rules of order allow.

    The games take turns, and no two puzzles within a month are alike. Puzzles that have a day already are
    left out.

    Args:
        days: the puzzles that have their day; they stay as they are.
        likenesses: the likeness of each of them.
        pool: puzzles that may follow.
        games: the games in their turns.
    """
    arranged = list(days)
    keys = [(one.game, likeness) for one, likeness in zip(days, likenesses, strict=True)]
    used = {one.moves for one in days}
    left = {game: [one for one in pool if one.puzzle.game == game] for game in games}
    left = {game: [one for one in some if one.puzzle.moves not in used] for game, some in left.items()}
    while True:
        game = games[len(arranged) % len(games)]
        recent = keys[max(0, len(keys) - MONTH + 1) :]
        # Those of which there are most come first, so that enough different ones are left for later.
        many = Counter(one.likeness for one in left[game])
        free = [one for one in left[game] if one.key not in recent]
        if not free:
            return arranged
        chosen = max(free, key=lambda one: (many[one.likeness], -_last(keys, one.key)))
        left[game].remove(chosen)
        arranged.append(chosen.puzzle)
        keys.append(chosen.key)


def _last(keys: Sequence[tuple[str, str]], key: tuple[str, str]) -> int:
    """Return the last index at which a key (game and likeness) occurs; -1 if it does not."""
    return max([at for at, one in enumerate(keys) if one == key], default=-1)
