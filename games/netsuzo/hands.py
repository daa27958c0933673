"""Decide whether a declaration is true, and find the best hand (netsuzo.md, When a declaration is true).

Cards are counted once into a ``Tally``; every test is then arithmetic on it. Ranks are numbered from 0 (two)
to 12 (ace), and a set of ranks is a bit mask of these numbers. The joker stands for one card of any rank and
suit, so most tests ask whether at most one card is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations
from math import comb

import msgspec

from games.core.cards import STANDARD, Card
from games.core.poker import RANKS, SUITS, TOPS, run_ranks
from games.netsuzo.moves import FREE, LADDER, RUNS, Declare, ranks_named

JOKER = "Jk"
DOWN = range(12, -1, -1)
"""Numbers of the ranks from the ace down."""

_AT = {rank: at for at, rank in enumerate(RANKS)}
_PLACES = {
    card: (_AT[card[0]], SUITS.index(card[1]), 1 << _AT[card[0]]) for card in STANDARD.cards if card != JOKER
}
"""For each natural card: the number of its rank, the number of its suit, and the bit of its rank."""


@cache
def _bits(ranks: str) -> int:
    """Return ranks, given as a string such as ``KQ7``, as a bit mask of rank numbers."""
    return sum(1 << _AT[rank] for rank in ranks)


_RUN = {top: _bits(run_ranks(top)) for top in TOPS}
_RUNS_BY_HIGHEST = [[run for run in _RUN.values() if run.bit_length() - 1 == at] for at in range(13)]
_DECLARE = {(bid.kind, bid.ranks, bid.suit): bid for bid in LADDER.bids}


class Tally(msgspec.Struct, frozen=True):
    """Numbers of available cards by rank and suit.

    Args:
        counts: number of natural cards of each rank.
        suits: for each suit, the ranks that are present, as a bit mask.
        ranks: the ranks that are present in any suit, as a bit mask.
        wild: 1 with the joker, 0 without.
    """

    counts: Sequence[int]
    suits: Sequence[int]
    ranks: int
    wild: int


def tally(cards: Iterable[Card]) -> Tally:
    """Return the counts of some cards by rank and by suit."""
    counts, suits, wild = [0] * 13, [0] * 4, 0
    for card in cards:
        if card == JOKER:
            wild = 1
        else:
            rank, suit, bit = _PLACES[card]
            counts[rank] += 1
            suits[suit] |= bit
    return Tally(counts, suits, suits[0] | suits[1] | suits[2] | suits[3], wild)


def is_true(declare: Declare, have: Tally, *, exact: bool) -> bool:
    """True if a declaration is true of five or more available cards.

    Args:
        declare: the declaration.
        have: the available cards.
        exact: whether five cards must make exactly the declared hand. Otherwise a better hand also makes it
            true (option ``honesty``).
    """
    return makes(declare, have) if exact else LADDER.start_above(best(have)) >= LADDER.start_above(declare)


def makes(declare: Declare, have: Tally) -> bool:
    """True if some five of the available cards (``have``) make exactly the declared hand."""
    return _TESTS[declare.kind](declare, have)


# --- one test per kind ------------------------------------------------------------------------------


def _high(declare: Declare, have: Tally) -> bool:
    top = _AT[declare.ranks]
    ranks = have.ranks & ((2 << top) - 1)
    has_top = ranks >> top & 1
    if have.wild:
        # The joker can always break a flush, so only a fitting set of ranks is asked for.
        # The joker supplies the top rank if it is missing, otherwise any lower rank.
        lent = range(top) if has_top else (top,)
        return any(_plain_sets(ranks | 1 << rank) for rank in lent)
    if not has_top:
        return False
    # Count the sets of ranks that make a high card, then remove those that can only be a flush.
    sets = _plain_sets(ranks)
    for suit in range(4):
        lone = _only_in(suit, have)
        if lone >> top & 1:
            sets -= _plain_sets(lone & ranks)
    return sets > 0


def _plain_sets(ranks: int) -> int:
    """Return the number of sets of five different ranks that include the highest rank and are no straight.

    ``ranks`` is a bit mask of the ranks to choose from, with bit 0 for the two and bit 12 for the ace.
    """
    runs = sum(run & ranks == run for run in _RUNS_BY_HIGHEST[ranks.bit_length() - 1])
    return comb(ranks.bit_count() - 1, 4) - runs


def _only_in(suit: int, have: Tally) -> int:
    """Return, as a bit mask, the ranks that are available in a given suit and in no other suit.

    Args:
        suit: index of the given suit in ``SUITS``.
        have: the available cards.
    """
    others = 0
    for other, ranks in enumerate(have.suits):
        if other != suit:
            others |= ranks
    return have.suits[suit] & ~others


def _set_with_kickers(size: int, lower: int, declare: Declare, have: Tally) -> bool:
    """True if the cards make a pair, trips or quads with the named kicker and enough lower kickers.

    A kicker is a single card beside the cards of one rank.

    Args:
        size: number of cards of the one rank, 2 to 4.
        lower: number of kickers needed below the named kicker.
        declare: the declaration, which names the rank and the kicker.
        have: the available cards.
    """
    rank, kicker = _AT[declare.ranks[0]], _AT[declare.ranks[1]]
    under = have.ranks & ((1 << kicker) - 1) & ~(1 << rank)
    lacking = max(0, size - have.counts[rank]) + max(0, lower - under.bit_count())
    return lacking + (not have.counts[kicker]) <= have.wild


def _twopair(declare: Declare, have: Tally) -> bool:
    high, low, kicker = [have.counts[_AT[rank]] for rank in declare.ranks]
    return max(0, 2 - high) + max(0, 2 - low) + (not kicker) <= have.wild


def _straight(declare: Declare, have: Tally) -> bool:
    run = _RUN[declare.ranks]
    if have.wild:
        return (run & ~have.ranks).bit_count() <= 1
    # Without the joker, some card of the run must be available in a second suit, else it is a straight flush.
    return run & have.ranks == run and all(run & ~_only_in(suit, have) for suit in range(4))


def _flush(declare: Declare, have: Tally) -> bool:
    suit = have.suits[SUITS.index(declare.suit)]
    return (_bits(declare.ranks) & ~suit).bit_count() <= have.wild


def _full(declare: Declare, have: Tally) -> bool:
    three, two = have.counts[_AT[declare.ranks[0]]], have.counts[_AT[declare.ranks[1]]]
    return max(0, 3 - three) + max(0, 2 - two) <= have.wild


def _quads(declare: Declare, have: Tally) -> bool:
    four, kicker = have.counts[_AT[declare.ranks[0]]], have.counts[_AT[declare.ranks[1]]]
    return 4 - four + (not kicker) <= have.wild


def _sflush(declare: Declare, have: Tally) -> bool:
    return (_RUN[declare.ranks] & ~have.suits[SUITS.index(declare.suit)]).bit_count() <= have.wild


def _five(declare: Declare, have: Tally) -> bool:
    return have.counts[_AT[declare.ranks]] + have.wild == 5


_TESTS: dict[str, Callable[[Declare, Tally], bool]] = {
    "high": _high,
    "pair": partial(_set_with_kickers, 2, 2),
    "twopair": _twopair,
    "trips": partial(_set_with_kickers, 3, 1),
    "straight": _straight,
    "flush": _flush,
    "full": _full,
    "quads": _quads,
    "sflush": _sflush,
    "five": _five,
}


# --- the best hand ----------------------------------------------------------------------------------


def best(have: Tally) -> Declare:
    """Return the highest declaration that the available cards (five or more) make exactly."""
    # Kinds are tried from high to low, and each test may assume that no higher kind is possible.
    for find in (_best_five, _best_sflush, _best_quads, _best_full, _best_flush, _best_straight):
        hand = find(have)
        if hand:
            return hand
    return _best_small(have)


def _bid(kind: str, ranks: Iterable[int], suit: str = "") -> Declare:
    return _DECLARE[kind, "".join([RANKS[at] for at in ranks]), suit]


def _best_five(have: Tally) -> Declare | None:
    if not have.wild or 4 not in have.counts:
        return None
    return next(_bid("five", (at,)) for at in DOWN if have.counts[at] == 4)


def _best_sflush(have: Tally) -> Declare | None:
    need = 5 - have.wild
    suits = [
        (suit, ranks) for suit, ranks in zip(SUITS, have.suits, strict=True) if ranks.bit_count() >= need
    ]
    if suits:
        for top in reversed(TOPS):
            for suit, ranks in suits:
                if (_RUN[top] & ranks).bit_count() >= need:
                    return _DECLARE["sflush", top, suit]
    return None


def _best_quads(have: Tally) -> Declare | None:
    need = 4 - have.wild
    if max(have.counts) < need:
        return None
    four = next(at for at in DOWN if have.counts[at] >= need)
    # With four natural cards the joker is free to be the kicker, as the highest other rank.
    spare = have.wild and have.counts[four] == 4
    return _bid("quads", (four, next(at for at in DOWN if at != four and (spare or have.counts[at]))))


def _best_full(have: Tally) -> Declare | None:
    counts = have.counts
    if max(counts) < 3 - have.wild:
        return None
    for three in DOWN:
        # The joker can complete the three or the two, not both.
        wild = have.wild - max(0, 3 - counts[three])
        if wild >= 0:
            for two in DOWN:
                if two != three and counts[two] + wild >= 2:
                    return _bid("full", (three, two))
    return None


def _best_flush(have: Tally) -> Declare | None:
    flush: tuple[list[int], str] | None = None
    for suit, ranks in zip(SUITS, have.suits, strict=True):
        if ranks.bit_count() + have.wild >= 5:
            # The joker stands for the highest rank that the suit lacks.
            lent = next(at for at in DOWN if not ranks >> at & 1) if have.wild else -1
            tops = [at for at in DOWN if at == lent or ranks >> at & 1][:5]
            if flush is None or tops > flush[0]:
                flush = tops, suit
    return _bid("flush", *flush) if flush else None


def _best_straight(have: Tally) -> Declare | None:
    need = 5 - have.wild
    if have.ranks.bit_count() >= need:
        for top in reversed(TOPS):
            if (_RUN[top] & have.ranks).bit_count() >= need:
                return _DECLARE["straight", top, ""]
    return None


def _best_small(have: Tally) -> Declare:
    """Return the best of high card, pair, two pairs and trips that the available cards make.

    The available cards must not make any higher kind of hand.
    """
    held = [at for at in DOWN if have.counts[at]]
    held.sort(key=lambda at: -have.counts[at])  # stable: high ranks first among equals
    # The joker joins the largest set of one rank.
    size = have.counts[held[0]] + have.wild
    if size == 1:
        return _bid("high", held[:1])
    if size == 2 and have.counts[held[1]] == 2:
        return _bid("twopair", (held[0], held[1], max(held[2:])))
    return _bid("trips" if size == 3 else "pair", (held[0], max(held[1:])))


# --- the cards that make a hand ---------------------------------------------------------------------


def making(declare: Declare, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return five of the cards that make exactly the declared hand, with the joker in place of a missing
    card.

    Args:
        declare: a declaration that the cards can make exactly (``makes``).
        cards: the available cards.
    """
    natural = [card for card in cards if card != JOKER]
    wild = [JOKER] if JOKER in cards else []
    for ranks in _rank_sets(declare, sorted({card[0] for card in natural}, key=RANKS.index)):
        picked: list[Card] = []
        for rank in dict.fromkeys(ranks):
            fitting = [c for c in natural if c[0] == rank and declare.suit in ("", c[1])]
            picked += fitting[: ranks.count(rank)]
        if len(picked) + len(wild) < 5:
            continue
        # Five cards of one suit would be a flush: exchange one for another suit, or for the joker.
        if len(picked) == 5 and declare.kind in ("high", "straight") and len({c[1] for c in picked}) == 1:
            other = next((c for c in natural if c[0] in ranks and c[1] != picked[0][1]), None)
            if other:
                picked = [other if card[0] == other[0] else card for card in picked]
            elif wild:
                picked.pop()
            else:
                continue
        return (*picked, *wild[: 5 - len(picked)])
    raise AssertionError("these cards do not make the declared hand")


def evidence(declare: Declare, cards: Sequence[Card]) -> tuple[Declare, tuple[Card, ...]]:
    """Return the declared hand if the cards make it exactly, otherwise the best hand that they make.

    Args:
        declare: the declaration.
        cards: the available cards, five or more.

    Returns:
        The hand, and the five cards that make it.
    """
    have = tally(cards)
    made = declare if makes(declare, have) else best(have)
    return made, making(made, cards)


def _rank_sets(declare: Declare, held: Sequence[str]) -> Iterator[str]:
    """Yield each set of five ranks that makes exactly the declared hand, first the sets with ranks in
    ``held``.
    """
    # Side cards that the declaration does not name have lower ranks than the named ones.
    fixed, count = ranks_named(declare), FREE.get(declare.kind, 0)
    if not count:
        yield fixed
        return
    under = RANKS.index(declare.ranks[-1])
    lower = [rank for rank in RANKS[:under][::-1] if rank not in fixed]
    lower.sort(key=lambda rank: rank not in held)  # stable: held ranks first, high ones first
    for ranks in combinations(lower, count):
        if frozenset(fixed + "".join(ranks)) not in RUNS:
            yield fixed + "".join(ranks)
