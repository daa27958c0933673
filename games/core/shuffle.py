"""Fair shuffles: chance's moves computed from a published commitment (docs/FAIRNESS.md).

The complete method, so that it can be repeated in any language:

1. ``message`` is the UTF-8 text of these lines joined by line feeds, without one at the end:
   ``tefuda shuffle 1``; the seed as lower-case hexadecimal; the table's id; the number of the chance
   move, counted from 0; the ids of the join interactions in seat order, joined by commas.
2. Block ``i`` is SHA-256 of ``message`` + line feed + ``i`` in decimal. Each block gives four words of
   8 bytes, big-endian, used in order; then comes the next block.
3. The cards stand in canonical order at places 0 .. n-1. For ``k`` = n-1 down to 1: draw a word; while it
   is not below the largest multiple of ``k+1`` that fits into 2**64, draw another; ``j`` = word mod (k+1);
   exchange the cards at ``k`` and ``j``. Place 0 is the top.

Who acts first is drawn the same way: the seats ``0 .. n-1`` in that order, shuffled as move number -1;
the one at place 0 is first. The commitment is SHA-256 of the 32 bytes of the seed, as hexadecimal.

The seal fixes all inputs of the shuffles and reveals none of them. It is SHA-256, as hexadecimal, of these
lines joined by line feeds: ``tefuda seal 2``; the commitment; the table's id; the joins as above; the further
inputs of the deal (``deal_of``). Seals of older tables begin with ``tefuda seal 1`` and have no last line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.core.cards import Card

_WORDS = 1 << 64


class ShuffleKey(msgspec.Struct, frozen=True):
    """Everything that determines a table's shuffles. The seed stays secret until the game is over.

    Args:
        seed: 32 secret bytes.
        table: the table's id.
        joins: the ids of the button presses with which players joined, in seat order. The id of the last
            change of the lobby follows, if there was a change.
        deal: the game, its options and its players as a text (``deal_of``). The seal depends on this text,
            but the shuffles do not.
    """

    seed: bytes
    table: str
    joins: tuple[str, ...] = ()
    deal: str = ""

    def __repr__(self) -> str:
        return f"ShuffleKey(seed=<secret>, table={self.table!r}, joins={self.joins!r})"

    @classmethod
    def from_text(cls, text: str) -> ShuffleKey:
        """Return a key derived from any text, for programs that only need a game to be repeatable."""
        return cls(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), "engine")

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed as hexadecimal digits, published before the first card is dealt."""
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def seal(self) -> str:
        """A hash of everything that determines the deal, published before the first card is dealt."""
        return seal_of(self.commitment, self.table, self.joins, self.deal)

    def message(self, number: int) -> bytes:
        """Return the bytes that are hashed to compute the chance move ``number`` of this table."""
        lines = ("tefuda shuffle 1", self.seed.hex(), self.table, str(number), ",".join(self.joins))
        return "\n".join(lines).encode()


def seal_of(commitment: str, table: str, joins: Sequence[str], deal: str = "") -> str:
    """Return a hash of everything that determines a table's deal (docs/FAIRNESS.md), as 64 hexadecimal
    digits.

    Args:
        commitment: the hash of the seed, as hexadecimal digits.
        table: the table's id.
        joins: the ids of button presses in ``ShuffleKey.joins``.
        deal: the text from ``deal_of``; empty for tables of older versions.
    """
    method = "tefuda seal 2" if deal else "tefuda seal 1"
    lines = (method, commitment, table, ",".join(joins), *([deal] if deal else []))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def deal_of(game: str, options: Mapping[str, str], players: Sequence[str], tournament: str = "") -> str:
    """Return a text that names the game, its options, the players, and the tournament if there is one.

    Args:
        game: the game's id.
        options: the value of each option.
        players: ``person`` or the computer player's level for each seat.
        tournament: the tournament's id, otherwise empty. Seat 0 acts first in a tournament.

    >>> deal_of("bull", {"wild": "none", "deal": "up"}, ("person", "normal"))
    'bull deal=up,wild=none person,normal'
    """
    chosen = ",".join(f"{name}={options[name]}" for name in sorted(options))
    return " ".join([game, chosen, ",".join(players), *([tournament] if tournament else [])])


def draw_first_seat(key: ShuffleKey, seats: int) -> int:
    """Return the seat that acts first, drawn at random by the key."""
    # All seats are shuffled as if by move number -1, and the first of them begins.
    return int(shuffle(tuple(str(seat) for seat in range(seats)), key, -1)[0])


def shuffle(cards: Sequence[Card], key: ShuffleKey, number: int) -> tuple[Card, ...]:
    """Return cards in the random order that a key determines for one chance move.

    Args:
        cards: the cards in canonical order.
        key: the table's key.
        number: the number of this chance move in the game, from 0.
    """
    pile = list(cards)
    words = _words(key.message(number))
    for k in range(len(pile) - 1, 0, -1):
        # Words from the limit on would make some cards more likely, so they are skipped.
        limit = _WORDS - _WORDS % (k + 1)
        word = next(words)
        while word >= limit:
            word = next(words)
        j = word % (k + 1)
        pile[k], pile[j] = pile[j], pile[k]
    return tuple(pile)


def _words(message: bytes) -> Iterator[int]:
    """Yield 64-bit numbers from the SHA-256 hashes of a message and a counter."""
    block = 0
    while True:
        digest = hashlib.sha256(b"%s\n%d" % (message, block)).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1
