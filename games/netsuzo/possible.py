"""Find declarations that may be true, and declarations to suggest.

All players know the open cards and the number of cards in the hand. A declaration may be true if the hand is
large enough for the cards that it needs besides the open cards.

The module therefore rests on one number: how many of the five declared cards lie open (``count_matching``).
If two sevens and a king are open, three cards of a full house of sevens and kings are there, and a hand of
two cards can have the others.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Literal, NamedTuple, TypeAlias

from games.core.cards import Card, without
from games.core.poker import RANKS, SUITS, rank_mask
from games.netsuzo.hands import (
    BY_NOTATION,
    DECLARATION_ORDER,
    FREE,
    KINDS,
    RUNS,
    SIZES,
    CardCounts,
    Declare,
    best,
    count_cards,
    is_true,
    makes,
    ranks_named,
)
from games.netsuzo.rules import NetsuzoView

Open: TypeAlias = tuple[Card, ...]

_CARDS_OF_EACH_RANK = {kind: sizes + (1,) * FREE.get(kind, 0) for kind, sizes in SIZES.items()}
"""For each kind, the number of cards of each rank in a hand, including kickers that the declaration does not
name: 2, 1, 1, 1 for a pair.
"""

_FIRST_INDEX: dict[str, int] = {}
"""For each kind, the index of its lowest declaration in ``DECLARATION_ORDER.bids``."""
_END_INDEX: dict[str, int] = {}
"""For each kind, the index after its highest declaration."""
for _index, _bid in enumerate(DECLARATION_ORDER.bids):
    _FIRST_INDEX.setdefault(_bid.kind, _index)
    _END_INDEX[_bid.kind] = _index + 1


def requires_exact_hand(view: NetsuzoView) -> bool:
    """True if five cards must make exactly the declared hand (option ``honesty``)."""
    return view.options["honesty"] == "exact"


def matching_cards(declaration: Declare, available: Sequence[Card]) -> tuple[Card, ...]:
    """Return those of the available cards that ``count_matching`` counts."""
    matching: tuple[Card, ...] = ()
    for card in available:
        if count_matching(declaration, count_cards(matching + (card,))) > len(matching):
            matching += (card,)
    return matching


def count_matching(declaration: Declare, available: CardCounts) -> int:
    """Return how many of the available cards belong to a declared hand, at most 5.

    A declared pair of sevens with the kicker king names three cards: two sevens and one king. Its other two
    kickers may be any two different ranks below the king. With the available cards 7, 9, 4 and 2, one card
    counts for the sevens and two for the unnamed kickers.

    Some thousand declarations are counted for one menu. Sets of ranks are therefore bit masks, and what a
    declaration needs is computed once (``_needed_cards``).
    """
    needed = _needed_cards(declaration)
    if declaration.suit:
        # A flush needs the named ranks in one suit.
        suited = available.suits[SUITS.index(declaration.suit)]
        number = (suited & needed.named_ranks).bit_count()
    else:
        counts = available.counts
        number = 0
        for rank, count in needed.named:
            # This is ``min``, written out for speed.
            number += count if counts[rank] > count else counts[rank]
        if needed.kickers:
            number += _count_kickers(needed, available.ranks & needed.kicker_ranks)
    number += available.wild
    return number if number < 5 else 5


def _count_kickers(needed: _NeededCards, held_ranks: int) -> int:
    # ``held_ranks`` are the available ranks, as a mask, that unnamed kickers may have.
    number = held_ranks.bit_count()
    # Five ranks in a row are a straight, not a high card, so one of the four cannot be a kicker.
    if number == needed.kickers == 4 and (held_ranks | needed.named_ranks) in _RUN_MASKS:
        return 3
    return min(number, needed.kickers)


_RUN_MASKS = set(map(rank_mask, RUNS))


class _NeededCards(NamedTuple):
    """The cards that a declaration needs.

    Ranks are numbers from 0 (two) to 12 (ace). Sets of ranks are bit masks.
    """

    named: tuple[tuple[int, int], ...]  # each named rank, with the number of cards needed
    named_ranks: int
    kickers: int  # the number of cards whose rank is not named
    kicker_ranks: int  # the ranks that these cards may have


@cache
def _needed_cards(declaration: Declare) -> _NeededCards:
    # A rank that is named twice needs two cards.
    ranks = ranks_named(declaration)
    named = tuple([(RANKS.index(rank), ranks.count(rank)) for rank in dict.fromkeys(ranks)])
    named_ranks = rank_mask(ranks)
    # Unnamed kickers are lower than the last named card.
    lower_ranks = (1 << RANKS.index(declaration.ranks[-1])) - 1
    return _NeededCards(named, named_ranks, FREE.get(declaration.kind, 0), lower_ranks & ~named_ranks)


def is_possible(declaration: Declare, open_cards: Open, hand_size: int) -> bool:
    """True if the open cards and some hand of ``hand_size`` cards can together make a declaration exactly."""
    return count_matching(declaration, count_cards(open_cards)) >= 5 - hand_size


def possible_declarations(
    open_cards: Open, hand_size: int, last: Declare | None, *, exact: bool
) -> Iterator[Declare]:
    """Yield the declarations above ``last`` that may be true, from low to high.

    Declarations that differ only in the suit are yielded once.

    Args:
        hand_size: number of cards in the declaring seat's hand.
        exact: whether five cards must make exactly the declared hand.
    """
    available = count_cards(open_cards)
    start = DECLARATION_ORDER.index_above(last)
    end = _end_of_possible(open_cards, hand_size)
    # Declarations that differ only in the suit follow each other.
    yielded = ""
    for bid in DECLARATION_ORDER.bids[start:end]:
        hand = bid.kind + bid.ranks
        if hand == yielded:
            continue
        if not exact or count_matching(bid, available) >= 5 - hand_size:
            yielded = hand
            yield bid


@lru_cache(maxsize=8192)
def most_believable(open_cards: Open, hand_size: int, kind: str, last: Declare | None) -> Declare | None:
    """Return the possible declaration above ``last`` that needs the fewest cards from the hand.

    Of several, return the highest; ``None`` if no declaration of this kind is possible.

    Args:
        kind: the kind of hand, one of ``KINDS``.
    """
    available = count_cards(open_cards)
    start = DECLARATION_ORDER.index_above(last)
    # More than ``too_few`` cards must lie open, and no declaration uses more than ``most_usable``.
    too_few = 4 - hand_size
    most_usable = _most_usable_cards(kind, available)
    if start >= _END_INDEX[kind] or most_usable <= too_few:
        return None
    bids = _declarations_of_kind(kind, available, 5 - hand_size)
    if kind == "flush":
        # There are thousands of flushes. The suits alternate, so those of the longest open suit are every
        # fourth declaration.
        suit_sizes = list(map(int.bit_count, available.suits))
        bids = bids[suit_sizes.index(max(suit_sizes)) :: len(SUITS)]
    if last is not None and kind == last.kind:
        bids = _bids_from(start, bids)
    # Search from high to low, so that the highest of several is found first.
    believable = None
    most_open = too_few
    for bid in reversed(bids):
        number_open = count_matching(bid, available)
        if number_open > most_open:
            believable = bid
            most_open = number_open
            if most_open == most_usable:
                break
    return believable


def _most_usable_cards(kind: str, available: CardCounts) -> int:
    if kind == "flush":
        number = max(map(int.bit_count, available.suits))
    elif kind in _CARDS_OF_EACH_RANK:
        # The ranks with the most available cards fill the largest groups of the hand.
        counts = sorted(available.counts, reverse=True)
        number = sum(map(min, counts, _CARDS_OF_EACH_RANK[kind]))
    else:
        return 5
    return min(5, available.wild + number)


def possible_kinds(open_cards: Open, hand_size: int, last: Declare | None, *, exact: bool) -> frozenset[str]:
    """Return the kinds of hands with a declaration above ``last`` that may be true.

    Args:
        hand_size: number of cards in the declaring seat's hand.
        exact: whether five cards must make exactly the declared hand.
    """
    kinds = {kind for kind in KINDS if most_believable(open_cards, hand_size, kind, last)}
    if exact or not kinds:
        return frozenset(kinds)
    # A better hand makes a lower declaration true, too.
    highest = max(map(KINDS.index, kinds))
    return frozenset(KINDS[: highest + 1])


def _bids_from(start: int, bids: tuple[Declare, ...]) -> tuple[Declare, ...]:
    # Leave out the declarations before the index ``start`` of all declarations.
    return bids[bisect_left(bids, start, key=DECLARATION_ORDER.index.__getitem__) :]


@lru_cache(maxsize=1024)
def _end_of_possible(open_cards: Open, hand_size: int) -> int:
    """Return the index in ``DECLARATION_ORDER.bids`` after the highest possible declaration."""
    highest = next(possible_from_highest(open_cards, hand_size))
    return DECLARATION_ORDER.index_above(highest)


def is_highest(open_cards: Open, hand_size: int, declaration: Declare) -> bool:
    """True if no hand of ``hand_size`` cards can make a higher declaration with the open cards."""
    return DECLARATION_ORDER.index_above(declaration) >= _end_of_possible(open_cards, hand_size)


def possible_from_highest(open_cards: Open, hand_size: int) -> Iterator[Declare]:
    """Yield all declarations that may be true, from high to low.

    Args:
        hand_size: number of cards in the unknown hand.
    """
    available = count_cards(open_cards)
    least = 5 - hand_size
    for kind in reversed(KINDS):
        for bid in reversed(_declarations_of_kind(kind, available, least)):
            if count_matching(bid, available) >= least:
                yield bid


def _declarations_of_kind(kind: str, available: CardCounts, min_usable: int) -> tuple[Declare, ...]:
    # There are thousands of flushes, so leaving them out saves time.
    if kind == "flush" and _most_usable_cards(kind, available) < min_usable:
        return ()
    return DECLARATION_ORDER.bids[_FIRST_INDEX[kind] : _END_INDEX[kind]]


# --- the lowest true one ----------------------------------------------------------------------------
#
# Testing all declarations in order would take thousands of steps. Instead the tuples of ranks are built one
# rank at a time, and a rank is left out as soon as the cards and jokers do not suffice for it. For a full
# house above sevens and nines the first rank starts at seven; if only one seven and no joker is available,
# none of the full houses of sevens is tried.

_STRAIGHT_SIZES = (0,)
"""What straights have in place of the numbers in ``SIZES``: they name one rank, and need no card of it before
all five ranks are tested at once (``makes``).
"""


def lowest_true(available: CardCounts, last: Declare | None, *, exact: bool) -> Declare | None:
    """Return the lowest true declaration above ``last``; ``None`` if there is none.

    Args:
        available: the hand and the open cards.
        exact: whether five cards must make exactly the declared hand.
    """
    start = DECLARATION_ORDER.index_above(last)
    if start == len(DECLARATION_ORDER.bids):
        return None
    lowest = DECLARATION_ORDER.bids[start]
    if not exact:
        # If any higher declaration is true with this option, the very next one is.
        return lowest if is_true(lowest, available, exact=False) else None
    for kind in KINDS[KINDS.index(lowest.kind) :]:
        # Only in the kind of ``last`` do the ranks have a lower bound.
        lowest_ranks = lowest.ranks if kind == lowest.kind else ""
        suits = SUITS if kind in ("flush", "sflush") else ("",)
        exact_bids = [_lowest_exact(kind, suit, available, lowest_ranks) for suit in suits]
        true_bids = list(filter(None, exact_bids))
        if true_bids:
            return min(true_bids, key=DECLARATION_ORDER.index.__getitem__)
    return None


def _lowest_exact(kind: str, suit: str, available: CardCounts, lowest_ranks: str) -> Declare | None:
    # Return the lowest declaration that the cards make exactly, of one kind and suit.
    counts = available.counts
    if suit:
        # A flush uses the cards of one suit alone.
        held = available.suits[SUITS.index(suit)]
        if held.bit_count() + available.wild < 5:
            return None
        counts = [held >> rank & 1 for rank in range(len(RANKS))]
    sizes = SIZES.get(kind, _STRAIGHT_SIZES)
    first_ranks = tuple(map(RANKS.index, lowest_ranks))
    for ranks in _affordable_ranks(sizes, counts, available.wild, first_ranks, len(RANKS)):
        words = ["declare", kind]
        if suit:
            words.append(suit)
        words += [RANKS[rank] for rank in ranks]
        bid = BY_NOTATION.get(" ".join(words))
        if bid is not None and makes(bid, available):
            return bid
    return None


def _affordable_ranks(
    cards_needed: Sequence[int],
    cards_available: Sequence[int],
    jokers: int,
    lowest_ranks: Sequence[int],
    rank_limit: int,
) -> Iterator[tuple[int, ...]]:
    """Yield the tuples of ranks for which enough cards are available, in ascending order.

    Args:
        cards_needed: number of cards of each rank, such as 3 and 2 for a full house.
        jokers: number of missing cards that jokers can replace.
        lowest_ranks: the first tuple to yield; empty to yield all tuples.
        rank_limit: upper limit of the first rank, exclusive.
    """
    if not cards_needed:
        yield ()
        return
    needed = cards_needed[0]
    further_needed = cards_needed[1:]
    # Ranks of groups of one size are named from high to low, such as those of two pairs.
    is_next_lower = bool(further_needed) and further_needed[0] == needed
    lowest = lowest_ranks[0] if lowest_ranks else 0
    for rank in range(lowest, rank_limit):
        spare_jokers = jokers - max(0, needed - cards_available[rank])
        if spare_jokers < 0:
            continue
        next_limit = rank if is_next_lower else len(cards_available)
        # Above the lowest first rank, the further ranks are free.
        next_lowest = lowest_ranks[1:] if rank == lowest else ()
        for further_ranks in _affordable_ranks(
            further_needed, cards_available, spare_jokers, next_lowest, next_limit
        ):
            yield (rank,) + further_ranks


# --- suggested declarations and discards ----------------------------------------------------------------
#
# The number and order of suggested declarations depend only on public facts: the last declaration, the open
# cards, and the number of cards in hand. A lie therefore takes as many taps as the truth.

SuggestionGroup: TypeAlias = Literal["own", "near", "far"]
"""A group of suggested declarations.

