"""Exact probabilities that a call is true, given the known cards.

Known cards are stored as a count for each rank and as a set of bits (card ``suit * 13 + rank``). A call is
described by a *plan*, a short tuple of the cards that it needs.
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
"""Types of plans. A plan (the cards that a call needs) begins with its type."""

Plan: TypeAlias = tuple[Any, ...]
"""The cards that a call needs, in a form that depends on the type of plan:

- one rank: (type, rank, number needed)
- two ranks: (type, rank, number needed, rank, number needed)
- straight: (type, bits of the ranks)
- flush: (type, bit of the top card, bits of the lower cards)
- straight flush: (type, bits of the cards, bits of the ranks)
"""

LIFT = 6.0
"""Factor by which the odds that a seat holds a rank rise when it has called that rank."""

Backing: TypeAlias = Sequence[tuple[int, ...]] | Mapping[int, tuple[int, ...]]
"""For each rank the hand sizes of the seats that have called it; empty to ignore calls."""


class CardSet:
    """A set of cards: their number (``size``), the number of cards of each rank (``counts``), and one bit for
    each card (``bits``).
    """

    __slots__ = ("bits", "counts", "size")

    def __init__(self, cards: Iterable[Card]) -> None:
        self.counts = [0] * 13
        self.bits = 0
        self.size = 0
        for card in cards:
            rank, bit = PLACE_OF[card]
            self.counts[rank] += 1
            self.bits |= bit
            self.size += 1


PLACE_OF: dict[Card, tuple[int, int]] = {
    rank + suit: (at, 1 << (13 * SUITS.index(suit) + at)) for at, rank in enumerate(RANKS) for suit in SUITS
}
"""The index of each card's rank, and the card's bit."""

SUIT_BITS = (1 << 13) - 1


def cards_at(numbers: Sequence[int]) -> CardSet:
    """Return the set of the cards with these numbers. A number is ``suit * 13 + rank``, from 0 to 51."""
    cards = CardSet(())
    for number in numbers:
        cards.counts[number % 13] += 1
        cards.bits |= 1 << number
    cards.size = len(numbers)
    return cards


def plan_of(call: Call) -> Plan:
    """Return the plan of a call, which is a short tuple of the cards that it needs."""
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
        # Minus 2: without the two, which can be wild and is then counted apart.
        return (FLUSH, 1 << (ranks[0] + shift), ((1 << ranks[0]) - 2) << shift)
    return (STRAIGHT_FLUSH, run << shift, run)


PLANS: dict[bool, tuple[Plan, ...]] = {
    wild: tuple(plan_of(call) for call in ladder.bids) for wild, ladder in LADDERS.items()
}
"""The plans (the cards that a call needs) of all calls in order of strength, without (``False``) and with
(``True``) wild twos.
"""


@cache
def at_least(deck: int, drawn: int, alike: int, needed: int) -> float:
    """Return the probability that random cards from a deck contain enough good cards.

    Args:
        deck: number of cards in the deck.
        drawn: number of cards drawn from it.
        alike: number of good cards in the deck.
        needed: number of good cards that must be drawn.
    """
    if needed <= 0:
        return 1.0
    most = min(drawn, alike)
    ways = sum(comb(alike, n) * comb(deck - alike, drawn - n) for n in range(needed, most + 1))
    return ways / comb(deck, drawn)


@cache
def backed(deck: int, drawn: int, alike: int, needed: int, backers: tuple[int, ...], lift: float) -> float:
    """Return the probability that enough cards of one rank are drawn, given that some seats have called the
    rank.

    Args:
        deck: number of cards to draw from.
        drawn: number of cards drawn, including the hands of these seats.
        alike: number of cards of the rank in the deck.
        needed: number of cards of the rank that must be drawn.
        backers: hand sizes of the seats that have called the rank.
        lift: factor by which a seat's call multiplies the odds that the seat holds a card of the rank.
    """
    if needed <= 0:
        return 1.0
    if not backers or not alike:
        return at_least(deck, drawn, alike, needed)
    size, *others = backers
    held = at_least(deck, size, alike, 1)
    # Multiply the odds, not the chance, by ``lift``.
    # The seat's other cards are taken as random, so the result is slightly too high.
    held = lift * held / (1.0 - held + lift * held)
    rest = tuple(others)
    if_held = backed(deck - 1, drawn - 1, alike - 1, needed - 1, rest, lift)
    return held * if_held + (1.0 - held) * backed(deck - size, drawn - size, alike, needed, rest, lift)


@cache
def _both(
    deck: int,
    drawn: int,
    alike: int,
    needed: int,
    others: int,
    needed_others: int,
    unseen_twos: int,
    known_twos: int,
) -> float:
    """Return the probability that enough cards of two ranks were dealt. A wild two replaces any missing card.

    Args:
        deck: number of unseen cards, dealt or not.
        drawn: number of unseen cards that were dealt.
        alike: number of unseen cards of the first rank.
        needed: number of cards of the first rank still needed.
        others: number of unseen cards of the second rank.
        needed_others: number of cards of the second rank still needed.
        unseen_twos: number of unseen wild twos.
        known_twos: number of known wild twos.
    """
    # Count the draws with n cards of the first rank, m of the second, and k wild twos for the rest.
    good = 0
    for n in range(min(alike, drawn) + 1):
        for m in range(min(others, drawn - n) + 1):
            lacking = max(0, needed - n) + max(0, needed_others - m)
            for k in range(max(0, lacking - known_twos), min(unseen_twos, drawn - n - m) + 1):
                rest = deck - alike - others - unseen_twos
                if drawn - n - m - k <= rest:
                    good += (
                        comb(alike, n)
                        * comb(others, m)
                        * comb(unseen_twos, k)
                        * comb(rest, drawn - n - m - k)
                    )
    return good / comb(deck, drawn)


@cache
def _run(deck: int, drawn: int, missing: int, as_twos: int, unseen_twos: int, known_twos: int) -> float:
    """Return the probability that a given straight was dealt. A wild two replaces any missing card.

    Args:
        deck: number of unseen cards, dealt or not.
        drawn: number of unseen cards that were dealt.
        missing: number of the straight's ranks that no known card has, not counting twos.
        as_twos: 1 if the straight contains a two, otherwise 0.
        unseen_twos: number of unseen wild twos; 0 if twos are not wild.
        known_twos: number of known wild twos; 0 if twos are not wild.
    """
    good = 0
    # A two in the straight uses up one of the wild twos.
    for k in range(min(unseen_twos, drawn) + 1):
        gaps = known_twos + k - as_twos
        if gaps < 0:
            continue
        need = max(0, missing - gaps)
        plain = deck - unseen_twos
        # Ranks hit, by inclusion and exclusion over those that are not: ``hit`` of the missing ones exactly.
        for hit in range(need, missing + 1):
            ways = 0
            for less in range(hit + 1):
                others = plain - 4 * (missing - hit + less)
                ways += (-1) ** less * comb(hit, less) * comb(others, drawn - k)
            good += comb(unseen_twos, k) * comb(missing, hit) * ways
    return good / comb(deck, drawn)


@cache
def _flush(
    deck: int, drawn: int, has_top: bool, held: int, below: int, unseen_twos: int, known_twos: int
) -> float:
    """Return the probability that a given flush was dealt.

    A flush consists of its top card and any four lower cards of the suit. A wild two replaces any card.

    Args:
        deck: number of unseen cards, dealt or not.
        drawn: number of unseen cards that were dealt.
        has_top: whether the top card is known.
        held: number of known lower cards of the suit.
        below: number of unseen lower cards of the suit.
        unseen_twos: number of unseen wild twos; 0 if twos are not wild.
        known_twos: number of known wild twos; 0 if twos are not wild.
    """
    good = 0
    tops = 0 if has_top else 1
    for top in range(tops + 1):
        for n in range(min(below, drawn - top) + 1):
            for k in range(min(unseen_twos, drawn - top - n) + 1):
                if has_top + top + min(4, held + n) + known_twos + k < 5:
                    continue
                rest = deck - tops - below - unseen_twos
                if drawn - top - n - k <= rest:
                    good += comb(below, n) * comb(unseen_twos, k) * comb(rest, drawn - top - n - k)
    return good / comb(deck, drawn)


def chance(plan: Plan, known: CardSet, unseen: int, wild: bool, backing: Backing) -> float:
    """Return the probability that a call is true.

    Args:
        plan: the cards that the call needs.
        known: the known dealt cards.
        unseen: number of dealt cards that are not known.
        wild: whether twos are wild.
        backing: for each rank, the hand sizes of the other seats that have called the rank; empty to ignore
            the calls of other seats.
    """
    counts = known.counts
    deck = 52 - known.size
    kind = plan[0]
    # ``known_twos`` wild twos are known. They count for any rank but their own, which they have anyway.
    known_twos = counts[0] if wild else 0
    if kind == OF_A_RANK:
        rank = plan[1]
        held = counts[rank] + known_twos if rank and wild else counts[rank]
        alike = (8 if rank and wild else 4) - held
        if backing and backing[rank]:
            return backed(deck, unseen, alike, plan[2] - held, backing[rank], LIFT)
        return at_least(deck, unseen, alike, plan[2] - held)
    # Pairs of ranks need a joint count, since the same wild twos may fill either.
    if kind == TWO_RANKS:
        return _two_ranks(plan, counts, deck, unseen, wild, backing)
    bits = known.bits
    unseen_twos = 4 - known_twos if wild else 0
    # For a straight only the ranks matter, so the suits are merged.
    if kind == STRAIGHT:
        ranks = (bits | bits >> 13 | bits >> 26 | bits >> 39) & SUIT_BITS
        run = plan[1]
        return _run(deck, unseen, (run & ~ranks & ~1).bit_count(), run & 1, unseen_twos, known_twos)
    if kind == FLUSH:
        top, lower = plan[1], plan[2]
        held = (bits & lower).bit_count()
        return _flush(deck, unseen, bool(bits & top), held, lower.bit_count() - held, unseen_twos, known_twos)
    # A straight flush needs certain cards; wild twos fill the missing ones.
    missing = (plan[1] & ~bits).bit_count()
    if not wild:
        return at_least(deck, unseen, missing, missing)
    missing = (plan[1] & ~bits & ~TWOS).bit_count()
    if plan[2] & 1:  # a two in the run is filled by any two, which uses it up
        return _straight_flush(deck, unseen, missing, unseen_twos, known_twos - 1)
    return _straight_flush(deck, unseen, missing, unseen_twos, known_twos)


TWOS = sum(bit for rank, bit in PLACE_OF.values() if rank == 0)


def _straight_flush(deck: int, unseen: int, missing: int, unseen_twos: int, free_twos: int) -> float:
    """Return the probability that a given straight flush was dealt. A wild two replaces any missing card.

    Args:
        deck: number of unseen cards, dealt or not.
        unseen: number of unseen cards that were dealt.
        missing: number of unseen cards of the straight flush.
        unseen_twos: number of unseen wild twos.
        free_twos: number of known wild twos that replace no card yet.
    """
    return at_least(deck, unseen, missing + unseen_twos, missing - free_twos)


def _two_ranks(plan: Plan, counts: list[int], deck: int, unseen: int, wild: bool, backing: Backing) -> float:
    """Return the probability that a call of two ranks (two pairs, full house) is true.

    Args:
        plan: the cards that the call needs.
        counts: number of known cards of each rank.
        deck: number of unseen cards, dealt or not.
        unseen: number of unseen cards that were dealt.
        wild: whether twos are wild.
        backing: for each rank, the hand sizes of the other seats that have called the rank.
    """
    _, first, more, second, less = plan
    known_twos = counts[0] if wild else 0
    unseen_twos = 4 - known_twos if wild else 0
    gaps = [0, 0]
    alike = [0, 0]
    for at, (rank, needed) in enumerate(((first, more), (second, less))):
        natural = 0 if wild and not rank else counts[rank]
        gaps[at] = needed - natural
        alike[at] = 0 if wild and not rank else 4 - natural
    # What is held beyond need frees no wild two, so a gap is never below zero.
    lack, second_lack = max(0, gaps[0]), max(0, gaps[1])
    if lack + second_lack <= known_twos:
        return 1.0
    likely = _both(deck, unseen, alike[0], lack, alike[1], second_lack, unseen_twos, known_twos)
    if not backing or not (backing[first] or backing[second]):
        return likely
    # With calls of others: scale the chance by each rank's rise. The call cannot be likelier than one of its
    # ranks alone.
    best = 1.0
    for rank, needed, like in ((first, lack, alike[0]), (second, second_lack, alike[1])):
        if needed:
            plain = at_least(deck, unseen, like + unseen_twos, needed - known_twos)
            known = backed(deck, unseen, like + unseen_twos, needed - known_twos, backing[rank], LIFT)
            likely *= known / plain if plain else 0.0
            best = min(best, known)
    return min(likely, best)
