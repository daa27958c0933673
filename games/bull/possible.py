"""Exact probabilities that a call is true, given the known cards.

A card has the number ``suit * 13 + rank``. Known cards are stored as a count for each rank, and as an integer
with one bit for each card. A call is described by a *plan*, a short tuple of the cards that it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb
from typing import Any, TypeAlias

from games.bull.hands import CALL_ORDERS, COUNTS, Call
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

CallerSizes: TypeAlias = Sequence[tuple[int, ...]] | Mapping[int, tuple[int, ...]]
"""For each rank the hand sizes of the seats that have called it; empty to ignore calls."""


class CardSet:
    """A set of cards, stored for fast computation.

    Attributes:
        size: the number of cards.
        counts: the number of cards of each rank.
        bits: an integer with one bit for each card.
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
    """Return the set of the cards with these numbers (``suit * 13 + rank``)."""
    cards = CardSet(())
    for number in numbers:
        cards.counts[number % 13] += 1
        cards.bits |= 1 << number
    cards.size = len(numbers)
    return cards


def plan_of(call: Call) -> Plan:
    """Return the cards that a call needs, in a form for fast computation."""
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
    wild: tuple(plan_of(call) for call in order.bids) for wild, order in CALL_ORDERS.items()
}
"""The plans (the cards that a call needs) of all calls in order of strength, without (``False``) and with
(``True``) wild twos.
"""


@cache
def chance_to_draw(deck_size: int, draws: int, good_cards: int, needed: int) -> float:
    """Return the probability that random draws from a deck contain at least ``needed`` good cards.

    Args:
        good_cards: number of good cards in the deck.
    """
    if needed <= 0:
        return 1.0
    most = min(draws, good_cards)
    ways = sum(comb(good_cards, n) * comb(deck_size - good_cards, draws - n) for n in range(needed, most + 1))
    return ways / comb(deck_size, draws)


@cache
def chance_to_draw_called_rank(
    deck_size: int, draws: int, good_cards: int, needed: int, caller_sizes: tuple[int, ...], lift: float
) -> float:
    """Return the probability of drawing at least ``needed`` cards of a rank that seats have called.

    Args:
        draws: number of cards drawn, including the cards in the callers' hands.
        good_cards: number of cards of the rank in the deck.
        caller_sizes: number of cards in each caller's hand.
        lift: factor by which a call multiplies the odds that the caller holds the rank.
    """
    if needed <= 0:
        return 1.0
    if not caller_sizes or not good_cards:
        return chance_to_draw(deck_size, draws, good_cards, needed)
    size, *others = caller_sizes
    held = chance_to_draw(deck_size, size, good_cards, 1)
    # Multiply the odds, not the chance, by ``lift``.
    # The seat's other cards are taken as random, so the result is slightly too high.
    held = lift * held / (1.0 - held + lift * held)
    rest = tuple(others)
    if_held = chance_to_draw_called_rank(deck_size - 1, draws - 1, good_cards - 1, needed - 1, rest, lift)
    return held * if_held + (1.0 - held) * chance_to_draw_called_rank(
        deck_size - size, draws - size, good_cards, needed, rest, lift
    )


@cache
def _two_ranks_drawn(
    deck_size: int,
    draws: int,
    first_in_deck: int,
    first_needed: int,
    second_in_deck: int,
    second_needed: int,
    twos_in_deck: int,
    known_twos: int,
) -> float:
    # Count the draws with n cards of the first rank, m of the second, and k wild twos for the rest.
    good = 0
    for n in range(min(first_in_deck, draws) + 1):
        for m in range(min(second_in_deck, draws - n) + 1):
            lacking = max(0, first_needed - n) + max(0, second_needed - m)
            for k in range(max(0, lacking - known_twos), min(twos_in_deck, draws - n - m) + 1):
                rest = deck_size - first_in_deck - second_in_deck - twos_in_deck
                if draws - n - m - k <= rest:
                    good += (
                        comb(first_in_deck, n)
                        * comb(second_in_deck, m)
                        * comb(twos_in_deck, k)
                        * comb(rest, draws - n - m - k)
                    )
    return good / comb(deck_size, draws)


@cache
def _straight_drawn(
    deck_size: int, draws: int, missing_ranks: int, natural_twos: int, twos_in_deck: int, known_twos: int
) -> float:
    good = 0
    # A two in the straight uses up one of the wild twos.
    for k in range(min(twos_in_deck, draws) + 1):
        gaps = known_twos + k - natural_twos
        if gaps < 0:
            continue
        need = max(0, missing_ranks - gaps)
        plain = deck_size - twos_in_deck
        # Ranks hit, by inclusion and exclusion over those that are not: ``hit`` of the missing ones exactly.
        for hit in range(need, missing_ranks + 1):
            ways = 0
            for less in range(hit + 1):
                others = plain - 4 * (missing_ranks - hit + less)
                ways += (-1) ** less * comb(hit, less) * comb(others, draws - k)
            good += comb(twos_in_deck, k) * comb(missing_ranks, hit) * ways
    return good / comb(deck_size, draws)