- ``own``: declarations that fit the seat's own cards.
- ``near``: declarations slightly above the last one that may be true.
- ``far``: believable declarations that may be much higher than the last one.
"""

OFFERED: dict[SuggestionGroup, int] = {"own": 2, "near": 2, "far": 2}
"""Number of suggested declarations: from the seat's own cards, slightly higher, and much higher."""

ALL = sum(OFFERED.values())


def suggested_declarations(view: NetsuzoView) -> dict[SuggestionGroup, list[Declare]]:
    """Return the declarations to offer as buttons, by group."""
    available = count_cards(view.hand + view.open)
    last = view.last
    exact = requires_exact_hand(view)
    near = lowest_possible(view.open, len(view.hand), last, exact)
    far = _believable_declarations(view.open, len(view.hand), last, exact)
    sources: dict[SuggestionGroup, Iterable[Declare]] = {
        "own": chain(_fitting_declarations(view, available, last), far),
        "near": near,
        "far": far,
    }
    # A declaration belongs to the first group that has it. The next higher ones fill groups up.
    suggested: dict[SuggestionGroup, list[Declare]] = {}
    taken: set[int] = set()
    for group, declarations in sources.items():
        if group == "far" and suggested["near"]:
            # Bold ones are above those that are a little higher.
            highest_near = suggested["near"][-1]
            floor = DECLARATION_ORDER.index[highest_near]
            bolder = [bid for bid in far if DECLARATION_ORDER.index[bid] > floor]
            declarations = chain(bolder, _next_declarations(highest_near), far)
        chosen = _take_new(OFFERED[group], taken, chain(declarations, _next_declarations(last)))
        if group != "own":
            chosen.sort(key=DECLARATION_ORDER.index.__getitem__)
        suggested[group] = chosen
    return suggested


