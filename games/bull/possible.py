"""Exact probabilities that a call is true, given the known cards.

A card has the number ``suit * 13 + rank``. Known cards are stored as a count for each rank, and as an integer
with one bit for each card. A call is described by a *plan*, a short tuple of the cards that it needs.

To a viewer, the cards in the other hands are a random draw from the unseen cards. All draws of that size are
equally likely, so a probability is the number of draws that make the call true, divided by
``comb(deck_size, draws)``. The good draws are counted in groups with equal numbers of useful cards. For
example, a viewer with one seven needs at least one of the other three sevens for a pair. With eight cards in
other hands its probability is

    sum(comb(3, n) * comb(48, 8 - n) for n in (1, 2, 3)) / comb(51, 8)

The sums are exact and have few terms. They depend only on a few small numbers, so their results are cached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb
from typing import Any, NamedTuple, TypeAlias

from games.bull.hands import CALL_ORDERS, COUNTS, Call
from games.core.cards import Card
from games.core.poker import RANKS, SUITS, rank_mask, run_ranks

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


class Place(NamedTuple):
    """Where a card is counted."""

    rank: int
    bit: int


PLACE_OF: dict[Card, Place] = {}
"""The place of each card. Each suit has thirteen bits, from the two to the ace."""
for _rank, _letter in enumerate(RANKS):
    for _suit, _suit_letter in enumerate(SUITS):
        PLACE_OF[_letter + _suit_letter] = Place(_rank, 1 << 13 * _suit + _rank)

SUIT_BITS = (1 << 13) - 1


def merge_suits(bits: int) -> int:
    """Return the ranks of some cards as bits, without their suits."""
    return (bits | bits >> 13 | bits >> 26 | bits >> 39) & SUIT_BITS


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
    ranks = list(map(RANKS.index, call.ranks))
    if call.kind in COUNTS:
        return (OF_A_RANK, ranks[0], COUNTS[call.kind])
    if call.kind in ("twopair", "full"):
        first_count = 3 if call.kind == "full" else 2
        return (TWO_RANKS, ranks[0], first_count, ranks[1], 2)
    run = rank_mask(run_ranks(call.ranks))
    if call.kind == "straight":
        return (STRAIGHT, run)
    shift = 13 * SUITS.index(call.suit)
    if call.kind == "flush":
        # Minus 2: without the two, which can be wild and is then counted apart.
        return (FLUSH, 1 << (ranks[0] + shift), ((1 << ranks[0]) - 2) << shift)
    return (STRAIGHT_FLUSH, run << shift, run)


PLANS: dict[bool, tuple[Plan, ...]] = {
    wild: tuple(map(plan_of, order.bids)) for wild, order in CALL_ORDERS.items()
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
    other_cards = deck_size - good_cards
    ways = 0
    for drawn in range(needed, min(draws, good_cards) + 1):
        ways += comb(good_cards, drawn) * comb(other_cards, draws - drawn)
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
    size = caller_sizes[0]
    further_sizes = caller_sizes[1:]
    held = chance_to_draw(deck_size, size, good_cards, 1)
    # Multiply the odds, not the chance, by ``lift``.
    # The seat's other cards are taken as random, so the result is slightly too high.
    held = lift * held / (1.0 - held + lift * held)
    # Either one card of the rank is in this hand, or none of the hand's cards is one.
    if_held = chance_to_draw_called_rank(
        deck_size - 1, draws - 1, good_cards - 1, needed - 1, further_sizes, lift
    )
    if_not_held = chance_to_draw_called_rank(
        deck_size - size, draws - size, good_cards, needed, further_sizes, lift
    )
    return held * if_held + (1.0 - held) * if_not_held


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
    # Count the draws by their cards of the first rank, of the second rank, and wild twos for the rest.
    useless_in_deck = deck_size - first_in_deck - second_in_deck - twos_in_deck
    good = 0
    for firsts in range(min(first_in_deck, draws) + 1):
        for seconds in range(min(second_in_deck, draws - firsts) + 1):
            lacking = max(0, first_needed - firsts) + max(0, second_needed - seconds)
            most_twos = min(twos_in_deck, draws - firsts - seconds)
            for twos in range(max(0, lacking - known_twos), most_twos + 1):
                useless = draws - firsts - seconds - twos
                if useless <= useless_in_deck:
                    good += (
                        comb(first_in_deck, firsts)
                        * comb(second_in_deck, seconds)
                        * comb(twos_in_deck, twos)
                        * comb(useless_in_deck, useless)
                    )
    return good / comb(deck_size, draws)


@cache
def _straight_drawn(
    deck_size: int, draws: int, missing_ranks: int, natural_twos: int, twos_in_deck: int, known_twos: int
) -> float:
    # ``missing_ranks`` do not include the two; ``natural_twos`` is 1 if the straight has one.
    plain_in_deck = deck_size - twos_in_deck
    good = 0
    for twos in range(min(twos_in_deck, draws) + 1):
        # A two in the straight uses up one of the wild twos.
        wild_twos = known_twos + twos - natural_twos
        if wild_twos < 0:
            continue
        # The draw must contain the ranks that wild twos do not fill. All four cards of each are in the deck.
        for drawn_ranks in range(max(0, missing_ranks - wild_twos), missing_ranks + 1):
            ways = _ways_to_draw_ranks(plain_in_deck, draws - twos, missing_ranks, drawn_ranks)
            good += comb(twos_in_deck, twos) * comb(missing_ranks, drawn_ranks) * ways
    return good / comb(deck_size, draws)


def _ways_to_draw_ranks(cards_in_deck: int, draws: int, missing_ranks: int, drawn_ranks: int) -> int:
    # Return the number of draws that contain certain ``drawn_ranks`` of the missing ranks and no others.
    # Inclusion-exclusion: from the draws without the other missing ranks, subtract those that lack one of the
    # certain ranks; that subtracts those that lack two of them twice, so add them again, and so on.
    ways = 0
    for lacking in range(drawn_ranks + 1):
        allowed_cards = cards_in_deck - 4 * (missing_ranks - drawn_ranks + lacking)
        ways += (-1) ** lacking * comb(drawn_ranks, lacking) * comb(allowed_cards, draws)
    return ways


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
    # Count the draws by the top card (if it is not known), lower cards of the suit, and wild twos. More than
    # four lower cards do not help, since the top card is one of the five.
    tops_in_deck = 0 if has_top else 1
    useless_in_deck = deck_size - tops_in_deck - lower_in_deck - twos_in_deck
    good = 0
    for tops in range(tops_in_deck + 1):
        for lower in range(min(lower_in_deck, draws - tops) + 1):
            suited = has_top + tops + min(4, known_lower + lower)
            twos_needed = max(0, 5 - suited - known_twos)
            for twos in range(twos_needed, min(twos_in_deck, draws - tops - lower) + 1):
                useless = draws - tops - lower - twos
                if useless <= useless_in_deck:
                    good += (
                        comb(lower_in_deck, lower) * comb(twos_in_deck, twos) * comb(useless_in_deck, useless)
                    )
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
        is_helped_by_twos = wild and rank > 0
        held = counts[rank] + (known_twos if is_helped_by_twos else 0)
        good_cards = (8 if is_helped_by_twos else 4) - held
        needed = plan[2] - held
        if caller_sizes and caller_sizes[rank]:
            return chance_to_draw_called_rank(deck_size, draws, good_cards, needed, caller_sizes[rank], LIFT)
        return chance_to_draw(deck_size, draws, good_cards, needed)
    # Pairs of ranks need a joint count, since the same wild twos may fill either.
    if kind == TWO_RANKS:
        return _two_ranks(plan, counts, deck_size, draws, wild, caller_sizes)
    bits = known.bits
    twos_in_deck = 4 - known_twos if wild else 0
    if kind == STRAIGHT:
        # The lowest bit of the run stands for a two, which is counted apart.
        run = plan[1]
        missing_ranks = (run & ~merge_suits(bits) & ~1).bit_count()
        return _straight_drawn(deck_size, draws, missing_ranks, run & 1, twos_in_deck, known_twos)
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


TWOS = sum([place.bit for place in PLACE_OF.values() if place.rank == 0])


def _straight_flush_drawn(
    deck_size: int, draws: int, missing_cards: int, twos_in_deck: int, free_twos: int
) -> float:
    return chance_to_draw(deck_size, draws, missing_cards + twos_in_deck, missing_cards - free_twos)


def _two_ranks(
    plan: Plan, known_counts: list[int], deck_size: int, draws: int, wild: bool, caller_sizes: CallerSizes
) -> float:
    _, first, first_count, second, second_count = plan
    known_twos = known_counts[0] if wild else 0
    twos_in_deck = 4 - known_twos if wild else 0
    first_in_deck = _natural_cards_in_deck(first, known_counts, wild)
    second_in_deck = _natural_cards_in_deck(second, known_counts, wild)
    first_needed = _natural_cards_needed(first, first_count, known_counts, wild)
    second_needed = _natural_cards_needed(second, second_count, known_counts, wild)
    if first_needed + second_needed <= known_twos:
        return 1.0
    likely = _two_ranks_drawn(
        deck_size,
        draws,
        first_in_deck,
        first_needed,
        second_in_deck,
        second_needed,
        twos_in_deck,
        known_twos,
    )
    if not caller_sizes or not (caller_sizes[first] or caller_sizes[second]):
        return likely
    # With calls of others: scale the chance by each rank's rise. The call cannot be likelier than one of its
    # ranks alone.
    most_likely = 1.0
    for rank, needed, in_deck in (
        (first, first_needed, first_in_deck),
        (second, second_needed, second_in_deck),
    ):
        if needed:
            good_cards = in_deck + twos_in_deck
            without_calls = chance_to_draw(deck_size, draws, good_cards, needed - known_twos)
            with_calls = chance_to_draw_called_rank(
                deck_size, draws, good_cards, needed - known_twos, caller_sizes[rank], LIFT
            )
            likely *= with_calls / without_calls if without_calls else 0.0
            most_likely = min(most_likely, with_calls)
    return min(likely, most_likely)


def _natural_cards_in_deck(rank: int, known_counts: list[int], wild: bool) -> int:
    # Wild twos are counted apart, also if the call names twos.
    if wild and rank == 0:
        return 0
    return 4 - known_counts[rank]


def _natural_cards_needed(rank: int, count: int, known_counts: list[int], wild: bool) -> int:
    # Surplus cards of one rank do not help the other, so the number is never below zero.
    if wild and rank == 0:
        return count
    return max(0, count - known_counts[rank])
