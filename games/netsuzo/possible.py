"""Find declarations that may be true, and declarations to suggest.

All players know the open cards and the number of cards in the hand. A declaration may be true if the hand is
large enough for the cards that it needs besides the open cards.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Literal, NamedTuple, TypeAlias

from games.core.cards import Card
from games.core.poker import RANKS, SUITS
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

_ALIKE = {kind: (*sizes, *(1,) * FREE.get(kind, 0)) for kind, sizes in SIZES.items()}
"""For each kind, the number of cards of each rank in a hand, including kickers that the declaration does not
name.
"""

_ENDS = {bid.kind: at + 1 for at, bid in enumerate(DECLARATION_ORDER.bids)}
_STARTS = {bid.kind: at for at, bid in reversed([*enumerate(DECLARATION_ORDER.bids)])}
"""Index of the first declaration of each kind in ``DECLARATION_ORDER.bids``; ``_ENDS`` has the ends."""


def requires_exact_hand(view: NetsuzoView) -> bool:
    """True if five cards must make exactly the declared hand (option ``honesty``)."""
    return view.options["honesty"] == "exact"


def count_matching(declaration: Declare, available: CardCounts) -> int:
    """Return how many of the available cards belong to a declared hand, at most 5."""
    needs, free, below, ranks = _needed_cards(declaration)
    # Flushes count the named ranks in one suit; other hands count cards of each named rank.
    if declaration.suit:
        number = (available.suits[SUITS.index(declaration.suit)] & ranks).bit_count()
    else:
        counts = available.counts
        number = 0
        for at, count in needs:
            number += count if counts[at] > count else counts[at]
        # Unnamed kickers may have any other rank below the named kicker.
        if free:
            under = available.ranks & below
            spare = under.bit_count()
            # Four under a high card that make five in a row with it are no high card together.
            is_run = free == spare == 4 and (under | ranks) in _RUN_BITS
            number += min(spare, free) - is_run
    number += available.wild
    return number if number < 5 else 5


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
    seen = ""
    for bid in DECLARATION_ORDER.bids[
        DECLARATION_ORDER.index_above(last) : _end_of_possible(open_cards, hand_size)
    ]:
        if bid.kind + bid.ranks != seen and (not exact or count_matching(bid, available) >= 5 - hand_size):
            seen = bid.kind + bid.ranks
            yield bid


@lru_cache(maxsize=256)
def most_believable(open_cards: Open, hand_size: int, kind: str, last: Declare | None) -> Declare | None:
    """Return the possible declaration above ``last`` that needs the fewest cards from the hand.

    Of several, return the highest; ``None`` if no declaration of this kind is possible.

    Args:
        kind: the kind of hand, one of ``KINDS``.
    """
    available = count_cards(open_cards)
    start = DECLARATION_ORDER.index_above(last)
    # The hand needs at least 5 - hand_size open cards; nothing can use more than ``top``.
    believable = None
    most = 4 - hand_size
    top = _most_usable_cards(kind, available)
    if start >= _ENDS[kind] or top <= most:
        return None
    bids = _declarations_of_kind(kind, available, 5 - hand_size)
    if kind == "flush":  # in one suit; there are thousands
        bids = bids[max(range(len(SUITS)), key=lambda suit: available.suits[suit].bit_count()) :: len(SUITS)]
    for bid in reversed(bids if last is None or kind != last.kind else _bids_from(start, bids)):
        rests_on = count_matching(bid, available)
        if rests_on > most:
            believable = bid
            most = rests_on
            if most == top:
                break
    return believable


def _most_usable_cards(kind: str, available: CardCounts) -> int:
    if kind == "flush":
        number = max(map(int.bit_count, available.suits))
    elif kind in _ALIKE:
        number = sum(map(min, sorted(available.counts, reverse=True), _ALIKE[kind]))
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


def _bids_from(start: int, bids: Sequence[Declare]) -> Sequence[Declare]:
    return bids[bisect_left(bids, start, key=DECLARATION_ORDER.index.__getitem__) :]


@lru_cache(maxsize=256)
def _end_of_possible(open_cards: Open, hand_size: int) -> int:
    """Return the index in ``DECLARATION_ORDER.bids`` after the highest possible declaration."""
    return DECLARATION_ORDER.index_above(next(possible_from_highest(open_cards, hand_size)))


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
    return DECLARATION_ORDER.bids[_STARTS[kind] : _ENDS[kind]]


_RUN = (0,)
"""What straights have in place of the numbers in ``SIZES``: no cards of the named rank, since all five ranks
are tested at once.
"""

_RUN_BITS = {sum(1 << RANKS.index(rank) for rank in run) for run in RUNS}


class _NeededCards(NamedTuple):
    """The cards that a declaration needs. Ranks are numbers from 0 (two) to 12 (ace)."""

    needs: tuple[tuple[int, int], ...]  # each named rank, with the number of cards needed
    free: int  # the number of cards whose rank is not named
    below: int  # a bit mask of the ranks that these cards may have
    ranks: int  # a bit mask of the named ranks


@cache
def _needed_cards(declaration: Declare) -> _NeededCards:
    # A rank that is named twice needs two cards.
    named = ranks_named(declaration)
    needs = tuple([(RANKS.index(rank), named.count(rank)) for rank in dict.fromkeys(named)])
    ranks = sum(1 << at for at, _ in needs)
    below = ((1 << RANKS.index(declaration.ranks[-1])) - 1) & ~ranks
    return _NeededCards(needs, FREE.get(declaration.kind, 0), below, ranks)


# --- the lowest true one ----------------------------------------------------------------------------


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
        if kind == lowest.kind:
            lowest_ranks = tuple(map(RANKS.index, lowest.ranks))
        else:
            lowest_ranks = ()
        suits = SUITS if kind in ("flush", "sflush") else ("",)
        bids = [bid for suit in suits if (bid := _lowest_exact(kind, suit, available, lowest_ranks))]
        if bids:
            return min(bids, key=DECLARATION_ORDER.index.__getitem__)
    return None


def _lowest_exact(kind: str, suit: str, available: CardCounts, lowest_ranks: Sequence[int]) -> Declare | None:
    counts = available.counts
    if suit:
        # A flush uses the cards of one suit alone.
        held = available.suits[SUITS.index(suit)]
        if held.bit_count() + available.wild < 5:
            return None
        counts = [held >> at & 1 for at in range(len(RANKS))]
    for ranks in _affordable_ranks(SIZES.get(kind, _RUN), counts, available.wild, lowest_ranks, len(RANKS)):
        words = ["declare", kind, suit, *[RANKS[at] for at in ranks]]
        bid = BY_NOTATION.get(" ".join(filter(None, words)))
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
    first = lowest_ranks[0] if lowest_ranks else 0
    for at in range(first, rank_limit):
        spare = jokers - max(0, cards_needed[0] - cards_available[at])
        if spare >= 0:
            if cards_needed[1:2] == cards_needed[:1]:
                below = at
            else:
                below = len(cards_available)
            for ranks in _affordable_ranks(
                cards_needed[1:], cards_available, spare, lowest_ranks[1:] if at == first else (), below
            ):
                yield (at, *ranks)


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
    available = count_cards((*view.hand, *view.open))
    last = view.last
    exact = requires_exact_hand(view)
    near, far = (
        find(view.open, len(view.hand), last, exact) for find in (lowest_possible, _believable_declarations)
    )
    taken: list[Declare] = []
    declarations: dict[SuggestionGroup, Iterable[Declare]] = {
        "own": chain(_fitting_declarations(view, available, last), far),
        "near": near,
        "far": far,
    }
    return {
        name: _sorted_group(name, _take_new(OFFERED[name], taken, chain(bids, _next_declarations(last))))
        for name, bids in declarations.items()
    }


def _sorted_group(group: SuggestionGroup, declarations: list[Declare]) -> list[Declare]:
    if group == "own":
        return declarations
    return sorted(declarations, key=DECLARATION_ORDER.index.__getitem__)


class DiscardSuggestion(NamedTuple):
    """A card to discard, and the best declaration that the other cards make."""

    card: Card
    best_left: Declare


def suggested_discards(view: NetsuzoView) -> list[DiscardSuggestion]:
    """Return the possible discards. Those that leave the highest declaration come first."""
    remaining = [
        DiscardSuggestion(
            card, best(count_cards([*[held for held in view.hand if held != card], *view.open]))
        )
        for card in view.hand
    ]
    return sorted(remaining, key=lambda discard: DECLARATION_ORDER.index[discard.best_left], reverse=True)


def _fitting_declarations(
    view: NetsuzoView, available: CardCounts, last: Declare | None
) -> Iterator[Declare]:
    # The best hand is suggested only if it is higher than the last declaration.
    truth = best(available)
    exact = requires_exact_hand(view)
    is_enough = DECLARATION_ORDER.index_above(truth) > DECLARATION_ORDER.index_above(last)
    if is_enough:
        yield truth
    lowest = lowest_true(available, last, exact=exact)
    if lowest:
        yield lowest
    # One more card can be any card, so it is counted as a joker.
    lucky = CardCounts(available.counts, available.suits, available.ranks, 1)
    above = None if available.wild else lowest_true(lucky, truth if is_enough else last, exact=exact)
    if above and is_possible(above, view.open, len(view.hand)):
        yield above


@lru_cache(maxsize=256)
def lowest_possible(
    open_cards: Open, hand_size: int, last: Declare | None, exact: bool
) -> tuple[Declare, ...]:
    """Return a few of the lowest declarations above ``last`` that may be true; see
    ``possible_declarations``.
    """
    return tuple(islice(possible_declarations(open_cards, hand_size, last, exact=exact), ALL))


@lru_cache(maxsize=256)
def _believable_declarations(
    open_cards: Open, hand_size: int, last: Declare | None, exact: bool
) -> tuple[Declare, ...]:
    first = KINDS.index(last.kind) if last else 0
    best_of_kinds = [most_believable(open_cards, hand_size, kind, last) for kind in KINDS[first:]]
    rest = tuple(islice(possible_declarations(open_cards, hand_size, last, exact=exact), 3 * ALL))
    return (*(declaration for declaration in best_of_kinds if declaration), *reversed(rest))


def _next_declarations(last: Declare | None) -> tuple[Declare, ...]:
    start = DECLARATION_ORDER.index_above(last)
    return DECLARATION_ORDER.bids[start : start + len(SUITS) * ALL]


def _take_new(size: int, taken: list[Declare], declarations: Iterable[Declare]) -> list[Declare]:
    chosen: list[Declare] = []
    for declaration in declarations:
        if len(chosen) == size:
            break
        if DECLARATION_ORDER.index_above(declaration) not in map(DECLARATION_ORDER.index_above, taken):
            chosen.append(declaration)
            taken.append(declaration)
    return chosen