class DiscardSuggestion(NamedTuple):
    """A card to discard, the best declaration that the other cards make, and what they may become."""

    card: Card
    best_left: Declare
    four_of: str  # the suit of which one more card makes a flush, which is higher; empty without one


def suggested_discards(view: NetsuzoView) -> list[DiscardSuggestion]:
    """Return the possible discards. Those that leave the highest declaration come first.

    Of equals, those come first that leave four cards of a suit.
    """
    suggestions = []
    for card in view.hand:
        left = count_cards(without(view.hand, (card,)) + view.open)
        suggestions.append(DiscardSuggestion(card, best(left), _four_of_a_suit(left)))
    return sorted(
        suggestions,
        key=lambda discard: (DECLARATION_ORDER.index[discard.best_left], discard.four_of != ""),
        reverse=True,
    )


def _four_of_a_suit(available: CardCounts) -> str:
    if KINDS.index(best(available).kind) >= KINDS.index("flush"):
        return ""
    for suit, held in zip(SUITS, available.suits, strict=True):
        if held.bit_count() == 4:
            return suit
    return ""


def _fitting_declarations(
    view: NetsuzoView, available: CardCounts, last: Declare | None
) -> Iterator[Declare]:
    # The best hand is suggested only if it is higher than the last declaration.
    truth = best(available)
    exact = requires_exact_hand(view)
    is_enough = DECLARATION_ORDER.index_above(truth) > DECLARATION_ORDER.index_above(last)
    if is_enough:
        yield truth
    yield from strongest_by_kind(available, last)
    lowest = lowest_true(available, last, exact=exact)
    if lowest:
        yield lowest
    # One more card can be any card, so it is counted as a joker.
    lucky = CardCounts(available.counts, available.suits, available.ranks, 1)
    above = None
    if not available.wild:
        above = lowest_true(lucky, truth if is_enough else last, exact=exact)
    if above and is_possible(above, view.open, len(view.hand)):
        yield above


