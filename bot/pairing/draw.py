"""Random numbers for a tournament's pairings, computed from the tournament's seed (docs/FAIRNESS.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

_WORDS = 1 << 64


class RandomNumbers:
    """Reproducible random numbers for the pairing of one round of a tournament.

    Args:
        seed: the tournament's secret.
        tournament: the tournament's id.
        number: the number of the round, from 1.
    """

    def __init__(self, seed: bytes, tournament: str, number: int) -> None:
        # The message is the UTF-8 text of four lines, joined by line feeds.
        message = "\n".join(("tefuda pairing 1", seed.hex(), tournament, str(number))).encode()
        self._words = _words(message)

    def below(self, limit: int) -> int:
        """Return a uniformly distributed integer from 0 to ``limit - 1``."""
        most = _WORDS - _WORDS % limit
        word = next(self._words)
        while word >= most:  # words from there on would make some numbers more likely
            word = next(self._words)
        return word % limit

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order."""
        pile = list(items)
        for k in range(len(pile) - 1, 0, -1):
            j = self.below(k + 1)
            pile[k], pile[j] = pile[j], pile[k]
        return pile


def _words(message: bytes) -> Iterator[int]:
    # Block i is the SHA-256 of the message, a line feed and i in decimal; its 8-byte words are big-endian.
    block = 0
    while True:
        digest = hashlib.sha256(b"%s\n%d" % (message, block)).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1
