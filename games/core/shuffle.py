"""Fair shuffles: the moves of chance are computed from a secret seed, whose hash is published beforehand
(docs/FAIRNESS.md).

The complete method, so that it can be repeated in any language. Texts are UTF-8, and lines are joined by line
feeds, without a line feed at the end. Hashes and the seed are written as lower-case hexadecimal digits.

1. The message has these lines: ``tefuda shuffle 1``; the seed; the table's id; the number of the chance
   move, counted from 0; the ids in ``ShuffleKey.joins``, joined by commas.
2. Block ``i`` is the SHA-256 of the message, a line feed, and ``i`` in decimal. Each block gives four words
   of 8 bytes, big-endian. The words of block 0 are used first, then those of block 1, and so on.
3. The cards stand in canonical order at places 0 to n-1. Place 0 is the top. For ``k`` from n-1 down to 1:
   draw words until a word is below the largest multiple of ``k+1`` that fits into 2**64; then exchange the
   cards at the places ``k`` and word mod (``k+1``).

The seat that acts first is drawn in the same way: the seats 0 to n-1, in this order, are shuffled as the
chance move number -1, and the seat at place 0 acts first.

Two hashes are published before the deal:

- The commitment is the SHA-256 of the seed's 32 bytes.
- The seal is a hash of all inputs of the deal. It is the SHA-256 of these lines: ``tefuda seal 2``; the
  commitment; the table's id; the ids in ``ShuffleKey.joins``, joined by commas; the text that
  ``describe_deal`` returns. Seals of older tables begin with ``tefuda seal 1`` and lack the last line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from games.core.cards import Card

_RANGE = 1 << 64


class ShuffleKey(msgspec.Struct, frozen=True):
    """Everything that determines a table's shuffles. The seed stays secret until the game is over.

    Args:
        seed: 32 secret bytes.
        joins: ids of Discord interactions: those of joining players, in seat order, then that of the lobby's
            last change.
        deal: a text from ``describe_deal``. Shuffles ignore it.
    """

    seed: bytes
    table: str
    joins: tuple[str, ...] = ()
    deal: str = ""

    def __repr__(self) -> str:
        return f"ShuffleKey(seed=<secret>, table={self.table!r}, joins={self.joins!r})"

    @classmethod
    def from_text(cls, text: str) -> ShuffleKey:
        """Return a key derived from any text, for programs that only need repeatable games."""
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
        """Return the bytes from which the table's chance move with this number is computed."""
        lines = ("tefuda shuffle 1", self.seed.hex(), self.table, str(number), ",".join(self.joins))
        return "\n".join(lines).encode()


def seal_of(commitment: str, table: str, joins: Sequence[str], deal: str = "") -> str:
    """Return a hash of all inputs of a deal, as 64 hexadecimal digits (docs/FAIRNESS.md).

    The arguments are attributes of ``ShuffleKey``. ``deal`` is empty for tables of older versions.
    """
    method = "tefuda seal 2" if deal else "tefuda seal 1"
    lines = (method, commitment, table, ",".join(joins), *([deal] if deal else []))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def describe_deal(game: str, options: Mapping[str, str], players: Sequence[str], tournament: str = "") -> str:
    """Return a text that names the game, its options, the players, and the tournament if there is one.

    Args:
        players: for each seat, ``person`` or the level of its computer player.
        tournament: the tournament's id; empty for none.

    >>> describe_deal("bull", {"wild": "none", "deal": "up"}, ("person", "normal"))
    'bull deal=up,wild=none person,normal'
    """
    chosen = ",".join(f"{name}={options[name]}" for name in sorted(options))
    return " ".join([game, chosen, ",".join(players), *([tournament] if tournament else [])])


def draw_first_seat(key: ShuffleKey, seats: int) -> int:
    """Return the seat that acts first, drawn at random by the key."""
    # All seats are shuffled as if by move number -1, and the first of them begins.
    return int(shuffle(tuple(str(seat) for seat in range(seats)), key, -1)[0])


def shuffle(cards: Sequence[Card], key: ShuffleKey, number: int) -> tuple[Card, ...]:
    """Return cards in the order that a key determines for one move of chance.

    Args:
        cards: the cards in canonical order.
        number: the number of this chance move in the game, from 0.
    """
    pile = list(cards)
    words = _random_numbers(key.message(number))
    for k in range(len(pile) - 1, 0, -1):
        # Words from the limit on would make some cards more likely, so they are skipped.
        limit = _RANGE - _RANGE % (k + 1)
        word = next(words)
        while word >= limit:
            word = next(words)
        j = word % (k + 1)
        pile[k], pile[j] = pile[j], pile[k]
    return tuple(pile)


def _random_numbers(message: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(b"%s\n%d" % (message, block)).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1
