"""The only source of randomness in the bot; tests replace it with a seeded source."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

TABLE_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of table ids, without those that look alike."""


class RandomSource:
    """The bot's source of randomness, taken from the operating system."""

    _random: random.Random = secrets.SystemRandom()

    def seed(self) -> bytes:
        """Return 32 random bytes, from which the shuffles of a table are computed."""
        return self._random.randbytes(32)

    def table_id(self) -> str:
        """Return a short random table id that is hard to guess."""
        return "".join(self._random.choices(TABLE_ID_LETTERS, k=8))

    def number(self) -> int:
        """Return a random number of 64 bits."""
        return self._random.getrandbits(64)

    def fraction(self) -> float:
        """Return a random number in [0, 1)."""
        return self._random.random()

    def choice(self, items: Sequence[T]) -> T:
        """Return a random item."""
        return self._random.choice(items)

    def key(self) -> str:
        """Return a random hexadecimal text of 96 bits, for an address that must be hard to guess."""
        return self._random.randbytes(12).hex()

    def incident(self) -> str:
        """Return a short random id for an error. The person sees it, and the log contains it."""
        return f"{self._random.getrandbits(32):08x}"


class SeededChance(RandomSource):
    """A reproducible source of randomness, for tests, recordings of the demo, and measurements."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
