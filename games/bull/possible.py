"""How likely a call is good, seen from some of the cards: exact, by counting what the unseen may be.

Cards are held as counts per rank and as a set of bits (card ``suit * 13 + rank``); a call is a plan, a short
tuple that says what it needs. With no card unseen the chance is 0 or 1: whether the call is good.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb
from typing import Any, TypeAlias

from games.bull.moves import COUNTS, LADDERS, Call
from games.core.cards import Card
from games.core.poker import RANKS, SUITS, run_ranks

OF_A_RANK, TWO_RANKS, STRAIGHT, FLUSH, STRAIGHT_FLUSH = range(5)
"""What kinds of plans there are; the first field of each."""

Plan: TypeAlias = tuple[Any, ...]
"""Of a rank: (kind, rank, needed); two ranks: (kind, rank, needed, rank, needed); straight: (kind, bits of
ranks); flush: (kind, top's bit, bits below it); straight flush: (kind, bits, bits by rank)."""

LIFT = 6.0
"""How much the odds that a seat holds a rank rise when it has called that rank."""

Backing: TypeAlias = Sequence[tuple[int, ...]] | Mapping[int, tuple[int, ...]]
"""For each rank the hand sizes of those who have called it; empty when nothing is to count."""


class Cards:
    """Some of the cards: how many of each rank, and which."""

    __slots__ = ("bits", "counts", "size")

    def __init__(self, cards: Iterable[Card]) -> None:
        self.counts = [0] * 13
        self.bits = 0
        self.size = 0
        for card in cards:
            rank, bit = PLACES[card]
            self.counts[rank] += 1
            self.bits |= bit
            self.size += 1


PLACES: dict[Card, tuple[int, int]] = {
    rank + suit: (at, 1 << (13 * SUITS.index(suit) + at)) for at, rank in enumerate(RANKS) for suit in SUITS
}
"""The rank and the bit of each card."""

SUIT_BITS = (1 << 13) - 1


def cards_at(places: Sequence[int]) -> Cards:
    """Gather cards that are given by the places of their bits, 0 to 51."""
    cards = Cards(())
    for place in places:
        cards.counts[place % 13] += 1
        cards.bits |= 1 << place
    cards.size = len(places)
    return cards


def plan_of(call: Call) -> Plan:
    """Say what a call needs."""
    ranks = [RANKS.index(rank) for rank in call.ranks]
    if call.kind in COUNTS:
        return (OF_A_RANK, ranks[0], COUNTS[call.kind])
    if call.kind in ("twopair", "full"):
        return (TWO_RANKS, ranks[0], 3 if call.kind == "full" else 2, ranks[1], 2)
    run = sum(1 << RANKS.index(rank) for rank in run_ranks(call.ranks))
    if call.kind == "straight":
        return (STRAIGHT, run)
    shift = 13 * SUITS.index(call.suit)
    if call.kind == "flush":
        return (FLUSH, 1 << (ranks[0] + shift), ((1 << ranks[0]) - 2) << shift)
    return (STRAIGHT_FLUSH, run << shift, run)


PLANS: dict[bool, tuple[Plan, ...]] = {
    wild: tuple(plan_of(call) for call in ladder.bids) for wild, ladder in LADDERS.items()
}
"""What the calls need, in the order of the ladder, by whether twos are wild."""


@cache
def at_least(deck: int, drawn: int, alike: int, needed: int) -> float:
    """Give the chance that ``drawn`` cards from a deck hold at least ``needed`` of the ``alike`` ones."""
    if needed <= 0:
        return 1.0
    most = min(drawn, alike)
    ways = sum(comb(alike, n) * comb(deck - alike, drawn - n) for n in range(needed, most + 1))
    return ways / comb(deck, drawn)


@cache
def backed(deck: int, drawn: int, alike: int, needed: int, backers: tuple[int, ...], lift: float) -> float:
    """Give that chance when seats with so many cards each, among those drawn, have spoken for these cards.

    Who holds one of them is taken to hold that one and cards at random besides, which is a little too much.
    """
    if needed <= 0:
        return 1.0
    if not backers or not alike:
        return at_least(deck, drawn, alike, needed)
    size, *others = backers
    held = at_least(deck, size, alike, 1)
    held = lift * held / (1.0 - held + lift * held)
    rest = tuple(others)
    found = backed(deck - 1, drawn - 1, alike - 1, needed - 1, rest, lift)
    return held * found + (1.0 - held) * backed(deck - size, drawn - size, alike, needed, rest, lift)


@cache
def _both(
    deck: int, drawn: int, alike: int, needed: int, others: int, also: int, wilds: int, w: int
) -> float:
    """Give the chance that two ranks are there, wild twos (``w`` known, ``wilds`` unseen) filling gaps."""
    good = 0
    for n in range(min(alike, drawn) + 1):
        for m in range(min(others, drawn - n) + 1):
            lacking = max(0, needed - n) + max(0, also - m)
            for k in range(max(0, lacking - w), min(wilds, drawn - n - m) + 1):
                rest = deck - alike - others - wilds
                if drawn - n - m - k <= rest:
                    good += comb(alike, n) * comb(others, m) * comb(wilds, k) * comb(rest, drawn - n - m - k)
    return good / comb(deck, drawn)


@cache
def _run(deck: int, drawn: int, missing: int, as_twos: int, wilds: int, w: int) -> float:
    """Give the chance of a straight that lacks ``missing`` ranks and ``as_twos`` twos."""
    good = 0
    for k in range(min(wilds, drawn) + 1):
        gaps = w + k - as_twos
        if gaps < 0:
            continue
        need = max(0, missing - gaps)
        plain = deck - wilds
        # Ranks hit, by inclusion and exclusion over those that are not: ``hit`` of the missing ones exactly.
        for hit in range(need, missing + 1):
            ways = 0
            for less in range(hit + 1):
                left = plain - 4 * (missing - hit + less)
                ways += (-1) ** less * comb(hit, less) * comb(left, drawn - k)
            good += comb(wilds, k) * comb(missing, hit) * ways
    return good / comb(deck, drawn)


@cache
def _suited(deck: int, drawn: int, has_top: bool, held: int, below: int, wilds: int, w: int) -> float:
    """Give the chance of a flush: its top or not, ``held`` cards below it and ``below`` unseen ones."""
    good = 0
    tops = 0 if has_top else 1
    for top in range(tops + 1):
        for n in range(min(below, drawn - top) + 1):
            for k in range(min(wilds, drawn - top - n) + 1):
                if has_top + top + min(4, held + n) + w + k < 5:
                    continue
                rest = deck - tops - below - wilds
                if drawn - top - n - k <= rest:
                    good += comb(below, n) * comb(wilds, k) * comb(rest, drawn - top - n - k)
    return good / comb(deck, drawn)


def chance(plan: Plan, known: Cards, unseen: int, wild: bool, backing: Backing) -> float:
    """Give the chance that a call is good.

    Args:
        plan: what the call needs.
        known: the cards that are known to be dealt.
        unseen: how many cards are dealt besides.
        wild: whether twos are wild.
        backing: what has been called by others.
    """
    counts = known.counts
    deck = 52 - known.size
    kind = plan[0]
    w = counts[0] if wild else 0
    if kind == OF_A_RANK:
        rank = plan[1]
        held = counts[rank] + w if rank and wild else counts[rank]
        alike = (8 if rank and wild else 4) - held
        if backing and backing[rank]:
            return backed(deck, unseen, alike, plan[2] - held, backing[rank], LIFT)
        return at_least(deck, unseen, alike, plan[2] - held)
    if kind == TWO_RANKS:
        return _two_ranks(plan, counts, deck, unseen, wild, backing)
    bits = known.bits
    wilds = 4 - w if wild else 0
    if kind == STRAIGHT:
        ranks = (bits | bits >> 13 | bits >> 26 | bits >> 39) & SUIT_BITS
        run = plan[1]
        return _run(deck, unseen, (run & ~ranks & ~1).bit_count(), run & 1, wilds, w)
    if kind == FLUSH:
        top, lower = plan[1], plan[2]
        held = (bits & lower).bit_count()
        return _suited(deck, unseen, bool(bits & top), held, lower.bit_count() - held, wilds, w)
    missing = (plan[1] & ~bits).bit_count()
    if not wild:
        return at_least(deck, unseen, missing, missing)
    missing = (plan[1] & ~bits & ~TWOS).bit_count()
    if plan[2] & 1:  # a two in the run is filled by any two, which uses it up
        return _filled(deck, unseen, missing, wilds, w - 1)
    return _filled(deck, unseen, missing, wilds, w)


TWOS = sum(bit for rank, bit in PLACES.values() if rank == 0)


def _filled(deck: int, unseen: int, missing: int, wilds: int, w: int) -> float:
    return at_least(deck, unseen, missing + wilds, missing - w)


def _two_ranks(plan: Plan, counts: list[int], deck: int, unseen: int, wild: bool, backing: Backing) -> float:
    _, first, more, second, less = plan
    w = counts[0] if wild else 0
    wilds = 4 - w if wild else 0
    gaps = [0, 0]
    alike = [0, 0]
    for at, (rank, needed) in enumerate(((first, more), (second, less))):
        natural = 0 if wild and not rank else counts[rank]
        gaps[at] = needed - natural
        alike[at] = 0 if wild and not rank else 4 - natural
    # What is held beyond need frees no wild two, so a gap is never below zero.
    one, two = max(0, gaps[0]), max(0, gaps[1])
    if one + two <= w:
        return 1.0
    likely = _both(deck, unseen, alike[0], one, alike[1], two, wilds, w)
    if not backing or not (backing[first] or backing[second]):
        return likely
    best = 1.0
    for rank, needed, like in ((first, one, alike[0]), (second, two, alike[1])):
        if needed:
            plain = at_least(deck, unseen, like + wilds, needed - w)
            known = backed(deck, unseen, like + wilds, needed - w, backing[rank], LIFT)
            likely *= known / plain if plain else 0.0
            best = min(best, known)
    return min(likely, best)
