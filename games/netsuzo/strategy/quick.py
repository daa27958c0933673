"""Hands as a few integers, for players that look at thousands of them a second.

A ``Quick`` hand is a tuple of bit sets over the ranks: those held at least once, twice, three and four times,
those held in each of the four suits, and 1 with the joker. It says the same as ``games.netsuzo.hands``, which
stays the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

from games.core.cards import STANDARD, Card
from games.core.poker import RANKS, SUITS, TOPS, run_ranks
from games.netsuzo.hands import JOKER, Tally, best, makes, tally
from games.netsuzo.moves import LADDER, Declare

Quick: TypeAlias = tuple[int, int, int, int, int, int, int, int, int]
Test: TypeAlias = Callable[[Quick, int], bool]

EMPTY: Quick = (0, 0, 0, 0, 0, 0, 0, 0, 0)
TOP = len(LADDER.bids)

_BIT = {card: 1 << RANKS.index(card[0]) for card in STANDARD.cards if card != JOKER}
_SUIT = {card: SUITS.index(card[1]) for card in _BIT}
_RUNS = [(sum(1 << RANKS.index(rank) for rank in run_ranks(top)), top) for top in reversed(TOPS)]
_ABOVE = {(bid.kind, bid.ranks): LADDER.start_above(bid) for bid in LADDER.bids}


def add(cards: Iterable[Card], base: Quick = EMPTY) -> Quick:
    """Put cards to a hand."""
    one, two, three, four, wild = *base[:4], base[8]
    suits = [*base[4:8]]
    for card in cards:
        if card == JOKER:
            wild = 1
            continue
        bit = _BIT[card]
        four |= three & bit
        three |= two & bit
        two |= one & bit
        one |= bit
        suits[_SUIT[card]] |= bit
    return one, two, three, four, *suits, wild  # type: ignore[return-value]


def height(hand: Quick) -> int:
    """Find where on the ladder the declarations begin that are too high for five or more cards."""
    one, two, three, _, spades, hearts, diamonds, clubs, wild = hand
    if (
        three
        or wild
        or spades.bit_count() > 4
        or hearts.bit_count() > 4
        or diamonds.bit_count() > 4
        or clubs.bit_count() > 4
    ):
        return _rare(hand)
    top = _run_top(one)
    return _ABOVE["straight", top] if top else _plain(one, two)


@lru_cache(maxsize=20_000)
def _plain(one: int, two: int) -> int:
    """Judge a hand without anything better than two pairs."""
    if not two:
        return _ABOVE["high", RANKS[one.bit_length() - 1]]
    high = two.bit_length() - 1
    two &= ~(1 << high)
    if not two:
        return _ABOVE["pair", RANKS[high] + RANKS[(one & ~(1 << high)).bit_length() - 1]]
    low = two.bit_length() - 1
    kicker = (one & ~(1 << high | 1 << low)).bit_length() - 1
    return _ABOVE["twopair", RANKS[high] + RANKS[low] + RANKS[kicker]]


@lru_cache(maxsize=8192)
def _run_top(one: int) -> str:
    """Name the highest five in a row among some ranks."""
    return next((top for run, top in _RUNS if run & one == run), "")


@lru_cache(maxsize=20_000)
def _rare(hand: Quick) -> int:
    """Judge any hand, slowly."""
    return LADDER.start_above(best(_tally(hand)))


def _tally(hand: Quick) -> Tally:
    cards = [
        RANKS[at] + suit
        for suit, ranks in zip(SUITS, hand[4:8], strict=True)
        for at in range(len(RANKS))
        if ranks >> at & 1
    ]
    return tally([*cards, JOKER] if hand[8] else cards)


@lru_cache(maxsize=8192)
def fits(claim: Declare, exact: bool) -> Test:
    """Make the test whether a declaration is true of a hand and its height; ``exact`` as in the rules."""
    above = LADDER.start_above(claim)
    if not exact:
        return lambda hand, high: high >= above
    test = _natural(claim)
    return lambda hand, high: high >= above and (makes(claim, _tally(hand)) if hand[8] else test(hand))


def _natural(claim: Declare) -> Callable[[Quick], bool]:
    """Make the test for hands without the joker, which are high enough."""
    bits = [1 << RANKS.index(rank) for rank in claim.ranks]
    first, last = bits[0], bits[-1]
    under = (last - 1) & ~first
    ranks = sum(bits)
    match claim.kind:
        case "high":
            upto = 2 * first - 1
            return lambda hand: bool(
                hand[0] & first and (hand[0] & upto).bit_count() >= 5 and makes(claim, _tally(hand))
            )
        case "pair":
            return lambda hand: bool(
                hand[1] & first and hand[0] & last and (hand[0] & under).bit_count() >= 2
            )
        case "twopair":
            both = bits[0] | bits[1]
            return lambda hand: hand[1] & both == both and bool(hand[0] & last)
        case "trips":
            return lambda hand: bool(hand[2] & first and hand[0] & last and hand[0] & under)
        case "straight":
            run = sum(1 << RANKS.index(rank) for rank in run_ranks(claim.ranks))
            return lambda hand: hand[0] & run == run and makes(claim, _tally(hand))
        case "flush":
            at = 4 + SUITS.index(claim.suit)
            return lambda hand: hand[at] & ranks == ranks
        case "full":
            return lambda hand: bool(hand[2] & first and hand[1] & last)
        case "quads":
            return lambda hand: bool(hand[3] & first and hand[0] & last)
        case "sflush":
            at = 4 + SUITS.index(claim.suit)
            run = sum(1 << RANKS.index(rank) for rank in run_ranks(claim.ranks))
            return lambda hand: hand[at] & run == run
    return lambda hand: False  # five of a kind takes the joker
