"""The moves of Netsuzo Poker: declarations, answers, discards (netsuzo.md, section "Declarations")."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from games.core.cards import STANDARD, Card
from games.core.errors import NotationError
from games.core.moves import BidOrder, CardMove, Move, Word
from games.core.poker import RANKS, SUITS, TOPS, Bid, run_ranks

KINDS = ("high", "pair", "twopair", "trips", "straight", "flush", "full", "quads", "sflush", "five")
"""The kinds of hands, from low to high."""

SIZES = {
    "high": (1,),
    "pair": (2, 1),
    "twopair": (2, 2, 1),
    "trips": (3, 1),
    "flush": (1, 1, 1, 1, 1),
    "full": (3, 2),
    "quads": (4, 1),
    "five": (5,),
}
"""For each kind, the number of cards of each rank that it names. Straights name only their top rank."""

FREE = {"high": 4, "pair": 2, "trips": 1}
"""For some kinds, the number of further cards, which may be of any ranks below the last one named."""


class Declare(Bid, frozen=True):
    """Declare a hand of five cards, truly or not.

    Args:
        kind: one of ``KINDS``.
        ranks: the ranks in order of importance.
        suit: the suit of a ``flush`` or ``sflush``; empty for other kinds.
    """

    verb: ClassVar[str] = "declare"


class Accept(Word, frozen=True):
    """Believe the right neighbour's declaration and take over the hand."""

    notation: ClassVar[str] = "accept"


class Reject(Word, frozen=True):
    """Reject the right neighbour's declaration, so that the hand is shown."""

    notation: ClassVar[str] = "reject"


class Discard(CardMove, frozen=True):
    """Discard one card face down after accepting."""

    verb: ClassVar[str] = "discard"


def ranks_named(declaration: Declare) -> str:
    """Return the ranks that a declaration names, each repeated if it needs several cards.

    >>> ranks_named(Declare("full", "5J"))
    '555JJ'
    """
    sizes = SIZES.get(declaration.kind)
    if sizes is None:
        return run_ranks(declaration.ranks)
    return "".join(rank * size for rank, size in zip(declaration.ranks, sizes, strict=True))


ACCEPT = Accept()
REJECT = Reject()
DISCARDS: dict[Card, Discard] = {card: Discard(card) for card in STANDARD.cards}

RUNS = {frozenset(run_ranks(top)) for top in TOPS}
"""The sets of ranks that are runs."""


def _kinds_and_ranks() -> Iterator[tuple[str, str]]:
    high_first = RANKS[::-1]
    sets = ["".join(ranks) for ranks in combinations(high_first, 5) if frozenset(ranks) not in RUNS]
    yield from (("high", top) for top in sorted({ranks[0] for ranks in sets}))
    for rank in RANKS:
        # A pair has two unnamed kickers below the named one, which is thus at least the third lowest; trips
        # one.
        others = RANKS.replace(rank, "")
        yield ("five", rank)
        yield from (("pair", rank + kicker) for kicker in others[2:])
        yield from (("trips", rank + kicker) for kicker in others[1:])
        yield from ((kind, rank + other) for kind in ("full", "quads") for other in others)
    for high, low in combinations(high_first, 2):
        yield from (("twopair", high + low + kicker) for kicker in RANKS if kicker not in high + low)
    yield from ((kind, top) for kind in ("straight", "sflush") for top in TOPS)
    yield from (("flush", ranks) for ranks in sets)


def _declarations() -> Iterator[tuple[Declare, tuple[int, ...]]]:
    for kind, ranks in _kinds_and_ranks():
        strength = (KINDS.index(kind), *map(RANKS.index, ranks))
        for suit in SUITS if kind in ("flush", "sflush") else ("",):
            yield Declare(kind, ranks, suit), strength


DECLARATION_ORDER: BidOrder[Declare] = BidOrder(list(_declarations()))
"""All 6,622 declarations, from low to high."""

BY_NOTATION: dict[str, Declare] = {str(bid): bid for bid in DECLARATION_ORDER.bids}
"""All declarations by their notation."""

_BY_WORDS: dict[str, Move] = {
    **{text.lower(): bid for text, bid in BY_NOTATION.items()},
    **{str(move).lower(): move for move in (ACCEPT, REJECT, *DISCARDS.values())},
}


def parse_words(words: list[str]) -> Move:
    """Return the declaration, answer or discard that words in lower case describe.

    Raises:
        NotationError: the words do not describe a move of this game.
    """
    move = _BY_WORDS.get(" ".join(words))
    if move is not None:
        return move
    if words[0] == "declare" and len(words) > 1 and words[1] in KINDS:
        example = next(bid for bid in reversed(DECLARATION_ORDER.bids) if bid.kind == words[1])
        raise NotationError(f"no five cards are exactly that hand; one that exists is '{example}'")
    raise NotationError(
        "a move is 'accept', 'reject', 'discard' and a card, or 'declare', a kind, and what belongs to it, "
        "as in 'declare pair 5 J'"
    )
