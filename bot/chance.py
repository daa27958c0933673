"""The one source of chance of the bot; a test that gives a seed has the same game every time."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

TABLE_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are taken for each other."""


class Chance:
    """Chance that nobody can foresee, from the operating system."""

    _random: random.Random = secrets.SystemRandom()

    def seed(self) -> bytes:
        """Draw the 32 secret bytes of a table's shuffles."""
        return self._random.randbytes(32)

    def table_id(self) -> str:
        """Draw a table's id: short, unguessable enough, and safe in a custom id."""
        return "".join(self._random.choices(TABLE_ID_LETTERS, k=8))

    def number(self) -> int:
        """Draw a number of 64 bits."""
        return self._random.getrandbits(64)

    def fraction(self) -> float:
        """Draw a number from 0 up to 1."""
        return self._random.random()

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of several."""
        return self._random.choice(items)

    def key(self) -> str:
        """Draw a key of 96 bits that opens a door, for an address."""
        return self._random.randbytes(12).hex()

    def incident(self) -> str:
        """Draw a short id by which an error can be found in the log."""
        return f"{self._random.getrandbits(32):08x}"


class SeededChance(Chance):
    """Chance that is the same every time; for tests, the demo's recordings and measurements."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
