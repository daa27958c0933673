"""The hands that can be declared, from low to high, and the cards that make them.

Source: netsuzo.md, sections "Declarations" and "When a declaration is true".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations
from math import comb
from operator import mul
from typing import ClassVar, NamedTuple

import msgspec

from games.core.cards import Card
from games.core.moves import BidOrder
from games.core.poker import RANKS, SUITS, TOPS, Bid, natural_cards, rank_mask, run_ranks

# --- declarations -------------------------------------------------------------------------------------------

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


def ranks_named(declaration: Declare) -> str:
    """Return the ranks that a declaration names, each repeated if it needs several cards.

    >>> ranks_named(Declare("full", "5J"))
    '555JJ'
    """
    sizes = SIZES.get(declaration.kind)
    if sizes is None:
        return run_ranks(declaration.ranks)
    return "".join(map(mul, declaration.ranks, sizes))


RUNS = {frozenset(run_ranks(top)) for top in TOPS}
"""The sets of ranks that are runs."""


def _kinds_and_ranks() -> Iterator[tuple[str, str]]:
    high_first = RANKS[::-1]
    for rank in RANKS:
        yield "five", rank
        others = RANKS.replace(rank, "")
        for other in others:
            yield "quads", rank + other
            yield "full", rank + other
        # The named kicker is the highest. Below it a pair has two unnamed ones, three of a kind have one.
        for kicker in others[1:]:
            yield "trips", rank + kicker
        for kicker in others[2:]:
            yield "pair", rank + kicker
    for high, low in combinations(high_first, 2):
        for kicker in RANKS.replace(high, "").replace(low, ""):
            yield "twopair", high + low + kicker
    for top in TOPS:
        yield "straight", top
        yield "sflush", top
    for ranks in combinations(high_first, 5):
        if frozenset(ranks) not in RUNS:
            yield "flush", "".join(ranks)
    # A high card needs four lower ranks that make no straight with it, so it is at least a seven.
    for top in RANKS[RANKS.index("7") :]:
        yield "high", top


def _declarations() -> Iterator[tuple[Declare, tuple[int, ...]]]:
    for kind, ranks in _kinds_and_ranks():
        strength = (KINDS.index(kind),) + tuple(map(RANKS.index, ranks))
        if kind in ("flush", "sflush"):
            for suit in SUITS:
                yield Declare(kind, ranks, suit), strength
        else:
            yield Declare(kind, ranks), strength


DECLARATION_ORDER: BidOrder[Declare] = BidOrder(list(_declarations()))
"""All 6,622 declarations, from low to high."""

BY_NOTATION: dict[str, Declare] = {str(bid): bid for bid in DECLARATION_ORDER.bids}
"""All declarations by their notation."""

# --- cards --------------------------------------------------------------------------------------------------
# Cards are counted once into ``CardCounts``; every test is then arithmetic on the counts. Ranks are numbered
# from 0 (two) to 12 (ace), and a set of ranks is a bit mask. The joker stands for one card of any
# rank and suit, so most tests ask whether at most one card is missing.

JOKER = "Jk"
DOWN = range(12, -1, -1)
"""Numbers of the ranks from the ace down."""

_RANK_NUMBERS = dict(zip(RANKS, range(13), strict=True))


class _Place(NamedTuple):
    """Where a natural card is counted."""

    rank: int
    suit: int
    rank_bit: int


_PLACES: dict[Card, _Place] = {}
for _rank, _number in _RANK_NUMBERS.items():
    for _suit, _letter in enumerate(SUITS):
        _PLACES[_rank + _letter] = _Place(_number, _suit, 1 << _number)


_rank_bits = cache(rank_mask)

_RUN = {top: rank_mask(run_ranks(top)) for top in TOPS}
"""The ranks of a straight, as a bit mask, by its top rank."""
_RUNS_BY_HIGHEST: dict[int, list[int]] = {at: [] for at in DOWN}
"""The same straights by the number of their highest rank, which is the ace for 5-4-3-2-A, too."""
for _run in _RUN.values():
    _RUNS_BY_HIGHEST[_run.bit_length() - 1].append(_run)
_DECLARE = {(bid.kind, bid.ranks, bid.suit): bid for bid in DECLARATION_ORDER.bids}


class CardCounts(msgspec.Struct, frozen=True):
    """Numbers of available cards by rank and suit."""

    counts: Sequence[int]  # number of natural cards of each rank
    suits: Sequence[int]  # for each suit, the ranks that are present, as a bit mask
    ranks: int  # the ranks that are present in any suit, as a bit mask
    wild: int  # 1 with the joker, 0 without


def count_cards(cards: Iterable[Card]) -> CardCounts:
    """Return the numbers of cards by rank and by suit."""
    counts = [0] * 13
    suits = [0] * 4
    wild = 0
    for card in cards:
        if card == JOKER:
            wild = 1
        else:
            rank, suit, bit = _PLACES[card]
            counts[rank] += 1
            suits[suit] |= bit
    return CardCounts(counts, suits, suits[0] | suits[1] | suits[2] | suits[3], wild)


def is_true(declaration: Declare, available: CardCounts, *, exact: bool) -> bool:
    """True if five of the available cards make the declared hand.

    Args:
        exact: if false, a better hand also makes the declaration true (option ``honesty``).
    """
    if exact:
        return makes(declaration, available)
    return DECLARATION_ORDER.index_above(best(available)) >= DECLARATION_ORDER.index_above(declaration)


def makes(declaration: Declare, available: CardCounts) -> bool:
    """True if five of the available cards make exactly the declared hand."""
    return _TESTS[declaration.kind](declaration, available)


# --- one test per kind ------------------------------------------------------------------------------


def _high(declaration: Declare, available: CardCounts) -> bool:
    top = _RANK_NUMBERS[declaration.ranks]
    ranks = available.ranks & ((2 << top) - 1)
    has_top = ranks >> top & 1
    if available.wild:
        # The joker can always break a flush, so only a fitting set of ranks is asked for.
        # The joker supplies the top rank if it is missing, otherwise any lower rank.
        lent = range(top) if has_top else (top,)
        return any(_count_sets_without_runs(ranks | 1 << rank) for rank in lent)
    if not has_top:
        return False
    # Count the sets of ranks that make a high card. A set of ranks that are available in one suit alone is a
    # flush, so it does not count.
    sets = _count_sets_without_runs(ranks)
    for suit in range(4):
        lone = _ranks_only_in(suit, available)
        if lone >> top & 1:
            sets -= _count_sets_without_runs(lone & ranks)
    return sets > 0


def _count_sets_without_runs(ranks: int) -> int:
    # Each set has the highest rank and four others; those that are straights do not count.
    sets = comb(ranks.bit_count() - 1, 4)
    for run in _RUNS_BY_HIGHEST[ranks.bit_length() - 1]:
        sets -= run & ranks == run
    return sets


def _ranks_only_in(suit: int, available: CardCounts) -> int:
    others = 0
    for other, ranks in enumerate(available.suits):
        if other != suit:
            others |= ranks
    return available.suits[suit] & ~others


def _set_with_kickers(set_size: int, lower_kickers: int, declaration: Declare, available: CardCounts) -> bool:
    # A kicker is a card besides the pair or the three. The declaration names the highest kicker;
    # ``lower_kickers`` is the number of the others.
    rank = _RANK_NUMBERS[declaration.ranks[0]]
    kicker = _RANK_NUMBERS[declaration.ranks[1]]
    under = available.ranks & ((1 << kicker) - 1) & ~(1 << rank)
    lacking = max(0, set_size - available.counts[rank]) + max(0, lower_kickers - under.bit_count())
    return lacking + (not available.counts[kicker]) <= available.wild


def _twopair(declaration: Declare, available: CardCounts) -> bool:
    high, low, kicker = [available.counts[_RANK_NUMBERS[rank]] for rank in declaration.ranks]
    return max(0, 2 - high) + max(0, 2 - low) + (not kicker) <= available.wild


def _straight(declaration: Declare, available: CardCounts) -> bool:
    run = _RUN[declaration.ranks]
    if available.wild:
        return (run & ~available.ranks).bit_count() <= 1
    # Without the joker, some card of the run must be available in a second suit, else it is a straight flush.
    return run & available.ranks == run and all(run & ~_ranks_only_in(suit, available) for suit in range(4))


def _flush(declaration: Declare, available: CardCounts) -> bool:
    suit = available.suits[SUITS.index(declaration.suit)]
    return (_rank_bits(declaration.ranks) & ~suit).bit_count() <= available.wild


def _full(declaration: Declare, available: CardCounts) -> bool:
    three = available.counts[_RANK_NUMBERS[declaration.ranks[0]]]
    two = available.counts[_RANK_NUMBERS[declaration.ranks[1]]]
    return max(0, 3 - three) + max(0, 2 - two) <= available.wild


def _quads(declaration: Declare, available: CardCounts) -> bool:
    four = available.counts[_RANK_NUMBERS[declaration.ranks[0]]]
    kicker = available.counts[_RANK_NUMBERS[declaration.ranks[1]]]
    return 4 - four + (not kicker) <= available.wild


def _sflush(declaration: Declare, available: CardCounts) -> bool:
    return (
        _RUN[declaration.ranks] & ~available.suits[SUITS.index(declaration.suit)]
    ).bit_count() <= available.wild


def _five(declaration: Declare, available: CardCounts) -> bool:
    return available.counts[_RANK_NUMBERS[declaration.ranks]] + available.wild == 5


_TESTS: dict[str, Callable[[Declare, CardCounts], bool]] = {
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


def best(available: CardCounts) -> Declare:
    """Return the highest declaration that five or more available cards make exactly."""
    # Kinds are tried from high to low, and each test may assume that no higher kind is possible.
    for find in (_best_five, _best_sflush, _best_quads, _best_full, _best_flush, _best_straight):
        hand = find(available)
        if hand:
            return hand
    return _best_below_straight(available)


def _bid(kind: str, ranks: Iterable[int], suit: str = "") -> Declare:
    return _DECLARE[kind, "".join(map(RANKS.__getitem__, ranks)), suit]


def _highest_rank(available: CardCounts, least: int) -> int:
    # The highest rank with at least ``least`` natural cards.
    for at in DOWN:
        if available.counts[at] >= least:
            return at
    raise AssertionError("there is no such rank")


def _ranks_in(mask: int) -> list[int]:
    # The ranks in a bit mask, from the highest.
    return [at for at in DOWN if mask >> at & 1]


def _best_five(available: CardCounts) -> Declare | None:
    if not available.wild or 4 not in available.counts:
        return None
    return _bid("five", [_highest_rank(available, 4)])


def _best_sflush(available: CardCounts) -> Declare | None:
    need = 5 - available.wild
    # Most hands have too few ranks in each suit, whichever these are.
    if max(map(int.bit_count, available.suits)) < need:
        return None
    for top in reversed(TOPS):
        for suit, ranks in zip(SUITS, available.suits, strict=True):
            if (_RUN[top] & ranks).bit_count() >= need:
                return _DECLARE["sflush", top, suit]
    return None


def _best_quads(available: CardCounts) -> Declare | None:
    need = 4 - available.wild
    if max(available.counts) < need:
        return None
    four = _highest_rank(available, need)
    # With four natural cards the joker is free to be the kicker, as the highest other rank.
    has_spare_joker = available.wild and available.counts[four] == 4
    kicker = next(at for at in DOWN if at != four and (has_spare_joker or available.counts[at]))
    return _bid("quads", (four, kicker))


def _best_full(available: CardCounts) -> Declare | None:
    counts = available.counts
    if max(counts) < 3 - available.wild:
        return None
    for three in DOWN:
        # The joker can complete the three or the two, not both.
        wild = available.wild - max(0, 3 - counts[three])
        if wild >= 0:
            for two in DOWN:
                if two != three and counts[two] + wild >= 2:
                    return _bid("full", (three, two))
    return None


def _best_flush(available: CardCounts) -> Declare | None:
    best_tops: list[int] = []
    best_suit = ""
    for suit, ranks in zip(SUITS, available.suits, strict=True):
        if ranks.bit_count() + available.wild >= 5:
            # The joker stands for the highest rank that the suit lacks.
            if available.wild:
                ranks |= 1 << _ranks_in(~ranks)[0]
            tops = _ranks_in(ranks)[:5]
            if tops > best_tops:
                best_tops = tops
                best_suit = suit
    if best_suit:
        return _bid("flush", best_tops, best_suit)
    return None


def _best_straight(available: CardCounts) -> Declare | None:
    need = 5 - available.wild
    if available.ranks.bit_count() >= need:
        for top in reversed(TOPS):
            if (_RUN[top] & available.ranks).bit_count() >= need:
                return _DECLARE["straight", top, ""]
    return None


def _best_below_straight(available: CardCounts) -> Declare:
    held = _ranks_in(available.ranks)
    held.sort(key=lambda at: -available.counts[at])  # stable: high ranks first among equals
    # The joker joins the largest set of one rank.
    size = available.counts[held[0]] + available.wild
    if size == 1:
        return _bid("high", held[:1])
    if size == 2 and available.counts[held[1]] == 2:
        return _bid("twopair", (held[0], held[1], max(held[2:])))
    return _bid("trips" if size == 3 else "pair", (held[0], max(held[1:])))


# --- the cards that make a hand ---------------------------------------------------------------------


def cards_making(declaration: Declare, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return five of the cards that make exactly the declared hand.

    Raises:
        AssertionError: no five cards make it.
    """
    natural = natural_cards(cards)
    wild = [JOKER] if JOKER in cards else []
    for ranks in _rank_sets(declaration, count_cards(natural)):
        picked = _pick(natural, ranks, declaration.suit)
        if declaration.kind in ("high", "straight") and _is_flush(picked):
            _break_flush(picked, natural)
        five = tuple(picked + wild)[:5]
        if len(five) == 5:
            return five
    raise AssertionError("these cards do not make the declared hand")