@cache
def _flush_drawn(
    deck_size: int,
    draws: int,
    has_top: bool,
    known_lower: int,
    lower_in_deck: int,
    twos_in_deck: int,
    known_twos: int,
) -> float:
    good = 0
    tops = 0 if has_top else 1
    for top in range(tops + 1):
        for n in range(min(lower_in_deck, draws - top) + 1):
            for k in range(min(twos_in_deck, draws - top - n) + 1):
                if has_top + top + min(4, known_lower + n) + known_twos + k < 5:
                    continue
                rest = deck_size - tops - lower_in_deck - twos_in_deck
                if draws - top - n - k <= rest:
                    good += comb(lower_in_deck, n) * comb(twos_in_deck, k) * comb(rest, draws - top - n - k)
    return good / comb(deck_size, draws)


def chance(plan: Plan, known: CardSet, draws: int, wild: bool, caller_sizes: CallerSizes) -> float:
    """Return the probability that a call is true, given some known cards.

    Args:
        plan: the cards that make the call true.
        draws: number of unknown cards in all hands.
        wild: whether twos are wild.
        caller_sizes: by rank, the hand sizes of the other seats that have called this rank. Leave it empty to
            ignore earlier calls.
    """
    counts = known.counts
    deck_size = 52 - known.size
    kind = plan[0]
    # ``known_twos`` wild twos are known. They count for any rank but their own, which they have anyway.
    known_twos = counts[0] if wild else 0
    if kind == OF_A_RANK:
        rank = plan[1]
        held = counts[rank] + known_twos if rank and wild else counts[rank]
        alike = (8 if rank and wild else 4) - held
        if caller_sizes and caller_sizes[rank]:
            return chance_to_draw_called_rank(
                deck_size, draws, alike, plan[2] - held, caller_sizes[rank], LIFT
            )
        return chance_to_draw(deck_size, draws, alike, plan[2] - held)
    # Pairs of ranks need a joint count, since the same wild twos may fill either.
    if kind == TWO_RANKS:
        return _two_ranks(plan, counts, deck_size, draws, wild, caller_sizes)
    bits = known.bits
    twos_in_deck = 4 - known_twos if wild else 0
    # For a straight only the ranks matter, so the suits are merged.
    if kind == STRAIGHT:
        ranks = (bits | bits >> 13 | bits >> 26 | bits >> 39) & SUIT_BITS
        run = plan[1]
        return _straight_drawn(
            deck_size, draws, (run & ~ranks & ~1).bit_count(), run & 1, twos_in_deck, known_twos
        )
    if kind == FLUSH:
        top = plan[1]
        lower = plan[2]
        held = (bits & lower).bit_count()
        return _flush_drawn(
            deck_size, draws, bool(bits & top), held, lower.bit_count() - held, twos_in_deck, known_twos
        )
    # A straight flush needs certain cards; wild twos fill the missing ones.
    missing = (plan[1] & ~bits).bit_count()
    if not wild:
        return chance_to_draw(deck_size, draws, missing, missing)
    missing = (plan[1] & ~bits & ~TWOS).bit_count()
    if plan[2] & 1:  # a two in the run is filled by any two, which uses it up
        return _straight_flush_drawn(deck_size, draws, missing, twos_in_deck, known_twos - 1)
    return _straight_flush_drawn(deck_size, draws, missing, twos_in_deck, known_twos)


TWOS = sum(bit for rank, bit in PLACE_OF.values() if rank == 0)


def _straight_flush_drawn(
    deck_size: int, draws: int, missing_cards: int, twos_in_deck: int, free_twos: int
) -> float:
    return chance_to_draw(deck_size, draws, missing_cards + twos_in_deck, missing_cards - free_twos)


def _two_ranks(
    plan: Plan, known_counts: list[int], deck_size: int, draws: int, wild: bool, caller_sizes: CallerSizes
) -> float:
    _, first, more, second, less = plan
    known_twos = known_counts[0] if wild else 0
    twos_in_deck = 4 - known_twos if wild else 0
    gaps = [0, 0]
    alike = [0, 0]
    for at, (rank, needed) in enumerate(((first, more), (second, less))):
        natural = 0 if wild and not rank else known_counts[rank]
        gaps[at] = needed - natural
        alike[at] = 0 if wild and not rank else 4 - natural
    # Surplus cards of one rank do not help the other, so a gap is never below zero.
    lack = max(0, gaps[0])
    second_lack = max(0, gaps[1])
    if lack + second_lack <= known_twos:
        return 1.0
    likely = _two_ranks_drawn(
        deck_size, draws, alike[0], lack, alike[1], second_lack, twos_in_deck, known_twos
    )
    if not caller_sizes or not (caller_sizes[first] or caller_sizes[second]):
        return likely
    # With calls of others: scale the chance by each rank's rise. The call cannot be likelier than one of its
    # ranks alone.
    best = 1.0
    for rank, needed, like in ((first, lack, alike[0]), (second, second_lack, alike[1])):
        if needed:
            plain = chance_to_draw(deck_size, draws, like + twos_in_deck, needed - known_twos)
            known = chance_to_draw_called_rank(
                deck_size, draws, like + twos_in_deck, needed - known_twos, caller_sizes[rank], LIFT
            )
            likely *= known / plain if plain else 0.0
            best = min(best, known)
    return min(likely, best)
