"""The pool: a file of puzzles that are not assigned to a day yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from bot.daily.puzzles import Puzzle
from lab.puzzles.find import PooledPuzzle, SearchCounts

MONTH = 30
"""Number of days within which no two puzzles have the same likeness."""
PATIENCE = 60.0
"""Processor seconds of search that count like a puzzle found, so that no game is searched for too long."""
MOST_ALIKE = 12
"""Most puzzles with one likeness in a pool. Only one of them can be used each month."""


class Pool:
    """A file of puzzles, and the numbers of decisions that were examined to find them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._counts = path.with_suffix(".counts.json")
        data = path.read_bytes() if path.exists() else b""
        if data:
            self.entries = list(msgspec.json.Decoder(PooledPuzzle).decode_lines(data))
        else:
            self.entries = []
        self._alike = Counter(entry.key for entry in self.entries)
        old = self._counts.read_bytes() if self._counts.exists() else b"{}"
        self.counts = msgspec.json.decode(old, type=dict[str, SearchCounts])

    def add(self, entry: PooledPuzzle) -> None:
        """Add a puzzle to the pool and to its file."""
        self.entries.append(entry)
        self._alike[entry.key] += 1
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(entry) + b"\n")

    def save_counts(self) -> None:
        """Write the counts of decisions to their file."""
        self._counts.write_bytes(msgspec.json.encode(self.counts))

    def is_wanted(self, game: str, likeness: str) -> bool:
        """True if the pool still has fewer than ``MOST_ALIKE`` puzzles of a kind.

        ``likeness`` names the kind: puzzles of a game with equal names are alike.
        """
        return self._alike[game, likeness] < MOST_ALIKE

    def rarest(self, games: Sequence[str]) -> str:
        """Return the game to search next, chosen by the puzzles found and the time spent so far."""
        counts = Counter(entry.puzzle.game for entry in self.entries)

        def found_and_spent(game: str) -> float:
            # Time spent on a game counts like puzzles, so that no game takes all of the time.
            seconds = self.counts[game].seconds if game in self.counts else 0.0
            return counts[game] + seconds / PATIENCE

        return min(games, key=found_and_spent)


def arrange(
    days: Sequence[Puzzle], likenesses: Sequence[str], pool: Iterable[PooledPuzzle], games: Sequence[str]
) -> list[Puzzle]:
    """Return the puzzles of all days: those in ``days``, followed by suitable puzzles of the pool.

    Args:
        likenesses: the likeness of each puzzle in ``days``. Similar puzzles are at least a month apart.
        games: the order in which the games alternate.
    """
    arranged = list(days)
    keys = [(puzzle.game, likeness) for puzzle, likeness in zip(days, likenesses, strict=True)]
    used = {puzzle.moves for puzzle in days}
    unused: dict[str, list[PooledPuzzle]] = {game: [] for game in games}
    for entry in pool:
        if entry.puzzle.game in unused and entry.puzzle.moves not in used:
            unused[entry.puzzle.game].append(entry)
    while True:
        # The games alternate, and puzzles like those of the last month must wait.
        game = games[len(arranged) % len(games)]
        recent = keys[max(0, len(keys) - MONTH + 1) :]
        # Those of which there are most come first, so that enough different ones are left for later.
        alike = Counter(entry.likeness for entry in unused[game])
        free = [entry for entry in unused[game] if entry.key not in recent]
        if not free:
            return arranged
        chosen = max(free, key=lambda entry: (alike[entry.likeness], -_last_index(keys, entry.key)))
        unused[game].remove(chosen)
        arranged.append(chosen.puzzle)
        keys.append(chosen.key)


def _last_index(keys: Sequence[tuple[str, str]], key: tuple[str, str]) -> int:
    for at in reversed(range(len(keys))):
        if keys[at] == key:
            return at
    return -1