def _pick(natural: Sequence[Card], ranks: str, suit: str) -> list[Card]:
    # Cards of these ranks, each as often as it is named. An empty suit stands for any suit.
    picked: list[Card] = []
    for rank in dict.fromkeys(ranks):
        fitting = [card for card in natural if card[0] == rank and suit in ("", card[1])]
        picked += fitting[: ranks.count(rank)]
    return picked


def _is_flush(cards: Sequence[Card]) -> bool:
    return len(cards) == 5 and len({card[1] for card in cards}) == 1


def _break_flush(picked: list[Card], natural: Sequence[Card]) -> None:
    # Five cards of one suit would be a flush: exchange one for a card of its rank in another suit. Without
    # such a card the last one is removed, so that the joker can take its place.
    suit = picked[0][1]
    ranks = [card[0] for card in picked]
    for other in natural:
        if other[1] != suit and other[0] in ranks:
            picked[ranks.index(other[0])] = other
            return
    picked.pop()


class DecidingCards(NamedTuple):
    """A hand, and the five cards that make it."""

    hand: Declare
    five: tuple[Card, ...]


def deciding_cards(declaration: Declare, cards: Sequence[Card]) -> DecidingCards:
    """Return the declared hand if the cards make it exactly, otherwise their best hand.

    Args:
        cards: five or more cards.
    """
    available = count_cards(cards)
    if makes(declaration, available):
        made = declaration
    else:
        made = best(available)
    return DecidingCards(made, cards_making(made, cards))


def _rank_sets(declaration: Declare, held: CardCounts) -> Iterator[str]:
    # Side cards that the declaration does not name have lower ranks than the named ones.
    fixed = ranks_named(declaration)
    count = FREE.get(declaration.kind, 0)
    if not count:
        yield fixed
        return
    under = RANKS.index(declaration.ranks[-1])
    lower = [rank for rank in reversed(RANKS[:under]) if rank not in fixed]
    # The sort is stable: held ranks come first, and high ranks first among them.
    lower.sort(key=lambda rank: not held.counts[_RANK_NUMBERS[rank]])
    for ranks in combinations(lower, count):
        if frozenset(fixed + "".join(ranks)) not in RUNS:
            yield fixed + "".join(ranks)