def strongest_by_kind(available: CardCounts, last: Declare | None) -> Iterator[Declare]:
    """Yield the strongest declaration above ``last`` of each kind that the cards make, from high to low."""
    start = DECLARATION_ORDER.index_above(last)
    highest = KINDS.index(best(available).kind)
    for kind in KINDS[highest::-1]:
        bids = _bids_from(start, _declarations_of_kind(kind, available, 5))
        for bid in reversed(bids):
            if makes(bid, available):
                yield bid
                break


def lowest_possible(
    open_cards: Open, hand_size: int, last: Declare | None, exact: bool
) -> tuple[Declare, ...]:
    """Return a few of the lowest declarations above ``last`` that may be true; see
    ``possible_declarations``.
    """
    return _lowest_of_possible(open_cards, hand_size, last, exact)[:ALL]


@lru_cache(maxsize=1024)
def _lowest_of_possible(
    open_cards: Open, hand_size: int, last: Declare | None, exact: bool
) -> tuple[Declare, ...]:
    return tuple(islice(possible_declarations(open_cards, hand_size, last, exact=exact), 3 * ALL))


@lru_cache(maxsize=1024)
def _believable_declarations(
    open_cards: Open, hand_size: int, last: Declare | None, exact: bool
) -> tuple[Declare, ...]:
    # The most believable ones of all kinds come first, then some of the lowest possible ones, high to low.
    declarations = []
    for kind in KINDS[KINDS.index(last.kind) if last else 0 :]:
        believable = most_believable(open_cards, hand_size, kind, last)
        if believable:
            declarations.append(believable)
    return (*declarations, *reversed(_lowest_of_possible(open_cards, hand_size, last, exact)))


def _next_declarations(last: Declare | None) -> tuple[Declare, ...]:
    # Flushes that differ only in the suit count as one, so there must be enough for four suits.
    start = DECLARATION_ORDER.index_above(last)
    return DECLARATION_ORDER.bids[start : start + len(SUITS) * ALL]


def _take_new(size: int, taken: set[int], declarations: Iterable[Declare]) -> list[Declare]:
    # Return the first declarations that are not taken yet, and add them to ``taken``. Of those that differ
    # only in the suit one is enough; they have the same ``index_above``.
    chosen: list[Declare] = []
    for declaration in declarations:
        if len(chosen) == size:
            break
        strength = DECLARATION_ORDER.index_above(declaration)
        if strength not in taken:
            chosen.append(declaration)
            taken.add(strength)
    return chosen
